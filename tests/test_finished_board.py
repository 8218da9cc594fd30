"""A finished board is typed in minutes, and what is mistyped in it is noticed, or seen in the picture."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.binding.bind import bind
from adjudicator.draw.picture import drawn
from adjudicator.draw.scenes import scenes
from adjudicator.engine.layout import laid_out
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import EDGE_LETTERS
from adjudicator.geometry.ground import Ground
from adjudicator.model.scenario import BoardText, Stand
from adjudicator.settling import settle
from adjudicator.syntax.document import read_document
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech

BOARD = Path(__file__).parents[1] / "docs" / "games" / "finished-board.carc"
MOST = 700
"""Keystrokes for 72 tiles and 26 figures."""
SHARE = int(os.environ.get("MISTYPED", "20"))
"""Of so many mistakes one is tried; 1 tries all."""
NOTICED = 0.98
_KEYS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


def typed(text: str) -> str:
    """`text` as somebody in a hurry types it: no comments, no columns."""
    lines = [re.sub(" +", " ", line.strip()) for line in text.splitlines() if not line.startswith("#")]
    return "\n".join(lines) + "\n"


def read(text: str) -> BoardText:
    found = bind(read_document(text))
    assert not found.problems
    board = found.scenarios[0].board
    assert board is not None
    return board


def told(text: str) -> tuple[list[object], list[object]]:
    """The tiles as they lie, and the figures."""
    board = read(text)
    ground = laid_out(board, [], lambda face: face)
    tiles = sorted((one.cell, one.face.id, one.turns % 4) for one in board.placed)
    stands = [(one.player, one.figure, *where(ground, one)) for one in board.stands]
    return [*tiles], sorted(stands)


def where(ground: Ground, one: Stand) -> tuple[int, int, int]:
    """The square, and the piece on it: a field at a corner goes by either of its sides."""
    assert one.cell is not None and one.place is not None
    x, y = one.cell
    return x, y, ground.segment(x, y, one.place.kind, one.place.side or None) - ground.segments_at(x, y)[0]


def problems(text: str) -> tuple[Problem, ...]:
    try:
        return settle(text).problems
    except Problems as error:
        return error.items


def remarks(text: str) -> list[str]:
    return [one.phrase for one in settle(text).answers[0].ruling.warnings]


def test_the_board_is_whole_and_takes_few_keystrokes() -> None:
    text = BOARD.read_text(encoding="utf-8")
    tiles, stands = told(text)
    assert (len(tiles), len(stands)) == (72, 26)
    assert problems(text) == ()
    assert remarks(text) == []
    assert len(typed(text)) <= MOST
    assert told(typed(text)) == (tiles, stands)


def test_four_sides_for_every_tile_are_few_keystrokes_too() -> None:
    # Who does not know the letters types each tile as it lies, and adds -S or -J when asked.
    board = read(BOARD.read_text(encoding="utf-8"))
    names = {(one.face.id, one.turns): "".join(one.face.turned(one.turns).edges) for one in board.placed}
    longest = sum(len(name) + 3 for name in (names[one.face.id, one.turns] for one in board.placed))
    others = typed(BOARD.read_text(encoding="utf-8")).count(" . ") * 2
    figures = sum(len(f":{code}") for code in re.findall(r":(\S+)", BOARD.read_text(encoding="utf-8")))
    assert longest + others + figures <= MOST


def test_cells_say_what_lines_below_the_grid_say() -> None:
    text = BOARD.read_text(encoding="utf-8")
    board = read(text)
    rows = re.sub(r":\S+", "", text).replace("ask final", "")
    words = lexicon("en")
    for one in board.stands:
        assert one.cell is not None and one.place is not None
        place = f"{words.say('kind', one.place.kind)} {one.place.side}".strip()
        rows += f"({one.cell[0]},{one.cell[1]}) {one.player}: {one.figure} on {place}\n"
    long = settle(rows + "ask final").answers[0].ruling
    assert long.points == settle(text).answers[0].ruling.points
    assert sum(long.points.values()) > 0


# ---- slips of the finger


def near(letter: str) -> Iterator[str]:
    for row, keys in enumerate(_KEYS):
        at = keys.find(letter.lower())
        if at >= 0:
            for other, shift in ((row, -1), (row, 1), (row - 1, 0), (row - 1, 1), (row + 1, -1), (row + 1, 0)):
                if 0 <= other < len(_KEYS) and 0 <= at + shift < len(_KEYS[other]):
                    key = _KEYS[other][at + shift]
                    yield key.upper() if letter.isupper() else key


def slips(cell: str, after: str) -> Iterator[str]:
    """`cell` and the one after it as they come out wrong."""
    for at, letter in enumerate(cell):
        yield f"{cell[:at]}{cell[at + 1 :]} {after}"
        yield f"{cell[: at + 1]}{cell[at:]} {after}"
        yield f"{cell[:at]}{letter.swapcase()}{cell[at + 1 :]} {after}"
        for key in near(letter):
            yield f"{cell[:at]}{key}{cell[at + 1 :]} {after}"
        if at + 1 < len(cell):
            yield f"{cell[:at]}{cell[at + 1]}{letter}{cell[at + 2 :]} {after}"
    yield after
    yield f"{cell} {cell} {after}"
    yield f"{after} {cell}"
    yield f". {after}"


def mistyped(text: str) -> Iterator[str]:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        cells = line.strip("| ").split() if line.startswith("|") else []
        for at, cell in enumerate(cells):
            after = cells[at + 1] if at + 1 < len(cells) else ""
            for wrong in slips(cell, after):
                row = " ".join([*cells[:at], wrong.strip(), *cells[at + 2 :]])
                yield "\n".join([*lines[:number], f"| {row} |", *lines[number + 1 :]])


@pytest.mark.long
def test_a_slip_is_noticed_or_seen_in_the_picture() -> None:
    text = typed(BOARD.read_text(encoding="utf-8"))
    right, say = told(text), speech("en")
    picture = drawn(scenes(text).scenes[0], say)
    every = [one for one in dict.fromkeys(mistyped(text)) if one != text]
    tried = random.Random(SHARE).sample(every, len(every) // SHARE)
    noticed = harmless = unseen = 0
    for wrong in tried:
        if problems(wrong) or remarks(wrong):
            noticed += 1
        elif told(wrong) == right:
            harmless += 1  # such as a place left out where there is only one
        elif drawn(scenes(wrong).scenes[0], say) == picture:
            unseen += 1
            print("unseen:", *(line for line in wrong.split("\n") if line not in text.split("\n")))
    print(f"{len(tried)} slips: {noticed} noticed, {harmless} change nothing, {unseen} unseen in the picture")
    assert unseen == 0
    assert noticed >= (NOTICED if SHARE == 1 else NOTICED - 0.04) * (len(tried) - harmless)


# ---- what is told


def test_tiles_that_are_not_on_the_table_are_told_by_the_box() -> None:
    text = BOARD.read_text(encoding="utf-8")
    wrong = text.replace("| O  ", "| .  ").replace("C  ", ".  ").replace("Q:gmc", ".")
    (remark,) = settle(wrong).answers[0].ruling.warnings
    assert remark.phrase == "tiles-missing"
    assert (remark.values["there"], remark.values["number"]) == (69, 72)
    assert set(remark.values["tiles"]) == {"C", "O", "Q"}


@pytest.mark.parametrize(
    ("rows", "code", "place"),
    [
        ("| D U |\n| . |", "row-short", (2, 5)),
        ("| fcff fffc |\n| fcff fffc . |\n| . . |", "row-long", (2, 13)),
        ("| fcff fffc fcff fffc |\n| fcff fffc fffc |\n| . . . . |", "row-short-before", (2, 13)),
        ("| D:bm |", "cell-place", (1, 5)),
        ("| D:xmc |", "cell-colour", (1, 5)),
        ("| D:bxc |", "cell-figure", (1, 5)),
        ("| D:b |", "cell-shape", (1, 5)),
        ("| D:bmcS |", "cell-place", (1, 5)),
        ("| D:bmc+bmm |", "cell-place", (1, 9)),
        ("| D .:bmc |", "cell-empty", (1, 7)),
        ("| V@990 |", "turn-degrees", (1, 4)),
        ("| ccff |", "ambiguous-tile", (1, 3)),
    ],
)
def test_what_is_wrong_is_told_at_its_place(rows: str, code: str, place: tuple[int, int]) -> None:
    found = problems(f"players red, blue; grid from (0,0)\n{rows}\nask final")
    line, column = place
    assert (code, line + 1, column) in [(one.code, one.span.line, one.span.column) for one in found]


@pytest.mark.parametrize(
    ("cell", "kind", "side"),
    [("C:rm", "city", ""), ("D:rmc", "city", ""), ("H:rmcS", "city", "S"), ("V:rmfN", "field", "N"),
     ("A:ra", "monastery", ""), ("P:rmfEL", "field", "EL")],
)  # fmt: skip
def test_a_side_is_needed_only_where_a_tile_has_two_such_places(cell: str, kind: str, side: str) -> None:
    (stand,) = read(f"grid from (0,0)\n| {cell} |\nask final").stands
    assert stand.place is not None
    assert (stand.player, stand.place.kind, stand.place.side) == ("red", kind, side)


def test_letters_tell_one_thing_each_and_the_same_in_every_language() -> None:
    ours = lexicon("en").letters
    groups = {tuple(sorted(kinds)) for kinds in ours["kind"].values()}
    for code in ("fr", "de"):
        letters = lexicon(code).letters
        assert {tuple(sorted(kinds)) for kinds in letters["kind"].values()} == groups
        for role in ("colour", "figure"):
            assert {ident for meant in letters[role].values() for ident in meant} == {
                ident for meant in ours[role].values() for ident in meant
            }
    assert set(EDGE_LETTERS) - {"river"} <= {kind for kinds in ours["kind"].values() for kind in kinds}
