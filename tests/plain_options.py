"""What a player may do, reckoned the plain way from the text of the rules: `PlainRecord` with all that is open."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from plain_record import HELPERS, Man, PlainRecord
from plain_table import STEPS, Feature, Piece, turned

from adjudicator.geometry.face import HALVES, SIDES, Face

ROLES = {
    "meeple": ("road", "city", "field", "monastery", "abbey", "cemetery", "haunted-castle"),
    "mayor": ("city",),
    "abbot": ("monastery", "abbey", "garden"),
    "wagon": ("road", "city", "monastery", "abbey", "cemetery", "haunted-castle"),
    "builder": ("road", "city"),
    "pig": ("field",),
    "shepherd": ("field",),
}
"""Where each figure may stand; all others go where a meeple may."""

OWNERS = {
    "large meeple": "inns-and-cathedrals", "builder": "traders-and-builders", "pig": "traders-and-builders",
    "mayor": "abbey-and-mayor", "wagon": "abbey-and-mayor", "barn": "abbey-and-mayor", "phantom": "phantom",
    "guard": "ghosts-castles-cemeteries", "shepherd": "hills-and-sheep",
}  # fmt: skip


class PlainOptions(PlainRecord):
    """A record with what may be done at every moment of it."""

    stock = 0
    kind = ""
    """What kind of turn it is."""
    extra_row = False
    """Whether it is an extra turn, or the second part of one."""
    hand_drawn: list[Face]
    opened = passed = escaped = acted = taking = doubled = extra = tended = False
    owed: list[str]
    closed: AbstractSet[Piece] = frozenset()
    """Where figures stood on something complete before the tile of the turn was placed."""

    # ---- the course of a turn
    def begins(self, player: str, kind: str = "") -> None:
        same = self.player == player
        super().begins(player, kind)
        self.extra_row = kind == "extra turn" or (kind == "second part" and self.extra_row and same)
        self.extra = kind == "second part" and same and self.extra
        self.kind = kind
        self.hand_drawn, self.owed = [], []
        self.opened = self.passed = self.escaped = self.acted = False
        self.taking = self.doubled = self.tended = False

    def _draws(self, who: str, rest: str, line: str) -> None:
        super()._draws(who, rest, line)
        self.hand_drawn.append(self.face(rest))
        self.stock -= 1
        self.taking = False

    def _discards(self, who: str, rest: str, line: str) -> None:
        gone = next(face for face in self.hand_drawn[::-1] if not self.placements(face))
        self.hand_drawn.remove(gone)
        self.taking = bool(self.hand_drawn)

    def _unwrap(self, who: str, rest: str, line: str) -> None:
        super()._unwrap(who, rest, line)
        self.opened = True
        self.taking = rest == "take-2" and self.stock > 0

    def _place(self, who: str, rest: str, line: str) -> None:
        self.closed = {man.piece for man in self.men if self.table.complete(self.table.feature(man.piece))}
        super()._place(who, rest, line)
        cell = self.cell
        for man in self.men:
            feature = self.table.feature(man.piece)
            if man.kind == "builder" and man.owner == who and man.cell != cell and self.kind != "second part":
                self.doubled = self.doubled or any(piece[:2] == cell for piece in feature)
        self.extra = self.extra or (self.activated == "extra" and not self.extra_row)
        self.stock += max(0, len(self.hand_drawn) - 1)
        self.owed = [what for what in self.ghosts_due() if self.haunted(what)]

    def _put(self, who: str, rest: str, line: str) -> None:
        super()._put(who, rest, line)
        if rest == "nothing":
            self.passed = True
        elif self.new[-1].kind != "phantom":
            self.acted = True

    def _take(self, who: str, rest: str, line: str) -> None:
        super()._take(who, rest, line)
        self.acted = self.acted or not self.scored

    def _escape(self, who: str, rest: str, line: str) -> None:
        super()._escape(who, rest, line)
        self.escaped = True

    def _pull(self, who: str, rest: str, line: str) -> None:
        super()._pull(who, rest, line)
        self.tended = True

    def _gather(self, who: str, rest: str, line: str) -> None:
        super()._gather(who, rest, line)
        self.tended = True

    def _haunt(self, who: str, rest: str, line: str) -> None:
        mine = rest.removeprefix("protected ").split()[0] == self.player
        super()._haunt(who, rest, line)
        self.owed = [one for one in self.owed if one == "own" and not mine]

    # ---- names
    def label(self, piece: Piece) -> str:
        """What a section is called."""
        x, y, at = piece
        lying = self.table.lying[x, y]
        mine = lying[at]
        alike = [i for i, one in enumerate(lying) if one.kind == mine.kind]
        own = mine.sides - {side for i, one in enumerate(lying) if i != at for side in one.sides}
        side = SIDES[min(own)] if own else mine.side  # two cities may share a side
        if not side and len(alike) > 1:
            inside = [i for i in alike if not lying[i].side]
            side = ("I", "II", "III", "IV")[inside.index(at)]
        return f"{mine.kind.replace('-', ' ')} {side} at ({x},{y})".replace("  ", " ")

    def name(self, feature: Feature) -> str:
        """What a feature is called: by its oldest section."""
        order = {cell: number for number, cell in enumerate(self.table.lying)}
        return self.label(min(feature, key=lambda piece: (order[piece[:2]], piece[2])))

    # ---- before a tile lies
    def placements(self, face: Face) -> set[tuple[int, int, int]]:
        """Every way the tile may lie."""
        ways = {(x, y, t) for x, y in self.table.near() for t in range(4) if self.table.fits(x, y, face, t)}
        return {way for way in ways if self.flows(face, *way)}

    def flows(self, face: Face, x: int, y: int, turns: int) -> bool:
        """Whether a tile with a river goes on with it, and does not turn it back at once."""
        rivers = [piece.sides for piece in turned(face, turns) if piece.kind == "river"]
        if not rivers:
            return True
        beside = {side: (x + STEPS[side][0], y + STEPS[side][1]) for side in rivers[0]}
        joined = [side for side, there in beside.items() if there in self.faces]
        for side in joined:
            before = next(piece.sides for piece in self.table.lying[beside[side]] if piece.kind == "river")
            came = [one for one in before if one != (side + 2) % 4]
            goes = [one for one in rivers[0] if one != side]
            if came and goes and goes[0] == came[0] and goes[0] % 2 != side % 2:
                return False  # it came from there, two tiles ago
        return bool(joined)

    def holes(self) -> set[str]:
        """Where an abbey may go."""
        near = self.table.near()
        free = [c for c in near if c not in self.faces and all((c[0] + x, c[1] + y) in self.faces for x, y in STEPS)]
        return {f"place abbey at ({x},{y})" for x, y in free}

    def ghosts_due(self) -> list[str]:
        """The ghosts that the placed tile brings: for an opponent, for oneself."""
        found = []
        cell = self.cell
        if not self.floor or cell is None:
            return []
        mine = {side for side, _ in self.shown(cell, "mist")}
        going_on = broken = False
        for number, (dx, dy) in enumerate(STEPS):
            beside = (cell[0] + dx, cell[1] + dy)
            if beside in self.faces:
                ours = SIDES[number] in mine
                theirs = SIDES[(number + 2) % 4] in {side for side, _ in self.shown(beside, "mist")}
                going_on = going_on or (ours and theirs)
                broken = broken or ours != theirs
        if going_on:
            found.append("other")
        if broken:
            found.append("own")
        return found

    def haunted(self, what: str) -> list[Man]:
        """The figures that may get a ghost."""
        able = [man for man in self.men if man.meeple and man.kind != "guard"]
        return [man for man in able if (man.owner == self.player) == (what == "own")]

    # ---- lists and duties
    def where(self, verb: str, figure: str) -> set[Feature]:
        """Every feature for a figure, of those that a move of phase 2 names."""
        told = [
            one.removeprefix(f"{verb} {figure} on ") for one in self.options() if one.startswith(f"{verb} {figure} on ")
        ]
        return {self.table.feature(self.place(one)) for one in told if not one.startswith("corner")}

    def duties(self) -> dict[str, bool]:
        """Moves of the player, and whether the rules leave no choice."""
        found, drawn = self.options(), bool(self.hand_drawn)
        due = {"put nothing": False}
        own = "abbey-and-mayor" in self.use and self.abbey_left(self.player)
        if not (own and (self.taking or not self.stock)):  # of his abbey beside a card, or at the end, nothing is told
            due |= {"draw a tile": found == {"draws"}, "place a tile": self.cell is None and found != {"discards"}}
        if self.cell is None and drawn and not self.taking:
            due["discard it"] = found == {"discards"}
        if "abbey-and-mayor" in self.use and self.stock:
            due["place abbey"] = False
        haunts = [one for one in found if one.startswith("haunt ")]
        return due | {one: len(haunts) == 1 for one in haunts}

    # ---- phase 2
    def options(self) -> set[str]:
        """What may be done now; placements are compared apart."""
        if self.cell is None:
            return self.before()
        if self.scored:
            return {*(one for one in self.protections() if one.split()[1] == "wagon"), *self.escapes()}
        left = 15 - sum(man.ghosts for man in self.men)
        for what in self.owed:
            if left > 0 and self.haunted(what):
                return {self.haunting(man) for man in self.haunted(what)}
        herd = self.herd()
        if herd is not None and herd in self.new:
            return {"pulls"}
        found = {*self.puts(), *self.elsewhere(), *self.calls(), *self.escapes(), *self.protections(), *self.barns()}
        if not (self.passed or self.acted or self.escaped or set(self.new) - set(self.gifted) or self.grazed()):
            found.add("put nothing")
        elif herd is not None:
            found |= {"pulls", "gather flock"}
        return found

    def herd(self) -> Man | None:
        """The player's shepherd, if it was put on the tile or the tile extends its field, and it has not acted yet."""
        for man in self.men:
            if (man.owner, man.kind) == (self.player, "shepherd") and not self.tended:
                return man if any(piece[:2] == self.cell for piece in self.table.feature(man.piece)) else None
        return None

    def grazed(self) -> bool:
        """Whether the shepherd has acted for an extended field: phase 2 is over."""
        return self.tended and not any(man.kind == "shepherd" for man in self.new)

    def before(self) -> set[str]:
        if any(not self.placements(face) for face in self.hand_drawn):
            return {"discards"}
        if not self.hand_drawn:
            left = self.abbey_left(self.player)
            return {*(("draws",) if self.stock else ()), *(self.holes() if left else ())}
        if self.taking:
            return {"draws"}
        cards = {"unwrap gift"} if self.gifts[self.player] and not self.opened else set()
        return cards | self.protections(self.gifted)  # a card's meeple before the tile lies

    def haunting(self, man: Man) -> str:
        feature = self.table.feature(man.piece)
        alike = [m for m in self.on(feature) if (m.owner, m.kind) == (man.owner, man.kind)]
        several = len({m.ghosts for m in alike}) > 1
        told = f" with {man.ghosts} ghost{'s' * (man.ghosts != 1)}" if several else ""
        if len({m.protected for m in alike}) > 1:
            front, behind = ("protected ", "") if man.protected else ("", " not protected")
            return f"haunt {front}{man.owner} {man.kind}{told}{behind} on {self.name(feature)}"
        return f"haunt {man.owner} {man.kind}{told} on {self.name(feature)}"

    def on_tile(self) -> list[Man]:
        """The figures put in phase 2."""
        return [man for man in self.new if man not in self.gifted and man.cell == self.cell]

    def supply(self) -> list[str]:
        """The kinds of figures in the player's hand."""
        hand = self.hand(self.player)
        return [kind for kind in hand if hand[kind] > 0 and (kind not in OWNERS or OWNERS[kind] in self.use)]

    def puts(self) -> set[str]:
        """Figures on the placed tile."""
        found: set[str] = set()
        cell = self.cell
        if cell is None or self.passed or self.escaped or self.grazed():
            return found
        first: dict[Feature, Piece] = {}
        for at in range(len(self.table.lying[cell])):
            first.setdefault(self.table.feature((*cell, at)), (*cell, at))
        for feature, piece in first.items():
            found |= {f"put {kind} on {self.label(piece)}" for kind in self.supply() if self.goes(kind, feature, piece)}
        return found

    def goes(self, kind: str, feature: Feature, piece: Piece) -> bool:
        """Whether the player may put a figure there."""
        there = self.on(feature)
        what = self.table.piece(piece).kind
        if what not in ROLES.get(kind, ROLES["meeple"]) or self.table.piece(piece).covered or kind == "barn":
            return False
        if kind == "shepherd":
            return not self.shepherds(feature) and not self.acted
        if kind in ("builder", "pig"):
            own = [m for m in there if m.meeple and m.owner == self.player and m not in self.on_tile()]
            return bool(own) and not self.acted
        if any(man.meeple for man in there) or any(man.kind == "barn" for man in there) or self.paid_two:
            return False
        if kind == "phantom":
            return not any(man.kind == "phantom" for man in self.on_tile())
        return not self.acted

    def elsewhere(self, second: bool = False) -> set[str]:
        """Figures that an arrow lets go anywhere instead of the placed tile, or the `second` one of a turn there."""
        if self.activated not in ("add", "place") or self.passed or self.escaped or self.grazed():
            return set()
        if second != (self.acted or any(man.meeple for man in self.new if man not in self.gifted)):
            return set()
        found: set[str] = set()
        ghostly = any(man.kind == "phantom" for man in self.new if man not in self.gifted)
        for feature in self.table.features():
            kind, there = self.table.kind(feature), self.on(feature)
            if self.table.piece(next(iter(feature))).covered:
                continue
            if self.activated == "place":
                held = any(man.meeple or man.kind == "barn" for man in there)
                free = not held and (kind == "field" or not self.table.complete(feature))
                # Who protects for 2 puts nobody on the placed tile; the program lists no other place of it then.
                free = free and not (self.paid_two and any(piece[:2] == self.cell for piece in feature))
            else:
                free = any(self.alone(man) and man.piece not in self.closed for man in there)
                free = free and not any(man.kind == "barn" for man in there)  # a barn keeps meeples off its field
            free = free and kind in ROLES["meeple"] + ROLES["abbot"]
            knights = kind == "city" and any(man.meeple for man in there)
            for figure in self.supply() if free else ():
                able = figure not in HELPERS and kind in ROLES.get(figure, ROLES["meeple"])
                able = able and not (figure == "mayor" and knights)  # his own sentence wants a city without knights
                if able and (not second or (figure == "phantom") is not ghostly):
                    found.add(f"put {figure} on {self.name(feature)}")
        return found

    def alone(self, man: Man) -> bool:
        """Whether a meeple of the player's has no other one beside it on its tile."""
        feature = self.table.feature(man.piece)
        own = [one for one in self.on(feature) if one.owner == man.owner and one.meeple and one.cell == man.cell]
        there = not (self.paid_two and man.cell == self.cell)  # who protects for 2 puts nobody on the placed tile
        return man.owner == self.player and man.meeple and len(own) == 1 and there

    def calls(self) -> set[str]:
        """The abbot may be called back instead."""
        if self.acted or self.escaped or self.grazed() or set(self.new) - set(self.gifted):
            return set()
        mine = [man for man in self.men if man.kind == "abbot" and man.owner == self.player]
        features = [self.table.feature(man.piece) for man in mine]
        return {f"take back abbot on {self.name(feature)}" for feature in features if not self.table.complete(feature)}

    def escapes(self) -> set[str]:
        """Knights of besieged cities beside a monastery."""
        found: set[str] = set()
        if self.escaped or "besiegers" not in self.use:
            return found
        for man in self.men:
            city = self.table.feature(man.piece)
            if man.owner != self.player or not man.meeple or self.table.kind(city) != "city":
                continue
            siege = [piece[:2] for piece in city if self.table.piece(piece).marks.get("besieged")]
            near = {there for cell in siege for there in self.around(cell)}
            lying = [piece.kind for cell in near for piece in self.table.lying.get(cell, ())]
            # Of a city that the tile completes they go home anyway; into one completed before a card may put a meeple.
            stays = man.piece in self.closed or not self.table.complete(city)
            if stays and set(self.MONKS) & set(lying):
                found.add(f"escape {man.kind} on {self.name(city)}")
        return found

    def protections(self, whom: Sequence[Man] | None = None) -> set[str]:
        """Meeples that may be put in safety, or those of `whom`: one just put for 4, or any for 2 in a turn that puts
        none on its tile.
        """
        found: set[str] = set()
        if "peasant-revolts" not in self.use or self.escaped:
            return found
        meeples = [man for man in self.on_tile() if man.meeple]
        for man in self.men if whom is None else whom:
            feature = self.table.feature(man.piece)
            if man.owner != self.player or not man.meeple or man.protected or self.table.kind(feature) == "field":
                continue
            if man in self.new or not (meeples or self.paid_two):
                found.add(f"protect {man.kind} on {self.name(feature)}")
        return found

    def barns(self) -> set[str]:
        """Corners of the placed tile where four tiles show nothing but field."""
        found: set[str] = set()
        cell = self.cell
        if cell is None or self.passed or self.acted or self.escaped or self.grazed() or "barn" not in self.supply():
            return found
        for cx, cy in ((cell[0], cell[1]), (cell[0] + 1, cell[1]), (cell[0], cell[1] + 1), (cell[0] + 1, cell[1] + 1)):
            pieces = [self.corner((cx + dx, cy + dy), dx, dy) for dx in (-1, 0) for dy in (-1, 0)]
            fields = [piece for piece in pieces if piece is not None]
            if len(fields) == 4 and not any(m.kind == "barn" for p in fields for m in self.on(self.table.feature(p))):
                found.add(f"put barn on corner ({cx},{cy})")
        return found

    def corner(self, cell: tuple[int, int], dx: int, dy: int) -> Piece | None:
        """The field that alone shows in a corner of a tile; None where anything else does."""
        if cell not in self.faces:
            return None
        halves = {(0, 0): ("WR", "NL"), (-1, 0): ("NR", "EL"), (-1, -1): ("ER", "SL"), (0, -1): ("SR", "WL")}[dx, dy]
        wanted = {HALVES.index(half) for half in halves}
        misty = {side for side, _ in self.shown(cell, "mist")}
        for at, piece in enumerate(self.table.lying[cell]):
            if wanted <= piece.halves and not misty & {half[0] for half in halves}:
                return (*cell, at)
        return None

    # ---- after the scoring
    def wagon_ways(self, player: str) -> set[Feature]:
        """Where a wagon may go whose feature is scored at the end of this turn."""
        men = [man for man, _ in self.sent] if self.scored else self.men
        wagon = next((man for man in men if (man.owner, man.kind) == (player, "wagon")), None)
        if wagon is None or self.cell is None or not self.table.complete(self.table.feature(wagon.piece)):
            return set()
        found = set()
        for cell in self.around(wagon.cell):
            for at, piece in enumerate(self.table.lying.get(cell, ())):
                feature = self.table.feature((*cell, at))
                if piece.kind in ROLES["wagon"] and not self.table.complete(feature):
                    if not any(man.meeple for man in self.on(feature)):
                        found.add(feature)
        return found

    def following(self) -> set[tuple[str, str]]:
        """Who may play next, and what kind of turn; nobody when the game is over."""
        if self.doubled and (self.stock or self.abbey_left(self.player)):
            return {(self.player, "second part")}
        if not self.stock:
            return {(player, "") for player in self.players if self.abbey_left(player)}
        if self.extra:
            return {(self.player, "extra turn")}
        return {(self.players[(self.players.index(self.player) + 1) % len(self.players)], "")}

    def abbey_left(self, player: str) -> bool:
        """Whether a player can still place an abbey."""
        return "abbey-and-mayor" in self.use and not self.abbeys[player] and bool(self.holes())
