"""Live tables in the database: the table, its seats, its matches, and the log of each match, which only grows."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from carteado.web.events.models import Event
from carteado.web.kit.guarding.append_only import NeverChanged
from carteado.web.kit.guarding.sealed import SealedField
from carteado.web.tables.takedown_reasons import Reason

CODE_BYTES = 9
"""Random bytes of a code."""
ACT_SECONDS = 90
"""Seconds that a player may think, unless the table says otherwise."""


def new_code() -> str:
    """The code in a link to a table, a match or a guest, which cannot be guessed."""
    return secrets.token_urlsafe(CODE_BYTES)


class Pace(models.TextChoices):
    """How fast bots play."""

    AT_ONCE = "at_once"
    QUICK = "quick"
    HUMAN = "human"
    SLOW = "slow"


class Guest(models.Model):
    """A visitor without an account, recognised by the session."""

    code = models.CharField(max_length=24, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=40)
    created_at = models.DateTimeField(db_default=Now())


class Table(models.Model):
    """A table where people play.

    ``regulation`` is its id. ``overrides`` are the rules of the regulation that the event or the match changed, by key,
    each with its value and who decided it. ``phase`` is empty except in a final, and ``target`` except where the points
    to play to are not the regulation's. ``act_seconds`` is the time to think, None for no limit. ``delay`` is the
    seconds by which onlookers are behind. A public table (``is_public``) is in the list where anybody may sit down.
    With ``free_chat`` players may write what they like, otherwise only ready sentences. ``owner`` is a reference, as in
    ``Seat.who``, to the person who made the table or took it over. ``used_at`` is when someone last changed it or began
    a match.

    Only a championship's table has an ``event``; it has no owner, and never free chat. ``fixture`` is the match that is
    played there, between the pairs ``first`` and ``second``. ``playing`` is another number each time that the match is
    played again, as on its súmula. A substitute changes no seat once a match was begun there. ``closed_at`` is when the
    site's team closed another table for all; at a championship's table it stays None.
    """

    code = models.CharField(max_length=24, unique=True, default=new_code, editable=False)
    regulation = models.CharField(max_length=60)
    overrides = models.JSONField(default=dict)
    phase = models.CharField(max_length=40, blank=True)
    target = models.PositiveIntegerField(null=True, blank=True)
    players = models.PositiveSmallIntegerField(default=4)
    owner = models.CharField(max_length=40, blank=True)
    is_public = models.BooleanField(default=False)
    free_chat = models.BooleanField(default=False)
    act_seconds = models.PositiveIntegerField(null=True, blank=True, default=ACT_SECONDS)
    delay = models.PositiveIntegerField(default=0)
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.HUMAN)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="tables")
    fixture = models.CharField(max_length=80, blank=True)
    first = models.CharField(max_length=40, blank=True)
    second = models.CharField(max_length=40, blank=True)
    playing = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    used_at = models.DateTimeField(db_default=Now())
    closed_at = models.DateTimeField(null=True, blank=True)

    @property
    def is_official(self) -> bool:
        return self.event_id is not None


class Seat(models.Model):
    """A seat that is taken. ``who`` is ``user:3``, ``guest:CODE``, ``entrant:CODE`` or ``bot:matreiro``."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    who = models.CharField(max_length=40)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_person_a_seat"),
        ]


class Match(models.Model):
    """A match at a table. The columns after ``table`` repeat what lists need from its log.

    ``number`` counts the matches of the table from 1; at a championship's table each is a game of the same match.
    ``hands`` counts the hands dealt so far, ``winner`` is 0 or 1: the pair whose points are ``score_first`` or
    ``score_second``. It is None until the match is over.
    """

    code = models.CharField(max_length=24, unique=True, default=new_code, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    started_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)
    score_first = models.IntegerField(default=0)
    score_second = models.IntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="matches_of_a_table_in_order"),
        ]


class ActQuerySet(models.QuerySet["Act"]):
    """Refuses updates in Python; ``triggers`` refuses them in the database."""

    def update(self, **_changes: Any) -> int:
        raise NeverChanged("acts of a match are never changed")


class Act(models.Model):
    """One row of a match's log, ``match.log_rows.LogRow``. ``seq`` counts from 1. ``at`` is in milliseconds since 1970.

    ``data`` is JSON. The seed of a deck is not in it but has its own column; it is sealed there, and can be sealed
    again with another key.

    ``client`` has no index: the process that writes the next row has read all rows before it, and an index would cost
    more time than the rules.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="acts", db_index=False)
    seq = models.PositiveIntegerField()
    at = models.BigIntegerField()
    data = models.TextField()
    client = models.CharField(max_length=48, null=True)
    seed = SealedField(blank=True, default="")

    objects = ActQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "seq"], name="one_act_a_number"),
        ]


class Remark(models.Model):
    """A remark at a table: a ready sentence, or free text, which is thrown away after a while.

    ``number`` counts the remarks of the table, ``at`` is in milliseconds since 1970, ``who`` is a reference as in
    ``Seat.who``, and ``preset`` is the code of the sentence. Either is erased when the site's team upholds a
    report of it, free text also when its author is forgotten; such a remark has neither sentence nor text.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="remarks")
    number = models.PositiveIntegerField()
    at = models.BigIntegerField()
    who = models.CharField(max_length=40)
    preset = models.CharField(max_length=40, blank=True)
    text = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="remarks_of_a_table_in_order"),
        ]


class Report(models.Model):
    """A request to the site's team to look at a remark of ``who``, or at their name.

    ``name`` is the name that was reported; empty in a report of a remark, and once its owner is forgotten. It stays
    here when its owner takes another one, until it is thrown away after a while. ``who`` and ``by`` are references as
    in ``Seat.who``; ``by`` is empty if an unknown visitor reported it.
    """

    class Outcome(models.TextChoices):
        OPEN = ""
        DISMISSED = "dismissed"
        UPHELD = "upheld"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    remark = models.OneToOneField(Remark, on_delete=models.CASCADE, null=True, blank=True, related_name="report")
    who = models.CharField(max_length=40)
    name = models.CharField(max_length=150, blank=True)
    by = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True, default=Outcome.OPEN)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["table", "who", "name"],
                condition=models.Q(remark=None) & ~models.Q(name=""),
                name="a_name_is_reported_once_a_table",
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.outcome == self.Outcome.OPEN


class RefusedName(models.Model):
    """A name that the site's team took away from ``who``: an entrant of ``event``, an account or a guest.

    ``event`` is None for an account or a guest. ``trace`` is the fingerprint by which the name is recognised.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    who = models.CharField(max_length=40)
    trace = models.CharField(max_length=32)
    why = models.CharField(max_length=12, choices=Reason.choices)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["who"], name="names_refused_to_somebody")]


class Alive(models.Model):
    """When the site last served the tables, in milliseconds since 1970. The time after that counts against no player.

    One row: one process serves all tables, so ``node`` has the same value always.
    """

    node = models.CharField(max_length=40, primary_key=True, default=settings.ROOT_URLCONF)
    at = models.BigIntegerField()
