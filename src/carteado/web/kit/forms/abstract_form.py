"""Forms of which each kind must say something of its own: a kind that does not say it cannot be made."""

from abc import ABCMeta

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass


class _AbstractFormMeta(DeclarativeFieldsMetaclass, ABCMeta):
    """Django's metaclass gathers the fields, Python's watches over the abstract methods."""


class AbstractForm(forms.Form, metaclass=_AbstractFormMeta):
    """A form that may have abstract methods."""
