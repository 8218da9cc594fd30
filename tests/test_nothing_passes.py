"""What cannot be meant in a record is told at its line, and what may be meant is said with one line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result
from random_games import bound
from typed_games import BOX, play

from adjudicator import adjudicate, formatted
from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.errors import Problem
from adjudicator.play.box import kinds
from adjudicator.play.replay import replay
from adjudicator.syntax.document import read_document

TWO, FOUR = "red, blue", "red, blue, green, black"


def game(players: str, *lines: str, use: str = "") -> str:
    """A record of a header and numbered lines."""
    header = ['game "Test"', *([f"use {use}"] if use else []), *([f"players {players}"] if players else [])]
    return "\n".join([*header, *lines]) + "\n"


def told(text: str, lenient: bool = False) -> list[Problem]:
    """What is wrong with a record, in what is written and in what is played."""
    read = bind(read_document(text, "en"))
    return [
        *read.problems,
        *(p for one in read.scenarios for p in replay(one, read.language, lenient=lenient).problems),
    ]


def score(text: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["score", "-", *words], input=text)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (game(FOUR, "1. red V (1,0)", "2. blue V@180 (1,1)", "4. black U@90 (2,0)"), "turn-passed-over", 5),
        (game("", "1. red V (1,0)", "2. blue V@180 (1,1)", "4. red B (0,1)"), "turn-left-out", 4),
        (game(TWO, "5. red V (1,0)", "3. blue V@180 (1,1)"), "turn-again", 4),
        (game(TWO, "5. red V (1,0)", "6. blue V@180 (1,1)", "6. red B (0,1)"), "turn-again", 5),
        (game(TWO, "1. red V (1,0)", "2. red V@180 (1,1)"), "illegal-move", 4),
        (game(TWO, "1. red C (0,-1)", "2. blue C (0,-2)"), "beyond-box", 4),
        (game(TWO, "board", "  (0,0) C", "  (1,0) C", "1. red V (0,9)"), "beyond-box", 5),
        (game(TWO, "grid from (0,0)", "| C C |", "1. red V (0,9)"), "beyond-box", 4),
        (game(TWO, "1. red E@180 (0,-1) mayor city"), "piece-not-in-use", 3),
        (game(TWO, "1. red E@180 (0,-1) mayor city", use="gifts"), "piece-not-in-use", 4),
        (game(TWO, "1. red V (1,0)", "2. red second part B (0,1)", use="traders-and-builders"), "illegal-move", 5),
        (game("", "1. red V (1,0)", "2. red second part B (0,1)", use="traders-and-builders"), "illegal-move", 4),
        (game(TWO, "stock 1 tile", "1. red V (1,0)", "2. blue B (0,1)"), "after-last-tile", 5),
        (game(TWO, "1. red V (1,0)", "2. blue V@180 (1,1)", "3. red: draws U, unwraps synod, places U at (-1,0)",
              use="gifts"), "illegal-move", 6),
        (game(TWO, "1. red: places V at (1,0), passes"), "passes-alone", 3),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_told_at_its_line(text: str, code: str, line: int) -> None:
    (problem,) = told(text)
    assert (problem.code, problem.span.line) == (code, line)
    result = score(text)
    assert result.exit_code == 2 and f"{line}:" in result.output


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (game(FOUR, "1. red V (1,0)", "2. blue V@180 (1,1)", "4. black U@90 (2,0)"), "3. green passes"),
        (game(TWO, "1. red C (0,-1)", "2. blue C (0,-2)"), "stock 2 boxes"),
        (game(TWO, "1. red E@180 (0,-1) mayor city"), "use abbey-and-mayor"),
    ],
)
def test_what_may_be_meant_is_one_line(text: str, line: str) -> None:
    """The line stands in the message, and with it the record plays; laid out and in French it says the same."""
    assert f"`{line}`".casefold() in " ".join(score(text).output.split()).casefold()
    lines = text.splitlines()
    at = next(i for i, one in enumerate(lines) if one.startswith("4.")) if line[0].isdigit() else 1
    mended = "\n".join([*lines[:at], line, *lines[at:]]) + "\n"
    assert told(mended) == []
    for lang in ("en", "fr"):
        laid_out = formatted(mended, lang)
        assert formatted(laid_out) == laid_out
        assert told(laid_out) == []
    assert line in formatted(mended)


def test_lenient_goes_on_with_numbers_and_tiles_as_they_stand() -> None:
    text = game(TWO, "1. red C (0,-1)", "2. blue C (0,-2)", "4. blue E@180 (0,-3)", "4. red A@270 (-1,0)")
    played = replay(bound(text), "en", lenient=True)
    assert [one.code for one in played.problems] == ["beyond-box", "turn-passed-over", "turn-again"]
    assert [one.number for one in played.turns] == [1, 2, 4, 4]


def test_a_box_holds_what_the_rules_count() -> None:
    """72 tiles, the faces with a garden counted with their twins; whole games never go beyond them."""
    found = {kind.name: kind.number for kind in kinds(frozenset(("base", "abbot"))).values()}
    assert sum(found.values()) == sum(BOX.values()) == 72
    assert all(kind.rule == "BASE-01" for kind in kinds(frozenset(("base", "abbot"))).values())
    for seed in range(2):
        lines = [
            f"{number}. {('red', 'blue')[turn.player]} {turn.face.id}@{90 * turn.turns} ({turn.cell[0]},{turn.cell[1]})"
            for number, turn in enumerate(play(seed, tiles=71).turns, 1)
        ]
        lines = [line.replace("@0 ", " ") for line in lines]
        assert told(game(TWO, "board", "  (0,0) D@90", *lines)) == []


def test_tiles_of_ones_own_and_of_unknown_sets_are_not_counted() -> None:
    own = "tile CALM: monastery, field N E S W\nboard\n" + "".join(f"  ({x},0) CALM\n" for x in range(9))
    assert adjudicate(f"{own}ask complete monastery at (0,0)").problems == ()


def test_expectations_inside_a_record_are_looked_at() -> None:
    text = game(TWO, "1. red E@180 (0,-1) meeple city", "ask total red expect red 4", "2. blue V (1,0)")
    assert score(text).exit_code == 0
    wrong = text.replace("expect red 4", "expect red 99")
    result = score(wrong)
    assert result.exit_code == 1 and "red 99" in result.output
    assert '"met": false' in score(wrong, "--format", "json").output
    assert score(text.replace("expect red 4", "expect red 4 because BASE-41")).exit_code == 1
