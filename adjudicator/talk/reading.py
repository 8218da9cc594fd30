"""From a sentence to the text of the language that it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.binding.format import formatted
from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span
from adjudicator.rulebook import loader
from adjudicator.talk.about import rules_about
from adjudicator.talk.chunks import chunked
from adjudicator.talk.frames import fill_all
from adjudicator.talk.scene import Scene
from adjudicator.talk.things import Unclear
from adjudicator.talk.tokens import Word, split
from adjudicator.talk.words import talks, words
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon

LONGEST = 1000
"""Signs of a sentence, at most; nobody says more in one breath."""
BEYOND = "beyond"
"""The role of words that no position is about: another game, strategy, shopping."""
_RULE = re.compile(r"\b[A-Za-z]{2,7}-\d{2,3}\b")
_RULE_WORDS = frozenset(("cue:rule-says", "cue:what", "cue:does", "and:and"))
_SMALL = frozenset(("filler", "break", "of", "article"))
UNSETTLED = "unsettled"
"""What the rules say nothing about."""
_SETTLED_NOWHERE = frozenset(("out-of-scope", "unsettled"))
"""Problems of a question that no rule comes near to."""


class Reading(NamedTuple):
    """What a sentence means."""

    text: str
    """One line of the language of scenarios, in the words of the asker; "" where rules answer."""
    rules: tuple[str, ...]
    """Ids of the rules that answer a question about no position."""
    language: str
    about: tuple[str, ...] = ()
    """Ids of the rules that come nearest to a question which tells hardly any position; the likeliest first."""


def understood(sentence: str, langs: Sequence[str] = ()) -> Reading:
    """What a `sentence` means in the language of `langs` in which least of it is strange, the first of those as good.

    All languages that have words for talk are tried where `langs` is empty. Raises Problems: what is not understood,
    what is left out, or that it may mean several things.
    """
    cited = [ident for ident in dict.fromkeys(_RULE.findall(sentence.upper())) if loader.is_rule(ident)]
    tried = [lang for lang in langs or codes() if talks(lang)]
    if not tried or len(sentence) > LONGEST:
        raise Problems((Problem("talk-no-question", Span(1, 1, len(sentence) + 1)),), sentence)
    lang = tried[0]
    if len(tried) > 1:
        lang = min(tried, key=lambda one: sum(not word.meanings for word in split(sentence, words(one), False)))
    bare = _RULE.sub(lambda cited: " " * len(cited.group()), sentence, 0) if cited else sentence
    found = split(bare, words(lang))
    if cited and all(_asks_rule(word) for word in found):
        return Reading("", tuple(cited), lang)
    found = split(sentence, words(lang)) if cited else found
    about = rules_about(sentence, lang) if _is_general(found) else ()
    try:
        reading = _read(sentence, lang, found)
    except Unclear as error:
        said = [lexicon(lang).say("kind", kind, 1) for kind in error.kinds]
        values = {"word": found[error.at].text, **dict(zip(("first", "second"), said, strict=False))}
        wrong = Problems((Problem(error.code, _span(found[error.at]), values),), sentence, lang)
    except Problems as error:
        wrong = error
    else:
        return reading if reading.rules else reading._replace(about=about)
    if any(one.code in _SETTLED_NOWHERE for one in wrong.items):
        raise wrong from None
    items = (*wrong.items[:-1], wrong.items[-1]._replace(rules=about))
    raise Problems(items, wrong.text, wrong.language) from None


def _is_general(found: Sequence[Word]) -> bool:
    """Whether a question is about no position: one clause that speaks of nobody at the table but the speaker."""
    roles = [[one.role for one in word.meanings] for word in found]
    while roles and "break" in roles[-1]:
        roles.pop()
    return not any("break" in one or "colour" in one for one in roles)


def _asks_rule(word: Word) -> bool:
    """Whether a word may stand beside the id of a rule in a question for its text."""
    keys = {one.key for one in word.meanings}
    return bool(keys & _RULE_WORDS) or any(one.role in _SMALL for one in word.meanings)


def _read(sentence: str, lang: str, found: Sequence[Word]) -> Reading:
    beyond = next((word for word in found if any(one.role == BEYOND for one in word.meanings)), None)
    if beyond is not None:
        values = {"word": beyond.text}
        settled = all(one.ident != UNSETTLED for one in beyond.meanings)
        code = "out-of-scope" if settled else "unsettled"
        raise Problems((Problem(code, _span(beyond), values),), sentence, lang)
    strange = next((word for word in found if not word.meanings), None)
    if strange is not None:
        raise Problems((_stray(sentence, strange),), sentence, lang)
    readings = fill_all(Scene(chunked(found)))
    if not readings:
        raise Problems((Problem("talk-no-question", Span(1, 1, len(sentence) + 1)),), sentence, lang)
    whole = [one for one in readings if not one.left]
    if not whole:
        raise Problems((_stray(sentence, found[min(readings[0].left)]),), sentence, lang)
    best = [one for one in whole if one.weight == whole[0].weight]
    texts = list(dict.fromkeys((one.text, one.rules) for one in best))
    if len(texts) > 1:
        lines = [said_in(text, lang) for text, _ in texts]
        values = {"first": lines[0], "second": lines[1]}
        raise Problems((Problem("talk-two-readings", Span(1, 1, len(sentence) + 1), values),), sentence, lang)
    text, rules = texts[0]
    return Reading(said_in(text, lang) if text else "", rules, lang)


def said_in(text: str, lang: str) -> str:
    """One line of the language in the words of `lang`, as `fmt` lays it out."""
    if lang == fallback() or not text:
        return text
    try:
        lines = [line.strip() for line in formatted(text, lang).split("\n") if line.strip()]
    except Problems:  # what cannot be laid out is told when it is settled
        return text
    return "; ".join(lines[1:])


def _stray(sentence: str, word: Word) -> Problem:
    """A word that nothing is made of, with what stands before it."""
    before = sentence[: word.start].strip(" ,;:")
    if not before:
        return Problem("talk-stray-first", _span(word), {"word": word.text}, tuple(word.near[:3]))
    return Problem("talk-stray", _span(word), {"word": word.text, "before": before}, tuple(word.near[:3]))


def _span(word: Word) -> Span:
    return Span(1, word.start + 1, word.start + 1 + len(word.text))
