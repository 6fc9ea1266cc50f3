"""The addresses of an event that is over."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
