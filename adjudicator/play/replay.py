"""A game record stepped through turn by turn: who scored what, the totals, what is wrong, what is claimed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.game import game
from adjudicator.engine.readings import Met, Taken, TooMany, adopted, ways
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Answer, Finding, Item, Missing
from adjudicator.model.scenario import Ask, Move, Scenario, Step, unwritten
from adjudicator.model.span import NOWHERE, Span
from adjudicator.play.claims import Standing, players_of
from adjudicator.play.legal import legal_moves
from adjudicator.play.meant import Meant
from adjudicator.play.order import due_next
from adjudicator.play.possible import alike_findings, decisive, outcome
from adjudicator.play.replayed import LISTED, Claimed, Legal, Replayed, TurnRecord
from adjudicator.play.run import Notes, Run, joined


def replay(scenario: Scenario, lang: str, file: str = "", lenient: bool = False, counts: bool = True) -> Replayed:
    """`scenario` from its first turn to its end; with `lenient` a move that may not be made is passed over. `counts`
    says whether the numbers of the turns are judged.

    Where the record leaves out which of several figures it means, each is followed. The question stands in the turn
    where the points depend on it.
    """
    several: list[tuple[Replayed, Met]] = []
    meant = Meant()
    plain: list[Replayed] = []
    """As it was played without any of them."""

    def play(fixed: Taken) -> tuple[Replayed, Replay]:
        one = Replay(scenario, lang, file, lenient, counts=counts, fixed=fixed)
        played = one.whole()
        plain.extend([played] if not plain else ())
        return played, one

    def run(fixed: Taken) -> tuple[Replayed | None, Met]:
        played, met = meant.follow(fixed, play)
        played = played._replace(meant=meant.taken(met))
        return played, met

    many = False
    try:
        several.extend(ways(run))
    except TooMany:  # as many as there are room for
        many = True
    sound = _farthest(several, lenient)
    by_points: dict[object, list[tuple[Replayed, Met]]] = {}
    for pair in sound:
        by_points.setdefault(_points_by_turn(pair[0]), []).append(pair)
    groups = list(by_points.values())
    same = [_alike([played for played, _ in members]) for members in groups]
    settled = adopted(
        [met for _, met in sound], [met for one, met in several if not any(one is own for own, _ in sound)]
    )
    open_rules = (rule for point in settled for reading in point.readings for rule in reading.rules)
    first = same[0]._replace(adopted=tuple(dict.fromkeys(open_rules)))
    deciding = decisive([[met for _, met in members] for members in groups]) if len(groups) > 1 else frozenset[str]()
    if meant.asked:
        depends = many or not deciding.isdisjoint(meant.asked) or len(sound) < len(several)
        first = _with_questions(first, plain[0], [one for one, _ in sound], depends)
    if len(by_points) == 1:
        return first
    rules = [r for _, met in sound for point, one in met.values() if point.id in deciding for r in one.rules]
    return first._replace(possible=(first, *same[1:]), open_by=tuple(dict.fromkeys(rules)))


def _farthest(several: list[tuple[Replayed, Met]], lenient: bool) -> list[tuple[Replayed, Met]]:
    """The ways in which the fewest moves had to be passed over, where that is allowed; else those that come to the
    most turns, of which a record that breaks off in every one tells no more than they share.
    """

    def short(played: Replayed) -> tuple[int, int]:
        return len(played.problems) if lenient else bool(played.problems), -len(played.turns)

    least = min(short(played) for played, _ in several)
    return [pair for pair in several if short(pair[0]) == least]


def one_way(
    scenario: Scenario, lang: str, file: str = "", *, lenient: bool = False, counts: bool = True, tolerant: bool = False
) -> Replayed:
    """`scenario` played by the first way to read what is open, and as if it meant the first of several figures."""
    meant = Meant()

    def play(fixed: Taken) -> tuple[Replayed, Replay]:
        one = Replay(scenario, lang, file, lenient, counts=counts, tolerant=tolerant, fixed=fixed)
        return one.whole(), one

    played, met = meant.follow((), play)
    return played._replace(meant=meant.taken(met))


def _with_questions(first: Replayed, plain: Replayed, every: list[Replayed], depends: bool) -> Replayed:
    """The `first` of `every` way to play a record that leaves out which figures it means: where its points depend on
    them, with the questions of the same record played without them, `plain`. Claims that not all ways answer alike are
    asked back there too, as are the questions of the text.
    """
    claims = plain.claims
    if not depends:
        found = [{outcome(one.claims[at].answer.ruling) for one in every} for at in range(len(claims))]
        claims = tuple(
            own if len(outcomes) == 1 else asks for own, asks, outcomes in zip(first.claims, claims, found, strict=True)
        )
    first = first._replace(claims=claims, asked=plain.asked)
    if not depends:
        return first
    said = {turn.number: turn.missing for turn in plain.turns}
    turns = tuple(turn._replace(missing=said.get(turn.number, turn.missing)) for turn in first.turns)
    final = first.final
    if final is not None and plain.final is not None:
        final = final._replace(missing=plain.final.missing)
    return first._replace(turns=turns, final=final)


def _alike(every: list[Replayed]) -> Replayed:
    """A record that was played in several ways with the same points: of every turn what was found in all of them."""
    first = every[0]
    if len(every) == 1:
        return first
    turns = [_turn_alike(turns) for turns in zip(*(one.turns for one in every), strict=True)]
    final = [one.final for one in every if one.final is not None]
    return first._replace(turns=tuple(turns), final=_turn_alike(final) if final else None)


def _turn_alike(every: Sequence[TurnRecord]) -> TurnRecord:
    first, *_ = every
    return first._replace(findings=alike_findings([turn.findings for turn in every]))


def _points_by_turn(played: Replayed) -> object:
    """What tells a way to play a record from another: the points of every turn."""
    turns = tuple(tuple(sorted(turn.totals.items())) for turn in played.turns)
    return turns, tuple(sorted(played.final.totals.items())) if played.final is not None else None


class Replay(Run):
    """One way through a record, with what every turn brought."""

    def __init__(
        self,
        scenario: Scenario,
        lang: str,
        file: str = "",
        lenient: bool = False,
        until: int = 0,
        counts: bool = True,
        tolerant: bool = False,
        fixed: Taken = (),
    ) -> None:
        super().__init__(scenario, lang, file, fixed)
        self.notes = Notes.MISSED
        self.counts = counts
        self.tolerant = tolerant
        """Whether a tile that no box holds is noted only, and played."""
        self.lenient = lenient
        self.until = until
        """The number of the turn to stop behind; 0 for none."""
        self.turns: list[TurnRecord] = []
        self.final: TurnRecord | None = None
        self.illegal: list[Legal] = []
        self.asked: list[tuple[int, Answer]] = []
        self._booked: int
        """How many lines of points were told of before."""
        self._moves: list[Move] = []
        """What the turn that is going on has done."""
        self._said: list[tuple[int, Answer, Step]] = []
        self._span = NOWHERE
        self._asked: tuple[Missing, ...] = ()
        named = dict.fromkeys(step.player for step in scenario.steps if step.kind == "turn")
        self._players = (*scenario.setup.players, *named)
        self._passing = False
        self._tile_due = False
        """Whether the turn that is going on is one of a record, in which a tile has to be placed."""

    def whole(self) -> Replayed:
        """All of the record."""
        self.begin()
        start = self._totals() if not self.problems else {}
        done = not self.problems and self.go()
        ended = done and self.state.finished
        if done and not ended:
            case = self._case()
            try:
                self._end_turn(case)
                self._final(case)
            except Mistake as mistake:
                self.problems.append(mistake.problem)
        here = self.scenario.span  # for what is wrong with the position as a whole
        problems = tuple(one if one.span.line else one._replace(span=here) for one in joined(self.problems))
        return Replayed(
            self.scenario, start, tuple(self.turns), self.final, ended, self._claimed(), tuple(self.illegal), problems,
            tuple(self.asked),
        )  # fmt: skip

    def begin(self) -> None:
        super().begin()
        self._booked = len(self.state.lines)

    def go(self) -> bool:
        """Every step in order, questions passed over; whether the end, or the turn `until`, was reached."""
        asked = (
            not self.until
            and not self.fixed
            and any(step.ask is not None and step.ask.expects for step in self.scenario.steps)
        )
        for at, step in enumerate(self.scenario.steps):
            if step.ask is not None:
                if asked:
                    self._checked(at, step.ask)
                continue
            if self.until and self.reached() and step.after != self.until and step.kind != "moves":
                break
            try:
                self._step(at, step)
            except Undetermined as lack:  # a turn that cannot begin as the position is told
                self.problems.append(self._lacks(step.span, lack))
                return False
            except Mistake as mistake:
                self.problems.append(mistake.problem)
                if not self.lenient:
                    return False
        if not self.until:
            self._claims()
        return True

    def _checked(self, at: int, ask: Ask) -> None:
        """A question, for what is expected of its answer."""
        try:
            self._ask(at, ask)
        except Mistake as mistake:
            self.problems.append(mistake.problem)
            return
        if ask.expects:
            self.asked.append((self.last_number(), self.answers[-1][1]))

    def reached(self) -> bool:
        """Whether the turn `until` is going on, or was the last to end."""
        turn = self.state.turn or self.state.last_turn
        return turn is not None and turn.number == self.until

    def finish_turn(self) -> None:
        """Ends the turn that is going on."""
        self._end_turn(self._case())

    def note_unsaid(self) -> None:
        """Notes what lies on the table at the end of the turn without anybody having said it."""
        for unsaid in self.game.tells.unsaid:
            for missing in unsaid(self._case()):
                self.lacks.setdefault(repr(missing), (missing, self._span))

    def last_number(self) -> int:
        """The number of the turn that is going on; 0 for none."""
        return self.state.turn.number if self.state.turn is not None else 0

    def happen(self, step: Step) -> None:
        """One step, that may be of another record. Raises Mistake."""
        self._happen(step)

    def case_now(self) -> Case:
        """The moment that the record has come to."""
        return self._case()

    # ---- what a step brings
    def _happen(self, step: Step) -> None:
        if step.kind in ("turn", "final"):
            self._check_placed()
        if step.kind == "turn":
            self._begin(step)
        else:
            super()._happen(step)

    def _begin(self, step: Step) -> None:
        self._passing = True  # the moves of a turn that may not begin
        try:
            super()._happen(step)
        except Mistake as mistake:
            options = due_next(self._case())[:1]
            if options:
                self.illegal.append(Legal(step.after or self.state.turns + 1, mistake.problem, options, len(options)))
            self._end_turn(self._case())  # the turn before is over, whoever's comes next
            raise
        self._passing = False
        self._moves = []
        self._span = step.span
        self._tile_due = step.after > 0

    def _doubt(self, problem: Problem) -> None:
        noted = problem.code.startswith("noted-")  # one note changes nothing of the others
        if not (noted or self.lenient or (self.tolerant and problem.code == "beyond-box")):
            raise Mistake(problem)
        self.problems.append(problem)

    def _pass(self, step: Step) -> None:
        super()._pass(step)
        self._moves.append(unwritten(step.player, step.kind, step.span))
        self._tile_due = False

    def _note(self, step: Step) -> None:
        super()._note(step)
        self._moves += [move for move in step.moves if move.player == self._whose()]
        self._tile_due = False

    def _check_placed(self) -> None:
        """Whether a turn of the record placed a tile: which it was, or where it lies, may have been left out. Raises
        Mistake unless it is passed over.
        """
        turn = self.state.turn
        if turn is None or turn.placed or turn.fits_nowhere or not self._tile_due or self.blocked:
            return  # behind a move that nobody here can make nothing is laid
        self._tile_due = False
        why = Finding("BASE-09", False, "no-tile-placed", {"player": Item.player(turn.player)})
        problem = Problem("illegal-move", self._span, {"why": Item("finding", (why,))}, (), (why.rule,))
        self._note_legal(unwritten(turn.player, "places", self._span), problem)
        if not self.lenient:
            raise Mistake(problem)
        self.problems.append(problem)

    def _move(self, move: Move) -> None:
        if self._passing:
            return
        self._moves.append(move)
        try:
            super()._move(move)
        except Mistake as mistake:
            self._note_legal(move, mistake.problem)
            if not self.lenient:
                raise
            self.problems.append(mistake.problem)
            # What was to be done with a tile that was not laid cannot be judged.
            self._passing = self.state.turn is not None and not self.state.turn.placed
            self._tile_due = self._tile_due and not self._passing
        else:
            self._tile_due = self._tile_due and move.verb != "discards"
            self._note_lacks(move.span)

    def _note_legal(self, move: Move, problem: Problem) -> None:
        """Lists what might have been done instead."""
        found = legal_moves(self._case(), move)
        self.illegal.append(Legal(self.last_number(), problem, tuple(found[:LISTED]), len(found)))

    def _end_turn(self, case: Case) -> None:
        turn = self.state.turn
        super()._end_turn(case)
        if turn is None:
            return
        self._note_lacks(self._span)
        findings = (*(self.state.last_turn or turn).explained, *case.heard())
        self.turns.append(self._record(turn.number, turn.player, turn.kind, findings, self._span))

    def _final(self, case: Case) -> None:
        closing = self._case()
        super()._final(closing)
        self._note_lacks(self.scenario.span)
        self.final = self._record(0, "", "", closing.heard(), NOWHERE)

    def _record(self, number: int, player: str, kind: str, findings: tuple[Finding, ...], span: Span) -> TurnRecord:
        state = self.state
        kinds: dict[str, str] = {}
        lines = tuple(state.lines[self._booked :])
        self._booked = len(state.lines)
        for ident in {line.feature for line in lines if line.feature}:
            try:
                kinds[ident] = state.feature(ident).kind
            except LookupError:
                kinds[ident] = ""  # gone since
        lacking = self.blocked or state.unknown
        missing = tuple(one for one in lacking if number == 0 or one not in self._asked) if lacking else ()
        self._asked = lacking
        moves = tuple(self._moves) if number else ()
        named = self._names_on_tile(kinds) if number and kinds else {}
        return TurnRecord(
            number, player, kind, lines, kinds, self._totals(), findings, missing, span, moves, self.lang, named
        )  # fmt: skip

    def _names_on_tile(self, idents: Iterable[str]) -> dict[str, str]:
        """What features are called by the tile that was placed last, where they lie on it."""
        turn, state = self.state.last_turn, self.state
        found: dict[str, str] = {}
        placed = (turn.cell,) if turn is not None and turn.cell is not None else ()
        for ident in idents if placed else ():
            try:
                there = state.part_on(state.feature(ident), placed)
            except LookupError:
                continue  # gone since
            if there is not None:
                found[ident] = there.name
        return found

    def _whose(self) -> str:
        return self.state.turn.player if self.state.turn is not None else ""

    def _totals(self) -> dict[str, int]:
        everybody = dict.fromkeys((*self._players, *players_of(self.state)))
        return {player: self.state.hand(player).score or 0 for player in everybody}

    # ---- claims
    def _claims(self) -> None:
        for number in self.claimed - self.ends.keys():
            if self.state.turn is None or self.state.turn.number != number:
                self.ends[number] = self._standing()  # a turn that was passed over brought nothing
        super()._claims()

    def _claim(self, at: int, step: Step, found: Standing) -> None:
        super()._claim(at, step, found)
        turn = step.after or (0 if self.state.finished else self.last_number())
        self._said.append((turn, self.answers[-1][1], step))

    def _claimed(self) -> tuple[Claimed, ...]:
        places = {turn.number: place for place, turn in enumerate(self.turns)}
        found = [
            Claimed(turn, places.get(turn, len(self.turns)), answer, dict(step.claimed))
            for turn, answer, step in self._said
        ]
        return tuple(sorted(found, key=lambda one: one.place))


def explained(played: Replayed, turn: TurnRecord, lang: str, file: str) -> Answer:
    """The ruling of one turn: its lines and findings with every rule."""
    setup = played.scenario.setup
    case = Case(State(setup), game(setup.expansions), lang)
    case.note(*turn.findings)
    points = turn.gained()
    if turn.missing:
        given = ruling(case, "points", "undetermined", missing=turn.missing)
    else:
        given = ruling(case, "points", "scored", lines=turn.lines, points=points)
    record: dict[str, Any] = {
        "edition": setup.edition, "options": dict(setup.options), "expansions": sorted(setup.expansions),
    }  # fmt: skip
    return Answer(played.scenario.title, file, turn.span.line, turn.span.column, "", given, (), record)
