"""The addresses at which a person finds what is known of him."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
