"""The addresses at which an event is followed."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
