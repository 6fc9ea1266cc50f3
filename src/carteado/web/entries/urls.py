"""The addresses in which pairs enter and entries are looked after."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
