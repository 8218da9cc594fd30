"""What comes back for one question: a ruling and the parts it is made of."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from adjudicator.model.position import Cell
from adjudicator.model.span import NOWHERE, Span

Verdict = Literal["yes", "no", "scored", "options", "undetermined", "open", "disputed"]
"""``scored``: points; ``options``: a list or a number; ``undetermined``: the position lacks a
fact; ``open``: the rules leave it open; ``disputed``: the sources disagree."""


Value: TypeAlias = "str | int | Item | Finding | tuple[Value, ...] | None"
"""What fills a place in a sentence; of a tuple the members, joined with commas."""


class Item(NamedTuple):
    """One thing an answer lists or an expectation names, in a form that can be compared; its methods make them."""

    kind: str
    """What it is: the name of the method that makes it."""
    parts: tuple[Any, ...]

    @property
    def items(self) -> tuple["Item", ...]:
        """The things among its parts: of a move, what it takes."""
        return tuple(part for part in self.parts if isinstance(part, Item))

    @staticmethod
    def feature(ident: str) -> "Item":
        """A feature, by its id."""
        return Item("feature", (ident,))

    @staticmethod
    def player(colour: str) -> "Item":
        """A player."""
        return Item("player", (colour,))

    @staticmethod
    def word(ident: str) -> "Item":
        """A word of the lexicon, whatever its role."""
        return Item("word", (ident,))

    @staticmethod
    def noun(role: str, ident: str) -> "Item":
        """A word of the lexicon that stands inside a sentence."""
        return Item("noun", (role, ident))

    @staticmethod
    def number(number: int) -> "Item":
        """A bare number."""
        return Item("number", (number,))

    @staticmethod
    def count(number: int, colour: str, noun: str) -> "Item":  # type: ignore[override]
        """So many of a noun, a player's or nobody's (""): "2 red meeples", "1 ghost"."""
        return Item("count", (number, colour, noun))

    @staticmethod
    def figure(colour: str, figure: str, feature: str, marks: tuple[tuple[str, int], ...] = ()) -> "Item":
        """One figure where it stands: its owner, what it is, the feature, and the `marks` that tell it from others."""
        return Item("figure", (colour, figure, feature, marks) if marks else (colour, figure, feature))

    @staticmethod
    def marks(*marks: tuple[str, int]) -> "Item":
        """What the figure before it carries and how it stands, by mark id; 0 of what it has not."""
        return Item("marks", marks)

    @staticmethod
    def cell(cell: Cell) -> "Item":
        """A square."""
        return Item("cell", cell)

    @staticmethod
    def corner(cell: Cell) -> "Item":
        """The point at the north-west of a square."""
        return Item("corner", cell)

    @staticmethod
    def placement(tile: str, turns: int, x: int, y: int) -> "Item":
        """A tile on a square, so many quarter turns clockwise."""
        return Item("placement", (tile, turns, x, y))

    @staticmethod
    def copies(number: int, tile: str) -> "Item":
        """So many tiles of one face, by its letter or id."""
        return Item("copies", (number, tile))

    @staticmethod
    def move(verb: str, *parts: "Item") -> "Item":
        """What a player does, by the verb and what it takes."""
        return Item("move", (verb, *parts))

    @staticmethod
    def either(*items: "Item") -> "Item":
        """Any one of them; of one alone, that one."""
        return items[0] if len(items) == 1 else Item("either", items)

    @staticmethod
    def expansion(ident: str) -> "Item":
        """An expansion, by its title."""
        return Item("expansion", (ident,))

    @staticmethod
    def text(*parts: "str | Item") -> "Item":
        """Words that stand as they are, with spaces between."""
        return Item("text", parts)


class Line(NamedTuple):
    """One line of a sum: ``times`` times ``each`` points for a player, by one rule."""

    player: str
    """Colour of the player."""
    feature: str
    """Id of the feature, or "" for points that come from none."""
    item: str
    """What is counted: a phrase id (``item.<this>`` of the phrases), such as ``tiles``, ``coats``, ``cities``."""
    times: int
    each: int
    rule: str
    """The one rule id this line rests on."""

    @property
    def points(self) -> int:
        """Points of this line."""
        return self.times * self.each


Part = Literal["answers", "decides", "frames", "explains", "supposes"]
"""What a finding does for the answer: ``answers`` the very question; ``frames`` what holds of every case of its kind;
``explains`` what is told beside it; ``supposes`` what nobody said and the position does not show; all else
``decides`` it."""


class Finding(NamedTuple):
    """A fact the ruling rests on, or a condition that was tried, with the rule behind it."""

    rule: str
    """A rule id."""
    holds: bool
    """False for a condition that failed."""
    phrase: str
    """Phrase id (``fact.<this>``) of the sentence that states it."""
    values: Mapping[str, Value]
    """What fills the sentence: strings, numbers, Items, or tuples of them."""
    part: Part = "decides"
    against: tuple[str, ...] = ()
    """The players who get nothing, or less, by what holds."""

    @property
    def supposed(self) -> bool:
        """Whether the answer takes it to be so without being told."""
        return self.part == "supposes"

    def beside(self) -> "Finding":
        """The same, told beside the answer; what is supposed stays so."""
        return self if self.supposed else self._replace(part="explains")

    @property
    def losers(self) -> tuple[str, ...]:
        """The players who get nothing, or less, by it: of a condition that failed, the `player` whom it names."""
        named = self.values.get("player") if self.part in ("answers", "decides") and not self.holds else None
        return self.against or ((str(named.parts[0]),) if isinstance(named, Item) and named.kind == "player" else ())


class Decider(NamedTuple):
    """A rule that settles an answer."""

    rule: str
    players: tuple[str, ...] = ()
    """Those who get nothing, or less than they might have hoped for, by it."""


class Warning(NamedTuple):
    """A common trap that matters here: a phrase id (``trap.<this>``) and its values."""

    phrase: str
    values: Mapping[str, Value]
    rule: str = ""


class Change(NamedTuple):
    """Words to be typed in a line that is there already."""

    span: Span
    """What they replace; empty where they are put in."""
    old: str
    """What was typed there; where words are put in, that behind which they go, "" for a line of its own in front."""
    new: str
    """The words, in the fallback language, with the comma in front of them where they need one."""


class Missing(NamedTuple):
    """A fact the position lacks."""

    phrase: str
    """Phrase id (``missing.<this>``) of the question to put to the user: "is {feature} complete?"."""
    values: Mapping[str, Value]
    subject: str = ""
    """The feature or player the fact belongs to."""
    fact: str = ""
    """What kind of fact: ``complete``, ``tiles``, ``neighbours``, ``touches``, ``figures``, ``expansion`` ..."""
    say: tuple[str, ...] = ()
    """Lines that answer it, in the fallback language: each another answer; ``{number}`` stands for a number."""
    ways: int = 0
    """Of a fact that tells which of several is meant (`figures` of its values), how many these are: the question it
    stands in the way of is answered for each, and only where these answers differ is it asked for."""
    instead: tuple[Change, ...] = ()
    """Where a line that is there has to say more: each another way to write it."""
    meant: Span = NOWHERE
    """The words that say too little, where the question is what they mean."""
    turn: int = 0
    """In which turn of the text it is needed, from 1, where that matters: another turn may mean another of several, and
    what a turn left out is not told in the next one; else 0."""

    @property
    def whose(self) -> str:
        """What it is asked for in one word: a feature, a player or a box; "" for none of these."""
        box = self.values.get("expansion")
        return self.subject or (str(box.parts[0]) if isinstance(box, Item) else "")

    @property
    def point(self) -> str:
        """What tells such a fact from all others."""
        where = f"{self.turn} {self.meant.line}:{self.meant.column}"
        return f"{self.phrase} {where} {self.values.get('figures')!r}"


class Reading(NamedTuple):
    """One of the ways to read what the rules leave open."""

    id: str
    """What tells it from the others."""
    rules: tuple[str, ...]
    """The rule ids that lead to it."""


class Possible(NamedTuple):
    """One outcome of several, where the rules leave a question open or sources disagree."""

    readings: tuple[tuple[Reading, ...], ...]
    """Every way to read the rules that leads to it."""
    verdict: Verdict
    points: Mapping[str, int] = {}
    options: tuple[Item, ...] = ()
    lines: tuple[Line, ...] = ()
    """The sum, where there is one."""
    findings: tuple[Finding, ...] = ()
    """What holds in this outcome and not in every other."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that lead to it."""
        return tuple(dict.fromkeys(rule for way in self.readings for one in way for rule in one.rules))


class Otherwise(NamedTuple):
    """What another edition or rule switch would give: the whole answer under it."""

    option: str
    """``edition``, or the name of a rule switch such as ``tiny-city-scoring``."""
    value: str
    """The other edition, or the other value of that switch."""
    rule: str
    """The rule id behind it; of several that an edition changes here, the first."""
    verdict: Verdict
    points: Mapping[str, int]
    options: tuple[Item, ...] = ()
    rules: tuple[str, ...] = ()
    """All rules behind it."""
    possible: "tuple[Possible, ...]" = ()
    """Where that is open as well: every outcome."""
    missing: tuple[Missing, ...] = ()


class Ruling(NamedTuple):
    """The answer to one ``ask``."""

    topic: str
    """Topic id: ``score``, ``final``, ``may`` ..."""
    subject: tuple[Item, ...]
    """What was asked about."""
    verdict: Verdict
    points: Mapping[str, int] = {}
    """Points by colour; players who get nothing are left out unless they were in the running."""
    options: tuple[Item, ...] = ()
    """The list that was asked for (places, figures, players ...)."""
    ordered: bool = False
    """Whether the order of ``options`` is part of the answer."""
    choice: bool = False
    """Whether a player chooses one of ``options``."""
    lines: tuple[Line, ...] = ()
    findings: tuple[Finding, ...] = ()
    rules: tuple[str, ...] = ()
    """Every rule id cited, most deciding first, no repeats."""
    deciders: tuple[Decider, ...] = ()
    """The rules that settle the answer, most deciding first; () where it is not settled. Whoever tells an answer tells
    them in this order.

    First those by which somebody gets nothing or less, and of a ``no`` those of the conditions that were not met; then
    those that answer the very question, those of the lines, and of anything else those of what holds; of what is open
    or disputed those of its readings.
    """
    missing: tuple[Missing, ...] = ()
    otherwise: tuple[Otherwise, ...] = ()
    warnings: tuple[Warning, ...] = ()
    over: tuple[tuple[str, str], ...] = ()
    """Pairs (standing rule, rule it stands over)."""
    examples: tuple[Finding, ...] = ()
    """Worked examples of the rules that the case is like; ``ask why`` tells them, no other answer does."""
    possible: tuple[Possible, ...] = ()
    """Every outcome, where the verdict is ``open`` or ``disputed``. Then `points` holds the points of those players who
    have the same in all of them, `lines` and `findings` what they share, `options` the numbers of a number."""

    @property
    def settled_by(self) -> tuple[str, ...]:
        """The ids of the rules that settle the answer, most deciding first."""
        return tuple(one.rule for one in self.deciders)

    @property
    def told(self) -> tuple[Finding, ...]:
        """All findings but what is assumed, those of the rules that settle the answer first, in their order."""
        found = [one for one in self.findings if not one.supposed]
        first = [one for rule in self.settled_by for one in found if one.rule == rule]
        return (*first, *(one for one in found if one not in first))

    def in_full(self) -> "Ruling":
        """The same answer with its examples among what was found."""
        rules = dict.fromkeys((*self.rules, *(found.rule for found in self.examples)))
        return self._replace(findings=(*self.findings, *self.examples), rules=tuple(rules), examples=())


R = TypeVar("R")


BOUND = "\x0e"
"""Stands around the kind and the name of a feature that is the only one of its kind: "the city", once it is said."""


def only(kind: str, name: str) -> str:
    """What stands for the id of a feature that is the only one of its kind."""
    return f"{BOUND}{kind}\x0f{name}{BOUND}"


def renamed(value: R, names: Callable[[str], str]) -> R:
    """A record, or a part of one, with features called as `names` calls them."""
    if isinstance(value, str):
        return names(value)  # type: ignore[return-value]
    if isinstance(value, Mapping):
        return {key: renamed(one, names) for key, one in value.items()}  # type: ignore[return-value]
    if isinstance(value, tuple) and not (isinstance(value, Item) and value.kind == "placement"):
        parts = [renamed(one, names) for one in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)  # type: ignore[return-value]
    return value


class Expected(NamedTuple):
    """How one ``expect`` was met."""

    text: str
    """The expectation as written."""
    met: bool
    given: str
    """The answer in the same words, for the comparison."""
    because: tuple[str, ...] = ()
    """Rule ids that the expectation names."""
    uncited: tuple[str, ...] = ()
    """Those of them the ruling did not cite."""
    line: int = 0


class Answer(NamedTuple):
    """One question of a scenario with its ruling and what was expected of it."""

    scenario: str
    """Title of the scenario, "" for an untitled one."""
    file: str
    line: int
    column: int
    ask: str
    """The question as written."""
    ruling: Ruling
    expected: tuple[Expected, ...] = ()
    setup: Mapping[str, Any] = {}
    """``edition``, ``options`` and ``expansions`` in force."""
    kinds: Mapping[str, str] = {}
    """The kinds of the features that the question names, and of all that the text told without a board: ``city`` by
    ``T``."""
    called: Mapping[str, str] = {}
    """How the question points at features that have no name: ``road at (1,0)`` by ``road W at (0,0)``."""

    @property
    def met(self) -> bool | None:
        """Whether every expectation was met; None where nothing was expected."""
        return all(e.met for e in self.expected) if self.expected else None


class Outcome(NamedTuple):
    """All that came of one text."""

    answers: tuple[Answer, ...]
    problems: tuple[Any, ...] = ()
    """Every `adjudicator.errors.Problem`, in the order of the text."""
    language: str = ""
    text: str = ""
    """The cleaned text that the spans of the problems refer to."""
