"""What expansions add to the turn: every phase has its word and rule, any two boxes can be put in order together."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from adjudicator.engine.game import code_of, game
from adjudicator.engine.phases import Moment, Phase, loose, orders
from adjudicator.rulebook import loader
from adjudicator.settling import settle
from adjudicator.words.vocabulary import vocabulary

BOXES = sorted(ident for ident in vocabulary().expansions() if code_of(ident) is not None)
ADDING = [ident for ident in BOXES if (code := code_of(ident)) is not None and (code.turns.phases or code.turns.beside)]
ROLES = ("verb", "topic", "figure", "unit", "name", "symbol", "flag", "effect", "kind")
EVERY_TURN = ["places", "puts", "score"]


@pytest.mark.parametrize("ident", ADDING)
def test_phases_have_words_and_rules(ident: str) -> None:
    code = code_of(ident)
    assert code is not None
    for one in (*code.turns.phases, *code.turns.beside):
        assert any(vocabulary().has(role, one.word) for role in ROLES), one.word
        assert loader.rule(one.rule).expansion == ident or loader.rule(one.rule).folder == ident
    for phase in code.turns.phases:
        for rule in phase.after.values():
            assert loader.rule(rule).id == rule
    known = {phase.word for phase in game(frozenset(BOXES)).turns.phases} | {*EVERY_TURN, "draws"}
    assert all(one.phase in known for one in code.turns.beside if one.phase)


@pytest.mark.parametrize(("one", "other"), [*combinations(ADDING, 2)])
def test_two_boxes_together(one: str, other: str) -> None:
    """The phases of each box alone keep their order when another comes along, and each one's rules are cited."""
    together = _steps(one, other)
    for alone in (_steps(one), _steps(other)):
        words, rules = alone
        assert all([word for word in way if word in words[0]] in words for way in together[0])
        assert rules <= together[1]


@cache
def _steps(*boxes: str) -> tuple[list[list[str]], set[str]]:
    text = f"language en\nuse {', '.join(boxes)}\nplayers red, blue\nask steps\n"
    (answer,) = settle(text).answers
    ruling = answer.ruling
    ways = [one.options for one in ruling.possible] or [ruling.options]
    words = [[str(item.parts[0]) for item in way] for way in ways]
    assert all([word for word in way if word in EVERY_TURN] == EVERY_TURN for way in words)
    return words, set(ruling.rules)


def test_what_contradicts_itself_has_no_order() -> None:
    one = Phase("adds", "NB-94", Moment.AFTER, {"removes": "NB-94"})
    other = Phase("removes", "NB-94", Moment.AFTER, {"adds": "NB-94"})
    later = Phase("escapes", "NB-104", Moment.AFTER, {"adds": "NB-104"})
    assert [[phase.word for phase in group] for group in loose([later, one, other])] == [
        ["adds", "removes"],
        ["escapes"],
    ]
    assert {tuple(phase.word for phase in way) for way in orders([one, other])} == {
        ("adds", "removes"),
        ("removes", "adds"),
    }
