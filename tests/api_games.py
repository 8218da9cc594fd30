"""Random games played through the library instead of sentences: the same player, another table."""

from __future__ import annotations

from collections.abc import Sequence

from random_games import Player, Table, square

from adjudicator import Game, MissingFact, Move, Ruling
from adjudicator.engine.state import State
from adjudicator.words.say import speech

HIDES, GIFT = "unwraps", "gift"


class _Run:
    """What a player looks at besides the answers."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def state(self) -> State:
        return self.game._at.state


def in_this_way(game: Game, question: str) -> Ruling:
    """What a game says as it goes on; where a choice that is not made leads to the same whatever it is, just that."""
    found = game.ask(question, every=False)
    return game.ask(question) if any(one.ways for one in found.missing) else found


class ApiTable(Table):
    """A table at which moves are values: an option that was listed is played as it was listed."""

    def __init__(self, header: Sequence[str], small: Sequence[str]) -> None:
        self.game = Game.from_text("\n".join(header) + "\nlater\n")
        self.run = _Run(self.game)  # type: ignore[assignment]
        self.lines: list[str] = []
        self.player = ""
        self.offered: dict[str, Move] = {}
        self.hidden = 0
        """How many cards were listed that a hidden one may be."""
        self.direct = 0
        """How many moves were made as they were listed."""

    def turn(self, player: str, kind: str = "") -> None:
        line = f"turn {player} {kind}".rstrip()
        self.game.play(line)
        self.player = player
        self.lines.append(line)

    def does(self, line: str) -> None:
        move = self.offered.pop(line, None)
        self.direct += move is not None
        self.game.play(line if move is None else move)
        self.lines.append(f"  {line}")

    def asks(self, question: str) -> Ruling:
        return in_this_way(self.game, question)

    def listed(self, question: str) -> list[str]:
        if question != f"options {self.player}":
            return [speech("en").typed(item) for item in self.asks(question).options]
        try:
            moves = self.game.options()
        except MissingFact:  # who is next
            moves = []
        self.offered = {move.text: move for move in moves}
        own = [move for move in moves if move.player == self.player and not move.text.startswith(("turn", "final"))]
        self.hidden += sum(bool(move.means) for move in own if move.verb == HIDES)
        # A text lists a card that nobody knows as what it is, a gift.
        named = [item.parts[1].parts[0] == GIFT for item in self.asks(question).options if item.parts[:1] == (HIDES,)]
        told = [f"unwrap {GIFT}" if any(named) and move.verb == HIDES else move.text for move in own]
        told = ["pulls" if one.startswith("pull ") else one for one in told]  # what the token shows chance decides
        return [*dict.fromkeys(told)]


class ApiPlayer(Player):
    """The random player at such a table."""

    table: ApiTable

    def with_arrow(self, move: str) -> str:
        said = ""
        x, y = square(move)
        while True:
            tried = self.table.game.copy()
            tried.play(move + said)
            choice = in_this_way(tried, "arrow")
            if not choice.choice:
                return move + said
            kind = speech("en").item(self.chance.choice(choice.options))
            there = [(x + dx, y + dy) for dx, dy in ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))]
            said = f" that activates {kind}"
            if self.chance.random() < 0.7:
                ways = [f"{said} at ({a},{b})" for a, b in there]
                said = self.chance.choice([way for way in ways if self.plainly(move + way)])
