"""Django's messages for form fields. Nothing reads these names: the texts are listed here so that they enter our
catalogue of translations, which comes before Django's."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

SENTENCES = (
    _("This field is required."),
    _("Enter a valid value."),
    _("Enter a whole number."),
    _("Enter a number."),
    _("Enter a valid date."),
    _("Enter a valid time."),
    _("Enter a valid date/time."),
    _("Enter a valid email address."),
    _("Enter a valid URL."),
    _("Enter a list of values."),
    _("Enter a complete value."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("No file was submitted."),
    _("No file was submitted. Check the encoding type on the form."),
    _("The submitted file is empty."),
    _("Null characters are not allowed."),
)
COUNTED = (
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
)
