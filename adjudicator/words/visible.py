"""Text that somebody typed, on its way out: shown, never obeyed.

A terminal obeys escape sequences, a reader's eye follows direction marks, and neither is wanted from a title or a file
name. Every character without a picture of its own is written as its code point: ``<U+001B>``.
"""

from __future__ import annotations

import re
import unicodedata

_FLOW = "\n\t"


def visible(text: str) -> str:
    """`text` with every control, format, private and unassigned character as ``<U+001B>``; line ends and tabs stay."""
    hidden = {ord(c): f"<U+{ord(c):04X}>" for c in set(text) if not _is_visible(c) and c not in _FLOW}
    return text.translate(hidden) if hidden else text


def one_line(text: str) -> str:
    """`text` as `visible` gives it, with line ends and tabs shown too: for names of files, which may hold them."""
    return visible(text).replace("\n", "<U+000A>").replace("\t", "<U+0009>")


def json_visible(text: str) -> str:
    """A JSON `text` that means the same, with characters as ``visible`` shows them in JSON's own way: ``\\u202e``."""
    hidden = [c for c in set(text) if not _is_visible(c) and c not in _FLOW]
    if not hidden:
        return text
    return re.sub(f"[{re.escape(''.join(hidden))}]", lambda found: _escape(found.group()), text)


def _is_visible(char: str) -> bool:
    """Whether a character leaves a mark, or a space as wide as one, and nothing more."""
    return char.isprintable() or unicodedata.category(char) == "Zs"


def _escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
