"""Reading the words of one clause: figures, places, counts.

A `Reader` walks over the words of a clause and takes what it is asked for; what stands there instead
becomes a `Mistake` with the place and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple, NoReturn

from adjudicator.errors import Problem
from adjudicator.geometry.face import INSIDE
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.model.span import NOWHERE, Span
from adjudicator.syntax.diagnose import nearest_word, stray
from adjudicator.syntax.lexer import HUGE, MEASURE, OWN, TEXT, Word
from adjudicator.words.fold import fold
from adjudicator.words.gather import NOUNS
from adjudicator.words.guess import phrase_slip
from adjudicator.words.languages import language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

MOST = 1000
"""Of anything that is counted: no box holds as many, and a slip of the finger is found."""
POINTS = 100_000
"""Points that nobody ever had, nor lost."""


GUESSES = 200
"""Problems of a text that come with suggestions; looking for more would take longer than anybody reads."""
OF_FIGURES = "of-figures"
"""The trait of states that a figure may be in."""
OWN_LINE = frozenset(("ask", "expect", "turn", "later", "final", "claim", "board", "scenario", "near", "same_tile"))
"""Keywords that begin a line and stand nowhere else."""
READ = ("keyword", "colour", "side", "kind", "figure", "unit", "flag", "verb", "effect", "symbol")
"""Roles of the words that may be meant where one is misspelt."""
DIGITS = 20
"""Of a number that are told again."""
_NAMES = 2000
"""Names among which the nearest is looked for."""


class Mistake(Exception):
    """One problem, on its way to the list of them. `guess` gives the suggestions, which take a moment to find."""

    def __init__(self, problem: Problem, guess: Callable[[], tuple[str, ...]] | None = None) -> None:
        super().__init__(problem.code)
        self.bare = problem
        """The problem without what `guess` would find."""
        self._guess = guess

    @property
    def problem(self) -> Problem:
        """The problem with its suggestions."""
        return self.bare if self._guess is None else self.bare._replace(suggestions=self._guess())


class LeftOut(Mistake):
    """The mistake of leaving out what a clause has to say, such as the place of a move: a list needs none of it."""


def unknown_name(word: str, span: Span, names: Iterable[str]) -> Mistake:
    """The mistake of naming a feature that is none of `names`."""
    return Mistake(Problem("unknown-feature", span, {"word": word}), lambda: nearest_name(word, names))


def nearest_name(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """Up to three of `names` that a misspelt `word` may stand for, best first."""
    near = (name for name in names if abs(len(name) - len(word)) <= max(2, len(word) // 2))
    return tuple(get_close_matches(word[:60], [*islice(near, _NAMES)], 3, 0.5))


def in_range(word: Word, least: int = 0, most: int = MOST) -> int:
    """The value of a number that is a sensible count. Raises Mistake for one outside of `least` to `most`."""
    value = int(word.value)
    if least <= value <= most:
        return value
    said = word.text if len(word.text) <= DIGITS else f"{word.text[:DIGITS]}..."
    if value < least == 0:
        raise Mistake(Problem("negative", word.span, {"count": said}))
    raise Mistake(Problem("out-of-range", word.span, {"count": said, "least": least, "most": most}))


class FigurePhrase(NamedTuple):
    """``2 protected blue meeples with 1 ghost each on R1``, read."""

    number: int
    colour: str
    figure: str
    marks: tuple[tuple[str, int], ...]
    label: str
    place: Ref | None
    cell: tuple[int, int] | None
    span: Span
    counted: bool
    """Whether a number was written."""


def is_name(word: Word) -> bool:
    """Whether a word can be the name of a feature: quoted, or no word of the language."""
    if word.type == "STRING":
        return True
    return word.type in ("ATOM", "KIND", "VERB") and all(role == "name" for role, _ in word.roles)


class Reader:
    """Takes words of one clause from left to right."""

    __slots__ = ("_span", "at", "lang", "words")

    def __init__(self, words: Sequence[Word], lang: str, span: Span = NOWHERE) -> None:
        self.words = words
        self.at = 0
        self.lang = lang
        self._span = span

    # ---- looking
    @property
    def span(self) -> Span:
        """Where the words begin."""
        return self.words[0].span if self.words else self._span

    @property
    def done(self) -> bool:
        return self.at >= len(self.words)

    @property
    def next(self) -> Word | None:
        words, at = self.words, self.at
        return words[at] if at < len(words) else None

    def peek(self, role: str, ahead: int = 0) -> str | None:
        """The id of a coming word in `role`."""
        at = self.at + ahead
        return self.words[at].id(role) if at < len(self.words) else None

    def where(self) -> Span:
        """Where reading has got to."""
        word = self.next
        if word is not None:
            return word.span
        if self.words:
            last = self.words[-1]
            return Span(last.line, last.end_column, last.end_column + 1)
        return self.span

    # ---- taking
    def keyword(self, *ids: str) -> str | None:
        """Takes one of the keywords `ids` if it comes next."""
        words, at = self.words, self.at
        if at < len(words):
            word = words[at]
            for meaning in word.roles:
                if meaning[0] == "keyword" and meaning[1] in ids:
                    self.at = at + 1
                    word.sense = meaning
                    return meaning[1]
        return None

    def role(self, role: str) -> str | None:
        """Takes the next word if it can be read in `role`, and gives its id."""
        words, at = self.words, self.at
        if at < len(words):
            word = words[at]
            for meaning in word.roles:
                if meaning[0] == role:
                    self.at = at + 1
                    word.sense = meaning
                    return meaning[1]
        return None

    def take(self, sense: tuple[str, str]) -> Word:
        """Takes the next word as what it was found to be."""
        word = self.words[self.at]
        word.sense = sense
        self.at += 1
        return word

    def number(self, least: int = 0, most: int = MOST) -> int | None:
        """Takes a number if one comes next. Raises Mistake for one outside of `least` to `most`."""
        if self.at < len(self.words):
            word = self.words[self.at]
            if word.type == "NUMBER":
                self.at += 1
                word.sense = MEASURE
                return in_range(word, least, most)
        return None

    def name(self) -> Word | None:
        """Takes a name if one comes next."""
        word = self.next
        if word is not None and is_name(word):
            self.at += 1
            word.sense = word.roles[0] if word.roles else OWN
            return word
        return None

    def coord(self) -> tuple[int, int] | None:
        """Takes a place such as ``(1,0)`` if one comes next."""
        word = self.next
        if word is not None and word.type == "COORD":
            self.at += 1
            word.sense = MEASURE
            x, y = word.value
            return int(x), int(y)
        return None

    def tile(self, own: Container[str] = ()) -> tuple[Word, Word | None]:
        """Takes the name of a tile and how it is turned, None where that is not said; one that goes by the name of its
        building has it in the language of the text, one of the text's `own` as it was given.
        """
        word = self.words[self.at]
        kind = word.id("kind")
        self.take(OWN if word.text in own else ("kind", kind) if kind and word.type != "STRING" else TEXT)
        after = self.next
        return word, self.take(MEASURE) if after is not None and after.type == "TURNED" else None

    def end(self, expected: str) -> None:
        """Complains of anything left over."""
        if not self.done:
            self.fail(expected)

    def fail(self, expected: str, roles: tuple[str, ...] = ()) -> NoReturn:
        """A Mistake: `expected` is a phrase id of the table ``expected``."""
        word = self.next
        what = (Item("expected", (expected,)),)
        if word is None:
            raise LeftOut(Problem("line-ends-early", self.where(), {"expected": what}))
        if word.text in language(self.lang).articles and self.at + 1 < len(self.words):
            word = self.words[self.at + 1]  # "a meeeple": what is wrong is the word behind the article
        problem = Problem("unexpected-word", word.span, {"word": word.text, "expected": what})
        if not word.roles and word.type == "ATOM":
            stray_word: Word = word
            raise Mistake(problem, lambda: self._hints(stray_word, roles)) if roles else Mistake(problem)
        if word.id("keyword") in OWN_LINE:
            raise Mistake(Problem("own-line", word.span, {"word": word.text}))
        if said := lexicon(self.lang).words_for(word.text, roles):
            raise Mistake(problem._replace(suggestions=said))
        behind, before = self.words[self.at :], self.words[: self.at]
        if meant := stray(behind, self.lang, READ) or stray(before, self.lang, READ):
            word = meant[0]
            raise Mistake(Problem("unexpected-word", word.span, {"word": word.text, "expected": what}, meant[1]))
        if "figure" in roles and word.id("unit"):
            raise Mistake(problem, lambda: self._figures_of(word))
        if "figure" in roles and word.id("keyword") == "a_tile":
            raise Mistake(problem, lambda: (lexicon(self.lang).say("verb", "places"),))
        if expected == "tile" and word.id("figure"):  # tiles are placed, figures put
            raise Mistake(problem, lambda: (f"{lexicon(self.lang).say('verb', 'puts')} {word.text}",))
        raise Mistake(problem)

    def _hints(self, word: Word, roles: tuple[str, ...]) -> tuple[str, ...]:
        """What a word that is none of the language may stand for, with those behind it or alone."""
        texts = [one.text for one in self.words[self.words.index(word) :][:3]]
        found = phrase_slip(self.lang, texts) or nearest_word(self.lang, word.text, roles)
        before = self.words[self.at - 1] if self.at else word
        return tuple(self._counted(one, int(before.value)) for one in found) if before.type == "NUMBER" else found

    def _counted(self, spelling: str, number: int) -> str:
        """A noun in the number that is written before it, any other word as it is."""
        say = lexicon(self.lang).say
        nouns = [one for one in lexicon(self.lang).phrases.get(fold(spelling), ()) if one[0] in NOUNS]
        return next((say(*one, number) for one in nouns if spelling in (say(*one, 1), say(*one, 2))), spelling)

    def _figures_of(self, word: Word) -> tuple[str, ...]:
        """Figures that may be meant by a word for what they carry: ``meeple fantôme``, ``meeple avec 1 fantôme``."""
        words = lexicon(self.lang)
        named = words.longer(word.text, ("figure",))
        carried = f"{words.say('figure', 'meeple')} {words.say('keyword', 'with')} 1 {word.text}"
        return (*named, carried) if named else ()

    # ---- phrases
    def ref(self, expected: str = "place") -> Ref:
        """A place: ``R1``, ``"my road"``, ``haunted castle K``, ``city N``, ``city N at (0,0)``, ``road``."""
        start = self.where()
        kind = self.role("kind") or ""
        if not kind:
            word = self.name()
            if word is None:
                self._refuse_keyword(expected)
            return Ref(name=word.text, span=word.span) if word is not None else self.fail(expected, ("kind",))
        word = self.name()
        named, side = word.text if word is not None else "", ""
        if word is None:
            side = self.role("side") or ""
        cell = None
        if word is not None and not self._piece(word):
            pass  # a name says which; a square behind it would say nothing
        elif self.peek("keyword") in ("at", "on") and self.at + 1 < len(self.words):
            if self.words[self.at + 1].type == "COORD":
                self.keyword("at", "on")
                cell = self.coord()
        elif self.next is not None and self.next.type == "COORD":
            cell = self.coord()
        if word is not None and cell is not None:
            side, named = word.text, ""
        end = self.words[self.at - 1]
        span = Span(start.line, start.column, end.end_column if end.line == start.line else start.end_column)
        return Ref(named, kind, side, cell, span)

    def _piece(self, word: Word) -> bool:
        """Whether a word names a piece that touches no side of its tile: ``field II at (0,0)``."""
        if not set(word.text) <= {"I", "V"}:
            return False
        return word.text in INSIDE

    def _refuse_keyword(self, expected: str) -> None:
        word = self.next
        if word is not None and word.roles and word.type != "NUMBER":
            if self.at + 1 < len(self.words) and not self.words[self.at + 1].roles:
                self.fail(expected, ("kind",))
            what = (Item("expected", (expected,)),)
            code = "unexpected-word" if word.id("colour") else "keyword-as-name"
            raise Mistake(Problem(code, word.span, {"word": word.text, "expected": what}))

    def figure(self, placed: bool = True) -> FigurePhrase | None:
        """A figure phrase if one comes next; None, with nothing taken, if not. `placed`: with where it stands."""
        start, first = self.at, self.where()
        numbered = self.next
        count = self.number(-HUGE, HUGE)
        marks: dict[str, int] = {}
        colour = self._adjectives(marks, "")
        figure = self.role("figure")
        if figure is None:
            self.at = start
            return None
        colour = self._adjectives(marks, colour)
        label, place, cell = "", None, None
        while self.peek("keyword"):  # nothing else goes on with it
            if self.keyword("called"):
                word = self.next
                if word is None or word.type in ("NUMBER", "COORD"):
                    self.fail("name")
                label = word.text
                self.take(OWN)
            elif self.keyword("with"):
                behind = self.at - 1
                if not self._carried(marks) and count is not None and count > 1:
                    raise self._each_or_one(start, behind, figure, count)
            elif self.peek("keyword") == "as" and self.peek("figure", 1):
                self.keyword("as")
                marks[f"as-{self.role('figure')}"] = 1
            elif self.peek("keyword") == "not" and self.peek("keyword", 1) == "as" and self.peek("figure", 2):
                self.keyword("not")
                self.keyword("as")
                marks[f"as-{self.role('figure')}"] = 0
            elif not placed and self.peek("keyword") in ("on", "in", "at"):
                break
            elif place is None and self.peek("keyword") in ("on", "in") and self._picture_follows():
                break  # no feature: who reads the move says what that means
            elif place is None and self.keyword("on", "in"):
                coord = self.coord()
                if coord is not None:
                    cell = coord
                else:
                    place = self.ref()
            elif cell is None and self.keyword("at"):
                cell = self.coord()
                if cell is None:
                    self.fail("coord")
            else:
                break
            colour = self._adjectives(marks, colour)
        end = self.words[self.at - 1]
        span = Span(first.line, first.column, end.end_column if end.line == first.line else first.end_column)
        counted = count is not None
        if counted and numbered is not None:
            in_range(numbered)
        return FigurePhrase(
            1 if count is None else count, colour, figure, tuple(marks.items()), label, place, cell, span, counted
        )

    def _picture_follows(self) -> bool:
        """Whether ``on`` is followed by something that is no place, such as ``inn`` or ``volcano``."""
        word = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        return word is not None and not word.id("kind") and any(r in ("unit", "symbol") for r, _ in word.roles)

    def _adjectives(self, marks: dict[str, int], colour: str) -> str:
        while True:
            if not colour and (found := self.role("colour")) is not None:
                colour = found
                continue
            without = self.peek("keyword") == "not"
            flag = self.peek("flag", int(without))
            if flag is None or OF_FIGURES not in vocabulary().traits("flag", flag):
                return colour
            if without:
                self.keyword("not")
            self.role("flag")
            marks[flag] = 0 if without else 1

    def _each_or_one(self, start: int, behind: int, figure: str, count: int) -> Mistake:
        """The mistake of not saying whether each of several figures has what they are said to have."""
        words, phrase = lexicon(self.lang), self.words[start : self.at]
        said, carried = (" ".join(word.text for word in some) for some in (phrase, self.words[behind : self.at]))
        colour = "".join(f"{word.text} " for word in phrase if word.id("colour"))
        rest, one = (f"{n} {colour}{words.say('figure', figure, n)}" for n in (count - 1, 1))
        offered = (f"{said} {words.say('keyword', 'each')}", f"{rest}, {one} {carried}")
        span = phrase[0].span._replace(end_column=phrase[-1].end_column)
        return Mistake(Problem("each-or-one", span, {"word": said}, offered))

    def _carried(self, marks: dict[str, int]) -> bool:
        """``1 ghost``, ``the fairy``, ``2 ghosts each``, ``1 ghost and the fairy``; whether no number leaves open how
        many each of several figures has.
        """
        each, counted = False, False
        while True:
            count = self.number()
            unit = self.role("unit")
            ident = unit or self.role("figure") or self.role("name")
            if ident is None:
                self.fail("carried", ("unit", "figure"))
            if unit is None and count not in (None, 0, 1):
                self.at -= 2
                self.fail("carried")
            marks[ident] = 1 if count is None else count
            each = self.keyword("each") is not None or each
            counted = counted or bool(count)
            if not (self.peek("keyword") == "and" and self._carried_follows()):
                return each or not counted
            self.keyword("and")

    def _carried_follows(self) -> bool:
        ahead = 2 if self.at + 1 < len(self.words) and self.words[self.at + 1].type == "NUMBER" else 1
        return bool(self.peek("unit", ahead) or self.peek("figure", ahead))


def counted(reader: Reader) -> Any:
    """An item of an answer: ``2 red meeples``, ``1 gift``, ``blue``, ``9``; None if none comes next."""
    start = reader.at
    figure = reader.figure()
    if figure is not None:
        return figure
    number = reader.number(-POINTS, POINTS)
    if number is not None:
        colour = reader.role("colour") or ""
        noun = reader.role("unit") or reader.role("kind") or reader.role("name")
        if noun is not None:
            colour = reader.role("colour") or colour
            return Item.count(number, colour, noun)
        if not colour and (reader.done or reader.peek("keyword") == "or"):
            return Item.number(number)
    reader.at = start
    return None
