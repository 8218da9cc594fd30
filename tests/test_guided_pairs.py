"""Every guided way, on the phone and at the terminal, with every pair of boxes gives the answer that its position has
in the language, and a box that nobody mentions changes none.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from everyday import some
from test_guide import FIVE, begun, first, led

from adjudicator import adjudicate
from adjudicator.errors import Problems
from adjudicator.guide import Ruled, Setting
from adjudicator.guide.paths import Path as Guided
from adjudicator.guide.paths import every
from adjudicator.model.ruling import Answer
from adjudicator.words.vocabulary import vocabulary

sys.path.insert(0, str(Path(__file__).parent.parent / "web" / "python"))

import paths

from adjudicator.words.say import speech

BOXES = sorted(set(vocabulary().expansions()) - set(vocabulary().always()))
PAIRS: list[tuple[str, ...]] = [*combinations(BOXES, 2)]
PLACES = {"city": ("tile", "coat"), "road": ("tile",), "monastery": (), "field": ("cities",)}
"""The features of the base game, each with what is counted on it when it is complete, or at the end."""
STATES = {"complete": ("complete", "score"), "final": ("incomplete", "final")}


def pairs(every_day: int) -> list[tuple[str, ...]]:
    """The pairs of the five boxes that are asked about most, so many of them and of the others every day, all in the
    long run.
    """
    often = {*combinations(FIVE, 2)}
    return [*some(sorted(often), max(1, len(often) // every_day)), *some(
        [one for one in PAIRS if one not in often], max(1, len(PAIRS) // every_day)
    )]  # fmt: skip


def told(kind: str, state: str, figures: str) -> str:
    """A position of the base game and its question, as somebody types it who knows the language."""
    if kind == "field":
        return f"field T: touches 2 complete cities; {figures}; ask final T"
    said, topic = STATES[state]
    if kind == "monastery":
        said = {"complete": "complete", "incomplete": "6 of 9 tiles"}[said]
    else:
        said += ", 4 tiles" + (", 2 coats" if kind == "city" else "")
    return f"{kind} T: {said}; {figures}; ask {topic} T"


def facts(question: paths.Question) -> dict[str, int]:
    """What `told` says, as an answer to what a way asks."""
    known = {"tile": 4, "coat": 2, "cities": 2, "neighbour": 6}
    return {one["unit"]: known.get(one["unit"], 0) for one in question["counts"]}


def walked(name: str, use: frozenset[str], **values: paths.Given) -> str:
    """The text at the end of a way of the phone."""
    given: list[paths.Given] = []
    while not isinstance(found := paths.next_step(name, given, speech("en"), use), str):
        given.append(facts(found) if found["key"] == "facts" else values[found["key"]])
    return found


@cache
def answered(text: str) -> tuple[object, ...]:
    """What is answered, as far as anybody would quarrel about it."""
    return outcome(adjudicate(text).answers[-1])


def outcome(answer: Answer) -> tuple[object, ...]:
    ruling = answer.ruling
    points = {player: amount for player, amount in ruling.points.items() if amount}
    return ruling.verdict, points, [one.phrase for one in ruling.missing]


@pytest.mark.parametrize("use", pairs(5), ids="+".join)
def test_the_buttons_give_the_answer_of_the_position(use: tuple[str, ...]) -> None:
    table = frozenset([*vocabulary().always(), *use])
    for kind, state in product(PLACES, STATES):
        if kind == "field" and state == "complete":
            continue
        chosen = {"kind": kind, "state": state, "player": "red"}
        worth = walked("worth", table, **chosen)
        assert answered(worth) == answered(told(kind, state, "red: meeple")), (use, worth)
        people = {"red": {"meeple": 2}, "blue": {"meeple": 1}}
        if kind != "monastery":
            scores = walked("scores", table, **chosen, people=people)
            assert answered(scores) == answered(told(kind, state, "red: 2 meeples; blue: meeple")), (use, scores)


@pytest.mark.parametrize("use", pairs(3), ids="+".join)
def test_two_boxes_bring_what_each_brings(use: tuple[str, ...]) -> None:
    # A cathedral is counted in a city whichever box lies beside Inns & Cathedrals.
    always = vocabulary().always()
    for kind, complete in product(("city", "road", "monastery", "field"), (True, False)):
        alone = [{one[0] for one in paths.countable(kind, complete, frozenset([*always, box]))} for box in use]
        both = {one[0] for one in paths.countable(kind, complete, frozenset([*always, *use]))}
        assert both == set.union(*alone), (kind, complete)


@pytest.mark.parametrize("use", pairs(3), ids="+".join)
def test_the_terminal_gives_the_answer_of_the_position(use: tuple[str, ...]) -> None:
    # `1` figure is a meeple, and a box that nobody mentions changes no answer.
    for one in every():
        if one.owner not in {*vocabulary().always(), *use}:
            continue
        own = [box for box in use if box == one.owner]
        before, after = (ruled(one, [*own]), ruled(one, [*use]))
        if one.ask != "steps":  # the box brings steps of a turn
            assert found(before) == found(after), (one.id, before.text, after.text)
        assert after.outcome is None or outcome(after.answer) == answered(after.text), after.text


def ruled(path: Guided, use: list[str]) -> Ruled:
    """What comes of a path with those boxes on the table, each question answered by the first that is offered."""
    return led(begun(path, Setting((("red", ""), ("blue", "")), tuple(use))), first)[2]


def found(one: Ruled) -> object:
    if one.outcome is not None:
        return outcome(one.answer)
    assert isinstance(one.problems, Problems)
    return [problem.code for problem in one.problems.items]
