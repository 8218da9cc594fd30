"""Whether two bound records mean the same, whatever the language of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Clause
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import fold, lexicon

_ASIDE = frozenset(("span", "text", "written", "subject", "turned", "turned_span", "brought"))
"""Fields of bound records that hold the text and its places, not its meaning: what is in play, and not which line says
so, is that of two texts."""


def alike(ours: Any, theirs: Any, langs: Sequence[str] = ()) -> bool:
    """Whether two bound records mean the same, wherever it stood in its text and in whichever of `langs` (all: ())."""
    return _Comparison(tuple(langs) or codes()).alike(ours, theirs)


class _Comparison:
    """Compares records of texts in some languages."""

    def __init__(self, langs: Sequence[str]) -> None:
        self.langs = langs

    def alike(self, ours: Any, theirs: Any) -> bool:
        if isinstance(ours, Word) or isinstance(theirs, Word):
            return isinstance(ours, Word) and isinstance(theirs, Word) and self.words(ours, theirs)
        if isinstance(ours, Clause):
            return isinstance(theirs, Clause) and self.alike(ours.words, theirs.words)
        if isinstance(ours, str) and isinstance(theirs, str):
            return ours == theirs or self.texts(ours, theirs)
        if isinstance(ours, Item) and isinstance(theirs, Item) and "meanings" in (ours.kind, theirs.kind):
            return not {*_meanings(ours)}.isdisjoint(_meanings(theirs))
        if hasattr(ours, "_fields"):
            names = [name for name in ours._fields if name not in _ASIDE]
            return type(ours) is type(theirs) and all(self.alike(_field(ours, n), _field(theirs, n)) for n in names)
        if isinstance(ours, dict):
            return isinstance(theirs, dict) and self.alike([*ours.items()], [*theirs.items()])
        if isinstance(ours, (list, tuple)):
            if not isinstance(theirs, (list, tuple)) or len(ours) != len(theirs):
                return False
            if ours and all(isinstance(one, Word) for one in ours):
                return self.clauses(list(ours), list(theirs))
            return all(map(self.alike, ours, theirs))
        return bool(ours == theirs)

    def clauses(self, ours: list[Word], theirs: list[Any]) -> bool:
        """The same words, in the order of either language."""
        left = list(theirs)
        for word in ours:
            at = next((at for at, other in enumerate(left) if self.alike(word, other)), None)
            if at is None:
                return False
            del left[at]
        return not left

    def words(self, ours: Word, theirs: Word) -> bool:
        if ours.value is not None or theirs.value is not None:
            return bool(ours.value == theirs.value)
        return ours.text == theirs.text or bool({*ours.roles} & {*theirs.roles}) or self.texts(ours.text, theirs.text)

    def texts(self, ours: str, theirs: str) -> bool:
        """Whether two texts are one word in two languages."""
        meant: list[set[object]] = []
        for text in (ours, theirs):
            meant.append({m for lang in self.langs for m in lexicon(lang).phrases.get(fold(text), ())})
        return bool(meant[0] & meant[1])


def _meanings(item: Item) -> tuple[Item, ...]:
    """What a word alone may mean; in another language it may mean less."""
    return item.parts if item.kind == "meanings" else (item,)


def _field(record: Any, name: str) -> Any:
    """A field; what a figure carries has no order."""
    value = getattr(record, name)
    return sorted(value) if name == "marks" and isinstance(value, tuple) else value
