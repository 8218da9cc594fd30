"""The chart of a game: every total in its place, every claim on it, and all of it in words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from adjudicator.cli import main

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "games" / "club-night.carc"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(tmp_path: Path, file: Path = GAME, *more: str) -> ElementTree.Element:
    out = tmp_path / "chart.svg"
    CliRunner().invoke(main, ["score", str(file), "--chart", str(out), *more])
    return ElementTree.fromstring(out.read_text(encoding="utf-8"))


def test_every_total_is_said_and_drawn(tmp_path: Path) -> None:
    picture = drawn(tmp_path)
    said = picture.findtext(f"{SVG}desc") or ""
    assert "red: 0, 4, 4, 4, 4, 4, 4, 4, 4, 14, 14, 22." in said
    assert "blue: 0, 0, 0, 0, 0, 4, 4, 4, 4, 14, 14, 17." in said
    lines = [one.get("d") or "" for one in picture.iter(f"{SVG}path") if one.get("stroke-width") == "2"]
    assert [len(re.findall(r"[ML]", line)) for line in lines] == [12, 12]
    heights = [float(y) for y in re.findall(r",(-?[\d.]+)", lines[0])]
    assert heights == sorted(heights, reverse=True), "totals that rise are drawn as rising"


def test_claims_are_told_apart(tmp_path: Path) -> None:
    titles = [one.text or "" for one in drawn(tmp_path).iter(f"{SVG}title")]
    assert "Claim met: red 4." in titles and "Claim not met: blue 12." in titles


def test_players_are_told_apart_without_colour(tmp_path: Path) -> None:
    picture = drawn(tmp_path)
    shapes = {one.get("d") for one in picture.iter(f"{SVG}path") if "scale(1.3)" in (one.get("transform") or "")}
    assert len(shapes) == 2


def test_in_french_too(tmp_path: Path) -> None:
    said = drawn(tmp_path, GAME, "--lang", "fr").findtext(f"{SVG}desc") or ""
    assert "rouge : 0, 4" in said and "Affirmation inexacte : bleu 12." in said


@pytest.mark.parametrize("number", [0, 1])
def test_a_game_that_has_hardly_begun(tmp_path: Path, number: int) -> None:
    lines = GAME.read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if re.match(r"\s*1\.", line))
    file = tmp_path / "g.carc"
    file.write_text("\n".join([*lines[: first + number], "  final"]) + "\n", encoding="utf-8")
    assert drawn(tmp_path, file).tag == f"{SVG}svg"


def test_another_form_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["score", str(GAME), "--chart", str(tmp_path / "a.gif")])
    assert done.exit_code == 2 and ".svg" in done.output
