"""One hand between players who know only their views.

Players are asked one at a time and sent the acts that they see. Their answers are checked, never trusted.
"""

from collections.abc import Mapping, Sequence

from carteado.bots.bot import ActJson
from carteado.bots.players import Player
from carteado.cards import Pass
from carteado.record import Engine, InputError, Node, Question, Table, read_act, write_act
from carteado.record.notation import Act

ANSWER_LIMIT_MS = 500


class Faults(dict[int, int]):
    """How many answers of each seat had to be replaced by the default act."""

    def add(self, seat: int) -> None:
        self[seat] = self.get(seat, 0) + 1


def ask_player(table: Table, question: Question, player: Player, faults: Faults, *, ms: int = ANSWER_LIMIT_MS) -> Act:
    """The player's answer if it is legal. If it is late, illegal or missing: the default act, counted as a fault."""
    engine, seat = table.engine, question.seat
    legal = [write_act(act, engine.notation) for act in question.legal]
    answer = player.ask(engine.view(table.match, seat), legal, ms)
    act = None if answer is None else _act_of_answer(table, question, answer)
    if act is None:
        faults.add(seat)
        return engine.default_act(table.match, seat)
    return act


def _act_of_answer(table: Table, question: Question, answer: ActJson) -> Act | None:
    """The act of the answer, if this seat may do it now."""
    if answer.get("act") == "pass":
        return Pass(question.seat) if Pass(question.seat) in question.legal else None
    try:
        act = read_act(Node({"seat": question.seat, **answer}), table.engine.notation, table.match.players)
    except InputError:
        return None
    is_own = getattr(act, "seat", None) == question.seat
    is_answer = any(type(act) is type(legal) for legal in question.legal)  # a sign, say, is allowed but is no answer
    return act if is_own and is_answer and table.engine.refusal(table.match, act) is None else None


def send_act_to_others(engine: Engine, act: Act, players: Mapping[int, Player] | Sequence[Player]) -> None:
    """Send every other seat the act as it sees it."""
    if isinstance(act, Pass):
        return
    for seat, player in players.items() if isinstance(players, Mapping) else enumerate(players):
        act_seen = engine.act_seen_by(act, seat)
        if act_seen is not None and seat != getattr(act, "seat", None):
            player.send_act(write_act(act_seen, engine.notation))


def play_hand(table: Table, players: Sequence[Player], faults: Faults, *, ms: int = ANSWER_LIMIT_MS) -> Table:
    """Play the hand on the table to its end."""
    while (question := table.question()) is not None:
        act = ask_player(table, question, players[question.seat], faults, ms=ms)
        table = table.after_act(act)
        send_act_to_others(table.engine, act, players)
    return table
