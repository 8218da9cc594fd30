"""What a record says, in the reader's language: items, counts, colours, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from adjudicator.model.ruling import Finding, Item, Missing, Ruling
from adjudicator.words.languages import MARK, Language
from adjudicator.words.lexicon import Lexicon, fold, is_word, lexicon, marking
from adjudicator.words.phrases import phrase

WORD_ROLES = (
    "figure", "kind", "unit", "colour", "name", "flag", "symbol", "keyword", "topic", "verb", "effect", "side",
)  # fmt: skip
"""Where a ``word`` item is looked up, first hit wins: the nouns first."""

NOUN_ROLES = ("figure", "unit", "kind", "symbol", "name")

FAILED = "-not"
"""Ending of the phrase for a condition that failed, where the phrase itself would be wrong then."""


class Speech:
    """One reader's language: every method takes records and gives text.

    Ids that no lexicon knows (a feature's name, a tile's id) are shown as they were written.
    """

    __slots__ = ("lang", "language", "lexicon", "prose")

    def __init__(self, lang: str, *, marks: bool = False) -> None:
        self.lang = lang
        """Code of the language."""
        self.lexicon: Lexicon = marking(lang) if marks else lexicon(lang)
        self.language: Language = self.lexicon.language
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
        return template.format_map(_Said(self if MARK in template else self.prose, values))

    def sentence(self, table: str, ident: str, values: Mapping[str, Any]) -> str:
        """``filled`` as a whole sentence. A name at its head keeps its letters; only a player gets a capital."""
        template = phrase(self.lang, table, ident)
        head = template[1:].partition("}")[0] if template.startswith("{") else ""
        first = values.get(head) if head else None
        named = bool(head) and not (isinstance(first, Item) and first.kind == "player")
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
        kind, word = found.verdict, self.keyword
        if kind == "undetermined":
            return f"{word('asks')} " + ", ".join(f'"{self.missing(one)}"' for one in found.missing)
        if found.possible:
            return f"{word(kind)} {self._possible(found)}".rstrip()
        if kind not in ("scored", "options"):
            return word(kind)
        if kind == "scored":
            points = [f"{self.colour(player)} {number}" for player, number in found.points.items()]
            return ", ".join(points) or word("nobody")
        if not found.options:
            return word("none")
        listed = ", ".join(self.typed(one) for one in found.options)
        if found.choice:
            return f"{word('one_of')} {listed}"
        if found.ordered:
            return f"{word('in_order')} {listed}"
        if all(one.kind in ("number", "count") for one in found.options):
            return listed
        return f"{word('exactly')} {listed}"

    def _possible(self, found: Ruling) -> str:
        """The outcomes of an open question: ``2 or 3``, ``red 2 or 3, blue 5``, ``yes or no``."""
        either = f" {self.keyword('or')} "
        if found.options:
            return self.items(found.options, "or")
        if all(one.verdict == "scored" for one in found.possible):
            players = dict.fromkeys(player for one in found.possible for player in one.points)
            numbers = {p: sorted({one.points.get(p, 0) for one in found.possible}) for p in players}
            return ", ".join(f"{self.colour(p)} {either.join(map(str, some))}" for p, some in numbers.items())
        if all(one.verdict in ("yes", "no") for one in found.possible):
            return either.join(dict.fromkeys(self.keyword(one.verdict) for one in found.possible))
        return ""

    def typed(self, item: Item) -> str:
        """An item as it must be typed: names that could be read otherwise in quotes."""
        if item.kind == "move":
            return self._move(item.parts, typed=True)
        if item.kind == "either":
            return f" {self.keyword('or')} ".join(self.typed(one) for one in item.parts)
        if item.kind != "feature":
            return self.item(item)
        said, name = self.item(item), str(item.parts[0])
        fixed = any(role == "name" for role, _ in self.lexicon.phrases.get(fold(name), ()))  # a place of an expansion
        plain = fixed or " at (" in name or (_NAME.fullmatch(name) is not None and not is_word(name))
        return said if plain else f'"{said}"'

    def value(self, value: Any) -> str:
        """One value of a record: an Item is said, a tuple joined by commas, the rest stands as it is."""
        if isinstance(value, Item):
            return self.item(value)
        if isinstance(value, str):
            return self.feature(value)
        if isinstance(value, (tuple, list, set, frozenset)):
            return ", ".join(self.value(one) for one in value)
        if isinstance(value, bool):
            return self.keyword("yes" if value else "no")
        return str(value)

    def items(self, items: Iterable[Item], joint: str = "") -> str:
        """A list in words; `joint` is ``or`` or ``and`` before the last one, "" for a plain comma."""
        said = [self.item(one) for one in items]
        if joint and len(said) > 1:
            return f"{', '.join(said[:-1])} {self.keyword(joint)} {said[-1]}"
        return ", ".join(said)

    def item(self, item: Item) -> str:
        """One Item as the scenario language writes it."""
        kind, parts = item.kind, item.parts
        if kind == "count":
            return self.count(*parts)
        if kind == "player":
            return self.colour(str(parts[0]))
        if kind == "word":
            return self.word(str(parts[0]))
        if kind == "figure":
            return self._figure(*parts)
        if kind == "cell":
            return f"({parts[0]},{parts[1]})"
        if kind == "corner":
            return f"{self.keyword('corner')} ({parts[0]},{parts[1]})"
        if kind == "placement":
            tile, turns, x, y = parts
            turned = f"{tile}@{90 * turns}" if turns else str(tile)
            return f"{turned} {self.keyword('at')} ({x},{y})"
        if kind == "either":
            return self.items(parts, "or")
        if kind == "move":
            return self._move(parts)
        return self._inner(kind, parts)

    def _inner(self, kind: str, parts: tuple[Any, ...]) -> str:
        """Items that only stand inside sentences, and texts that stand as they are."""
        if kind == "noun":
            role, ident = parts
            return self._say_known((role,), ident)
        if kind == "expansion":
            return self.lexicon.expansion_title(str(parts[0]))
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
        if " at (" not in ident:
            return ident
        match = _PLACE.fullmatch(ident)
        if not match:
            return ident
        kind, side, place = match.groups()
        parts = [
            self._say_known(("kind",), kind),
            self._say_known(("side",), side) if side else "",
            self.keyword("at"),
            place,
        ]
        return " ".join(part for part in parts if part)

    def colour(self, colour: str) -> str:
        """A player, by colour."""
        return self._say_known(("colour",), colour)

    def word(self, ident: str) -> str:
        """Any word of the lexicon, by its id."""
        return self._say_known(WORD_ROLES, ident)

    def count(self, number: int, colour: str, noun: str) -> str:
        """Such as "2 red meeples" or "1 coat"; `noun` is the id of a figure, a unit or a kind."""
        return f"{number} {self.noun(noun, number, colour)}"

    def noun(self, noun: str, number: int = 1, colour: str = "") -> str:
        """A noun in the number that fits, with the colour of its player on the side where the language puts it."""
        role = self._role(NOUN_ROLES, noun)
        said = self.lexicon.say(role, noun, number) if role else noun
        if not colour:
            return said
        gender = self.lexicon.gender(role, noun) if role else ""
        shade = self.lexicon.say("colour", colour, number, gender) if self._role(("colour",), colour) else colour
        return self.ordered({"noun": said, "colour": shade})

    def ordered(self, parts: Mapping[str, str]) -> str:
        """What stands around a noun, in the order of the language: ``number``, ``share``, ``states``, ``colour``."""
        return " ".join(parts[part] for part in self.language.noun if parts.get(part))

    def stated(self, role: str, ident: str, n: int, flag: str) -> str:
        """A state as it stands apart from the noun that it belongs to: ``complète`` in ``ville T : complète``."""
        gender = self.language.apart(self.lexicon.gender(role, ident))
        return self.lexicon.say("flag", flag, n, gender)

    def topic(self, topic: str) -> str:
        """The word of a question, such as "majority"; "" for a topic without one."""
        return self.lexicon.say("topic", topic) if self._role(("topic",), topic) else ""

    def figure(self, colour: str, figure: str, marks: Iterable[tuple[str, int]] = ()) -> str:
        """A figure with what it carries and how it stands: ``protected red meeple with 2 ghosts``; with 0 of a state
        that it has not.
        """
        has, role = self.lexicon.has, self.keyword
        states, missing, carried = list[str](), list[str](), list[str]()
        for mark, number in marks:
            laid = mark.removeprefix("as-")
            if has("flag", mark):
                gender = self.lexicon.gender("figure", figure)
                # "not protected" stands behind its noun.
                said = self.lexicon.say("flag", mark, 1, gender if number else self.language.apart(gender))
            elif laid != mark and has("figure", laid):
                said = f"{role('as')} {self.lexicon.say('figure', laid)}"
            else:
                carried.append(self.count(number, "", mark))
                continue
            if number and has("flag", mark):
                states.append(said)
            else:
                missing.append(said if number else f"{role('not')} {said}")
        noun = self.lexicon.say("figure", figure, 1)
        shade = self.lexicon.say("colour", colour, 1, self.lexicon.gender("figure", figure)) if colour else ""
        words = [self.ordered({"noun": noun, "colour": shade, "states": " ".join(states)}), *missing]
        if carried:
            words.append(f"{role('with')} " + f" {role('and')} ".join(carried))
        return " ".join(words)

    def _figure(self, colour: str, figure: str, feature: str = "", marks: Iterable[tuple[str, int]] = ()) -> str:
        said = self.figure(colour, figure, marks) if marks else self.noun(figure, 1, colour)
        return f"{said} {self.keyword('on')} {self.feature(feature)}" if feature else said

    def _move(self, parts: tuple[Any, ...], *, typed: bool = False) -> str:
        verb, rest = str(parts[0]), parts[1:]
        doing = self.lexicon.infinitive("verb", verb) if self._role(("verb",), verb) else self.word(verb)
        if not typed and rest == (_NOTHING,):
            return self.language.doing_nothing.format(verb=doing, nothing=self.keyword("nothing"))
        words: list[str] = []
        thing = placed = with_figure = False
        said = self.typed if typed else self.value
        for index, part in enumerate(rest):
            if isinstance(part, Item) and part.kind == "marks":
                continue  # said with its figure
            carried = next(
                (p.parts for p in rest[index + 1 : index + 2] if isinstance(p, Item) and p.kind == "marks"), ()
            )
            place = isinstance(part, Item) and part.kind in ("feature", "corner", "cell")
            beside = thing and not placed and isinstance(part, Item) and part.kind == "count" and verb == "moves"
            if (place and placed) or beside:
                words.append(self.keyword("to"))
            elif place and thing:
                way = _TOWARDS.get(verb, "on") if not with_figure else "on"
                at = "to" if part.kind == "cell" and verb == "moves" else _AT.get(part.kind, way)
                words.append(self.keyword(at))
            elif words and _is_placement(part) and _is_placement(rest[index - 1]):
                words.append(self.keyword("and"))  # the halves of one tile
            with_figure = with_figure or beside
            thing, placed = True, placed or place
            one = isinstance(part, Item) and part.kind == "count" and part.parts[0] == 1
            if one and carried:
                words.append(self.figure(part.parts[1], part.parts[2], carried))
            else:
                words.append(self.noun(part.parts[2], 1, part.parts[1]) if one else said(part))
        template = TYPED_MOVE if typed or not words else self.language.doing
        return template.format(verb=doing, rest=" ".join(words)).strip()

    def _say_known(self, roles: tuple[str, ...], ident: str) -> str:
        role = self._role(roles, ident)
        return self.lexicon.say(role, ident) if role else ident

    def _role(self, roles: tuple[str, ...], ident: str) -> str:
        """The first of `roles` in which the lexicon has `ident`, else ""."""
        has = self.lexicon.has
        for role in roles:
            if has(role, ident):
                return role
        return ""


def _is_placement(part: Any) -> bool:
    return isinstance(part, Item) and part.kind == "placement"


TYPED_MOVE = "{verb} {rest}"
"""A move as it must be typed, in any language."""
_NOTHING = Item.word("nothing")
_NAME = re.compile(r"[^\W\d_][\w-]*")
_PLACE = re.compile(r"([a-z-]+)(?: ([A-Z]+))? at (\(-?\d+,-?\d+\))")
"""How the board calls a feature that was given no name."""

_AT = {"cell": "at", "corner": "on"}
_TOWARDS = {"moves": "to", "places": "in"}
"""The little word between what a verb takes and a feature, where it is not "on"."""


class _Said(dict[str, Any]):
    """Values of a sentence, said when the sentence asks for them; one that is missing shows its name."""

    def __init__(self, speech: Speech, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.speech = speech

    def __getitem__(self, key: str) -> str:
        return self.speech.value(super().__getitem__(key))

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
