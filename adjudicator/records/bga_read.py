"""Logs of Board Game Arena to ``.carc``: tiles and figures as turns, every score as a claim.

What is known of such logs stands in ``bga.toml``, and for each box in its ``peers.toml``: the number of a tile, its
face, and what the numbers of its parts mean. A number that no box knows is refused with its turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import HALVES, SIDES, Face, Segment
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE
from adjudicator.records.bga_log import Notification, notifications, whole
from adjudicator.records.facts import facts
from adjudicator.records.freels_sheet import alike
from adjudicator.records.names import segment_name
from adjudicator.records.peers import called
from adjudicator.records.played import Played, Told, written
from adjudicator.records.typed import MOST, colours, whole_box
from adjudicator.words.saying import tile
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary

COUNTING = "Counting unachieved"
"""How the log begins that tells of an unfinished feature: the game is over."""
RESULTS = 99
"""The state in which the game ends."""
_COLOURED = re.compile(r"color:\s*#?([0-9a-fA-F]{6})[^>]*>([^<]+)<")


def read_bga(text: str, title: str = "Game", names: tuple[str, ...] = ()) -> str:
    """The game that a log tells, as a record in the English words of the language; it is not settled yet.

    `names` are the players' instead of those of the log. Raises Problems with the packet and the turn: for a damaged
    log, and for a tile, a part or a figure that is not known.
    """
    return written(_Log(notifications(text)).game(title, names))


class _Log:
    """One reading of a log."""

    def __init__(self, told: Sequence[Notification]) -> None:
        self.told = told
        self.peer = called("bga")
        self.order: list[int] = []
        """The players by their numbers, in the order of play."""
        self.names: dict[int, str] = {}
        self.seats: dict[str, str] = {}
        """Colours by the names of players, as far as a note tells them."""
        self.hues: dict[int, str] = {}
        self.turns: list[Played] = []
        self.placed: list[tuple[int, Face, int]] = []
        """Of every turn the number of its tile's copy, the face and its quarter turns."""
        self.boxes: dict[str, None] = {}
        self.drawn: list[int] = []
        """Numbers of the copies that were drawn since the last tile was placed, 0 for an unknown one."""
        self.stuck = 0
        """How many of them fit nowhere, and are not named where that is told."""
        self.aside: list[int] = []
        """The others that fit nowhere, by their numbers."""
        self.begin: dict[int, int] = {}
        """Points told before the first tile."""
        self.sums: dict[int, int] = {}
        self.final: dict[int, int] = {}
        self.over = False
        self.ended = False
        self.given_up = False
        self.unknown: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self.missed: list[str] = []
        """What is to be said before the next turn."""

    def game(self, title: str, names: tuple[str, ...]) -> Told:
        """The whole game. Raises Problems."""
        for one in self.told:
            self._take(one)
        self._out(None)
        if self.problems:
            raise Problems(tuple(self.problems))
        if not self.turns:
            raise Problems((Problem("bga-lacks"),))
        laid = len(self.turns) + sum(len(turn.out) for turn in self.turns)
        over = self.over or (laid + 1 == whole_box() and not self.given_up)
        end = self.final or self.sums if over else {}
        behind = [*self.missed, *self._remarks()]
        if not over and self.final:
            behind.append("the game was not played to its end")
        if len(self.order) > MOST:
            raise Problems((Problem("jcz-players", values={"number": len(self.order)}),))
        colours(len(self.order), names)
        return Told(
            title, self._colours(), names or tuple(self.names.get(one, "") for one in self.order),
            tile(self._start().letter or self._start().id, 0), self.turns, True, tuple(behind), tuple(self.boxes), over,
            {self.order.index(one): points for one, points in end.items() if one in self.order}, self.begin,
        )  # fmt: skip

    # ---- what happens
    def _take(self, one: Notification) -> None:
        if one.type == "playTile":
            self._place(one)
        elif one.type == "playPartisan":
            self._put(one)
        elif one.type == "winPoints":
            self._score(one)
        elif one.type == "cantPlay":
            self._stick(one.args)
        elif one.type == "gameStateChange":
            self._state(one)
        elif one.type == "realizationAchieved":
            self.over = self.over or one.log.startswith(COUNTING) or "city_nbr" in one.args
        elif one.type == "simpleNote" and isinstance(one.args.get("players"), str):
            self.seats |= {name.strip(): hue.lower() for hue, name in _COLOURED.findall(one.args["players"])}
        elif one.type not in facts("bga")["silent"]:
            self.unknown[one.type] += 1

    def _state(self, one: Notification) -> None:
        inner = one.args.get("args")
        if not isinstance(inner, Mapping):
            return
        self._draw(inner)
        if whole(one.args.get("id")) != RESULTS:
            return
        self.ended = True
        table, result = inner.get("table"), inner.get("result")
        conceded = table.get("concede") if isinstance(table, Mapping) else None
        self.given_up = conceded not in (None, False, 0, "0", "")
        for player in result if isinstance(result, list) else ():
            number = whole(player.get("player", player.get("id"))) if isinstance(player, Mapping) else None
            if number is None:
                continue
            self._know(number, player.get("name"))
            if isinstance(player.get("color"), str):
                self.hues[number] = player["color"].lower().lstrip("#")
            points = whole(player.get("score"))
            if points is not None:
                self.final[number] = points

    def _stick(self, about: Mapping[str, Any]) -> None:
        """Notes a tile that fits nowhere: its number stands here, else in the draw beside it."""
        inner = about.get("args")
        numbers = (whole(one.get("tile_id")) for one in (about, inner) if isinstance(one, Mapping))
        number = next((one for one in numbers if one is not None), None)
        if number is None:
            self.stuck += 1
        elif number not in self.aside:
            self.aside.append(number)

    def _draw(self, about: Mapping[str, Any]) -> None:
        """Notes a tile that was drawn."""
        number = whole(about.get("tile_id"))
        if number is not None and (not self.drawn or self.drawn[-1] != number):
            self.drawn.append(number)

    def _know(self, number: int, name: object) -> None:
        if number not in self.order:
            self.order.append(number)
        if isinstance(name, str) and name.strip():
            self.names[number] = name.strip()

    def _place(self, one: Notification) -> None:
        who = one.number("player_id")
        self._know(who, one.args.get("player_name"))
        turn, number = len(self.turns) + 1, one.number("type")
        cell, way = (one.number("x"), one.number("y")), one.number("ori")
        if not 1 <= way <= 4:
            raise one.damaged("ori")
        copy = whole(one.args.get("id")) or 0
        out = self._out(copy)
        face, upright = self._face(number)
        if face is None:
            known = {self.peer.boxes["tiles", one] for one in self.peer.table("tiles")}
            boxes = tuple(Item("expansion", (one,)) for one in sorted(known))
            self.problems.append(Problem("bga-tile", values={"number": number, "turn": turn, "boxes": boxes}))
            face, upright = self._start(), 0
        turns = (upright + way - 1) % 4
        self.placed.append((number, face, way - 1))
        self.turns.append(
            Played(
                self.order.index(who), tile(face.letter or face.id, alike(face, turns)), cell, span=NOWHERE,
                before=tuple(self.missed), out=tuple(out),
            )
        )  # fmt: skip
        self.missed = []

    def _put(self, one: Notification) -> None:
        """A figure on the tile that was just placed."""
        if not self.turns or self.turns[-1].figure:
            raise one.damaged("pos")
        turn = self.turns[-1]
        where = tuple(whole(one.args.get(name)) for name in "xy")
        if None not in where and where != turn.cell:
            raise one.damaged("x y")
        number, face, turns = self.placed[-1]
        if any(problem.values.get("turn") == len(self.turns) for problem in self.problems):
            return
        sort = str(one.args.get("ptype") or "normal")
        figure = self.peer.table("figures").get(sort)
        if figure is None:
            values = {"word": sort, "turn": len(self.turns)}
            self.problems.append(Problem("bga-figure", values=values))
            return
        box = self.peer.boxes["figures", sort]
        if box not in vocabulary().always():
            self.boxes[box] = None
        place = self._part(one, number, face, turns)
        self.turns[-1] = turn._replace(noun=figure, figure=place)

    def _score(self, one: Notification) -> None:
        who = one.number("player_id")
        self._know(who, one.args.get("player_name"))
        points = self.sums.get(who, 0) + one.number("points") if "score" not in one.args else one.number("score")
        self.sums[who] = points
        if not self.turns:
            self.begin[self.order.index(who)] = points
        elif not self.over:
            turn = self.turns[-1]
            self.turns[-1] = turn._replace(totals={**turn.totals, self.order.index(who): points})

    # ---- tiles
    def _start(self) -> Face:
        return _faces(facts("bga")["start"])

    def _face(self, number: int) -> tuple[Face | None, int]:
        """The face of a tile by its number, and its quarter turns where it is upright; None for an unknown one."""
        entry = self.peer.table("tiles").get(str(number))
        if entry is None:
            return None, 0
        box = self.peer.boxes["tiles", str(number)]
        if box not in vocabulary().always():
            self.boxes[box] = None
        return _faces(entry["face"]), entry.get("turns", 0)

    def _part(self, one: Notification, number: int, face: Face, turns: int) -> list[Said]:
        """What a number and a kind of feature mean on a tile that was turned, in words. Raises Problems."""
        entry = self.peer.table("tiles")[str(number)]
        upright = face.turned(entry.get("turns", 0)).segments
        wanted = self.peer.table("features").get(str(one.args.get("type")))
        at = one.number("pos") - 1
        named = entry["parts"][at] if 0 <= at < len(entry["parts"]) else ""
        found = [n for n, piece in enumerate(upright) if (_is(piece, named) if named else piece.kind == wanted)]
        if len(found) != 1 or wanted not in (None, upright[found[0]].kind):
            what = f"{one.args.get('type')} {at + 1}"
            raise Problems((Problem("bga-part", values={"word": what, "number": number, "turn": len(self.turns)}),))
        lying = entry.get("turns", 0) + turns
        return segment_name(face, lying % 4, face.turned(lying).segments[found[0]])

    def _out(self, placed: int | None) -> list[str]:
        """The tiles that fit nowhere before one was placed, or behind the last; one that the log does not name is told
        as a comment.
        """
        found = [number for number in self.drawn if number != placed and number not in self.aside]
        out = [*self.aside, *found[: self.stuck]]
        faces = {number: self._copy(number) for number in out}
        turn = len(self.turns) + 1
        self.problems += [
            Problem("bga-copy", values={"number": number, "turn": turn}) for number in out if faces[number] is None
        ]
        known = [face.id for face in faces.values() if face is not None]
        self.missed += ["a tile fits nowhere: which one the log does not tell"] * (self.stuck - len(found))
        if placed is None:
            self.missed += [f"{name} fits nowhere" for name in known]
        self.drawn, self.stuck, self.aside = [], 0, []
        return known

    def _copy(self, number: int) -> Face | None:
        """The face of a tile by the number of its copy."""
        for entry in self.peer.table("tiles").values():
            first, last = (entry.get("copies") or [0, -1])[:2]
            if first <= number <= last:
                return _faces(entry["face"])
        return None

    # ---- who plays
    def _colours(self) -> tuple[str, ...]:
        """A colour for each player: that of the log where it tells one that no other has, else one that is free."""
        known: Mapping[str, str] = facts("bga")["colours"]
        taken: dict[int, str] = {}
        for one in self.order:
            hue = known.get(self.hues.get(one, self.seats.get(self.names.get(one, ""), "")))
            if hue is not None and hue not in taken.values():
                taken[one] = hue
        free = [colour for colour in colours(MOST, ()) if colour not in taken.values()]
        return tuple(taken[one] if one in taken else free.pop(0) for one in self.order)

    def _remarks(self) -> list[str]:
        return [f"notifications not read: {kind} ({number})" for kind, number in sorted(self.unknown.items())]


def _faces(name: str) -> Face:
    found = catalogue().faces(frozenset(vocabulary().expansions())).get(name)
    if found is None:
        raise Problems((Problem("jcz-unknown-start", values={"word": name}),))
    return found


def _is(piece: Segment, named: str) -> bool:
    """Whether a piece is what the table calls ``road S``, ``field EL`` or ``monastery``."""
    kind, _, side = named.partition(" ")
    if piece.kind != kind:
        return False
    return not side or (HALVES.index(side) in piece.halves if side in HALVES else SIDES.index(side) in piece.sides)
