"""The examples of the page on the library do what stands below them."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

DOCS = Path(__file__).parent.parent / "docs"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("api.md",)
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("page", PAGES)
def test_every_example_is_true(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert len(blocks) >= 5
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    found = doctest.DocTestRunner(optionflags=LOOSE, verbose=False).run(test, out=said.append)
    assert not found.failed, "".join(said)
