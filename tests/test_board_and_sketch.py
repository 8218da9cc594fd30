"""The table at the end of a random game, told as a sketch: features, tiles, coats and figures in words, no squares.

Whatever can be asked of both gets the same answer, or the sketch asks for what only squares show. ``RANDOM_GAMES=500
pytest tests/test_board_and_sketch.py`` tells so many instead of the few of an ordinary run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_games import bound, random_game
from test_random_games import games

from adjudicator import adjudicate
from adjudicator.engine.state import State
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Ruling
from adjudicator.play.replay import Replay
from adjudicator.report.position import by_owner, facts_of, figures_line, hand_line, header_lines, printed
from adjudicator.words import saying
from adjudicator.words.say import speech

EN = speech("en")
TOPICS = ("score", "majority", "tiles", "complete")
HILL, BESIEGED, MISTY = "hill", "besieged", "misty"
"""What the tiles under a figure, a city or a field show, and a sketch says of the figure, city or field itself."""


def played(seed: int, tiles: int) -> Replay:
    """A random game up to the end of its last turn."""
    lines = [line for line in random_game(seed, tiles).text.splitlines() if line.strip() != "final"]
    run = Replay(bound("\n".join(lines) + "\n"), "en")
    run.begin()
    assert run.go() and not run.problems, run.problems
    run.finish_turn()
    return run


def in_words(run: Replay, names: dict[str, str]) -> Iterator[str]:
    """What players hold and every feature of the table, by these names."""
    state = run.state
    yield from printed(header_lines(run.scenario.setup), EN)
    yield from printed((hand_line(player, hand) for player, hand in state.hands.items()), EN)
    if state.stock:
        yield "stock " + ", ".join(EN.count(number, "", unit) for unit, number in state.stock.items())
    for feature in state.all_features():
        apart = _apart(state, feature, names)
        figures = [_on_no_square(state, feature, one) for one in feature.occupants]
        lines = [(0, saying.about(saying.feature(apart.kind, apart.id), facts_of(apart)))]
        lines += [(1, figures_line(owner, group)) for owner, group in by_owner(figures)]
        yield from printed(lines, EN)


def _apart(state: State, feature: Feature, names: dict[str, str]) -> Feature:
    """A feature of the board as a sketch tells it."""
    touches = feature.touches
    if touches is not None:
        touches = tuple(touch._replace(city=names[touch.city]) for touch in touches)
    covered = feature.kind == "field" and any(part.piece.covered for part in state.parts_of(feature))
    flags = feature.flags | ({BESIEGED} if feature.marks.get(BESIEGED) else set()) | ({MISTY} if covered else set())
    return feature._replace(
        id=names[feature.id], touches=touches, flags=flags,
        marks={mark: number for mark, number in feature.marks.items() if mark != BESIEGED},
        complete=None if feature.kind == "field" else feature.complete,
    )  # fmt: skip


def _on_no_square(state: State, feature: Feature, one: Occupant) -> Occupant:
    hills = (((HILL, 1),) if state.tile_under(feature, one).shows(HILL) else ()) if HILL in hills_of(state) else ()
    return one._replace(cell=None, marks=(*one.marks, *hills))


def hills_of(state: State) -> tuple[str, ...]:
    """`HILL` where hills break ties: elsewhere they are pictures."""
    return (HILL,) if "hills-and-sheep" in state.setup.expansions else ()


def answered(run: Replay, question: str) -> Ruling:
    """The answer to a question on the board."""
    head = "\n".join(printed(header_lines(run.scenario.setup), EN))
    ask = bound(f"{head}\nboard\n  (0,0) D\nask {question}").steps[0].ask
    assert ask is not None
    return run._rule(ask, run.state)


def outcome(given: Ruling, names: dict[str, str]) -> tuple[object, ...]:
    """What can be compared: verdict, points, and what is listed, features by their names in words."""

    def named(item: Item) -> Item:
        return Item.feature(names.get(item.parts[0], item.parts[0])) if item.kind == "feature" else item

    points = {player: number for player, number in given.points.items() if number}
    return given.verdict, points, frozenset(map(named, given.options))


@pytest.mark.parametrize(("seed", "tiles"), games(12))
def test_a_table_told_in_words_gets_the_answers_of_its_board(seed: int, tiles: int) -> None:
    run = played(seed, tiles)
    features = list(run.state.all_features())
    names = {feature.id: f"X{number}" for number, feature in enumerate(features)}
    chance, players = random.Random(seed), run.state.players
    figures = [EN.noun(figure) for figure, special in run.game.figures.items() if not special.corner]
    asked = [
        (f"{topic} {EN.feature(feature.id)}", f"{topic} {names[feature.id]}")
        for feature in features
        for topic in TOPICS
        if feature.occupants and not (feature.kind == "field" and topic in ("complete", "tiles"))
    ]
    asked += [
        (f"may {one} put {figure} on {EN.feature(feature.id)}", f"may {one} put {figure} on {names[feature.id]}")
        for feature in features
        for one, figure in [(chance.choice(players), chance.choice(figures))]
    ]
    asked.append(("final", "final"))
    text = "\n".join([*in_words(run, names), *(f"ask {words}" for _, words in asked), ""])
    told = adjudicate(text)
    assert not told.problems, (told.problems, text)
    both = 0
    for (question, words), answer in zip(asked, told.answers, strict=True):
        heard = answer.ruling
        # The board is asked in one way to read what the texts leave open, the sketch in all of them.
        if heard.verdict not in ("undetermined", "open", "disputed"):
            assert outcome(answered(run, question), names) == outcome(heard, names), (words, question, text)
            both += 1
    assert both > len(asked) // 2, text


@pytest.mark.parametrize(("seed", "tiles"), games(9))
def test_features_told_in_any_order_get_the_same_answers(seed: int, tiles: int) -> None:
    """By every edition: the points of each feature, of the end, and who wins."""
    run, chance = played(seed, tiles), random.Random(seed)
    features = list(run.state.all_features())
    names = {feature.id: f"X{number}" for number, feature in enumerate(features)}
    blocks: list[list[str]] = [[]]
    for line in in_words(run, names):
        if any(f" {name}" in line.partition(":")[0] for name in names.values()) and not line.startswith(" "):
            blocks.append([])
        blocks[-1].append(line)
    asked = [f"ask {topic} {names[feature.id]}" for feature in features if feature.occupants for topic in TOPICS[:2]]
    asked += ["ask final", "ask winner"]
    head, told = blocks[0], blocks[1:]
    other = chance.sample(told, len(told))

    def answers(order: list[list[str]], edition: str) -> list[tuple[object, ...]]:
        lines = [f"edition {edition}", *head, *(line for block in order for line in block), *asked]
        found = adjudicate("\n".join(lines) + "\n")
        assert not found.problems, (found.problems, lines)
        return [outcome(one.ruling, {}) for one in found.answers]

    for edition in ("C1", "C2", "C3"):
        assert answers(told, edition) == answers(other, edition), (edition, told, other)
