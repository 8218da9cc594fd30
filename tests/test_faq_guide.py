"""docs/faq.md: its entry, checked, drawn and published by the commands that it names, from an empty folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("jinja2", reason="pages need the extra `pages`")
pytest.importorskip("markdown_it", reason="pages need the extra `pages`")

from adjudicator.cli import main

pytestmark = pytest.mark.source

GUIDE = (Path(__file__).parent.parent / "docs" / "faq.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) (\S+)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.mark.long
def test_the_guide_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, name, text in BLOCKS:
        if kind == "carc":
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
            continue
        for line in text.splitlines():
            done = CliRunner().invoke(main, shlex.split(line)[1:])
            assert done.exit_code == 0, (line, done.output)
            commands += 1
    assert commands == 4
    assert Path("faq/shared-city.carc").read_text(encoding="utf-8") == BLOCKS[0][2], "not laid out as fmt does it"
    assert Path("page/index.html").is_file() and Path("site/en/faq-shared-city.html").is_file()
    rule = Path("site/en/rule-base-20.html").read_text(encoding="utf-8")
    assert "faq-shared-city.html#" in rule
