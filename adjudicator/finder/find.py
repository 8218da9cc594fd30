"""From a question about a rule to the rules that answer it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from adjudicator.finder.index import NOT, Index, Near, features, index
from adjudicator.finder.terms import Term, pieces, talks, tongue
from adjudicator.rulebook import loader
from adjudicator.words.languages import codes, fallback

MOST = 3
"""Offers, at most."""
LEAST = 0.2
"""The part of a question that the first rule has to say as well, where it fits at all."""
CLEAR, SHARED, APART = 1.2, 0.6, 0.85
"""Where the first rule is sure: the score that it has at least, the part of the question that it says as well, and the
part of its score that the second one has at most.
"""
BESIDE = 0.8
"""The part of the first rule's score from which on another one is told beside it."""
VOTE = 0.3
"""The likeness of a way to ask from which on it says whether yes or no is the answer."""
LEAD = 1.5
"""How many times as like it is as one with the other answer, at least."""
LIKELY, CERTAIN = 0.6, 0.75
"""The part of what either says that the other says as well, where its answer is given and where it is certain."""
NUMBER = "number-"
"""How the meanings of numbers begin."""
CONTEXT = 0.5
"""How much it counts in a question what is said before it in another one."""
ONE = "number-1"
"""What stands for a thing as often as it counts it."""
YES_NO = ("yes", "no")
OPEN = frozenset(("what", "how-many", "why", "or"))
"""Meanings of words that ask for something else than yes or no."""
OPENS = frozenset(("when", "where", "who"))
"""Likewise, at the beginning of a question: elsewhere they may join clauses."""
MODES = ("may", "must", "forbid", "optional", "except", "only")
"""Meanings that turn an answer round: two questions of which one alone has one ask for different things."""
BEGINS = frozenset(("may", "must", *OPENS))
"""Meanings of words by which a question begins that may have another one behind it."""
OPENING = 3
"""Terms at the beginning of a question."""
OPPOSITE = (
    *(("youngest", "oldest"), ("clockwise", "against"), ("finish", "unfinished"), ("empty", "occupied")),
    *(("own", "other"), ("more", "less"), ("may", "must"), ("may", "forbid"), ("must", "optional")),
    *(("maximum", "minimum"), ("start", "end"), ("receive", "lose"), ("lie", "stand"), ("keep", "use")),
    *(("join", "separate"), ("place", "take-back"), ("without", "together"), ("only", "each"), ("protect", "affect")),
    ("except", "all"),
)
"""Meanings of which one in the question and the other in a way to ask make them two questions."""


_CLAUSE = re.compile(r"([^?!.;,]+)([?!.;,]|$)")


class Offer(NamedTuple):
    """A rule that may be meant, with the question that it answers."""

    rule: str
    said: str
    """The question, in words of the asker's language where somebody has asked so; else what the rule decides."""
    answer: str | None
    """yes or no to that question; None where the rule's own words answer."""


class Found(NamedTuple):
    """The rules on a question."""

    language: str
    answers: tuple[Near, ...]
    """The rules that are nearest, the nearest first; none where nothing fits."""
    sure: bool
    """Whether the first rule is clearly the one."""
    answer: str | None
    """yes or no, where that was asked and is certain; None where the rule's own words answer."""
    also: tuple[str, ...]
    """Ids of other rules that decide the question with the first one."""
    meant: Offer | None
    """The question that the first rule answers, as somebody asks it; None where nothing fits."""
    offers: tuple[Offer, ...]
    """What else may be meant, where that is not sure: three questions at most, the likeliest first."""
    mended: tuple[tuple[str, str], ...]
    """Words in which a finger has slipped, and what they were taken for."""
    more: tuple[Found, ...] = ()
    """The rules on what else the sentence asks."""

    @property
    def reply(self) -> str | None:
        """yes or no to what was asked where that is sure, else to the question that the first rule answers."""
        return self.answer if self.sure or self.meant is None else self.meant.answer

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules to print, the one that settles the question first."""
        return (self.answers[0].rule, *self.also) if self.answers else ()


def find(sentence: str, langs: Sequence[str] = (), known: Index | None = None) -> Found:
    """The rules that answer a `sentence`, in the language of `langs` in which most of it means something; all languages
    are tried where none is given. They are looked for in `known`, by default in all that there is.
    """
    known = known or index()
    lang, terms = read(pieces(sentence), langs)
    parts = _questions(sentence, lang) or [([], terms)]
    before = [features([term for part in parts[:at] for term in chain(*part)], lang) for at in range(len(parts))]
    first, *others = (_found(*part, around, lang, known) for part, around in zip(parts, before, strict=True))
    seen = {near.rule for near in first.answers[:1]}
    more = []
    for one in others:
        if one.answers and one.answers[0].rule not in seen:
            seen.add(one.answers[0].rule)
            more.append(one)
    return first._replace(more=tuple(more))


def _found(told: Sequence[Term], asked: Sequence[Term], around: Mapping[str, float], lang: str, known: Index) -> Found:
    """The rules that answer one question with what is `told` before it, before which the features `around` are said."""
    terms = [*told, *asked]
    own = features(terms, lang)
    said = {**{one: CONTEXT * much for one, much in around.items() if one != NOT}, **own}
    near = known.near(said, lang)
    offers = _offers(near[: MOST + 1], known, lang)
    if not near or near[0].covers < LEAST:
        return Found(lang, (), False, None, (), None, tuple(offers[:MOST]), ())
    first = near[0]
    second = near[1].score / first.score if len(near) > 1 else 0.0
    answer, certain = _answer(first, known, features(asked, lang), asked, lang)
    clear = first.score >= CLEAR and first.covers >= SHARED and second <= APART
    sure = clear and (answer is None or certain)
    also = tuple(one.rule for one in near[1:MOST] if one.score >= BESIDE * first.score) if sure else ()
    mended = tuple((term.text, term.mended) for term in terms if term.mended)
    return Found(lang, tuple(near), sure, answer, also, offers[0], () if sure else tuple(offers[1:]), mended)


def _questions(sentence: str, lang: str) -> list[tuple[list[Term], list[Term]]]:
    """The questions of a text, each behind what is told before it; none where it is one sentence."""
    parts: list[tuple[list[Term], list[Term]]] = [([], [])]
    asked = False
    for clause, mark in _CLAUSE.findall(sentence):
        terms = tongue(lang).terms(clause)
        begins = {meaning for term in terms[:OPENING] for meaning in term.meanings}
        asks = mark == "?" or bool(begins & OPEN)
        if asks and asked:
            parts.append(([], []))
        asked = asked or asks or bool(begins & BEGINS)
        told, own = parts[-1]
        if mark in (".", "!") and not asks and not begins & BEGINS:
            told += terms
        else:
            own += terms
    return parts if len(parts) > 1 or all(parts[0]) else []


def read(said: Sequence[str], langs: Sequence[str] = ()) -> tuple[str, list[Term]]:
    """The language of `langs`, of all where none is given, in which most words of a question are known, the first of
    those as good, and what the words mean in it.
    """
    tried = [lang for lang in langs or codes() if talks(lang)] or [fallback()]
    terms = {lang: tongue(lang).read(said) for lang in tried}
    lang = min(tried, key=lambda one: sum(_strange(term) for term in terms[one]))
    return lang, terms[lang]


def _strange(term: Term) -> bool:
    return bool((term.stems and not term.meanings) or term.mended)


def _offers(near: Sequence[Near], known: Index, lang: str) -> list[Offer]:
    """Each rule with the likest question that somebody has asked it by in the language."""
    found = []
    for one in near:
        own = [way for _, way in one.ways if known.lang[way] == known.langs.index(lang)]
        if own:
            way = known.ways[own[0]]
            found.append(Offer(one.rule, way.text, way.label if way.label in YES_NO else None))
        else:
            found.append(Offer(one.rule, loader.rule(one.rule).decides, None))
    return found


def _answer(
    first: Near, known: Index, said: dict[str, float], terms: Sequence[Term], lang: str
) -> tuple[str | None, bool]:
    """yes or no to a question that a rule settles, and whether that is certain.

    None to a question that denies twice. Else it is what the likest way to ask has for an answer that denies as often
    and names no opposite, if no way with another answer is about as near; and certain where the two say nearly all that
    the other one says. What denies is compared within the language alone: where one says "not finished", another has a
    word for it.
    """
    denied = said.get(NOT, 0)
    if denied > 1 or not _closed(terms):
        return None, True
    best: dict[str, tuple[float, int]] = {}
    for like, way in first.ways:
        label = known.ways[way].label
        if (
            label in YES_NO
            and label not in best
            and known.said[way].get(NOT, 0) == denied
            and (not denied or known.lang[way] == known.langs.index(lang))
            and _alike(said, known.said[way])
        ):
            best[label] = like, way
    if not best:
        return None, True
    label = max(best, key=lambda one: best[one])
    like, way = best[label]
    other = max((much for one, (much, _) in best.items() if one != label), default=0.0)
    if like < VOTE or like < LEAD * other:
        return None, True
    both = min(known.covers(said, known.said[way]))
    return (label, both >= CERTAIN) if both >= LIKELY else (None, True)


def _closed(terms: Sequence[Term]) -> bool:
    """Whether a question asks for yes or no: no word asks for something else, and nothing is given to choose from."""
    meanings = {meaning for term in terms for meaning in term.meanings}
    first = {meaning for term in terms[:OPENING] for meaning in term.meanings}
    return not meanings & OPEN and not first & OPENS


def _alike(said: Collection[str], other: Collection[str]) -> bool:
    """Whether two questions with these meanings ask for the same: of no pair of opposites one has the one alone, the
    other the other, they are asked in the same way, and they count alike.
    """
    if any((one in said) != (one in other) for one in MODES):
        return False
    for one, against in OPPOSITE:
        for mine, theirs in ((said, other), (other, said)):
            if one in mine and against not in mine and against in theirs and one not in theirs:
                return False
    numbers, others = ({one for one in some if one.startswith(NUMBER) and one != ONE} for some in (said, other))
    return numbers == others
