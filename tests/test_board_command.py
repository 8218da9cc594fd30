"""``adjudicator board``: square by square, and nothing that was typed is lost."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from adjudicator.binding.bind import bind
from adjudicator.cli import board, main
from adjudicator.guide.entry import Draft, begun, taken_up
from adjudicator.syntax.document import read_document

BOARD = Path(__file__).parents[1] / "docs" / "games" / "finished-board.carc"


def run(file: Path, typed: str, *options: str, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["--lang", lang, "board", str(file), *options], input=typed)


def rows(text: str) -> list[list[str]]:
    return [line.strip().strip("|").split() for line in text.splitlines() if line.strip().startswith("|")]


def test_a_whole_board_typed_row_by_row_is_the_board(tmp_path: Path) -> None:
    text = BOARD.read_text(encoding="utf-8")
    typed = [" ".join(row) for row in rows(text)]
    file = tmp_path / "board.carc"
    done = run(file, "\n".join([f"{typed[0]} /", *typed[1:], "="]), "--players", "red, blue, green, yellow")
    assert done.exit_code == 0, done.output
    assert file.read_text(encoding="utf-8") == text.split("\n", 1)[1]
    assert "Red has 19 points" in done.output


def test_a_square_that_does_not_fit_is_told_and_what_was_right_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "board.carc"
    done = run(file, "D:rmc U /\nV@90 E\n")
    assert done.exit_code == 2
    assert "does not fit beside (0,0)" in done.output
    assert rows(file.read_text(encoding="utf-8")) == [["D:rmc", "U"]]
    again = run(file, "fffc:rmm =\n")
    assert again.exit_code == 2
    assert rows(file.read_text(encoding="utf-8")) == [["D:rmc", "U"]]
    last = run(file, "fffc . =\n")
    assert last.exit_code == 0, last.output
    assert rows(file.read_text(encoding="utf-8")) == [["D:rmc", "U"], ["fffc", "."]]
    assert "# goes on" not in file.read_text(encoding="utf-8")


def test_it_speaks_french_and_writes_french(tmp_path: Path) -> None:
    file = tmp_path / "plateau.carc"
    done = run(file, "D:rmv ccff /\n", "--players", "rouge, bleu", lang="fr")
    assert "peut désigner plusieurs tuiles" in done.output
    assert "ccff-J" in done.output
    text = file.read_text(encoding="utf-8")
    assert text.startswith("langue fr\njoueurs rouge, bleu\ngrille depuis (0,0)\n")
    assert "suite en (1,0)" in text
    done = run(file, "crcr-J\n=\n", lang="fr")
    assert done.exit_code == 2, "no such tile lies beside it"
    assert run(file, "U =\n", lang="fr").exit_code == 0


def test_what_was_typed_is_in_the_file_when_somebody_breaks_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.carc"
    answers = iter(["D", "U:rmr /"])

    def prompt(*_: object, **__: object) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise click.Abort from None

    monkeypatch.setattr(click, "prompt", prompt)
    monkeypatch.setattr(board.sys, "stdin", type("Terminal", (), {"isatty": lambda self: True})())
    with pytest.raises(click.Abort):
        board.command.main([str(file)], standalone_mode=False, obj="en")
    text = file.read_text(encoding="utf-8")
    assert rows(text) == [["D", "U:rmr"]]
    assert re.search(r"goes on at \(0,1\)", text)


def test_only_a_file_with_one_grid_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "sketch.carc"
    file.write_text("city T: complete, 3 tiles\nask score T\n", encoding="utf-8")
    done = run(file, "D\n")
    assert done.exit_code == 2
    assert "one grid" in done.output
    assert file.read_text(encoding="utf-8").startswith("city T")


def draft(*words: str) -> Draft:
    found = begun("en", "", "")
    for word in words:
        if word == "/":
            found.end_row()
        else:
            assert found.put(word) == (), word
    return found


def test_columns_are_added_in_the_west_and_the_east() -> None:
    found = draft("D", "/")
    found.widen(west=True)
    assert (found.rows, found.corner, found.next) == ([[".", "D"]], (-1, 0), (-1, 1))
    found = draft("D", "/", "fffc")
    found.widen(west=False)
    assert (found.rows, found.next) == ([["D", "."], ["fffc"]], (1, 1))
    assert not found.problems()


def test_a_square_is_taken_back_and_written_again() -> None:
    found = draft("D", "U", "/", "fffc")
    found.take_back()
    assert found.next == (0, 1)
    found.take_back()
    assert (found.rows, found.next) == ([["D"]], (1, 0))
    assert found.write_over((0, 0), "W") == ()
    assert found.rows == [["W"]]
    (wrong,) = found.write_over((5, 5), "V")
    assert wrong.code == "board-square"


def test_what_is_offered_fits_and_goes_by_its_name() -> None:
    found = draft("D", "U", "/")
    offers = found.offers(found.next)
    assert offers
    for offer in offers:
        text = f"grid from (0,0)\n| D U |\n| {offer.name} . |\nask final\n"
        bound = bind(read_document(text))
        assert not bound.problems, offer.name
        placed = bound.scenarios[0].board.placed[-1]  # type: ignore[union-attr]
        assert (placed.face, placed.face.turned(placed.turns).edges) == (
            offer.face,
            offer.face.turned(offer.turns).edges,
        )
    assert not any(offer.face.turned(offer.turns).edges[0] != "f" for offer in offers)


@pytest.mark.parametrize("words", [("D",), ("D", "U"), ("D", "U", "/"), ("D", "U", "/", "fffc"), ("D", "/", ".")])
def test_a_draft_is_taken_up_where_it_was_left(words: tuple[str, ...]) -> None:
    left = draft(*words)
    found = taken_up(left.text("goes on at").rstrip("\n"), "en")
    assert found is not None
    assert (found.rows, found.next, found.open) == (left.rows, left.next, left.open)
