"""The answers that phones receive about a súmula, as plain JSON values."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.regulation import Refusal, Regulation, TrucoRules
from carteado.tournament.matches import clocks
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import MatchLog
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.kit.words.catalogue import language, words
from carteado.web.matches.match_desk import Desk
from carteado.web.sumula import championship_news
from carteado.web.sumula.bell_times import bell_times
from carteado.web.sumula.match_sheets import counted, is_closed, table_of, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.received_entries import instant_text
from carteado.web.sumula.sheet_forms import form_for, version_of
from carteado.web.sumula.sheet_writing import RefusedEntry, Writer
from carteado.web.sumula.whereabouts import Whereabouts

PROTOCOL = 1
"""The version of the messages between phones and site."""
Json = dict[str, Any]


class SheetAnswers:
    """Builds the answers about one sheet, for one writer, at one instant."""

    def __init__(self, sheet: Sheet, championship: Championship, writer: Writer) -> None:
        self.sheet, self.championship, self.writer, self.now = sheet, championship, writer, timezone.now()
        self.in_words = ChampionshipInWords(sheet.event, championship)
        self.terms = terms_of(championship, sheet.match)

    def update(self, since: int, *, resent: Sequence[SheetEntry] = (), refused: Iterable[RefusedEntry] = ()) -> Json:
        """The state of the sheet, and its entries with a number (``seq``) above ``since``.

        ``resent`` are rows to include because the phone has sent them once more. In the answer, ``at`` is the id of the
        entry with the number ``since``: a phone that has another entry there knows that the site was restored from a
        backup. ``by`` is the writer's name in entries: a writer can take back only entries that carry it. A phone whose
        form has another ``form_version`` loads the sheet's form again. ``closed`` says that new entries change nothing.
        ``frozen`` says that a referee has frozen the public score: entries are taken, but no result is sent on.
        """
        is_over = is_closed(self.championship, self.sheet)
        log = self.championship.logs.get(self.sheet.match)
        resent_numbers = {row.seq for row in resent}
        rows = self.sheet.entries.filter(Q(seq__gte=since) | Q(seq__in=resent_numbers)).select_related("access")
        return {
            "protocol": PROTOCOL,
            "seq": self.sheet.seq,
            "at": next((row.entry_id for row in rows if row.seq == since), None),
            "entries": [entry_document(row) for row in rows if row.seq > since or row.seq in resent_numbers],
            "refused": [one._asdict() for one in refused],
            "by": self.writer.code,
            "form_version": version_of(self.terms),
            "closed": is_over,
            "counted": self.sheet.counted,
            "trouble": self._trouble(),
            "now": instant_text(self.now),
            "clock": self._clock(log) if log and not is_over else None,
            "frozen": self.sheet.is_frozen,
            **self._change(),
        }

    def whole_sheet(self, since: int) -> Json:
        """Everything that a phone needs to go on without a network, and the entries above ``since``; 0 gives all.

        ``people`` are the players of each pair. ``rights`` are what this writer may write.
        """
        match, event = self.sheet.match, self.sheet.event
        rights = ["write", "rule"] if self.writer.may_rule else ["write"]
        page = "match-desk" if self.writer.user else "bracket"
        address = (event.slug, match) if self.writer.user else (event.slug,)
        return {
            "code": self.sheet.code,
            "form": form_for(self.terms, language()).content,
            "names": [self.in_words.pair(pair) for pair in self.sheet.pairs],
            "people": self._people(),
            "table": table_of(self.championship, self.sheet),
            "match": {"id": match, "title": self.in_words.match(match), "url": reverse(page, args=address)},
            "event": {"name": event.name, "url": reverse("event", args=[event.slug])},
            "rights": rights,
            **self.update(since),
        }

    def _people(self) -> list[list[str]]:
        """The players of each pair by its line-up for this match; without one, the people of its registration."""
        if self.sheet.match not in self.championship.fixtures:
            return [[], []]
        desk = Desk(self.sheet.event, self.championship, self.sheet.match, self.in_words, self.now, may_rule=False)
        return [list(seat.players) or self._registered_names(seat.pair) for seat in desk.seats] or [[], []]

    def _registered_names(self, pair: str) -> list[str]:
        entry = self.championship.entries.get(pair)
        return [self.in_words.person(one) for one in entry.people] if entry else []

    # --- why the result is not in the championship ----------------------------------------------------------------

    def _trouble(self) -> Json | None:
        """Why something on the sheet is not in the championship, in words; None if nothing waits. The result was taken
        back, the match is not called, or the championship refuses the start, the result or the last bell."""
        sheet = self.sheet
        if championship_news.is_result_taken_back(self.championship, sheet):
            taken_back = _(
                "The desk took this result back. It waits for the referee, or for what you still write here."
            )
            return {"message": taken_back, "article": None}
        if (
            sheet.hands
            and championship_news.is_uncalled(self.championship, sheet)
            and not is_closed(self.championship, sheet)
        ):
            message = _("This match is not called to a table now. What you noted counts as soon as it is.")
            return {"message": message, "article": None}
        is_due = championship_news.is_news_due(self.championship, sheet)
        refused = trouble_of(self.championship, sheet, by=self.writer.code, at=self.now) if is_due else None
        refused = refused or refusal_of_last_bell(self.championship, sheet)
        return self._refusal_document(refused) if refused else None

    def _refusal_document(self, refusal: Refusal) -> Json:
        return {
            "message": words().refusal(self.in_words.with_names(refusal)),
            "article": article_of(self.terms.regulation, refusal.key),
        }

    # --- whether the match is still this one, at this table -------------------------------------------------------

    def _change(self) -> Json:
        """``changed`` is set once the phone has nothing more to write on this sheet, and says why. ``instead`` is the
        sheet to go on with, if there is one. A sheet that is not ``closed`` has it too, for a phone whose match is at
        another table."""
        whereabouts = Whereabouts(self.sheet, self.championship, self.in_words, self.writer.device)
        return {"changed": whereabouts.change, "instead": whereabouts.instead}

    # --- time -----------------------------------------------------------------------------------------------------

    def _clock(self, log: MatchLog) -> Json | None:
        """The time limits that are running. ``left`` is the playing time left in seconds, running or paused, or that of
        the extension once it has begun."""
        regulation = self.terms.regulation
        phase = self.championship.fixtures[self.sheet.match].phase
        limits = clocks.running(regulation, phase, log.clock, self.now)
        left = clocks.time_left(regulation, phase, log.clock, self.now)
        if not limits and left is None:
            return None
        return {
            "limits": [self._limit(regulation, log, one) for one in limits],
            "left": None if left is None else left.total_seconds(),
            "started": _instant(log, Moment.STARTED),
            "paused": log.clock.is_paused,
            "is_extra": log.clock.has(Moment.EXTRA_STARTED),
        }

    def _limit(self, regulation: Regulation, log: MatchLog, deadline: clocks.Deadline) -> Json:
        return {
            "kind": str(deadline.kind),
            "at": instant_text(deadline.at),
            "past": deadline.is_past(self.now),
            "pair": None if deadline.pair is None else log.pairs.index(deadline.pair),
            "article": article_of(regulation, deadline.key),
        }


def trouble_of(championship: Championship, sheet: Sheet, *, by: str, at: datetime) -> Refusal | None:
    """Why the championship would refuse the start or the result that follows from the sheet now. None if nothing
    follows, or if it would be taken."""
    bells = bell_times(sheet.entries.all())
    return championship_news.refusal_of_news(championship, sheet, counted(sheet), by=by, at=at, bells=bells)


def refusal_of_last_bell(championship: Championship, sheet: Sheet) -> Refusal | None:
    """Why the last bell rang too early; None if it did not. Only while the match has no result, and only in truco:
    matches of other games have no clock.

    Keys: clock.time_up, clock.extra_minutes.
    """
    # A phone shows it at once, while the players can still play on.
    log = championship.logs.get(sheet.match)
    has_clock = (
        isinstance(championship.regulation.rules, TrucoRules) and log is not None and log.clock.has(Moment.STARTED)
    )
    if not has_clock or is_closed(championship, sheet) or not sheet.entries.filter(content__kind="bell").exists():
        return None
    bells = bell_times(sheet.entries.all())
    return championship_news.refusal_of_bell(championship, sheet, counted(sheet), bells=bells)


def entry_document(row: SheetEntry) -> Mapping[str, Any]:
    """An entry with the fields that the server adds."""
    from_server = {"seq": row.seq, "received": instant_text(row.received), "by": row.by}
    return {**row.document, **from_server, **({"late": True} if row.late else {})}


def article_of(regulation: Regulation, key: str) -> str | None:
    """The article behind a key, in words; None if the regulation cites none."""
    return str(regulation.citation(key)) if key in regulation.citations else None


def _instant(log: MatchLog, moment: Moment) -> str | None:
    """The time of the last such mark on the clock, as text; None without one."""
    mark = log.clock.last(moment)
    return instant_text(mark.at) if mark else None
