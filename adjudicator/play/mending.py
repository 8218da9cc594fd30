"""What a record that breaks off may have been meant to say: found by trying which change of one turn plays on."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.binding.clause import degrees_in, end_column, ids_in, spelt, square_in
from adjudicator.binding.made import PLACES, kind_put_on, laid_otherwise, put_elsewhere, tile_laid
from adjudicator.binding.moves import as_typed
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Undetermined
from adjudicator.engine.readings import Taken
from adjudicator.errors import Problem
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Move, Scenario, Step
from adjudicator.play.box import kinds
from adjudicator.play.order import due_next
from adjudicator.play.replay import Replay, one_way, replay
from adjudicator.play.replayed import Replayed

LIKELY = (
    "twice", "number", "player", "missing", "missing-several", "figure", "turned", "turned-before", "square",
    "no-figure", "left-out",
)  # fmt: skip
"""What people get wrong when they write a game down, the commonest first."""
MOST_MISSING = 3
"""Turns that may be missing one after the other."""
MOST = 12
"""Corrections of one record, at most."""
SHOWN = 3
"""Ways to mend a record that are given, at most."""
NEAR = ((0, -1), (1, 0), (0, 1), (-1, 0))
WAYS = range(0, 360, 90)
"""Degrees by which a tile may be turned."""

NUMBERS = ("turn-again", "turn-passed-over", "turn-left-out")
"""What may be wrong with the number of a turn."""

T = TypeVar("T")
Block = tuple[Step, ...]
"""A turn with all that is said up to the next."""
Change = tuple[str, int, str, str | Item, int, list[Block]]
"""Kind, turn, player and move of a change, the turn from which on the record is another, and all turns."""


class Mending(NamedTuple):
    """A change with which the record plays on."""

    kind: str
    """One of `LIKELY`."""
    turn: int
    """The number of the turn it is about; for one that is missing, of the turn after which it was."""
    player: str
    """Whose turn that is, with the change."""
    move: str | Item
    """The tile and its square as they would be written, or the figure and its place, where those are what changes."""
    reach: int
    """The number of the last turn that can be played then."""
    whole: bool
    """Whether all that follows can be played then."""
    scenario: Scenario
    """The record with the change."""
    players: tuple[str, ...] = ()
    """Whose turns are missing, where those of several are, one after the other."""


def mendings(played: Replayed, lang: str) -> tuple[Mending, ...]:
    """The likeliest ways to mend a record that breaks off at a turn, the best first; none where no change of one turn
    gets any further.
    """
    wrong = next((one for one in played.problems if not _playable(one)), None)
    return _Trial(played.scenario, lang, played.meant).found(wrong) if wrong is not None else ()


def mended(scenario: Scenario, lang: str, file: str = "") -> tuple[Replayed, tuple[tuple[Problem, Mending], ...]]:
    """A record gone through with the likeliest correction wherever it breaks off, and those corrections; moves for
    which there is none are passed over. What is wrong stands among the problems all the same.
    """
    made: list[tuple[Problem, Mending]] = []
    while len(made) < MOST:
        played = one_way(scenario, lang, file, counts=not made, tolerant=True)
        wrong = next((one for one in played.problems if not _playable(one)), None)
        found = _Trial(scenario, lang, played.meant).found(wrong) if wrong is not None else ()
        if wrong is None or not found:
            break
        made.append((wrong, found[0]))
        scenario = found[0].scenario
    played = replay(scenario, lang, file, lenient=True, counts=not made)
    problems = (*(problem for problem, _ in made), *played.problems)
    return played._replace(problems=problems), tuple(made)


def _playable(problem: Problem) -> bool:
    """Whether what is wrong can be played all the same."""
    return problem.code == "beyond-box" or problem.code.startswith("noted-")


def other_readings(scenario: Scenario, lang: str, turns: Iterable[int], meant: Taken = ()) -> Iterator[Mending]:
    """The record with one of some turns read otherwise, its tile turned or, where no order of the players is told, as
    another player's turn, as far as all of it can be played then.
    """
    trial = _Trial(scenario, lang, meant)
    for change in trial.readings(frozenset(turns)):
        kind, turn, player, move, at, blocks = change
        if trial.reach(at, blocks) == len(blocks):
            yield Mending(kind, turn, player, move, 0, True, trial.scenario_of(blocks))


class _Trial:
    """A record cut into turns, with the moment before each of them up to the one at which it breaks off."""

    def __init__(self, scenario: Scenario, lang: str, meant: Taken = ()) -> None:
        self.scenario = scenario
        self.lang = lang
        self.meant = meant
        """Which figures are meant where the record may mean several."""
        starts = [at for at, step in enumerate(scenario.steps) if step.kind == "turn"]
        self.head = scenario.steps[: starts[0]] if starts else scenario.steps
        ends = [*starts[1:], len(scenario.steps)] if starts else []
        self.blocks: list[Block] = [scenario.steps[a:b] for a, b in zip(starts, ends, strict=True)]
        self.moments: list[Replay] = []

    def scenario_of(self, blocks: list[Block]) -> Scenario:
        """The record with other turns."""
        return self.scenario._replace(steps=(*self.head, *(step for block in blocks for step in block)))

    def _number(self, at: int) -> int:
        """What the turn is called that stands at `at` (counted from 0): its number, or its place in the order of play
        where the record gives none.
        """
        return _begun(self.blocks[at]).after or at + 1

    def _number_in(self, blocks: list[Block], at: int, broken: int) -> int:
        """The same for the turn that stands at `at` among `blocks`, where some were put in or left out at `broken`."""
        said = _begun(blocks[at]).after
        if said:
            return said
        more = len(blocks) - len(self.blocks)
        return 1 + (at if at < broken else max(broken, at - more))

    def _go_to(self, number: int) -> bool:
        """Plays so many turns, noting every moment; whether that can be done."""
        run = Replay(self.scenario, self.lang, counts=False, tolerant=True, fixed=self.meant)
        run.begin()
        if run.problems or not self._play(run, self.head):
            return False
        for block in self.blocks[:number]:
            self.moments.append(_twin(run))
            if not self._play(run, block):
                return False
        self.moments.append(_twin(run))
        return True

    def readings(self, turns: frozenset[int]) -> Iterator[Change]:
        """Changes of the turns of these numbers that may be as legal as what is written."""
        if not self._go_to(len(self.blocks)):
            return
        players = tuple(dict.fromkeys(_begun(block).player for block in self.blocks))
        for at, block in enumerate(self.blocks):
            if self._number(at) not in turns:
                continue
            found = _placing(block)
            if found is not None:
                for way in WAYS:
                    if way != degrees_in(found):
                        yield self._placed_otherwise("turned", at, found, way, _square(found))
            for player in players if not self.scenario.setup.ordered else ():
                if player != _begun(block).player:
                    blocks = self._with(at, (_by_player(step, player) for step in block))
                    yield "player", self._number(at), player, "", at, blocks

    def found(self, problem: Problem) -> tuple[Mending, ...]:
        broken = self._broken(problem)
        if broken is None or not self._go_to(broken):
            return ()
        about = self._beside_tile(self.blocks[broken], problem) is not None
        tried: list[tuple[tuple[int, int, int], Mending]] = []
        for kind, turn, player, move, at, blocks in self._changes(broken, problem):
            reach = self.reach(at, blocks)
            behind = reach - (broken + 1 + len(blocks) - len(self.blocks))
            # so many of the turns behind the one at which it breaks off can be played
            if behind < (len(blocks) < len(self.blocks) and broken + 1 < len(self.blocks)):
                continue
            whole = reach == len(blocks)
            last = self._number_in(blocks, reach - 1, broken) if reach else 0
            more = len(blocks) - len(self.blocks) if kind == "missing-several" else 0
            players = tuple(_begun(put).player for put in blocks[broken : broken + more])
            found = Mending(kind, turn, player, move, last, whole, self.scenario_of(blocks), players)
            # Of the places where a figure may have been put, the one that what was claimed speaks for.
            missed = self._missed(found.scenario) if about else 0
            tried.append(((-behind, missed, LIKELY.index(kind)), found))
        if not tried:
            return ()
        tried.sort(key=lambda pair: pair[0])
        ((best, *_), _) = tried[0]
        return tuple(found for (behind, *_), found in tried if behind == best)[:SHOWN]

    def _missed(self, scenario: Scenario) -> int:
        """How many claims do not hold in a record."""
        played = one_way(scenario, self.lang, counts=False, tolerant=True)
        return sum(one.answer.met is False for one in played.claims)

    def _broken(self, problem: Problem) -> int | None:
        """The turn in which a problem lies; the one before it where that has brought no tile."""
        lines = [_begun(block).span.line for block in self.blocks]
        found = [at for at, line in enumerate(lines) if line <= problem.span.line]
        return found[-1] if found else None

    # ---- playing
    def _play(self, run: Replay, steps: Block) -> bool:
        """Whether steps can be played, questions and claims left out; behind a move that lacks a fact none can."""
        try:
            for step in steps:
                if step.ask is None and step.kind != "claim":
                    run.happen(step)
        except (Mistake, Undetermined):
            return False
        return not run.blocked

    def reach(self, at: int, blocks: list[Block]) -> int:
        """How many of the turns can be played; those before `at` are as they were."""
        run = _twin(self.moments[at])
        for number, block in enumerate(blocks[at:], at):
            if not self._play(run, block):
                return number
        return len(blocks)

    # ---- changes
    def _changes(self, broken: int, problem: Problem) -> Iterator[Change]:
        """Changes near the turn at which the record breaks off."""
        block = self.blocks[broken]
        if problem.code == "beyond-box":
            return
        besides = self._beside_tile(block, problem)
        if besides is None:
            yield from self._other_turns(broken, problem)
        else:
            yield from self._other_figures(broken, *besides)
        if problem.code not in NUMBERS:  # what lies where is not in doubt because of a number
            yield from self._other_places(broken)

    def _beside_tile(self, block: Block, problem: Problem) -> tuple[Step, Move] | None:
        """What was done besides laying the tile, where it is that which is wrong; None where it is turn or tile."""
        span = problem.span
        return next(
            (
                (step, move)
                for step in block
                for move in step.moves
                if move.verb != PLACES
                and (move.span.line, move.span.column) <= (span.line, span.column)
                and span.column < end_column(move)
            ),
            None,
        )

    def _other_figures(self, broken: int, step: Step, move: Move) -> Iterator[Change]:
        """A figure that cannot stand where it was put: elsewhere on the tile, on the same kind first, or none."""
        block = self.blocks[broken]
        number, player = self._number(broken), _begun(block).player
        figure = next(ids_in(move, "figure"), "")
        laid = _placing(block)
        run = _twin(self.moments[broken])
        lay = None
        if figure and laid is not None and self._play(run, _up_to(block, step, move)):
            lay = run.case_now().state.lay(_square(laid))
        if lay is not None and laid is not None:
            written = kind_put_on(move)
            x, y = _square(laid)
            for name in sorted(lay.names, key=lambda one: one.partition(" ")[0] != written):
                put = put_elsewhere(move, name, self.lang)
                said = Item("figure", ("", figure, f"{name} at ({x},{y})"))
                if put is not None:
                    yield "figure", number, player, said, broken, self._done_otherwise(broken, step, move, (put,))
        yield "no-figure", number, player, "", broken, self._done_otherwise(broken, step, move, ())

    def _done_otherwise(self, broken: int, step: Step, move: Move, instead: tuple[Move, ...]) -> list[Block]:
        """The turns with other moves in the place of one."""
        at = _place(step.moves, move)
        changed = step._replace(moves=(*step.moves[:at], *instead, *step.moves[at + 1 :]))
        return self._with(broken, (changed if one is step else one for one in self.blocks[broken]))

    def _with(self, at: int, steps: Iterable[Step]) -> list[Block]:
        """The turns with another in the place of one."""
        return [*self.blocks[:at], tuple(steps), *self.blocks[at + 1 :]]

    def _other_turns(self, broken: int, problem: Problem) -> Iterator[Change]:
        """The turn at which it breaks off left out, given to another player, or one put in before it."""
        blocks, block = self.blocks, self.blocks[broken]
        first = _begun(block)
        number, player = self._number(broken), first.player
        said = _words(block)
        twin = next((at for at in reversed(range(broken)) if said and _words(blocks[at]) == said), None)
        if twin is not None:
            yield "twice", self._number(twin), player, "", broken, self._without(broken)
        if problem.code in NUMBERS:
            yield "number", number, player, "", broken, blocks
        follower = _follower(self.moments[broken])
        last = self._number(broken - 1)
        if follower == player and problem.code not in NUMBERS:
            follower = ""
        if follower and follower != player:
            whose = self._with(broken, (_by_player(step, follower) for step in block))
            yield "player", number, follower, "", broken, whose
        if follower:
            yield from self._left_out(broken, last, follower)
        if twin is None:
            yield "left-out", number, player, "", broken, self._without(broken)

    def _without(self, at: int) -> list[Block]:
        """The turns without one, whose claims and questions go to a neighbour."""
        blocks = list(self.blocks)
        kept = tuple(step for step in blocks.pop(at) if step.kind not in ("turn", "moves", "passes"))
        if kept and at:
            blocks[at - 1] = (*blocks[at - 1], *kept)
        elif kept and blocks:
            blocks[0] = (blocks[0][0], *kept, *blocks[0][1:])
        return blocks

    def _left_out(self, broken: int, last: int, follower: str) -> Iterator[Change]:
        """One turn put in before the one at which it breaks off, or several one after the other up to its player's."""
        first = _begun(self.blocks[broken])
        put: list[Block] = []
        run, due = _twin(self.moments[broken]), follower
        while follower and len(put) < MOST_MISSING:
            turn = Step("turn", follower, after=first.after, span=first.span)
            put.append((turn, Step("passes", follower, span=first.span)))
            kind = "missing" if len(put) == 1 else "missing-several"
            passing = [*self.blocks[:broken], *put, *self.blocks[broken:]]
            reach = self.reach(broken, passing)
            yield kind, last, due, "", broken, passing
            if broken + len(put) <= reach < len(passing):
                for at in range(len(put)):
                    yield from self._missing_tile(kind, broken, last, put, at, passing[reach], reach)
            if not self._play(run, put[-1]):
                return
            follower = _follower(run)
            if follower in (first.player, due):
                return

    def _missing_tile(
        self, kind: str, broken: int, last: int, put: list[Block], at: int, stuck: Block, reach: int
    ) -> Iterator[Change]:
        """Turns put in before the one at which it breaks off, one of them with a tile beside the first that cannot lie
        without it: on the square on which some tile lets most of the turns be played.
        """
        found, blocks, turn = _placing(stuck), self.blocks, _begun(put[at])
        if found is None:
            return
        x, y = _square(found)
        best: tuple[int, Cell, list[Block]] | None = None
        for cell in ((x + a, y + b) for a, b in NEAR):
            for face in kinds(self.scenario.setup.expansions):
                for degrees in WAYS:
                    laid = Step(
                        "moves",
                        turn.player,
                        (tile_laid(turn.player, face, degrees, cell, self.lang, turn.span),),
                        span=turn.span,
                    )
                    tried = [*blocks[:broken], *put[:at], (turn, laid), *put[at + 1 :], *blocks[broken:]]
                    comes = self.reach(broken, tried)
                    if comes > max(reach, best[0] if best is not None else 0):
                        best = (comes, cell, tried)
                    if comes == len(tried):
                        break
        if best is not None:
            _, cell, tried = best
            yield kind, last, _begun(put[0]).player, f"({cell[0]},{cell[1]})", broken, tried

    def _other_places(self, broken: int) -> Iterator[Change]:
        """The tile of the turn at which it breaks off turned or elsewhere; those beside it turned."""
        blocks = self.blocks
        move = _placing(blocks[broken])
        if move is None:
            return
        x, y = _square(move)
        degrees = degrees_in(move)
        for way in WAYS:
            if way != degrees:
                yield self._placed_otherwise("turned", broken, move, way, (x, y))
        for neighbour, block in enumerate(blocks[:broken]):
            other = _placing(block)
            if other is None:
                continue
            a, b = _square(other)
            if abs(a - x) + abs(b - y) == 1:
                for way in WAYS:
                    if way != degrees_in(other):
                        yield self._placed_otherwise("turned-before", neighbour, other, way, (a, b))
        for cell in dict.fromkeys(((y, x), (-x, y), (x, -y), (-x, -y), *((x + a, y + b) for a, b in NEAR))):
            if cell != (x, y):
                yield self._placed_otherwise("square", broken, move, degrees, cell)

    def _placed_otherwise(self, kind: str, turn: int, move: Move, degrees: int, cell: Cell) -> Change:
        block = self.blocks[turn]
        step = next(step for step in block if any(one is move for one in step.moves))
        other = laid_otherwise(move, degrees, cell, self.lang)
        turns = self._done_otherwise(turn, step, move, (other,))
        return kind, self._number(turn), _begun(block).player, as_typed(other, self.lang), turn, turns


def _twin(run: Replay) -> Replay:
    """The same moment of a record, free to go on differently."""
    other = copy.copy(run)
    other.state = run.state.copy(tiles=True)
    other.box = run.box.copy() if run.box is not None else None
    other.turns, other.problems, other.illegal = list(run.turns), list(run.problems), list(run.illegal)
    other.ends, other.answers, other.lacks = dict(run.ends), list(run.answers), dict(run.lacks)
    return other


def _begun(block: Block) -> Step:
    """The step that begins a turn."""
    first, *_ = block
    return first


def _place(all_: Sequence[T], one: T) -> int:
    """Where something stands among its like, some of which may be equal to it."""
    return next(at for at, other in enumerate(all_) if other is one)


def _up_to(block: Block, step: Step, move: Move) -> Block:
    """A turn up to one of its moves."""
    at, done = _place(block, step), step.moves[: _place(step.moves, move)]
    return (*block[:at], step._replace(moves=done)) if done else block[:at]


def _words(block: Block) -> list[tuple[str, tuple[str, ...]]]:
    """The moves of a turn as they are written."""
    return [(move.verb, tuple(spelt(move))) for step in block for move in step.moves]


def _by_player(step: Step, player: str) -> Step:
    """A step of a turn as another player's."""
    mine = tuple(move._replace(player=player) if move.player == step.player else move for move in step.moves)
    return step._replace(player=player, moves=mine) if step.kind in ("turn", "moves", "passes") else step


def _follower(run: Replay) -> str:
    """Who plays next; "" for nobody, or where that cannot be told."""
    due = due_next(run.case_now())
    return str(due[0].parts[0]) if due else ""


def _placing(block: Block) -> Move | None:
    """The move of a turn that puts a tile on a square."""
    moves = (move for step in block for move in step.moves)
    return next((m for m in moves if m.verb == PLACES and square_in(m) is not None), None)


def _square(move: Move) -> Cell:
    found = square_in(move)
    assert found is not None
    return found
