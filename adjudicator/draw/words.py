"""Lines of text in a picture: about how wide they are, and where they break. No font is measured: none is shipped."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.draw import pen

WIDE = 0.6
"""The width of a letter beside its height, a little more than most are."""


def width(said: str, size: float) -> float:
    """About how wide a line is."""
    return len(said) * size * WIDE


def broken(said: str, size: float, room: float) -> list[str]:
    """`said` in lines that fit in `room`; a word that fits in no line is cut."""
    most = max(8, int(room / (size * WIDE)))
    lines: list[str] = []
    line = ""
    for word in said.split():
        while len(word) > most:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:most])
            word = word[most:]
        if line and len(line) + 1 + len(word) > most:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines


def cut(said: str, size: float, room: float) -> str:
    """`said`, or its beginning where there is no room for all of it."""
    most = max(3, int(room / (size * WIDE)))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


class Column:
    """Lines one below the other."""

    def __init__(self, x: float, y: float, room: float) -> None:
        self.x, self.y, self.room = x, y, room
        self.elements: list[pen.Element] = []

    def say(self, said: str, size: float = 13.0, weight: str = "", indent: float = 0.0, fill: str = pen.INK) -> None:
        """Adds a paragraph."""
        look = {"font_weight": weight} if weight else {}
        for line in self.lines(said, size, indent):
            self.y += size * 1.32
            self.elements.append(pen.text(line, self.x + indent, self.y, size, fill=fill, **look))

    def lines(self, said: str, size: float, indent: float) -> Iterator[str]:
        """The lines of a paragraph."""
        yield from broken(said, size, self.room - indent)

    def gap(self, height: float = 8.0) -> None:
        """Leaves some room."""
        self.y += height
