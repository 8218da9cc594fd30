"""The forms of a clause, as data: what may stand behind a verb, an effect, a question or a thing that a tile shows.

A form is written in the ids of words, beside the word it belongs to (``forms`` in words.toml), so that one form serves
every language:

- ``on``, ``a_tile``: a keyword; ``unit:gift``, ``figure:fairy``: one word
- ``{number}``: a slot of that type; ``{to=place}``: one with a name; ``{figure: colour as}``: a figure, of which no
  more may be said than the parts that are named
- ``[...]`` may be left out, ``[...]*`` may come several times, ``(a | b)`` is one of these, ``<a b>`` are these in any
  order, each once or not at all

`match` gives every word of a clause a place in a form, or tells the first one that has none: a word that says nothing
is never passed over. Of a question for choices (``ask where red may put meeple``) every part may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.binding.reader import READ, FigurePhrase, LeftOut, Mistake, Reader, is_name
from adjudicator.errors import Problem
from adjudicator.limits import spend
from adjudicator.model.scenario import Ask, Clause, Effect, Move, Ref
from adjudicator.model.span import NOWHERE, Span
from adjudicator.syntax.diagnose import stray
from adjudicator.syntax.lexer import TEXT, Word
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.vocabulary import vocabulary

Value = object
"""What fills a slot: a FigurePhrase, a Ref, a square, a number, or the id of a word."""

FIGURE_PARTS = frozenset(("number", "several", "colour", "own", "flags", "as", "with", "called", "on", "at"))
"""All that may be said of a figure; ``own`` is the colour of who moves, ``several`` a number other than 1, which a rule
forbids."""
MEANS = ("name", "symbol", "unit", "figure", "kind")
"""Roles of words that may name what brings or takes a figure, best first."""
PICTURES = ("name", "symbol", "unit")
"""Roles of words for what is no feature and may be named where a place is expected."""
_TOKEN = re.compile(r"\s*(?:(\{[^}]*\})|(\]\*)|([\[\]()<>|])|([\w:.-]+))")


class Element(NamedTuple):
    """A piece of a form."""

    kind: str
    """``word``, ``slot``, ``row``, ``maybe``, ``many``, ``either`` or ``any-order``."""
    name: str = ""
    """Of a word its role, of a slot its name."""
    ident: str = ""
    """Of a word its id, of a slot its type."""
    parts: tuple[Element, ...] = ()
    allowed: frozenset[str] = frozenset()
    """Of a figure what may be said of it."""
    leads: frozenset[tuple[str, str]] = frozenset()
    """The words it can begin with, by role and id; empty where anything may begin it."""


class Filled(NamedTuple):
    """A slot of a form with the words that fill it."""

    name: str
    value: Value
    at: int
    """The first of the words."""
    end: int
    """The word behind the last of them."""
    piece: Element
    """The piece of the form that they fill."""


class Match(NamedTuple):
    """The words of a clause in their places."""

    form: Element
    words: Sequence[Word]
    slots: tuple[Filled, ...]
    """In the order of the text."""

    def get(self, name: str) -> Value | None:
        """What fills the first slot of that name; None for an empty one."""
        return next((slot.value for slot in self.slots if slot.name == name), None)

    def all(self, name: str) -> tuple[Value, ...]:
        """What fills the slots of that name."""
        return tuple(slot.value for slot in self.slots if slot.name == name)

    def says(self, ident: str, role: str = "keyword") -> bool:
        """Whether a word of the form itself, which fills no slot, was written."""
        filled = {at for slot in self.slots for at in range(slot.at, slot.end)}
        return any((role, ident) in word.roles for at, word in enumerate(self.words) if at not in filled)

    def typed(self, name: str) -> str:
        """What was typed into the first slot of that name."""
        slot = next((slot for slot in self.slots if slot.name == name), None)
        return " ".join(word.text for word in self.words[slot.at : slot.end]) if slot is not None else ""

    def span(self, name: str) -> Span | None:
        """Where the first slot of that name is filled."""
        for slot in self.slots:
            if slot.name == name and slot.end > slot.at:
                first, last = self.words[slot.at].span, self.words[slot.end - 1].span
                end = last.end_column if last.line == first.line else first.end_column
                return Span(first.line, first.column, end)
        return None


@cache
def forms(role: str, ident: str) -> tuple[Element, ...]:
    """The forms of a word; none where nobody says any."""
    return tuple(compiled(text) for text in vocabulary().forms(role, ident))


@cache
def compiled(text: str) -> Element:
    """A form as it is matched. Raises ValueError for one that is written wrongly."""
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"no form: {text!r} at {at}")
        tokens.append(found[0].strip())
        at = found.end()
    form, rest = _row(tokens, "")
    if rest:
        raise ValueError(f"no form: {text!r} at {rest[0]!r}")
    return form


def _row(tokens: list[str], closing: str) -> tuple[Element, list[str]]:
    """The elements up to the `closing` mark, and the tokens behind it."""
    ways: list[list[Element]] = [[]]
    while tokens and tokens[0] not in ("]", "]*", ")", ">"):
        token, tokens = tokens[0], tokens[1:]
        if token == "|":
            ways.append([])
        elif token in "[(<":
            inner, behind = _row(tokens, token)
            end, tokens = behind[0], behind[1:]
            kind = {"]": "maybe", "]*": "many", ")": "row", ">": "any-order"}[end]
            parts = inner.parts if kind == "any-order" and inner.kind == "row" else (inner,)
            ways[-1].append(inner if kind == "row" else _with_first_words(Element(kind, parts=parts)))
        else:
            ways[-1].append(_single(token))
    if closing and not tokens:
        raise ValueError(f"no form: nothing closes {closing!r}")
    rows = [_with_first_words(Element("row", parts=tuple(way))) for way in ways]
    return (rows[0] if len(rows) == 1 else _with_first_words(Element("either", parts=tuple(rows)))), tokens


def _with_first_words(element: Element) -> Element:
    """The element with the words that it can begin with, where those of its parts tell."""
    if element.kind == "any-order":
        return element
    leads = frozenset[tuple[str, str]]()
    for part in element.parts:
        if not part.leads:
            return element
        leads |= part.leads
        if element.kind != "either" and part.kind not in ("maybe", "many", "any-order"):
            return element._replace(leads=leads)
    # A row that may be left out whole begins with whatever follows it.
    return element if element.kind == "row" else element._replace(leads=leads)


def _single(token: str) -> Element:
    if not token.startswith("{"):
        role, _, ident = token.partition(":")
        word = (role, ident) if ident else ("keyword", token)
        return Element("word", *word, leads=frozenset((word,)))
    head, _, said = token[1:-1].partition(":")
    name, _, kind = head.strip().rpartition("=")
    kind = kind.strip()
    if kind not in _SLOTS:
        raise ValueError(f"no slot is called {kind!r}")
    allowed = frozenset(said.split())
    if not allowed <= FIGURE_PARTS:
        raise ValueError(f"no part of a figure: {sorted(allowed - FIGURE_PARTS)}")
    return Element("slot", name.strip() or kind, kind, allowed=allowed)


# ---- slots
class _Not(Exception):
    """Nothing of this type stands here; `at` is the word that is wrong."""

    def __init__(self, at: int, meaningless: bool = False) -> None:
        super().__init__()
        self.at = at
        self.meaningless = meaningless
        """Whether something of the type does stand there, and only says more than means anything."""


def _figure(reader: Reader, element: Element, matcher: _Matcher, placed: bool) -> FigurePhrase:
    start = reader.at
    phrase = matcher.figure(reader, placed)
    if phrase is None:
        word = reader.next
        if word is not None and is_name(word) and not word.id("name"):  # the name that ``called`` gave it
            reader.name()
            return FigurePhrase(1, "", "", (), word.text, None, None, word.span, False)
        raise _Not(start)
    allowed = element.allowed | ({"on"} if placed else frozenset())
    taken = reader.words[start : reader.at]
    numbered = "number" in allowed or ("several" in allowed and phrase.number != 1)
    if phrase.counted and (matcher.partial or not numbered):
        raise _Not(start, True)
    if phrase.colour and "own" in allowed and phrase.colour != matcher.player:
        raise _Not(start, True)
    for at, word in enumerate(taken, start):
        if word.id("flag") and word.id("flag") in dict(phrase.marks) and "flags" not in allowed:
            raise _Not(at, True)
        if word.id("colour") and phrase.colour and allowed.isdisjoint(("colour", "own")):
            raise _Not(at, True)
        if word.type == "COORD" and phrase.cell == word.value and "at" not in allowed:
            raise _Not(at, True)
        said = word.id("keyword")
        if (said == "called" and "called" not in allowed) or (said == "with" and "with" not in allowed):
            raise _Not(at, True)
        if said == "as" and phrase.marks and "as" not in allowed:
            raise _Not(at, True)
    return phrase


def _place(reader: Reader) -> Ref | str:
    word = reader.next
    if word is None:
        raise _Not(reader.at)
    if not word.id("kind") and not is_name(word):
        return _of_roles(reader, PICTURES)
    if word.id("name") and not word.id("kind"):
        return _of_roles(reader, ("name",))
    return reader.ref()


def _of_roles(reader: Reader, roles: Sequence[str]) -> str:
    for role in roles:
        ident = reader.role(role)
        if ident is not None:
            return ident
    raise _Not(reader.at)


def _tile(reader: Reader, tiles: Collection[str]) -> str:
    word = reader.next
    own = word is not None and word.text in tiles
    if word is None or (word.type not in ("ATOM", "STRING") and not own):
        raise _Not(reader.at)
    if word.id("keyword") and not own:
        raise _Not(reader.at)
    if word.type == "ATOM" and word.id("figure") and not own:  # it is put, and no tile goes by its name
        raise _Not(reader.at)
    reader.tile(tiles)
    return word.text


def _name(reader: Reader) -> str:
    word = reader.name()
    if word is None:
        raise _Not(reader.at)
    return word.text


def _taken(value: Value | None, reader: Reader) -> Value:
    if value is None:
        raise _Not(reader.at)
    return value


def _count(reader: Reader) -> tuple[int, str]:
    """``2 coats``, ``an inn``."""
    number = reader.number()
    return (1 if number is None else number, _of_roles(reader, ("unit", "symbol", "name", "kind")))


def _touch(reader: Reader) -> Value:
    """``Toulouse``, ``2 complete cities``."""
    if reader.number() is None:
        return reader.ref()
    state = reader.role("flag")
    found = _of_roles(reader, ("kind",))
    if state is None:
        reader.role("flag")
    return found


_SLOTS: dict[str, Callable[[Reader, Element, _Matcher], Value]] = {
    "figure": lambda reader, element, matcher: _figure(reader, element, matcher, False),
    "standing": lambda reader, element, matcher: _figure(reader, element, matcher, True),
    "place": lambda reader, *_: _place(reader),
    "square": lambda reader, *_: _taken(reader.coord(), reader),
    "number": lambda reader, *_: _taken(reader.number(), reader),
    "count": lambda reader, *_: _count(reader),
    "player": lambda reader, *_: _taken(reader.role("colour"), reader),
    "side": lambda reader, *_: _taken(reader.role("side"), reader),
    "tile": lambda reader, _, matcher: _tile(reader, matcher.tiles),
    "name": lambda reader, *_: _name(reader),
    "means": lambda reader, *_: _of_roles(reader, MEANS),
    "word": lambda reader, *_: _of_roles(reader, ("name", "unit", "symbol")),
    "event": lambda reader, *_: _of_roles(reader, ("name",)),
    "touch": lambda reader, *_: _touch(reader),
    "symbol": lambda reader, *_: _of_roles(reader, ("symbol",)),
    "kind": lambda reader, *_: _of_roles(reader, ("kind",)),
    "flag": lambda reader, *_: _of_roles(reader, ("flag",)),
}
"""The types of slots, each with what takes its words. What it raises, or `_Not`, says that they are none."""


_EXPECTED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "figure": ("figure", ("figure",)),
    "standing": ("figure", ("figure",)),
    "place": ("place", ("kind",)),
    "square": ("coord", ()),
    "tile": ("tile", ()),
    "number": ("number", ()),
    "player": ("colour", ("colour",)),
    "name": ("name", ()),
    "symbol": ("symbol", ("symbol",)),
    "means": ("means", ("name",)),
}
"""What is expected where a slot is empty, with the roles of the words that may fill it."""


# ---- matching
Slots = tuple[Filled, ...]
Lack = Mistake | str
"""Why a form goes no further: what reading a slot complained of, or the type of the slot; "" for a word that has no
place, which may be one of the form's own that is missing.
"""


class _Matcher:
    """Tries forms on the words of one clause, and remembers how far it came."""

    def __init__(self, words: Sequence[Word], lang: str, span: Span, player: str, partial: bool) -> None:
        self.words = words
        self.lang = lang
        self.span = span
        self.player = player
        self.partial = partial
        self.plain = False
        """Whether a word of the language is never meant as the name of something."""
        self.tiles: Collection[str] = ()
        """Names of tiles that may be one."""
        self.tried: list[Element] = []
        self.reached: list[int] = []
        """How far each form came."""
        self.lacks: list[list[Lack]] = []
        """What was missing there."""
        self.over: set[int] = set()
        """The words before which a form was at its end."""
        self.figures: dict[int, tuple[FigurePhrase, int]] = {}
        """The figures without a place that were read, by their first word, each with the word behind it."""
        self.chosen = False
        """Whether `straight` took what might have been taken otherwise."""
        self.every = False
        """Whether the words of the form's own are among what is filled, too, under no name."""

    def own(self, element: Element, at: int) -> Slots:
        """A word of the form's own."""
        return (Filled("", element.ident, at, at + 1, element),) if self.every else ()

    def alternatives(self, element: Element, at: int) -> Sequence[Element]:
        """The parts of a choice; where a word is to be written again, the one first that is written with this word."""
        if not self.every or at >= len(self.words):
            return element.parts
        word = self.words[at]

        def unlike(part: Element) -> tuple[bool, int]:
            for meaning in part.leads if len(part.leads) == 1 else ():
                if meaning in word.roles:
                    said = lexicon(self.lang).say(*meaning)
                    return fold(said) != fold(word.text), word.roles.index(meaning)
            return True, len(word.roles)

        return sorted(element.parts, key=unlike)

    def figure(self, reader: Reader, placed: bool) -> FigurePhrase | None:
        """The figure at a word; one of which no place is said reads the same for every form."""
        start = reader.at
        if start in self.figures:
            phrase, reader.at = self.figures[start]
            return phrase
        found = reader.figure(placed=placed)
        if placed and found is not None and found.place is None and found.cell is None:
            self.figures[start] = found, reader.at
        return found

    def stuck(self, at: int, lack: Lack = "") -> None:
        if at > self.reached[-1]:
            self.reached[-1] = at
            self.lacks[-1] = [lack]
        elif at == self.reached[-1]:
            self.lacks[-1].append(lack)

    def lacking(self) -> Mistake | None:
        """What is missing at the word that no form comes beyond, where that is more than a place for the word."""
        at = max(self.reached)
        if at in self.over:
            return None
        found = [one for far, lacks in zip(self.reached, self.lacks, strict=True) if far == at for one in lacks]
        for lack in found:
            if isinstance(lack, Mistake):
                return lack
        reader = Reader(self.words, self.lang, self.span)
        reader.at = at
        for lack in found:
            if isinstance(lack, str) and lack in _EXPECTED:
                try:
                    reader.fail(*_EXPECTED[lack])
                except Mistake as mistake:
                    return mistake
        return None

    def begins(self, element: Element, at: int) -> bool:
        """Whether an element may begin at the word `at`, as far as its first word tells."""
        if not element.leads or (at < len(self.words) and not element.leads.isdisjoint(self.words[at].roles)):
            return True
        self.stuck(at)
        return False

    def nearest(self) -> tuple[Element, int]:
        """The form that is likeliest meant, and how far it came: one with a figure where a figure is named."""
        figure = any(word.id("figure") for word in self.words)
        tried = zip(self.tried, self.reached, strict=True)
        return max(tried, key=lambda one: (not figure or _has_slot(one[0], "figure", "standing"), one[1]))

    def ways(self, element: Element, at: int) -> Iterator[tuple[int, Slots]]:
        """Every way to match an element from the word at `at`: where it ends, with what fills its slots."""
        spend(self.span.line)
        if element.kind == "word":
            if at < len(self.words) and (element.name, element.ident) in self.words[at].roles:
                yield at + 1, self.own(element, at)
            else:
                self.stuck(at)
        elif element.kind == "slot":
            yield from self.slot(element, at)
        elif element.kind == "row":
            yield from self.row(element.parts, at)
        elif element.kind == "either":
            for part in self.alternatives(element, at):
                if self.begins(part, at):
                    yield from self.ways(part, at)
        elif element.kind == "maybe":
            if self.begins(element, at):
                yield from self.row(element.parts, at)
            yield at, ()
        elif element.kind == "many":
            for end, slots in self.row(element.parts, at):
                if end > at:
                    for later, more in self.ways(element, end):
                        yield later, slots + more
            yield at, ()
        else:
            yield from self.any_order(element.parts, at)

    def row(
        self, parts: Sequence[Element], at: int, partial: bool = False, first: int = 0
    ) -> Iterator[tuple[int, Slots]]:
        """Every way to match the parts from the one with index `first`."""
        taken: Slots = ()
        while first < len(parts):  # what needs no choice
            part = parts[first]
            if part.kind == "word" and not partial:
                if not self.begins(part, at):
                    return
                taken += self.own(part, at)
                at += 1
            elif part.kind == "slot" and not self.partial:
                filled = self.fill(part, at)
                if filled is None:
                    return
                at = filled.end
                taken += (filled,)
            elif part.kind not in ("maybe", "many") or self.begins(part, at):
                break
            first += 1
        else:
            yield at, taken
            return
        for end, slots in self.ways(part, at):
            for later, more in self.row(parts, end, partial, first + 1):
                yield later, taken + slots + more
        if partial and part.kind in ("slot", "word", "row", "either"):
            yield from self.row(parts, at, True, first + 1)

    def any_order(self, parts: Sequence[Element], at: int) -> Iterator[tuple[int, Slots]]:
        for number, part in enumerate(parts):
            if not self.begins(part, at):
                continue
            for end, slots in self.ways(part, at):
                if end > at:
                    for later, more in self.any_order([*parts[:number], *parts[number + 1 :]], end):
                        yield later, slots + more
        yield at, ()

    def slot(self, element: Element, at: int) -> Iterator[tuple[int, Slots]]:
        filled = self.fill(element, at)
        if filled is not None:
            yield filled.end, (filled,)
        if self.partial and element.ident == "standing":  # ``ask which red may put on R``
            where = Element("slot", "place", "place")
            for little in ("on", "in", "at"):
                if at < len(self.words) and ("keyword", little) in self.words[at].roles:
                    own = self.own(Element("word", "keyword", little), at)
                    yield from ((end, own + slots) for end, slots in self.slot(where, at + 1))

    def fill(self, element: Element, at: int) -> Filled | None:
        """A slot with the words from the one at `at`; None where they are nothing of its type."""
        reader = Reader(self.words, self.lang, self.span)
        reader.at = at
        try:
            if self.partial and element.ident == "number":
                raise _Not(at)
            if self.plain and element.ident in ("tile", "name") and at < len(self.words) and self.words[at].roles:
                if element.ident == "name" or self.words[at].text not in self.tiles:
                    raise _Not(at)
            value = _SLOTS[element.ident](reader, element, self)
        except _Not as wrong:
            if wrong.meaningless:
                self.over.add(wrong.at)
            self.stuck(wrong.at, element.ident)
        except Mistake as mistake:
            self.stuck(reader.at, mistake)
        else:
            return Filled(element.name, value, at, reader.at, element)
        return None

    def straight(self, parts: Sequence[Element], at: int) -> tuple[int, Slots] | None:
        """The first way that `row` finds through the parts, as long as no choice has to be taken back; None where there
        is none, or, if anything was `chosen`, where another choice might lead further.
        """
        words = self.words
        taken: Slots = ()
        for part in parts:
            if part.leads and (at >= len(words) or part.leads.isdisjoint(words[at].roles)):
                if part.kind in ("maybe", "many"):
                    continue
                return None
            if part.kind == "word":
                if self.every:
                    taken += self.own(part, at)
                at += 1
            elif part.kind == "slot":
                filled = self.fill(part, at) if at < len(words) else None
                if filled is None:
                    return None
                at = filled.end
                taken += (filled,)
            else:
                before, self.chosen = self.chosen, False
                found = self.choice(part, at)
                again = self.chosen
                self.chosen |= before
                if found is not None:
                    at = found[0]
                    taken += found[1]
                    self.chosen |= part.kind != "row"
                elif again or part.kind in ("row", "either"):
                    return None
        return at, taken

    def choice(self, element: Element, at: int) -> tuple[int, Slots] | None:
        """The same through what is no single word and no slot."""
        if element.kind in ("row", "maybe"):
            return self.straight(element.parts, at)
        if element.kind == "either":
            for part in self.alternatives(element, at):
                found = self.straight((part,), at)
                if found is not None or self.chosen:
                    return found
            return None
        self.chosen = True  # what comes several times, or in any order, is left to `ways`
        return None

    def plainly(self, ways: Sequence[Element]) -> Match | None:
        """What `first` finds, for nearly every text that says something: without a choice taken back."""
        self.reached, self.lacks = [-1], [[]]
        found = None
        for form in ways:
            self.chosen = False
            way = self.straight((form,), 0)
            if way is not None and way[0] == len(self.words):
                found = Match(form, self.words, way[1])
                break
            if self.chosen:
                break
        self.reached, self.lacks = [], []
        self.over.clear()
        return found

    def first(self, ways: Sequence[Element]) -> Match | None:
        """The first form that takes every word; one of which nothing has to be left out comes before others."""
        found = None if self.partial else self.plainly(ways)
        if found is not None:
            return found
        for left_out in (False, True) if self.partial else (False,):
            for form in ways:
                if self.partial and form.parts and form.parts[0].ident in ("nothing", "it"):
                    continue  # no choice is meant
                self.tried.append(form)
                self.reached.append(-1)
                self.lacks.append([])
                if not (left_out or self.begins(form, 0)):
                    continue
                for end, slots in self.row(form.parts, 0, left_out) if form.kind == "row" else self.ways(form, 0):
                    if end == len(self.words):
                        return Match(form, self.words, slots)
                    self.over.add(end)
                    self.stuck(end)
        return None


def match(
    role: str,
    ident: str,
    words: Sequence[Word],
    lang: str,
    span: Span = NOWHERE,
    *,
    player: str = "",
    partial: bool = False,
) -> Match | None:
    """The words behind a word in the places of one of its forms; None where nobody says its forms. Raises Mistake for a
    word that has no place in any of them.

    `player` is who moves; of a question for choices (`partial`) every part of a form may be left out.
    """
    known = forms(role, ident)
    if not known:
        return None
    matcher = _Matcher(words, lang, span, player, partial)
    found = matcher.first(known)
    if found is not None:
        return found
    lacking = matcher.lacking()
    if lacking is not None:
        raise lacking
    nearest, at = matcher.nearest()
    example = written(nearest, role, ident, lang)
    if at >= len(words):
        last = Reader(words, lang, span)
        last.at = len(words)
        raise LeftOut(Problem("form-breaks-off", last.where(), {"form": example}))
    word, meant = words[at], tuple[str, ...]()
    if misspelt := stray(words[at:], lang, READ) or stray(words[max(at - 1, 0) : at], lang, ("keyword",)):
        word, meant = misspelt
    elif at and not words[at - 1].id("kind") and (kinds := lexicon(lang).words_for(words[at - 1].text, ("kind",))):
        word, meant = words[at - 1], kinds  # what was taken for a name is what people call one of these
    elif at == 1 and not words[0].id("name") and any(_has_slot(form, "tile") for form in known):
        events = lexicon(lang).longer(words[0].text, ("name",))  # ``draws revolt of the fields``: which revolt?
        word, meant = (words[0], events) if events else (word, meant)
    raise Mistake(Problem("says-nothing", word.span, {"word": word.text, "form": example}, meant))


def of_move(move: Move, lang: str, *, partial: bool = False) -> Match | None:
    """The words of a move in their places, as `match` puts them there, once. Raises Mistake."""
    return _once("verb", move.verb, move.clause, lang, move.span, "" if partial else move.player, partial)


def of_effect(effect: Effect, lang: str) -> Match | None:
    """The words of what a sketched tile does in their places, as `match` puts them there, once. Raises Mistake."""
    return _once("effect", effect.effect, effect.clause, lang, effect.span)


def of_topic(ask: Ask, lang: str) -> Match | None:
    """The words behind the topic of a question in their places, as `match` puts them there, once. Raises Mistake."""
    return _once("topic", ask.topic, ask.clause, lang, ask.span)


def _once(
    role: str, ident: str, clause: Clause, lang: str, span: Span, player: str = "", partial: bool = False
) -> Match | None:
    """A match that is kept with the words: they are in one language, and what they may mean does not change."""
    key = (ident, player, partial)
    if key not in clause.matches:
        clause.matches[key] = match(role, ident, clause.words, lang, span, player=player, partial=partial)
    found: Match | None = clause.matches[key]
    return found


def read(
    role: str,
    ident: str,
    words: Sequence[Word],
    lang: str,
    *,
    player: str = "",
    partial: bool = False,
    tiles: Collection[str] = (),
) -> None:
    """Notes at each of the words behind a word what the first form that takes them all reads it as, for whoever writes
    them again; a word of the language is the name of one of the `tiles` of the text before it is anything else. The
    rest as in `match`. Raises Mistake as that does.
    """
    if not forms(role, ident):
        for word in words:
            word.sense = TEXT  # nobody reads it
        return
    matcher = _Matcher(words, lang, NOWHERE, player, partial)
    matcher.every = matcher.plain = True
    matcher.tiles = tiles
    found = matcher.first(forms(role, ident))
    if found is None:
        matcher.plain = False
        found = matcher.first(forms(role, ident))
    if found is None:
        match(role, ident, words, lang, player=player, partial=partial)
        return
    matcher.figures.clear()  # each is read once more, the last time
    for filled in found.slots:
        if filled.piece.kind == "word":
            words[filled.at].sense = (filled.piece.name, filled.piece.ident)
        else:
            matcher.fill(filled.piece, filled.at)


def may_follow(role: str, ident: str, words: Sequence[Word], lang: str, *, partial: bool = False) -> bool:
    """Whether `words` may stand behind a word, or are the beginning of what may; so may anything where nobody says its
    forms. `partial` as in `match`.
    """
    known = forms(role, ident)
    if not known:
        return True
    matcher = _Matcher(words, lang, NOWHERE, "", partial)
    matcher.plain = True
    return matcher.first(known) is not None or max(matcher.reached, default=-1) >= len(words)


def _has_slot(form: Element, *kinds: str) -> bool:
    """Whether a form has a slot of one of these types."""
    return (form.kind == "slot" and form.ident in kinds) or any(_has_slot(part, *kinds) for part in form.parts)


# ---- written out
_EXAMPLES: Mapping[str, str] = {
    "place": "T", "square": "(1,0)", "number": "2", "side": "N", "tile": "V@90", "name": "X",
}  # fmt: skip
_SHOWN_OPTIONALS = ("on", "in", "to", "from", "at")
"""Little words whose part of a form is worth showing, though it may be left out."""


def written(form: Element, role: str, ident: str, lang: str) -> str:
    """A form as somebody would type it in a language, behind its word: ``haunts blue meeple on T``."""
    words = lexicon(lang)
    pieces = [words.say(role, ident), *_typed(form, lang)]
    return " ".join(piece for piece in pieces if piece).replace("' ", "'")


def _typed(element: Element, lang: str) -> Iterator[str]:
    words = lexicon(lang)
    if element.kind == "word":
        yield words.say(element.name, element.ident)
    elif element.kind == "slot":
        if element.ident in ("figure", "standing"):
            yield words.say("figure", "meeple")
            if element.ident == "standing":
                yield words.say("keyword", "on")
                yield "T"
        elif element.ident in _EXAMPLES:
            yield _EXAMPLES[element.ident]
        else:
            yield "..."
    elif element.kind == "either":
        yield from _typed(element.parts[0], lang)
    elif element.kind == "maybe":
        first = element.parts[0]
        while first.parts and first.kind in ("row", "either"):
            first = first.parts[0]
        if first.kind == "word" and first.ident in _SHOWN_OPTIONALS:
            for part in element.parts:
                yield from _typed(part, lang)
    elif element.kind == "row":
        for part in element.parts:
            yield from _typed(part, lang)
