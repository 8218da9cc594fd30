"""Playing a scenario: claims, features told twice, figures counted in words, what a missing expansion would change."""

from __future__ import annotations

import pytest
from told import problems

from adjudicator import adjudicate
from adjudicator.model.ruling import Answer
from adjudicator.report.problems import message
from adjudicator.words.say import speech


def answers(text: str) -> tuple[Answer, ...]:
    outcome = adjudicate(text)
    assert not outcome.problems
    return outcome.answers


def said(text: str, lang: str = "en") -> list[str]:
    return [message(problem, speech(lang)) for problem in problems(text)]


# ---- claims
GAME = """game "G"
players red, blue
{first}
1. red A@90 (1,0) meeple road
{second}
2. blue A@270 (-1,0)
{third}
"""


def game(first: str = "", second: str = "", third: str = "") -> str:
    return GAME.format(first=first, second=second, third=third)


@pytest.mark.parametrize("place", ["first", "second", "third"])
def test_a_claim_after_a_turn_may_stand_anywhere(place: str) -> None:
    """The road of three tiles is completed by the second turn (BASE-27)."""
    for claim, met in (
        ("claim after 1: red 0, blue 0", True),
        ("claim after 1: red 3", False),
        ("claim after 2: red 3, blue 0", True),
        ("claim after 2: red 0", False),
    ):
        (answer,) = answers(game(**{place: claim}))
        assert answer.met is met, claim
        assert answer.ask == claim


def test_a_claim_without_a_turn_is_about_its_place() -> None:
    assert [a.met for a in answers(game("claim red 0", "claim red 0", "claim red 3"))] == [True] * 3


def test_answers_come_in_the_order_of_the_text() -> None:
    found = answers(game("claim after 2: red 3", "claim after 1: red 0", "claim red 3"))
    assert [a.line for a in found] == [3, 5, 7]


def test_a_claim_sees_what_a_later_move_of_its_turn_does() -> None:
    text = game(third="3. red V (2,-1)\nclaim after 3: red 3")
    assert [p.code for p in problems(text)] == ["illegal-move"]
    turn = "road R: incomplete, 2 tiles; red: meeple; turn red; claim after 1: red 3; places a tile that completes R"
    assert answers(turn)[0].met


@pytest.mark.parametrize("number", [0, 3, 9])
def test_a_claim_after_no_turn(number: int) -> None:
    (problem,) = problems(game(third=f"claim after {number}: red 3"))
    assert problem.code == "no-such-turn"
    assert problem.span.line == 7
    assert str(number) in message(problem, speech("fr"))


def test_a_claim_after_a_move_of_a_missing_expansion() -> None:
    text = "use porxada; city T: incomplete, 2 tiles; blue: meeple; turn red; places a tile; exchanges meeple on T"
    (answer,) = answers(f"{text}; later; claim after 1: red 0")
    assert answer.ruling.verdict == "undetermined"


# ---- features of a board told again
BOARD = "board; (0,0) D; (1,0) U; name T = city at (0,0); "


def test_facts_that_agree_with_the_board() -> None:
    for facts in ("", ": incomplete", ": 1 tile", ": incomplete, 1 tile", ": 0 coats"):
        (answer,) = answers(f"{BOARD}city T{facts}; red: 2 meeples; blue: meeple; ask score T")
        assert dict(answer.ruling.points) == {"red": 1, "blue": 0}, facts


def test_the_name_may_come_after_the_facts() -> None:
    (answer,) = answers("board; (0,0) D; city T: incomplete; red: meeple; name T = city at (0,0); ask score T")
    assert dict(answer.ruling.points) == {"red": 1}


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("city T: complete", "incomplete"),
        ("city T: 2 tiles", "1 tile"),
        ("city T: 1 coat", "no coats of arms"),
        ("road T: incomplete", "road"),
        ("road T", "city"),
    ],
)
def test_facts_that_the_board_contradicts(told: str, shown: str) -> None:
    (problem,) = problems(f"{BOARD}\n{told}\nred: meeple\nask score T")
    assert problem.code == "board-otherwise"
    assert problem.span.line == 2
    if shown != "road":
        assert shown in message(problem, speech("en"))


def test_a_part_of_a_board_leaves_room_for_facts() -> None:
    text = "board, part; (0,0) D; name T = city at (0,0); city T: complete, 3 tiles, 1 coat; red: meeple; ask score T"
    assert dict(answers(text)[0].ruling.points) == {"red": 8}


def test_a_scored_city_of_the_board_is_scored_no_more() -> None:
    text = "board; (0,0) D; (0,-1) E@180; name T = city at (0,0); city T: {facts}; ask score T"
    assert answers(text.format(facts="complete, scored, empty"))[0].ruling.findings[0].phrase == "scored-before"


def test_fields_of_the_board_told_again() -> None:
    board = "board; (0,0) D; name T = city at (0,0); name F = field EL at (0,0)"
    text = f"{board}; field F: touches {{cities}}; ask complete F"
    assert answers(text.format(cities="T"))[0].ruling.verdict == "no"
    assert answers(text.format(cities="1 incomplete city"))[0].ruling.verdict == "no"
    assert [p.code for p in problems(text.format(cities="nothing"))] == ["board-otherwise"]


def test_a_name_on_a_board_that_is_not_there() -> None:
    found = problems("name F = field EL at (0,0); field X: touches F; red: meeple; ask score X")
    assert [p.code for p in found] == ["no-tile-there"]


def test_a_name_on_the_start_tile_of_a_game() -> None:
    (answer,) = answers('game "G"\nname R = road at (0,0)\n1. red A@90 (1,0) meeple road\nask score R')
    assert dict(answer.ruling.points) == {"red": 2}


def test_a_feature_told_beside_the_board() -> None:
    (answer,) = answers("city T: complete, 3 tiles; grid from (0,0); | D |; red: meeple on T; ask score T")
    assert dict(answer.ruling.points) == {"red": 6}


def test_figures_on_a_square_may_stand_on_a_name() -> None:
    text = f"{BOARD}(0,0) red: meeple on T; ask score T"
    assert dict(answers(text)[0].ruling.points) == {"red": 1}


# ---- what an expansion without code would change
@pytest.mark.parametrize(
    "position",
    [
        "road T: complete, 3 tiles, 1 ferry; red: meeple",
    ],
)
def test_nothing_of_a_missing_expansion_is_overlooked(position: str) -> None:
    for question in ("score T", "final T"):
        (answer,) = answers(f"{position}; ask {question}")
        assert answer.ruling.verdict == "undetermined", question
        assert answer.ruling.missing[0].fact == "expansion"


def test_what_carries_nothing_of_it_is_scored() -> None:
    (answer,) = answers("use inns-and-cathedrals; city T: complete, 3 tiles, 1 coat; red: meeple; ask score T")
    assert dict(answer.ruling.points) == {"red": 8}


# ---- sentences
def test_who_leads_is_told_in_figures() -> None:
    answer = answers("road R: complete, 3 tiles; red: meeple; blue: 2 meeples; ask majority R")[0]
    told = [f for f in answer.ruling.findings if f.phrase in ("leads", "fewer")]
    assert {speech("en").filled("fact", f.phrase, f.values) for f in told} == {
        "Blue leads R with 2 meeples",
        "Red has fewer on R: 1 meeple",
    }
    assert "Bleu est majoritaire sur R avec 2 meeples" in {
        speech("fr").filled("fact", f.phrase, f.values) for f in told
    }


def test_the_drawn_tile_is_it() -> None:
    text = "board; (0,0) V; turn red; draws V; ask must red place it; ask may red place it at (0,1)"
    assert [a.ruling.verdict for a in answers(text)] == ["yes", "no"]
    text = "langue fr; plateau; (0,0) V; tour de rouge; pioche V; demande si rouge doit placer celle-ci"
    assert answers(text)[0].ruling.verdict == "yes"


def test_only_the_turns_own_player_ends_the_phase() -> None:
    text = "road R: incomplete, 2 tiles, empty; turn red; places a tile that extends R; {}puts nothing; ask may red "
    (problem,) = problems(text.format("blue ") + "put meeple on R")
    assert (problem.code, problem.span.column) == ("illegal-move", 82)
    assert answers(text.format("") + "put meeple on R")[0].ruling.verdict == "no"


def test_the_edition_of_today() -> None:
    text = "edition C3.1; city T: complete, 2 tiles; red: meeple; ask score T; expect red 4"
    (answer,) = answers(text)
    assert answer.met and answer.setup["edition"] == "C3.1"
    (answer,) = answers(text.replace("C3.1", "C1") + " under edition C3.1")
    assert answer.met and dict(answer.ruling.points) == {"red": 2}


def test_a_field_may_start_at_a_city() -> None:
    text = "city T: complete, 3 tiles; turn red; places a tile that starts field F touches {city}; ask tiles T"
    assert answers(text.format(city="t"))[0].ruling.verdict == "options"
    assert [p.code for p in problems(text.format(city="U"))] == ["unknown-feature"]


def test_a_place_that_is_not_there_is_told_in_words() -> None:
    text = "board; (0,0) V; red: meeple on city N; ask score road at (0,0)"
    assert said(text) == ["The tile on (0,0) has no such place: city N."]
    assert said(text.replace("city N", "city")) == ["The tile on (0,0) has no such place: city."]
    assert said(text, "fr") == ["La tuile en (0,0) n'a rien de tel : ville N."]


def test_a_rule_by_its_id_takes_its_own_values_only() -> None:
    (problem,) = problems("rule BASE-31 seven; city T: complete, 2 tiles; red: meeple; ask score T")
    assert problem.code == "unknown-value"
    assert len(set(problem.values["known"])) == len(problem.values["known"])


# ---- worked examples
EXAMPLE = """city T: complete, 7 tiles, 3 coats
  red: mayor
  blue: 2 meeples
ask score T expect red 20, blue 0 because AM-45, AM-52
ask why expect red 20 because AM-52
"""


def test_a_worked_example_is_told_with_the_reasons_only() -> None:
    """The mayor beats two meeples (AM-45); the example of the rules that shows the same (AM-52) decides nothing."""
    plain, full = answers(EXAMPLE)
    assert plain.met
    assert full.met
    assert "AM-45" in plain.ruling.rules
    assert "AM-52" not in (*plain.ruling.rules, *(found.rule for found in plain.ruling.findings))
    assert full.ruling.rules == (*plain.ruling.rules, "AM-52")
    assert full.ruling.findings[-1].rule == "AM-52"
    assert full.ruling.points == plain.ruling.points


def test_what_the_rules_leave_open_in_a_sum_makes_it_open() -> None:
    """Whether a siege doubles the bonus of a pig at a connection is not said (AM-142)."""
    text = """city C: complete, besieged, scored, empty
field P: touches C
  red: barn
field Q: touches C
  blue: meeple, {more}
turn red
  places a tile that joins P and Q
ask points
"""
    for more, verdict in (("pig", "open"), ("meeple", "scored")):
        (answer,) = answers(text.format(more=more))
        assert answer.ruling.verdict == verdict, more
