"""The addresses from which the day is run."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
