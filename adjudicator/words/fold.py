"""How words are compared."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """`text` as it is looked up: small letters, no accents, straight apostrophes, single spaces, none at the ends."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFD", text.replace("’", "'").replace("ʼ", "'").replace("‘", "'"))
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
        text = text.casefold().replace("œ", "oe")
    else:
        text = text.lower()
    return " ".join(text.split())
