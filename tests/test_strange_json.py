"""JSON of a stranger is read, or refused, without the interpreter's end."""

from __future__ import annotations

import json

import pytest

from adjudicator.errors import Problems
from adjudicator.records.jcz_file import parse
from adjudicator.syntax.strange_json import DEEPEST, read_json


@pytest.mark.parametrize("mark", ["[", '{"a":', '[{"a":'])
def test_what_is_nested_too_deep_is_refused(mark: str) -> None:
    with pytest.raises(ValueError):
        read_json(mark * 200_000)
    with pytest.raises(Problems):
        parse(mark * 200_000)


@pytest.mark.parametrize("value", ["[" * 500, '\\"[' * 200, {"a": ["[]{}\\" * 90, ["}"] * 300]}, [[]] * 1000, 3, None])
def test_brackets_in_texts_and_side_by_side_nest_nothing(value: object) -> None:
    assert read_json(json.dumps(value)) == value


def test_the_deepest_is_read() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(ValueError):
        read_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


def test_an_unfinished_text_is_refused() -> None:
    with pytest.raises(ValueError):
        read_json('["' + "[" * 100_000)
