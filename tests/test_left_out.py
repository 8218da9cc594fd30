"""A fact that a sketch leaves out is asked for, or told as supposed, or changes nothing: nothing is guessed.

Each fact of a feature, each line on what lies near it, and each score of the corpus is left out in turn. What may
change the answer without a word is in ``OTHERWISE``: there the text is another one without it, and no worse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import invariant, laid_out
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import adjudicate
from adjudicator.errors import Problems
from adjudicator.model.ruling import Answer, Ruling
from adjudicator.rulebook.loader import rule

LISTED = re.compile(r"^\s*(?:near|around|same tile)\b")
FEATURE = re.compile(r"^(\s*(?!red|blue|green|yellow|black|grey|pink)[a-z][\w\- \"']*: )([^#]*)$")
SCORE = re.compile(r"^(\s*\w+ has )([^#]*)$")
COUNTED = "tile|neighbour|coat|misty|vineyard|inn|wine|grain|cloth|aligned"
FACTS = re.compile(rf"\d+ (?:of \d+ )?(?:{COUNTED})|(?:in)?complete$")
BOARD = re.compile(r"(?m)^\s*(?:board|grid|like|game)\b")
OPEN = ("undetermined", "open", "disputed")
OTHERWISE = (
    "neighbours`: options", "near H: M", "near F: ", "near R: F", "near big top",
    "same tile: K, R, R", "same tile: H, R", "same tile: G, R, Q", "same tile: R, R2", "same tile: R, T",
)  # fmt: skip
"""A hole without its tiles takes no abbey and is not among the options; a square nobody lies near counts no tile more;
of two lines that say the same the other is left; a token that was named is any; a road that comes back to its cathedral
counts a tile more; of two tiles that are told one is left."""


def answered(ruling: Ruling) -> object:
    points = {player: number for player, number in ruling.points.items() if number}
    return ruling.verdict, points, ruling.options


def guessed(before: Answer, after: Answer) -> bool:
    """Whether an answer became another one that is as sure as if nothing were missing."""
    now = after.ruling
    sure = not now.missing and now.verdict not in OPEN and before.ruling.verdict not in OPEN
    supposed = any(one.supposed or one.phrase.endswith("supposed") for one in now.findings)
    return sure and not supposed and answered(before.ruling) != answered(now)


def without(line: str) -> Iterator[tuple[str, str | None]]:
    """What may be left out of a line, with the line that is left, None for no line."""
    if LISTED.match(line):
        yield line.strip(), None
        return
    said, score = FEATURE.match(line), SCORE.match(line)
    found = score or said
    if found is None or line.rstrip().endswith(","):
        return
    items = [one.strip() for one in found[2].split(",")]
    for at, item in enumerate(items):
        if re.match(r"score|\d+ points", item) if score else FACTS.match(item):
            rest = items[:at] + items[at + 1 :]
            left = found[1] + ", ".join(rest) if rest else None if score else found[1].rstrip(": ")
            yield item, left


def sketches(path: Path) -> Iterator[tuple[str, str]]:
    """The head of a file and each of its scenarios that lays no tile on a board."""
    head, *scenarios = re.split(r"(?m)^(?=scenario )", laid_out(path, "en"))
    yield from ((head, one) for one in scenarios if not BOARD.search(one))


def answers(text: str) -> tuple[Answer, ...]:
    """Those of a text, none where it is refused."""
    try:
        found = adjudicate(text)
    except Problems:
        return ()
    return () if found.problems else found.answers


def pairs(before: tuple[Answer, ...], after: tuple[Answer, ...]) -> Iterator[tuple[Answer, Answer]]:
    if len(before) == len(after):
        yield from zip(before, after, strict=True)


@invariant(14, "english")
def a_fact_that_is_left_out_is_not_guessed(path: Path) -> None:
    found: list[str] = []
    for head, scenario in sketches(path):
        before = answers(head + scenario)
        lines = scenario.split("\n")
        for at, line in enumerate(lines):
            for item, left in without(line):
                kept = lines[:at] + ([] if left is None else [left]) + lines[at + 1 :]
                for one, other in pairs(before, answers(head + "\n".join(kept))):
                    case = f"{lines[0]}: without `{item}`: {other.ask}"
                    if guessed(one, other) and not any(known in case for known in OTHERWISE):
                        found.append(f"{case}: {answered(one.ruling)} became {answered(other.ruling)}")
    assert not found, "\n".join(found)


def test_nothing_supposed_is_hidden() -> None:
    """What is supposed is told in the short answer, too."""
    position = "road R: incomplete, 4 tiles; red: meeple; turn red; places a tile that completes R"
    ruling = adjudicate(f"{position}; ask total red")
    supposed = [one for one in ruling.answers[0].ruling.findings if one.supposed]
    assert [one.phrase for one in supposed] == ["score-not-said"]
    assert rule(supposed[0].rule).id == "BASE-04"


TURN = "city T: incomplete, 3 tiles; blue: meeple; road R: incomplete, 2 tiles; red: meeple; red has 3 meeples"
MOVES = (
    ("princess-and-dragon", "princess", "seduce blue meeple on T", "seduce blue meeple"),
    ("princess-and-dragon", "dragon", "move dragon to R", ""),
    ("princess-and-dragon", "portal", "put meeple on S by portal", ""),
    ("festival", "festival", "take back meeple from R", "take back meeple"),
    ("flying-machines", "flying machine", "roll 2", ""),
)


@pytest.mark.parametrize(("box", "symbol", "move", "listed"), MOVES, ids=[move for *_, move, _ in MOVES])
def test_what_the_tile_shows_is_supposed_where_a_move_rests_on_it(
    box: str, symbol: str, move: str, listed: str
) -> None:
    """A sketched tile of which no symbol is told: yes, if it shows that one. Of one that shows another: no."""
    head = f"use {box}; road S: incomplete, 2 tiles, empty; {TURN}; turn red; places a tile that extends T"
    for said, verdict, supposed in ((f"{head}, shows {symbol}", "yes", False), (head, "yes", True)):
        answer = adjudicate(f"{said}; ask may red {move}").answers[0].ruling
        assert answer.verdict == verdict
        assert any(one.phrase == "tile-shows" and one.supposed for one in answer.findings) is supposed
        if listed:
            assert adjudicate(f"{said}; ask where red may {listed}").answers[0].ruling.options
    other = "volcano" if box == "princess-and-dragon" else ""
    if other:
        assert adjudicate(f"{head}, shows {other}; ask may red {move}").answers[0].ruling.verdict == "no"


def test_where_figures_are_listed_it_is_told_on_what_nobody_is_supposed_to_stand() -> None:
    text = (
        "garden G; monastery M: empty; garden H: 5 of 9 tiles; red: abbot; road R: incomplete, 2 tiles; red: meeple; "
        "turn red; places a tile that extends R"
    )
    ruling = adjudicate(f"{text}; ask where red may take back abbot").answers[0].ruling
    supposed = [one for one in ruling.findings if one.phrase == "nobody-told"]
    assert [[item.parts for item in one.values["features"]] for one in supposed] == [[("G",)]]


KNIGHTS = ("mayor", "meeple", "wagon", "large meeple")


@given(
    figures=st.lists(st.tuples(st.sampled_from(("red", "blue")), st.sampled_from(KNIGHTS)), min_size=1, max_size=4),
    state=st.sampled_from(("complete", "incomplete")),
    ask=st.sampled_from(("majority T", "score T", "final T")),
)
def test_coats_of_arms_that_decide_are_asked_for(figures: list[tuple[str, str]], state: str, ask: str) -> None:
    """AM-45: whoever leads without a word on the coats of arms leads however many there are."""
    head = "use abbey-and-mayor, inns-and-cathedrals, traders-and-builders; players red, blue"
    there = dict.fromkeys(figures)
    lines = "; ".join(f"{player}: {figure}" for player, figure in there)

    def scorers(coats: str) -> object:
        (answer,) = adjudicate(f"{head}; city T: {state}, 4 tiles{coats}; {lines}; ask {ask}").answers
        ruling = answer.ruling
        if ruling.missing:
            return [one.phrase for one in ruling.missing]
        return sorted(player for player, number in ruling.points.items() if number), ruling.options

    told = [scorers(f", {number} coats") for number in range(5)]
    said_of_none = scorers("")
    assert said_of_none == ["coats"] or all(one == said_of_none for one in told), (told, said_of_none)
