"""The assertions of a test file as claims and expectations of the record.

``scored ... for N points`` names no feature: the record is played, and the question is put where a feature of that
kind, on which the player has put a figure, gives him that many points; without one it stands at the end and fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.errors import Problems
from adjudicator.records.jcz_file import Saved
from adjudicator.records.lines import Lines
from adjudicator.records.names import names
from adjudicator.settling import settle

_POINTS = re.compile(r"(.+) has (-?\d+) points?")
_SCORED = re.compile(r"(.+) scored ([\w-]+) for (-?\d+) points?")
_STATE = re.compile(r"Player can(?:'t)? pass|[Pp]hase is \w+|Undo is (?:not )?allowed|Available action .+", re.DOTALL)
"""What is on offer in the program, which no rule tells: kept as a comment."""

FLOCK = "flock"
"""The first word of the scoring of a flock: it stands on no feature that could be asked about afterwards."""


class Assertions:
    """What a test file asserts, put into the record."""

    def __init__(self, saved: Saved, players: tuple[str, ...], lines: Lines) -> None:
        self.said = [one.strip().removesuffix(".") for one in saved.assertions]
        self.players = {str(one.get("name")): colour for one, colour in zip(saved.players, players, strict=True)}
        self.colours = players
        self._counted = -1
        """The number of the line before which the points asserted are counted; -1 for the end of the text."""
        self._names = {colour: name for name, colour in self.players.items()}
        self.lines = lines
        self._moments: list[int] = []
        """The numbers of the lines before which a turn ends."""
        self._stood: list[tuple[str, str, str, int]] = []
        """Player, feature, its place and the line after which it is there."""

    def begun(self) -> None:
        """A turn begins: until it is confirmed nothing of it is scored."""
        self._counted = len(self.lines)

    def moment(self) -> None:
        """A turn has been made and is scored now."""
        self._moments.append(len(self.lines))
        self.scored()

    def scored(self) -> None:
        """Points count that were scored up to here, and with the lines that follow until the next turn."""
        self._counted = -1

    def stood(self, player: int, feature: str, place: str) -> None:
        """A player has put a figure on a place."""
        self._stood.append((self.colours[player], feature, place, len(self.lines)))

    def of_flocks(self) -> dict[int, list[int]]:
        """The points that each player is said to have got for flocks."""
        found: dict[int, list[int]] = {}
        for match in filter(None, map(_SCORED.fullmatch, self.said)):
            if match[2] == FLOCK and match[1] in self.players:
                found.setdefault(self.colours.index(self.players[match[1]]), []).append(int(match[3]))
        return found

    def complete(self, over: bool, option: Callable[[str], str]) -> str:
        """The whole record; `option` turns an assertion about what may be done now into a question, and raises
        Problems for one that none of our questions asks.
        """
        if self._counted < 0 or over:
            self._counted = len(self.lines)
        claims: dict[str, int] = {}
        scored: list[tuple[str, str, int]] = []
        asked: list[str] = []
        for one in self.said:
            if (match := _POINTS.fullmatch(one)) and match[1] in self.players:
                claims[self.players[match[1]]] = int(match[2])
            elif (match := _SCORED.fullmatch(one)) and match[1] in self.players and match[2] in names()["scored"]:
                scored.append((self.players[match[1]], match[2], int(match[3])))
            else:
                asked.append(self._asked(one, option))
        more: dict[int, list[str]] = {}
        for player, kind, points in scored:
            found = self._found(player, kind, points, over)
            if found is None:
                asked.append(f"  # {self._names[player]} scored {kind} for {points}")
                continue
            at, line = found
            if line not in more.setdefault(at, []):
                more[at].append(line)
        more.setdefault(len(self.lines), []).extend(asked)
        if over:
            more[len(self.lines)].append("  final")
        if claims:
            totals = ", ".join(f"{player} {points}" for player, points in claims.items())
            more.setdefault(self._counted, []).append(f"  claim {totals}")
        return self.lines.text(more)

    def _asked(self, one: str, option: Callable[[str], str]) -> str:
        """An assertion as a question; one that is none of ours, or speaks of what is not here, is kept as a comment."""
        if not _STATE.fullmatch(one):
            try:
                return f"    {option(one)}"
            except Problems:
                pass
        return f"  # {' '.join(one.split())}"

    def _found(self, player: str, kind: str, points: int, over: bool) -> tuple[int, str] | None:
        """Where the question for such a scoring belongs, and the question with its expectation; None for no figure."""
        wanted = f"expect {player} {points}"
        last: tuple[int, str] | None = None
        for at, ask in self._candidates(player, kind, over):
            last = (at, f"    {ask} {wanted}")
            try:
                outcome = settle(self.lines.text({at: [f"    {ask}"]}))
            except Problems:
                continue
            ruling = outcome.answers[-1].ruling if outcome.answers else None
            if ruling is not None and ruling.verdict == "scored" and ruling.points.get(player, 0) == points:
                return last
        return last

    def _candidates(self, player: str, kind: str, over: bool) -> Iterator[tuple[int, str]]:
        """Questions for a feature of the `kind`, where a figure of `player` was put: place in the text and question."""
        kinds = names()["scored"][kind]
        for owner, _, place, since in self._stood:
            if owner != player or place.split()[0] not in kinds:
                continue
            if kind != "field":
                for at in self._moments:
                    if at >= since:
                        yield at, f"ask score {place}"
            if over:
                yield len(self.lines), f"ask final {place}"
