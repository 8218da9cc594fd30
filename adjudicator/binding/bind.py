"""Statements to bound scenarios, collecting every problem on the way."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple, TypeVar

from adjudicator.binding.board import BoardReader
from adjudicator.binding.called import NAME, fixed_names
from adjudicator.binding.forms import match
from adjudicator.binding.groups import ATTACHED, HEADER, Group, group
from adjudicator.binding.header import (
    read_edition,
    read_expansions,
    read_hand,
    read_players,
    read_stock,
    read_switch,
)  # fmt: skip
from adjudicator.binding.implied import InPlay
from adjudicator.binding.linked import SAME_TILE, Whose, read_whose
from adjudicator.binding.names import names_from_moves, pointing
from adjudicator.binding.reader import GUESSES, FigurePhrase, Mistake, unknown_name
from adjudicator.binding.repeats import Said, no_repeats
from adjudicator.binding.sketch import feature_name, occupants, read_facts, read_figures, read_linked
from adjudicator.binding.standing import misplaced
from adjudicator.binding.steps import StepReader, named_words
from adjudicator.binding.suggest import suggested
from adjudicator.errors import Problem
from adjudicator.limits import spend
from adjudicator.model.position import Feature, Hand, Link, Occupant, Touch
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import BOX, Ref, Scenario, Setup, Step
from adjudicator.model.span import Span
from adjudicator.syntax.document import Document, Statement
from adjudicator.syntax.lexer import Word, misled
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.vocabulary import vocabulary

BELONGING = ATTACHED | {"figures_at", "expect", "because"}
"""Forms that say more about the line above them."""
ONCE = ("players", "edition", "source")
"""Forms that a scenario says once: the second would make the first say nothing."""
FOLLOWING = frozenset(
    ("figures-nowhere", "row-without-grid", "move-without-turn", "expect-without-ask", "because-without-expect")
)
"""What is wrong with a line only because the one it belongs to could not be read."""


Read = TypeVar("Read")


class Bound(NamedTuple):
    """All scenarios of a text that could be bound, and every problem of it in the order of the text."""

    scenarios: tuple[Scenario, ...]
    problems: tuple[Problem, ...]
    language: str
    text: str


def bind(document: Document) -> Bound:
    """The scenarios of `document`. A scenario with a problem is left out, never half answered."""
    header, groups, problems = group(document)
    problems += document.problems
    scenarios: list[Scenario] = []
    if not document.statements and not problems:
        problems.append(Problem("empty", Span(1, 1, 2)))
    called: list[str] = []
    seen: set[tuple[str, Span]] = {(p.code, p.span) for p in problems}
    for one in groups:
        binder = _Binder(document.language, header, one, GUESSES - len(problems))
        scenario = binder.run()
        called += binder.names.values()
        for problem in binder.problems:
            if (problem.code, problem.span) not in seen:
                seen.add((problem.code, problem.span))
                problems.append(problem)
        if not binder.problems and not one.broken:
            scenarios.append(scenario)
    problems.sort(key=lambda p: (p.span.line, p.span.column))
    if problems:
        problems = suggested(problems, document.language, called)
    return Bound(tuple(scenarios), tuple(problems), document.language, document.text)


class _Binder:
    """Binds one scenario."""

    def __init__(self, lang: str, header: list[Statement], one: Group, guesses: int) -> None:
        self.lang = lang
        self.words = lexicon(lang)
        self.one = one
        self.header = header
        self.problems: list[Problem] = []
        self.guesses = guesses
        """How many problems may still come with suggestions."""
        self.lost = False
        """Whether the line that coming figures, rows or expectations belong to could not be read."""
        self.lost_turn = False
        """Whether a line above could not be read that may have begun a turn."""
        self.nameless = False
        """Whether a feature could not even be named."""
        self.edition = "C3"
        self.in_play = InPlay()
        self.listed: set[str] = set()
        """The expansions that `use` lines named."""
        self.options: dict[str, str] = {}
        self.players: tuple[str, ...] = ()
        self.names: dict[str, str] = {}
        self.source = ""
        self.features: dict[str, Feature] = {}
        self.by_name: dict[str, str] = {}
        self.links: list[Link] = []
        self.holes: list[Ref] = []
        """What facts say that features are open to."""
        self.subjects: list[Word] = []
        """The words in front of the colon of lines on what lies near something."""
        self.hands: dict[str, Hand] = {}
        self.stock: dict[str, int] = {}
        self.said: dict[str, Said] = {}
        """What the lines of the header said, by what they are about; those of one scenario may say it otherwise."""
        self.steps = StepReader(lang)
        self.board = BoardReader(lang)
        self.colours: dict[str, Span] = {}
        self.unread: set[str] = set()
        """Folded words of lines that could not be read: the names of features may be among them."""
        self.labels: set[str] = set()
        """Names of figures."""
        self.current: str = ""
        """Where coming figure lines belong: ``feature``, ``board`` or nothing."""
        self.feature: Feature | None = None

    def run(self) -> Scenario:
        own = self.one.statements
        for part in (self.header, own):
            self.said.clear()
            for statement in part:
                if statement.form in HEADER and statement.form != "tile":
                    self._try(statement)
        for part, form in product((self.header, own), ONCE):
            for again in [s for s in part if s.form == form][1:]:
                self.problems.append(Problem("line-twice", again.span, {"word": again.words[0].text}))
        for statement in (*self.header, *own):
            if statement.form == "tile":
                self._try(statement)
        self.board.in_play = frozenset(self.in_play.expansions)
        self.board.players = self.players
        unread = [(row.words[0].line, row.words[0].column) for row in self.one.unread]
        self._note_unread()
        before = 0 if self.one.first else bisect_left(unread, (self.one.span.line, self.one.span.column))
        for statement in own:
            at = bisect_left(unread, (statement.span.line, statement.span.column))
            if at > before:
                self.lost = self.lost_turn = True
            before = at
            if statement.form not in HEADER:
                self._try(statement)
        self._resolve()
        if self.problems or self.one.broken:
            self._look_ahead()
        self._fixed_names()
        self._roles(own)
        brought = self.in_play.by_steps(self.steps.steps, frozenset((*self.by_name, *self.board.known_names())))
        if self.one.game:
            self.problems += [self._not_in_use(expansion, step) for expansion, step in brought.items()]
        implied = frozenset(self.in_play.expansions)
        order = self.players or tuple(self.colours)
        unlisted = implied.difference(self.listed, InPlay().expansions) if self.listed else frozenset()
        boxes = self.stock.get(BOX, 1)
        setup = Setup(self.edition, implied, self.options, order, bool(self.players), self.names, unlisted, boxes)
        return Scenario(
            self.one.title, self.one.game, self.source, setup, self.features, tuple(self.links),
            self.board.finished(), self.hands, self.stock, self.board.own, tuple(self.steps.steps), self.one.span,
        )  # fmt: skip

    def _try(self, statement: Statement) -> None:
        spend(statement.span.line)
        try:
            method = getattr(self, f"_{statement.form}", None)
            if method is not None:
                method(statement)
            elif statement.form in ATTACHED:
                self.board.take(statement)
            elif statement.form in BoardReader.FORMS:
                self.current = "board"
                self.board.take(statement)
            else:
                self.current = ""
                self._see(statement)
                self.steps.take(statement)
        except Mistake as mistake:
            missed = mistake.bare.code == "move-without-turn" and self.lost_turn
            missed = missed or misled(statement.row, mistake.bare.span)
            if not missed and not (self.lost and mistake.bare.code in FOLLOWING) and not self.board.follows(mistake):
                self._wrong(mistake)
            if statement.form not in BELONGING:
                self.lost = True
            self.lost_turn = self.lost_turn or statement.form in ("turn", "game_turn")
        else:
            if statement.form not in BELONGING:
                self.lost = False

    def _not_in_use(self, expansion: str, step: Step) -> Problem:
        """The problem of a move in a game that brings a piece of an expansion which nothing put into play."""
        word = self.words.expansion_word(expansion)
        values = {"expansion": self.words.expansion_title(expansion), "word": word}
        return Problem("piece-not-in-use", step.span, values)

    def _each(self, clauses: list[list[Word]], read: Callable[[list[list[Word]]], Read]) -> Read:
        """What `read` makes of the items of a line; of one that has several misspelt items each is told."""
        rest, first = list(clauses), None
        while True:
            try:
                found = read(rest)
            except Mistake as mistake:
                span = mistake.bare.span
                at = next((i for i, clause in enumerate(rest) if any(word.span == span for word in clause)), None)
                if first is None:
                    first = mistake
                elif at is not None and len(self.problems) < self.guesses and mistake.problem.suggestions:
                    self._wrong(mistake)
                if at is None or len(rest) > GUESSES:
                    raise first from None
                del rest[at]
            else:
                if first is not None:
                    raise first
                return found

    def _wrong(self, mistake: Mistake) -> None:
        self.problems.append(mistake.problem if len(self.problems) < self.guesses else mistake.bare)

    def _note_unread(self) -> None:
        """What lines that could not be read would have put on the board."""
        for row in self.one.unread:
            first = row.words[0]
            if first.type == "COORD":
                self.board.lost.add(first.value)
            elif first.type == "_BAR":
                self.board.gaps = True

    def _roles(self, statements: Iterable[Statement]) -> None:
        """Tells each knight, thief, monk and farmer that stands where only others do."""
        under = ""
        for statement in statements:
            figures = statement.form == "figures"
            under = statement.words[0].id("kind") or (under if figures else "")
            self.problems += misplaced(statement.words, under if figures else "", self._kind)

    def _kind(self, word: Word) -> str:
        """The kind of the feature that goes by a word, "" where none is told."""
        name = self.by_name.get(fold(word.text), "")
        return self.features[name].kind if name in self.features else ""

    def _see(self, statement: Statement) -> None:
        """Notes the colours a statement names; the first that is not among the players is told."""
        try:
            for word in statement.words:
                colour = word.id("colour")
                if colour is not None:
                    self._player(colour, word.span)
        except Mistake as mistake:
            self._wrong(mistake)

    def _player(self, colour: str, span: Span) -> None:
        self.colours.setdefault(colour, span)
        if self.players and colour not in self.players:
            raise Mistake(Problem("player-undeclared", span, {"player": Item.player(colour)}))

    # ---- header
    def _source(self, statement: Statement) -> None:
        self.source = statement.parts[1].text

    def _use(self, statement: Statement) -> None:
        named = read_expansions(statement.parts[1], self.words, self.said.setdefault("use", Said()))
        self.in_play.expansions.update(named)
        self.listed.update(named)
        for name, value in (one for rules in named.values() for one in rules.items()):
            self.said.setdefault("rule", Said()).once(name, statement.words)
            self.options[name] = value

    def _edition(self, statement: Statement) -> None:
        self.edition = read_edition(statement.parts[1])

    def _switch(self, statement: Statement) -> None:
        name, value = read_switch(statement.parts[1], self.lang)
        if self.options.get(name) != "true" or value in ("true", "false"):  # else it says how much
            self.said.setdefault("rule", Said()).once(name, statement.words)
        self.options[name] = value

    def _players(self, statement: Statement) -> None:
        self.players, self.names = read_players(statement.parts[1], self.lang)

    def _has(self, statement: Statement) -> None:
        colour = statement.parts[0].id("colour")
        self._player(colour, statement.span)
        before = self.hands.get(colour)
        said = self.said.get(colour, Said())

        def read(clauses: list[list[Word]]) -> Hand:
            self.said[colour] = said.copy()
            return read_hand(clauses, before, self.said[colour], self.lang, self.in_play.expansions)

        hand = self._each(statement.parts[2], read)
        self.hands[colour] = hand = hand._replace(span=statement.span)
        self.in_play.by_things((*(hand.items or ()), *(unit for unit, _, _ in hand.captives)))

    def _stock(self, statement: Statement) -> None:
        stock = read_stock(statement.parts[1], self.lang, self.in_play.expansions)
        self.stock.update(stock)
        self.in_play.by_things(stock)

    def _tile(self, statement: Statement) -> None:
        self.in_play.by_clauses(statement.parts[2], ("kind", "unit", "symbol"))
        no_repeats(statement.parts[2])
        self.board.define(statement, self.problems, self.in_play.expansions)

    def _tile_set(self, statement: Statement) -> None:
        raise Mistake(Problem("set-here", statement.span))

    # ---- sketch
    def _feature(self, statement: Statement) -> None:
        parts = statement.parts
        kind_word: Word = parts[0]
        kind = kind_word.id("kind") or ""
        named = parts[1] if len(parts) > 1 and isinstance(parts[1], list) and _flat(parts[1]) else None
        clauses = parts[-1] if len(parts) > 1 and not _flat(parts[-1]) else []
        self.current, self.feature = "feature", None
        self.nameless, nameless = True, self.nameless
        if named and named[0].id("side"):
            raise Mistake(Problem("keyword-as-name", named[0].span, {"word": named[0].text}))
        if named and named[0].id("colour") and len(parts) == 2:
            turn = self.words.say("keyword", "turn")
            if fold(kind_word.text) == fold(turn).split()[0]:  # "tour rouge", where the turn is "tour de rouge"
                begun = {"word": f"{kind_word.text} {named[0].text}"}
                meant = (f"{turn} {named[0].text}",)
                raise Mistake(Problem("unknown-statement", statement.span, begun, meant))
        name = feature_name(kind, named, self.lang)
        self.nameless = nameless
        key = fold(name)
        if key in self.by_name:
            self._add_facts(statement, kind, self.by_name[key], clauses)
            return
        self._one_kind(kind_word, kind)
        self.in_play.by("kind", kind)
        self.in_play.by_clauses(clauses, ("unit", "flag", "symbol"))
        span = Span(kind_word.line, kind_word.column, (named[-1] if named else kind_word).end_column)
        self.by_name[key] = name
        self.features[name] = self.feature = Feature(name, kind, span=span)
        facts = self._each(clauses, lambda rest: self._facts(name, kind, rest, span))
        self.features[name] = self.feature = facts

    def _one_kind(self, word: Word, kind: str) -> None:
        """Refuses the word of a kind that no expansion in play has, where one in play has a kind that is called so for
        short: ``castle`` for a haunted castle. Raises Mistake.
        """
        owner = vocabulary().owner("kind", kind)
        if not owner or owner in self.in_play.expansions:
            return
        also = {one: ident for one in self.words.longer(word.text, ("kind",))
                for role, ident in self.words.phrases[fold(one)] if role == "kind" and ident != kind}  # fmt: skip
        meant = [one for one, ident in also.items() if vocabulary().owner("kind", ident) in self.in_play.expansions]
        if meant:
            other = {
                "word": word.text,
                "expansion": self.words.expansion_title(owner),
                "use": self.words.expansion_word(owner),
            }
            raise Mistake(Problem("which-kind", word.span, other, tuple(meant)))

    def _add_facts(self, statement: Statement, kind: str, name: str, clauses: list[list[Word]]) -> None:
        """A second line on a feature: it may add to what was said. Raises Mistake where it says again what was."""
        before = self.features[name]
        twice = Mistake(Problem("feature-twice", statement.span, {"feature": name}))
        if before.kind != kind or (not clauses and (before.occupants or "empty" in before.flags)):
            raise twice
        self.in_play.by_clauses(clauses, ("unit", "flag", "symbol"))
        more = self._each(clauses, lambda rest: self._facts(name, kind, rest, statement.span))
        if None not in (before.complete, more.complete) and before.complete != more.complete:
            raise Mistake(Problem("contradiction", statement.span, {"feature": name, "word": statement.words[-1].text}))
        touches = _retold(before.touches, more.touches)
        if touches is None and None not in (before.touches, more.touches):
            raise twice
        if None not in (before.tiles, more.tiles):
            raise twice
        new = more.complete if before.complete is None else None
        if clauses and (new, more.tiles, more.touches) == (None, None, None) and not more.marks and not more.flags:
            raise twice
        if before.flags & more.flags or before.marks.keys() & more.marks.keys():
            raise twice
        if before.occupants and "empty" in more.flags:
            raise Mistake(Problem("not-empty", statement.span, {"feature": name}))
        self.features[name] = self.feature = before._replace(
            complete=more.complete if before.complete is None else before.complete,
            tiles=more.tiles if before.tiles is None else before.tiles,
            touches=touches,
            marks={**before.marks, **more.marks},
            flags=before.flags | more.flags,
        )

    def _facts(self, name: str, kind: str, clauses: list[list[Word]], span: Span) -> Feature:
        refs: list[Ref] = []
        feature = read_facts(name, kind, clauses, self.lang, span, refs)
        self.holes += refs
        return feature

    def _figures(self, statement: Statement) -> None:
        colour: Word = statement.parts[0]
        owner = colour.id("colour") or ""
        self._player(owner, colour.span)
        if self.lost:
            self._each(statement.parts[1], lambda rest: read_figures(rest, self.lang))
            return  # what they stand on could not be read; that is problem enough
        if self.current == "board":
            for phrase in read_figures(statement.parts[1], self.lang):
                self.in_play.by_figure(phrase)
            self.board.take(statement)
            return
        if self.current != "feature":
            raise Mistake(Problem("figures-nowhere", statement.span, {"word": colour.text}))
        if self.feature is None:
            return
        found: list[Occupant] = []
        for phrase in self._each(statement.parts[1], lambda rest: read_figures(rest, self.lang)):
            self.in_play.by_figure(phrase)
            found += occupants(phrase, owner, self.feature.id)
        self._stand(self.feature.id, tuple(found), statement.span)
        self.feature = self.features[self.feature.id]

    def _figures_at(self, statement: Statement) -> None:
        coord, colour, clauses = statement.parts
        owner = colour.id("colour") or ""
        self._player(owner, colour.span)
        phrases = read_figures(clauses, self.lang)
        for phrase in phrases:
            self.in_play.by_figure(phrase)
        names = [p.place.name for p in phrases if p.place is not None and p.place.name and not p.place.kind]
        on_board = self.board.placed or self.board.lost or self.board.gaps
        if on_board and all(fold(name) in self.board.known_names() for name in names):
            self.board.take(statement)
            return
        for phrase in phrases:
            if phrase.place is None:
                raise Mistake(Problem("figure-where", phrase.span, {"square": coord.text}))
            if not phrase.place.name:
                raise Mistake(Problem("no-tile-there", coord.span, {"square": coord.text}))
            name = self._feature_id(phrase.place)
            stood = tuple(o._replace(cell=coord.value) for o in occupants(phrase, owner, name))
            self._stand(name, stood, statement.span)

    def _stand(self, name: str, found: tuple[Occupant, ...], span: Span) -> None:
        feature = self.features[name]
        for label, word in ((fold(one.label), one.label) for one in found if one.label):
            if label in self.labels:
                raise Mistake(Problem("said-twice", span, {"word": word}))
            self.labels.add(label)
        if found and "empty" in feature.flags:
            raise Mistake(Problem("not-empty", span, {"feature": name}))
        self.features[name] = feature._replace(occupants=(*feature.occupants, *found))

    # ---- links
    def _near(self, statement: Statement) -> None:
        self.current = ""
        kind, span = statement.form.replace("_", "-"), statement.span
        subject = statement.parts[1] if len(statement.parts) > 2 else []
        match("keyword", statement.form, subject, self.lang, span)
        linked = read_linked(statement.parts[-1], self.lang, kind == SAME_TILE)
        self.in_play.by_clauses((subject,), ("figure",))
        for item in linked:
            if isinstance(item, FigurePhrase):
                self.in_play.by_figure(item)
        whose = read_whose(kind, subject, self.lang, span)
        self.links.append(Link(kind, " ".join(w.text for w in subject), linked, span, whose))
        if kind != SAME_TILE:
            self.subjects += subject

    _around = _same_tile = _near

    # ---- afterwards
    def _feature_id(self, ref: Ref) -> str:
        name = self.by_name.get(fold(ref.name))
        if name is None:
            raise unknown_name(ref.name, ref.span, self.features)
        return name

    def _resolve(self) -> None:
        """Looks up the names that facts and links use, now that every feature is known."""
        self.unread.update(fold(word.text) for row in self.one.unread for word in row.words)
        for feature in self.features.values():
            for touch in feature.touches or ():
                if touch.city:
                    self._check(Ref(name=touch.city, kind=touch.kind, span=touch.span))
        for hole in self.holes:
            self._check(hole)
        for name, feature in self.features.items():
            if feature.touches:
                touches = tuple(t._replace(city=self.by_name.get(fold(t.city), t.city)) for t in feature.touches)
                self.features[name] = feature._replace(touches=touches)
        known = {*self.board.known_names(), *(self._named_by_moves() if self.links else ())}
        for link in self.links:
            for item in link.items:
                ref = item.place if isinstance(item, FigurePhrase) else item
                if isinstance(ref, Ref) and ref.name:
                    if ref.kind:
                        self._check_kind(ref)
                    elif fold(ref.name) not in known:
                        self._check(ref)
            if isinstance(link.whose, Whose):
                place = link.whose.figure.place if link.whose.figure is not None else link.whose.place
                if place is not None and place.kind:
                    self._check_kind(place)
        self._check_subjects()
        self.board.close_grid()
        self.problems += self.board.problems
        turns = self.steps.turns()
        for step in self.steps.steps:
            if step.kind == "claim" and step.after and step.after not in turns and not self.lost_turn:
                self.problems.append(Problem("no-such-turn", step.span, {"number": step.after}))

    def _check_subjects(self) -> None:
        """What things lie near must be there: a stray word in front of the colon would make the line say nothing."""
        plain = [word for word in self.subjects if word.type == "ATOM" and not word.roles]
        if not plain:
            return
        labels = {fold(o.label) for feature in self.features.values() for o in feature.occupants if o.label}
        tiles = {fold(link.subject) for link in self.links if link.kind == SAME_TILE}
        known = labels | tiles | self._named_by_moves()
        for word in plain:
            if fold(word.text) not in known:
                self._check(Ref(name=word.text, span=word.span))

    def _fixed_names(self) -> None:
        """A quoted or foreign word for a place that has a fixed name means what that name means without quotes, but
        where something else here is called so.
        """
        strange = [w for w in named_words(self.steps.steps) if not w.roles and w.type in ("ATOM", "STRING")]
        places = [(word, ident) for word in strange for ident in sorted(fixed_names(word.text)) if _of_place(ident)]
        if not places:
            return
        elsewhere = {*self.board.known_names(), *self._named_by_moves(), *map(fold, self.board.own)}
        named = [(feature.kind, ident) for feature in self.features.values() for ident in fixed_names(feature.id)]
        other = {ident for kind, ident in named if kind not in _of_place(ident)}
        for word, ident in places:
            feature = self.features.get(self.by_name.get(fold(word.text), ""))
            if feature is not None:
                meant = feature.kind in _of_place(ident)
            else:
                meant = word.type == "STRING" and fold(word.text) not in elsewhere and ident not in other
            if meant:
                word.roles = ((NAME, ident),)

    def _named_by_moves(self) -> set[str]:
        """Folded names that moves give, such as that of a feature which the placed tile starts."""
        return names_from_moves(self.steps.steps)

    def _check(self, ref: Ref) -> None:
        """Notes the problem of a name that stands for nothing, or for a feature of another kind than is said."""
        name = fold(ref.name)
        try:
            if name not in self.board.known_names() and name not in self.unread:
                self._feature_id(ref)
        except Mistake as mistake:
            self._wrong(mistake)
        self._check_kind(ref)

    def _check_kind(self, ref: Ref) -> None:
        """Notes the problem of a kind that the feature of that name is not of."""
        feature = self.features.get(self.by_name.get(fold(ref.name), ""))
        if feature is not None and ref.kind not in ("", feature.kind):
            values = {"feature": feature.id, "kind": Item.noun("kind", feature.kind)}
            self.problems.append(Problem("other-kind", ref.span, values))

    def _look_ahead(self) -> None:
        """Finds names in moves and questions that stand for nothing, where the scenario will not be played."""
        if self.nameless or not self.one.whole or any(s.row.unclosed for s in self.one.statements):
            return
        known = {*self.by_name, *self.board.known_names(), *names_from_moves(self.steps.steps)}
        known |= self.unread
        for ref in pointing(self.steps.steps):
            if fold(ref.name) not in known:
                self._wrong(unknown_name(ref.name, ref.span, self.features))


def _retold(before: tuple[Touch, ...] | None, more: tuple[Touch, ...] | None) -> tuple[Touch, ...] | None:
    """The cities that a field touches by two lines; None where none says it, or both and the second tells no more.

    A second line may tell of as many cities as the first only counted whether they are complete.
    """
    if before is None or more is None:
        return more if before is None else before
    open_ = [one for one in before if not one.city and one.complete is None]
    if any(one.city or one.complete is None for one in more):
        return None
    if not open_ or sum(one.number for one in more) != sum(one.number for one in open_):
        return None
    return (*(one for one in before if one not in open_), *more)


def _of_place(ident: str) -> tuple[str, ...]:
    """The kinds of the features that go by a fixed name; none for a name of what is no place."""
    return vocabulary().traits(NAME, ident)


def _flat(part: object) -> bool:
    """Whether a part is one clause rather than a list of them."""
    return isinstance(part, list) and bool(part) and isinstance(part[0], Word)
