"""The lines around a board that is typed square by square: the one that begins it, and those above and below."""

from __future__ import annotations

import re

from adjudicator.model.position import Cell
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.saying import said, square, text, word
from adjudicator.words.wording import printer

BAR = "|"
_SQUARE = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")


def corner_of(line: str) -> Cell | None:
    """The square at the north-west of a grid that a line begins, in any language; None for any other line."""
    folded, found = fold(line.strip()), _SQUARE.search(line)
    begins = (lexicon(code).say("keyword", "grid") for code in codes())
    if found is None or not any(folded.startswith(fold(keyword)) for keyword in begins):
        return None
    return int(found[1]), int(found[2])


def with_corner(line: str, corner: Cell) -> str:
    """The line that begins a grid, with another square."""
    return _SQUARE.sub(f"({corner[0]},{corner[1]})", line)


def cells_of(row: str) -> list[str]:
    """The squares of a row as they are written; a tile of two words is one."""
    tiles = {fold(lexicon(code).say("keyword", "tile")) for code in codes()}
    found: list[str] = []
    for part in row.strip().strip(BAR).split():
        if found and fold(found[-1]) in tiles:
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def head(lang: str, players: str, expansions: str) -> list[str]:
    """The lines up to a grid; `players` and `expansions` as they stand behind their keywords, "" for none."""
    lines = [] if lang == fallback() else [said("language", text(lang))]
    lines += [said("use", text(expansions))] if expansions else []
    lines += [said("players", text(players))] if players else []
    return [*map(printer(lang).line, (*lines, said("grid", square(0, 0))))]


def asks(line: str, lang: str) -> bool:
    """Whether a line asks something."""
    return fold(line.strip()).startswith(fold(lexicon(lang).say("keyword", "ask")))


def final_question(lang: str) -> str:
    """The line that asks for the final scoring."""
    return printer(lang).line(said("ask", word("final", "topic")))
