"""Moves that nobody wrote, made of what they say: printed as a text has them, and read as any text is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.binding.moves import with_names
from adjudicator.binding.steps import written
from adjudicator.model.position import Cell
from adjudicator.model.scenario import Clause, Move
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word, scan, understand
from adjudicator.words.lexicon import lexicon
from adjudicator.words.tokens import Said, Token
from adjudicator.words.wording import printer

PLACES = "places"


def tile_laid(player: str, tile: str, degrees: int, cell: Cell, lang: str, at: Span) -> Move:
    """A tile put on a square by its name, turned by some degrees; it stands `at` a place of the text."""
    said = [Token("text", tile), *_turned(degrees), _square(cell)]
    return Move(player, PLACES, _clause(said, lang, at), (), at)


def laid_otherwise(move: Move, degrees: int, cell: Cell, lang: str) -> Move:
    """A placement turned by other degrees, on another square."""
    said: list[Said] = []
    for word in move.words:
        if word.type == "COORD":
            said.append(_square(cell))
        elif word.type != "TURNED":
            said += [Token("text", written([word], lang)), *(() if said else _turned(degrees))]
    return move._replace(clause=_clause(said, lang, _place(move)))


def put_elsewhere(move: Move, name: str, lang: str) -> Move | None:
    """A figure put on another part of its tile, such as ``city N``; None for a move that names no figure."""
    at = _figure(move.words)
    if at is None:
        return None
    kind, _, side = name.partition(" ")
    said: list[Said] = [Token("text", written(move.words[: at + 1], lang)), Token("kind", kind)]
    if side:
        said.append(Token("side" if lexicon(lang).has("side", side) else "text", side))
    return move._replace(clause=_clause(said, lang, move.words[at].span))


def kind_put_on(move: Move) -> str:
    """The kind of feature that is named behind the figure of a move; "" for none."""
    at = _figure(move.words)
    behind = move.words[at + 1 :] if at is not None else []
    return next((kind for word in behind if (kind := word.id("kind"))), "")


def _figure(words: Sequence[Word]) -> int | None:
    return next((at for at, word in enumerate(words) if word.id("figure")), None)


def _turned(degrees: int) -> Iterator[Token]:
    if degrees:
        yield Token("turned", f"@{degrees}")


def _square(cell: Cell) -> Token:
    return Token("coord", f"({cell[0]},{cell[1]})")


def _place(move: Move) -> Span:
    first: Span = move.words[0].span if move.words else move.span
    return first


def _clause(said: Sequence[Said], lang: str, at: Span) -> Clause:
    """The clause that says something, with all of its words at one place."""
    rows, _ = scan(printer(lang).line(said))
    words = understand(rows[0], lexicon(lang), {})
    for word in words:
        word.line, word.column, word.end_column = at.line, at.column, at.end_column
    return Clause(with_names(words))
