"""How words are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

_BETWEEN = re.compile(r"[\s,()]+|(?<=')")


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """`text` as it is looked up: small letters, no accents, straight apostrophes, single spaces, none at the ends."""
    if not text.isascii():
        text = unicodedata.normalize("NFD", text.replace("’", "'").replace("ʼ", "'").replace("‘", "'"))
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
        text = text.casefold().replace("œ", "oe")
    else:
        text = text.lower()
    return " ".join(text.split())


def as_name(title: str, articles: Collection[str]) -> str:
    """A printed title as it stands among the names of expansions: folded, hyphens for all between its words, without
    the `articles` of its language, which the scanner passes over; nothing stands behind one at the end."""
    *before, last = _BETWEEN.sub(" ", fold(title)).split() or [""]
    return "-".join([*(word.rstrip("'") for word in before if word not in articles), last.rstrip("'")])


def pieces(folded: str, elided: Iterable[str]) -> list[str]:
    """The words of a folded phrase; an `elided` word stands alone: ``l'un de`` is ``l'``, ``un``, ``de``."""
    alone = "|".join(map(re.escape, elided))
    return re.findall(f"(?:{alone})|[^ ]+" if alone else "[^ ]+", folded)
