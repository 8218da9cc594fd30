"""Two ways to ask give one answer: what is listed may be done, what is done was listed, what goes home is got.

Every position of the corpus is asked, and those of some random games; ``TWO_WAYS=100`` plays so many.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path

import pytest
from corpus import bound, document, invariant, laid_out
from everyday import seeds
from random_games import EXPANSIONS, Player, Table, subset

from adjudicator.binding.bind import bind
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Act, Gained
from adjudicator.engine.matching import same
from adjudicator.engine.state import State
from adjudicator.model.ruling import Answer, Item, Ruling
from adjudicator.model.scenario import Ask, Move, Scenario
from adjudicator.play.asking import read, verb_of
from adjudicator.play.run import Notes, Run, play
from adjudicator.play.turns import end_turn, score_turn
from adjudicator.syntax.document import read_document
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

GAMES = int(os.environ.get("TWO_WAYS", "0"))
NOT_LISTED = ("draws", "discards", "places", "unwraps")
"""Moves that options tell by the verb alone in a sketch, or with the card still hidden."""
MEANS = (" by arrow", " by portal")
SQUARE = re.compile(r"\(-?\d+, ?-?\d+\)")
NONE = (("no", ()), ("options", ()))
NOTHING = Item.move("puts", Item.word("nothing"))


@lru_cache(1024)
def put(text: str) -> Ask | None:
    """The question at the end of a text, put at many a moment; None where it makes no sense."""
    found = bind(read_document(text, "en"))
    return found.scenarios[0].steps[-1].ask if found.scenarios and not found.problems else None


class Asked(Run):
    """A scenario, at each of whose questions and moves other questions are put."""

    def __init__(self, scenario: Scenario, lang: str, tiles: str) -> None:
        super().__init__(scenario, lang)
        words = lexicon("en")
        used = [words.expansion_word(one) for one in sorted(scenario.setup.expansions - set(vocabulary().always()))]
        self.small = f"use {', '.join(used)}\n{tiles}" if used else tiles
        self.found: list[str] = []
        self.shapes: set[tuple[object, ...]] = set()
        """The moves of which parts have been left unsaid."""

    def asks(self, question: str, whole: bool = True) -> Ruling | None:
        """The answer to a question in English, asked here; None for one that makes no sense here, or is not `whole`."""
        whose = self.state.turn.player if self.state.turn is not None else "red"
        ask = put(f"{self.small}turn {whose}\nask {question}\n")
        if ask is None:
            assert not whole, question
            return None
        try:
            return self._rule(ask, self.state)
        except Mistake:
            return None

    def of(self, place: Item) -> str:
        """The feature that a place is, whichever of its sections it names."""
        try:
            return self.state.feature(place.parts[0]).id
        except LookupError:  # a place off all tiles, in which nobody has stood yet
            return str(place.parts[0])

    def made(self, move: str) -> str | None:
        """What is wrong with a move in English that is made here; "" for nothing, None where that is not settled."""
        whose = self.state.turn.player if self.state.turn is not None else "red"
        ask = put(f"{self.small}turn {whose}\nask may {whose} {move}\n")
        if ask is None:
            return None
        state, blocked, kept = self.state, self.blocked, self.state.readings.progress()
        before = Counter(standing(state))
        self.state = state.copy(tiles=True)
        try:
            super()._move(ask.moves[0])
            if self.blocked:
                return None
            square = SQUARE.search(move)
            came = Counter(standing(self.state)) - before
            if ask.moves[0].verb == "puts" and square is not None and self.state.has_board:
                stands = [str(cell).replace(" ", "") for *_, cell in came] == [square[0]]
                return "" if stands else f"they came to {[*came]}"
            return ""
        except Mistake as mistake:
            return mistake.problem.code
        finally:
            self.state, self.blocked, self._unasked = state, blocked, None
            state.readings.back_to(kept)

    def answered(self, answer: Answer, at: int) -> None:
        self.found += compared(self)
        self.found += places_named(self)

    def _move(self, move: Move) -> None:
        turn = self.state.turn
        if turn is not None and move.player == turn.player and move.verb not in NOT_LISTED:
            self.found += unlisted(self, move)
        super()._move(move)


def standing(state: State) -> Iterator[tuple[str, str, object]]:
    """Who stands where: whose figure it is, what, and on which square."""
    return ((one.owner, one.figure, one.cell) for place in state.occupied() for one in place.occupants)


def options_of(run: Asked) -> tuple[Item, ...] | None:
    turn = run.state.turn
    given = run.asks(f"options {turn.player}") if turn is not None and run.state.finished is False else None
    return given.options if given is not None and given.verdict == "options" else None


def compared(run: Asked) -> Iterator[str]:
    """What contradicts itself at this moment."""
    state, turn = run.state, run.state.turn
    for item in options_of(run) or ():
        said = speech("en").typed(item)
        if item.kind == "move" and turn is not None:
            ruling = run.asks(f"may {turn.player} {said}")
            if ruling is None or ruling.verdict != "yes":
                yield f"listed and not allowed: {said}: {ruling and (ruling.verdict, ruling.missing)}"
            yield from narrowed(run, item, turn.player)
            yield from widened(run, item, turn.player)
    yield from unsaid(run)
    for player in state.hands if turn is not None else ():
        yield from gained(run, player)
    for player in dict.fromkeys(
        one.owner for place in state.occupied() for one in place.occupants if one.figure == "wagon"
    ):
        yield from goes_on(run, player)
    if turn is not None:
        yield from later(run)


def unsaid(run: Asked) -> Iterator[str]:
    """A move that leaves open with what and where may be made where a list of such moves has one, and only there."""
    turn = run.state.turn
    if turn is None:
        return
    moves = [Item.move(verb) for verb in run.game.verb_ids() if verb not in NOT_LISTED]
    figures = ("puts meeple", "moves wagon", "takes-back wagon", "moves count", "moves fairy", "puts barn")
    moves += [Item.move(verb, Item.word(figure)) for verb, figure in map(str.split, figures)]
    for move in moves:
        said = speech("en").typed(move)
        may, where = run.asks(f"may {turn.player} {said}", False), run.asks(f"where {turn.player} may {said}", False)
        if may is None or where is None or may.verdict not in ("yes", "no") or where.verdict != "options":
            continue
        if (may.verdict == "yes") != bool(where.options):
            yield f"may {said}: {may.verdict}, where: {speech('en').items(where.options)}"


def places_named(run: Asked) -> Iterator[str]:
    """With each figure, by each means: a move may be made to what is listed for it, and to no other feature; who makes
    it there stands there.
    """
    turn = run.state.turn
    if turn is None:
        return
    typed = speech("en").typed
    whole = [one for one in run.state.all_features() if one.id != "carcassonne"]  # its quarters are listed
    places = [Item.feature(one.id) for one in whole]
    for verb, figure in product(run.game.verb_ids(), run.game.figures):
        for means in ("", *MEANS) if verb == "puts" else ("",) if verb not in NOT_LISTED else ():
            said = Item.move(verb, Item.word(figure))
            where = run.asks(f"where {turn.player} may {typed(said)}{means}", False)
            if where is None or where.verdict != "options":
                continue
            listed = [one for one in where.options if one.kind == "feature"]
            known = {run.of(one) for one in listed}
            for place in dict.fromkeys((*listed, *places)):
                move = f"{typed(Item.move(verb, Item.word(figure), place))}{means}"
                may = run.asks(f"may {turn.player} {move}", False)
                if may is None or may.verdict not in ("yes", "no"):
                    continue
                if (run.of(place) not in known) if may.verdict == "yes" else place in listed:
                    yield f"may {move}: {may.verdict} {may.rules}, where{means}: {speech('en').items(where.options)}"
                trouble = run.made(move) if not any(one.supposed for one in may.findings) else None
                if trouble is not None and (trouble == "") != (may.verdict == "yes"):
                    yield f"may {move}: {may.verdict}, made: {trouble or 'yes'}"


def goes_on(run: Asked, player: str) -> Iterator[str]:
    """Where a wagon is told to go it may be moved, and nowhere else."""
    asked, moved = run.asks(f"wagon {player}", whole=False), run.asks(f"where {player} may move wagon", whole=False)
    if asked is None or moved is None or asked.verdict != "options" or moved.verdict != "options":
        return
    if not all(any(same(one, other) for other in moved.options) for one in asked.options):
        said = speech("en").items(asked.options), speech("en").items(moved.options)
        yield f"{player}'s wagon goes to {said[0]}, and may be moved to {said[1]}"
    elif len(asked.options) != len(moved.options):
        yield f"{player}'s wagon may be moved to {speech('en').items(moved.options)}, not all of which it is told"


def narrowed(run: Asked, item: Item, player: str) -> Iterator[str]:
    """A place that is listed for somebody's figure is listed where the question names whose it is, and the means."""
    parts = [part for part in item.parts[1:] if isinstance(part, Item)]
    whose = parts[0] if parts and parts[0].kind == "count" and parts[0].parts[1] else None
    place = next((part for part in parts if part.kind == "feature"), None)
    if whose is None or place is None:
        return
    means = [part for part in parts[1:] if part.kind in ("text", "by")]
    said = speech("en").typed(Item.move(item.parts[0], Item.count(1, *whose.parts[1:]), *means))
    ruling = run.asks(f"where {player} may {said}")
    if ruling is not None and not any(same(one, place) for one in ruling.options):
        yield f"listed and nowhere by its owner: {said}: {speech('en').items(ruling.options)}"


def widened(run: Asked, item: Item, player: str) -> Iterator[str]:
    """What may be done may be done, and is listed, where a part of it is left unsaid, or it is asked which is meant."""
    parts = [part for part in item.parts[1:] if isinstance(part, Item)]
    shape = (item.parts[0], *((part.kind, part.parts[1:] if part.kind == "count" else ()) for part in parts))
    if item == NOTHING or item.parts[0] in NOT_LISTED or shape in run.shapes:
        return  # one of each shape will do
    run.shapes.add(shape)
    for number in range(len(parts)):
        for some_parts in combinations(parts, number):
            if parts[0].kind == "count" and parts[0] not in some_parts and any(p.kind == "count" for p in some_parts):
                continue  # beside whom the fairy goes is no fairy
            said = speech("en").typed(Item.move(item.parts[0], *some_parts))
            for question in (f"may {player}", f"where {player} may", f"which {player} may"):
                ruling = run.asks(f"{question} {said}", whole=False)
                if ruling is not None and (ruling.verdict, ruling.options) in NONE:
                    yield f"{speech('en').typed(item)} is listed, and {ruling.verdict}: {question} {said}"


def gained(run: Asked, player: str) -> Iterator[str]:
    """What comes home is what the hand gains; what figures carried is what the stock gains; sums are sums."""
    state, turn = run.state, run.state.turn
    home = run.asks("returned")
    if home is None or home.verdict != "options" or turn is None:
        return
    after = Case(state.copy(), run.game, run.lang)
    try:
        score_turn(after)
    except Undetermined:
        return
    items, now = state.hand(player).items, after.state.hand(player).items
    words = vocabulary()
    if items is not None and now is not None and any(words.has("figure", one) for one in items):
        gain = {one: now.get(one, 0) - items.get(one, 0) for one in {*items, *now} if words.has("figure", one)}
        before = Counter(one.figure for one in turn.home if one.owner == player)
        come = Counter({one.parts[2]: one.parts[0] for one in home.options if one.parts[1] == player})
        come.subtract(before)
        for record, sign in ((after, 1), (run._case(), -1)):
            for token in record.recall(Gained):
                if token.player == player and token.unit in gain:
                    come[token.unit] += sign * token.number
        if {k: n for k, n in gain.items() if n} != {k: n for k, n in come.items() if n}:
            yield f"returned to {player} {dict(come)}, the hand gains {gain}"
    points = run.asks("points")
    if points is not None and points.verdict == "scored":
        summed = Counter[str]()
        for line in points.lines:
            summed[line.player] += line.points
        if {p: n for p, n in summed.items() if n} != {p: n for p, n in points.points.items() if n}:
            yield f"lines {dict(summed)}, points {dict(points.points)}"


def later(run: Asked) -> Iterator[str]:
    """What a feature gives at the end is the same asked now and asked when the turn is over."""
    state, turn = run.state, run.state.turn
    assert turn is not None
    done: State = state.copy()
    try:
        end_turn(Case(done, run.game, run.lang))
    except Undetermined:
        return
    for feature in [f for f in state.all_features() if f.id in state.features and f.occupants]:
        name = f'"{feature.id}"'
        if feature.id in turn.completed or done.unknown:
            continue
        now = run.asks(f"final {name}")
        run.state = done
        then = run.asks(f"final {name}")
        run.state = state
        gists = [
            None if one is None else (one.verdict, {p: n for p, n in one.points.items() if n}) for one in (now, then)
        ]
        if gists[0] != gists[1]:
            yield f"final {name}: now {gists[0]}, later {gists[1]}"


def unlisted(run: Asked, move: Move) -> Iterator[str]:
    """A move that is made and allowed is among the options."""
    listed = options_of(run)
    if listed is None:
        return
    case = Case(run.state.copy(), run.game, run.lang)
    try:
        verb = verb_of(case, move)
        action = read(case, verb, move)
        conditions = verb.check(case, action)
        supposed = any(one.supposed or one.phrase.endswith("-supposed") for one in conditions)
        allowed = all(one.holds for one in conditions) and not supposed
    except (Mistake, Undetermined):
        return
    if move.verb == "puts" and action.item.parts[1:] == (Item.word("nothing"),):
        return  # who does nothing need not say so
    if action.does().means and case.state.turn is not None and case.state.turn.cell is None:
        return  # a sketch supposes what is said to bring a figure somewhere
    if not any(same(one, action.item) for one in listed) and NOTHING in listed:
        listed = (*listed, *passed(run))
    whom = [part for part in action.item.parts[1:] if isinstance(part, Item) and part.kind == "text"]
    bare = [Item.text(Item.word(move.verb), *whom)] if whom else [Item.word(move.verb), Item.move(move.verb)]
    if any(one in bare for one in listed):
        return  # what a die or a token brings is nobody's choice
    if allowed and verb.choices is not None and not any(same(one, action.item) for one in listed):
        yield f"allowed and not listed: {speech('en').typed(action.item)}: {speech('en').items(listed)}"


def passed(run: Asked) -> tuple[Item, ...]:
    """The options of the phase behind the one that is going on."""
    state = run.state
    run.state = state.copy()
    turn = run.state.turn
    assert turn is not None
    run.state.remember(Act("nothing"))
    found = options_of(run) or ()
    run.state = state
    return found


def scenarios_in(path: Path) -> Iterator[Asked]:
    read, scenarios = document(path), bound(path).scenarios
    if read.language != "en":
        read = read_document(laid_out(path, "en"))
        scenarios = bind(read).scenarios
    named = {one.words[1].text: one for one in read.statements if one.form == "tile" and len(one.words) > 1}
    tiles = "".join(f"{read.text.splitlines()[one.span.line - 1]}\n" for one in named.values())
    for scenario in scenarios:
        yield Asked(scenario, "en", tiles)


@invariant(14)
def agrees_with_itself(path: Path) -> None:
    found: list[str] = []
    for run in scenarios_in(path):
        run.all()
        found += [f"{run.scenario.title}: {one}" for one in dict.fromkeys(run.found)]
    assert not found, "\n".join(found)


@invariant(9)
def what_was_asked_before_changes_no_answer(path: Path) -> None:
    """The last question of a scenario alone: some rules remember what they settled, and a question settles nothing."""
    for scenario in bound(path).scenarios:
        asked = [at for at, step in enumerate(scenario.steps) if step.ask is not None]
        if len(asked) < 2 or getattr(scenario.steps[asked[-1]].ask, "topic", "") == "why":
            continue
        steps = tuple(step for at, step in enumerate(scenario.steps) if at not in asked[:-1])
        for edition in ("C1", "C3"):
            there = scenario._replace(setup=scenario.setup._replace(edition=edition))
            behind, alone = (
                [one.ruling for one in play(each, bound(path).language, notes=Notes.MISSED).answers][-1:]
                for each in (there, there._replace(steps=steps))
            )
            assert behind == alone, (scenario.title, edition)


class Watched(Table):
    """A random game at each of whose moves other questions are put."""

    found: list[str]

    def does(self, line: str) -> None:
        run = Asked(self.run.scenario, "en", self.small)
        run.small, run.game, run.state, run.box = self.small, self.run.game, self.run.state, self.run.box
        run.found, run.shapes = [], set()
        run.problems = []
        told = [*compared(run)]
        assert not told, "\n".join((*told, self.small, *self.lines))
        super().does(line)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES) if GAMES else seeds(1, 7))
def test_random_games_agree_with_themselves(seed: int) -> None:
    chance = random.Random(seed)
    Player(chance, subset(chance, EXPANSIONS, len(EXPANSIONS)), 3, 14, Watched).play()
