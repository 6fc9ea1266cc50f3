"""The list on the privacy page, from the register that forms and tests use: it cannot omit a stored field."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.personal_data import PERSONAL_FIELDS, Basis, PersonalField, Retention

BASES: dict[Basis, str | Promise] = {
    Basis.CONSENT: _("You agreed to it, and may take that back (LGPD, art. 7, I)"),
    Basis.LEGAL_DUTY: _("A law obliges us (LGPD, art. 7, II)"),
    Basis.CONTRACT: _("What you asked for cannot be done without it (LGPD, art. 7, V)"),
    Basis.LEGITIMATE_INTEREST: _("A legitimate interest that does not outweigh yours (LGPD, art. 7, IX)"),
}
RETENTIONS: dict[Retention, str | Promise] = {
    Retention.ACCOUNT: _("until you erase your account"),
    Retention.EVENT: _("until the event is archived, or you ask for it to be erased"),
    Retention.SECURITY: _("thirty days"),
    Retention.SESSION: _("until you sign out"),
}


class StoredData(NamedTuple):
    """A kind of personal data that the site stores, its purpose and how long it stays."""

    what: str
    purpose: str
    basis: str
    retention: str
    is_sealed: bool


def stored_data() -> list[StoredData]:
    """The list in the order of the register. Fields with equal lines, such as the two copies of an e-mail address, are
    listed once."""
    return list(dict.fromkeys(map(_stored_data, PERSONAL_FIELDS)))


def _stored_data(field: PersonalField) -> StoredData:
    return StoredData(
        str(field.what), str(field.purpose), str(BASES[field.basis]), str(RETENTIONS[field.retention]), field.sealed
    )
