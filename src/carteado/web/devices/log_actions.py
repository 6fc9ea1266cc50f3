"""What the log says of phones and screens."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged


@logged
@dataclass(frozen=True, slots=True)
class DevicesMade(Action):
    """``number`` is the first device's number; those of the others follow it."""

    code = "devices.made"
    sentence = _("{actor} made QR codes for phones that keep súmulas: {count}, from device {number} on.")
    notifies = frozenset({Role.ORGANISER})
    count: int
    number: int


@logged
@dataclass(frozen=True, slots=True)
class DeviceRevoked(Action):
    code = "devices.revoked"
    sentence = _("{actor} revoked device {number}: it keeps no súmula any more.")
    notifies = frozenset({Role.ORGANISER})
    number: int


@logged
@dataclass(frozen=True, slots=True)
class OverlayMade(Action):
    code = "devices.overlay_made"
    sentence = _("{actor} made an address for a broadcast (device {number}).")
    notifies = frozenset({Role.ORGANISER})
    number: int


@logged
@dataclass(frozen=True, slots=True)
class ProgrammeMade(Action):
    """An address that shows scores under an embargo too."""

    code = "devices.programme_made"
    sentence = _("{actor} made an address for a recording, which an embargo does not hide (device {number}).")
    notifies = frozenset({Role.ORGANISER})
    number: int


@logged
@dataclass(frozen=True, slots=True)
class OverlayRevoked(Action):
    code = "devices.overlay_revoked"
    sentence = _("{actor} revoked the address of a broadcast (device {number}).")
    notifies = frozenset({Role.ORGANISER})
    number: int
