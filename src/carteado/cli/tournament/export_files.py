"""Write a simulated championship to files: the event, every match and draw, standings and calendar."""

from pathlib import Path

from carteado.cli.context import Context
from carteado.planning.simulation import SimulatedChampionship
from carteado.record import InputError, layout, write_record
from carteado.sheets.championship import Writer, appointments, delegations_sheet, matches_sheet, standings_sheet
from carteado.sheets.files import csv_of, ics_of, xlsx_of
from carteado.tournament.files.event_file import event_document
from carteado.tournament.running.withholding import revision


def check_target(path: str) -> None:
    """Make sure that nothing will be overwritten. Called before anything is played."""
    target = Path(path)
    if target.suffix == ".json":
        check_new_file(path)
        return
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise InputError("folder_not_empty", where="--out", path=path)
    except OSError as error:
        raise InputError("cannot_write", path=path, reason=error.strerror or str(error)) from None


def check_new_file(path: str) -> None:
    """Raise InputError if a file of that name exists."""
    try:
        if Path(path).exists():
            raise InputError("file_exists", where="--out", path=path)
    except OSError as error:
        raise InputError("cannot_write", path=path, reason=error.strerror or str(error)) from None


def export(simulated: SimulatedChampionship, path: str, context: Context) -> None:
    """Write to a new or empty folder, or only the event to one file if the path ends in ``.json``."""
    target = Path(path)
    try:
        if target.suffix == ".json":
            _write(target, _event_text(simulated))
            return
        for folder in ("matches", "draws"):
            (target / folder).mkdir(parents=True, exist_ok=True)
        for name, content in files_of(simulated, context).items():
            _write(target / name, content)
    except OSError as error:
        raise InputError("cannot_write", path=path, reason=error.strerror or str(error)) from None


def files_of(simulated: SimulatedChampionship, context: Context) -> dict[str, str | bytes]:
    """The content of each file by its name in the folder."""
    championship = simulated.championship
    writer = Writer(context.language)
    standings = standings_sheet(championship, writer, simulated.pairs)
    matches = matches_sheet(championship, writer, simulated.pairs)
    sheets = [standings, matches, delegations_sheet(championship, writer)]
    title, matches_played = championship.regulation.title[context.language], list(appointments(championship, writer))
    calendar = ics_of(title, matches_played, sequence=revision(championship, championship))
    return {
        "event.json": _event_text(simulated),
        **{f"matches/{name}.json": write_record(record) + "\n" for name, record in simulated.records.items()},
        **{f"draws/{name}.json": layout(protocol) + "\n" for name, protocol in championship.draws.items()},
        "standings.csv": "\ufeff" + csv_of(standings),
        "matches.csv": "\ufeff" + csv_of(matches),
        "standings.xlsx": xlsx_of(sheet for sheet in sheets if sheet is not None),
        "schedule.ics": calendar,
    }


def _event_text(simulated: SimulatedChampionship) -> str:
    return layout(event_document(simulated.championship)) + "\n"


def _write(path: Path, content: str | bytes) -> None:
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content, "utf-8", newline="")
