"""One question before the adjudicator: what it may read, and what it has found so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NoReturn

from adjudicator.binding.arguments import Args, arguments, expected_first, named_first
from adjudicator.binding.clause import Named, names_in
from adjudicator.engine.deed import NO_DEED, Act, Begun, Owed
from adjudicator.engine.game import Game
from adjudicator.engine.memory import R
from adjudicator.engine.readings import OpenPoint
from adjudicator.engine.state import State
from adjudicator.limits import spend
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Missing, Reading, Value, Verdict, Warning
from adjudicator.model.scenario import Ask, Effect, Move
from adjudicator.model.span import NOWHERE, Span
from adjudicator.rulebook import loader

EXPANSION = "expansion"
"""The missing fact of a question that needs an expansion without code."""


SIZES = frozenset(("tiles", "tiles-around", "tiles-before", "touches", "complete", "coats"))
"""Missing facts that say how much a completed feature is worth, and to whom, and nothing else."""
NOBODY = frozenset(("empty", "scored"))
"""The states of a feature without figures of which nothing more need be said."""


class Undetermined(Exception):
    """The position lacks facts."""

    def __init__(self, *missing: Missing) -> None:
        self.missing = missing


class Case:
    """Collects findings while a question is answered or a move is made."""

    __slots__ = ("_heard", "_noted", "deed", "game", "lang", "often", "quiet", "state", "warnings")

    def __init__(self, state: State, game: Game, lang: str) -> None:
        self.state = state
        self.game = game
        self.lang = lang
        """Language of the scenario, for reading words."""
        self.quiet = False
        """Whether nobody will read what is found, so that what only explains need not be looked for."""
        self.deed = NO_DEED
        """The move whose conditions are being tried; what a condition learns of it is added, for those that follow."""
        self._heard: list[Finding] = []
        """What was found since anybody looked; repetitions are sorted out when somebody does."""
        self._noted: dict[tuple[object, ...], Finding] = {}
        self.warnings: list[Warning] = []
        self.often: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        """By rule, how many choices its conditions allow, and how many they keep out."""

    def on(self, state: State) -> Case:
        """A case about another moment that shares what this one finds."""
        other = Case(state, self.game, self.lang)
        other._heard, other.warnings = self._heard, self.warnings
        other._noted, other.quiet = self._noted, self.quiet
        return other

    def apart(self, state: State | None = None) -> Case:
        """A case about this moment, or another, of which nothing that it finds is told."""
        return Case(state or self.state, self.game, self.lang)

    def weigh(self, check: Callable[[Case], list[Finding]]) -> list[Finding]:
        """The conditions by which one of several choices is judged. What else is found with them is told of a choice
        that is allowed; of another one no more than what keeps it out, and what is supposed. Raises Undetermined.
        """
        if self.quiet:
            return check(self)
        beside = self.apart()
        conditions: list[Finding] = []
        try:
            conditions = check(beside)
        finally:
            refused = any(not one.holds for one in conditions)
            self.note(*(one for one in beside.heard() if not refused or not one.holds or one.supposed))
            self.warnings += [one for one in beside.warnings if one not in self.warnings and not refused]
        self.often[refused].update({one.rule for one in conditions if one.part != "explains" and one.holds != refused})
        return conditions

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found so far, each once; to be added to by `find` and `note`."""
        noted = self._noted
        for finding in self._heard:
            rule = "" if finding.supposed else finding.rule  # supposed once, whatever rules ask for it
            noted.setdefault((rule, finding.holds, finding.phrase, *finding.values.items()), finding)
        self._heard.clear()
        return tuple(noted.values())

    def find(self, rule: str, phrase: str, holds: bool = True, /, **values: Value) -> Finding:
        """Notes a fact or condition with the rule behind it, once."""
        spend()
        finding = Finding(rule, holds, phrase, values)
        self._heard.append(finding)
        return finding

    def conclude(self, rule: str, phrase: str, holds: bool = True, /, **values: Value) -> None:
        """Notes what answers the very question, once; a `player` whom it names gets nothing by it."""
        player = values.get("player")
        losers = (str(player.parts[0]),) if isinstance(player, Item) else ()
        self._heard.append(Finding(rule, holds, phrase, values, "answers", losers))

    def against(self, players: Iterable[str], rule: str, phrase: str, /, **values: Value) -> None:
        """Notes what leaves `players` with nothing, or with less, once."""
        self._heard.append(Finding(rule, True, phrase, values, against=tuple(players)))

    def frame(self, rule: str, phrase: str, /, **values: Value) -> None:
        """Notes what holds of every case of the kind, once: its rule settles an answer where no other does."""
        self._heard.append(Finding(rule, True, phrase, values, "frames"))

    def remark(self, rule: str, phrase: str, holds: bool = True, /, **values: Value) -> Finding:
        """Notes a fact besides the answer, once: its rule settles nothing."""
        finding = Finding(rule, holds, phrase, values, "explains")
        self._heard.append(finding)
        return finding

    def suppose(self, rule: str, phrase: str, /, **values: Value) -> Finding:
        """Notes what the answer takes to be so without being told, once."""
        finding = Finding(rule, True, phrase, values, "supposes")
        self._heard.append(finding)
        return finding

    def squares_laid(self) -> tuple[Cell, ...]:
        """The squares of the tile that was placed in this turn, that of the move first; () where none is known."""
        turn = self.state.turn
        cell = turn.cell if turn is not None else None
        if cell is None:
            return ()
        if not self.game.tiles.spans:
            return (cell,)
        spans = (tell(self.state, cell) for tell in self.game.tiles.spans)
        found = {square for squares in spans for square in squares or () if not isinstance(square, str)}
        return (cell, *sorted(found - {cell}))

    def carried(self, feature: Feature, rule: str, *units: str) -> int:
        """How many of `units` lie on a feature, by `rule`. Of what a sketch does not say that none do is supposed."""
        unsaid = [unit for unit in units if unit not in feature.marks]
        if unsaid and self.state.is_told(feature):
            counts = tuple(Item.count(0, "", unit) for unit in unsaid)
            self.suppose(rule, "none-carried", feature=Item.feature(feature.id), units=counts)
        if later := [unit for unit in units if unit in feature.only_later]:
            counts = tuple(Item.count(feature.marks[unit], "", unit) for unit in later)
            self.suppose(rule, "none-carried-before", feature=Item.feature(feature.id), units=counts)
        return sum(feature.marks.get(unit, 0) for unit in units)

    def note(self, *findings: Finding) -> None:
        """Notes facts and conditions that were told elsewhere, each once."""
        self._heard += findings

    def note_together(self, findings: Iterable[Finding]) -> None:
        """Notes what was found of several places: once for all that are alike, with the values of each."""
        alike: dict[tuple[str, bool, str], list[Finding]] = {}
        for one in findings:
            alike.setdefault((one.rule, one.holds, one.phrase), []).append(one)
        for group in alike.values():
            names = dict.fromkeys(name for one in group for name in one.values)
            values = {name: _each_once(one.values[name] for one in group if name in one.values) for name in names}
            self.note(group[0]._replace(values=values))

    def heard(self) -> tuple[Finding, ...]:
        """What was found so far, for whoever keeps it and notes it again later: repetitions may be among it."""
        return (*self._noted.values(), *self._heard) if self._noted else tuple(self._heard)

    def explain(self, expansion: str = "") -> None:
        """Notes again what the moves of the turn showed, or only what rests on the rules of one expansion."""
        turn = self.state.turn
        reasons = turn.explained if turn is not None else ()
        self.note(*(f for f in reasons if not expansion or loader.rule(f.rule).expansion == expansion))

    def args(self, clause: Move | Effect | Ask, *, choices: bool = False) -> Args:
        """What a clause of the scenario says; of a question for `choices` any part may be left out. Raises Mistake."""
        return arguments(clause, self.lang, choices=choices, called=self.state.figure_called)

    def named_first(self, clause: Move | Effect | Ask) -> str:
        """What a clause names first: the id of a kind of feature or of a unit, else what was typed; "" for nothing."""
        return named_first(clause)

    def expected(self, clause: Move | Effect, what: str, *roles: str) -> NoReturn:
        """Complains that a clause begins with something else than `what`, a phrase id of the table ``expected``, which
        words in `roles` say. Raises Mistake.
        """
        expected_first(clause, self.lang, what, roles)

    def names_in(self, clause: Move | Effect) -> tuple[Named, ...]:
        """What the words of a clause may name, one by one, whatever form they stand in."""
        return names_in(clause, self.state.known_name)

    def remember(self, record: object) -> None:
        """Keeps a record for as long as its class says; see `State.remember`."""
        self.state.remember(record)

    def recall(self, kind: type[R]) -> tuple[R, ...]:
        """The records of a class that are remembered now, oldest first."""
        return self.state.recall(kind)

    def did(self, verb: str) -> bool:
        """Whether an `Act` of this turn was that."""
        return Act(verb) in self.recall(Act)

    def owed(self) -> tuple[str, ...]:
        """What the placed tile still makes the player do before anything else."""
        owed = self.recall(Owed)
        return owed[-1].what if owed else ()

    def doubt(self, verdict: Verdict, rule: str, phrase: str, /, **values: Value) -> Finding:
        """A condition of which `rule` leaves ``open`` whether it is met, or which is ``disputed``.

        Notes what is left so. The finding that comes back holds in one reading and fails in the other.
        """
        self.find(rule, phrase, **values)
        return Finding(rule, self.read(verdict, phrase, yes=rule, no=rule) == "yes", phrase, values)

    def read(self, verdict: Verdict, ident: str, /, **readings: str | tuple[str, ...]) -> str:
        """Which of several `readings` of an open or disputed point this run takes, by name.

        `ident` tells the point from all others, best by the phrase that tells of it; each reading is given with the
        rules that lead to it. The question is answered once for each of them.
        """
        ways = tuple(Reading(name, (rules,) if isinstance(rules, str) else rules) for name, rules in readings.items())
        return self.state.readings.read(OpenPoint(ident, verdict, ways)).id

    def warn(self, phrase: str, rule: str = "", /, **values: Value) -> None:
        """Notes a common trap that matters here, once."""
        warning = Warning(phrase, values, rule)
        if warning not in self.warnings:
            self.warnings.append(warning)

    def option(self, name: str) -> str:
        """The value in force of an edition difference or house rule: the switch, else the edition, else the default."""
        return self.state.option(name)

    def house_rule(self, name: str) -> str:
        """The value of a house rule that a position chose, "" where it chose none: who does not play by it is not told
        what it would give.
        """
        value = self.state.setup.options.get(name, "")
        if value:
            self.option(name)
        return value

    def lack(self, phrase: str, feature: Feature | None = None, /, **values: Value) -> NoReturn:
        """Gives up for want of a fact: `phrase` is a phrase id of the table ``missing``."""
        if feature is not None:
            values["feature"] = feature.id
        raise Undetermined(Missing(phrase, values, feature.id if feature is not None else "", phrase))

    def leave_unpaid(self, lack: Undetermined) -> None:
        """Goes on without points for want of a size: whoever asks for points is told what is missing.

        Raises `lack` again for any other fact, such as a choice that nobody told: more than the points may hang on it.
        """
        if any(one.fact not in SIZES for one in lack.missing):
            raise lack
        new = tuple(one for one in lack.missing if one not in self.state.unknown)
        self.state.unknown += new
        self.state.unpaid += new

    def which(self, phrase: str, figures: tuple[Item, ...], meant: Span = NOWHERE, /, **values: Value) -> int:
        """Which of several `figures` is meant, by its place among them: in a run that takes it to be one of them.
        `meant` are the words that say too little.

        Raises Undetermined in any other: `phrase` is a phrase id of the table ``missing``.
        """
        missing = Missing(
            phrase, {**values, "figures": figures}, "", phrase, ways=len(figures), meant=meant, turn=self.state.turns
        )
        taken = self.state.readings.fixed.get(missing.point)
        if taken is None:
            raise Undetermined(missing)
        return int(taken)

    def complete(self, feature: Feature) -> bool:
        """Whether the feature is complete, as some kinds never are. Raises Undetermined where the position does not
        say.
        """
        traits = self.game.kind_traits(feature.kind)
        if feature.complete is None and ("completable" in traits or "over-city" in traits):
            if feature.unknown_at is not None:
                self.lack("board-part", feature)
            around = self.state.turn.around if self.state.turn is not None else ()
            if feature.id in around or Begun(feature.id) in self.recall(Begun):  # the placed tile may complete it
                self.tiles(feature)
            self.lack("complete", feature)
        return bool(feature.complete)

    def uncounted(self) -> list[Feature]:
        """What the placed tile lies beside, of which nobody said how many tiles lie around it: it may be complete now.
        Of what is told to be empty nothing hangs on that.
        """
        around = self.state.turn.around if self.state.turn is not None else ()
        there = (self.state.feature(ident) for ident in around)
        return [f for f in there if f.tiles is None and not f.complete and (f.occupants or f.flags.isdisjoint(NOBODY))]

    def figures(self, feature: Feature) -> tuple[Occupant, ...]:
        """The figures on the feature. Raises Undetermined where the position does not say who stands there."""
        if not feature.occupants and feature.flags.isdisjoint(NOBODY):
            self.lack("figures", feature)
        return feature.occupants

    def tiles(self, feature: Feature) -> int:
        """Tiles that the feature counts. Raises Undetermined where the position does not say."""
        if feature.tiles is None:
            if Begun(feature.id) in self.recall(Begun):
                self.lack("tiles-before", feature)
            surrounded = "monastic" in self.game.kind_traits(feature.kind)
            self.lack("tiles-around" if surrounded else "tiles", feature)
        if not self.game.scoring.recount:
            return feature.tiles
        more: int = sum(recount(self, feature) for recount in self.game.scoring.recount)
        return feature.tiles + more


def _each_once(values: Iterable[Value]) -> Value:
    """Several values as one: those of all, each once."""
    every = [one for value in values for one in (value if type(value) is tuple else (value,))]
    return tuple(dict.fromkeys(every))
