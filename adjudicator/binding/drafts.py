"""The lines around a board that is typed square by square: the one that begins it, and those above and below."""

from __future__ import annotations

import re

from adjudicator.model.position import Cell
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.tokens import Said, Token
from adjudicator.words.wording import printer

BAR = "|"
_SQUARE = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")


def corner_of(line: str) -> Cell | None:
    """The square at the north-west of a grid that a line begins, in any language; None for any other line."""
    folded, found = fold(line.strip()), _SQUARE.search(line)
    begins = (lexicon(code).say("keyword", "grid") for code in codes())
    if found is None or not any(folded.startswith(fold(word)) for word in begins):
        return None
    return int(found[1]), int(found[2])


def with_corner(line: str, corner: Cell) -> str:
    """The line that begins a grid, with another square."""
    return _SQUARE.sub(_square(corner), line)


def cells_of(row: str) -> list[str]:
    """The squares of a row as they are written; a tile of two words is one."""
    tiles = {fold(lexicon(code).say("keyword", "tile")) for code in codes()}
    found: list[str] = []
    for word in row.strip().strip(BAR).split():
        if found and fold(found[-1]) in tiles:
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
    return found


def head(lang: str, players: str, expansions: str) -> list[str]:
    """The lines up to a grid; `players` and `expansions` as they stand behind their keywords, "" for none."""
    said: list[list[Said]] = [] if lang == fallback() else [[Token("keyword", "language"), Token("text", lang)]]
    said += [[Token("keyword", "use"), Token("text", expansions)]] if expansions else []
    said += [[Token("keyword", "players"), Token("text", players)]] if players else []
    said.append([Token("keyword", "grid"), Token("coord", _square((0, 0)))])
    return [printer(lang).line(line) for line in said]


def asks(line: str, lang: str) -> bool:
    """Whether a line asks something."""
    return fold(line.strip()).startswith(fold(lexicon(lang).say("keyword", "ask")))


def final_question(lang: str) -> str:
    """The line that asks for the final scoring."""
    return printer(lang).line([Token("keyword", "ask"), Token("topic", "final")])


def _square(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"
