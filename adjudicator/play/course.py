"""A game that goes on move by move: every moment of it is kept, and none changes once it is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Offer
from adjudicator.engine.state import State
from adjudicator.errors import Problems
from adjudicator.model.ruling import Item, Line, Missing, Ruling
from adjudicator.model.scenario import Ask, Clause, Move, Scenario, Step
from adjudicator.model.span import NOWHERE
from adjudicator.play.answering import answerable
from adjudicator.play.box import Box
from adjudicator.play.claims import Standing, standing
from adjudicator.play.legal import legal_moves
from adjudicator.play.run import Notes, Run
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import fallback
from adjudicator.words.phrases import instead
from adjudicator.words.say import speech
from adjudicator.words.saying import joined, player, said, string, text, word
from adjudicator.words.tokens import Token
from adjudicator.words.wording import printer

TURN, FINAL, PLACES = "turn", "final", "places"
KEPT = 4096
"""So many lines that were read are kept."""


class Moment(NamedTuple):
    """A game at one moment."""

    state: State
    box: Box | None
    number: int = 0
    """The number that the record gives to the turn that is going on, or that ended last; 0 for none."""
    noted: tuple[Line, ...] = ()
    """What a score pad notes for the final scoring."""
    before: Moment | None = None
    """The moment before the move that led here; None at the start."""
    text: str = ""
    """That move as lines of a record; "" where a line before says it as well, or it was offered."""
    offer: Offer | None = None
    """The same where it was one of those that are offered: made without words, hence without reasons."""
    steps: tuple[Step, ...] = ()
    """The same as it was read; () for what was offered."""

    @property
    def player(self) -> str:
        """The colour of whose turn it is; "" for nobody's."""
        return self.state.turn.player if self.state.turn is not None else ""


class Course(Run):
    """What leads from one moment of a game to the next. The words are those of the fallback language."""

    def __init__(self, scenario: Scenario) -> None:
        happens = tuple(step for step in scenario.steps if step.ask is None and step.kind != "claim")
        super().__init__(scenario._replace(steps=happens), fallback())
        self.notes = Notes.MISSED
        self._heads: dict[str, str] = {}

    def above(self, at: Moment, lang: str | None = None) -> str:
        """The lines that a line said at a moment is read below, in its language."""
        code = lang or self.lang
        line = printer(code).line
        head = self._heads.get(code)
        if head is None:
            setup = self.scenario.setup
            used = joined([Token("expansion", ident)] for ident in sorted(setup.expansions))
            lines = [said("game" if self.scenario.game else "scenario", string("G")), said("use", used)]
            if setup.ordered:
                lines.append(said("players", joined([player(one)] for one in setup.players)))
            head = self._heads[code] = "".join(f"{line(one)}\n" for one in lines)
        return head + (f"{line(said('turn', player(at.player)))}\n" if at.player else "")

    def start(self) -> Moment:
        """The game before the first step of its text. Raises Problems where its position cannot be."""
        self.begin()
        if self.problems:
            raise Problems(tuple(self.problems))
        return Moment(self.state, self.box)

    def tiles_held(self) -> dict[str, str]:
        """The tiles of their own that the rules give the players before the first turn, as ``has`` tells them."""
        words, at = speech(self.lang), self.start()
        items = [item.parts for item in self.topic(at, "setup").options if item.kind == "count"]
        held = ", ".join(words.count(*one) for one in items if self.game.own_tile(one[2]) is not None)
        return {words.colour(player): held for player in self.scenario.setup.players} if held else {}

    # ---- what happens
    def read(self, line: str, at: Moment, lang: str | None = None) -> tuple[Step, ...]:
        """What a line of a record says to do at a moment. Raises Problems, in which it stands below others."""
        return _read(self.above(at, lang) + line, lang or self.lang)[1 if at.player else 0 :]

    def after(self, at: Moment, steps: Sequence[Step], text: str) -> Moment:
        """The moment after `steps`, which the lines `text` say. Raises Mistake, Undetermined."""
        for step in steps:
            self._be_at(at, any(move.verb == PLACES for move in step.moves))
            self._happen(step)
            if self.blocked:
                missing, self.blocked = self.blocked, ()
                raise Undetermined(*missing)
            at = Moment(self.state, self.box, self.number, tuple(self.noted), at, text, None, (step,))
            text = ""
        return at

    def after_offer(self, at: Moment, offer: Offer) -> Moment:
        """The moment after a move that was offered at `at` with its action. Raises Mistake, Undetermined."""
        action, verb = offer.action, offer.verb
        assert action is not None and verb is not None
        self._be_at(at, action.move.verb in (PLACES, "discards"))
        case = self._case()
        verb.check(case, action)  # that it is legal may rest on how something open is read
        self._take_if_placed(action, NOWHERE)
        verb.apply(case, action)
        case.remember(action.does())
        return at._replace(state=self.state, box=self.box, before=at, text="", offer=offer, steps=())

    def _be_at(self, at: Moment, lays: bool) -> None:
        """Goes on from a moment, which stays as it is; `lays` says whether tiles will be laid."""
        self.state = at.state.copy(tiles=lays)
        self.state.readings = at.state.readings.copy()
        self.box = at.box.copy() if lays and at.box is not None else at.box
        self.number, self.noted, self.blocked = at.number, list(at.noted), ()

    # ---- what is asked
    @contextmanager
    def _looking(self, at: Moment) -> Iterator[Case]:
        """A case about a moment, of which no reason is told; what the rules leave open is not read there for good."""
        kept = at.state.readings.progress()
        try:
            case = Case(at.state, self.game, self.lang)
            case.quiet = True
            yield case
        finally:
            at.state.readings.back_to(kept)

    def offers(self, at: Moment, ask: Ask) -> list[Offer]:
        """The moves that a question lists at a moment, such as ``ask options``. Raises Mistake, Undetermined."""
        listed = self.game.offers(ask.topic)
        assert listed is not None
        with self._looking(at) as case:
            return listed(case, ask)

    def turns_out(self, at: Moment, offer: Offer) -> list[Offer]:
        """All that a move which was offered and leaves something hidden may turn out to be; () where it hides nothing.
        Raises Mistake, Undetermined.
        """
        verb, action = offer.verb, offer.action
        if verb is None or verb.turns_out is None:
            return []
        assert action is not None
        with self._looking(at) as case:
            return [Offer(one.item, one, verb) for one in verb.turns_out(case, action)]

    def due(self, at: Moment, offers: Iterable[Offer]) -> bool:
        """Whether one of the moves that were offered has to be made before the turn may end. Raises Mistake,
        Undetermined.
        """
        with self._looking(at) as case:
            for offer in offers:
                must = offer.verb.must if offer.verb is not None else None
                if must is not None and offer.action is not None and must(case, offer.action).holds:
                    return True
            turn = at.state.turn
            owed = () if turn is None or turn.placed else (one for due in self.game.turns.owed for one in due(case))
            return any(one.values.get("player") == Item.player(at.player) for one in owed)

    def offers_of_others(self, at: Moment) -> list[Offer]:
        """The moves that other players than the one whose turn it is have to make before it may end, or might make.
        Raises Mistake.
        """
        with self._looking(at) as case:
            return [*_by_others(case, [one for one in at.state.in_turn_after(at.player) if one != at.player])]

    def topic(self, at: Moment, ident: str) -> Ruling:
        """The ruling on a question about whoever has the turn, by the id of its topic. Raises Mistake."""
        return self.answer(at, question(ident, at.player))[0]

    def answer(self, at: Moment, ask: Ask) -> tuple[Ruling, bool]:
        """The ruling on a question by the first way to read what is open, and whether it may rest on that. Raises
        Mistake.
        """
        kept = at.state.readings.progress()
        try:
            found = self._rule(ask, at.state)
            return found, bool(at.state.readings.met)
        finally:
            at.state.readings.back_to(kept)

    def like(self, at: Moment, move: Move) -> list[Item]:
        """Legal moves like one that is not, the nearest first."""
        return legal_moves(Case(at.state.copy(), self.game, self.lang), move)

    def stands(self, at: Moment) -> Standing:
        """How the players stand, a turn that is going on taken as ended."""
        with self._looking(at) as case:
            return standing(case)

    def reasoned(self, at: Moment) -> Moment:
        """The same moment with what the moves of its turn showed: those that were offered are made again as read."""
        made: list[Moment] = []
        first = at
        while first.before is not None and all(step.kind != TURN for step in first.steps):
            made.append(first)
            first = first.before
        for one in reversed(made):
            line = words_of(one)
            first = self.after(first, one.steps or self.read(line, first), line)
        return first

    def missing(self, missing: tuple[Missing, ...], at: Moment, text: str = "") -> tuple[Missing, ...]:
        """The same facts, each with the lines that answer it, and with what is to be written in `text`, all of it up to
        what lacks them.
        """
        scenarios = bind(read_document(text)).scenarios if text else ()
        if not scenarios or not scenarios[0].steps:
            return answerable(missing, at.state, self.scenario)
        return answerable(missing, at.state, scenarios[0], scenarios[0].steps[-1].span, self.lang)

    @staticmethod
    def by_change(missing: tuple[Missing, ...]) -> bool:
        """Whether one of these facts is told by other words in a line that is there."""
        return any(instead(one.fact) for one in missing)

    @staticmethod
    def of_position(missing: Missing) -> bool:
        """Whether the words that are `meant` in a fact are words of the position, and of no move."""
        return any("old" in form for form in instead(missing.fact))


@lru_cache(maxsize=KEPT)
def _read(text: str, lang: str) -> tuple[Step, ...]:
    """The steps of a text of one scenario: the same few come again and again, in every game. Raises Problems."""
    bound = bind(read_document(text, lang))
    if bound.problems:
        raise Problems(bound.problems, bound.text, bound.language)
    return bound.scenarios[0].steps


def question(topic: str, player: str) -> Ask:
    """A question that takes no more than a player."""
    return Ask(topic, player, Clause([]), (), (), NOWHERE, "")


def _by_others(case: Case, others: Sequence[str]) -> Iterator[Offer]:
    """Every legal move of the players `others`, who do not have the turn."""
    known = (verb for ident in case.game.verb_ids() for verb in case.game.verbs_of(ident))
    for verb in {verb.choices: verb for verb in known}.values():
        if verb.choices is None:
            continue
        for other in others:
            try:
                actions = [*verb.choices(case, other, None)]
            except Undetermined:
                continue
            for action in actions:
                if all(condition.holds for condition in verb.check(case, action)):
                    yield Offer(action.item, action, verb)


def words_of(moment: Moment) -> str:
    """The lines of a record that say the move that led to a moment."""
    return line_of(moment.offer, moment.player) if moment.offer is not None else moment.text


def line_of(offer: Offer, player: str) -> str:
    """A move that was offered as a line of a record, in the turn of `player`: another one stands before it."""
    whose = offer.action.move.player if offer.action is not None else player
    made = line_for(offer.item)
    return made if whose == player else printer(fallback()).line(said(word(whose, "colour"), text(made)))


def line_for(item: Item) -> str:
    """A move as a line of a record."""
    return speech(fallback()).typed(item)
