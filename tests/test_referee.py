"""Records with what people do to them and to their score sheets, and what the referee finds."""

from __future__ import annotations

from typing import Any

import pytest
from referee import CASES, expected, told


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_is_found(case: dict[str, Any]) -> None:
    assert expected(case)
    assert told(case) == expected(case)
