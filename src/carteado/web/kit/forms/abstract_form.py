"""Base class for forms with abstract methods: a subclass that does not implement them cannot be instantiated."""

from abc import ABCMeta

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass


class _AbstractFormMeta(DeclarativeFieldsMetaclass, ABCMeta):
    """Combines Django's metaclass, which collects the fields, with Python's, which checks abstract methods."""


class AbstractForm(forms.Form, metaclass=_AbstractFormMeta):
    """A form that may have abstract methods."""
