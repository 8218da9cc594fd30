"""Score sheets: a page with everything in it, and PDF where its library is."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import main

GAME = Path(__file__).parent.parent / "docs" / "games" / "club-night.carc"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["score", str(GAME), *words])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_sheet_has_the_turns_the_sums_the_chart_and_the_board(lang: str, tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    run("-o", str(out), "--lang", lang)
    said = out.read_text(encoding="utf-8")
    assert said.startswith("<!doctype html>") and f'<html lang="{lang}">' in said
    assert said.count("<svg") == 2 and said.count("<table") == 3
    assert "Anna" in said and "BASE-29" in said
    assert not re.search(r'(?:src|href)="(?!#)|url\((?!#)|@import', said), "asks for nothing outside"


def test_a_board_after_any_turn_as_a_page() -> None:
    said = run("--turn", "4", "--format", "html").output
    assert said.count("<svg") == 1 and "<pre>" in said and "(0,1)" in said


def test_pdf(tmp_path: Path) -> None:
    pytest.importorskip("weasyprint", reason="PDF needs the extra `sheets`", exc_type=ImportError)
    out = tmp_path / "sheet.pdf"
    run("-o", str(out))
    assert out.read_bytes().startswith(b"%PDF-")


def test_without_the_library_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    done = run("-o", str(tmp_path / "sheet.pdf"))
    assert done.exit_code == 2 and "carcassonne-adjudicator[sheets]" in done.output
    assert not list(tmp_path.iterdir())


def test_another_form_is_refused(tmp_path: Path) -> None:
    done = run("-o", str(tmp_path / "sheet.doc"))
    assert done.exit_code == 2 and ".pdf" in done.output
