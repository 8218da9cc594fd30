"""What fuzzing found, as short as it could be: each must end in an answer or in the documented error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from fuzz_targets import _settled, gist, tried
from fuzz_texts import Input

from adjudicator import adjudicate, formatted
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.model.ruling import Ruling
from adjudicator.words.lexicon import lexicon

TEXTS = {
    "a word that is no means": "road R: incomplete, 1 tile, empty; ask may red put meeple on R by wagon",
    "another": "road R: incomplete, 1 tile, empty; ask may red put meeple on R by inn",
    "a symbol nobody brought into play": "road R: incomplete, 1 tile; ask may red put meeple on R by arrow",
    "a move to a place and of nothing": "use ghosts-castles-cemeteries; ask may red move to castle-quarter",
    "a place apart from the tiles": "board; (0,0) D; ask may red put guard on castle-quarter",
    "a gift of somebody who has none": "red has 0 gifts; turn red; draws a tile; unwraps gift; ask points",
    "a turn that rests on what is not said": "use anniversary-20; road R: incomplete, 2 tiles; red: meeple, builder; "
    "turn red; places a tile that activates extra; turn red extra turn; ask points",
    "a number of more digits than a machine prints": f"city T: complete, {'9' * 4400} tiles; red: meeple; ask score T",
    "and in a move": f"ask may red roll {'9' * 4400} for {'9' * 4400} meeples",
    "an article before the letter of a tile": "turn red; draws a B; ask must red place B",
    "a board without a tile, whose start tile nobody has published": "use ghosts-castles-cemeteries; board; ask setup",
    "and a tile with mist": "tile B: field N E S W, mist; board",
    "a place off all tiles beside a question for another": "use count-king-robber, ghosts-castles-cemeteries; "
    "tile KEEP: haunted castle, field N E S W, mist; board; (0,0) B; turn red; places KEEP at (0,1); "
    "ask which red may put haunted castle",
    "a tile that is drawn without a name": "turn red; draws tile; ask points",
    "a unit where an event belongs": "turn red; draws coat; ask points",
    "what takes an abbot back and does not": "ask may red take back abbot by besieger",
    "and a meeple": "use tower; road R: incomplete, 2 tiles; blue: meeple; turn red; places a tile; "
    "ask may red capture blue meeple on R by inn",
    "a feature without a name": 'city "": complete, 3 tiles; red: meeple; ask score ""',
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text(text: str) -> None:
    failure = tried(Input("text", text)).failure
    assert failure is None, failure.told


def test_an_article_before_the_letter_of_a_tile_says_nothing() -> None:
    def ruling(text: str) -> Ruling:
        found = adjudicate(text).answers[0].ruling
        return found._replace(missing=tuple(one._replace(instead=()) for one in found.missing))  # spans differ

    assert ruling("turn red; draws a B; ask must red place B") == ruling("turn red; draws B; ask must red place B")


PASSED_OVER = {
    "a keyword where a place belongs": "turn red; places V at (1,0); ask which red may put on ask",
    "a word before a place apart": "use count-king-robber; ask may red put meeple on qwrtz castle-quarter",
    "a word in what a rule says no to at once": "use abbey-and-mayor; quarter castle-quarter; "
    "ask may red put barn qwrtz on castle-quarter",
    "a word of the language where a tile belongs, before anything is asked back": "use abbey-and-mayor; red has abbey; "
    "turn red; ask where red may place use; board; (0,0) B",
    "a side behind what is built": "use bridges-castles-bazaars; board; (0,0) D; turn red; places E@180 at (0,-1); "
    "puts meeple on city; ask where red may build castle W",
    "how many the dragon eats": "use princess-and-dragon; road R: incomplete, 3 tiles; blue: meeple; "
    "ask may red remove 7 blue meeples on R with dragon",
    "how many are put by what nobody plays": "road R: incomplete, 2 tiles; ask may red put 7 meeples on R by toll",
    "a thing where a feature is extended": "city T: incomplete, 3 tiles; red: meeple; turn red; "
    "places a tile that extends T and ghost; ask points",
    "and completed": "use anniversary-20; city T: incomplete, 3 tiles; red: meeple; turn red; "
    "places a tile that completes add; ask points",
    "a word behind none": "city T: complete, 3 tiles, scored, empty; ask score T expect none qwrtz",
}


@pytest.mark.parametrize("text", PASSED_OVER.values(), ids=PASSED_OVER)
def test_no_word_is_passed_over(text: str) -> None:
    with pytest.raises(Problems):
        adjudicate(text)


IN_EVERY_LANGUAGE = {
    "a place that is a thing of another box, moved where nobody can move": "quarter\nred move castle\nask points\n",
    "a phase behind a phase": "ask steps\nexpect in order place put\n",
    "a figure that has the name of a place": "langue fr\nextension comte-roi-brigand\n"
    "demande si rouge peut déplacer meeple nommé quartier-du-château\n",
    "and one in the way to a place": "use count-king-robber\nask may red move meeple called castle-quarter to T\n",
}


@pytest.mark.parametrize("text", IN_EVERY_LANGUAGE.values(), ids=IN_EVERY_LANGUAGE)
def test_the_same_comes_out_in_every_language(text: str) -> None:
    failure = tried(Input("text", text)).failure
    assert failure is None, failure.told


def test_what_a_figure_is_called_means_nothing_else() -> None:
    """Whichever word of the language it is: the same answer as with a word of no language."""
    named = sorted({word for word, roles in lexicon("en").phrases.items() for role, _ in roles if role == "name"})
    text = "use count-king-robber; road R: 2 tiles; red: meeple called {0}, meeple; ask may red {1} meeple called {0}"
    assert len(named) > 50
    for does in ("move", "put"):
        wanted = gist(_settled(text.format("qwrtz", does)))
        for word in (word for word in named if " " not in word):
            assert gist(_settled(text.format(word, does))) == wanted, (does, word)


def game(**changed: Any) -> dict[str, Any]:
    """A saved game of one tile, with parts changed."""
    return {
        "appVersion": "6.2.0",
        "setup": {"sets": {"basic:1": 1}, "elements": {}, "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}]},
        "players": [{"name": "Ada"}, {"name": "Bo"}],
        "replay": [{"type": "PLACE_TILE", "payload": {"tileId": "BA/C", "position": [0, -1], "rotation": "R180"}}],
        **changed,
    }


def placed(**changed: Any) -> list[dict[str, Any]]:
    """The one event of the game, with parts of it changed."""
    about = {"tileId": "BA/C", "position": [0, -1], "rotation": "R180", **changed}
    return [{"type": "PLACE_TILE", "payload": about}]


def lain(**changed: Any) -> dict[str, Any]:
    """The setup, with parts of the start tile changed."""
    return {"sets": {"basic:1": 1}, "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0, **changed}]}


COMMIT = {"type": "COMMIT", "payload": {}}
DEPLOY = {"type": "DEPLOY_MEEPLE", "payload": {"meepleId": f"{'9' * 5000}.small.1", "pointer": {}}}
OPTIONS = {"description": "x", "assertions": ["SmallFollower options: City.N[0,0]"]}
SAVED = {
    "an endless coordinate": (game(setup=lain(x=float("inf"))), "Infinity"),
    "a coordinate that is no whole number": (game(setup=lain(x=0.5)), "start"),
    "a turn that is none": (game(setup=lain(rotation="R90")), "start"),
    "a start tile without a name": (game(setup=lain(tile=None)), "start"),
    "a tile without a name": (game(replay=placed(tileId=None)), "tileId"),
    "a version of 5,000 digits": (game(appVersion="9" * 5000), ""),
    "a figure of player 10 to the 5,000th": (game(replay=[*placed(), DEPLOY]), "meepleId"),
    "a turn ended twice": (game(replay=[*placed(), COMMIT, COMMIT], test=OPTIONS), ""),
    "a name that is no text": (game(players=[{"name": ["x", None]}, {}]), ""),
    "a title with a quote that a phone types": (game(test={"description": "C\u201curve"}), ""),
    "a tile on a tile": (game(setup={"start": [{"tile": "BA/L", "x": 0, "y": 0}] * 2}), "there is already a tile"),
    "a tile of a set that is not in play": (game(setup=lain(tile="RI/s")), "not in play"),
}


@pytest.mark.parametrize("name", SAVED)
def test_a_saved_game(name: str) -> None:
    saved, said = SAVED[name]
    text = json.dumps(saved)
    failure = tried(Input("jcz", text)).failure
    assert failure is None, failure.told
    result = CliRunner().invoke(main, ["import", "--from", "jcz", "--lang", "en", "-"], input=text)
    assert result.exit_code == (2 if said else result.exit_code)
    assert said in " ".join(result.stderr.split())
    assert "None" not in result.output


def test_a_place_that_is_told_of_brings_no_other_expansion_into_play() -> None:
    """The castle quarter and a haunted castle are one word in French."""
    text = (
        "langue fr\nville T : incomplète, 3 tuiles\n  bleu : meeple\nquartier château\n  rouge : 2 meeples\n"
        "quartier marché : vide, comte\ntour de bleu\n  place une tuile qui complète T\n  ne pose rien\n"
        "rouge déplace 2 meeples de château vers T\ndemande points\n  attendu rouge 8, bleu 0\n"
    )
    (answer,) = adjudicate(text).answers
    assert answer.met and "ghosts-castles-cemeteries" not in answer.setup["expansions"]
    assert adjudicate(formatted(text, "en")).answers[0].met


def test_a_saved_game_whose_title_is_blank() -> None:
    assert tried(Input("jcz", json.dumps(game(test={"description": "\n", "assertions": []})))).failure is None


@pytest.mark.parametrize(
    "text",
    [
        "langue fr\nextension hills-and-sheep\ntour de rouge\ndéplace comte vers quartier-du-marché\ndemande points",
        "city\nred: meeple with ghost, meeple\nask which red may unwrap cash-out expect ghost\n(0,0) D",
        "langue fr\ndemande lesquelles rouge peut déballer prends-en-2 avec diseuse",
        "use porxada\ncity T\n  blue: meeple\nturn red\n  places a tile\n  exchanges blue meeple on T",
    ],
    ids=["a deed that names no figure", "an option that names no place", "means behind with", "a box known by words"],
)
def test_what_names_nothing(text: str) -> None:
    failure = tried(Input("text", text)).failure
    assert failure is None, failure.told
