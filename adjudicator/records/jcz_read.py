"""``.jcz`` to ``.carc``: the events of a saved game as turns, its test assertions as claims and expectations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.catalogue import Catalogue
from adjudicator.geometry.face import Face, looks
from adjudicator.model.position import Cell
from adjudicator.records import header
from adjudicator.records.asserted import Assertions
from adjudicator.records.jcz_file import Event, Saved, parse, refused
from adjudicator.records.names import located, names, said
from adjudicator.records.pack import over
from adjudicator.records.told import Lines
from adjudicator.words.lexicon import lexicon

TURNS = {"R0": 0, "R90": 1, "R180": 2, "R270": 3}
ABBEY = "AM/A"
"""The tile that is not drawn from the pack."""

_PLACES = re.compile(r"TilePlacement (\S+) options: (.+)")
_FIGURES = re.compile(r"Meeple (\w+) options: (.+)")
_OPTION = re.compile(r"\{(\w+),([\w.]+),\[(-?\d+),\s*(-?\d+)\]\}")
_LAID = re.compile(r"\[(-?\d+),\s*(-?\d+)\] - \[([\d, ]+)\]")


def read_jcz(text: str, file: str = "") -> str:
    """The saved game `text` as a record in the English words of the language.

    Raises Problems: for a damaged file with its line or event, for what is not known with its name and event.
    """
    try:
        return _Import(parse(text)).text()
    except Problems as error:
        raise Problems(tuple(one._replace(file=one.file or file) for one in error.items), error.text) from None


class _Import:
    """One reading of the events."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.players = header.colours(saved)
        problems: list[Problem] = []
        self.expansions = header.in_play(saved, problems)
        self.rules = header.switches(saved, self.expansions, problems)
        if problems:
            raise Problems(tuple(problems))
        self.tiles: Catalogue = catalogue()
        self.lines = Lines()
        self.board: dict[Cell, tuple[Face, int]] = {}
        self.turn: int | None = None
        """Index of the player who has the turn; None between turns."""
        self.last = -1
        self.cell: Cell | None = None
        self.chosen = False
        """Whether the turn's figure or pass has been said."""
        self.drawn = 0
        self.asserted = Assertions(saved, self.players, self.lines)

    def text(self) -> str:
        self._start()
        for at, event in enumerate(self.saved.events):
            self._event(event, self.saved.events[at + 1 :])
        ended = self.turn is None and over(self.saved, self.drawn)
        return self.asserted.complete(ended, self._option)

    def _start(self) -> None:
        lines = self.lines
        lines.add(0, f"game {header.quoted(self.saved.title or 'Game')}")
        if self.expansions:
            lines.add(1, f"use {', '.join(self.expansions)}")
        for line in self.rules:
            lines.add(1, line)
        lines.add(1, header.said_players(self.saved, self.players))
        for line in header.supplies(self.saved, self.players):
            lines.add(1, line)
        lines.add(1, "board")
        start = self.saved.setup.get("start")
        for tile in start if isinstance(start, list) else ():
            try:
                cell, name = (int(tile["x"]), int(tile["y"])), str(tile["tile"])
                turns = int(tile.get("rotation", 0)) // 90 % 4
            except (KeyError, TypeError, ValueError, AttributeError):
                raise refused(Problem("jcz-lacks", values={"word": "start"})) from None
            self.board[cell] = (self._face(name, 0), turns)
            lines.add(2, f"({cell[0]},{cell[1]}) {name}{_turned(turns)}")

    def _event(self, event: Event, following: tuple[Event, ...]) -> None:
        kind = event.type
        if kind == "PLACE_TILE":
            self._place(event, following)
        elif kind == "DEPLOY_MEEPLE":
            self._deploy(event)
        elif kind == "PASS":
            # A second pass declines a further figure, and one between turns an abbey or a wagon's move: who says
            # nothing does neither.
            if self.turn is not None and not self.chosen:
                self.lines.add(2, "puts nothing")
                self.chosen = True
        elif kind == "COMMIT":
            if self.turn is not None:
                self.asserted.moment()
            self.turn = None
        elif kind == "RETURN_MEEPLE":
            self._take_back(event)
        elif kind != "TILE_CONFIRM":  # the fork's: no choice is made there
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": kind}))

    # ---- the moves
    def _place(self, event: Event, following: tuple[Event, ...]) -> None:
        name, degrees = str(event.payload.get("tileId", "")), str(event.payload.get("rotation"))
        cell = self._cell(event, event.payload.get("position"))
        if degrees not in TURNS:
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "rotation"}))
        if cell in self.board:
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "position"}))
        face, turns = self._face(name, event.number), TURNS[degrees]
        if idle := header.scenery(self.saved, face):
            raise refused(Problem("jcz-scenery", values={"event": event.number, "word": idle}))
        player = self._player(event, following)
        again = player == self.last and len(self.players) > 1
        self.board[cell] = (face, turns)
        self.turn = self.last = player
        self.cell, self.chosen = cell, False
        self.drawn += name != ABBEY
        self.lines.add(1, f"turn {self.players[player]}{' second part' if again else ''}")
        self.lines.add(2, f"places {'abbey' if name == ABBEY else name + _turned(turns)} at ({cell[0]},{cell[1]})")

    def _player(self, event: Event, following: tuple[Event, ...]) -> int:
        """Whose turn begins: said, told by the figure that is put in it, or the next player."""
        if event.player is not None:
            return event.player
        for later in following:
            if later.type in ("COMMIT", "PLACE_TILE"):
                break
            if later.type == "DEPLOY_MEEPLE":
                return self._owner(later)[0]
        return (self.last + 1) % len(self.players)

    def _deploy(self, event: Event) -> None:
        owner, kind = self._owner(event)
        colour = self.players[owner]
        pointer = event.payload.get("pointer")
        if not isinstance(pointer, dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        if "random" in event.payload:
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": "DEPLOY_MEEPLE random"}))
        figure = names()["figures"][kind]
        cell = self._cell(event, pointer.get("position"))
        if self.turn is None:
            self.lines.add(1, f"{colour} moves {figure} to {self._place_of(event, pointer, None)}")
            return
        self.chosen = True
        if kind == "barn":
            # A barn's corner is the north-west one of the square that is pointed at, as the language counts corners.
            self.lines.add(2, f"puts {figure} on corner ({cell[0]},{cell[1]})")
            return
        place = self._place_of(event, pointer, self.cell)
        self.lines.add(2, f"puts {figure} on {place}")
        self.asserted.stood(owner, str(pointer.get("feature")), self._place_of(event, pointer, None))

    def _take_back(self, event: Event) -> None:
        source = str(event.payload.get("source", ""))
        if source not in ("ABBOT_RETURN", "SIEGE_ESCAPE"):
            raise refused(
                Problem("jcz-unknown-event", values={"event": event.number, "word": f"RETURN_MEEPLE {source}"})
            )
        pointer = event.payload.get("pointer")
        if not isinstance(pointer, dict) or not isinstance(pointer.get("featurePointer"), dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        figure = names()["figures"][self._figure(event, pointer.get("meepleId"))[1]]
        place = self._place_of(event, pointer["featurePointer"], None)
        if source == "ABBOT_RETURN":
            self.lines.add(2, f"takes back {figure} from {place}")
            self.chosen = True
        else:
            self.lines.add(2, f"escapes {figure} from {place}")

    # ---- what the payload points at
    def _face(self, name: str, number: int) -> Face:
        always = lexicon("en").always()
        found = self.tiles.faces(frozenset([*always, *self.expansions])).get(name)
        if found is None:
            # A test may lay a tile of a set that its setup leaves out.
            found = next(
                (faces[name] for one in self.tiles.expansions if name in (faces := self.tiles.faces(frozenset([one])))),
                None,
            )
        if found is None and number:
            raise refused(Problem("jcz-unknown-tile", values={"event": number, "word": name}))
        if found is None:
            raise refused(Problem("jcz-unknown-start", values={"word": name}))
        return found

    def _cell(self, event: Event, position: Any) -> Cell:
        if not isinstance(position, list) or len(position) != 2 or not all(type(one) is int for one in position):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "position"}))
        return (position[0], position[1])

    def _owner(self, event: Event) -> tuple[int, str]:
        return self._figure(event, event.payload.get("meepleId"))

    def _figure(self, event: Event, name: Any) -> tuple[int, str]:
        """The player and the kind of the figure called `name`: ``0.small.1``."""
        player, _, rest = str(name).partition(".")
        kind = rest.partition(".")[0]
        if not player.isdecimal() or int(player) >= len(self.players) or not kind:
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "meepleId"}))
        if kind not in names()["figures"]:
            raise refused(Problem("jcz-unknown-figure", values={"event": event.number, "word": kind}))
        return int(player), kind

    def _place_of(self, event: Event, pointer: Mapping[str, Any], here: Cell | None) -> str:
        """The place that a feature pointer means, without its square where it lies on `here`."""
        cell = self._cell(event, pointer.get("position"))
        feature, location = str(pointer.get("feature", "")), str(pointer.get("location", ""))
        if feature not in names()["features"]:
            raise refused(Problem("jcz-unknown-feature", values={"event": event.number, "word": feature}))
        lying = self.board.get(cell)
        segment = located(*lying, feature, location) if lying is not None else None
        if lying is None or segment is None:
            place = f"{feature} {location} ({cell[0]},{cell[1]})"
            raise refused(Problem("jcz-no-place", values={"event": event.number, "word": place}))
        words = said(*lying, segment)
        return words if cell == here else f"{words} at ({cell[0]},{cell[1]})"

    def _option(self, said_: str) -> str:
        """The question and expectation for one assertion about what may be done now. Raises Problems naming it."""
        last = Event(len(self.saved.events), "", {}, None)
        player = self.players[max(self.last, 0)]
        if match := _PLACES.fullmatch(said_):
            face = self._face(match[1], last.number)
            places = [
                f"{match[1]}{_turned(_alike(face, int(degrees) // 90))} at ({x},{y})"
                for x, y, several in _LAID.findall(match[2])
                for degrees in re.findall(r"\d+", several)
            ]
            return f"ask placements {match[1]} expect exactly {', '.join(dict.fromkeys(places))}"
        match = _FIGURES.fullmatch(said_)
        if match is None or match[1] not in names()["classes"]:
            raise refused(Problem("jcz-unknown-assertion", values={"word": said_}))
        pointers = [
            {"feature": feature, "location": location, "position": [int(x), int(y)]}
            for feature, location, x, y in _OPTION.findall(match[2])
        ]
        told = ", ".join(self._place_of(last, pointer, None) for pointer in pointers)
        figure = names()["figures"][names()["classes"][match[1]]]
        if self.turn is None:
            return f"ask {figure} {player} expect exactly {told}"
        return f"ask where {player} may put {figure} expect exactly {told}"


def _alike(face: Face, turns: int) -> int:
    """The fewest quarter turns that look like `turns`."""
    look = looks(face, turns)
    return next(one for one in face.distinct_turns if looks(face, one) == look)


def _turned(turns: int) -> str:
    return f"@{90 * turns}" if turns else ""
