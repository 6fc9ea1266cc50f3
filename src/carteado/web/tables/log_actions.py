"""Log actions of live tables: reports of remarks and names, and what the site's team did about them.

People with a role in ``notifies`` get a notice, if the table is of their event. Numbers are primary keys.
"""

from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged
from carteado.web.log.vocabulary import Vocabulary
from carteado.web.tables.takedown_reasons import Reason

ReasonWord = Annotated[str, Vocabulary(lambda: Reason.values, lambda word: str(Reason(word).label))]


@logged
@dataclass(frozen=True, slots=True)
class RemarkReported(Action):
    """``remark`` is the number of the remark, which stores the words until they are deleted."""

    code = "tables.remark_reported"
    sentence = _("{actor} reported what was said at a table (remark {remark}).")
    notifies = frozenset({Role.ORGANISER})
    remark: int


@logged
@dataclass(frozen=True, slots=True)
class NameReported(Action):
    """``report`` is the number of the report, which stores the name until it is deleted."""

    code = "tables.name_reported"
    sentence = _("{actor} reported what somebody is called at a table (report {report}).")
    notifies = frozenset({Role.ORGANISER})
    report: int


@logged
@dataclass(frozen=True, slots=True)
class ReportDismissed(Action):
    """The site's team left the reported remark or name as it is."""

    code = "tables.report_dismissed"
    sentence = _("{actor} found nothing wrong in what was reported from a table (report {report}).")
    report: int


@logged
@dataclass(frozen=True, slots=True)
class ReportUpheld(Action):
    """The site's team found the report of a remark right, and erased its words; or the report of a name that was gone
    by then. For other names see ``NameTakenAway``."""

    code = "tables.report_upheld"
    sentence = _("{actor} agreed with a report from a table and saw to it (report {report}).")
    report: int


@logged
@dataclass(frozen=True, slots=True)
class NameTakenAway(Action):
    """``report`` is the number of the report, which stores the name until it is deleted."""

    code = "tables.name_taken_away"
    sentence = _("{actor} took away what somebody was called at a table, because {why} (report {report}).")
    report: int
    why: ReasonWord


@logged
@dataclass(frozen=True, slots=True)
class TableClosed(Action):
    """``table`` is the table's number, ``report`` the number of the report about it."""

    code = "tables.table_closed"
    sentence = _("{actor} closed table {table} for everybody, because {why} (report {report}).")
    table: int
    report: int
    why: ReasonWord
