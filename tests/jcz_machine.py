"""The phases of the other program, written from what is known of it: what it waits for, and which events it takes.

It shares no code with the engine or the exporter: the table is `plain_table`, where figures may stand is reckoned here.
Boxes: Inns & Cathedrals, Traders & Builders, Abbey & Mayor, the phantom, siege; games with printed tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from plain_table import Feature, Piece, PlainTable

from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.face import HALVES, INSIDE, Face
from adjudicator.words.vocabulary import vocabulary

Event = Mapping[str, Any]
TILE, ACTION, PHANTOM, COMMIT, WAGON, MOVED, ESCAPE, ABBEY, PASSED, LEFT, OVER = (
    "tile", "action", "phantom", "commit", "wagon", "wagon moved", "escape", "abbey", "abbey passed",
    "abbeys that are left", "over",
)  # fmt: skip
MONKS = ("monastery", "abbey")
STANDS = {
    "small": ("city", "road", "field", *MONKS),
    "big": ("city", "road", "field", *MONKS),
    "phantom": ("city", "road", "field", *MONKS),
    "abbot": ("garden", *MONKS),
    "wagon": ("city", "road", *MONKS),
    "mayor": ("city",),
    "builder": ("city", "road"),
    "pig": ("field",),
}
HELPERS = ("builder", "pig", "barn")
ELEMENTS = {"small-follower": "small", "big-follower": "big"}
SIDES = {"N": 0, "E": 1, "S": 2, "W": 3}


class Man(NamedTuple):
    piece: Piece
    owner: int
    kind: str


class Refused(Exception):
    """The other program would stop here."""


class Machine:
    """One game as the other program plays it."""

    def __init__(self, saved: Mapping[str, Any]) -> None:
        setup = saved["setup"]
        self.players = len(saved["players"])
        self.faces: Mapping[str, Face] = catalogue().faces(frozenset(vocabulary().expansions()))
        elements = {ELEMENTS.get(name, name): n for name, n in setup["elements"].items() if type(n) is int}
        self.hands = [Counter({kind: n for kind, n in elements.items() if kind in STANDS or kind == "barn"})
                      for _ in range(self.players)]  # fmt: skip
        self.abbeys = [elements.get("abbey", 0)] * self.players
        self.escapes = bool(setup["elements"].get("escape"))
        self.phantoms = bool(elements.get("phantom"))
        self.table = PlainTable()
        for one in setup["start"]:
            self.table.lay(one["x"], one["y"], self.faces[one["tile"]], one["rotation"] // 90)
        self.order = list(saved["gameAnnotations"]["drawOrder"])
        self.last = saved["gameAnnotations"].get("endTurn", len(self.order) + 1)
        self.drawn = 0
        self.men: dict[str, Man] = {}
        self.player = 0
        self.cell = (0, 0)
        self.second = self.built = self.passed = False
        self.home: list[tuple[str, Man]] = []
        """Wagons that came home."""
        self.end: int | None = None
        """Who placed the last tile."""
        self.phase = ""
        self._begin()

    # ---- phases
    def _begin(self) -> None:
        self.built = self.passed = False
        self.phase = ABBEY if self.abbeys[self.player] and self._holes() else self._tile()

    def _tile(self) -> str:
        return TILE if self.drawn < self.last else self._left()

    def _left(self) -> str:
        """The abbeys that are left: everybody is asked, from the next player to the one who placed the last tile."""
        if self.end is None:
            self.end = self.player
        while True:
            self.player = (self.player + 1) % self.players
            if self.abbeys[self.player] and self._holes():
                return LEFT
            if self.player == self.end:
                return OVER

    def _after_choice(self) -> str:
        can = self.phantoms and not self.passed and self._puts(["phantom"])
        return PHANTOM if can else COMMIT

    def _wagons(self) -> str:
        while self.home:
            if self._ways(self.home[0][1]):
                return WAGON
            self.home.pop(0)
        return self._turn_part()

    def _turn_part(self) -> str:
        if self.built and not self.second:
            self.second = True
            self._begin()
            return self.phase
        self.second = False
        return ESCAPE if self.escapes and self._besieged() else self._turn()

    def _turn(self) -> str:
        if self.end is not None or self.drawn >= self.last:
            return self._left()
        self.player = (self.player + 1) % self.players
        self._begin()
        return self.phase

    def takes(self, event: Event) -> None:
        """One event. Raises Refused where the other program waits for something else, or does not allow it."""
        kind, payload = event["type"], event["payload"]
        if event.get("player", self._waited()) != self._waited():
            raise Refused(f"player {event['player']} in {self.phase} of {self._waited()}")
        handlers = {
            (ABBEY, "PASS"): lambda: PASSED,
            (PASSED, "COMMIT"): self._tile,
            (ABBEY, "PLACE_TILE"): lambda: self._place(payload, abbey=True),
            (LEFT, "PASS"): lambda: OVER if self.player == self.end else self._left(),
            (LEFT, "PLACE_TILE"): lambda: self._place(payload, abbey=True),
            (TILE, "PLACE_TILE"): lambda: self._place(payload),
            (ACTION, "PASS"): self._pass,
            (PHANTOM, "PASS"): lambda: COMMIT,
            (ACTION, "DEPLOY_MEEPLE"): lambda: self._deploy(payload),
            (PHANTOM, "DEPLOY_MEEPLE"): lambda: self._deploy(payload),
            (ACTION, "RETURN_MEEPLE"): lambda: self._abbot(payload),
            (COMMIT, "COMMIT"): self._score,
            (WAGON, "PASS"): self._stay,
            (WAGON, "DEPLOY_MEEPLE"): lambda: self._drive(payload),
            (MOVED, "COMMIT"): self._wagons,
            (ESCAPE, "PASS"): self._turn,
            (ESCAPE, "RETURN_MEEPLE"): lambda: self._flee(payload),
        }
        if (self.phase, kind) not in handlers:
            raise Refused(f"{kind} in {self.phase}")
        self.phase = handlers[self.phase, kind]()

    def _waited(self) -> int:
        return self.home[0][1].owner if self.phase == WAGON else self.driver if self.phase == MOVED else self.player

    driver = 0

    # ---- events
    def _place(self, payload: Mapping[str, Any], abbey: bool = False) -> str:
        name, (x, y), turns = payload["tileId"], payload["position"], int(payload["rotation"][1:]) // 90
        if (name == "AM/A") != abbey or (x, y) in self.table.lying:
            raise Refused(f"tile {name}")
        if abbey:
            if (x, y) not in self._holes():
                raise Refused("no hole")
            self.abbeys[self.player] -= 1
        else:
            while True:
                self.drawn += 1
                if self.order[self.drawn - 1] == name:
                    break
            if self.drawn > self.last:
                raise Refused("behind the last tile")
        self.table.lay(x, y, self.faces[name], turns)
        self.cell = (x, y)
        builders = [m for m in self.men.values() if (m.owner, m.kind) == (self.player, "builder")]
        self.built = any(any(piece[:2] == self.cell for piece in self.table.feature(m.piece)) for m in builders)
        return self._action()

    def _action(self) -> str:
        return ACTION if self._puts([*STANDS]) or self._barns() or self._callable() else self._after_choice()

    def _pass(self) -> str:
        self.passed = True
        return self._after_choice()

    def _deploy(self, payload: Mapping[str, Any]) -> str:
        name = payload["meepleId"]
        owner, kind = int(name.split(".")[0]), name.split(".")[1]
        piece = self._piece(payload["pointer"])
        same = kind != "barn" and any(piece in feature and self._goes(kind, feature) for feature, _ in self._own())
        allowed = piece in self._barns() if kind == "barn" else same and self.hands[self.player][kind] > 0
        if owner != self.player or name in self.men or not allowed or (self.phase == PHANTOM and kind != "phantom"):
            raise Refused(f"{name} on {payload['pointer']}")
        self.hands[owner][kind] -= 1
        self.men[name] = Man(piece, owner, kind)
        return self._after_choice() if self.phase == ACTION else COMMIT

    def _back(self, payload: Mapping[str, Any]) -> Man:
        name = payload["pointer"]["meepleId"]
        if name not in self.men or self.men[name].owner != self.player:
            raise Refused(name)
        if self._piece(payload["pointer"]["featurePointer"]) != self.men[name].piece:
            raise Refused(f"{name} stands elsewhere")
        man = self.men.pop(name)
        self.hands[man.owner][man.kind] += 1
        return man

    def _abbot(self, payload: Mapping[str, Any]) -> str:
        if payload["source"] != "ABBOT_RETURN" or payload["pointer"]["meepleId"] not in self._callable():
            raise Refused("RETURN_MEEPLE")
        self._back(payload)
        return self._after_choice()

    def _score(self) -> str:
        """All that is complete on the tile or around it, and fields with a barn, send their figures home."""
        features = {self.table.feature(man.piece) for man in self.men.values()}
        for feature in features:
            men = {name: man for name, man in self.men.items() if man.piece in feature}
            barn = any(man.kind == "barn" for man in men.values())
            if not barn and (self.table.kind(feature) == "field" or not self.table.complete(feature)):
                continue
            for name, man in men.items():
                if man.kind != "barn":
                    del self.men[name]
                    self.hands[man.owner][man.kind] += 1
                    if man.kind == "wagon":
                        self.home.append((name, man))
        for name, man in [*self.men.items()]:  # helpers that stand alone go home, too
            own = [m for m in self._on(self.table.feature(man.piece)) if m.owner == man.owner and m.kind not in HELPERS]
            if man.kind in ("builder", "pig") and not own:
                del self.men[name]
                self.hands[man.owner][man.kind] += 1
        self.home.sort(key=lambda one: (one[1].owner - self.player) % self.players)
        return self._wagons()

    def _stay(self) -> str:
        self.home.pop(0)
        return self._wagons()

    def _drive(self, payload: Mapping[str, Any]) -> str:
        name, man = self.home.pop(0)
        piece = self._piece(payload["pointer"])
        if payload["meepleId"] != name or not any(piece in way for way in self._ways(man)):
            raise Refused(f"{name} drives")
        self.hands[man.owner]["wagon"] -= 1
        self.men[name] = man._replace(piece=piece)
        self.driver = man.owner
        return MOVED

    def _flee(self, payload: Mapping[str, Any]) -> str:
        if payload["source"] != "SIEGE_ESCAPE" or payload["pointer"]["meepleId"] not in self._besieged():
            raise Refused("RETURN_MEEPLE")
        self._back(payload)
        return self._turn()

    # ---- what is where
    def _holes(self) -> set[tuple[int, int]]:
        lying = self.table.lying
        beside = ((0, -1), (1, 0), (0, 1), (-1, 0))
        return {(x, y) for x, y in self.table.near()
                if (x, y) not in lying and all((x + dx, y + dy) in lying for dx, dy in beside)}  # fmt: skip

    def _on(self, feature: Feature) -> list[Man]:
        return [man for man in self.men.values() if man.piece in feature]

    def _own(self) -> list[tuple[Feature, Piece]]:
        """The features of the placed tile."""
        pieces = [(*self.cell, at) for at in range(len(self.table.lying[self.cell]))]
        return [(self.table.feature(piece), piece) for piece in pieces]

    def _goes(self, kind: str, feature: Feature) -> bool:
        there = self._on(feature)
        if self.table.kind(feature) not in STANDS[kind]:
            return False
        if kind in HELPERS:
            return any(man.owner == self.player and man.kind not in HELPERS for man in there)
        return all(man.kind in ("builder", "pig") for man in there)

    def _puts(self, kinds: list[str]) -> bool:
        held = [kind for kind in kinds if self.hands[self.player][kind] > 0]
        return any(self._goes(kind, feature) for kind in held for feature, _ in self._own())

    def _barns(self) -> set[Piece]:
        """The fields at the corners of the placed tile where four tiles show nothing else, south-east of the corner."""
        found = set()
        x, y = self.cell
        for cx, cy in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)) if self.hands[self.player]["barn"] else ():
            around = [
                ((cx, cy), "NL WR"),
                ((cx - 1, cy), "NR EL"),
                ((cx - 1, cy - 1), "ER SL"),
                ((cx, cy - 1), "SR WL"),
            ]
            fields = [(*cell, at) for cell, halves in around for at, piece in enumerate(self.table.lying.get(cell, ()))
                      if {HALVES.index(half) for half in halves.split()} <= piece.halves]  # fmt: skip
            barn = any(man.kind == "barn" for piece in fields for man in self._on(self.table.feature(piece)))
            if len(fields) == 4 and not barn:
                found.add(fields[0])
        return found

    def _callable(self) -> list[str]:
        return [name for name, man in self.men.items() if (man.owner, man.kind) == (self.player, "abbot")
                and not self.table.complete(self.table.feature(man.piece))]  # fmt: skip

    def _ways(self, man: Man) -> list[Feature]:
        x, y, _ = man.piece
        found = []
        for cell in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            for at, piece in enumerate(self.table.lying.get(cell, ())):
                feature = self.table.feature((*cell, at))
                free = not any(one.kind not in HELPERS for one in self._on(feature))
                if piece.kind in STANDS["wagon"] and not self.table.complete(feature) and free:
                    found.append(feature)
        return found

    def _besieged(self) -> list[str]:
        found = []
        for name, man in self.men.items():
            city = self.table.feature(man.piece)
            siege = [piece[:2] for piece in city if self.table.piece(piece).marks.get("besieged")]
            near = [(x + dx, y + dy) for x, y in siege for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            monks = any(piece.kind in MONKS for cell in near for piece in self.table.lying.get(cell, ()))
            if man.owner == self.player and man.kind not in HELPERS and self.table.kind(city) == "city" and monks:
                found.append(name)
        return found

    def _piece(self, pointer: Mapping[str, Any]) -> Piece:
        """The piece that a pointer names."""
        (x, y), feature, location = pointer["position"], pointer["feature"], pointer["location"]
        kinds = MONKS if feature == "Monastery" else (feature.lower(),)
        inner = [at for at, piece in enumerate(self.table.lying.get((x, y), ()))
                 if piece.kind in kinds and not piece.sides and not piece.halves]  # fmt: skip
        if location in INSIDE and INSIDE.index(location) < len(inner):
            return (x, y, inner[INSIDE.index(location)])
        for at, piece in enumerate(self.table.lying.get((x, y), ())):
            if piece.kind not in kinds:
                continue
            halves = {HALVES.index(half) for half in location.split(".") if half in HALVES}
            named = {SIDES[one] for one in location.lstrip("_")} if location[0] in "_NESW" and not halves else set()
            sides = {0, 1, 2, 3} - named if location.startswith("_") else named
            if (halves and halves == piece.halves) or (not halves and sides == piece.sides):
                return (x, y, at)
        raise Refused(f"no place {pointer}")
