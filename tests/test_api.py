"""The library: the games it plays are those that texts tell, with the same options, points, rulings and rules."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from api_games import ApiPlayer, ApiTable
from click.testing import CliRunner
from everyday import examples, sized
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import EXPANSIONS, Player, Table, bound

import adjudicator
from adjudicator import Game, IllegalMove, InvalidMove, MissingFact, Move, Problems, Ruling, adjudicate
from adjudicator.api.chance import random_game
from adjudicator.cli import main, play
from adjudicator.model.ruling import Ruling as Record
from adjudicator.play.replay import replay
from adjudicator.records.jcz_write import write_jcz
from adjudicator.words.vocabulary import vocabulary

TILES = sized(10, 4)
"""Tiles of a game."""
FIVE = ("abbey-and-mayor", "gifts", "peasant-revolts", "ghosts-castles-cemeteries", "anniversary-20")


def player(seed: int, use: Sequence[str], kind: type[Player], table: type[Table], tiles: int = TILES) -> Player:
    """The random player of a seed at a table."""
    chance = random.Random(seed)
    return kind(chance, use, chance.randint(2, 5), tiles, table)


def played(seed: int, use: Sequence[str], tiles: int = TILES) -> Game:
    """A random game, played to its end through the library."""
    found = player(seed, use, ApiPlayer, ApiTable, tiles)
    found.play()
    assert isinstance(found.table, ApiTable)
    return found.table.game


def in_play(use: Sequence[str]) -> list[str]:
    return [one for one in EXPANSIONS if one in use]


USE = st.one_of(st.just(FIVE), st.lists(st.sampled_from(EXPANSIONS), unique=True).map(in_play))
SEEDS = st.integers(0, 2**32)


# ---- the same as a text
@given(SEEDS, USE)
@settings(max_examples=examples(12), deadline=None)
def test_a_game_of_values_is_the_game_of_sentences(seed: int, use: Sequence[str]) -> None:
    """The same draws among the same options make the same record, which is settled to the same points."""
    told = player(seed, use, Player, Table).play()
    found = player(seed, use, ApiPlayer, ApiTable)
    assert found.play().text == told.text
    assert isinstance(found.table, ApiTable)
    assert found.table.direct > 0
    game = found.table.game
    settled = replay(bound(game.text), "en")
    assert not settled.problems
    if settled.final is not None and not settled.final.missing and not settled.possible:
        assert game.scores == dict(settled.totals())


def answer(text: str, question: str) -> Ruling | tuple[str, ...]:
    """What a text gets for a question put at its end, without other editions."""
    try:
        return adjudicate(f"{text}ask {question}\n").answers[-1].ruling._replace(otherwise=())
    except Problems as error:
        return tuple(one.code for one in error.items)


def asked(game: Game, question: str) -> Ruling | tuple[str, ...]:
    """What the library says to the same."""
    try:
        return game.ask(question)._replace(otherwise=())
    except InvalidMove as error:
        return tuple(one.code for one in error.items)


@given(SEEDS, USE, st.data())
@settings(max_examples=examples(10), deadline=None)
def test_a_ruling_is_that_of_the_text(seed: int, use: Sequence[str], data: st.DataObject) -> None:
    """At any moment of a game: every field of the ruling, its rules in their order and its findings."""
    game = played(seed, use)
    for _ in range(data.draw(st.integers(0, 12))):
        game.undo()
    features = [feature.id for feature in game.board.features()]
    questions = ["final", "winner", *(f"total {one}" for one in game.players)]
    questions += [f"score {data.draw(st.sampled_from(features))}", f"final {data.draw(st.sampled_from(features))}"]
    if game.turn:
        questions += ["points", "returned", "next", f"options {game.turn}"]
        questions += [
            f"may {game.turn} {move.text}" for move in game.options()[:3] if move.text not in ("draws", "final")
        ]
    for question in questions:
        assert asked(game, question) == answer(game.text, question), (question, game.text)


def test_a_game_that_begins_behind_its_text_is_told_from_its_start() -> None:
    """Its first turn says so, whether the text had come to it or not: nobody's score or gifts are supposed."""
    game = Game.from_text('game "A"\nuse gifts\nplayers red, blue\nboard\n  (0,0) D\n').play("turn red")
    for question in ("final", "total red", "may red unwrap road-sweeper"):
        assert asked(game, question) == answer(game.text, question)
    assert not [one for one in game.ask("final").findings if one.phrase == "score-not-said"]


@given(SEEDS, USE)
@settings(max_examples=examples(8), deadline=None)
def test_every_moment_is_kept(seed: int, use: Sequence[str]) -> None:
    """What is undone and played again by its words comes out the same, and a copy changes nothing."""
    game = played(seed, use)
    end, undone = game.copy(), []
    while game.turn or game.over:
        before = game.text
        try:
            undone.append(game.undo())
        except IndexError:
            break
        assert game.text != before
    assert end.over
    for move in reversed(undone):
        game.play(Move(move.text))
    assert game.text == end.text
    assert game.board.figures == end.board.figures
    assert asked(game, "final") == asked(end, "final")


@given(SEEDS, USE)
@settings(max_examples=examples(6), deadline=None)
def test_what_is_printed_can_be_pasted(seed: int, use: Sequence[str]) -> None:
    game = played(seed, use)
    for _ in range(5):
        game.undo()
    again = eval(repr(game), {"Game": Game})
    assert again == game
    assert again.board.tiles == game.board.tiles
    try:
        options = game.options()
    except MissingFact:
        options = []
    if options:
        assert [move.text for move in again.options()] == [move.text for move in options]
    for move in options:
        assert eval(repr(move), {"Move": Move}) == move
    board = game.board
    for feature in board.features():
        assert eval(repr(feature), {"board": board}) == feature


# ---- a game from its first turn
@pytest.mark.parametrize("use", [(), *((one,) for one in FIVE if one != "ghosts-castles-cemeteries"), FIVE[:3]])
def test_a_new_game_is_played_to_its_end(use: Sequence[str]) -> None:
    chance = random.Random(7)
    game = Game.new(expansions=use, players=("green", "red", "blue"), stock=12)
    bag = [tile for tile, number in game.remaining.items() for _ in range(number)]
    turns = []
    for _ in range(300):
        options = game.options()
        if not options:
            break
        move = chance.choice(options)
        if move.text == "draws":
            turns.append(game.turn)
            game.draw(bag.pop(chance.randrange(len(bag))))
        elif move.verb != "unwraps":
            game.play(move)
    assert game.over
    assert len(turns) >= 12 - 1
    assert set(game.scores) == {"green", "red", "blue"}
    found = game.final()
    assert found.possible or found.points == game.scores
    assert replay(bound(game.text), "en").totals() == game.scores


def test_a_placement_begins_the_turn_of_the_next_player() -> None:
    game = Game.new(players=("red", "blue"))
    assert (game.turn, game.drawn) == ("red", "")
    game.play(game.placements("V")[0])
    assert game.turn == "red"
    second = game.placements("V")
    assert game.turn == "red", "asking plays nothing"
    game.play(second[0])
    assert game.turn == "blue"
    assert game.text.count("turn blue") == 1
    assert game.copy().play("draw U").turn == "red"


def test_a_turn_ends_with_the_next_one_among_the_options() -> None:
    game = Game.new(players=("red", "blue"), stock=1)
    game.draw("U").play(game.options()[0])
    assert "turn blue" not in [move.text for move in game.options()]
    game.play("put nothing")
    assert [move.text for move in game.options()] == ["final"]
    game.play("final")
    assert game.over
    assert game.options() == []


def test_a_game_takes_boxes_editions_and_switches() -> None:
    game = Game.new(expansions=["gifts"], edition="C1", options={"tiny-city-scoring": 4}, players=("red", "blue"))
    assert "gifts" in game.expansions
    setup = bound(game.text).setup
    assert (setup.edition, dict(setup.options)) == ("C1", {"tiny-city-scoring": "4"})
    with pytest.raises(Problems):
        Game.new(expansions=["no-such-box"])
    with pytest.raises(Problems):
        Game.new(options={"tiny-city-scoring": 99})


def test_a_game_with_tiles_of_its_own() -> None:
    game = Game.new(tiles={"Q": "city N, field E S W"})
    (first, *_) = game.placements("Q")
    assert (first.tile, first.verb) == ("Q", "places")
    assert game.play(first).board.tiles[first.square or (0, 0)].id == "Q"


# ---- what lies there
def test_features_say_what_they_are() -> None:
    """The start tile has a road that goes on over the tile in the west: two tiles (BASE-25, BASE-45)."""
    game = Game.new().play("draw U").play("place U at (-1,0)")
    with pytest.raises(InvalidMove):
        game.play("put meeple on field")
    game.play("put meeple on road E")
    board = game.board
    road = board.feature("road E at (-1,0)")
    assert road == board.feature("road W at (0,0)")
    assert (road.kind, road.complete, road.size) == ("road", False, 2)
    assert [one.square for one in road.tiles] == [(0, 0), (-1, 0)]
    assert board.tiles[0, 0].id == "BA/RCr"
    assert [(one.player, one.figure, one.square) for one in road.figures] == [("red", "meeple", (-1, 0))]
    assert board.figures == road.figures
    assert road.worth(final=True) == {"red": 2}
    assert {one.kind for one in board.features("city")} == {"city"}
    assert [field.touches for field in board.features("field")].count(("city N at (0,0)",)) == 1
    game.play(game.placements("U")[0])
    assert board.feature("road E at (-1,0)") == road, "a board stays as it was"
    assert game.board.feature("road E at (-1,0)") != road


# ---- from elsewhere
def test_a_text_is_played_on_and_back() -> None:
    text = 'game "G"\nplayers red, blue\n1. red A@90 (1,0) meeple road\n2. blue A@270 (-1,0)\n'
    game = Game.from_text(text)
    assert game.turn == "blue"
    assert game.scores == {"red": 3, "blue": 0}
    game.undo()
    assert game.turn == "red"
    assert game.scores == {"red": 0, "blue": 0}
    game.play("2. blue A@270 (-1,0)")
    assert game.scores == {"red": 3, "blue": 0}
    with pytest.raises(Problems):
        Game.from_text(text + text)
    with pytest.raises(Problems):
        Game.from_text('game "G"\nplayers red, blue\n1. red A (1,0)\n')


@given(SEEDS)
@settings(max_examples=examples(3), deadline=None)
def test_a_saved_game_comes_out_as_it_was_played(seed: int) -> None:
    """Written for another program and read again: the same board and points, and a line a move to take back."""
    game = random_game(random.Random(seed), tiles=8)
    again = Game.from_jcz(write_jcz(game.text, ""))
    assert again.scores == game.scores
    assert again.board.tiles == game.board.tiles
    assert again.over
    again.undo()
    assert not again.over
    assert again.turn


def with_misfits(game: Game) -> list[str]:
    """The texts of a game in which one tile more is drawn, that fits nowhere: before a draw, or at the very end."""
    lines = game.text.splitlines(keepends=True)
    last = next(line for line in reversed(lines) if line.startswith("turn ")).split()[1]
    follower = game.players[(game.players.index(last) + 1) % len(game.players)]
    found = []
    for at, line in enumerate(lines):
        if not line.startswith(("draw ", "final")):
            continue
        turn = f"turn {follower}\n" if line.startswith("final") else ""
        before = Game.from_text("".join(lines[:at]) + turn)
        tile = next((tile for tile in before.remaining if not before.placements(tile)), "")
        if tile:
            text = "".join([*lines[:at], turn, f"draw {tile}\ndiscards it\n", *lines[at:]])
            found.append(re.sub(r"stock (\d+)", lambda number: f"stock {int(number[1]) + 1}", text))
    return found


@pytest.mark.long
def test_a_tile_that_fits_nowhere_is_in_a_saved_game() -> None:
    """It leaves no event there: its place in the order of drawing tells it, in the middle of a game and at its end."""
    texts: list[str] = []
    for seed in range(12):
        use = ([], ["inns-and-cathedrals"], ["traders-and-builders"])[seed % 3]
        texts += with_misfits(random_game(random.Random(seed), tiles=5, expansions=use))
    at_the_end = [text for text in texts if text.endswith("discards it\nfinal\n")]
    assert at_the_end and len(texts) > 2 * len(at_the_end)
    for text in texts:
        game = Game.from_text(text)
        again = Game.from_jcz(write_jcz(text, ""))
        assert again.over, text
        assert again.scores == game.scores
        assert again.board.tiles == game.board.tiles
        assert again.text.count("discards") == text.count("discards")


@pytest.mark.long
def test_a_tile_that_the_bends_of_the_river_keep_out_is_in_a_saved_game() -> None:
    """Its sides fit, and the river may not turn back at once (NB-16): the rules tell that it was put out."""
    lost = 0
    for seed in range(60):
        use = ["river", "river-2"][seed % 3 > 0 :]
        game = random_game(random.Random(seed), expansions=use, tiles=11)
        if "discards" not in game.text:
            continue
        # The volcano of River II is a picture where no dragon is played.
        again = Game.from_jcz(write_jcz(game.text, ""))
        assert again.over, game.text
        assert again.text.count("discards") == game.text.count("discards"), game.text
        assert again.scores == game.scores
        lost += 1
    assert lost > 2


def test_a_text_of_another_language_is_a_game_too() -> None:
    game = Game.from_text('langue fr\npartie "G"\njoueurs rouge, bleu\n1. rouge A@90 (1,0) meeple chemin\n')
    assert game.turn == "red"
    game.play("2. bleu A@270 (-1,0)", lang="fr")
    assert game.scores == {"red": 3, "blue": 0}


def test_a_sketch_is_asked_as_well() -> None:
    game = Game.from_text("city T: complete, 5 tiles, 1 coat; red: 2 meeples")
    assert game.board.feature("T").worth() == {"red": 12}
    assert game.why("score T").ruling.points == {"red": 12}
    with pytest.raises(MissingFact) as error:
        Game.from_text("city T: complete, 1 coat; red: 2 meeples").board.feature("T").worth()
    assert error.value.missing[0].say
    assert "tiles" in str(error.value)


# ---- words
def test_moves_are_values_of_the_language() -> None:
    game = Game.new().draw("U")
    move = game.options()[0]
    assert move == Move(str(move)) == game.parse(str(move)) == eval(repr(move), {"Move": Move})
    assert len({move, Move(str(move))}) == 1
    french = move.in_language("fr")
    assert french != str(move)
    assert game.parse(french, lang="fr") == move
    assert game.play(french, lang="fr").text == game.copy().text


# ---- mistakes
def test_three_things_can_be_wrong_with_a_move() -> None:
    game = Game.new().draw("U")
    before = game.text
    with pytest.raises(InvalidMove) as unreadable:
        game.play("put meepel on city N")
    assert not isinstance(unreadable.value, (IllegalMove, MissingFact))
    assert "Did you mean meeple" in str(unreadable.value)
    assert "1:5" in str(unreadable.value)
    with pytest.raises(IllegalMove) as illegal:
        game.play("place U at (5,5)")
    assert illegal.value.rules == ("BASE-10",)
    assert set(illegal.value.legal) <= set(game.options())
    with pytest.raises(InvalidMove):
        game.placements("ZZ")
    with pytest.raises(MissingFact) as lacking:
        Game.from_text("city T: 3 tiles; red: meeple").placements("U")
    assert lacking.value.missing
    assert game.text == before, "nothing has changed"


def test_reasons_are_those_of_the_text() -> None:
    game = Game.new().draw("U")
    legal = game.why(game.options()[0])
    assert (legal.verdict, legal.settled_by) == ("yes", legal.ruling.settled_by)
    refused = game.why(Move("place U at (5,5)"))
    assert refused.verdict == "no"
    assert refused.settled_by == ("BASE-10",)
    assert "BASE-10" in str(refused)
    assert refused.in_language("fr") != refused.in_language("en")


# ---- a start
def test_the_package_is_imported_without_the_library() -> None:
    code = (
        "import sys, adjudicator; adjudicator.__version__; "
        "print(sorted(m for m in sys.modules if m.startswith('adjudicator')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['adjudicator']"


def test_every_name_is_there() -> None:
    for name in adjudicator.__all__:
        assert getattr(adjudicator, name) is not None
    assert adjudicator.Ruling is Record
    with pytest.raises(AttributeError):
        _ = adjudicator.nonsense  # type: ignore[attr-defined]


# ---- at random
def rows(*words: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["play", *words])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.mark.long
def test_games_at_random_are_archives() -> None:
    """Each line is a whole game, the same for the same seed, that is settled to what it says."""
    words = ("--seed", "s", "--tiles", "8", "--players", "3", "--use", "gifts,abbey-and-mayor")
    found = rows("--random", "3", *words)
    assert rows("--random", "2", *words) == found[:2]
    assert len({one["text"] for one in found}) == 3
    for one in found:
        played_again = replay(bound(one["text"]), "en")
        assert not played_again.problems
        assert dict(played_again.totals()) == one["scores"]
        assert one["winners"] == [
            player for player in one["players"] if one["scores"][player] == max(one["scores"].values())
        ]


def test_a_file_of_games_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert rows("--random", "2", "--tiles", "4", "-o", str(out)) == []
    kept = out.read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 2
    for wrong in (["--rule", "tiny-city-scoring=99"], ["--use", "no-such-box"], ["--edition", "C9"]):
        result = CliRunner().invoke(main, ["play", "--random", "2", *wrong, "-o", str(out)])
        assert result.exit_code == 2
        assert "Traceback" not in result.output
        assert out.read_text(encoding="utf-8") == kept


def boxes(chance: random.Random) -> list[str]:
    """A few boxes of all that the rules know."""
    every = [one for one in vocabulary().expansions() if one not in vocabulary().always()]
    return sorted(chance.sample(every, chance.randint(1, 3)))


@given(SEEDS)
@settings(max_examples=examples(12), deadline=None)
@pytest.mark.long
def test_games_of_any_boxes_come_to_their_end(seed: int) -> None:
    """With every box that is played: its tiles, described ones where none are published, its cards, its figures. The
    text of the game is settled to the points that the values had."""
    chance = random.Random(seed)
    use = boxes(chance)
    game = random_game(chance, expansions=use, players=3, tiles=14)
    assert game.over and not game.lacking
    settled = replay(bound(game.text), "en")
    assert not settled.problems, (use, settled.problems, game.text)
    assert dict(settled.totals()) == game.scores, (use, game.text)


@pytest.mark.parametrize("use", [[one] for one in FIVE] + [["river"], ["german-castles"]])
@pytest.mark.long
def test_what_lies_in_a_box_is_played(use: list[str]) -> None:
    texts = "".join(random_game(random.Random(seed), expansions=use, tiles=40).text for seed in range(3))
    does = {
        "abbey-and-mayor": ("put wagon", "put mayor", "put barn", "place abbey"),
        "gifts": ("unwrap synod", "unwrap cash-out", "unwrap take-2", "unwrap change-position", "unwrap road-sweeper"),
        "peasant-revolts": ("revolt city", "protect"),
        "ghosts-castles-cemeteries": ("haunt ", "put guard", "cemetery", "haunted castle", "start square NW"),
        "anniversary-20": ("arrow", "arrow N"),
        "river": ("draw RI.1/I.e",),
        "german-castles": ("place german castle GE1", "on german castle"),
    }
    for one in use:
        assert [word for word in does[one] if word not in texts] == []


@given(SEEDS)
@settings(max_examples=examples(6), deadline=None)
@pytest.mark.long
def test_castle_tiles_are_placed_where_both_halves_go(seed: int) -> None:
    """Every one that is listed is legal by its text, and leaves on a half of the tile whatever may be put there."""
    chance = random.Random(seed)
    game = random_game(chance, expansions=["german-castles"], players=2, tiles=8)
    while game.text.count("\nturn ") > 3:
        game.undo()
    while game.drawn or not (found := [move for move in game.options() if "castle GE1" in move.text]):
        game.undo()
    for move in chance.sample(found, min(4, len(found))):
        there = Game.from_text(game.text)
        there.play(Move(move.text))
        assert there.text.endswith(f"{move.text}\n")
        laid = {square for square, tile in there.board.tiles.items() if tile.id.startswith("GE")}
        for option in there.options():
            if option.place:
                assert eval(option.place.rpartition(" at ")[2]) in laid, (option, there.text)
                Game.from_text(there.text).play(Move(option.text))


def test_a_hidden_gift_is_every_card_it_may_be() -> None:
    """Take 2 needs no more words; no other card has a use beside a lone city, so each would be wasted (GIFT-60)."""
    text = (
        "use gifts\nplayers red, blue\nred has 1 gift, 7 meeples\nstock 30 tiles\nboard\n  (0,0) C\nturn red\ndraw D\n"
    )
    game = Game.from_text(text)
    found = [move for move in game.options() if move.means]
    assert [move.text for move in found] == [
        "unwrap synod", "unwrap road-sweeper", "unwrap change-position", "unwrap cash-out", "unwrap take-2",
    ]  # fmt: skip
    game.play(found[-1])
    assert game.text.endswith("unwrap take-2\n")
    assert not [move for move in game.options() if move.means], "once a turn (GIFT-12)"


def test_chance_shows_what_lies_face_down() -> None:
    """Every side of the die is listed (NB-88), and every token with the number that is left of it (NB-64): the turn
    does not end before it is revealed (NB-63), nor the game (NB-66)."""
    text = (
        "use {}\nplayers red, blue\nstock {} tiles\ntile F: field N, field E, field S, field W, {}\n"
        "tile G: field N, field E, field S, field W, {}\nboard\n  (0,0) F\n(0,0) red: meeple on field N\n"
        "turn blue\ndraw G\nplace G at (1,0)\n"
    )
    flies = Game.from_text(text.format("flying-machines", 4, "flying machine E", "flying machine E"))
    found = [(move.text, move.share) for move in flies.options() if move.share]
    assert {text: share for text, share in found if "abbot" not in text} == {"roll 1": 1, "roll 2": 1, "roll 3": 1}
    assert {text for text, _ in found if "abbot" in text} == {f"roll {n} for abbot" for n in (1, 2, 3)}
    flies.play("roll 2 for abbot")
    assert "roll 2 for abbot" in flies.text
    for stock, last in ((4, "turn red"), (1, "final")):
        circus = Game.from_text(text.format("under-the-big-top", stock, "circus", "circus"))
        assert not [move for move in circus.options() if move.share], "phase 2 comes first"
        circus.play("put nothing")
        assert {move.text: move.share for move in circus.options()} == {
            "reveal 7": 1, "reveal 6": 2, "reveal 5": 3, "reveal 4": 5, "reveal 3": 4, "reveal 1": 1,
        }  # fmt: skip
        circus.play("reveal 7")
        assert circus.scores == {"red": 7, "blue": 0}
        if last == "final":
            assert {move.text: move.share for move in circus.options()} == {
                "reveal 6": 2, "reveal 5": 3, "reveal 4": 5, "reveal 3": 4, "reveal 1": 1,
            }  # fmt: skip
            circus.play("reveal 6")
        assert [move.text for move in circus.options()] == [last]


def test_another_player_moves_the_dragon_on() -> None:
    """The players move it in turn, clockwise from the active one (NB-26)."""
    for seed in range(40):
        game = random_game(random.Random(seed), expansions=["princess-and-dragon"], tiles=20, players=3)
        if "red move dragon" in game.text or "blue move dragon" in game.text:
            break
    else:
        raise AssertionError
    while not (move := game.undo()).text.startswith(("red move dragon", "blue move dragon")):
        pass
    there = [one for one in game.options() if one.text == move.text]
    assert [one.player for one in there] == [move.text.split()[0]] != [game.turn]


def test_who_reads_is_told_of_tiles_that_nobody_printed(tmp_path: Path) -> None:
    out = str(tmp_path / "g.jsonl")
    words = ["--lang", "en", "play", "--random", "1", "--tiles", "3", "-o", out]
    told = CliRunner().invoke(main, [*words, "--use", "ghosts"])
    assert told.exit_code == 0 and "(GCC-06)" in told.output
    for width in (40, 60):
        shown = CliRunner().invoke(main, [*words, "--use", "ghosts"], env={"COLUMNS": str(width)}).output
        assert max(map(len, shown.splitlines())) <= width
    assert CliRunner().invoke(main, [*words, "--use", "inns-and-cathedrals"]).output == ""


def test_games_at_random_that_were_stopped_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, whole = str(tmp_path / "stopped.jsonl"), str(tmp_path / "whole.jsonl")
    words = ["play", "--tiles", "1", "-o"]
    made = play.random_game

    def stopped(*args: object, title: str, **said: object) -> Game:
        if title.endswith("/3"):
            raise KeyboardInterrupt
        return made(*args, title=title, **said)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "random_game", stopped)
    CliRunner().invoke(main, [*words, out, "--random", "5"])
    assert not Path(out).exists() and len(Path(out + ".part").read_bytes().splitlines()) == 2
    monkeypatch.undo()
    assert CliRunner().invoke(main, [*words, out, "--random", "5"]).exit_code == 2  # it would be lost
    assert CliRunner().invoke(main, [*words, out, "--random", "5", "--players", "3", "--resume"]).exit_code == 2
    assert CliRunner().invoke(main, [*words, out, "--random", "6", "--resume"]).exit_code == 0
    assert CliRunner().invoke(main, [*words, whole, "--random", "6"]).exit_code == 0
    assert Path(out).read_bytes() == Path(whole).read_bytes() and not Path(out + ".journal").exists()
    assert "-o" in CliRunner().invoke(main, ["play", "--random", "2", "--resume"]).output


def test_the_tiles_that_fill_a_square_are_counted() -> None:
    """The base game's set: letters, each as often as the box holds it, of which the board has one D."""
    box = dict(A=2, B=4, C=1, D=3, E=5, F=2, G=1, H=3, I=2, J=3, K=3, L=3, M=2, N=3, O=2, P=3, Q=1, R=3, S=2, T=1, U=8)
    box.update(V=9, W=4, X=1)
    game = Game.from_text("board; (0,0) D; players red, blue; turn red")
    assert sorted(game.fits((1, 0)).values()) == sorted(box[tile] for tile in "ADJKLOPSTUVWX")  # a road leads there
    assert sorted(game.fits((0, -1)).values()) == sorted(box[tile] for tile in "CDEFGHIJKLMNOPQRST")  # a city
    for square in ((1, 0), (0, -1), (0, 1)):
        asked = game.ask(f"fits ({square[0]},{square[1]})").options
        assert sorted(item.parts[0] for item in asked) == sorted(game.fits(square).values())
    assert [item.parts for item in game.ask("left D").options] == [(3, "D")]
    for square in ((0, 0), (5, 5)):
        with pytest.raises(InvalidMove):
            game.fits(square)
