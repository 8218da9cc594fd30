"""Groups of words, by the ambiguous grammar ``grammar/talk.lark``: every grouping is weighed and the cheapest taken."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from lark import Lark, Token, Tree
from lark.lexer import Lexer

from adjudicator import store
from adjudicator.talk.tokens import Word
from adjudicator.talk.words import Meaning

CLASSES = {
    **dict.fromkeys(("who", "colour"), "O"),
    "number": "N",
    "article": "Q",
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
READINGS = 12
"""Ways to read the words of a sentence that are tried, at most."""


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


class _Letters(Lexer):
    """Hands the parser words that have their class already."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        yield from lexer_state.text


@cache
def _parser() -> Lark:
    source = (store.grammar_folder() / "talk.lark").read_text(encoding="utf-8")
    return Lark(source, parser="earley", lexer=_Letters, ambiguity="explicit", maybe_placeholders=False)


def _costs(tree: Tree[Any], known: dict[int, tuple[int, tuple[Tree[Any], ...]]]) -> tuple[int, tuple[Tree[Any], ...]]:
    """The cheapest reading of a tree: what it costs, and its groups in order."""
    if id(tree) in known:
        return known[id(tree)]
    if tree.data == "_ambig":
        best = min((_costs(child, known) for child in tree.children if isinstance(child, Tree)), key=_cost)
    elif tree.data == "start":
        parts = [_costs(child, known) for child in tree.children if isinstance(child, Tree)]
        best = sum(cost for cost, _ in parts), tuple(group for _, groups in parts for group in groups)
    else:
        name, _, cost = str(tree.data).rpartition("_")
        best = (int(cost), (tree,)) if name and cost.isdigit() else (0, (tree,))
    known[id(tree)] = best
    return best


def _cost(reading: tuple[int, tuple[Tree[Any], ...]]) -> tuple[int, int]:
    return reading[0], len(reading[1])


def _tokens(tree: Tree[Any]) -> list[Token]:
    found: list[Token] = []
    for child in tree.children:
        if isinstance(child, Token):
            found.append(child)
        elif child.data == "_ambig":
            found += _tokens(child.children[0])
        else:
            found += _tokens(child)
    return found


def _letter(meaning: Meaning) -> str:
    """The class of a word."""
    if meaning.role == "who":
        return WHO.get(meaning.ident, "O")
    if meaning.role == "colour" and meaning.several:  # blue's
        return "Z"
    return "M" if meaning.key == EMPTY else CLASSES.get(meaning.role, "C")


def _letters(meanings: Sequence[Meaning]) -> list[Token]:
    return [Token(_letter(one), str(at)) for at, one in enumerate(meanings)]


def chunked(words: Sequence[Word]) -> list[Chunk]:
    """The groups of a sentence; words that say nothing are left out, those not understood must not be there."""
    spoken = [(at, word) for at, word in enumerate(words) if word.meanings[0].role != "filler"]
    choices = [_readings(word) for _, word in spoken]
    best: tuple[tuple[int, int], list[Chunk]] | None = None
    for picked in itertools.islice(itertools.product(*choices), READINGS):
        meanings = [meaning for _, meaning in picked]
        # A clause cannot run over its end, so that each is put into groups by itself.
        chunks: list[Chunk] = []
        cost = sum(rank for rank, _ in picked)
        for start, end in _clauses(meanings):
            tree = _parser().parse(_letters(meanings[start:end]))
            spent, groups = _costs(tree, {})
            cost += spent
            for group in groups:
                said = []
                for token in _tokens(group):
                    at, word = spoken[start + int(token)]
                    meaning = meanings[start + int(token)]
                    keys = tuple(one.key for one in word.meanings)
                    said.append(Said(at, meaning.role, meaning.ident, meaning.several, keys))
                name = str(group.data).rpartition("_")
                chunks.append(Chunk(name[0] or str(group.data), tuple(said)))
        if best is None or (cost, len(chunks)) < best[0]:
            best = (cost, len(chunks)), chunks
    return best[1] if best else []


def _readings(word: Word) -> list[tuple[int, Meaning]]:
    """The meanings of a word that differ in class, with what each costs."""
    found: dict[str, tuple[int, Meaning]] = {}
    for rank, meaning in enumerate(word.meanings):
        found.setdefault(_letter(meaning), (rank, meaning))
    return list(found.values())


def _clauses(meanings: Sequence[Meaning]) -> Iterator[tuple[int, int]]:
    """Where each clause begins and ends, its end mark with it."""
    start = 0
    for at, one in enumerate(meanings):
        if one.role == "break":
            yield start, at + 1
            start = at + 1
    if start < len(meanings):
        yield start, len(meanings)
