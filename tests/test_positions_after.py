"""What stands on the table behind a turn of a record: every position that may stand there, with what it supposes, and a
question where it rests on what nobody said.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from corpus import invariant, laid_out
from everyday import seeds
from random_games import random_game

from adjudicator import Game, MissingFact, Problems, adjudicate
from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.draw.scenes import scenes
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Scenario
from adjudicator.play.after import Positions, positions_after
from adjudicator.play.mending import mended, mendings
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed
from adjudicator.play.run import Run
from adjudicator.report.position import every
from adjudicator.syntax.document import read_document
from adjudicator.words.say import speech

SCENARIOS = Path(__file__).parent.parent / "scenarios"

CARD = """game "Two knights"
use gifts, inns-and-cathedrals
players red, blue
red has gift cash-out
city T: incomplete, 3 tiles
  red: meeple, large meeple
road R: incomplete, 2 tiles
  blue: meeple
turn red
  draws a tile
  unwraps cash-out on T
turn blue
  places a tile that completes R
turn red
  places a tile that extends T
"""
GHOST = """game "Whom"
use ghosts-castles-cemeteries
players red, blue
city T: incomplete, 3 tiles
  red: meeple
road R: incomplete, 2 tiles
  red: meeple
turn blue
  places a tile that extends mist
turn red
  places a tile that completes T
"""
FLOOR = """game "Floor"
use peasant-revolts, ghosts-castles-cemeteries
players red, blue
red has score -5
road R: incomplete, 2 tiles
  red: meeple
turn blue
  places a tile that completes R
  puts nothing
turn red
  draws a tile
  places a tile
"""
UNSAID = """game "Unsaid"
players red, blue
road R: incomplete
  red: meeple
turn blue
  places a tile that completes R
turn red
  places a tile
"""
BOARD = """game "On tiles"
use gifts, inns-and-cathedrals
players red, blue
red has gift cash-out
board
  (0,0) D
    red: meeple on city
    red: large meeple on city
1. red: draws V, unwraps cash-out on city at (0,0), places V@90 at (1,0)
2. blue A@270 (-1,0)
"""


def after(text: str, number: int, lenient: bool = False) -> tuple[Positions, list[str]]:
    """What may stand behind a turn of the one game of a text, and its texts."""
    document = read_document(text, "en")
    found = bind(document)
    assert not found.problems, found.problems
    positions = positions_after(found.scenarios[0], found.language, number, lenient)
    return positions, every(positions, found.scenarios[0], number, document, speech("en"))


def run(tmp_path: Path, text: str, *words: str) -> Any:
    path = tmp_path / "game.carc"
    path.write_text(text, encoding="utf-8")
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, [words[0], str(path), *words[1:]])


# ---- worked out from the rules


def test_each_figure_that_a_card_may_mean_gives_a_position() -> None:
    """Cash Out sends one figure of red's home for 2 points, and 2 more for the one that stays (GIFT-19, GIFT-20); the
    road of three tiles is blue's all the same.
    """
    found, (first, second) = after(CARD, 2)
    for one in (first, second):
        assert (
            "red has 4 points" in one
            and "blue has 3 points" in one
            and "road R: complete, 3 tiles, empty, scored" in one
        )
    stays = {line.strip() for text in (first, second) for line in text.split("\n") if line.startswith("  red:")}
    assert stays == {"red: meeple", "red: large meeple"}
    meant = [way.figures for one in found.possible for way in one.supposed]
    assert sorted(figures[0].parts[1] for figures in meant) == ["large-meeple", "meeple"]
    # The meeple that goes home leaves the large one.
    for one, text in zip(found.possible, (first, second), strict=True):
        ((figure,),) = (way.figures for way in one.supposed)
        assert ("  red: large meeple" in text) is (figure.parts[1] == "meeple")


def test_each_figure_that_may_get_a_ghost_gives_a_position() -> None:
    """A ghost costs 2 of the 8 points of the city, where the knight has it; else it stays on the road (GCC-82)."""
    _, texts = after(GHOST, 1)
    assert [text.count("with 1 ghost") for text in texts] == [1, 1]
    _, texts = after(GHOST, 2)
    assert {("red has 6 points" in text, "with 1 ghost" in text) for text in texts} == {(True, False), (False, True)}
    assert {"red has 8 points" in text for text in texts} == {True, False}


def test_each_reading_of_what_the_rules_leave_open_gives_a_position() -> None:
    """Three points for one who has -5: -2, or 3 where no total is below 0."""
    found, texts = after(FLOOR, 1)
    by = {one.supposed[0].rules: text for one, text in zip(found.possible, texts, strict=True)}
    assert "red has -2 points" in by["REVOLT-20",] and "red has 3 points" in by["GCC-38",]


def test_what_a_position_supposes_holds_when_it_is_played_on_from() -> None:
    """3 x 1 - 4 = -1 for red, then 2 x 1 - 4: never below 0 by the one rule, -3 by the other."""
    text = """game "Twice below"
use peasant-revolts, ghosts-castles-cemeteries
players red, blue
red has score 0
road R: incomplete, 2 tiles
  red: meeple with 2 ghosts
road Q: incomplete, 1 tile
  red: meeple with 2 ghosts
turn blue
  places a tile that completes R
  puts nothing
turn red
  places a tile
"""
    texts = after(text, 1)[1]
    on = "turn red\n  places a tile that completes Q\n  puts nothing\n"
    given = [asked(f"{one}\n{on}", "ask total red") for one in texts]
    assert [one is not None and (one.verdict, one.points["red"]) for one in given] == [("scored", 0), ("scored", -3)]
    assert [next(line for line in one.split("\n") if "rule " in line) for one in texts] == [
        "rule GCC-38", "rule REVOLT-20",
    ]  # fmt: skip


def test_figures_that_are_alike_give_one_position() -> None:
    text = CARD.replace("red: meeple, large meeple", "red: 2 meeples")
    found, _ = after(text, 3)
    (only,) = found.possible
    assert only.supposed == ()


def test_two_turns_that_leave_the_same_out_leave_it_out_twice() -> None:
    """Two ghosts, each to the knight or to the highwayman: on each of the two, or both on one of them."""
    text = GHOST.replace("turn red\n  places a tile that completes T\n", "turn red\n  places a tile\n")
    text += "turn blue\n  places a tile that extends mist\n"
    _, texts = after(text, 3)
    told = sorted(tuple(line.strip() for line in one.split("\n") if line.startswith("  red:")) for one in texts)
    assert told == [
        ("red: meeple", "red: meeple with 2 ghosts"),
        ("red: meeple with 1 ghost", "red: meeple with 1 ghost"),
        ("red: meeple with 2 ghosts", "red: meeple"),
    ]


def test_where_many_may_be_meant_it_is_asked() -> None:
    roads = "".join(f"road R{number}: incomplete, 2 tiles\n  green: meeple\n" for number in range(5))
    text = GHOST.replace("turn blue\n", f"{roads}turn blue\n").replace("red, blue", "red, blue, green")
    found, texts = after(text, 1)
    (problem,) = found.lacking
    assert problem.code == "position-lacks" and not texts
    assert problem.span.line == text.split("\n").index("turn blue") + 1


# ---- what has to be known


@pytest.mark.parametrize("number", [1, 2])
def test_what_no_outcome_can_stand_for_is_asked_with_the_line_that_answers(number: int) -> None:
    found, texts = after(UNSAID, number)
    (problem,) = found.lacking
    (missing,) = (value.parts[0] for value in problem.values.values() if isinstance(value, Item))
    assert (problem.code, missing.fact, missing.say) == ("position-lacks", "tiles", ("road R: {number} tiles",))
    assert problem.span.line == 5 and not texts
    answered, _ = after(UNSAID.replace("road R: incomplete", "road R: incomplete, 2 tiles"), number)
    assert len(answered.possible) == 1


TOKEN = """game "A token"
use hills-and-sheep
players red, blue
field F: touches nothing
  red: shepherd with 2 sheep
turn red
  places a tile that extends F
  pulls sheep
turn blue
  places a tile
"""


def test_what_lies_there_and_nobody_said_is_asked_although_nothing_rests_on_it_yet() -> None:
    """The token shows 1 to 4 sheep, or the flock is not what the position would say."""
    found, texts = after(TOKEN, 2)
    assert found.lacking[0].values["missing"].parts[0].fact == "token-sheep" and not texts
    _, (text,) = after(TOKEN.replace("pulls sheep", "pulls 3 sheep"), 2)
    assert "red: shepherd with 5 sheep" in text


SAID = {
    "en": "what stands on the table after turn 1 rests on something that is not said",
    "fr": "ce qui se trouve sur la table après le tour 1 dépend de ce qui n'est pas dit",
    "de": "was nach Zug 1 auf dem Tisch steht, hängt an etwas, das nicht gesagt ist",
}


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("command", ["score", "draw"])
def test_commands_ask_in_every_language(tmp_path: Path, command: str, lang: str) -> None:
    found = run(tmp_path, UNSAID, command, "--turn", "1", "--lang", lang)
    said = " ".join(found.stderr.split())
    assert found.exit_code == 2 and not found.stdout
    assert SAID[lang].casefold() in said.casefold() and "game.carc:5:1" in said
    assert lang != "en" or "Say `road R: 3 tiles`" in said


def test_the_machine_form_says_what_is_supposed_and_what_is_missing(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, CARD, "score", "--turn", "1", "--format", "json").stdout)
    assert [one["supposed"][0]["rules"] for one in found["games"]] == [[], []]
    assert len({json.dumps(one["supposed"]) for one in found["games"]}) == 2
    found = json.loads(run(tmp_path, UNSAID, "score", "--turn", "1", "--format", "json").stdout)
    (problem,) = found["problems"]
    assert problem["code"] == "position-lacks" and problem["missing"][0]["fact"] == "tiles" and not found["games"]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_all_positions_are_one_text_that_can_be_read(tmp_path: Path, lang: str) -> None:
    found = run(tmp_path, CARD, "score", "--turn", "2", "--lang", lang)
    again = bind(read_document(found.stdout))
    assert found.exit_code == 0 and not again.problems and again.language == lang and len(again.scenarios) == 2


def test_pictures_and_pages_show_every_position(tmp_path: Path) -> None:
    picture = run(tmp_path, BOARD, "draw", "--turn", "2")
    assert picture.exit_code == 0
    assert picture.stdout.count("2 that are possible") >= 2 and "assuming red large meeple" in picture.stdout
    out = tmp_path / "game.html"
    run(tmp_path, BOARD, "score", "--out", str(out))
    assert out.read_text(encoding="utf-8").count("of 2 that are possible") >= 2


def test_the_picture_of_a_question_shows_every_position(tmp_path: Path) -> None:
    """The figure that goes home is the meeple or the large one: GIFT-19 leaves the choice to who unwraps the card."""
    text = CARD.partition("turn blue")[0] + "ask final\n"
    found = run(tmp_path, text, "draw")
    assert found.exit_code == 0
    for meant in ("meeple", "large meeple"):
        assert f"assuming red {meant} on T" in found.stdout
    page = run(tmp_path, text, "settle", "--format", "html").stdout
    assert page.count("of 2 that are possible") >= 2
    (one,) = scenes(text).scenes
    assert [[each.figure for each in at.features[0].occupants] for at in one.every] == [["meeple"], ["large-meeple"]]


@pytest.mark.parametrize("lang", SAID)
def test_the_picture_of_a_question_asks_for_what_is_not_known(tmp_path: Path, lang: str) -> None:
    """The card sweeps a road of which nobody said how long it is (GIFT-36): the points of both are not known."""
    text = """use gifts
red has gift road-sweeper
road R: incomplete
  red: meeple
turn red
  draws a tile
  unwraps road-sweeper on R
  places a tile
ask points
"""
    found = run(tmp_path, text, "draw", "--lang", lang)
    assert found.exit_code == 2 and not found.stdout and "game.carc:7:" in found.stderr
    assert lang != "en" or "Say `road R: 3 tiles`" in " ".join(found.stderr.split())
    assert run(tmp_path, text.replace("incomplete", "incomplete, 2 tiles"), "draw").exit_code == 0


def test_what_is_passed_over_is_said_beside_a_picture(tmp_path: Path) -> None:
    text = BOARD.replace("2. blue A@270 (-1,0)", "2. blue A (5,5)\n3. red A@270 (-1,0)")
    found = run(tmp_path, text.replace("red: large", "blue: large"), "draw", "--turn", "3")
    assert found.exit_code == 2 and "BASE-10" in found.stderr and "<svg" in found.stdout


def test_a_turn_that_a_record_does_not_have(tmp_path: Path) -> None:
    assert not after(CARD, 9)[0].reached
    for command in ("score", "draw"):
        found = run(tmp_path, CARD, command, "--turn", "9")
        assert found.exit_code == 2 and "no turn 9" in found.stderr


def test_programs_get_every_position_as_a_game() -> None:
    found = Game.positions_after(FLOOR, 1)
    assert sorted(game.scores["red"] for game in found) == [-2, 3]
    with pytest.raises(MissingFact) as lack:
        Game.positions_after(UNSAID, 1)
    assert lack.value.missing[0].fact == "tiles"
    with pytest.raises(Problems) as wrong:
        Game.positions_after(UNSAID, 9)
    assert wrong.value.items[-1].code == "no-turn-reached"
    with pytest.raises(Problems) as none:
        Game.positions_after("city T: complete\n", 1)
    assert none.value.items[0].code == "no-record"


# ---- the score of such a game


def scored(text: str) -> Replayed:
    found = bind(read_document(text, "en"))
    return replay(found.scenarios[0], found.language)


def test_points_that_are_alike_whichever_is_meant_are_told() -> None:
    """The road of three tiles is blue's, the city of four tiles at the end red's, with 4 points of the card: whichever
    figure went home. So far the moves behind the card were left out of the points.
    """
    found = scored(CARD + "claim after 2: red 4, blue 3\nclaim red 4, blue 3\n")
    assert found.totals() == {"red": 8, "blue": 3} and not found.possible
    assert found.final is not None and not found.final.missing and not any(turn.missing for turn in found.turns)
    assert [one.answer.met for one in found.claims] == [True, True]


def test_points_that_depend_on_who_is_meant_are_all_told_and_asked_for() -> None:
    """8 for the city, or 6 with the ghost on its knight (GCC-37)."""
    found = scored(GHOST + "claim after 2: red 8\n")
    assert {one.turns[1].totals["red"] for one in found.every()} == {6, 8}
    assert found.turns[0].missing[0].fact == "ghost-other-whom"
    assert found.final is not None and found.final.missing[0].fact == "ghost-other-whom"
    (claim,) = found.claims
    assert claim.answer.ruling.verdict == "undetermined"


@pytest.mark.parametrize("text", [CARD, GHOST, FLOOR])
def test_a_record_in_which_nothing_is_passed_over_has_the_same_score_when_that_is_allowed(text: str) -> None:
    """With every outcome: -2 or 3, 6 or 8."""
    found = bind(read_document(text, "en")).scenarios[0]
    strict, (lenient, _) = replay(found, "en"), mended(found, "en")
    assert [one.totals() for one in lenient.every()] == [one.totals() for one in strict.every()]
    assert [turn.missing for turn in lenient.turns] == [turn.missing for turn in strict.turns]


def test_what_is_open_stays_so_beside_a_move_that_is_passed_over() -> None:
    text = FLOOR + "turn blue\n  puts meeple on R\n  places a tile\n"
    played, _ = mended(bind(read_document(text, "en")).scenarios[0], "en")
    assert [one.code for one in played.problems] == ["illegal-move"]
    assert {one.totals()["red"] for one in played.every()} == {-2, 3}


def test_what_is_wrong_behind_a_gap_is_found_and_mended_by_what_can_be_played() -> None:
    text = BOARD.replace("2. blue A@270 (-1,0)", "2. blue A (5,5)")
    found = scored(text)
    assert [one.code for one in found.problems] == ["illegal-move"] and found.problems[0].rules == ("BASE-10",)
    assert all("(5,5)" not in (one.move or "") for one in mendings(found, "en"))


# ---- behind a turn and in the record


@lru_cache(16)
def asked(text: str, question: str) -> Ruling | None:
    """The answer to the last question of a text; None where it cannot be asked."""
    try:
        outcome = adjudicate(f"{text}\n{question}")
    except Problems:
        return None
    return outcome.answers[-1].ruling if outcome.answers else None


def outcomes(ruling: Ruling) -> set[str]:
    """Every outcome of a ruling."""
    several = [one.points for one in ruling.possible] or [ruling.points]
    return {repr(sorted((player, points) for player, points in one.items() if points)) for one in several}


def the_record_up_to(text: str, scenario: Scenario, number: int) -> str:
    """The lines of a text to the end of a turn, which `later` ends, without its questions and claims."""
    lines = text.split("\n")
    starts = [step.span.line for step in scenario.steps if step.kind == "turn"]
    ends = [step.span.line for step in scenario.steps if step.kind in ("final", "later") and step.span.line > starts[0]]
    end = min([len(lines) + 1, *starts[number : number + 1], *(one for one in ends if one > starts[number - 1])])
    kept, depth = list[str](), -1
    for line in lines[: end - 1]:
        indent = len(line) - len(line.lstrip())
        if depth < 0 or indent <= depth:
            depth = indent if line.strip().startswith(("ask", "expect", "because", "claim", "#")) else -1
        if depth < 0:
            kept.append(line)
    return "\n".join([*kept, "later"])


def check_as_in_the_record(text: str) -> tuple[int, int]:
    """Compares what follows from each position with what the record says at that place: how many turns, and how many of
    them leave something open.
    """
    document = read_document(text)
    found = bind(document)
    tried = several = 0
    for scenario in found.scenarios if len(found.scenarios) == 1 else ():
        turns = [step for step in scenario.steps if step.kind == "turn"]
        if any(step.kind in ("later", "final") for step in scenario.steps[:-1]):
            continue
        run_ = Run(scenario, "en")
        run_.begin()
        for number, _ in enumerate(turns, 1):
            positions = positions_after(scenario, "en", turns[number - 1].after or number)
            if not positions.reached:
                break
            record = the_record_up_to(document.text, scenario, number)
            texts = every(positions, scenario, turns[number - 1].after or number, document, speech("en"))
            check_the_picture(record, run_.state.players)
            for player in run_.state.players:
                question = f"ask total {player}"
                there = asked(record, question)
                assert there is not None, (record, question)
                if positions.lacking:
                    assert there.verdict == "undetermined" or positions.lacking[0].values, (record, question)
                    continue
                here = set[str]()
                for one in texts:
                    ruling = asked(one, question)
                    assert ruling is not None and ruling.verdict != "undetermined", (one, question)
                    here |= outcomes(ruling)
                if there.verdict == "undetermined":
                    assert len(here) > 1, (record, question)
                else:
                    assert here == outcomes(there), (record, question, texts)
            tried += 1
            several += len(positions.possible) > 1
    return tried, several


def check_the_picture(record: str, players: tuple[str, ...]) -> None:
    """The picture of a question shows the points that its answer tells, in as many positions as there are outcomes."""
    for player in players:
        question = f"{record}\nask total {player}"
        there = asked(record, f"ask total {player}")
        assert there is not None
        found = scenes(question).scenes[-1]
        if there.verdict == "undetermined":
            assert (found.empty and found.problems) or len(found.every) > 1, question
            continue
        if found.empty and found.problems:  # another player's points, or what lies there, rest on what nobody said
            assert found.problems[0].code == "question-lacks", question
            continue
        points = {one.hands[player].score or 0 if player in one.hands else 0 for one in found.every}
        told = {one.points.get(player, 0) for one in there.possible} or {there.points.get(player, 0)}
        assert points == told, question
        assert len(found.every) == 1 or all(one.supposed for one in found.every), question


def scenarios_in(path: Path) -> list[str]:
    """Each scenario of a file as a text of its own, in English."""
    text = laid_out(path, "en")
    heads, parts = "", list[list[str]]()
    for line in text.split("\n"):
        if line.startswith(("scenario ", "game ")):
            parts.append([])
        if parts:
            parts[-1].append(line)
        else:
            heads += f"{line}\n"
    return [heads + "\n".join(part) for part in parts]


@invariant(14, "english")
def a_position_answers_as_the_record_does_there(path: Path) -> None:
    """Every scenario with turns: everybody's total behind each turn."""
    for text in scenarios_in(path):
        if "\n  turn " in text or "\nturn " in text:
            check_as_in_the_record(text)


@pytest.mark.parametrize("text", [CARD, GHOST, FLOOR, UNSAID, BOARD])
def test_these_answer_as_the_record_does_there(text: str) -> None:
    tried, several = check_as_in_the_record(text)
    assert tried >= 2 and (several or text == UNSAID)


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(1, 7))
def test_a_position_of_a_random_game_answers_as_the_record_does_there(seed: int) -> None:
    text = random_game(seed, tiles=10).text
    assert check_as_in_the_record("\n".join(line for line in text.split("\n") if line != "final"))[0] > 5
