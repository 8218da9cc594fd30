"""What the rules leave open, told with every outcome, and what other editions give: held against plain reckonings."""

from __future__ import annotations

import os
import random
from itertools import permutations
from pathlib import Path

import pytest
from corpus import FILES, bound, invariant, settled
from everyday import seeds
from random_games import random_game

from adjudicator import adjudicate
from adjudicator.binding.reader import Mistake
from adjudicator.errors import Problems
from adjudicator.model.ruling import Answer, Otherwise, Possible, Ruling
from adjudicator.model.scenario import Scenario
from adjudicator.play.possible import outcome
from adjudicator.play.run import play
from adjudicator.play.turns import Scored, rows
from adjudicator.report import as_json, prose
from adjudicator.rulebook import loader
from adjudicator.words.say import speech

ROOT = Path(__file__).parent.parent
SEEDS = int(os.environ.get("OPEN_SEEDS", "40"))
GAMES = int(os.environ.get("OPEN_GAMES", "0"))


# ---- other editions
def given(other: Otherwise) -> Ruling:
    return Ruling("", (), other.verdict, other.points, other.options, possible=other.possible)


def anew(scenario: Scenario, lang: str, at: int, option: str, value: str) -> Ruling | None:
    """The answer number `at` when the scenario is played from its beginning under another edition or switch."""
    setup = scenario.setup
    asked = [number for number, step in enumerate(scenario.steps) if step.ask is not None or step.kind == "claim"]
    scenario = scenario._replace(steps=tuple(scenario.steps[: asked[at] + 1]))
    if option == "edition":
        setup = setup._replace(edition=value)
    else:
        setup = setup._replace(options={**setup.options, option: value})
    try:
        played = play(scenario._replace(setup=setup), lang)
    except (Mistake, Problems):
        return None
    return played.answers[at].ruling if at < len(played.answers) else None


def differing(scenario: Scenario, lang: str) -> tuple[int, list[str]]:
    """How many lines on other editions and switches a scenario has, and those that are not what they say."""
    answers = play(scenario, lang).answers
    steps = [step for step in scenario.steps if step.ask is not None or step.kind == "claim"]
    number, wrong = 0, []
    for at, answer in enumerate(answers):
        found = answer.ruling
        if found.topic == "why" or steps[at].ask is None:
            continue
        for other in found.otherwise:
            number += 1
            again = anew(scenario, lang, at, other.option, other.value)
            if again is None or outcome(again) != outcome(given(other)._replace(ordered=again.ordered)):
                wrong.append(f"{answer.ask}: {other}")
        named = {other.value for other in found.otherwise if other.option == "edition"}
        for edition in loader.EDITIONS:
            if edition in named or found.verdict == "undetermined" or edition == scenario.setup.edition:
                continue
            again = anew(scenario, lang, at, "edition", edition)
            if again is not None and again.verdict != "undetermined" and outcome(again) != outcome(found):
                wrong.append(f"{answer.ask}: nothing on {edition}")
    return number, wrong


@invariant(21)
def what_another_edition_gives_is_what_its_header_gives(path: Path) -> None:
    wrong = []
    for scenario in bound(path).scenarios:
        _, faults = differing(scenario, bound(path).language)
        wrong += [f"{scenario.title}: {fault}" for fault in faults]
    assert not wrong


def test_a_scenario_tells_of_other_editions() -> None:
    number = 0
    for path in (path for path in FILES if path.parent.name == "base"):
        for scenario in bound(path).scenarios:
            number += differing(scenario, bound(path).language)[0]
            if number:
                return
    raise AssertionError("no line on another edition")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES) if GAMES else seeds(1, 4))
def test_so_it_is_in_random_games(seed: int) -> None:
    """The lines below `ask final` against the same record with another header, read from its text."""
    game = random_game(seed, 24)
    header, rest = game.header[:1], game.header[1:]

    def asked(more: tuple[str, ...]) -> Ruling | None:
        text = "\n".join((*header, *more, *rest, *game.lines, "ask final")) + "\n"
        try:
            return adjudicate(text).answers[-1].ruling
        except Problems:
            return None

    found = asked(())
    assert found is not None, game.text
    for other in found.otherwise:
        line = f"edition {other.value}" if other.option == "edition" else f"rule {other.option} {other.value}"
        again = asked((line,))
        assert again is not None and outcome(again) == outcome(given(other)), (line, game.text)
    for edition in ("C1", "C2"):
        again = asked((f"edition {edition}",))
        told = any((other.option, other.value) == ("edition", edition) for other in found.otherwise)
        assert again is None or told == (outcome(again) != outcome(found)), (edition, game.text)


# ---- every order of scoring
@pytest.mark.parametrize("seed", range(SEEDS))
def test_all_totals_that_some_order_gives_are_found(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.randint(1, 3)
    steps = [
        Scored(f"F{at}", chance.choice((None, 0, 1)), tuple(chance.randint(-6, 4) for _ in range(players)))
        for at in range(chance.randint(1, 6))
    ]
    start = tuple(chance.randint(0, 5) for _ in range(players))
    wanted = set()
    for order in permutations(steps):
        groups = [one.group for one in order if one.group is not None]
        if groups == sorted(groups):
            totals = start
            for one in order:
                totals = tuple(max(0, total + more) for total, more in zip(totals, one.points, strict=True))
            wanted.add(totals)
    found = rows(steps, start, 0)
    assert found is not None and set(found) == wanted
    for totals, named in found.items():
        points = {one.feature: one.points for one in steps}
        again = start
        for feature in named:
            again = tuple(max(0, total + more) for total, more in zip(again, points[feature], strict=True))
        assert again == totals


# ---- carried on from turn to turn
def a_table(seed: int, revolts: bool) -> tuple[str, set[int]]:
    """A sketch in which red scores haunted roads in some turns, and every total that red may have then.

    Each turn has its own order; whether totals fall below 0 is read alike in all of them.
    """
    chance = random.Random(seed)
    score = chance.randint(0, 4)
    turns = [[(chance.randint(1, 4), chance.randint(0, 2)) for _ in range(most)] for most in (2, 2, 1)]
    use = "ghosts-castles-cemeteries" + (", peasant-revolts" if revolts else "")
    lines = [f"use {use}", f"red has score {score}", "players red, blue"]
    number = 0
    moves = []
    floored, plain = {score}, score
    for turn in turns:
        sums, effects = [], []
        for tiles, ghosts in turn:
            number += 1
            lines += [f"road R{number}: incomplete, {tiles} tiles", f"  red: meeple with {ghosts} ghosts"]
            if not ghosts:
                lines[-1] = "  red: meeple"
            effects.append(f"completes R{number}")
            sums.append(tiles + 1 - 2 * ghosts)
        moves += ["turn blue", f"  places a tile that {', '.join(effects)}", "  puts nothing"]
        after = set()
        for total in floored:
            for order in permutations(sums):
                now = total
                for points in order:
                    now = max(0, now + points)
                after.add(now)
        floored, plain = after, plain + sum(sums)
    text = "\n".join([*lines, *moves, "ask total red", "ask final", "claim red {}"])
    fell = revolts and floored != {plain}
    return text, floored | ({plain} if fell else set())


@pytest.mark.parametrize("revolts", [False, True])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_totals_carry_what_is_open_from_turn_to_turn(seed: int, revolts: bool) -> None:
    text, wanted = a_table(seed, revolts)
    for claimed in (min(wanted), max(wanted) + 1):
        total, final, claim = adjudicate(text.format(claimed)).answers
        if len(wanted) == 1:
            assert total.ruling.verdict == "scored" and set(total.ruling.points.values()) == wanted, text
        else:
            assert total.ruling.verdict in ("open", "disputed"), text
            assert {item.parts[0] for item in total.ruling.options} == wanted, text
            assert {one.points["red"] for one in final.ruling.possible} == wanted, text
            assert all(one.rules for one in total.ruling.possible)
        assert claim.met is (claimed in wanted), text


# ---- every outcome is told
def told_open(path: Path) -> list[Answer]:
    return [one for one in settled(path).answers if one.ruling.possible]


@invariant()
def every_outcome_is_told_with_its_rules(path: Path) -> None:
    for answer in told_open(path):
        ruling, words = answer.ruling, speech("en")
        assert ruling.verdict in ("open", "disputed")
        assert len({(one.verdict, tuple(sorted(one.points.items())), one.options) for one in ruling.possible}) > 1
        assert all(one.rules and set(one.rules) <= set(ruling.rules) for one in ruling.possible), answer.ask
        said, document = prose.verdict(ruling, words), as_json.ruling(answer, words)
        assert len(document["possible"]) == len(ruling.possible)
        for one in ruling.possible:
            if len(ruling.possible) <= prose.FEW:
                assert prose.outcome(one, ruling, words) in said[0].lower() + said[1:] or _tells(one, said), answer.ask
            common = {p: n for p, n in ruling.points.items() if one.points.get(p, 0) != n}
            assert not common, answer.ask


def _tells(one: Possible, said: str) -> bool:
    return all(rule in said for rule in one.rules)


@invariant()
def an_open_answer_can_be_expected(path: Path) -> None:
    assert all(speech("en").expectation(answer.ruling) for answer in told_open(path))


@pytest.mark.long
def test_an_open_answer_is_an_expectation_that_it_meets() -> None:
    position = "use ghosts-castles-cemeteries; city A: incomplete, 4 tiles; red: 2 meeples; blue: meeple with 2 ghosts"
    (answer,) = adjudicate(f"{position}; ask final A").answers
    words = speech("en").expectation(answer.ruling)
    assert adjudicate(f"{position}; ask final A expect {words}").answers[0].met
    for wrong in ("open blue -2", "open blue -2 or -1 or 0", "blue -2", "disputed", "open red 4 or 5"):
        assert not adjudicate(f"{position}; ask final A expect {wrong}").answers[0].met, wrong
