"""What may stand at a place of a text: every word of its language is tried there, and those are offered that fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lark.exceptions import UnexpectedToken

from adjudicator.binding.bind import bind
from adjudicator.binding.forms import Element, forms, may_follow
from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.report.tiles import boxes
from adjudicator.rulebook import loader
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.syntax.lexer import Word, scan, understand
from adjudicator.syntax.parser import grammar
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

ROLES = ("keyword", "kind", "colour", "figure", "flag", "unit", "verb", "effect", "topic", "symbol", "name", "side")
"""What a word may be, in the order in which words are offered."""
HEADS = {"VERB": "verb", "EFFECT": "effect", "TOPIC": "topic"}
"""Terminals of the words whose clauses have forms, with their roles."""
LEAVE = frozenset(("MAY", "MUST"))
CHOICES = frozenset(("WHERE", "WHICH"))
INFINITIVE = "infinitive"
"""What a verb is behind a word that asks for leave."""
ENDS = frozenset(("_COMMA", "_COLON", "THAT", "EXPECT", "BECAUSE"))
"""Terminals behind which another clause begins."""
PLACES = frozenset(("NEAR", "AROUND", "SAME_TILE", "PLAYERS"))
"""Terminals of statements that list what lies somewhere, or who plays."""
THINGS = frozenset(("feature", "player", "kind", "figure", "flag", "colour", "symbol", "unit"))
"""Roles of what may be listed there."""
NO_FAULT = frozenset(("line-ends-early", "form-breaks-off"))
"""Problems of a line that only goes on."""
_WORD = re.compile(r"[^\W_][\w/@'’.-]*\Z")


class Candidate(NamedTuple):
    """A word that may stand at a place."""

    text: str
    role: str
    """What it is: a role of words, ``feature``, ``player``, ``tile``, ``rule``, ``option``, ``edition`` or
    ``expansion``."""
    ident: str
    """Its id."""
    about: str
    """The expansion that brings it, or what it stands for; "" for nothing to tell."""


class Place(NamedTuple):
    """A place of a text, and the word that is begun there."""

    row: str
    """The statement up to the word."""
    begun: str
    """What is typed of the word."""
    before: str
    """What of the text bears on it: the header and the scenario up to the statement."""


def place_in(text: str, line: int, column: int) -> Place:
    """The place of a `text` at a `line` and `column`, both counted from 1."""
    lines = text.split("\n")
    head = "\n".join([*lines[: line - 1], lines[line - 1][: column - 1]])
    found = _WORD.search(head)
    begun = found.group() if found else ""
    head = head[: len(head) - len(begun)]
    start = _start(head)
    return Place(head[start:], begun, head[:start])


def _start(head: str) -> int:
    """Where the last statement of a text begins: behind a ``;`` or a line end with no comma before it."""
    quoted, start = False, 0
    for at, sign in enumerate(head):
        if sign == '"':
            quoted = not quoted
        elif sign == "\n":
            quoted = False
            if not head[:at].rstrip(" \t").endswith(","):
                start = at + 1
        elif sign == ";" and not quoted:
            start = at + 1
    return start


def candidates(text: str, line: int, column: int, default: str) -> list[Candidate]:
    """What may stand in `text` at a `line` and `column` (from 1) where a word is begun or none is yet; `default` is the
    language (its code) of a text that names none.
    """
    place = place_in(text, line, column)
    whole = read_document(text, default)
    lang = whole.language
    before = read_document(place.before, lang)
    trial = _Trial(place, before, lang)
    begun = fold(place.begun)
    found: dict[str, Candidate] = {}
    for one in (*trial.listed(), *_names(whole), *_words(lang)) if trial.free else trial.listed():
        said = fold(one.text)
        if said.startswith(begun) and one.text not in found and (not trial.free or trial.fits(one)):
            found[one.text] = one
    return list(found.values())


@cache
def _words(lang: str) -> tuple[Candidate, ...]:
    """Every word of a language, in the forms in which it may be typed."""
    own, known = lexicon(lang), vocabulary()
    found = []
    for role in ROLES:
        for ident in known.ids(role):
            if not own.has(role, ident):
                continue
            owner = known.owner(role, ident)
            about = own.expansion_title(owner) if owner else ""
            said = [own.say(role, ident), own.say(role, ident, 2)]
            if role == "verb":
                found.append(Candidate(own.infinitive(role, ident), INFINITIVE, ident, about))
            if role == "flag":
                said += [own.say(role, ident, 1, gender) for gender in language(lang).genders]
            found += [Candidate(text, role, ident, about) for text in dict.fromkeys(said) if text]
    return tuple(found)


def _names(document: Document) -> Iterator[Candidate]:
    """What a text gives names to: its features and players."""
    own = lexicon(document.language)
    for statement in document.statements:
        if statement.form == "feature":
            kind = statement.words[0]
            name = _name_of(statement)
            if name:
                yield Candidate(name, "feature", name, own.say("kind", kind.id("kind") or ""))
        elif statement.form == "players":
            for clause in statement.parts[1]:
                colour = next((word for word in clause if word.id("colour")), None)
                for word in clause:
                    if word is not colour:
                        about = own.say("colour", colour.id("colour") or "") if colour else ""
                        yield Candidate(word.text, "player", word.text, about)


def _name_of(statement: Statement) -> str:
    """What a feature is called: what stands between its kind and the colon."""
    words: list[str] = []
    for word in statement.words[1:]:
        if word.type not in ("ATOM", "STRING"):
            break
        words.append(word.text)
    return " ".join(words)


class _Trial:
    """Tries words at one place."""

    def __init__(self, place: Place, before: Document, lang: str) -> None:
        self.row = place.row
        self.lang = lang
        self.players = _players(before)
        self.context = _context(before)
        self.words = self._read(place.row) if place.row.strip() else []
        self.terminals = [word.terminals[0] for word in self.words if word.terminals]
        self.before: set[tuple[str, int, int]] | None = None

    @property
    def free(self) -> bool:
        """Whether words are tried: a few lists are what they are."""
        first = self.terminals[0] if self.terminals else ""
        return first not in ("USE", "EDITION", "RULE", "LANGUAGE") and "BECAUSE" not in self.terminals

    def listed(self) -> Iterator[Candidate]:
        """What no word of the language is: ids of rules, switches, expansions, tiles."""
        first = self.terminals[0] if self.terminals else ""
        own, known = lexicon(self.lang), vocabulary()
        if "BECAUSE" in self.terminals:
            for ident in loader.ids():
                yield Candidate(ident, "rule", ident, loader.text(ident, self.lang))
        elif first == "USE":
            for ident in known.expansions():
                yield Candidate(own.expansion_word(ident), "expansion", ident, own.expansion_title(ident))
        elif first == "EDITION":
            for ident in loader.EDITIONS:
                yield Candidate(ident, "edition", ident, "")
        elif first == "RULE":
            for name in loader.option_names():
                yield Candidate(name, "option", name, ", ".join(value for value, _ in loader.choices(name)))
        elif first == "LANGUAGE":
            for code in codes():
                yield Candidate(code, "language", code, language(code).title)
        elif self.words and any(takes_tile(role, ident) for role, ident in self.words[-1].roles):
            for face in catalogue().faces(boxes(())).values():
                yield Candidate(face.letter or face.id, "tile", face.id, face.id)

    def fits(self, one: Candidate) -> bool:
        """Whether a candidate may stand there."""
        text = f'"{one.text}"' if one.role == "player" and " " in one.text else one.text
        words = self._read(self.row + text)
        added = [word for word in words if word.column > len(self.row.rpartition("\n")[2])]
        added = [word for word in added if word.line == words[-1].line]
        if not added or len(words) - len(added) != len(self.words):
            return False  # it runs together with the words before it
        if self.several(one):
            return False
        if len(words) == len(added) and one.role in ("feature", "player", "tile"):
            return one.role == "player"
        try:
            grammar().parse(words)
        except UnexpectedToken as error:
            if error.token.type != "$END":
                return False
        if added[0].type != "ATOM":
            leave = any(word.type in LEAVE for word in words[:-1])
            return one.role not in ("feature", "tile") and _is(added[0], one, leave)
        return self._fits_clause(words, len(words) - len(added), one)

    def several(self, one: Candidate) -> bool:
        """Whether a candidate is in the plural where one thing is meant, or the other way round."""
        last = self.words[-1] if self.words else None
        own = lexicon(self.lang)
        if one.role not in ("kind", "figure", "unit") or (last is not None and last.type != "NUMBER"):
            return False
        number = last.number if last is not None and last.number is not None else 1
        return one.text != own.say(one.role, one.ident, number)

    def _fits_clause(self, words: Sequence[Word], at: int, one: Candidate) -> bool:
        """Whether a candidate may stand in a clause, at the word `at`."""
        start = next((n for n in range(at - 1, -1, -1) if words[n].type in ENDS), -1)
        for n in range(at - 1, start, -1):
            if role := HEADS.get(words[n].type):
                partial = any(word.type in CHOICES for word in words[:n])
                ident = words[n].id(role) or ""
                return may_follow(role, ident, words[n + 1 :], self.lang, partial=partial)
        if one.role == "keyword" and _begins(words[at]) and not (at and words[at - 1].id("keyword")):
            return False  # it begins a statement
        if one.role in ("tile", "verb", INFINITIVE) or (PLACES & set(self.terminals) and one.role not in THINGS):
            return False
        return not self._wrong(words[at].column, self.row + one.text)

    def _wrong(self, column: int, row: str) -> bool:
        """Whether something is wrong with the last word of a row, bound with what stands before."""
        if self.before is None:
            self.before = {_place(one) for one in _problems(self.context + self.row, self.lang)}
        line = (self.context + row).count("\n") + 1
        return any(
            one.span.line == line and one.span.end_column > column and one.code not in NO_FAULT
            for one in _problems(self.context + row, self.lang)
            if _place(one) not in self.before or one.span.column >= column
        )

    def _read(self, row: str) -> list[Word]:
        rows, _ = scan(row.replace("\n", " "))
        return understand(rows[-1], lexicon(self.lang), self.players) if rows and rows[-1].words else []


def _begins(word: Word) -> bool:
    """Whether a word can begin a statement."""
    tables = grammar().parser.parser._parse_table
    return any(terminal in tables.states[tables.start_states["start"]] for terminal in word.terminals)


@cache
def takes_tile(role: str, ident: str) -> bool:
    """Whether a tile may be named behind a word."""

    def slots(element: Element) -> Iterator[str]:
        if element.kind == "slot":
            yield element.ident
        for part in element.parts:
            yield from slots(part)

    return any("tile" in slots(form) for form in forms(role, ident))


def _is(word: Word, one: Candidate, leave: bool) -> bool:
    """Whether a word that the grammar takes is meant as what is offered; behind a word that asks for `leave` verbs
    stand in the infinitive.
    """
    role = next((role for role, terminal in _TAKEN.items() if terminal == word.type), "keyword")
    if role == "verb":
        return one.role == (INFINITIVE if leave else role)
    return one.role == role or (one.role == "player" and role == "colour")


_TAKEN = {"kind": "KIND", "colour": "COLOUR", "verb": "VERB", "effect": "EFFECT", "topic": "TOPIC"}


def _players(document: Document) -> dict[str, str]:
    """The names of players, folded, and the colours they stand for."""
    found = {}
    for statement in document.statements:
        if statement.form == "players":
            for clause in statement.parts[1]:
                colour = next((word.id("colour") for word in clause if word.id("colour")), None)
                found.update({fold(word.text): colour for word in clause if colour and not word.id("colour")})
    return found


def _context(document: Document) -> str:
    """The text of a document without the scenarios before the last one."""
    starts = [one.span.line for one in document.statements if one.form in ("scenario", "game")]
    lines = document.text.split("\n")
    if len(starts) < 2:
        return document.text
    return "\n".join([*lines[: starts[0] - 1], *lines[starts[-1] - 1 :]])


def _problems(text: str, lang: str) -> Sequence[Problem]:
    try:
        return bind(read_document(text, lang)).problems
    except Problems as error:
        return error.items


def _place(one: Problem) -> tuple[str, int, int]:
    return one.code, one.span.line, one.span.column
