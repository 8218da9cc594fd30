"""Where a line stands: indentation, columns, blank lines, comments, and lines that are too long.

- A scenario or game begins at the margin after one blank line; what belongs to it is indented by 2. Without such a line
  the same holds two columns further left.
- By 2 more: figures under their feature, squares under their board, rows under their grid, moves under their
  turn (after a question they stand beside it), expectations under their question. Figures under a square: by 4 more.
- Tiles of a board, rows of a grid and the turns of a game are aligned in columns.
- A comment behind a line stays behind it; one on a line of its own stands like the line below, or, before a blank line,
  at the margin if it was there and else like the line above.
- A line longer than `WIDTH` goes on behind a comma, 4 further right.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.words.wording import Piece

WIDTH = 120
_MARGIN = frozenset(("language", "scenario", "game"))
_UNDER = frozenset(("expect", "because"))
_ASKS = ("ask_topic", "ask_may", "ask_must", "ask_where", "ask_which")


class Entry(NamedTuple):
    """A line of the text to come."""

    form: str
    """Form of the statement; ``comment`` or ``blank``."""
    pieces: list[Piece]
    comments: list[tuple[int, str]] = []
    """Comments with the lines they stood on."""
    margin: bool = False
    """For a comment: whether it stood at the margin."""


class _Place:
    """Follows the statements and tells how far each is indented, and with which lines it shares columns."""

    def __init__(self) -> None:
        self.left = 0
        self.region = 0
        self.board = ""
        self.figures = 2
        self.moves = 0

    def indent(self, form: str) -> int:
        if form in ("scenario", "game"):
            self.left = 2
        if form in _MARGIN:
            self.region, self.board = self.region + 1, ""
            return 0
        left = self.left
        if form in _UNDER:
            return left + 2
        if form == "move_list":
            return left + self.moves
        if form == "figures":
            return left + self.figures
        if form == "row":
            return left + 2
        if form in ("tile_at", "tiles_at", "corner", "figures_at") and self.board != "grid":
            deeper = 2 if self.board else 0
            if form != "tiles_at":
                self.figures = deeper + 2
            return left + deeper
        if form == "board" or form == "grid":
            self.region, self.board = self.region + 1, form
        elif form == "figures_at":
            return left
        elif form != "game_turn":
            self.region, self.board = self.region + (form not in _ASKS and form != "claim"), ""
        self.figures = 2
        if form == "turn":
            self.moves = 2
        elif form in (*_ASKS, "other_moves", "game_turn", "later"):
            self.moves = 0
        return left


def laid_out(entries: list[Entry]) -> str:
    """The text of `entries`."""
    place = _Place()
    placed: list[tuple[int, int, Entry]] = []
    for entry in entries:
        if entry.form in ("comment", "blank"):
            placed.append((0, 0, entry))
        else:
            indent = place.indent(entry.form)
            placed.append((indent, place.region, entry))
    widths = _widths(placed)
    lines: list[str] = []
    before = 0
    for at, (indent, region, entry) in enumerate(placed):
        if entry.form == "blank":
            if lines and lines[-1]:
                lines.append("")
            continue
        if entry.form == "comment":
            below = _below(placed, at)
            indent = below[0] if below is not None else 0 if entry.margin else before
            begins = below is not None and below[2].form in ("scenario", "game")
        else:
            begins, before = entry.form in ("scenario", "game"), indent
        if begins and lines and lines[-1] and placed[at - 1][2].form != "comment":
            lines.append("")
        lines += _written(indent, entry, widths.get((region, entry.form), []))
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines) + "\n" if lines else ""


def _below(placed: list[tuple[int, int, Entry]], at: int) -> tuple[int, int, Entry] | None:
    """The statement right below the comments at `at`; None where a blank line or the end comes first."""
    found = next((one for one in placed[at + 1 :] if one[2].form != "comment"), None)
    return found if found is not None and found[2].form != "blank" else None


def _columns(entry: Entry) -> list[str]:
    """What is aligned with the lines around, without the rest of the line."""
    texts = [piece.text for piece in entry.pieces]
    if entry.form == "row":
        return texts[1:-1]
    if entry.form == "game_turn":
        return texts[:1] if ":" in (texts[1][-1], *texts[2:3]) else texts[:2]
    return texts[:1] if entry.form == "tile_at" else []


def _widths(placed: list[tuple[int, int, Entry]]) -> dict[tuple[int, str], list[int]]:
    widths: dict[tuple[int, str], list[int]] = {}
    for _, region, entry in placed:
        found = widths.setdefault((region, entry.form), [])
        for at, text in enumerate(_columns(entry)):
            if at == len(found):
                found.append(0)
            found[at] = max(found[at], len(text))
    return widths


def _written(indent: int, entry: Entry, widths: list[int]) -> list[str]:
    """The lines of one entry: columns padded, long lists broken, comments where they were."""
    texts = [piece.text for piece in entry.pieces]
    columns = _columns(entry)
    first = 1 if entry.form == "row" else 0
    for at in range(len(columns)):
        texts[first + at] = texts[first + at].ljust(widths[at])
    lines: list[str] = []
    comments = list(entry.comments)
    current = " " * indent
    for at, piece in enumerate(entry.pieces):
        text = texts[at]
        current += (" " if current.strip() else "") + text
        if piece.comma and at + 1 < len(entry.pieces):
            ahead = entry.pieces[at + 1].line
            here = [text for line, text in comments if line < ahead]
            if here:
                comments = comments[len(here) :]
                lines.append(f"{current}  {here[0]}")
                lines += [" " * (indent + 4) + text for text in here[1:]]
                current = " " * (indent + 4)
            elif len(current) + 1 + _item(texts, entry.pieces, at + 1) > WIDTH:
                lines.append(current.rstrip())
                current = " " * (indent + 4)
    behind = "  ".join(text for _, text in comments)
    if current.strip():
        lines.append(f"{current}  {behind}".rstrip() if behind else current.rstrip())
    elif behind:
        lines.append(current + behind)
    return lines


def _item(texts: list[str], pieces: list[Piece], at: int) -> int:
    """Width of the list item that begins at `at`."""
    width = 0
    for text, piece in zip(texts[at:], pieces[at:], strict=True):
        width += len(text) + 1
        if piece.comma:
            break
    return width - 1
