"""Which words of a language a word that is not understood may stand for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from adjudicator.words.fold import fold
from adjudicator.words.lexicon import lexicon
from adjudicator.words.slips import opposite, slips


@cache
def _single(lang: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Every spelling of one word of a language, folded, with its letters."""
    spellings = lexicon(lang).phrases
    return tuple((one, frozenset(one)) for one in spellings if " " not in one and len(one) > 2)


@lru_cache(maxsize=4096)
def slip_of(lang: str, word: str) -> tuple[str, ...]:
    """At most two words of the language, of any role, that are a slip or two of the finger away from a stray `word`."""
    folded = fold(word)
    words = lexicon(lang)
    if not 3 <= len(folded) <= 20 or folded in words.phrases or " " in folded:
        return ()
    most = 1 if len(folded) < 7 else 2
    letters = frozenset(folded)
    close = [
        one for one, has in _single(lang) if abs(len(one) - len(folded)) <= most and len(has ^ letters) <= 2 * most
    ]
    near = [(slips(folded, one), one) for one in close if not opposite(folded, one)]
    fewest = min((count for count, _ in near), default=most + 1)
    if fewest > most:
        return ()
    likest = sorted((one for count, one in near if count == fewest), key=lambda one: sorted(one) != sorted(folded))
    return tuple(words.accented(one) for one in likest[:2])


@cache
def _several(lang: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Every spelling of several words of a language, folded, with its letters."""
    return tuple((one, frozenset(one)) for one in lexicon(lang).phrases if " " in one)


def phrase_slip(lang: str, texts: Sequence[str]) -> tuple[str, ...]:
    """The phrase of two or three words that `texts` begin with but for a slip of the finger, as one suggestion."""
    for count in (3, 2):
        said = fold(" ".join(texts[:count]))
        if len(texts) >= count and len(said) <= 40:
            letters = frozenset(said)
            for spelling, has in _several(lang):
                if abs(len(spelling) - len(said)) < 2 and len(has ^ letters) < 3 and slips(said, spelling) == 1:
                    return (lexicon(lang).accented(spelling),)
    return ()
