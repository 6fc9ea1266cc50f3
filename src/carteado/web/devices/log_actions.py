"""Log actions of devices: phones that keep súmulas, and addresses of broadcasts, which are public or of a programme (a
recording that is shown later).

``number`` is the device's number in the event; phones and addresses are numbered together.
People with a role in ``notifies`` get a notice.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged


@logged
@dataclass(frozen=True, slots=True)
class DevicesMade(Action):
    """``count`` devices were made, each with a QR code that lets one phone in. ``number`` is that of the first; the
    others have the next ones."""

    code = "devices.made"
    sentence = _("{actor} made QR codes for phones that keep súmulas: {count}, from device {number} on.")
    notifies = frozenset({Role.ORGANISER})
    count: int
    number: int


@logged
@dataclass(frozen=True, slots=True)
class DeviceRevoked(Action):
    """A phone was revoked."""

    code = "devices.revoked"
    sentence = _("{actor} revoked device {number}: it keeps no súmula any more.")
    notifies = frozenset({Role.ORGANISER})
    number: int


@logged
@dataclass(frozen=True, slots=True)
class OverlayMade(Action):
    """A public address for a broadcast was made."""

    code = "devices.overlay_made"
    sentence = _("{actor} made an address for a broadcast (device {number}).")
    notifies = frozenset({Role.ORGANISER})
    number: int


@logged
@dataclass(frozen=True, slots=True)
class ProgrammeMade(Action):
    """An address for a recording was made. It shows scores under an embargo, too."""

    code = "devices.programme_made"
    sentence = _("{actor} made an address for a recording, which an embargo does not hide (device {number}).")
    notifies = frozenset({Role.ORGANISER})
    number: int


@logged
@dataclass(frozen=True, slots=True)
class OverlayRevoked(Action):
    """A broadcast's address was revoked, a public one or that of a programme."""

    code = "devices.overlay_revoked"
    sentence = _("{actor} revoked the address of a broadcast (device {number}).")
    notifies = frozenset({Role.ORGANISER})
    number: int
