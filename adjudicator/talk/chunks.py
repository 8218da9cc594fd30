"""Groups of words, by the ambiguous grammar ``grammar/talk.lark``: every grouping is weighed and the cheapest taken.

Lark reads the grammar; the shapes of groups that it allows are prepared once, each a row of classes with what it costs.
A clause is put into groups by the cheapest row of shapes, in the cheapest meanings of its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import store
from adjudicator.talk.tokens import Word
from adjudicator.talk.words import Meaning

CLASSES = {
    **dict.fromkeys(("who", "colour"), "O"),
    "number": "N",
    "article": "Q",
    "times": "W",
    "size": "V",
    **dict.fromkeys(("figure", "stance"), "F"),
    "kind": "K",
    "unit": "U",
    "flag": "G",
    "not": "X",
    "each": "E",
    "and": "J",
    "around": "A",
    "of": "D",
    "alone": "L",
    "there": "P",
    "in": "I",
    "another": "B",
    "of-it": "T",
    "break": "S",
}
"""The letter of the grammar for each role; all others are C."""
WHO = {"i": "Y", "am": "Y", "my": "Z", "his": "Z"}
"""Those that are not like a name: what only does something, what only owns."""
EMPTY = "flag:empty"
"""The state that says of a player or a feature that nobody stands there."""
NUMBER = "number-of"
"""The role of what a word says of how many are meant, besides what it means: ``noun`` for one that is spelt alike for
one and for several, ``several`` for a word that stands before several of those (roter Ritter, rote Ritter)."""
PLAYERS = 5
"""Players of whom one group may speak, at most."""


class Said(NamedTuple):
    """A word in the meaning that was taken."""

    at: int
    """Which word of the sentence it is."""
    role: str
    ident: str
    several: bool
    keys: tuple[str, ...]
    """All that the word may mean, as ``role:id``."""


class Chunk(NamedTuple):
    """One group: the name of its shape and its words in order."""

    shape: str
    said: tuple[Said, ...]

    def first(self, *roles: str) -> Said | None:
        """The first word of one of these roles."""
        return next((one for one in self.said if one.role in roles), None)

    def all(self, *roles: str) -> list[Said]:
        """The words of these roles."""
        return [one for one in self.said if one.role in roles]


class _Shape(NamedTuple):
    """One shape of a group: its name, what it costs, and the classes that may stand at each place."""

    name: str
    cost: int
    classes: tuple[str, ...]


def _grammar_file() -> Any:
    return store.grammar_folder() / "talk.lark"


@cache
def shapes() -> dict[str, list[_Shape]]:
    """All shapes, by the class of their first word."""
    stored = store.prepared("talk-shapes", lambda: [_grammar_file(), Path(__file__)], _built)
    found: dict[str, list[_Shape]] = {}
    for name, cost, classes in stored:
        for letter in classes[0]:
            found.setdefault(letter, []).append(_Shape(name, cost, tuple(classes)))
    return found


def _built() -> list[tuple[str, int, list[str]]]:
    """The shapes that the grammar allows, each as the rule or alternative that names it."""
    from lark import Lark

    grammar = Lark(_grammar_file().read_text(encoding="utf-8"), parser="earley", lexer="basic")
    rules: dict[str, list[Any]] = {}
    for rule in grammar.rules:
        rules.setdefault(rule.origin.name, []).append(rule)

    def rows(symbol: Any, depth: int) -> list[list[str]]:
        """Every row of classes that a symbol may stand for; a name that begins with _ is one of several classes."""
        if symbol.is_term:
            return [[symbol.name]]
        known = rules[symbol.name]
        if symbol.name.startswith("_") and all(len(one.expansion) == 1 and one.expansion[0].is_term for one in known):
            return [["".join(one.expansion[0].name for one in known)]]
        return [row for rule in known for row in combined(rule.expansion, depth)] if depth else []

    def combined(symbols: Sequence[Any], depth: int) -> list[list[str]]:
        found: list[list[str]] = [[]]
        for symbol in symbols:
            deeper = depth - (not symbol.is_term)
            found = [[*row, *more] for row in found for more in rows(symbol, deeper)]
        return found

    shapes = []
    for item in rules["item"]:
        for rule in rules[item.expansion[0].name]:
            name, _, cost = (rule.alias or rule.origin.name).rpartition("_")
            weighed = bool(name) and cost.isdigit()
            for row in combined(rule.expansion, PLAYERS):
                shapes.append((name if weighed else rule.origin.name, int(cost) if weighed else 0, row))
    return shapes


def _letter(meaning: Meaning) -> str:
    """The class of a word."""
    if meaning.role == "who":
        return WHO.get(meaning.ident, "O")
    if meaning.role == "colour" and meaning.several:  # blue's
        return "Z"
    return "M" if meaning.key == EMPTY else CLASSES.get(meaning.role, "C")


def chunked(words: Sequence[Word]) -> list[Chunk]:
    """The groups of a sentence; words that say nothing are left out, those not understood must not be there."""
    spoken = [(at, word) for at, word in enumerate(words) if word.meanings[0].role != "filler"]
    chunks: list[Chunk] = []
    start = 0
    for end, (_, word) in enumerate(spoken, 1):
        # A group cannot run over the end of a clause, so that each is put into groups by itself.
        if word.meanings[0].role == "break" or end == len(spoken):
            chunks += _clause(spoken[start:end])
            start = end
    return chunks


def _clause(spoken: Sequence[tuple[int, Word]]) -> Iterator[Chunk]:
    """The cheapest groups of one clause; of those that cost the same, the fewest."""
    readings = [_readings(word) for _, word in spoken]
    best: list[tuple[int, int, int, _Shape | None]] = [(0, 0, 0, None)]
    for end in range(1, len(spoken) + 1):
        best.append((10**6, 0, 0, None))
        for begin in range(end):
            for shape in (one for letter in readings[begin] for one in shapes().get(letter, ())):
                if len(shape.classes) != end - begin or best[begin][0] >= 10**6:
                    continue
                cost = _fits(shape, readings[begin:end])
                if cost is not None:
                    total = (best[begin][0] + shape.cost + cost, best[begin][1] + 1)
                    if total < best[end][:2]:
                        best[end] = (*total, begin, shape)
    groups: list[Chunk] = []
    end = len(spoken)
    while end:
        _, _, begin, taken = best[end]
        assert taken is not None, "every class is a group of its own"
        said = tuple(_chunk(*spoken[at], readings[at], taken.classes[at - begin]) for at in range(begin, end))
        groups.append(Chunk(taken.name, said))
        end = begin
    yield from reversed(groups)


def _fits(shape: _Shape, readings: Sequence[dict[str, tuple[int, Meaning]]]) -> int | None:
    """What the meanings cost in which some words have a shape; None where they have it in none."""
    cost = 0
    for classes, meant in zip(shape.classes, readings, strict=True):
        ranks = [rank for letter, (rank, _) in meant.items() if letter in classes]
        if not ranks:
            return None
        cost += min(ranks)
    return cost


def _chunk(at: int, word: Word, meant: dict[str, tuple[int, Meaning]], classes: str) -> Said:
    _, meaning = min((reading for letter, reading in meant.items() if letter in classes), key=lambda one: one[0])
    return Said(at, meaning.role, meaning.ident, meaning.several, tuple(one.key for one in word.meanings))


def _readings(word: Word) -> dict[str, tuple[int, Meaning]]:
    """The meanings of a word by class, each with what it costs."""
    found: dict[str, tuple[int, Meaning]] = {}
    for rank, meaning in enumerate(one for one in word.meanings if one.role != NUMBER):
        found.setdefault(_letter(meaning), (rank, meaning))
    return found
