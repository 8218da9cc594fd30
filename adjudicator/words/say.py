"""What a record says, in the reader's language: items, counts, colours, sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import BOUND, Finding, Item, Missing, Ruling
from adjudicator.words import notation, saying
from adjudicator.words.fold import fold
from adjudicator.words.languages import MARK, Language, fallback
from adjudicator.words.lexicon import Lexicon, lexicon, marking
from adjudicator.words.phrases import phrase
from adjudicator.words.visible import visible
from adjudicator.words.wording import Printer

FAILED = "-not"
"""Ending of the phrase for a condition that failed, where the phrase itself would be wrong then."""


class Speech:
    """One reader's language: every method takes records and gives text.

    Ids that no lexicon knows (a feature's name, a tile's id) are shown as they were written.
    """

    __slots__ = ("bare", "lang", "language", "lexicon", "printer", "prose")

    def __init__(self, lang: str, *, marks: bool = False) -> None:
        self.lang = lang
        """Code of the language."""
        self.lexicon: Lexicon = marking(lang) if marks else lexicon(lang)
        self.language: Language = self.lexicon.language
        self.printer = Printer(lang, self.lexicon)
        """Prints what is typed."""
        self.bare = Printer(lang, self.lexicon, quotes=False)
        """Prints what stands inside a sentence."""
        self.prose: Speech = self if marks or not self.lexicon.borrows() else Speech(lang, marks=True)
        """How the same is said inside a sentence: borrowed words are marked there; what can be typed never is."""

    def phrase(self, table: str, ident: str, /, **values: Any) -> str:
        """The sentence ``table.ident`` with its places filled."""
        return self.filled(table, ident, values)

    def filled(self, table: str, ident: str, values: Mapping[str, Any]) -> str:
        """The sentence ``table.ident`` filled from a record's `values`: Items, tuples, strings, numbers."""
        template = phrase(self.lang, table, ident)
        if "{" not in template:
            return template
        # One mark behind a borrowed sentence is enough: its words need none.
        says = self if MARK in template else self.prose
        parts = template.split("`")  # between two of them stands what is to be typed
        return "`".join(
            part.format_map(_Said(says.value if at % 2 else says.named, values)) for at, part in enumerate(parts)
        )

    def sentence(self, table: str, ident: str, values: Mapping[str, Any]) -> str:
        """``filled`` as a whole sentence. A name at its head keeps its letters; players and figures get a capital."""
        template = phrase(self.lang, table, ident)
        head = template[1:].partition("}")[0] if template.startswith("{") else ""
        first = values.get(head) if head else None
        named = bool(head) and not (isinstance(first, Item) and first.kind in COMMON)
        return sentence(self.filled(table, ident, values), capital=not named)

    def counted(self, table: str, ident: str, count: int) -> str:
        """The phrase ``table.ident`` (``ident-one`` for one) with its number: at its ``{count}``, else in front."""
        one = abs(count) in self.language.one
        try:
            template = phrase(self.lang, table, f"{ident}-one" if one else ident)
        except LookupError:
            template = phrase(self.lang, table, ident)
        return template.replace("{count}", str(count)) if "{count}" in template else f"{count} {template}"

    def fact(self, finding: Finding) -> str:
        """Id of the sentence for a fact: for a condition that failed ``<phrase>-not``, where there is such."""
        if not finding.holds:
            try:
                phrase(self.lang, "fact", finding.phrase + FAILED)
                return finding.phrase + FAILED
            except LookupError:
                pass
        return finding.phrase

    def label(self, ident: str, /, **values: Any) -> str:
        """A fixed word or heading, ``label.ident``."""
        return self.filled("label", ident, values)

    def keyword(self, ident: str) -> str:
        """A word of the scenario language itself."""
        return self.lexicon.say("keyword", ident)

    def missing(self, missing: Missing) -> str:
        """The question for a fact that the position lacks, as an expectation quotes it."""
        return self.filled("missing", missing.phrase, missing.values)

    def expectation(self, found: Ruling) -> str:
        """An answer in the words of an expectation: ``red 12, black 0``, ``exactly Toulouse, M``."""
        return self.printer.line(notation.expectation(found))

    def typed(self, item: Item) -> str:
        """An item as it must be typed: names that could be read otherwise in quotes."""
        return self.printer.line(notation.item(item))

    def value(self, value: Any) -> str:
        """One value of a record: an Item is said, a tuple joined by commas, the rest stands as it is."""
        if isinstance(value, Item):
            return self.item(value)
        if isinstance(value, str):
            return self.feature(value)
        if isinstance(value, (tuple, list, set, frozenset)):
            return ", ".join(self.named(one) for one in value)
        if isinstance(value, bool):
            return self.keyword("yes" if value else "no")
        return str(value)

    def items(self, items: Iterable[Item], joint: str = "") -> str:
        """A list in words; `joint` is ``or`` or ``and`` before the last one, "" for a plain comma."""
        said = [self.named(one) for one in items]
        if joint and len(said) > 1:
            return f"{', '.join(said[:-1])} {self.keyword(joint)} {said[-1]}"
        return ", ".join(said)

    def named(self, value: Any) -> str:
        """A value as a part of a sentence, where a player's colour is a name, and 0 of something is none."""
        if isinstance(value, Item) and value.kind == "player":
            return self.player(str(value.parts[0]))
        if isinstance(value, Item) and value.kind == "count" and not value.parts[0] and value.parts[2] != "point":
            _, colour, noun = value.parts
            thing = saying.things(noun, 0, colour)
            if none := self.language.none.get(self.lexicon.gender(thing.role, thing.ident)):
                return none.format(self.bare.noun(thing._replace(number="", several=0 not in self.language.one)))
        return self.value(value)

    def item(self, item: Item) -> str:
        """One Item as the scenario language writes it, names without quotes."""
        if item.kind == "either":
            return f" {self.keyword('or')} ".join(map(self.item, item.parts))
        if item.kind == "move":
            return self._move(item.parts)
        if item.kind in TYPED:
            return self.bare.line(notation.item(item))
        return self._inner(item.kind, item.parts)

    def _inner(self, kind: str, parts: tuple[Any, ...]) -> str:
        """Items that only stand inside sentences, and texts that stand as they are."""
        if kind == "expected":
            return self.phrase("expected", str(parts[0]))
        if kind == "missing":
            return self.missing(parts[0])
        if kind == "problem":
            return self.filled("problem", parts[0].code, parts[0].values)
        if kind == "finding":
            return self.filled("fact", self.fact(parts[0]), parts[0].values)
        return " ".join(self.value(part) for part in parts)

    def feature(self, ident: str) -> str:
        """A feature: the name it was given, or its place on the board in this language (``ville N en (0,0)``)."""
        return self.bare.line(saying.place(ident))

    def spoken(self, text: str, whole: bool = True) -> str:
        """`text`, `whole` sentences or not, with "the city" where it speaks of the only city that there is."""
        if BOUND not in text:
            return text
        speaks = speech(fallback()) if MARK in text else self  # a borrowed sentence has the articles of its language
        return _ONLY.sub(lambda found: speaks._the(found, whole), text)

    def _the(self, found: re.Match[str], sentences: bool) -> str:
        before, kind, name = found.groups("")
        gender, plain = self.lexicon.gender("kind", kind), self.lexicon.say("kind", kind)
        if fold(before) == fold(plain):
            return before
        said, square = self.bare.called("kind", kind), ""
        if saying.placed(name):
            name = self.feature(name)
            square = name.removeprefix(said)
            if not sentences and not before:  # a cell of a table
                return name
        vowel = fold(said)[0] in tuple(self.language.articles_said.get("vowels", ()))
        if before == self.keyword("on"):
            before = self.language.instead.get("on", {}).get(kind, before)
        for word in (before, ""):
            forms = self.language.the.get(word.casefold(), {})
            article = (forms.get("vowel") if vowel else None) or forms.get(gender)
            if article and (gender in forms or vowel):
                said = self._behind(word, kind, said) + square
                said = f"{article}{'' if article.endswith(chr(39)) else ' '}{said}"
                whole = said if word else f"{before} {said}".lstrip()
                head = found.string[: found.start()].rstrip()
                if sentences and (before or head)[-1:] in (".", "?", "!", ""):
                    said = said[0].upper() + said[1:]
                    whole = f"{before} {said}".lstrip() if not word else said
                return whole[0].upper() + whole[1:] if before[:1].isupper() else whole
        return f"{before} {name}".lstrip()

    def _behind(self, word: str, kind: str, said: str) -> str:
        """A kind in the case that `word` governs."""
        return self.bare.declined(saying.kind(kind), said, self.bare.governed(word, "dative"), "definite")

    def colour(self, colour: str) -> str:
        """A player, by colour."""
        return self.bare.text(saying.player(colour))

    def player(self, colour: str) -> str:
        """A player in a sentence, where a colour is a name: "Red"."""
        said = self.colour(colour)
        return said[:1].upper() + said[1:] if self.lexicon.has("colour", colour) else said

    def word(self, ident: str) -> str:
        """Any word of the lexicon, by its id."""
        return self.bare.text(saying.word(ident))

    def count(self, number: int, colour: str, noun: str) -> str:
        """Such as "2 red meeples" or "1 coat"; `noun` is the id of a figure, a unit or a kind."""
        return self.bare.noun(saying.things(noun, number, colour))

    def noun(self, noun: str, number: int = 1, colour: str = "") -> str:
        """A noun in the number that fits, with the colour of its player on the side where the language puts it."""
        several = abs(number) not in self.language.one
        return self.bare.noun(saying.things(noun, None, colour)._replace(several=several))

    def topic(self, topic: str) -> str:
        """The word of a question, such as "majority"; "" for a topic without one."""
        return self.lexicon.say("topic", topic) if self.lexicon.has("topic", topic) else ""

    def figure(self, colour: str, figure: str, marks: Iterable[tuple[str, int]] = ()) -> str:
        """A figure with what it carries and how it stands: ``protected red meeple with 2 ghosts``; with 0 of a state
        that it has not.
        """
        return self.bare.line(saying.carrying(saying.things(figure, None, colour), marks))

    def _move(self, parts: tuple[Any, ...]) -> str:
        verb, *rest = notation.move(parts)
        doing = self.bare.text(verb)
        if parts[1:] == (_NOTHING,):
            return self.language.doing_nothing.format(verb=doing, nothing=self.keyword("nothing"))
        return self.language.doing.format(verb=doing, rest=self.bare.line(rest)) if rest else doing


_ONLY = re.compile(rf"(?:(?<![^\s(])([^\s({BOUND}]+) )?{BOUND}([a-z-]+)\x0f([^{BOUND}]*){BOUND}")


COMMON = frozenset(("player", "count", "noun", "figure"))
"""Kinds of items whose words get a capital at the head of a sentence: the others begin with a name."""
TYPED = frozenset(("count", "player", "word", "noun", "figure", "cell", "corner", "placement", "copies", "expansion"))
"""Kinds of items that a sentence says as they are typed, but for quotes."""
_NOTHING = Item.word("nothing")


class _Said(dict[str, Any]):
    """Values of a sentence, said when the sentence asks for them; one that is missing shows its name."""

    def __init__(self, say: Callable[[Any], str], values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.say = say

    def __getitem__(self, key: str) -> str:
        return self.say(super().__getitem__(key))

    def __missing__(self, key: str) -> str:
        return f"?{key}"


@cache
def speech(lang: str) -> Speech:
    """The Speech of a language, made once."""
    return Speech(lang)


def sentence(text: str, capital: bool = True) -> str:
    """`text` with an end mark and, unless it begins with a name, a capital first letter."""
    if not text:
        return text
    if capital:
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".?!:" else f"{text}."


def _problem(problem: Problem, lang: str) -> str:
    return visible(speech(lang or fallback()).sentence("problem", problem.code, problem.values))


Problems.sentence = staticmethod(_problem)
