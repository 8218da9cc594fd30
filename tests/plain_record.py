"""A recorded game reckoned the plain way, from the text of the rules: nothing is kept but who stands where.

After every turn all is walked anew: features by flood fill, who leads them, what they are worth with everything in
play. It knows faces as they are printed, reads the record line by line, and shares no code with the engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import ClassVar, NamedTuple

from plain_table import STEPS, Feature, Piece, PlainTable

from adjudicator.geometry.face import HALVES, SIDES, Face

SUPPLY = {
    "meeple": 7, "abbot": 1, "large meeple": 1, "builder": 1, "pig": 1, "mayor": 1, "wagon": 1, "barn": 1,
    "phantom": 1, "guard": 0, "shepherd": 1,
}  # fmt: skip
HELPERS = ("builder", "pig", "barn", "shepherd")
"""Figures that are no meeples."""
CARDS = 25
GHOSTS = 15
TOKENS = {1: 4, 2: 5, 3: 5, 4: 2, 0: 2}
"""What the bag of a shepherd holds: how many tokens with so many sheep; 0 is a wolf."""

_PLACE = re.compile(r"([a-z ]+?)(?: ([NESW][LR]?|I{1,3}|IV))? at \((-?\d+),(-?\d+)\)")
_TILE = re.compile(
    r"place (\S+?)(?:@(\d+))? at \((-?\d+),(-?\d+)\)(?: that activates (\w+)(?: at \((-?\d+),(-?\d+)\))?)?"
)


class Man:
    """A figure on the table."""

    def __init__(self, owner: str, kind: str, piece: Piece, cell: tuple[int, int]) -> None:
        self.owner, self.kind, self.piece, self.cell = owner, kind, piece, cell
        self.protected = False
        self.ghosts = 0
        self.tokens: list[int] = []
        """Of a shepherd the sheep beside it, token by token."""
        self.late = False
        """Whether a gift moved it to a feature that was complete already: nothing scores that any more."""

    @property
    def meeple(self) -> bool:
        return self.kind not in HELPERS


class Reckoned(NamedTuple):
    """How things stand after a turn."""

    totals: dict[str, int]
    held: dict[str, bool]
    """Whether a player's total may be another where the order of the points of the turn matters."""


def _figure(told: str) -> tuple[str, int | None, bool | None]:
    """The kind of a figure, and what is told of its ghosts and its protection."""
    lies = "not protected" not in told if "protected" in told else None
    kind, _, carried = told.replace("not protected", "").replace("protected", "").strip().partition(" with ")
    return kind.strip(), int(carried.split()[0]) if carried else None, lies


class PlainRecord:
    """One game from its first turn to its end."""

    MONKS: ClassVar[tuple[str, ...]] = ("monastery", "abbey")

    def __init__(
        self, players: Iterable[str], use: Iterable[str], start: Iterable[tuple[int, int, Face]],
        face: Callable[[str], Face], scores: dict[str, int] | None = None, edition: str = "",
    ) -> None:  # fmt: skip
        self.players = tuple(players)
        self.first = edition == "C1"
        """Whether it is played by the first edition: small cities and farmers count otherwise."""
        self.use = frozenset(use)
        self.face = face
        self.table = PlainTable()
        self.faces: dict[tuple[int, int], tuple[Face, int]] = {}
        for x, y, one in start:
            self.lay(x, y, one, 0)
        self.totals = {player: (scores or {}).get(player, 0) for player in self.players}
        self.floor = "ghosts-castles-cemeteries" in self.use
        self.shaky: set[str] = set()
        """Players whose total has been held at 0 when the order of points might matter."""
        self.men: list[Man] = []
        self.goods: dict[str, Counter[str]] = {player: Counter() for player in self.players}
        self.crowns = {"city": ("", 0), "road": ("", 0)}
        """Who completed the largest city, the longest road, and how many tiles it had."""
        self.gifts = dict.fromkeys(self.players, 0)
        self.guards = dict.fromkeys(self.players, 2 if self.floor else 0)
        self.aside = dict.fromkeys(self.players, 3)
        self.abbeys: Counter[str] = Counter()
        """The abbeys that each player has placed."""
        self.paid_two = False
        """Whether a meeple has been protected for 2 points in this turn."""
        self.activated = ""
        """The symbol that the placed tile has activated."""
        self.player = ""
        self.cell: tuple[int, int] | None = None
        self.scored = False
        self.sent: list[tuple[Man, Feature]] = []
        self.new: list[Man] = []
        """Figures put in this turn."""
        self.gifted: list[Man] = []
        """Those of them that a gift has put or moved."""
        self.barn_now: list[Man] = []
        self.pot: list[tuple[str, int]] = []
        """What a scoring gives, feature by feature."""

    # ---- the table
    def lay(self, x: int, y: int, face: Face, turns: int) -> None:
        self.table.lay(x, y, face, turns)
        self.faces[x, y] = (face, turns)

    def shown(self, cell: tuple[int, int], symbol: str) -> list[tuple[str, str]]:
        """The symbols of one kind that a tile shows, as (side, word)."""
        if cell not in self.faces:
            return []
        face, turns = self.faces[cell]
        found = []
        for one, side, word in face.marks:
            if one == symbol:
                found.append((SIDES[(SIDES.index(side) + turns) % 4] if side in SIDES else side, word))
        return found

    def place(self, text: str) -> Piece:
        """The piece that ``city N at (0,0)`` names."""
        match = _PLACE.fullmatch(text.strip())
        assert match, text
        kind, side, x, y = match.groups()
        kind, cell = kind.replace(" ", "-"), (int(x), int(y))
        lying = self.table.lying[cell]
        here = [at for at, piece in enumerate(lying) if piece.kind == kind]
        if side in SIDES:
            at = SIDES.index(side)
            here = [i for i in here if at in lying[i].sides or {2 * at, 2 * at + 1} & lying[i].halves]
        elif side in HALVES:
            here = [i for i in here if HALVES.index(side) in lying[i].halves]
        elif side:
            inside = [i for i in here if not lying[i].sides and not lying[i].halves]
            here = [inside[("I", "II", "III", "IV").index(side)]]
        assert here, text
        return (*cell, here[0])

    def on(self, feature: Feature) -> list[Man]:
        return [man for man in self.men if man.piece in feature]

    def around(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        return [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

    def carries(self, feature: Feature, mark: str) -> int:
        return sum(self.table.piece(piece).marks.get(mark, 0) for piece in feature)

    # ---- who leads
    def strength(self, man: Man, feature: Feature) -> int:
        if not man.meeple:
            return 0
        if man.kind == "mayor":
            return self.table.coats(feature) if self.table.kind(feature) == "city" else 0
        return 2 if man.kind == "large meeple" else 1

    def leaders(self, feature: Feature, parted: bool = True) -> list[str]:
        """Who leads a feature; of those who tie only who stands on a hill, where that is `parted`."""
        power: Counter[str] = Counter()
        for man in self.on(feature):
            power[man.owner] += self.strength(man, feature)
        best = max(power.values(), default=0)
        lead = [player for player in self.players if best and power[player] == best]
        if parted and len(lead) > 1 and "hills-and-sheep" in self.use:
            up = {m.owner for m in self.on(feature) if m.meeple and self.shown(m.cell, "hill")}
            lead = [player for player in lead if player in up] or lead
        return lead

    # ---- what features are worth
    def worth(self, feature: Feature, end: bool) -> int:
        table, kind = self.table, self.table.kind(feature)
        complete = table.complete(feature)
        if kind == "road":
            inn = self.carries(feature, "inn") > 0
            return table.tiles(feature) * (2 if inn and complete else 0 if inn else 1)
        if kind == "city":
            cathedral, besieged = self.carries(feature, "cathedral") > 0, self.carries(feature, "besieged") > 0
            each = (3 if cathedral else 2) - besieged if complete else 0 if cathedral or besieged else 1
            if self.first and complete and table.tiles(feature) == 2:
                each = 1
            return each * (table.tiles(feature) + table.coats(feature))
        if kind in ("cemetery", "river"):
            return 0
        ((x, y, _),) = feature
        if kind == "haunted-castle":
            misty = sum(bool(self.shown(cell, "mist")) for cell in self.around((x, y)))
            return misty * (2 if complete else 1)
        points = table.tiles(feature)
        if kind in self.MONKS and complete:
            points += 3 * sum(len(self.shown(c, "vineyard")) for c in self.around((x, y)) if c != (x, y))
        return points

    def field_worth(self, field: Feature, each: int, player: str = "") -> int:
        """What a field is worth at so much a city, a pig of the player's own with it."""
        pig = any(man.kind == "pig" and man.owner == player for man in self.on(field))
        done = [city for city in self.table.cities(field) if self.table.complete(city)]
        return sum((each + pig) * (2 if self.carries(city, "besieged") else 1) for city in done)

    # ---- points
    def book(self, gains: Iterable[tuple[str, int]]) -> None:
        """Points of one scoring, feature by feature; no total falls below 0 where ghosts are about."""
        for player, points in gains:
            total = self.totals[player] + points
            if self.floor and points < 0 and total < 0:
                self.shaky.add(player)
                total = max(0, total)
            self.totals[player] = total

    def pay(self, feature: Feature, points: int) -> None:
        """A scoring in the game: its ghosts cost those who lead 2 points each."""
        for player in self.leaders(feature):
            ghosts = sum(man.ghosts for man in self.on(feature) if man.owner == player)
            self.book([(player, points - 2 * ghosts)])
        self.book(self.bonuses(feature))

    def bonuses(self, feature: Feature) -> list[tuple[str, int]]:
        """Points of a scoring that ask for no majority."""
        return []

    def stays(self, man: Man) -> bool:
        """Whether a figure has no part in the scoring of what it stands on while the game goes on."""
        return False

    def leaves(self, man: Man) -> None:
        """A figure leaves the table after a scoring."""
        self.men.remove(man)
        man.ghosts = 0

    # ---- figures
    def home(self, gone: Iterable[Man]) -> None:
        for man in gone:
            self.men.remove(man)
            man.ghosts, man.protected = 0, False
        self.helpers()

    def helpers(self) -> None:
        """Builders and pigs whose owner has no meeple beside them go home."""
        for man in [man for man in self.men if man.kind in ("builder", "pig")]:
            feature = self.table.feature(man.piece)
            if not any(other.meeple and other.owner == man.owner for other in self.on(feature)):
                self.men.remove(man)

    def man(self, owner: str, figure: str, place: str) -> Man:
        """The figure that is meant, with what is told of its ghosts and its protection."""
        kind, ghosts, lies = _figure(figure)
        piece = self.place(place)
        there = [m for m in self.on(self.table.feature(piece)) if m.owner == owner and (not kind or m.kind == kind)]
        there = self.meant([m for m in there if ghosts in (None, m.ghosts) and lies in (None, m.protected)])
        there.sort(key=lambda man: man.cell != piece[:2])
        assert there, (owner, figure, place)
        return there[0]

    def tile_of(self, cell: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """The squares of the tile that lies on one of them."""
        return (cell,)

    def meant(self, men: list[Man]) -> list[Man]:
        """Those of some figures that a line can mean by what else it tells of the one it names."""
        return men

    # ---- lines of a record
    def begins(self, player: str, kind: str = "") -> None:
        """A turn, or the `kind` of it that is no player's first, such as ``second part``."""
        self.ends()
        self.player, self.cell, self.scored, self.paid_two = player, None, False, False
        self.sent, self.new, self.gifted, self.barn_now = [], [], [], []

    def does(self, line: str) -> None:
        """One move, as the language writes it."""
        words = line.split()
        who = self.player
        if words[0] in self.players:
            who = words.pop(0)
        verb = words.pop(0)
        verb = verb if verb in ("discards", "draws") else verb.removesuffix("s")
        rest = " ".join(words)
        getattr(self, f"_{verb}")(who, rest, f"{verb} {rest}")

    def _discards(self, who: str, rest: str, line: str) -> None:
        pass

    def _draws(self, who: str, rest: str, line: str) -> None:
        for symbol, _, word in self.face(rest).marks:
            if symbol == "revolt" and "peasant-revolts" in self.use:
                self.revolt(word)

    def kind_of_place(self, man: Man) -> str:
        """The kind of the feature that a figure stands on."""
        return self.table.piece(man.piece).kind

    def revolt(self, kind: str) -> None:
        kinds = self.MONKS if kind == "monastery" else (kind,)
        at = self.players.index(self.player)
        for player in (*self.players[at:], *self.players[:at]):
            struck = [m for m in self.men if m.owner == player and m.meeple and self.kind_of_place(m) in kinds]
            safe = [man for man in struck if man.protected]
            for _ in safe[:1]:
                self.book([(player, 2 * len(safe))])
            gone = [man for man in struck if not man.protected]
            self.home(gone)
            if gone:
                return

    def _place(self, who: str, rest: str, line: str) -> None:
        match = _TILE.fullmatch(line)
        assert match, line
        name, turns, x, y, said, ax, ay = match.groups()
        self.cell = (int(x), int(y))
        self.lay(*self.cell, self.face(name), int(turns or 0) // 90)
        self.abbeys[who] += name == "abbey"
        self.arrow(said, (int(ax), int(ay)) if ax else None)
        self.gift()

    def arrow(self, said: str | None, at: tuple[int, int] | None) -> None:
        """Which symbol the tile activates; 2 points where it bears one that is not the one activated."""
        cell = self.cell
        assert cell is not None
        self.activated = ""
        if "anniversary-20" not in self.use:
            return
        could: list[tuple[str, tuple[int, int]]] = []
        for side, word in self.shown(cell, "arrow"):
            dx, dy = STEPS[SIDES.index(side)]
            could += [(word, cell)] if (cell[0] + dx, cell[1] + dy) in self.faces else []
        for i, (dx, dy) in enumerate(STEPS):
            there = (cell[0] + dx, cell[1] + dy)
            could += [(word, there) for side, word in self.shown(there, "arrow") if side == SIDES[(i + 2) % 4]]
        if said is not None:
            could = [(word, there) for word, there in could if word == said and at in (None, there)]
            assert could, "no such symbol"
        assert len({(word, there == cell) for word, there in could}) < 2, "which symbol is not told"
        self.activated = could[0][0] if could else ""
        if self.shown(cell, "arrow") and (not could or could[0][1] != cell):
            self.book([(self.player, 2)])

    def new_squares(self) -> tuple[tuple[int, int], ...]:
        """The squares of the tile just placed."""
        return (self.cell,) if self.cell is not None else ()

    def gift(self) -> None:
        """A gift for who extends a road or city that others lead."""
        new = self.new_squares()
        for piece in ((*cell, at) for cell in new for at in range(len(self.table.lying[cell]))):
            if "gifts" not in self.use:
                return
            feature = self.table.feature(piece)
            if self.table.kind(feature) in ("city", "road") and any(piece[:2] not in new for piece in feature):
                lead = self.leaders(feature, parted=False) or [man.owner for man in self.on(feature) if man.meeple]
                if lead and self.player not in lead and sum(self.gifts.values()) < CARDS:
                    self.gifts[self.player] += 1
                    return

    def _take(self, who: str, rest: str, line: str) -> None:
        kind, _, place = rest.removeprefix("back ").partition(" on ")
        if kind == "wagon":
            self.ends()
            self.sent = [(one, feature) for one, feature in self.sent if one.owner != who]
            return
        man = self.man(who, kind, place)
        feature = self.table.feature(man.piece)
        self.book([(who, self.table.tiles(feature) - 2 * man.ghosts)])
        self.home([man])

    def _put(self, who: str, rest: str, line: str) -> None:
        if rest == "nothing":
            return
        safe = rest.startswith("protected ")
        kind, _, place = rest.removeprefix("protected ").partition(" on ")
        if kind == "barn":
            x, y = map(int, place.partition("(")[2].rstrip(")").split(","))
            at = next(i for i, p in enumerate(self.table.lying[x, y]) if 0 in p.halves)
            man = Man(who, kind, (x, y, at), (x, y))
            self.barn_now.append(man)
        else:
            piece = self.place(place)
            man = Man(who, kind, piece, piece[:2])
            if self.cell is not None and piece[:2] != self.cell:
                self.beside(man)
        self.men.append(man)
        self.new.append(man)
        if safe:
            man.protected = True
            self.book([(who, -4)])

    def beside(self, man: Man) -> None:
        """A figure that an arrow puts beside another stands on that one's tile."""
        own = [m for m in self.on(self.table.feature(man.piece)) if m.owner == man.owner and m.meeple]
        alone = [m for m in own if sum(other.cell == m.cell for other in own) == 1]
        alone.sort(key=lambda m: m.cell != man.cell)
        if alone and alone[0].cell != man.cell:
            man.cell, man.piece = alone[0].cell, alone[0].piece

    def _protect(self, who: str, rest: str, line: str) -> None:
        figure, _, place = rest.partition(" on ")
        kind, ghosts, _ = _figure(figure)
        feature = self.table.feature(self.place(place))
        there = [m for m in self.on(feature) if (m.owner, m.kind) == (who, kind) and not m.protected]
        there = self.meant([m for m in there if ghosts in (None, m.ghosts)])
        there.sort(key=lambda m: m not in self.new)
        there[0].protected = True
        new = there[0] in self.new
        on_tile = [man for man in self.new if man.meeple and man not in self.gifted and man.cell == self.cell]
        if new and there[0] in self.gifted and self.cell is not None and not on_tile and not self.paid_two:
            new = False  # no meeple on the placed tile: any that stands may be protected for 2
        self.paid_two = self.paid_two or not new
        self.book([(who, -4 if new else -2)])

    def _haunt(self, who: str, rest: str, line: str) -> None:
        figure, _, place = rest.partition(" on ")
        owner = next(word for word in figure.split() if word in self.players)
        man = self.man(owner, figure.replace(owner, "", 1).strip(), place)
        man.ghosts += 1
        if man.ghosts == 3:
            self.home([man])

    def _escape(self, who: str, rest: str, line: str) -> None:
        kind, _, place = rest.partition(" on ")
        self.home([self.man(who, kind, place)])

    # ---- shepherds
    def bag(self) -> Counter[int]:
        """The tokens that may be drawn: all that lie beside no shepherd."""
        out = Counter(token for man in self.men for token in man.tokens)
        return Counter({token: number - out[token] for token, number in TOKENS.items()})

    def shepherds(self, field: Feature) -> list[Man]:
        return [man for man in self.on(field) if man.kind == "shepherd"]

    def flocks(self, field: Feature) -> None:
        """Everybody with a shepherd in a field gets a point for every sheep in it, and all go home."""
        herd = self.shepherds(field)
        sheep = sum(token for man in herd for token in man.tokens)
        self.book([(man.owner, sheep) for man in herd])
        self.home(herd)

    def shut(self, field: Feature) -> bool:
        """Whether a tile lies at every half side of a field."""
        ends = [(x + STEPS[half // 2][0], y + STEPS[half // 2][1])
                for x, y, at in field for half in self.table.lying[x, y][at].halves]  # fmt: skip
        return all(end in self.table.lying for end in ends)

    def _pull(self, who: str, rest: str, line: str) -> None:
        man = next(man for man in self.men if (man.owner, man.kind) == (who, "shepherd"))
        token = 0 if rest == "wolf" else int(rest.split()[0])
        assert self.bag()[token] > 0, "no such token in the bag"
        if token:
            man.tokens.append(token)
        else:
            self.home(self.shepherds(self.table.feature(man.piece)))

    def _gather(self, who: str, rest: str, line: str) -> None:
        man = next(man for man in self.men if (man.owner, man.kind) == (who, "shepherd"))
        self.flocks(self.table.feature(man.piece))

    # ---- gifts
    def _unwrap(self, who: str, rest: str, line: str) -> None:
        self.gifts[who] -= 1
        card, _, how = rest.partition(" ")
        if how:
            getattr(self, f"_card_{card.replace('-', '_')}")(who, how)

    def _card_synod(self, who: str, how: str) -> None:
        named, _, place = how.rpartition("on ")
        piece = self.place(place)
        man = Man(who, named.removeprefix("with ").strip() or "meeple", piece, piece[:2])
        self.men.append(man)
        self.new.append(man)
        self.gifted.append(man)

    def _card_road_sweeper(self, who: str, how: str) -> None:
        road = self.table.feature(self.place(how.removeprefix("on ")))
        self.pay(road, self.worth(road, True))
        self.home([man for man in self.on(road) if man.meeple])

    def _card_cash_out(self, who: str, how: str) -> None:
        figure, _, place = how.partition(" on ")
        man = self.man(who, figure, place)
        feature = self.table.feature(man.piece)
        self.book([(who, 2 + 2 * (sum(other.meeple for other in self.on(feature)) - 1))])
        self.home([man])

    def _card_change_position(self, who: str, how: str) -> None:
        figure, _, where = how.partition(" on ")
        kind, ghosts, lies = _figure(figure)
        place, _, target = where.partition(" to ")
        piece = self.place(target)
        there = self.table.feature(piece)
        own = [m for m in self.on(self.table.feature(self.place(place))) if m.owner == who and m.kind == kind]
        own = self.meant([m for m in own if lies in (None, m.protected) and ghosts in (None, m.ghosts)])
        own.sort(key=lambda m: m.cell != piece[:2])
        reached = {id(m): [one for one in there if one[:2] in self.tile_of(m.cell)] for m in own}
        man = next(m for m in own if reached[id(m)])
        if man.cell != piece[:2]:
            piece = min(reached[id(man)], key=lambda one: (one[:2] != man.cell, one))
        man.piece, man.cell = piece, piece[:2]
        man.late = self.table.kind(there) != "field" and self.table.complete(there)
        self.new.append(man)
        self.gifted.append(man)
        self.helpers()

    # ---- the scoring of a turn
    def ends(self) -> None:
        if self.cell is not None and not self.scored:
            self.score()

    def score(self) -> None:
        """Everything the tile completed, and the fields of barns."""
        self.scored = True
        cell = self.cell
        assert cell is not None
        done = self.done(cell)
        for feature in done:
            if self.table.kind(feature) == "city" and "traders-and-builders" in self.use:
                for kind in ("wine", "grain", "cloth"):
                    self.goods[self.player][kind] += self.carries(feature, kind)
        for feature in done if "count-king-robber" in self.use else ():
            kind, tiles = self.table.kind(feature), self.table.tiles(feature)
            if tiles > self.crowns.get(kind, ("", tiles))[1]:
                self.crowns[kind] = (self.player, tiles)
        gone = []
        for feature in done:
            if self.table.kind(feature) == "cemetery":
                for player in self.leaders(feature):
                    if self.aside[player]:
                        self.aside[player] -= 1
                        self.guards[player] += 1
            self.pay(feature, self.worth(feature, False))
            gone += [(man, feature) for man in self.on(feature) if not self.stays(man)]
        for field in dict.fromkeys(self.table.feature(man.piece) for man in self.men if man.kind == "barn"):
            farmers = [man for man in self.on(field) if man.meeple]
            if not farmers:
                continue
            each = 3 if any(man in self.barn_now for man in self.on(field)) else 1
            for player in self.leaders(field):
                ghosts = sum(man.ghosts for man in farmers if man.owner == player)
                self.book([(player, self.field_worth(field, each, player) - 2 * ghosts)])
            self.book(self.bonuses(field))
            gone += [(man, field) for man in self.on(field) if man.kind not in ("barn", "shepherd")]
        for man, feature in gone:
            if man.kind == "wagon":
                self.sent.append((man, feature))
            self.leaves(man)
        self.helpers()
        for field in dict.fromkeys(self.table.feature(man.piece) for man in self.men if man.kind == "shepherd"):
            if self.shut(field):
                self.flocks(field)
        for man in self.men:
            feature = self.table.feature(man.piece)
            done = self.table.kind(feature) != "field" and self.table.complete(feature)
            assert man.late or self.stays(man) or not done, "left on a complete feature"

    def done(self, cell: tuple[int, int]) -> list[Feature]:
        """What the tile on `cell` has completed."""
        near = [
            (*there, at) for there in self.around(cell) for at in range(len(self.table.lying.get(there, ())))
        ]  # fmt: skip
        found = dict.fromkeys(self.table.feature(piece) for piece in near)
        whole = [one for one in found if self.table.kind(one) != "field" and self.table.complete(one)]
        return [one for one in whole if self.touched(one, cell)]

    def touched(self, feature: Feature, cell: tuple[int, int]) -> bool:
        """Whether the tile on `cell` has to do with the feature being complete."""
        kind = self.table.kind(feature)
        if kind not in ("city", "road"):
            return True
        if any(piece[:2] == cell for piece in feature):
            return True
        for x, y, at in feature:
            for side in self.table.lying[x, y][at].sides:
                if (x + STEPS[side][0], y + STEPS[side][1]) == cell:
                    return True
        return False

    def _move(self, who: str, rest: str, line: str) -> None:
        self.ends()
        piece = self.place(rest.removeprefix("wagon to "))
        man = next(man for man, _ in self.sent if man.owner == who)
        self.sent = [(one, feature) for one, feature in self.sent if one is not man]
        man.piece, man.cell = piece, piece[:2]
        self.men.append(man)
        self.new.append(man)

    # ---- the end
    def _final(self, who: str, rest: str, line: str) -> None:
        self.ends()
        self.cell = None
        gains: list[tuple[str, int]] = []
        for feature in self.table.features():
            if not self.on(feature):
                continue
            if not (self.first and self.table.kind(feature) == "field"):
                gains += self.at_the_end(feature)
            for man in self.on(feature):
                if man.kind == "barn":
                    gains.append((man.owner, self.field_worth(feature, 4)))
                if man.ghosts and self.table.kind(feature) != "cemetery":
                    gains.append((man.owner, -man.ghosts))
        gains += self.city_by_city() if self.first else []
        for kind in ("wine", "grain", "cloth"):
            most = max(held[kind] for held in self.goods.values())
            gains += [(p, 10) for p, held in self.goods.items() if most and held[kind] == most]
        gains += [(player, 2 * number) for player, number in self.gifts.items()]
        gains += self.besides()
        whole = [self.table.kind(feature) for feature in self.table.features() if self.table.complete(feature)]
        gains += [(player, whole.count(kind)) for kind, (player, _) in self.crowns.items() if player]
        for player in self.players:
            mine = [points for one, points in gains if one == player]
            low = self.totals[player] + sum(points for points in mine if points < 0)
            if self.floor and low < 0:
                self.shaky.add(player)
            self.totals[player] += sum(mine)
            if self.floor:
                self.totals[player] = max(0, self.totals[player])

    def city_by_city(self) -> list[tuple[str, int]]:
        """What farmers got at first: of each city 4 points for who has the most in all fields around it."""
        fields = [one for one in self.table.features() if self.table.kind(one) == "field" and self.on(one)]
        around: dict[Feature, Feature] = {}
        for field in fields:
            for city in filter(self.table.complete, self.table.cities(field)):
                around[city] = around.get(city, frozenset()) | field
        gains = []
        for city, meadow in around.items():
            pigs = {man.owner for man in self.on(meadow) if man.kind == "pig"}
            twice = 2 if self.carries(city, "besieged") else 1
            gains += [(player, (4 + (player in pigs)) * twice) for player in self.leaders(meadow)]
        return gains

    def besides(self) -> list[tuple[str, int]]:
        """What the end of the game gives for no feature."""
        return []

    def at_the_end(self, feature: Feature) -> list[tuple[str, int]]:
        """What a feature gives those who lead it at the end of the game."""
        if self.table.kind(feature) == "field":
            return [(player, self.field_worth(feature, 3, player)) for player in self.leaders(feature)]
        return [(player, self.worth(feature, True)) for player in self.leaders(feature)]

    # ---- hands
    def hand(self, player: str) -> Counter[str]:
        """The figures in a player's supply."""
        whole = Counter(SUPPLY)
        if self.floor:
            whole["meeple"] = 5
        whole["guard"] = self.guards[player]
        out = Counter(man.kind for man in self.men if man.owner == player)
        return Counter({kind: whole[kind] - out[kind] for kind in whole})
