"""Records of whole games with the moves of every expansion, worked out by hand; the two ways to write one; positions
printed from them that are played on; slips of the pen in them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result
from corpus import invariant
from corpus import written as text_of
from everyday import seeds
from random_games import random_game

from adjudicator.binding.bind import bind
from adjudicator.binding.format import formatted
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.play.after import positions_after
from adjudicator.play.parting import parting
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed, TurnRecord
from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.jcz_write import write_jcz
from adjudicator.report.position import every, written
from adjudicator.report.score import categories
from adjudicator.syntax.document import read_document
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech


class Game(NamedTuple):
    """A record with what it brings."""

    text: str
    totals: dict[int, dict[str, int]]
    """Every change of the totals, by the number of the turn."""
    final: dict[str, dict[str, int]]
    """Points by player and category."""


BUILDERS = Game(
    """game "Builders"
  use inns-and-cathedrals, traders-and-builders
  players red "Anna", blue "Ben"
  1.  red  V (1,0) meeple road
  2.  blue E@180 (0,-1) large meeple city
  3.  red  V@180 (1,1) builder road
  4.  blue E@180 (0,1) meeple city
  5.  red  V@90 (2,1) nothing
  6.  red  second part V@270 (2,0)
  7.  blue TB/Cc.w (0,2)
  8.  red  E@90 (-1,2) meeple field
  9.  blue A@270 (-1,0) meeple monastery
  10. red  A@90 (3,0) meeple monastery
  11. red  second part: places B at (3,1), puts nothing
  final
""",
    # The city of two tiles; the city of three with its wine for red, who completes it; the road of seven tiles.
    {2: {"blue": 4}, 8: {"blue": 10}, 10: {"red": 7, "blue": 10}},
    # The monasteries have three neighbours each; the field touches the city of three; one wine is the most.
    {
        "red": {"roads": 7, "monasteries": 4, "fields": 3, "goods": 10},
        "blue": {"cities": 10, "monasteries": 4},
    },
)
ABBEYS = Game(
    """game "Abbeys"
  use abbey-and-mayor
  stock 2 boxes
  players red "Anna", blue "Ben"
  1.  red  V (1,0) wagon road
  2.  blue M@180 (0,-1) mayor city
  3.  red  E@270 (1,-1)
  4.  blue A@270 (-1,0) meeple monastery
  5.  red  A@180 (1,1), moves wagon to monastery at (1,1)
  6.  blue B (0,1) barn corner (1,1)
  7.  red  B (-2,0)
  8.  blue B (-2,1)
  9.  red  U (0,2)
  10. blue A@270 (-1,2)
  11. red  abbey (-1,1) meeple abbey
  final
""",
    # The city of three tiles and a coat, for a mayor of one; the road of four tiles.
    {3: {"blue": 8}, 5: {"red": 4, "blue": 8}},
    # The wagon's monastery has four neighbours, the abbey seven, the monastery of blue six; the barn one city.
    {"red": {"roads": 4, "monasteries": 5, "abbeys": 8}, "blue": {"cities": 8, "monasteries": 7, "barns": 4}},
)
GIFTS = Game(
    """game "Gifts"
  use gifts
  players red "Anna", blue "Ben"
  1. red  V (1,0) meeple road
  2. blue V@180 (1,1)
  3. red  B (0,1) meeple monastery
  4. blue: draws U, unwraps synod on monastery at (0,1), places U@90 at (2,0)
  5. red  A@270 (-1,0)
  6. blue V@90 (2,1)
  final
""",
    {},
    # The road has six tiles, the monastery of both four neighbours; the second gift of blue stays closed.
    {"red": {"roads": 6, "monasteries": 5}, "blue": {"monasteries": 5, "gifts": 2}},
)
REVOLTS = Game(
    """use peasant-revolts
players red, blue, green
tile REVROAD: road E W, field NL NR EL WR, field ER SL SR WL, revolt road
tile REVCAP: city S, field N E W touches city, revolt monastery
tile REVABBEY: monastery, field N E S W, revolt monastery
game "Revolts"
  1. red   V (1,0) protected meeple road
  2. blue  B (0,1) meeple monastery
  3. green REVROAD (-1,0)
  4. red: draws REVCAP, places REVCAP at (0,-1), puts meeple on city
  5. blue  B (1,-1) meeple monastery, protects meeple on monastery
  6. green REVABBEY (2,-1) meeple monastery
  final
""",
    # 4 for protection, 2 for a protected meeple that a revolt comes to; the unprotected monk of blue goes home.
    {
        1: {"red": -4},
        3: {"red": -2},
        4: {"red": 2},
        5: {"red": 2, "blue": -4},
        6: {"red": 2, "blue": -2},
    },
    # The road has three tiles, the monastery of blue four neighbours, that of green two.
    {
        "red": {"protection": -4, "revolts": 2, "cities": 4, "roads": 3},
        "blue": {"protection": -4, "revolts": 2, "monasteries": 5},
        "green": {"monasteries": 3},
    },
)
MIST = Game(
    """use ghosts-castles-cemeteries
tile NORTHWEST: road W, field WR N E, field WL S, ruin, start square NW
tile NORTHEAST: road N, field NR E S, field NL W, ruin, start square NE, mist E
tile SOUTHEAST: road E, field ER S W, field EL N, ruin, start square SE
tile SOUTHWEST: road S, field SR W N, field SL E, ruin, start square SW, mist W
tile BANK: field N E S W, mist W, mist E
tile KEEP: haunted castle, field N E S W, mist W, mist E
tile GRAVE: cemetery, field N E S W
game "Ten turns in the mist"
  players red "Anna", blue "Ben"
  board
    (0,0) NORTHWEST
    (1,0) NORTHEAST
    (0,1) SOUTHWEST
    (1,1) SOUTHEAST
  1.  red  V@270 (-1,0) meeple road
  2.  blue V@270 (1,-1) meeple road
  3.  red  BANK (2,0), haunts blue meeple on road at (1,-1), puts guard on field N
  4.  blue KEEP (3,0), haunts red meeple on road at (-1,0), puts meeple on haunted castle
  5.  red  U@90 (-1,1), haunts red meeple on road at (-1,0), puts meeple on field W
  6.  blue A@90 (2,-1) meeple monastery
  7.  red  GRAVE (3,-1) meeple cemetery
  8.  blue: places BANK at (4,0), haunts red meeple on road at (-1,0), puts guard on field N
  9.  red  V@180 (-1,2) meeple road
  10. blue V@90 (0,2) nothing
  final
""",
    # Three tiles less 2 for the ghost; the third ghost has freed the road on which red puts a second thief: six tiles.
    {6: {"blue": 1}, 10: {"red": 6, "blue": 1}},
    {"red": {"roads": 6}, "blue": {"roads": 3, "ghosts": -2, "monasteries": 6, "haunted castles": 3}},
)
ARROWS = Game(
    """langue fr
extensions extension-du-20e-anniversaire
joueurs rouge "Rosa", bleu "Bruno", noir "Nina"
tuile ARA : pré N E S O, flèche N ajout
tuile ARB : pré N E S O, flèche N ajout
tuile ARP : pré N E S O, flèche N pose
tuile ARX : pré N E S O, flèche N rejoue
partie "Trois joueurs"
  1. Rosa  V (1,0) meeple route
  2. Bruno ARA@180 (0,1), ne pose rien
  3. Nina  B (0,2) meeple abbaye
  4. Rosa  ARX@90 (-1,1) rien
  5. Rosa  tour supplémentaire ARP (-1,2) meeple ville N en (0,0)
  6. Bruno : place E@180 en (0,-1), ne pose rien
  7. Nina  ARB@270 (1,2), pose meeple sur abbaye en (0,2)
  final
""",
    # An arrow at an empty square; the city of two tiles that red got by the symbol.
    {2: {"blue": 2}, 6: {"red": 4, "blue": 2}},
    # The road has two tiles; two monks are paid for one monastery with four neighbours.
    {"red": {"cities": 4, "roads": 2}, "blue": {"arrows": 2}, "black": {"monasteries": 5}},
)
SIEGE = Game(
    """use phantom, besiegers
game "Besieged"
  players red, blue
  1. red  SI.CA/Cc@180 (0,-1) meeple city
  2. blue B (-1,-1) meeple monastery, puts phantom on field
  3. red  V (1,0) meeple road, escapes meeple from city S at (0,-1)
  final
""",
    {},
    # The knight has fled; the road has two tiles, the monastery two neighbours, the field no complete city.
    {"red": {"roads": 2}, "blue": {"monasteries": 3}},
)
GAMES = (BUILDERS, ABBEYS, GIFTS, REVOLTS, MIST, ARROWS, SIEGE)
IDS = ["builders", "abbeys", "gifts", "revolts", "mist", "arrows", "siege"]
every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)


def played(text: str, lenient: bool = False) -> Replayed:
    """The replay of the one scenario of `text`."""
    found = bind(read_document(text, "en"))
    assert not found.problems
    return replay(found.scenarios[0], found.language, lenient=lenient)


def ends(game: Replayed) -> list[TurnRecord]:
    """Every turn and the final scoring of a record that comes to its end."""
    assert not game.problems
    assert game.final is not None
    return [*game.turns, game.final]


def told(totals: dict[str, int]) -> dict[str, int]:
    """Totals without those who have nothing."""
    return {player: points for player, points in totals.items() if points}


def run(tmp_path: Path, text: str, *words: str, columns: int = 80) -> Result:
    """One call of the command on a file with `text`."""
    path = tmp_path / "game.carc"
    path.write_text(text, encoding="utf-8")
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(main, ["score", str(path), *words])


# ---- what is worked out by hand


@every_game
def test_totals_of_every_turn(game: Game) -> None:
    now: dict[str, int] = {}
    for turn in ends(played(game.text))[:-1]:
        now = game.totals.get(turn.number, now)
        assert told(dict(turn.totals)) == now, turn.number


@every_game
def test_points_by_category(game: Game) -> None:
    found = played(game.text)
    for player, wanted in game.final.items():
        sums = {name: now + end for name, (now, end) in categories(found, player, speech("en")).items()}
        assert told(sums) == wanted
        assert found.totals()[player] == sum(wanted.values())


# ---- one line a turn, or one a move


def in_blocks(text: str) -> str:
    """The record with every turn as a ``turn`` block."""
    document = read_document(text, "en")
    steps = {step.span.line: [] for step in bind(document).scenarios[0].steps if step.kind == "turn"}
    for step in bind(document).scenarios[0].steps:
        if step.kind in ("turn", "moves") and step.span.line in steps:
            steps[step.span.line].append(step)
    words, lines = lexicon(document.language), []
    for number, line in enumerate(document.text.split("\n"), 1):
        if number not in steps:
            lines.append(line)
            continue
        turn, moves = steps[number]
        kind = f" {words.say('topic', turn.turn_kind)}" if turn.turn_kind else ""
        lines.append(f"  {words.say('keyword', 'turn')} {words.say('colour', turn.player)}{kind}")
        for move in moves.moves:
            said = " ".join(word.text for word in move.words).replace(" @", "@")
            lines.append(f"    {words.say('verb', move.verb)} {said}")
    return "\n".join(lines)


@every_game
def test_turn_blocks_say_the_same(game: Game) -> None:
    lines, blocks = ends(played(game.text)), ends(played(in_blocks(game.text)))
    assert " 1." not in in_blocks(game.text)
    assert [dict(turn.totals) for turn in blocks] == [dict(turn.totals) for turn in lines]
    assert [turn.kind for turn in blocks] == [turn.kind for turn in lines]


@every_game
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_both_languages_and_the_layout_say_the_same(game: Game, lang: str) -> None:
    text = formatted(game.text.replace("\n", "  # kept\n"), lang)
    assert text.count("# kept") == game.text.count("\n")
    assert [dict(turn.totals) for turn in ends(played(text))] == [dict(turn.totals) for turn in ends(played(game.text))]


# ---- positions that are played on


def resumed(text: str, title: str, number: int, lang: str) -> list[str]:
    """Each position that may stand after a turn of a game as it is printed, with the rest of the game below it; none
    where that turn or one before it leaves something out.
    """
    document = read_document(text, "en")
    found = bind(document)
    scenario = next(one for one in found.scenarios if one.title == title)
    lines = document.text.split("\n")
    starts = [step.span.line for step in scenario.steps if step.kind == "turn"]
    after = min(
        (one.span.line for one in found.scenarios if one.span.line > scenario.span.line), default=len(lines) + 1
    )
    turns = [turn.number for turn in replay(scenario, found.language).turns]
    reached = positions_after(scenario, found.language, number)
    assert reached.reached
    rest = lines[starts[turns.index(number) + 1] - 1 : after - 1]
    claims = tuple(f"{word} {behind}" for word, behind in (("claim", "after"), ("annonce", "après")))
    behind = [line for line in rest if not line.strip().startswith((*claims, "#"))]
    return ["\n".join([head, *behind]) for head in every(reached, scenario, number, document, speech(lang))]


def rows(game: Replayed, after: int) -> list[list[dict[str, int]]]:
    """The totals behind the first so many turns, by every way to read what is open."""
    found: list[list[dict[str, int]]] = []
    for one in game.every():
        row = [told(dict(turn.totals)) for turn in ends(one)[after:]]
        if row not in found:
            found.append(row)
    return sorted(found, key=repr)


def check_resumed(text: str) -> int:
    """Plays every game of `text` on from every position of it; gives the number of positions."""
    found, tried = bind(read_document(text, "en")), 0
    for scenario in found.scenarios:
        if not any(step.kind == "turn" for step in scenario.steps):
            continue
        whole = replay(scenario, found.language)
        for at, turn in enumerate(ends(whole)[:-2]):
            if any(one.missing for one in ends(whole)[: at + 1]):
                break  # where a turn leaves something out, each position has totals of its own
            again = []
            texts = resumed(text, scenario.title, turn.number, found.language)
            if not texts:
                break  # what lies there and nobody said is asked for
            every = [played(one) for one in texts]
            able = [one for one in every if not one.problems] if len(every) > 1 else every
            for one in able:  # a later move may show that the others were not meant
                again += [row for row in rows(one, 0) if row not in again]
            assert sorted(again, key=repr) == rows(whole, at + 1), (scenario.title, turn.number)
            tried += 1
    return tried


@every_game
def test_a_position_is_played_on(game: Game) -> None:
    assert check_resumed(game.text) == len(ends(played(game.text))) - 2 > 1


@invariant(14)
def positions_are_played_on(path: Path) -> None:
    check_resumed(text_of(path))


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(1, 8))
def test_positions_of_random_games_are_played_on(seed: int) -> None:
    """Games played at random by the program's own options, with any expansions."""
    lines = random_game(seed).text.split("\n")
    text = "\n".join(['game "At random"', *lines[1:]])
    turns = ends(played(text))[:-1]
    chance = random.Random(seed)
    for at in chance.sample(range(len(turns) - 1), min(5, len(turns) - 1)):
        lang = chance.choice(("en", "fr"))
        found = set[str]()
        for below in resumed(text, "At random", turns[at].number, lang):
            if lang == "fr":
                head, _, rest = below.partition("\nturn ")
                below = f"{formatted(head, 'en')}turn {rest}"
            found |= {repr(row[:-1]) for row in rows(played(below), 0)}
        assert found == {repr(row[:-1]) for row in rows(played(text), at + 1)}


def test_a_place_inside_a_tile_is_told_with_its_square() -> None:
    """Two fields that touch no side of their tile are told apart by numerals."""
    text = """game "Inside"
  use abbey-and-mayor
  players red, blue
  1. red  AM/CCc+@180 (0,-1), puts meeple on field I at (0,-1)
  2. blue V (1,0) meeple road
  final
"""
    assert check_resumed(text) == 1


def test_a_position_is_a_whole_scenario(tmp_path: Path) -> None:
    text = """edition C2
rule farmer-scoring second
tile SPIRE: city N E 1 coat, road S, field SL touches city, field SR WL WR touches city
game "Whole"
  use gifts, traders-and-builders, peasant-revolts
  players red "Anna", blue
  red has gift synod, 2 gifts, 7 meeples, 1 builder, score 12
  blue has any figures
  stock 40 tiles, 20 gifts
  board
    (0,0) D
  name Way = road at (0,0)
  1. red V (1,0) meeple road
  2. blue B (0,1) meeple monastery
  3. red: draws V, unwraps synod on monastery at (0,1), places V@180 at (1,1), puts builder on Way
  4. blue SPIRE@180 (0,-1) protected meeple city
"""
    said = run(tmp_path, text, "--turn", "4")
    assert said.exit_code == 0
    assert (
        said.stdout
        == """game "Whole: the position after turn 4"
use gifts, peasant-revolts, traders-and-builders
edition C2
rule farmer-scoring second
players red "Anna", blue
tile SPIRE: city N E 1 coat, road S, field SL touches city, field SR WL WR touches city
red has 12 points, 2 gifts, 5 meeples, 0 builders
blue has -4 points, any figures
stock 36 tiles, 20 gifts
board
  (0,0) BA/RCr
  (1,0) BA/Rr
    red: meeple on road S
  (0,1) BA/L
    blue: meeple on monastery
    red: meeple on monastery
  (1,1) BA/Rr@180
    red: builder on road N
  (0,-1) SPIRE@180
    blue: protected meeple on city S
name Way = road at (0,0)
# next: red
"""
    )
    french = run(tmp_path, text, "--turn", "4", "--lang", "fr")
    assert [turn.totals for turn in ends(played(french.stdout))][-1] == ends(played(text))[-1].totals
    assert "# ensuite : rouge" in french.stdout
    assert (
        json.loads(run(tmp_path, text, "--turn", "4", "--format", "json").stdout)["games"][0]["position"] in said.stdout
    )


# ---- what is left out, and what may not be


@pytest.mark.parametrize(
    ("line", "code", "listed"),
    [
        ("3. red V", "line-ends-early", "place V@180 at (-1,0)"),
        ("3. red E (0,-1) meeple city", "illegal-move", "place E@180 at (0,-1)"),
        ("3. red: draws V", "illegal-move", "place V@180 at (-1,0)"),
        ("3. red B (0,2) meeple", "put-where", "put meeple on monastery at (0,2)"),
        ("3. red B (0,2) road", "unexpected-word", "put meeple on monastery at (0,2)"),
        ("3. red H@90 (1,-1) meeple", "put-where", "put meeple on city E at (1,-1)"),
        ("3. blue B (0,2)", "illegal-move", "red"),
        ("3. red extra turn B (0,2)", "illegal-move", "red"),
    ],
)
def test_what_a_record_leaves_out_is_asked_for(line: str, code: str, listed: str) -> None:
    text = f"""game "Gaps"
  use anniversary-20
  players red, blue
  1. red V (1,0) meeple road
  2. blue B (0,1) meeple monastery
  {line}
  4. blue U@90 (2,0)
"""
    game = played(text)
    assert [one.number for one in game.turns] == [1, 2]
    assert game.problems[0].code == code
    assert listed in [speech("en").item(item) for item in game.illegal[0].options]
    assert game.problems[0].span.line == 6
    assert game.illegal[0].turn == 3
    assert [one.number for one in played(text, lenient=True).turns][-1] == 4


@pytest.mark.parametrize(
    "line",
    [
        "3. red: V@180 (-1,0) meeple road",
        "3. red V@180 (-1,0) puts meeple on road",
        "3. red V@180 (-1,0), puts meeple on road",
        "3. red places V@180 at (-1,0), puts meeple on road",
        "3. red: draws V, places V@180 at (-1,0), puts meeple on road",
        "3. red: draws V; places V@180 at (-1,0); puts meeple on road",
        "3. red rrff (-1,0) meeple on road",
    ],
)
def test_many_ways_to_write_a_turn(line: str) -> None:
    text = f"""game "Ways"
  players red, blue
  1. red U (1,0) meeple field N
  2. blue B (0,1) meeple monastery
  {line}
  final
"""
    # The road runs from (1,0) to (-1,0); the field in the north touches no complete city; three neighbours.
    assert dict(played(text).totals()) == {"red": 3, "blue": 4}
    french = formatted(text, "fr")
    assert dict(played(french).totals()) == {"red": 3, "blue": 4}
    assert formatted(french, "en") == formatted(text)


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ("1. red V (1,0): B (0,1)", 19, "unexpected-word"),
        ("1. red V (1,0), road", 19, "unexpected-word"),
        ("1. red", 9, "line-ends-early"),
        ("1. rde V (1,0)", 6, "unexpected-word"),
        ("1. V (1,0)", 6, "unexpected-word"),
    ],
)
def test_lines_that_cannot_be_read(line: str, column: int, code: str) -> None:
    problems = bind(read_document(f'game "G"\n  players red, blue\n  {line}\n', "en")).problems
    assert [(one.span.line, one.span.column, one.code) for one in problems] == [(3, column, code)]


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ("4. blue A@180 (1,1); red moves wagon", ["move wagon to city N at (0,0)", "move wagon to monastery at (1,1)"]),
        ("4. blue A@180 (1,1), takes back", ["take back abbot on monastery at (0,1)"]),
        (
            "4. blue: draws A, unwraps, places A@180 at (1,1)",
            ["unwrap synod on monastery at (0,1)", "unwrap synod on monastery at (-1,0)", "unwrap take-2"],
        ),
    ],
)
def test_choices_of_expansions_are_listed(line: str, listed: list[str]) -> None:
    text = f"""game "Choices"
  use gifts, abbey-and-mayor
  players red, blue
  blue has gift synod, gift take-2, 7 meeples, 1 abbot
  1. red V (1,0) wagon road
  2. blue B (0,1) abbot monastery
  3. red A@270 (-1,0)
  {line}
"""
    game = played(text)
    assert [speech("en").item(item) for item in game.illegal[0].options] == listed


def test_who_forgoes_a_turn_is_not_asked() -> None:
    """The second part of a double turn may be left to the next player; nobody may begin one that is not due."""
    game = played(BUILDERS.text.replace("  6.  red  second part V@270 (2,0)", "  6.  blue V@270 (2,0)", 1))
    assert [one.number for one in game.turns] == list(range(1, 7))
    assert game.problems[0].rules == ("BASE-05",)
    again = played(BUILDERS.text.replace("red  second part", "red "))
    assert [turn.kind for turn in again.turns if turn.kind] == ["second-part", "second-part"]
    assert dict(again.totals()) == dict(played(BUILDERS.text).totals())


def test_a_piece_of_a_box_that_is_not_in_use_is_told() -> None:
    text = """game "Lain down"
  players red, blue
  1. red V (1,0) protected meeple road
"""
    problems = bind(read_document(text, "en")).problems
    assert [(one.code, one.values["word"], one.span.line) for one in problems] == [
        ("piece-not-in-use", "peasant-revolts", 3)
    ]
    game = played(text.replace("  players", "  use peasant-revolts\n  players"))
    assert game.turns[0].gained() == {"red": -4}


# ---- claims

SHORT = """game "Short"
  players red "Anna", blue "Ben"
  1. red  E@180 (0,-1) meeple city
  2. blue U (1,0) meeple road
  3. red  B (0,1) meeple monastery
  4. blue A@90 (2,0) meeple monastery
  5. red  A@270 (-1,0) meeple field
  final
"""
# The city of two tiles for red, the road of four for blue; monasteries of three and one neighbours, a field at a city.


def test_claims_by_name() -> None:
    game = played(SHORT + "  claim after 1: Anna 4, Ben 0\n  claim Anna 11, Ben 6\n")
    assert [one.answer.met for one in game.claims] == [True, True]
    assert parting(game, "en") is None


@pytest.mark.parametrize(
    ("claim", "slip", "sentence"),
    [
        ("after 5: red 0, blue 8", ("other", 1), "Turn 1, city S at (0,-1): the points given to blue instead"),
        ("after 1: red 2", ("half", 1), "Turn 1, city S at (0,-1): only half the points counted"),
        ("red 10", ("uncounted", 0), "Final scoring, monastery at (0,1): 1 tile around it left out (BASE-47)"),
        ("red 8", ("uncounted", 0), "Final scoring, field EL at (0,0): 1 complete city left out (BASE-38)"),
        ("after 5: blue 5", ("twice", 5), "Turn 5, road E at (-1,0): 1 tile counted twice (BASE-27)"),
        ("after 1: red 2", ("edition", -1), "Scored throughout by the values of edition C1"),
    ],
)
def test_what_would_explain_a_claim(tmp_path: Path, claim: str, slip: tuple[str, int], sentence: str) -> None:
    text = f"{SHORT}  claim {claim}\n"
    found = parting(played(text), "en")
    assert found is not None
    assert slip in [(one.kind, one.turn) for one in found.guesses]
    shown = run(tmp_path, text)
    assert shown.exit_code == 1
    assert sentence in " ".join(shown.stdout.split())


def test_explanations_are_few_and_the_likeliest_come_first() -> None:
    found = parting(played(SHORT + "  claim blue 5\n"), "en")
    assert found is not None
    assert [one.kind for one in found.guesses] == ["uncounted", "uncounted", "uncounted", "half"]
    moves = "".join(f"turn red\n  places a tile that completes R{n}\n" for n in range(9))
    roads = "".join(f"road R{n}: incomplete, 2 tiles\n  red: meeple\n" for n in range(9))
    many = parting(played(f"red has any figures\n{roads}{moves}claim red 26\n"), "en")
    assert many is not None
    assert [len(one.places) for one in many.guesses] == [8]  # the same at nine roads is one explanation
    tie = parting(played(BUILDERS.text + "  claim after 2: blue 2\n"), "en")
    assert tie is not None
    assert [one.kind for one in tie.guesses] == ["edition", "switch", "uncounted", "half"]


# ---- how it is shown


def test_many_players_on_a_narrow_page(tmp_path: Path) -> None:
    text = """game "Six"
  players red, blue, green, yellow, black, white
  1. red    V (1,0) meeple road
  2. blue   E@180 (0,-1) meeple city
  3. green  B (0,1)
  4. yellow B (0,2) meeple monastery
  5. black  B (0,3) meeple monastery
  6. white  B (0,4) meeple monastery
"""
    narrow = run(tmp_path, text, columns=50).stdout
    assert max(map(len, narrow.split("\n"))) <= 50
    assert "blue 4" in narrow
    wide = run(tmp_path, text, columns=100).stdout
    assert "white" in wide.split("\n")[3]


def test_several_games_in_one_file(tmp_path: Path) -> None:
    text = SHORT + SHORT.replace("Short", "Again").replace("  5. red  A@270", "  5. red  A@180")
    result = run(tmp_path, text, "--turn", "5")
    assert result.exit_code == 2
    assert result.stdout.count("game ") == 1
    assert 'game "Again"' in result.stderr
    assert "BASE-10" in result.stderr
    assert run(tmp_path, text, "--explain", "1").stdout.count("Turn 1, red") == 2
    games = json.loads(run(tmp_path, text, "--format", "json").stdout)["games"]
    assert [one["scenario"] for one in games] == ["Short", "Again"]


def test_from_the_standard_input() -> None:
    result = CliRunner().invoke(main, ["score", "-"], input=SHORT)
    assert result.exit_code == 0
    assert "Red wins with 11 points." in result.stdout


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# nothing but this\n", "road R: complete, 2 tiles; red: meeple; ask score R"]
)
def test_nothing_to_replay(tmp_path: Path, text: str) -> None:
    result = run(tmp_path, text)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_the_kind_of_a_turn_and_the_categories_are_named(tmp_path: Path) -> None:
    french = run(tmp_path, BUILDERS.text, "--lang", "fr").stdout
    assert "(seconde moitié)" in " ".join(french.split())
    assert "marchandises" in french
    assert "présents" in run(tmp_path, GIFTS.text, "--lang", "fr").stdout


# ---- damaged records


def damaged(text: str, chance: random.Random) -> str:
    """`text` with an accident: cut short, a line or word lost or doubled, a sign mistyped."""
    what = chance.randrange(5)
    if what == 0:
        return text[: chance.randrange(len(text))]
    if what == 1:
        lines = text.split("\n")
        del lines[chance.randrange(len(lines))]
        return "\n".join(lines)
    if what == 2:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice('(),;:.@019-"# \nVx') + text[at + 1 :]
    words = text.split(" ")
    at = chance.randrange(len(words))
    words[at : at + 1] = [] if what == 3 else [chance.choice(words)]
    return " ".join(words)


@every_game
@pytest.mark.long
def test_a_damaged_record_says_where(game: Game) -> None:
    chance = random.Random(7)
    for _ in range(60):
        text = damaged(game.text, chance)
        lines = text.count("\n") + 1
        found = bind(read_document(text, "en"))
        for scenario in found.scenarios:
            again = replay(scenario, found.language, lenient=True)
            for problem in again.problems:
                assert 1 <= problem.span.line <= lines
                assert speech("fr").phrase("problem", problem.code, **problem.values)
            for turn in again.turns[-1:]:
                reached = positions_after(scenario, found.language, turn.number, True)
                assert reached.reached
                for one in reached.possible:
                    assert written(one, scenario, turn.number, read_document(text, "en"), speech("fr"))
        try:
            again_laid_out = formatted(formatted(text))
        except Problems as error:
            assert all(one.code != "fmt-unsafe" for one in error.items)
        else:
            assert formatted(text) == again_laid_out


# ---- export


@pytest.mark.parametrize("game", [BUILDERS, ABBEYS, SIEGE], ids=["builders", "abbeys", "siege"])
def test_export_and_import_replay_alike(game: Game) -> None:
    back = read_jcz(write_jcz(game.text), "game.jcz")
    assert [told(dict(turn.totals)) for turn in ends(played(back))] == [
        told(dict(turn.totals)) for turn in ends(played(game.text))
    ]


def test_every_player_keeps_a_seat() -> None:
    """A colour without a seat in such files gets one that is free; the others keep theirs."""
    saved = json.loads(write_jcz(SHORT.replace('red "Anna"', "brown").replace("red", "brown")))
    assert [one["slot"] for one in saved["players"]] == [0, 1]
    back = read_jcz(json.dumps(saved), "game.jcz")
    assert [told(dict(turn.totals)) for turn in ends(played(back))][-1] == {"red": 11, "blue": 6}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (GIFTS.text, [(2, 7)]),
        (REVOLTS.text, [(1, 5), (6, 1)]),
        (f"edition C2\n{SHORT}", [(1, 1)]),
        (f"rule farmer-scoring second\n{SHORT}", [(1, 1)]),
        (SHORT.replace("  1. red", "  red has score 3\n  1. red"), [(1, 1)]),
        (SHORT + SHORT.replace("Short", "Again"), [(0, 0)]),
    ],
)
def test_what_cannot_be_exported_is_refused_at_its_place(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(Problems) as caught:
        write_jcz(text)
    assert [(one.span.line, one.span.column) for one in caught.value.items] == places
