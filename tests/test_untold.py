"""A sketch that says nothing of the placed tile: lists of places ask what it shows, and never list nothing or all."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, formatted
from adjudicator.binding.answers import changed
from adjudicator.model.ruling import Outcome, Ruling
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

HEAD = "city T: incomplete, 2 tiles, empty; road R: incomplete, 2 tiles, empty; field F: touches T, empty"
ASKED = ("where red may put meeple", "which red may put on T", "options red")
TILES = ("a tile", "V")
FIGURES = ("meeple", "large-meeple", "wagon", "mayor", "builder", "pig", "abbot", "phantom", "shepherd")


def answer(text: str) -> Ruling:
    outcome: Outcome = adjudicate(text)
    assert not outcome.problems, text
    return outcome.answers[-1].ruling


def lacks(ruling: Ruling) -> bool:
    return [one.phrase for one in ruling.missing] == ["tile-shows"]


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("lang", codes())
def test_what_the_tile_shows_is_asked_and_answered(lang: str, asked: str, tile: str) -> None:
    text = formatted(f"{HEAD}; turn red; places {tile}; ask {asked}", lang)
    ruling = answer(text)
    assert lacks(ruling) and not ruling.options
    changes = ruling.missing[0].instead
    assert len(changes) == 4, "each feature that may be extended, and one that is started"
    listed = [answer(changed(text, change, lang)) for change in changes]
    assert not any(one.missing for one in listed)
    assert all(
        one.options for one, change in zip(listed, changes, strict=True) if asked[:5] != "which" or "T" in change.new
    )


@pytest.mark.parametrize("figure", FIGURES)
def test_of_every_figure(figure: str) -> None:
    owner = vocabulary().owner("figure", figure)
    use = f"use {lexicon('en').expansion_word(owner)}; " if owner not in vocabulary().always() else ""
    asked = f"ask where red may put {lexicon('en').say('figure', figure)}"
    assert lacks(answer(f"{use}{HEAD}; turn red; places a tile; {asked}"))
    assert not answer(f"{use}{HEAD}; turn red; places a tile that extends T; {asked}").missing


@pytest.mark.parametrize(
    "said",
    [
        f"{HEAD}; turn red; places a tile that extends T",
        f"{HEAD}; turn red; places a tile that starts road X1",
        f"{HEAD}; turn red; places a tile; puts nothing",
        f"{HEAD}; turn red; draws a tile",
        f"{HEAD}; turn red",
        "board; (0,0) D; turn red; places V at (0,1)",
        "use anniversary-20; board; (0,0) D; turn red; places V at (0,1)",
        f"use princess-and-dragon; {HEAD}; turn red; places a tile that shows portal",
    ],
)
@pytest.mark.parametrize("asked", ASKED[::2])
def test_what_is_told_is_not_asked(said: str, asked: str) -> None:
    assert not lacks(answer(f"{said}; ask {asked}"))


def test_a_tile_is_listed_on_a_board_alone() -> None:
    for said in ("draws a tile", "draws V", "places a tile"):
        ruling = answer(f"{HEAD}; turn red; {said}; ask placements V")
        assert [one.phrase for one in ruling.missing] == ["board"] and ruling.missing[0].say
