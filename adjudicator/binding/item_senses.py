"""The items of an expectation as they are written, for whoever writes them again: what they mean in a position is read
when its answer is there.
"""

from __future__ import annotations

from collections.abc import Container

from adjudicator.binding.reader import Mistake, Reader, counted
from adjudicator.syntax.lexer import Word
from adjudicator.words.vocabulary import vocabulary

BEFORE_PLACE = ("on", "in", "at", "to", "by", "from")
"""Little words inside a move."""
THINGS = ("topic", "name", "unit", "figure", "flag", "symbol")
"""Roles of the words that name what is no feature."""


def read_items(clauses: list[list[Word]], lang: str) -> None:
    """Notes what the words of each clause are read as. Raises Mistake."""
    for clause in clauses:
        reader = Reader(clause, lang)
        _item(reader)
        while reader.keyword("or"):
            _item(reader)


def read_alone(word: Word, phases: bool, in_play: Container[str] = ()) -> None:
    """Notes what a word that stands alone is read as: a verb as a phase of a turn where these are asked for (`phases`),
    else as what it names besides; a word for things of several expansions as that of one `in_play`.
    """
    verb = word.id("verb")
    if verb is None:
        named = [one for one in word.roles if one[0] in THINGS]
        known = [one for one in named if vocabulary().owner(*one) in in_play]
        if len(named) > len(known) == 1:
            word.sense = known[0]
        return
    meant = [(role, ident) for role in THINGS if (ident := word.id(role)) is not None]
    word.sense = meant[0] if meant and not (phases and meant[0][0] != "topic") else ("verb", verb)


def _item(reader: Reader) -> None:
    if counted(reader) is not None:
        reader.role("unit")  # "red 12 points"
        return
    if reader.peek("verb"):
        _move(reader)
    elif reader.keyword("corner"):
        reader.coord()
    elif reader.coord() is not None:
        pass
    elif reader.role("colour"):
        if reader.number(-(10**9), 10**9) is not None:
            reader.role("unit")
    elif not _placement(reader):
        if not reader.peek("kind") and any(reader.role(role) for role in THINGS):
            return
        if not reader.keyword("yes", "no", "nothing", "draw", "none"):
            reader.ref()


def _placement(reader: Reader) -> bool:
    """``V@90 at (1,0)``: the name of a tile with a square behind it."""
    words, ahead = reader.words, reader.at + 1
    if ahead < len(words) and words[ahead].type == "TURNED":
        ahead += 1
    if ahead < len(words) and words[ahead].id("keyword") == "at":
        ahead += 1
    elif ahead == reader.at + 1:
        return False
    if ahead >= len(words) or words[ahead].type != "COORD" or words[reader.at].id("kind"):
        return False
    reader.keyword("tile")
    reader.tile()
    reader.keyword("at")
    reader.coord()
    return True


def _move(reader: Reader) -> None:
    """``puts meeple on R1``."""
    verb, first = reader.role("verb"), True
    while not reader.done and reader.peek("keyword") != "or":
        if reader.keyword(*BEFORE_PLACE, "nothing", "and"):
            continue
        thing = first and {"places": "kind", "puts": "unit"}.get(verb or "")
        first = False
        if not (thing and reader.role(thing)) and reader.figure() is None:
            _item(reader)


def read_things(words: list[Word], lang: str) -> None:
    """Notes what the words are read as that make no line of their own: a list of things, with little words between."""
    clauses: list[list[Word]] = [[]]
    for word in words:
        if word.type == "_COMMA":
            clauses.append([])
        else:
            clauses[-1].append(word)
    for clause in clauses:
        reader = Reader(clause, lang)
        try:
            while not reader.done:
                if not reader.keyword(*BEFORE_PLACE, "for", "or", "and"):
                    _item(reader)
        except Mistake:
            pass  # a name of several words
        if len(clause) == 1:
            read_alone(clause[0], False)
