"""What a meeple is called where it stands: knight, thief, farmer, monk."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, formatted
from adjudicator.errors import Problems

CALLED = {
    "en": [
        ("city T: complete, 2 tiles", "red: 2 {}", "knights", "meeples"),
        ("road T: complete, 2 tiles", "red: {}", "thief", "meeple"),
        ("field T: touches 2 complete cities", "red: {}", "farmer", "meeple"),
        ("monastery T: complete", "red: {}", "monk", "meeple"),
        ("abbey T: complete", "red: {}", "monk", "meeple"),
    ],
    "fr": [
        ("ville T : complète, 2 tuiles", "rouge : 2 {}", "chevaliers", "meeples"),
        ("pré T : touche 2 villes complètes", "rouge : {}", "paysan", "meeple"),
        ("abbaye T : complète", "rouge : {}", "moine", "meeple"),
    ],
    "de": [
        ("Stadt T: abgeschlossen, 2 Plättchen", "Rot: 2 {}", "Ritter", "Meeples"),
        ("Straße T: abgeschlossen, 2 Plättchen", "Rot: {}", "Wegelagerer", "Meeple"),
        ("Wiese T: berührt 2 abgeschlossene Städte", "Rot: {}", "Bauer", "Meeple"),
        ("Kloster T: abgeschlossen", "Rot: {}", "Mönch", "Meeple"),
    ],
}  # fmt: skip
ASK = {"en": "ask final T", "fr": "demande final T", "de": "frage Schlusswertung T"}
SAYS = {"en": "", "fr": "langue fr; ", "de": "Sprache de; "}
ROWS = [(lang, *row) for lang, rows in CALLED.items() for row in rows]


def wrong(text: str, lang: str) -> list[tuple[str, tuple[str, ...]]]:
    try:
        found = adjudicate(text, lang=lang).problems
    except Problems as error:
        found = error.items
    return [(one.code, one.suggestions) for one in found]


@pytest.mark.parametrize(("lang", "feature", "line", "called", "meeple"), ROWS)
def test_each_is_a_meeple_on_its_own_kind_of_feature(
    lang: str, feature: str, line: str, called: str, meeple: str
) -> None:
    texts = ["; ".join((feature, line.format(word), ASK[lang])) for word in (called, meeple)]
    answers = [[one.ruling.points for one in adjudicate(text, lang=lang).answers] for text in texts]
    assert answers[0] == answers[1] and answers[0][0]
    assert formatted(f"{SAYS[lang]}{texts[0]}") == formatted(f"{SAYS[lang]}{texts[1]}")


@pytest.mark.parametrize(("lang", "feature", "line", "called", "meeple"), ROWS)
def test_none_is_on_another_kind(lang: str, feature: str, line: str, called: str, meeple: str) -> None:
    own = {row[0] for row in CALLED[lang] if row[2] == called}
    for other, *_ in CALLED[lang]:
        text = "; ".join((other, line.format(called), ASK[lang]))
        assert [code for code, _ in wrong(text, lang)] == ([] if other in own else ["stands-elsewhere"]), text


@pytest.mark.parametrize(
    "move", ["ask may red put knight on R", "puts knight on R", "ask may red put knight on road R"]
)
def test_a_move_puts_none_on_another_kind(move: str) -> None:
    text = f"city T: empty; road R: empty; turn red; places a tile that extends T, extends R; {move}"
    assert [code for code, _ in wrong(text, "en")] == ["stands-elsewhere"]
    assert wrong(text.replace("road R; ", "").replace("knight", "thief"), "en") == []


@pytest.mark.parametrize(
    ("text", "lang", "meant"),
    [
        ("road R: complete, 2 tiles; red: robber; ask score R", "en", ("meeple", "robber figure")),
        ("road R: complete, 2 tiles; red: 2 robbers; ask score R", "en", ("meeples", "robber figures")),
        ("route R : complète, 2 tuiles; rouge : voleur; demande score R", "fr", ("meeple", "figurine voleur")),
        ("Straße R: abgeschlossen, 2 Plättchen; Rot: Räuber; frage Wertung R", "de", ("Meeple", "Räuberfigur")),
    ],
)
def test_a_word_of_two_figures_is_asked_about(text: str, lang: str, meant: tuple[str, ...]) -> None:
    assert wrong(text, lang) == [("which-figure", meant)]


def test_a_keeper_may_be_a_guard() -> None:
    assert wrong("cemetery C; red: keeper; ask majority C", "en") == [("unexpected-word", ("meeple", "guard"))]
