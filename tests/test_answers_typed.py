"""What a person at a terminal may type to a question back: a number, words of an option, how a line goes on, a line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from adjudicator.cli import main

ASK = "adjudicator.cli.ask.interactive"
CASTLE = (
    "players red, blue; use bridges-castles-bazaars; castle C: complete; red: meeple; city T: complete, 4 tiles, "
    "scored; road R: complete, 3 tiles; near castle C: T, R; ask score C"
)
ARROW = (
    "use anniversary-20; players red, blue; road R: incomplete, 3 tiles, empty; turn red; "
    "places a tile that extends R, activates extra or add; ask next"
)
PRISONER = (
    "use tower, inns-and-cathedrals; red has 2 meeples, 3 floors; blue has 5 meeples, 1 red prisoner, "
    "red large meeple as prisoner; tower Keep: 2 floors, empty; city T: incomplete, 2 tiles; blue: meeple; "
    "near Keep: T; turn red; places a tile; puts floor on Keep; captures blue meeple on T; ask hand red"
)
BLANKS = "board; (0,0) D; tiles at (1,0), (0,1); turn red; ask may red place V at (1,1)"
SIZE = "road R: complete; red: meeple; ask score R"
SIZE_FR = "langue fr; chemin R: complet; rouge: meeple; demande score R"
SIZE_DE = "sprache de; Straße R: abgeschlossen; Rot: Meeple; frage Wertung R"
FIELD = "field F; red: meeple; ask final F"
FIGURES = "city T: complete, 3 tiles; ask score T"


def typed(text: str, *said: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is printed when somebody at a terminal says these things, one after the other."""
    monkeypatch.setattr(ASK, lambda: True)
    done = CliRunner().invoke(main, ["ask", "--brief", text], input="".join(f"{one}\n" for one in said))
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("text", "said", "answer"),
    [
        (CASTLE, ["T"], "Red scores 8 points"),
        (CASTLE, ["road R"], "Red scores 3 points"),
        (ARROW, ["extra"], "Red (extra turn)"),
        (ARROW, ["2"], "Blue."),
        (PRISONER, ["large meeple"], "1 large meeple"),
        (PRISONER, ["meeple"], "3 meeples"),
        (BLANKS, ["(1,0) D", "1"], "No."),
        (SIZE, ["4"], "Red scores 4 points"),
        (SIZE, ["4 tiles"], "Red scores 4 points"),
        (SIZE_FR, ["4 tuiles"], "Rouge marque 4 points"),
        (FIELD, ["2 complete cities"], "Red scores 6 points"),
        (FIELD, ["2 cities", "touches 2 complete cities"], "Red scores 6 points"),
        (FIELD, ["2 cities", "1"], "Red scores 6 points"),
        (FIGURES, ["red: 2 meeples; blue: meeple"], "Blue scores nothing"),
    ],
)
def test_a_question_is_answered_as_people_say_it(
    text: str, said: list[str], answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer in typed(text, *said, monkeypatch=monkeypatch)


@pytest.mark.parametrize(
    ("text", "wrong", "told", "right"),
    [
        (SIZE_FR, "beaucoup", "« beaucoup » n'est pas un nombre", "4"),
        (SIZE_DE, "vier", "„vier“ ist keine Zahl", "4"),
        (SIZE, "-4", "`-4` is no number", "4"),
        (SIZE, "5000", "0 to 1000", "4"),
        (CASTLE, "X", "`X` is none of the answers offered", "T"),
        (CASTLE, "7", "`7` is none of the answers offered", "T"),
        (FIELD, "2 complete citties", "`citties` is not understood here", "2 complete cities"),
    ],
)
def test_what_is_no_answer_is_told_by_what_was_typed(
    text: str, wrong: str, told: str, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told in typed(text, wrong, right, monkeypatch=monkeypatch)
