"""The assertions of a test file as claims and expectations of the record.

``scored ... for N points`` names no feature: the record is played, and the question is put where a feature of that
kind, on which the player has put a figure, gives him that many points; without one it stands at the end and fails. What
the other program scores apart, such as the fairy, is no part of the N, and is added to what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.errors import Problems
from adjudicator.records.jcz_file import Saved
from adjudicator.records.lines import Lines, comment, line
from adjudicator.records.names import names
from adjudicator.settling import settle
from adjudicator.words.saying import joined, player, said, word
from adjudicator.words.tokens import Noun, Said

_POINTS = re.compile(r"(.+) has (-?\d+) points?")
_SCORED = re.compile(r"(.+) scored ([\w-]+) for (-?\d+) points?")
_STATE = re.compile(r"Player can(?:'t)? pass|[Pp]hase is \w+|Undo is (?:not )?allowed|Available action .+", re.DOTALL)
"""What is on offer in the program, which no rule tells: kept as a comment."""

Asked = tuple[list[Said], list[Said]]
"""A question, and what is expected of it."""
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
        self._stood: list[tuple[str, str, list[Said], int]] = []
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

    def stood(self, player: int, feature: str, place: list[Said]) -> None:
        """A player has put a figure on a place."""
        self._stood.append((self.colours[player], feature, place, len(self.lines)))

    def of_flocks(self) -> dict[int, list[int]]:
        """The points that each player is said to have got for flocks."""
        found: dict[int, list[int]] = {}
        for match in filter(None, map(_SCORED.fullmatch, self.said)):
            if match[2] == FLOCK and match[1] in self.players:
                found.setdefault(self.colours.index(self.players[match[1]]), []).append(int(match[3]))
        return found

    def complete(self, over: bool, option: Callable[[str], list[Asked]]) -> str:
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
                asked += self._asked(one, option)
        more: dict[int, list[str]] = {}
        for who, kind, points in scored:
            found = self._found(who, kind, points, over)
            if found is None:
                asked.append(comment(1, f"{self._names[who]} scored {kind} for {points}"))
                continue
            at, question = found
            if question not in more.setdefault(at, []):
                more[at].append(question)
        more.setdefault(len(self.lines), []).extend(asked)
        if over:
            more[len(self.lines)].append(line(1, "final"))
        if claims:
            totals = joined(said(player(who), points) for who, points in claims.items())
            more.setdefault(self._counted, []).append(line(1, "claim", totals))
        return self.lines.text(more)

    def _asked(self, one: str, option: Callable[[str], list[Asked]]) -> list[str]:
        """An assertion as questions; one that is none of ours, or speaks of what is not here, is kept as a comment."""
        if not _STATE.fullmatch(one):
            try:
                return [line(2, ask, "expect", expected) for ask, expected in option(one)]
            except Problems:
                pass
        return [comment(1, one)]

    def _found(self, who: str, kind: str, points: int, over: bool) -> tuple[int, str] | None:
        """Where the question for such a scoring belongs, and the question with its expectation; None for no figure."""
        last: tuple[int, str] | None = None
        for at, ask in self._candidates(who, kind, over):
            last = (at, line(2, ask, "expect", player(who), points))
            try:
                outcome = settle(self.lines.text({at: [line(2, ask)]}))
            except Problems:
                continue
            ruling = outcome.answers[-1].ruling if outcome.answers else None
            if ruling is None or ruling.verdict != "scored":
                continue
            apart = sum(one.points for one in ruling.lines if one.player == who and one.item in names()["apart"])
            last = (at, line(2, ask, "expect", player(who), points + apart))
            if ruling.points.get(who, 0) == points + apart:
                return last
        return last

    def _candidates(self, who: str, kind: str, over: bool) -> Iterator[tuple[int, list[Said]]]:
        """Questions for a feature of the `kind`, where a figure of `who` was put: place in the text and question."""
        kinds = names()["scored"][kind]
        for owner, _, place, since in self._stood:
            if owner != who or not isinstance(place[0], Noun) or place[0].ident not in kinds:
                continue
            if kind != "field":
                for at in self._moments:
                    if at >= since:
                        yield at, said("ask", word("score", "topic"), place)
            if over:
                yield len(self.lines), said("ask", word("final", "topic"), place)
