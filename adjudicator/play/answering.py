"""The lines that answer what a position leaves out: the data beside each question, filled from the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import NoReturn

from adjudicator.binding.tile_files import catalogue
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.state import State
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Change, Item, Missing
from adjudicator.model.scenario import Scenario
from adjudicator.model.span import NOWHERE, Span
from adjudicator.play.changes import Lines
from adjudicator.words.fold import fold
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.notation import item
from adjudicator.words.phrases import answers, instead
from adjudicator.words.saying import about, carrying, feature, joined, naming, own, place, player, said, text, things
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary
from adjudicator.words.wording import printer

WHOLE = ("cells",)
"""Places that a line fills with all there is; of others each gives a line of its own."""
NAMED = 2
"""Features of the position that a line names as an example."""
SAID = ("feature", "done")
"""Places of features of which the line says a fact."""
POINTED_AT = ("features", "standing")
"""Places of features of which it says none."""
FEWEST = 2
"""Players in a game."""
NEW = "X1"
"""The name that a line gives a feature of the board to say something of it."""


def answerable(
    missing: Iterable[Missing], state: State, scenario: Scenario, at: Span = NOWHERE, lang: str = ""
) -> tuple[Missing, ...]:
    """The same questions, each with the lines that answer it; `scenario` is what was told before any move.

    Where the question is asked `at` a place of a text in `lang`, also with the words that its lines have to have.
    """
    found = [one._replace(say=_lines(one, state, scenario)) if not one.say else one for one in missing]
    if at != NOWHERE:
        found = [one._replace(instead=_changes(one, state, scenario, at, lang)) for one in found]
    return tuple(found)


def _lines(missing: Missing, state: State, scenario: Scenario) -> tuple[str, ...]:
    found: list[str] = []
    for template in answers(missing.fact):
        if of_turn(template) and not _in_turn(missing, state):
            continue  # it would have had to be said before that turn was over
        found += _filled(template, missing, state, scenario)
    return tuple(dict.fromkeys(found))


def _changes(missing: Missing, state: State, scenario: Scenario, at: Span, lang: str) -> tuple[Change, ...]:
    lines = Lines(scenario.steps, at, lang, missing.subject)
    every = [
        lines.change(form, new, missing.meant)
        for form in instead(missing.fact)
        for new in _filled(form["new"], missing, state, scenario)
    ]
    if missing.turn and not _in_turn(missing, state):  # a move that belongs to a turn which is over
        for template in answers(missing.fact):
            if of_turn(template):
                every += (lines.at_end_of(missing.turn, line) for line in _filled(template, missing, state, scenario))
    return tuple(dict.fromkeys(one for one in every if one is not None))


def _filled(template: str, missing: Missing, state: State, scenario: Scenario) -> Iterator[str]:
    """A template with what stands in its places, once for each of those that are listed there."""
    names = [name for _, name, _, _ in Formatter().parse(template) if name]
    several = next((name for name in names if name not in WHOLE and type(missing.values.get(name)) is tuple), "")
    listed = missing.values.get(several)
    for one in listed if type(listed) is tuple else (None,):
        values = {**missing.values, several: one} if several else missing.values
        places = _Places(missing._replace(values=values), state, scenario)
        try:
            line = template.format_map({name: places.filled(name) for name in names})
        except LookupError:
            continue  # the position has nothing that could stand there
        yield "; ".join([*places.before, line])


def of_turn(template: str) -> bool:
    """Whether a line is a move of the player whose turn it is."""
    first = fold(template.partition(" ")[0])
    return any(role == "verb" for role, _ in lexicon(fallback()).phrases.get(first, ()))


def _in_turn(missing: Missing, state: State) -> bool:
    """Whether it is the turn that left a fact out, and that of the player whom it is about, if it is about one."""
    player, turn = missing.values.get("player"), state.turn
    if missing.turn and (turn is None or missing.turn != state.turns):
        return False
    return not isinstance(player, Item) or (turn is not None and player.parts == (turn.player,))


class _Places:
    """What fills the places of one line."""

    def __init__(self, missing: Missing, state: State, scenario: Scenario) -> None:
        self.missing = missing
        self.state = state
        self.declared = scenario.features
        self.laid: set[Cell] = {one.cell for one in scenario.board.placed} if scenario.board is not None else set()
        self.before: list[str] = []
        """Lines that have to stand before it."""

    def filled(self, name: str) -> str:
        """What stands for a place, in the words of the fallback language. Raises LookupError where there is nothing."""
        return "{number}" if name == "number" else printer(fallback()).line(self._said(name))

    def _said(self, name: str) -> list[Said]:
        if name in WHOLE:
            listed = self.missing.values[name]
            assert type(listed) is tuple
            return joined(item(one) for one in listed if isinstance(one, Item))
        if name in ("spread", "surrounded"):  # no word: the line is for features of one of these two sorts
            traits = vocabulary().kind_traits(self.state.feature(self.missing.subject).kind)
            return [] if ("monastic" in traits) is (name == "surrounded") else _raise(name)
        if name == "fitting":
            return [text(self._fitting())]
        if name == "players":
            return joined([player(one)] for one in self._players())
        if name in ("names", "cities"):
            return joined([own(one)] for one in self._names("city" if name == "cities" else ""))
        if name == "place":  # the feature where no fact is said of it
            return self._feature(str(self.missing.values["feature"]), False)
        if name == "meeple":
            return self._meeple()
        if name == "player" and name not in self.missing.values:
            return [player(self._players()[0])]
        if name == "road":
            return [own(self._names(name)[0])]
        value = self.missing.values[name]
        if isinstance(value, Item):
            if value.kind == "corner":
                return item(Item("cell", value.parts))
            if value.kind in ("player", "cell", "noun"):
                return item(value)
            if value.kind == "text":
                return [text(" ".join(map(str, value.parts)))]
            if value.kind == "figure":
                return self._figure(*value.parts)
            ident = str(value.parts[0])
            if name in POINTED_AT and ON_BOARD in ident:
                return place(ident)  # what the board shows goes by its place
            return self._feature(ident, name in SAID)
        if isinstance(value, int):
            return said(value)
        return self._feature(value, True) if isinstance(value, str) else _raise(name)

    def _feature(self, ident: str, fact: bool) -> list[Said]:
        """A feature as a line names it, one of the board by a name of its own where a `fact` is said of it."""
        now = self.state.feature(ident).kind
        if fact and ident in self.state.features and (ident not in self.declared or self.declared[ident].kind != now):
            _raise(ident)  # what a move has made is told by moves
        if ident in self.state.features or ON_BOARD not in ident:
            return feature(now, ident)
        if not fact or self.state.square_of(self.state.feature(ident)) not in self.laid:
            return _raise(ident)  # the board shows it, or a move has laid it
        self.before.append(printer(fallback()).line(naming(NEW, ident)))
        return feature(now, NEW)

    def _figure(self, colour: str, figure: str, ident: str, marks: tuple[tuple[str, int], ...] = ()) -> list[Said]:
        """A figure as a move names it, with what it carries and its state where that tells it from others."""
        if not all(vocabulary().has("flag", mark) or vocabulary().has("unit", mark) for mark, _ in marks):
            _raise(ident)
        whole = carrying(things(figure, None, colour), marks)
        if not ident:
            return whole
        shown = ON_BOARD in ident and ident not in self.state.features
        return said(whole, "on", place(ident) if shown else self._feature(ident, False))

    def _meeple(self) -> list[Said]:
        """A figure on the feature, where a meeple may be one."""
        traits = vocabulary().kind_traits(self.state.feature(self.missing.subject).kind)
        if "monastic" in traits and "building" not in traits:
            _raise("meeple")
        return about([player(self._players()[0])], [[things("meeple")]])

    def _fitting(self) -> str:
        """A tile of the catalogue that fits on the square of a line, beside what is known there."""
        values, in_play = self.missing.values, self.state.setup.expansions
        square = values["squares"] if "squares" in values else values["square"]
        assert isinstance(square, Item)
        cell = (int(square.parts[0]), int(square.parts[1]))
        for face in catalogue().faces(in_play).values():
            for turns in face.distinct_turns:
                if not self.state.misfits(face, turns, cell):
                    return catalogue().shortest(face, turns, in_play)
        return _raise("fitting")

    def _players(self) -> list[str]:
        """The players of the position, with others where it names fewer than play the game."""
        named = self.state.players
        return [*dict.fromkeys((*named, *vocabulary().ids("colour")))][: max(FEWEST, len(named))]

    def _names(self, kind: str) -> list[str]:
        own = self.missing.subject
        others = [f.id for f in self.state.features.values() if f.id != own and (not kind or f.kind == kind)]
        return others[:NAMED] or _raise("names")


def _raise(name: str) -> NoReturn:
    raise LookupError(name)
