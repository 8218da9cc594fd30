"""Every answer can be expected: what it says, written behind `expect`, is met, and something else is not."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

import pytest
from everyday import LONG, some
from test_answers import played
from test_every_word import texts

from adjudicator import adjudicate, formatted
from adjudicator.binding.bind import bind
from adjudicator.binding.items import refs
from adjudicator.model.ruling import Answer, Item, Ruling
from adjudicator.syntax.document import read_document
from adjudicator.words.say import speech

EACH = 2
"""Answers of one sort that are tried."""


def told(text: str, answer: Answer, said: str, language: str) -> bool | None:
    """Whether an answer is met that is expected to be as `said`; None where that cannot be read."""
    lines = text.split("\n")[: answer.line]
    before = answer.column - 1
    keyword = speech(language).keyword("expect")
    lines[-1] = lines[-1][:before] + lines[-1][before:].partition(f" {keyword} ")[0]
    given, problems, _ = played("\n".join([*lines, f"{keyword} {said}"]))
    return None if problems or not given else given[-1].met


def sort(ruling: Ruling) -> tuple[object, ...]:
    """What tells one sort of answer from another."""
    kinds = {(one.kind, *(type(part).__name__ for part in one.parts)) for one in ruling.options}
    return ruling.topic, ruling.verdict, ruling.choice, ruling.ordered, tuple(sorted(kinds)), bool(ruling.possible)


def others(ruling: Ruling) -> Iterator[Ruling]:
    """Answers that say something else."""
    if ruling.verdict in ("yes", "no"):
        yield ruling._replace(verdict="no" if ruling.verdict == "yes" else "yes")
    for player, number in ruling.points.items() if ruling.verdict == "scored" else ():
        yield ruling._replace(points={**ruling.points, player: number + 1})
    for at, item in enumerate(ruling.options):
        for one in _other(item, {who.parts[0] for who in ruling.subject if who.kind == "player"}):
            yield ruling._replace(options=(*ruling.options[:at], one, *ruling.options[at + 1 :]))
    if len(ruling.options) > 1 and not all(one.kind in ("count", "number") for one in ruling.options):
        yield ruling._replace(options=ruling.options[1:])


def _other(item: Item, asked: Container[str] = ()) -> Iterator[Item]:
    if item.kind == "count":
        number, colour, noun = item.parts
        yield Item.count(number + 1, colour, noun)
        if number:  # of another colour there is none, too; what has no colour is that of whoever was `asked` about
            colours = [one for one in ("black", "green") if one != colour and one not in asked]
            yield from (Item.count(number, one, noun) for one in colours)
    elif item.kind == "number":
        yield Item("number", (item.parts[0] + 1,))
    elif item.kind == "player":
        yield from (Item.player(one) for one in ("red", "blue", "black") if one != item.parts[0])
    elif item.kind == "figure":
        colour, *rest = item.parts
        yield from (Item("figure", (one, *rest)) for one in ("black", "green") if one != colour)
    elif item.kind == "move":
        verb, *parts = item.parts
        for at, part in enumerate(parts):
            for one in _other(part) if isinstance(part, Item) else ():
                yield Item("move", (verb, *parts[:at], one, *parts[at + 1 :]))


def answers() -> Iterator[tuple[str, Answer, str]]:
    """Some answers of every sort there is in the reference and the corpus."""
    seen: dict[tuple[object, ...], int] = {}
    for text in some(texts(("language.md", "langage.md")), 28):
        given, problems, language = played(text)
        for answer in given if not problems else ():
            if answer.ask.startswith(speech(language).keyword("claim")):
                continue  # it says itself what it expects
            key = sort(answer.ruling)
            if seen.get(key, 0) < EACH and speech(language).expectation(answer.ruling):
                seen[key] = seen.get(key, 0) + 1
                yield text, answer, language


@pytest.mark.long
def test_what_an_answer_says_is_met_and_what_it_does_not_say_is_not() -> None:
    tried = 0
    for text, answer, language in answers():
        said = speech(language).expectation(answer.ruling)
        assert told(text, answer, said, language), f"{answer.ask}: {said}\n{text}"
        for other in others(answer.ruling):
            false = speech(language).expectation(other)
            if false == said:
                continue  # of what is open the outcomes are said, and nothing else
            tried += 1
            assert not told(text, answer, false, language), f"{answer.ask}: {false}, and not {said}\n{text}"
    assert tried > (200 if LONG else 10)


@pytest.mark.parametrize(
    ("asked", "expected", "met"),
    [
        ("gained red", "1 gift", True),
        ("gained red", "1 red gift", True),
        ("gained red", "1 blue gift", False),
        ("hand red", "4 red meeples", True),
        ("hand red", "4 blue meeples", False),
        ("hand red", "4 meeples", True),
        ("returned", "1 blue meeple", True),
        ("returned", "1 red meeple", False),
    ],
)
def test_a_colour_that_is_expected_is_that_of_whoever_is_asked_about(asked: str, expected: str, met: bool) -> None:
    text = (
        "use gifts; players red, blue; red has 4 meeples; city T: incomplete, 4 tiles; blue: meeple; turn red; "
        f"places a tile that completes T; ask {asked}\nexpect {expected}"
    )
    given, problems, _ = played(text)
    assert not problems and given[-1].met is met


T = "city T: complete, 2 tiles\n  red: meeple\nask score T\n  expect "


@pytest.mark.parametrize(
    ("expected", "code", "word", "meant"),
    [
        ("open yes or no, red", "unexpected-word", "red", ()),
        ("open red 2 or 3, yes or blue", "unexpected-word", "blue", ()),
        ("V 13", "unexpected-word", "13", ()),
        ("factx weighs", "unknown-feature", "factx", ("fact", "facts")),
        ("exactly red meeple called Bob", "unexpected-word", "called", ()),
        ("exactly red meeple at (1,0)", "unexpected-word", "(1,0)", ()),
        ("exactly put meeple called Bob on T", "unexpected-word", "called", ()),
        ("exactly Z", "unknown-feature", "Z", ()),
    ],
)
def test_what_an_expectation_cannot_say_is_told(expected: str, code: str, word: str, meant: tuple[str, ...]) -> None:
    problem: Any = played(T + expected)[1][0]
    assert (problem.code, problem.values["word"]) == (code, word)
    assert {*meant} <= {*problem.suggestions}


def test_what_is_wrong_with_an_expectation_hides_nothing_that_is_wrong_with_a_question() -> None:
    problems: list[Any] = played(f"{T}V 13\nask score Z\n  expect red 4")[1]
    assert [one.span.line for one in problems] == [4, 5]


def test_an_expectation_is_read_without_a_position() -> None:
    text = T + "exactly meeple on T, V@90 at (1,0), city T, corner (0,0), puts meeple on T, score"
    ((expect,),) = [[*step.ask.expects] for step in bind(read_document(text)).scenarios[0].steps if step.ask]
    assert [item.kind for item in expect.items] == ["figure", "tile", "ref", "corner", "move", "meanings"]
    assert [ref.name for item in expect.items for ref in refs(item)] == ["T", "T", "T"]


@pytest.mark.parametrize("gap", ["  ", "\t", "\u00a0"])
def test_a_question_that_is_quoted_is_met_in_every_language_however_wide_its_gaps(gap: str) -> None:
    question = f"leipzig belongs to Markets of Leipzig,{gap}which this program does not play yet"
    text = f'area leipzig\n  red: meeple\nask final\n  expect asks "{question}"\n'
    for said in (text, formatted(text), formatted(text, "fr"), formatted(text, "de")):
        assert adjudicate(said).answers[0].met, said
