"""The shapes of figures and signs, and the faces drawn by hand: data that stands in each expansion's ``drawing.toml``.

[figure.meeple]                    # a figure: its outline, filled with its player's colour
path = "M..."                      # in a box from (-12,-12) to (12,12)
line = "M..."                      # lines inside it, if any
scale = 1.2                        # how large it is beside a meeple; 1 when left out
fill = "#..."                      # of a figure that nobody owns

[sign.coat]                        # a kind, a unit or a symbol that is printed on tiles or lies on them
parts = [["#3b6fb5", "M..."]]      # a colour and a path each, in the same box; the colour "" for a mere line
scale = 1.0
lies = "middle"                    # in the middle of the tile; "towards": turned to the side it is told with;
                                   # "along": that side's length; "over": along its road;
                                   # where there is room when left out

[way.road]                         # a kind that runs over tiles as a line
colours = ["#85755a", "#fff8e4"]   # its verge and itself
widths = [10.0, 6.6]
under = false                      # whether cities lie over it
end = 0.0                          # the radius of the pond in which it ends; 0 for a house

[face."AM/C++"]                    # a face whose picture cannot be told from its data
"city N" = "M..."                  # a piece by its name, on a square from (0,0) to (100,100)
abbey = [50, 40]                   # a building, or a symbol, by its middle
wall = "M..."                      # a wall that belongs to no city of the face
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults, store
from adjudicator.faults import ANY
from adjudicator.rulebook import expansions

FILE = "drawing.toml"


class Figure(NamedTuple):
    """How a figure looks."""

    path: str
    line: str = ""
    scale: float = 1.0
    fill: str = ""


class Sign(NamedTuple):
    """How something that tiles show, or that lies on them, looks."""

    parts: tuple[tuple[str, str], ...]
    """A colour and a path each; the colour "" for a mere line."""
    scale: float = 1.0
    lies: str = ""
    """``middle``, ``towards`` or ``along`` its side, ``over`` its road, or "" for wherever there is room."""


class Way(NamedTuple):
    """How a kind looks that runs over tiles as a line."""

    colours: tuple[str, str]
    """Its verge and itself."""
    widths: tuple[float, float]
    under: bool = False
    """Whether cities lie over it."""
    end: float = 0.0
    """The radius of the pond in which it ends; 0 for a house."""


_SHAPE = {
    "figure": {ANY: {"path!": str, "line": str, "scale": float, "fill": str}},
    "sign": {ANY: {"parts!": [[str]], "scale": float, "lies": str}},
    "way": {ANY: {"colours!": [str], "widths!": [float], "under": bool, "end": float}},
    "face": {ANY: {ANY: (str, [float], float)}},
}


def _read() -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {name: {} for name in _SHAPE}
    for path in _files():
        for name, shapes in faults.read(path, _SHAPE).items():
            for ident, shape in shapes.items():
                tables[name].setdefault(ident, shape)
    return tables


def _files() -> list[Path]:
    return [folder / FILE for folder in expansions.folders()]


@cache
def _tables() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = store.prepared("drawing", _files, _read)
    return found


def prepare() -> None:
    """Reads every file of shapes, so that what is prepared can be shipped."""
    _tables()


@cache
def figure(ident: str) -> Figure | None:
    """The shape of a figure; None for one that has none."""
    data = _tables()["figure"].get(ident)
    return Figure(**data) if data is not None else None


@cache
def sign(ident: str) -> Sign | None:
    """The shape of a kind, unit or symbol; None for one that has none."""
    data = _tables()["sign"].get(ident)
    if data is None:
        return None
    return Sign(tuple((fill, path) for fill, path in data["parts"]), data.get("scale", 1.0), data.get("lies", ""))


@cache
def ways() -> Mapping[str, Way]:
    """The kinds that run over tiles as lines, those under cities first."""
    found = {kind: Way(**data) for kind, data in _tables()["way"].items()}
    return dict(sorted(found.items(), key=lambda pair: not pair[1].under))


def by_hand(face: str) -> Mapping[str, Any]:
    """What is drawn otherwise on the face with this id than its data tells: paths and points by the names of pieces."""
    found: Mapping[str, Any] = _tables()["face"].get(face, {})
    return found
