"""A scenario as far as it was played: its position, and what happens to it step by step."""

from __future__ import annotations

import adjudicator.play.asking as asking
import adjudicator.play.order as order
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import EXPANSION, Case, Undetermined
from adjudicator.engine.expansion import Action
from adjudicator.engine.game import Game, game
from adjudicator.engine.pointing import undecided
from adjudicator.engine.readings import Taken
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item, Line, Missing
from adjudicator.model.scenario import Move, Scenario, Step
from adjudicator.model.span import Span
from adjudicator.play.answering import answerable
from adjudicator.play.box import Box
from adjudicator.play.claims import Standing, standing
from adjudicator.play.ledger import booked, read_note
from adjudicator.play.setting import from_start, laid, set_up
from adjudicator.play.turns import begin_turn, end_turn, final_scoring, said_by, settle_before

ASKED_THERE = frozenset(("figures", EXPANSION))
"""Facts that a scoring may lack and that are asked for where they matter: the rest is answered all the same."""


class Progress:
    """What happens in a scenario, in one way to read what the rules leave open; it asks and claims nothing."""

    def __init__(self, scenario: Scenario, lang: str, fixed: Taken = ()) -> None:
        self.scenario = scenario
        self.fixed = fixed
        """How it reads what the rules leave open, as far as that is given."""
        self.lang = lang
        self.game: Game = game(scenario.setup.expansions)
        self.ends: dict[int, Standing] = {}
        """How the players stood at the end of the turns that claims are about, by number."""
        self.claimed = {step.after for step in scenario.steps if step.kind == "claim"}
        self.problems: list[Problem] = []
        self.state: State
        self.counts = True
        """Whether the numbers of the turns are judged."""
        self.number = 0
        """The number that the record gives to the turn that is going on, or that ended last; 0 for none."""
        self.noted: list[Line] = []
        """What a score pad notes for the final scoring."""
        self.box: Box | None = None
        """The tiles that are left, where tiles lie on squares."""
        self.blocked: tuple[Missing, ...] = ()
        """What a move needed that is not known: a fact that the position lacks, or an expansion without code."""
        self.lacks: dict[str, tuple[Missing, Span]] = {}
        """What was not said although something rests on it, with the place that needs it, in the order of the text."""
        self._unasked: Problem | None = None
        """That a move lacks a fact, while nothing has been asked behind it."""

    def begin(self) -> None:
        """Sets the position up; what is wrong with it goes to `problems`."""
        self._set_up()
        if not self.problems:
            for check in self.game.start.checks:
                self.problems += check(self.state)
            if self.state.sketch_lines:
                self.problems += undecided(self._case())

    def _set_up(self) -> None:
        scenario = self.scenario
        self.state, self.problems = set_up(scenario, self.game, self.lang, self.fixed)
        if self.state.has_board:
            self.box = Box(scenario.setup.expansions, scenario.setup.boxes, scenario.tiles.values())
            self.problems += self.box.take_all(laid(scenario, self.game))

    def _doubt(self, problem: Problem) -> None:
        """Something that the record says and that can hardly be meant."""
        raise Mistake(problem)

    def _case(self) -> Case:
        return Case(self.state, self.game, self.lang)

    # ---- what happens
    def _standing(self) -> Standing:
        return standing(self._case(), self.blocked)

    def _end_turn(self, case: Case) -> None:
        turn = self.state.turn
        if turn is None:
            return
        closing = end_turn(case)
        if not self.blocked and any(one.fact not in ASKED_THERE for one in closing.missing):
            self.blocked = closing.missing  # who has gone home hangs on it, and so does what follows
        if turn.number in self.claimed:
            self.ends[turn.number] = self._standing()

    def _happen(self, step: Step) -> None:
        """Something other than a question."""
        if self.state.finished:
            raise Mistake(Problem("after-final", step.span))
        if step.kind == "moves":
            for move in step.moves:
                if self.blocked:
                    asking.only_words(move, self.lang)  # it is not made, and yet no word of it is passed over
                else:
                    self._move(move)
            return
        if step.kind == "passes":
            self._pass(step)
            return
        if step.kind == "notes":
            self._note(step)
            return
        case = self._case()
        if step.kind == "turn":
            kind = step.turn_kind
            before, self.number = self.number, step.after
            if step.after and not self.blocked:  # else nobody knows whose turn it is
                wrong = order.misnumbered(case, step, before) if before and self.counts else None
                if wrong is not None:
                    self._doubt(wrong)
                kind = order.kind_of_turn(case, step, kind, self.counts)
            begins = self.game.turns.begins.get(kind)
            due = begins(case, step.player) if begins is not None else None
            if due is not None and not due.holds:
                raise Mistake(_illegal(step.span, [due]))
            self._end_turn(case)
            if not self.state.turns:  # which the text need not tell of: it may be begun where it ends
                self.state.from_start = from_start(self.scenario, step.after)
            begin_turn(case, step.player, step.after, kind)
        elif step.kind == "later":
            self.number = 0
            self._end_turn(case)
        elif step.kind == "final":
            self.state.before_end = self.state.copy()
            self._end_turn(case)
            if not self.blocked:
                self._nothing_owed(step.span)
            self._final(case)

    def _final(self, case: Case) -> None:
        """The scoring at the end of the game."""
        self.state.score(self.noted)
        try:
            final_scoring(case)
        except Undetermined as lack:
            self.state.unknown += lack.missing
            self.state.finished = True

    def _pass(self, step: Step) -> None:
        """A turn without a tile, as the table agreed. Raises Mistake where a tile lies already."""
        turn = self.state.turn
        if turn is None or turn.placed:
            why = Finding("BASE-09", False, "passes-after-placing", {"player": Item.player(step.player)})
            raise Mistake(_illegal(step.span, [why]))
        self._nothing_owed(step.span, turn.player)

    def _nothing_owed(self, span: Span, player: str = "") -> None:
        """Raises Mistake where something has to be done before the game may end, by a `player` or by anybody."""
        owed = [one for due in self.game.turns.owed for one in due(self._case())]
        owed = [one for one in owed if one.values.get("player") == Item.player(player) or not player]
        if owed:
            raise Mistake(_illegal(span, owed[:1]))

    def _note(self, step: Step) -> None:
        """What was written on a score pad: booked now, or with the final scoring. Raises Mistake."""
        for move in step.moves:
            note = read_note(self._case(), move, len(self.state.features) + 1)
            entry = booked(self._case(), note, move)
            if entry.wrong is not None:
                self._doubt(entry.wrong)
            if entry.feature is not None:
                self.state.add(entry.feature)
            if entry.final:
                self.noted.extend(entry.lines)
            else:
                self.state.score(entry.lines)

    def _take_if_placed(self, action: Action[object], span: Span) -> None:
        """Takes the tile that a move places, or lays aside for good, out of its box."""
        if action.move.verb not in ("places", "discards"):
            return
        turn, face = self.state.turn, action.deed.face
        if turn is not None and action.move.verb == "discards":
            face = turn.drawn
        if face is None and not action.deed.figure and turn is not None:
            face = turn.face
        wrong = self.box.take(face, span) if self.box is not None and face is not None else None
        if wrong is not None:
            self._doubt(wrong)

    def _move(self, move: Move) -> None:
        """Makes a move. Raises Mistake with the rule an illegal one breaks."""
        case = Case(self.state, self.game, self.lang)
        try:
            settle_before(case, move.player, *said_by(move))
            said = asking.said_of(case, move)
            if forbidden := [finding for finding in said if not finding.holds]:
                raise Mistake(_illegal(move.span, forbidden))
            verb, action, conditions = asking.tried(case, move)
            failed = [f for f in conditions if not f.holds]
            if failed:
                raise Mistake(_illegal(move.span, failed))
            self._take_if_placed(action, move.span)
            verb.apply(case, action)
            asking.no_stray_effects(move, case.lang)
            case.remember(action.does())
        except Undetermined as lack:
            self.blocked = lack.missing  # what follows rests on a move that nobody here can make
            if any(missing.fact != EXPANSION for missing in lack.missing):
                self._unasked = self._lacks(move.span, lack)
            return
        turn = self.state.turn
        if turn is not None:
            heard = case.heard()
            if heard:
                self.state.turn = turn._replace(explained=(*turn.explained, *heard))

    def _note_lacks(self, span: Span) -> None:
        """Notes what is not known from `span` on."""
        for missing in (*self.blocked, *self.state.unknown):
            self.lacks.setdefault(missing.point if missing.ways else repr(missing), (missing, span))

    def _lacks(self, span: Span, lack: Undetermined) -> Problem:
        """The problem of a move or turn that rests on something that the position does not say."""
        (missing,) = answerable(lack.missing[:1], self.state, self.scenario, span, self.lang)
        return Problem("move-lacks", span, {"missing": Item("missing", (missing,))})


def _illegal(span: Span, failed: list[Finding]) -> Problem:
    """The problem of a move or turn that may not be made: why, and by which rules."""
    rules = tuple(dict.fromkeys(f.rule for f in failed))
    return Problem("illegal-move", span, {"why": Item("finding", (failed[0],))}, (), rules)
