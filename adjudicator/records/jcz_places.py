"""What the events of a saved game point at: tiles, squares, figures, places on the tiles that lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem
from adjudicator.geometry.face import Face
from adjudicator.model.position import Cell
from adjudicator.records.jcz_file import Event, number, refused
from adjudicator.records.names import located, names, segment_name
from adjudicator.words.saying import said, square
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary


class Table:
    """The tiles on the table. All that reads an event raises Problems with its number."""

    def __init__(self, expansions: Sequence[str], players: int) -> None:
        self.expansions = expansions
        self.players = players
        self.board: dict[Cell, tuple[Face, int]] = {}
        """The faces that lie, with their quarter turns clockwise."""

    def face(self, name: str, number: int) -> Face:
        always = vocabulary().always()
        found = catalogue().faces(frozenset([*always, *self.expansions])).get(name)
        if found is None:
            # A test may lay a tile of a set that its setup leaves out.
            tiles = catalogue()
            others = (tiles.faces(frozenset([one])) for one in tiles.expansions)
            found = next((faces[name] for faces in others if name in faces), None)
        if found is None and number:
            raise refused(Problem("jcz-unknown-tile", values={"event": number, "word": name}))
        if found is None:
            raise refused(Problem("jcz-unknown-start", values={"word": name}))
        return found

    def cell(self, event: Event, position: Any) -> Cell:
        if not isinstance(position, list) or len(position) != 2 or not all(type(one) is int for one in position):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "position"}))
        return (position[0], position[1])

    def owner(self, event: Event) -> tuple[int, str]:
        return self.figure(event, event.payload.get("meepleId"))

    def figure(self, event: Event, name: Any) -> tuple[int, str]:
        """The player and the kind of the figure called `name`: ``0.small.1``."""
        seat, _, rest = str(name).partition(".")
        sort = rest.partition(".")[0]
        index = number(seat)
        if index is None or index >= self.players or not sort:
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "meepleId"}))
        if sort not in names()["figures"]:
            raise refused(Problem("jcz-unknown-figure", values={"event": event.number, "word": sort}))
        return index, sort

    def place_of(self, event: Event, pointer: Mapping[str, Any], here: Cell | None) -> list[Said]:
        """The place that a feature pointer means, without its square where it lies on `here`."""
        cell = self.cell(event, pointer.get("position"))
        feature, location = self.feature(event, pointer), str(pointer.get("location", ""))
        location = names()["older"].get(location, location)
        lying = self.board.get(cell)
        segment = located(*lying, feature, location) if lying is not None else None
        if lying is None or segment is None:
            place = f"{feature} {location} ({cell[0]},{cell[1]})"
            raise refused(Problem("jcz-no-place", values={"event": event.number, "word": place}))
        found = segment_name(*lying, segment)
        # A piece that touches no side has a number, which is read as one only where its square follows.
        numbered = found[-1].role == "text"
        return found if cell == here and not numbered else said(found, "at", square(*cell))

    def feature(self, event: Event, pointer: Mapping[str, Any]) -> str:
        """The feature that a pointer names. Older files leave it out: the location tells what lies there."""
        feature, location = str(pointer.get("feature", "")), str(pointer.get("location", ""))
        if not feature:
            cell = self.cell(event, pointer.get("position"))
            older = names()["older"].get(location, location)
            lying = self.board.get(cell)
            kinds = [one for one in names()["features"] if lying is not None and located(*lying, one, older)]
            feature = names()["older_features"].get(location) or (kinds[0] if len(kinds) == 1 else "")
        if feature not in names()["features"]:
            raise refused(Problem("jcz-unknown-feature", values={"event": event.number, "word": feature or location}))
        return feature
