"""The plain reckoning of a recorded game with other boxes: dragon, fairy, towers, festivals, circles, circus.

Written from the rules as they are told, like `plain_record`, and without the engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from plain_record import Man, PlainRecord
from plain_table import STEPS, Feature, PlainTable

from adjudicator.geometry.face import Face

PER_SPACE, PER_ACROBAT, RANSOM, FAIRY = 2, 5, 3, 3

_WITH_FAIRY = re.compile(r"(?<= with )(\d+) fair(?:y|ies)(?: and )?| and (\d+) fair(?:y|ies)")
_NOTHING = re.compile(r" with ?(?= on |$)")
_SQUARE = re.compile(r"\((-?\d+),(-?\d+)\)")


def square(text: str) -> tuple[int, int]:
    """The square that a text names."""
    match = _SQUARE.search(text)
    assert match, text
    return int(match[1]), int(match[2])


class Table(PlainTable):
    """A table with places that nothing ever completes."""

    def complete(self, feature: Feature) -> bool:
        return self.kind(feature) not in ("tower", "pyramid") and super().complete(feature)


class PlainNeighbours(PlainRecord):
    """One game with the neighbours' boxes."""

    MONKS = (*PlainRecord.MONKS, "german-monastery")

    def __init__(
        self, players: Iterable[str], use: Iterable[str], start: Iterable[tuple[int, int, Face]],
        face: Callable[[str], Face], scores: dict[str, int] | None = None, edition: str = "",
    ) -> None:  # fmt: skip
        super().__init__(players, use, (), face, scores, edition)
        self.table = Table()
        for x, y, one in start:
            self.lay(x, y, one, 0)
        self.start = tuple(self.faces) if self.floor else ()
        """The squares of the start tile where it has four."""
        self.prisoners: list[tuple[str, str, str]] = []
        """Owner, kind and who holds it."""
        self.fairy: Man | None = None
        self.fairies: int | None = None
        """How many stand with the figure of a line, where it tells that."""
        self.lying: list[Man] = []
        """Who lies on a special monastery, as its abbot."""
        self.big_top: tuple[int, int] | None = None
        self.token = 0
        """The token that pays at the end."""
        self.due = False
        """Whether the placed tile still has its token revealed."""

    def does(self, line: str) -> None:
        carried = _WITH_FAIRY.search(line)
        self.fairies = int(carried[1] or carried[2]) if carried else None
        super().does(_NOTHING.sub("", _WITH_FAIRY.sub("", line)))

    def meant(self, men: list[Man]) -> list[Man]:
        return [man for man in men if self.fairies in (None, int(man is self.fairy))]

    # ---- turns
    def begins(self, player: str, kind: str = "") -> None:
        super().begins(player, kind)
        if self.fairy in self.men and self.fairy.owner == player and kind != "second part":
            self.book([(player, 1)])

    def home(self, gone: Iterable[Man]) -> None:
        leaving = list(gone)
        super().home(leaving)
        self.alone()

    def leaves(self, man: Man) -> None:
        super().leaves(man)
        self.alone()

    def helpers(self) -> None:
        super().helpers()
        self.alone()

    def alone(self) -> None:
        """The fairy is with nobody once her meeple has left."""
        if self.fairy not in self.men:
            self.fairy = None

    def _place(self, who: str, rest: str, line: str) -> None:
        super()._place(who, rest, line)
        assert self.cell is not None
        circus = bool(self.shown(self.cell, "circus-space"))
        self.due = circus and self.big_top is not None
        if circus and not self.due:
            self.big_top = self.cell

    def whose(self, figure: str) -> tuple[str, str]:
        """The owner of a figure that is named with a colour, and what else is said of it."""
        owner = next(word for word in figure.split() if word in self.players)
        return owner, " ".join(word for word in figure.split() if word != owner)

    # ---- dragon, fairy, princess
    def _move(self, who: str, rest: str, line: str) -> None:
        if rest.startswith("dragon to "):
            self.eaten(square(rest))
        elif rest.startswith("fairy to "):
            figure, _, place = rest.removeprefix("fairy to ").partition(" on ")
            self.fairy = self.man(*self.whose(figure), place)
        else:
            super()._move(who, rest, line)

    def eaten(self, cell: tuple[int, int]) -> None:
        """Everybody on a tile goes home, but for barns; the start tile of four squares is one tile for the dragon."""
        tile = self.start if cell in self.start else (cell,)
        self.home([man for man in self.men if man.cell in tile and man.kind != "barn"])

    def _seduce(self, who: str, rest: str, line: str) -> None:
        figure, _, place = rest.partition(" on ")
        self.home([self.man(*self.whose(figure), place)])

    # ---- festival
    def _take(self, who: str, rest: str, line: str) -> None:
        figure, festival, _ = rest.partition(" by festival")
        if festival:
            kind, _, place = figure.removeprefix("back ").partition(" on ")
            self.home([self.man(who, kind.replace(f"{who} ", "", 1), place)])
        else:
            if rest.startswith("back abbot on ") and self.man(who, "abbot", rest.partition(" on ")[2]) is self.fairy:
                self.book([(who, FAIRY)])
            super()._take(who, rest, line)

    # ---- tower
    def _put(self, who: str, rest: str, line: str) -> None:
        if not rest.startswith("floor on "):
            super()._put(who, re.sub(" as abbot| by (portal|acrobat|tower)$", "", rest), line)
            if " as abbot" in rest:
                self.lying.append(self.men[-1])

    def _capture(self, who: str, rest: str, line: str) -> None:
        figure, _, place = rest.partition(" on ")
        owner, kind = self.whose(figure)
        man = self.man(owner, kind, place)
        self.home([man])
        if owner == who:
            return
        mine = next((one for one in self.prisoners if one[0] == who and one[2] == owner), None)
        if mine is None:
            self.prisoners.append((owner, man.kind, who))
        else:
            self.prisoners.remove(mine)

    def _ransom(self, who: str, rest: str, line: str) -> None:
        kind, _, holder = rest.partition(" from ")
        self.prisoners.remove((who, kind, holder))
        self.book([(who, -RANSOM), (holder, RANSOM)])

    # ---- crop circles
    def _add(self, who: str, rest: str, line: str) -> None:
        self.ends()
        kind, _, place = rest.partition(" on ")
        piece = self.place(place)
        man = Man(who, kind, piece, piece[:2])
        there = self.table.feature(piece)
        man.late = self.table.kind(there) != "field" and self.table.complete(there)  # beside one that a card put there
        self.men.append(man)

    def _remove(self, who: str, rest: str, line: str) -> None:
        self.ends()
        kind, _, place = rest.partition(" on ")
        self.home([self.man(who, kind, place)])

    # ---- circus
    def _reveal(self, who: str, rest: str, line: str) -> None:
        """The token under the big top, which then moves to the tile just placed; at the end nobody moves it."""
        self.ends()
        assert self.cell is not None and self.big_top is not None
        self.token = int(rest)
        if self.due:
            self.book(self.besides())
            self.big_top, self.due, self.token = self.cell, False, 0

    def besides(self) -> list[tuple[str, int]]:
        """What the token gives the owner of every meeple at the big top."""
        if self.big_top is None:
            return []
        near = self.around(self.big_top)
        return [(man.owner, self.token) for man in self.men if man.meeple and man.cell in near]

    def _score(self, who: str, rest: str, line: str) -> None:
        acrobats = self.on(self.table.feature(self.place(rest)))
        for player in self.players:
            mine = [man for man in acrobats if man.owner == player]
            self.book([(player, PER_ACROBAT * len(mine) - 2 * sum(man.ghosts for man in mine))] if mine else [])
        self.book([(man.owner, FAIRY) for man in acrobats if man is self.fairy])
        self.home(acrobats)

    def spaces(self, man: Man) -> int:
        """What a ringmaster gets besides: circus and acrobat spaces around it."""
        found = 0
        for cell in self.around(man.cell):
            pieces = self.table.lying.get(cell, ())
            found += bool(self.shown(cell, "circus-space")) + any(piece.kind == "pyramid" for piece in pieces)
        return PER_SPACE * found

    # ---- scoring
    def stays(self, man: Man) -> bool:
        return man in self.lying

    def leaders(self, feature: Feature, parted: bool = True) -> list[str]:
        if self.table.kind(feature) != "german-monastery":
            return super().leaders(feature, parted)
        return self.most(man for man in self.on(feature) if man not in self.lying)

    def most(self, men: Iterable[Man]) -> list[str]:
        """Who has the most among some meeples of a monastery."""
        power = Counter[str]()
        for man in men:
            power[man.owner] += 2 if man.kind == "large meeple" else 1
        return [player for player in self.players if power and power[player] == max(power.values())]

    def aligned(self, cell: tuple[int, int]) -> int:
        """The tiles of a row and a column up to the first gap, that of the square itself with them."""
        found = 1
        for dx, dy in STEPS:
            x, y = cell[0] + dx, cell[1] + dy
            while (x, y) in self.table.lying:
                found, x, y = found + 1, x + dx, y + dy
        return found

    def bonuses(self, feature: Feature) -> list[tuple[str, int]]:
        here = self.on(feature)
        gains = [(man.owner, FAIRY) for man in here if man is self.fairy and man not in self.lying]
        return gains + [(man.owner, self.spaces(man)) for man in here if man.kind == "ringmaster"]

    def at_the_end(self, feature: Feature) -> list[tuple[str, int]]:
        kind, here = self.table.kind(feature), self.on(feature)
        if kind == "tower":
            return []
        fairy = [(man.owner, FAIRY) for man in here if man is self.fairy]
        if kind == "pyramid":
            return fairy + [(man.owner, PER_ACROBAT) for man in here]
        gains = super().at_the_end(feature)
        if kind == "cemetery":  # not complete, and so not scored: neither fairy nor ringmaster brings anything
            return gains
        if kind == "german-monastery":
            abbots = [man for man in here if man in self.lying]
            gains += [(player, self.aligned(man.cell)) for man in abbots[:1] for player in self.most(abbots)]
        rings = [(man.owner, self.spaces(man)) for man in here if man.kind == "ringmaster"]
        return gains + fairy + rings
