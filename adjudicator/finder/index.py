"""The ways to ask for each rule, by what their words mean, and how near a question is to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from math import log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import store
from adjudicator.finder import asked
from adjudicator.finder.asked import LABELS, Way
from adjudicator.finder.terms import Term, sources, tongue
from adjudicator.rulebook import expansions, loader
from adjudicator.words.languages import codes, fallback, files, shipped
from adjudicator.words.vocabulary import vocabulary

NOT = "not"
"""What words mean that turn a question round."""
PAIRS = (0.5, 0.3, 0.3)
"""How much it counts what two words say of which one is the next one to mean something, the second, the third."""
BARE = 0.4
"""How much the spelling of a word counts whose meaning is known."""
SAID = 0.5
"""How much a word of a rule's own text counts beside one by which somebody asks for it."""
ABROAD = 0.9
"""How much a way to ask counts that is another language's."""
STRANGE = 4.0
"""How much a word counts that nobody has said."""
NEW = 6.5
"""How rare a word is that nobody has said."""
THINGS = frozenset(("figure", "kind", "unit", "symbol", "stance"))
"""Roles of words for what there is in a game."""
BESIDE = 0.95
"""What is left of the score of a rule for each thing in its question that nobody has named."""
ABSENT = 0.88
"""What is left of the score of a rule of a box of which no word is said."""
OWN, ENOUGH = 0.5, 3
"""The part of the ways to ask with a word that are one box's, from which on the word is that box's, and such ways."""
FIRST, NEXT, WHOLE = 1.0, 0.4, 4.0
"""How much it counts that a way to ask is like the question, that the next two are, and what all of the rule says."""
WEAK = frozenset(("not", "what", "may", "must", "place"))
"""Meanings that say little."""
FLAT, LENGTH = 1.2, 0.5
"""How soon a word that is said again counts less, and how much it does in a rule with many words (BM25)."""


def features(terms: Iterable[Term], lang: str) -> dict[str, float]:
    """What is said by some terms, with how much it counts: meanings, two of them that stand near each other (``a&b``),
    and words of the language (``~``).
    """
    return _weighed(_line(terms, lang))


def _line(terms: Iterable[Term], lang: str) -> list[str]:
    """What each term says, one after the other."""
    found: list[str] = []
    for term in terms:
        if term.denies:
            found.append(NOT)
        found += term.meanings
        found += [f"~{lang}{stem}" if term.meanings else f"~~{lang}{stem}" for stem in term.stems]
    return found


def _weighed(line: Iterable[str]) -> dict[str, float]:
    """How much it counts what stands in such a line."""
    found: dict[str, float] = {}
    before: list[str] = []
    for one in line:
        if one == NOT:
            found[NOT] = found.get(NOT, 0.0) + 1.0
        elif one[0] == "~":
            found[one] = 1.0 if one[1] == "~" else BARE
        else:
            for other, much in zip(reversed(before), PAIRS, strict=False):
                if other != one:
                    pair = f"{other}&{one}" if other < one else f"{one}&{other}"
                    found[pair] = max(much, found.get(pair, 0.0))
            found[one] = 1.0
            before.append(one)
    return found


class Near(NamedTuple):
    """One rule that a question may be about."""

    rule: str
    score: float
    covers: float
    """The part of what the question says that the rule, or a way to ask for it, says as well."""
    ways: tuple[tuple[float, int], ...]
    """How like the question its ways to ask are, from 0 to 1, and the number of each; the likest first."""


class Index:
    """All ways to ask, and the words of the rules."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.rules: list[str] = data["rules"]
        self.langs: list[str] = data["langs"]
        self.ways: list[Way] = []
        self.said: list[dict[str, float]] = []
        """What is said in each way."""
        self.lang: list[int] = []
        """The language of each way, by its place in `langs`."""
        self._of: list[int] = []
        terms: list[str] = data["terms"]
        docs: list[dict[str, float]] = [{} for _ in self.rules]
        for rule, lang, label, text, line in data["ways"]:
            said = _weighed([terms[at] for at in line])
            self.ways.append(Way(self.rules[rule], LABELS[label], text))
            self.said.append(said)
            self.lang.append(lang)
            self._of.append(rule)
            _add(docs[rule], said, 1.0)
        for doc, (text_line, question) in zip(docs, data["texts"], strict=True):
            _add(doc, _weighed([terms[at] for at in text_line]), SAID)
            _add(doc, _weighed([terms[at] for at in question]), 1.0)
        self._things: list[frozenset[str]] = [
            frozenset(term for term in (terms[at] for at in question) if term.partition(":")[0] in THINGS)
            for _, question in data["texts"]
        ]
        """What there is in a game of which the question speaks that each rule answers."""
        self._boxes: list[str] = data["boxes"]
        """The box of each rule, "" where it is always played."""
        self._box_of = {terms[int(at)]: box for at, box in data["owned"].items()}
        total = len(docs)
        rules_with = Counter(term for doc in docs for term in doc)
        self.rarity = {one: log(1 + (total - many + 0.5) / (many + 0.5)) for one, many in rules_with.items()}
        self._ways_with: dict[str, list[tuple[int, float]]] = {}
        self._sizes: list[tuple[float, float]] = []
        """How long the vector of each way is, with the words of its language and by meanings alone."""
        for way, said in enumerate(self.said):
            whole = bare = 0.0
            for term, weight in said.items():
                much = weight * self.rarity[term]
                whole += much * much
                bare += (term[0] != "~") * much * much
                self._ways_with.setdefault(term, []).append((way, much))
            self._sizes.append((sqrt(whole) or 1.0, sqrt(bare) or 1.0))
        self._rules_with: dict[str, list[tuple[int, float]]] = {}
        sizes = [sum(doc.values()) for doc in docs]
        mean = sum(sizes) / max(1, total) or 1.0
        for rule, doc in enumerate(docs):
            long = 1 - LENGTH + LENGTH * sizes[rule] / mean
            for term, much in doc.items():
                self._rules_with.setdefault(term, []).append((rule, much * (FLAT + 1) / (much + FLAT * long)))

    def near(self, said: dict[str, float], lang: str, most: int = 10) -> list[Near]:
        """The rules nearest to a question in a language that says these features, the nearest first."""
        weights = {one: much * self.rarity[one] for one, much in said.items() if one in self.rarity}
        strange = sum(much * much for one, much in said.items() if one not in self.rarity and one[0] == "~")
        whole = sqrt(sum(much * much for much in weights.values()) + strange * STRANGE) or 1.0
        own = self.langs.index(lang) if lang in self.langs else -1
        like: dict[int, float] = {}
        for at, much in weights.items():
            for way, other in self._ways_with.get(at, ()):
                like[way] = like.get(way, 0.0) + much * other
        best: dict[int, list[tuple[float, int]]] = {}
        for way, much in like.items():
            if self.lang[way] == own:
                much /= self._sizes[way][0] * whole
            else:
                much *= ABROAD / (self._sizes[way][1] * whole)
            best.setdefault(self._of[way], []).append((much, way))
        told: dict[int, float] = {}
        met: dict[int, float] = {}
        for at, much in weights.items():
            alone = "&" not in at
            for rule, other in self._rules_with.get(at, ()):
                told[rule] = told.get(rule, 0.0) + much * other
                met[rule] = met.get(rule, 0.0) + alone * much
        boxes = {"", *(self._box_of[one] for one in said if one in self._box_of)}
        full = sum(weights.values()) * (FLAT + 1) or 1.0
        unknown = sum(much for one, much in said.items() if one not in self.rarity and one[0] == "~")
        every = sum(much for one, much in weights.items() if "&" not in one) + NEW * unknown or 1.0
        found = []
        for rule in told.keys() | best.keys():
            near = sorted(best.get(rule, ()), reverse=True)
            like_most = [much for much, _ in near[:3]]
            score = FIRST * sum(like_most[:1]) + NEXT * sum(like_most[1:]) / 2 + WHOLE * told.get(rule, 0.0) / full
            score *= BESIDE ** len(self._things[rule].difference(said))
            score *= 1.0 if self._boxes[rule] in boxes else ABSENT
            found.append(Near(self.rules[rule], score, met.get(rule, 0.0) / every, tuple(near)))
        found.sort(key=lambda one: -one.score)
        return found[:most]

    def covers(self, said: Iterable[str], other: Iterable[str]) -> tuple[float, float]:
        """The part of what one question means that the other one means, too, and the other way round."""
        mine = {one for one in said if one in self.rarity and _counts(one)}
        theirs = {one for one in other if _counts(one)}
        both = self._much(mine & theirs)
        return both / (self._much(mine) or 1.0), both / (self._much(theirs) or 1.0)

    def _much(self, terms: Iterable[str]) -> float:
        return sum(self.rarity[one] for one in terms)


def _counts(term: str) -> bool:
    """Whether a term is what one word means that says more than how a question is asked."""
    return term[0] != "~" and "&" not in term and term not in WEAK


@cache
def index() -> Index:
    """The index of all rules and languages."""
    return Index(prepared())


def prepared() -> dict[str, Any]:
    """The data of the index of all rules and languages."""

    def read_from() -> list[Path]:
        texts = [path for folder in expansions.folders() if (path := folder / "rules.toml").is_file()]
        spoken = [path for code in codes() if shipped(code) for path in files(code, "rules.toml")]
        return [*sources(), *texts, *spoken, *asked.sources(), Path(__file__)]

    def build() -> dict[str, Any]:
        return built({code: list(asked.ways(code)) for code in codes()})

    data: dict[str, Any] = store.prepared("finder", read_from, build) if all(map(shipped, codes())) else build()
    return data


def built(ways: dict[str, Sequence[Way]]) -> dict[str, Any]:
    """The data of an index, of the `ways` to ask in each language."""
    rules = [rule.id for rule in loader.rules() if rule.deciding and not rule.example]
    known = set(rules)
    rules += [
        ident for ident in dict.fromkeys(one.rule for some in ways.values() for one in some) if ident not in known
    ]
    at_rule = {ident: at for at, ident in enumerate(rules)}
    numbers: dict[str, int] = {}

    def read(text: str, lang: str) -> list[int]:
        return [numbers.setdefault(one, len(numbers)) for one in _line(tongue(lang).terms(text), lang)]

    langs = [*ways]
    entries = [
        (at_rule[one.rule], langs.index(lang), LABELS.index(one.label), one.text, read(one.text, lang))
        for lang, some in ways.items()
        for one in some
    ]
    texts = []
    for ident in rules:
        rule = loader.rule(ident)
        said = {at: None for lang in langs for at in read(loader.text(ident, lang), lang)}
        texts.append(([*said], read(f"{rule.decides} {rule.topic.replace('-', ' ')}", fallback())))
    always = vocabulary().always()
    boxes = [box if (box := loader.rule(ident).expansion) not in always else "" for ident in rules]
    owned = _owned([(boxes[rule], line) for rule, _, _, _, line in entries])
    return {
        "rules": rules,
        "boxes": boxes,
        "owned": owned,
        "langs": langs,
        "ways": entries,
        "texts": texts,
        "terms": [*numbers],
    }


def _owned(asked_in: Iterable[tuple[str, Sequence[int]]]) -> dict[str, str]:
    """The terms that are mostly said where one box is asked about, with that box."""
    found: dict[int, Counter[str]] = {}
    for box, line in asked_in:
        for term in {*line}:
            found.setdefault(term, Counter())[box] += 1
    most = {term: (*boxes.most_common(1)[0], boxes.total()) for term, boxes in found.items()}
    return {str(term): box for term, (box, many, all_) in most.items() if box and all_ >= ENOUGH and many >= OWN * all_}


def _add(doc: dict[str, float], said: dict[str, float], much: float) -> None:
    for one, weight in said.items():
        doc[one] = doc.get(one, 0.0) + much * weight
