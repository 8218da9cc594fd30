"""The machine form says everything in ids too: whoever reads it needs no language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from everyday import LONG, some
from test_every_word import texts
from test_report import SCHEMA, conforms

from adjudicator import adjudicate
from adjudicator.errors import Problems
from adjudicator.report import as_json
from adjudicator.words.languages import codes
from adjudicator.words.say import Speech, speech

SAID = frozenset(("sentence", "options", "text", "question", "say", "new", "message", "source"))
"""Keys under which words of the reader's language stand."""


def form(text: str, words: Speech) -> Any:
    """A text's answers and problems in the machine form, read back."""
    try:
        outcome = adjudicate(text)
        answers, problems = outcome.answers, outcome.problems
    except Problems as wrong:
        answers, problems = (), wrong.items
    told = [as_json.ruling(answer, words) for answer in answers]
    return json.loads(json.dumps(as_json.document(told, [as_json.problem(one, words) for one in problems])))


def unsaid(value: Any) -> Any:
    """The same without what the reader's language says."""
    if isinstance(value, dict):
        return {key: unsaid(one) for key, one in value.items() if key not in SAID}
    return [unsaid(one) for one in value] if isinstance(value, list) else value


def listed(value: Any) -> list[dict[str, Any]]:
    """Every object within that lists options."""
    if isinstance(value, dict):
        return [*([value] if "options" in value else []), *(one for inner in value.values() for one in listed(inner))]
    return [one for inner in value for one in listed(inner)] if isinstance(value, list) else []


@pytest.mark.long
def test_ids_are_the_same_in_every_language_and_all_is_described() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    words = [speech(lang) for lang in codes() if lang in ("en", "fr")]
    said = 0
    for text in some(texts(("language.md", "langage.md")), 35):
        first, *others = [form(text, one) for one in words]
        conforms(first, schema, schema)
        assert all(unsaid(other) == unsaid(first) for other in others), text
        for one in listed(first):
            assert len(one["items"]) == len(one["options"]), text
            said += len(one["items"])
    assert said > (1000 if LONG else 10)


GHOSTS = """use gifts, ghosts-castles-cemeteries
red has gift cash-out
city A: incomplete, 3 tiles
red: meeple with 2 ghosts, meeple
turn red; draws a tile; unwraps cash-out on A
"""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_move_that_lacks_a_fact_names_it_by_its_id(lang: str) -> None:
    (problem,) = form(GHOSTS, speech(lang))["problems"]
    assert problem["code"] == "move-lacks"
    (missing,) = problem["missing"]
    assert missing["fact"] == "which-figure"
    figures = missing["values"]["figures"]
    assert [one["ids"][:3] for one in figures] == [["red", "meeple", "A"]] * 2
    assert len({json.dumps(one) for one in figures}) == 2


def test_questions_behind_a_move_that_lacks_a_fact_lack_it_too() -> None:
    found = form(GHOSTS + "ask points", speech("en"))
    assert found["problems"] == []
    (ruling,) = found["rulings"]
    assert ruling["verdict"] == "undetermined"
    assert [one["fact"] for one in ruling["missing"]] == ["which-figure"]
    assert ruling["settled_by"] == []


def test_a_choice_is_told_by_ids() -> None:
    (ruling,) = form("use gifts\nturn red\nask options red", speech("fr"))["rulings"]
    assert ruling["options"] and all(set(one) == {"kind", "ids"} for one in ruling["items"])
    assert {"kind": "word", "ids": ["draws"]} in ruling["items"]
