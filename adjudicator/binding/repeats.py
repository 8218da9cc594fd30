"""What a line says a second time: it would say nothing, or something else than before.

`said-twice` is the problem of both: nobody knows which of two numbers is meant, and whether two equal ones are to be
added up.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from adjudicator.binding.reader import Mistake
from adjudicator.errors import Problem
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold


class Said:
    """What has been said so far in one place."""

    def __init__(self, keys: Iterable[Hashable] = ()) -> None:
        self._keys = set(keys)

    def copy(self) -> Said:
        """The same, to go on from twice."""
        return Said(self._keys)

    def once(self, key: Hashable, words: Sequence[Word]) -> None:
        """Notes that `key` is said by `words`. Raises Mistake `said-twice` where it has been said."""
        if key in self._keys:
            first, last = words[0], words[-1]
            span = first.span._replace(end_column=(last if last.line == first.line else first).end_column)
            raise Mistake(Problem("said-twice", span, {"word": " ".join(word.text for word in words)}))
        self._keys.add(key)


def quoted(word: Word) -> bool:
    """Whether a word stands in quotes: then it is the name of somebody, though a word of the language may be alike."""
    return word.end_column - word.column == len(word.text) + 2


def no_repeats(clauses: Iterable[Sequence[Word]]) -> None:
    """Refuses an item of a list that stands there already, in the same words. Raises Mistake."""
    said = Said()
    for clause in clauses:
        if clause:
            said.once(tuple((fold(word.text), quoted(word)) for word in clause), clause)
