"""The addresses of the draws."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
