"""What finished matches say of those who played them: which count, how strong everybody is by them, and whose they are.

Everything here follows from the logs of the matches, but for what somebody chose himself. People stand in it by
reference, and what is somebody's own goes with his account.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from carteado.web.regulations.games import GameName
from carteado.web.tables.models import Match


class Verdict(models.TextChoices):
    """Whether a match counts for ratings, and why not."""

    RATED = "rated"
    GUEST = "guest"
    """Somebody had no account: nobody would know him again."""
    SUBSTITUTED = "substituted"
    """A bot played in a seat that was somebody's, and won; or on both sides."""
    OWN_TERMS = "own_terms"
    """It was played to another target than the regulation's."""
    VOID = "void"
    """Its championship decided otherwise."""
    WAITS = "waits"
    """Its championship is not over, or does not tell its results yet."""


class Kind(models.TextChoices):
    """Whose strength it is. A pair of somebody and a bot is rated, so that others can be, and listed nowhere."""

    PLAYER = "player"
    PAIR = "pair"
    WITH_BOT = "with_bot"


class Judged(models.Model):
    """A finished match, looked at once. ``sides`` are its two pairs by reference; ``at`` is when it was over."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="judged")
    game = models.CharField(max_length=10, choices=GameName.choices)
    at = models.DateTimeField()
    verdict = models.CharField(max_length=12, choices=Verdict.choices)
    sides = models.JSONField()
    winner = models.PositiveSmallIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "at", "match"], name="matches_in_their_order"),
        ]


class Ledger(models.Model):
    """One for each game: whoever holds its row writes, and nobody else."""

    game = models.CharField(max_length=10, choices=GameName.choices, primary_key=True)


class Standing(models.Model):
    """How strong somebody is in a game, or two who play together. ``value`` is what lists show and are ordered by."""

    game = models.CharField(max_length=10, choices=GameName.choices)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    who = models.CharField(max_length=80)
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    mu = models.FloatField()
    sigma = models.FloatField()
    value = models.IntegerField()
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "who"], name="one_standing_a_game"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "kind", "-value"], name="standings_in_their_order"),
        ]


class Played(models.Model):
    """Somebody's part in a match: ``counts`` is what he and his pair did in it; ``value``, ``upper`` and ``change`` how
    strong he was after it, where it counted."""

    judged = models.ForeignKey(Judged, on_delete=models.CASCADE, related_name="parts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="played")
    game = models.CharField(max_length=10, choices=GameName.choices)
    at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    is_won = models.BooleanField()
    counts = models.JSONField(default=dict)
    value = models.IntegerField(null=True)
    upper = models.IntegerField(null=True)
    change = models.IntegerField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["judged", "user"], name="one_part_a_match"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-at"], name="matches_of_somebody"),
            models.Index(fields=["user", "game", "-at"], name="matches_of_his_in_a_game"),
        ]


class Wish(models.Model):
    """What somebody wants of the ranking: not to be in it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ranking_wish")
    is_hidden = models.BooleanField(default=False)
