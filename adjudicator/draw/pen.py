"""The one place that speaks to the library that writes SVG.

Texts go through the library's own text elements, which escape them; attributes hold nothing that a user typed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import drawsvg

from adjudicator.draw.path import number
from adjudicator.words.visible import visible

Element = Any
"""An element of the library, which has no types of its own."""

INK = "#3d2f22"
FONT = "DejaVu Sans, Verdana, Arial, Helvetica, Liberation Sans, Noto Sans, sans-serif"
"""None is shipped: whoever shows the picture takes the first of these that is there."""


def path(d: str, **look: Any) -> Element:
    """A path; `look` are attributes such as ``fill`` and ``stroke_width``."""
    return drawsvg.Path(d=d, **look)


def stroke(d: str, colour: str, width: float, **look: Any) -> Element:
    """A line along a path, unfilled."""
    return drawsvg.Path(d=d, fill="none", stroke=colour, stroke_width=number(width), **look)


def rect(x: float, y: float, width: float, height: float, **look: Any) -> Element:
    """A rectangle."""
    return drawsvg.Raw(
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{_looks(look)}/>'
    )


def circle(x: float, y: float, radius: float, **look: Any) -> Element:
    """A circle."""
    return drawsvg.Raw(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{_looks(look)}/>')


def _looks(look: dict[str, Any]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in look.items())


def use(ident: str, x: float, y: float, scale: float = 1.0, degrees: float = 0, **look: Any) -> Element:
    """A copy of the definition `ident` with its middle at (x, y)."""
    change = f"translate({number(x)} {number(y)})" if x or y else ""
    if degrees:
        change += f"rotate({degrees:g})"
    if scale != 1.0:
        change += f"scale({scale:g})"
    if change:
        look["transform"] = change
    return drawsvg.Raw(f'<use href="#{ident}"{_looks(look)}/>')


def group(children: Iterable[Element], ident: str = "", **look: Any) -> Element:
    """Elements taken together."""
    return drawsvg.Group(list(children), **({"id": ident} if ident else {}), **look)


def text(said: str, x: float, y: float, size: float, **look: Any) -> Element:
    """A line of text; whatever it says, it stays text."""
    return drawsvg.Text(visible(said), number(size), number(x), number(y), **look)


def title(said: str) -> Element:
    """The name of the element it stands in, for a reader of screens and a pointer that rests on it."""
    return drawsvg.Title(visible(said))


def clip(ident: str, size: float) -> Element:
    """A definition that cuts off what lies outside of a square from (0,0)."""
    return drawsvg.Raw(f'<clipPath id="{ident}"><rect width="{number(size)}" height="{number(size)}"/></clipPath>')


def hatch(ident: str, degrees: int, colour: str) -> Element:
    """A definition of slanting stripes to fill areas with."""
    ground = f'<rect width="10" height="10" fill="{colour}" fill-opacity=".2"/>'
    stripe = f'<rect width="2.4" height="10" fill="{colour}" fill-opacity=".85"/>'
    return drawsvg.Raw(
        f'<pattern id="{ident}" width="10" height="10" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({degrees + 45})">{ground}{stripe}</pattern>'
    )


def sheet(
    width: float, height: float, name: str, description: str, defs: Iterable[Element], body: Iterable[Element]
) -> str:
    """A whole picture as SVG text: `name` and `told` are its title and its description for a reader of screens."""
    wide, high = round(width), round(height)
    box = f"0 0 {wide} {high}"
    drawing = drawsvg.Drawing(wide, high, role="img", aria_labelledby="title desc", font_family=FONT, viewBox=box)
    for element in defs:
        drawing.append_def(element)
    drawing.append(title_of(name))
    drawing.append(_Desc(visible(description), id="desc"))
    drawing.append(rect(0, 0, width, height, fill="#fbf8f1"))
    for element in body:
        drawing.append(element)
    return str(drawing.as_svg())


Box = tuple[float, float, float, float]
"""x, y, width and height of what a picture shows."""


def small(box: Box, name: str, defs: Iterable[Element], body: Iterable[Element]) -> str:
    """A picture of one thing as SVG text, without a ground of its own."""
    view = " ".join(number(one) for one in box)
    drawing = drawsvg.Drawing(box[2], box[3], font_family=FONT, viewBox=view)
    for element in defs:
        drawing.append_def(element)
    drawing.append(drawsvg.Title(visible(name)))
    for element in body:
        drawing.append(element)
    return str(drawing.as_svg())


def title_of(name: str) -> Element:
    """The title of a whole picture."""
    return drawsvg.Title(visible(name), id="title")


class _Desc(drawsvg.Title):  # type: ignore[misc]  # the library has no types
    """The description of a picture: the library has the title alone."""

    TAG_NAME = "desc"
