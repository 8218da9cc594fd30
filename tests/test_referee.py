"""Records with what people do to them and to their score sheets, and what the referee finds."""

from __future__ import annotations

from typing import Any

import pytest
from referee import ANSWERS, BOARDS, CASES, SIGHTS, answer, answered, board, expected, seen, sight, told, typed


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_is_found(case: dict[str, Any]) -> None:
    assert expected(case)
    assert told(case) == expected(case)


@pytest.mark.parametrize("case", ANSWERS, ids=[case["name"] for case in ANSWERS])
def test_what_is_asked_back_and_told_besides(case: dict[str, Any]) -> None:
    assert answer(case)
    assert answered(case) == answer(case)


@pytest.mark.parametrize("case", BOARDS, ids=[case["name"] for case in BOARDS])
def test_what_becomes_of_a_typed_board(case: dict[str, Any]) -> None:
    assert board(case)
    assert typed(case) == board(case)


@pytest.mark.parametrize("case", SIGHTS, ids=[case["name"] for case in SIGHTS])
def test_what_is_to_be_seen(case: dict[str, Any]) -> None:
    assert sight(case)
    assert seen(case) == sight(case)
