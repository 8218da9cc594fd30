"""What a meeple is called where it stands: a knight is in a city, a thief on a road."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from adjudicator.binding.reader import Mistake
from adjudicator.errors import Problem
from adjudicator.model.ruling import Item
from adjudicator.syntax.lexer import Word, stands_on
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.vocabulary import vocabulary

_MEEPLE = ("figure", "meeple")
_BEFORE_PLACE = ("on", "in", "from")


def which_figure(clause: Sequence[Word], lang: str) -> None:
    """Raises Mistake for a word that is a meeple where it stands, and another figure besides."""
    words, number = lexicon(lang), next((int(word.value) for word in clause if word.type == "NUMBER"), 1)
    for word in _not_called(clause):
        figure = word.id("figure")
        if not figure or figure == "meeple" or _MEEPLE not in word.roles:
            continue
        values = {"word": word.text, "expansion": words.expansion_title(vocabulary().owner("figure", figure))}
        name = word.id("name")
        alone = [one for one in words.spellings("figure", figure) if ("name", name) not in words.phrases[fold(one)]]
        meant = (words.say(*_MEEPLE, number), *map(words.accented, alone[number > 1 :][:1]))
        raise Mistake(Problem("which-figure", word.span, values, meant))


def misplaced(words: Sequence[Word], under: str, kind_of: Callable[[Word], str]) -> Iterator[Problem]:
    """A problem for each meeple that no feature of its kind has, such as a knight on a road; `under` is the kind of the
    feature below which a line stands, `kind_of` tells that of a feature by its name; "" for what is not known.
    """
    plain = _not_called(words)
    for at, word in enumerate(words):
        kinds = stands_on(word.id("name") or "") if word.id("figure") == "meeple" and word in plain else frozenset()
        kind = (_said(words[at + 1 :], kind_of) or under) if kinds else ""
        if kind and kinds.isdisjoint((kind, *vocabulary().kind_traits(kind))):
            others = tuple(Item.noun("kind", one) for one in sorted(kinds) if vocabulary().has("kind", one))
            values = {"word": word.text, "kind": Item.noun("kind", kind), "kinds": others}
            yield Problem("stands-elsewhere", word.span, values)


def _not_called(words: Sequence[Word]) -> list[Word]:
    """The words without those that a figure is called by."""
    return [word for at, word in enumerate(words) if not at or words[at - 1].id("keyword") != "called"]


def _said(behind: Sequence[Word], kind_of: Callable[[Word], str]) -> str:
    """The kind of the feature that is said behind a figure, "" where none is or it is not known."""
    for word, place in pairwise(behind):
        if word.type in ("_COMMA", "EXPECT") or word.id("verb"):
            break
        if word.id("keyword") in _BEFORE_PLACE:
            return place.id("kind") or kind_of(place)
    return ""
