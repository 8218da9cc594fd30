"""Games that are played with the library: what may come, what was scored, what is refused, what is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from played import GAMES, found, wanted


@pytest.mark.parametrize("case", GAMES, ids=[case["name"] for case in GAMES])
def test_what_becomes_of_it(case: dict[str, Any]) -> None:
    assert wanted(case)
    assert found(case) == wanted(case)
