"""Moves as they are written: a list of them, and the line that tells a whole turn of a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.binding.reader import Reader
from adjudicator.binding.repeats import no_repeats
from adjudicator.model.scenario import Clause, Effect, Move
from adjudicator.model.span import Span
from adjudicator.syntax.document import Statement
from adjudicator.syntax.lexer import OWN, Word
from adjudicator.syntax.parser import Node
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

OF_TURNS = "turn"
"""The trait of topics that are kinds of turn."""


def read_moves(nodes: list[Node], player: str) -> tuple[Move, ...]:
    """Moves of one line; ``unwrap gift and place abbey in H`` is two."""
    moves: list[Move] = []
    for node in nodes:
        verb_word: Word = node.parts[0]
        verb = verb_word.id("verb") or ""
        words: list[Word] = []
        effects: tuple[Effect, ...] = ()
        for part in node.parts[1:]:
            if isinstance(part, list) and part and isinstance(part[0], Node):
                said = [words for node in part for words in _each_effect([node.parts[0], *_words(node)])]
                effects = tuple(Effect(first.id("effect") or "", Clause(rest), first.span) for first, *rest in said)
                no_repeats(said)
            elif isinstance(part, list):
                words = with_names(part)
        words, rest = _split_and(words)
        if effects and not rest:
            kept, rest = _split_and(effects[-1].words)
            effects = (*effects[:-1], effects[-1]._replace(clause=Clause(kept)))
        moves.append(Move(player, verb, Clause(words), effects, verb_word.span))
        while rest:
            verb_word, (words, rest) = rest[0], _split_and(rest[1:])
            verb_word.sense = ("verb", verb_word.id("verb") or "")
            moves.append(Move(player, verb_word.sense[1], Clause(words), (), verb_word.span))
    return tuple(moves)


def with_names(words: list[Word]) -> list[Word]:
    """The words of a clause; one behind ``called`` is a name and nothing else, whatever it may mean elsewhere."""
    found: list[Word] = []
    for word in words:
        if found and word.type == "ATOM" and word.roles and found[-1].id("keyword") == "called":
            word.sense = OWN
            word = Word("STRING", word.text, word.line, word.column, word.end_column, word.value)
        found.append(word)
    return found


def _split_and(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """The words before an ``and`` that a verb follows, and those from that verb on."""
    for at, word in enumerate(words[:-1]):
        if word.id("keyword") != "and":
            continue
        follower = words[at + 1]
        if follower.id("verb"):
            word.sense = ("keyword", "and")
            return words[:at], words[at + 1 :]
        if follower.id("keyword") == "nothing" and at + 2 < len(words) and words[at + 2].id("verb"):
            word.sense = ("keyword", "and")
            return words[:at], [words[at + 2], follower, *words[at + 3 :]]  # "et ne rien poser"
    return words, []


def _each_effect(words: list[Word]) -> Iterator[list[Word]]:
    """The effects of one item of a list: ``extends R and completes T`` is two."""
    for at, (joint, follower) in enumerate(pairwise(words)):
        if at and joint.id("keyword") == "and" and follower.id("effect"):
            joint.sense, follower.sense = ("keyword", "and"), ("effect", follower.id("effect") or "")
            yield words[:at]
            yield from _each_effect(words[at + 1 :])
            return
    yield words


def _words(node: Node) -> list[Word]:
    """The words behind the first of an effect."""
    return node.parts[1] if len(node.parts) > 1 else []


def is_kind_of_turn(word: Word) -> bool:
    """Whether a word names a kind of turn, as in ``turn red second part``."""
    topic = word.id("topic")
    return topic is not None and OF_TURNS in vocabulary().traits("topic", topic)


def read_game_line(statement: Statement, player: str, lang: str) -> tuple[str, tuple[Move, ...]]:
    """``7. red V@90 (1,0) meeple road, haunts ...``: the kind of turn, "" for none said, and the moves of `player`.
    Raises Mistake.
    """
    clauses: list[list[Word]] = []
    made: tuple[Move, ...] = ()
    for part in statement.parts[2:]:
        if isinstance(part[0], Node):
            made = read_moves(part, player)
        else:
            clauses.append(part)
    kind = ""
    short = clauses[-1] if clauses else []
    first = clauses[0] if clauses else []
    if first and is_kind_of_turn(first[0]) and not (len(first) > 1 and first[1].type in ("COORD", "TURNED")):
        kind = first[0].id("topic") or ""
        first[0].sense, first = ("topic", kind), first[1:]
        short = short if len(clauses) > 1 else first
    if len(clauses) > 1 and first:
        Reader(short, lang).fail("verb", ("verb",))
    if made and not short:
        return kind, made
    return kind, (*_short(short, player, lang, statement), *made)


def _short(clause: list[Word], player: str, lang: str, statement: Statement) -> list[Move]:
    """``V@90 (1,0) wagon road``: the tile, its square, then a figure and its place, or another move."""
    if not clause:
        last = statement.words[-1]
        Reader(clause, lang, Span(last.line, last.end_column, last.end_column + 1)).fail("tile")
    clause = with_names(clause)
    at = next((i for i, word in enumerate(clause) if word.type == "COORD"), None)
    if at is None:  # which square is asked for in its turn, with all that there are
        at = next((i for i, word in enumerate(clause) if word.type == "TURNED"), 0)
    tile, rest = clause[: at + 1], clause[at + 1 :]
    moves = [Move(player, "places", Clause(tile), (), tile[0].span)]
    if rest:
        verb = rest[0].id("verb") if rest[0].id("flag") is None else None
        if verb:
            rest[0].sense = ("verb", verb)
        moves.append(Move(player, verb or "puts", Clause(rest[1:] if verb else rest), (), rest[0].span))
    return moves


def as_typed(move: Move, lang: str) -> str:
    """A move as a line of a game says it: ``V@90 (1,0)``, ``meeple road``, ``unwraps synod on M``."""
    short = move.verb in ("places", "puts")
    words = [word for word in move.words if not (short and word.id("keyword") in ("at", "on"))]
    said = " ".join(f'"{word.text}"' if word.type == "STRING" else word.text for word in words).replace(" @", "@")
    return said if short and said else f"{lexicon(lang).say('verb', move.verb)} {said}".rstrip()
