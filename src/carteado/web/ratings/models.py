"""Tables of the ratings: which finished matches count, each player's part in them, and the strength that follows.

Everything here can be computed again from the logs of the matches, except what a player chose about the ranking, and
the verdicts on matches with an erased player: the logs no longer tell who they were, so ``rebuild`` keeps those rows.
Rows refer to people by reference (``user:3``); a row that belongs to one account is deleted with it.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from carteado.web.regulations.games import GameName
from carteado.web.tables.models import Match


class Verdict(models.TextChoices):
    """Whether a match counts for ratings, and if not, why."""

    RATED = "rated"
    GUEST = "guest"
    """A player had no account, so they could not be recognised in another match."""
    SUBSTITUTED = "substituted"
    """A bot made moves for a player whose side won, or bots did so on both sides."""
    OWN_TERMS = "own_terms"
    """It was played to a target other than the regulation's."""
    VOID = "void"
    """Its championship does not have it with this result (replayed, a walkover, or decided otherwise), or was
    cancelled."""
    WAITS = "waits"
    """Its championship is not over, or its results are still under embargo."""


class Kind(models.TextChoices):
    """Whose strength a row holds. A player together with a bot is rated because other pairs are rated against them, but
    is not listed."""

    PLAYER = "player"
    PAIR = "pair"
    WITH_BOT = "with_bot"


class Judged(models.Model):
    """A finished match with its verdict. ``at`` is when it ended.

    ``sides`` are the two pairs, each a list of references, of accounts where players have one. ``winner`` is the index
    of the side that won.
    """

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
    """One row for each game, locked by the process that writes its ratings: no other may write meanwhile."""

    game = models.CharField(max_length=10, choices=GameName.choices, primary_key=True)


class Standing(models.Model):
    """The strength of a player or pair in one game. Lists are ordered by ``value``, in points, and show it, or 0 if it
    is below.

    ``who`` is the reference of the player, or of both members of the pair: ``user:3+user:7``. ``first`` and ``second``
    are their accounts. ``second`` is None for a player, and for a player together with a bot. ``mu`` and ``sigma`` are
    the model's estimate and its standard deviation.
    """

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
    """The part of one player with an account in a match that was judged, whether it counted or not.

    ``counts`` is what the player and their pair did in it, as in ``match_facts``. ``value`` and ``upper`` are the
    rating after the match that is almost certain, and the greatest that is likely. ``change`` is by how much the match
    moved ``value``. All three are None if the match does not count.
    """

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
    """A player's choice about the ranking: whether to be left out of it. Without a row they may be listed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ranking_wish")
    is_hidden = models.BooleanField(default=False)
