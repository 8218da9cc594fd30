"""The lines of a record while it is written, in the words of the fallback language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.words.languages import fallback
from adjudicator.words.saying import Part, said
from adjudicator.words.tokens import Said
from adjudicator.words.wording import printer


def line(depth: int, *parts: Part) -> str:
    """One statement, so deep."""
    return f"{'  ' * depth}{printer(fallback()).line(said(*parts))}"


def comment(depth: int, text: str) -> str:
    """A comment that stays on its line, whatever it holds."""
    return f"{'  ' * depth}# {' '.join(text.split())}".rstrip()


class Lines:
    """Statements with their depth; a line may be added later at a place that was kept."""

    def __init__(self, lines: tuple[str, ...] = ()) -> None:
        self._lines = list(lines)

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, depth: int, *parts: Part, behind: str = "") -> None:
        """Adds one statement, with a comment `behind` it."""
        self._lines.append(line(depth, *parts) + (comment(1, behind) if behind else ""))

    def note(self, depth: int, text: str) -> None:
        """Adds a comment."""
        self._lines.append(comment(depth, text))

    def say(self, statements: Mapping[int, Iterable[Said]]) -> None:
        """Puts statements in the place of lines that were kept for them, by their numbers, as deep as these are."""
        for at, statement in statements.items():
            kept = self._lines[at]
            self._lines[at] = line((len(kept) - len(kept.lstrip())) // 2, statement)

    def saying(self, statements: Mapping[int, Iterable[Said]]) -> Lines:
        """The same lines with `statements` in their places; these stay as they are."""
        other = Lines(tuple(self._lines))
        other.say(statements)
        return other

    def text(self, more: Mapping[int, list[str]] | None = None) -> str:
        """The whole text; `more` are lines that go before the line of that number, from 0."""
        kept: list[str] = []
        for at in range(len(self._lines) + 1):
            kept += (more or {}).get(at, [])
            kept += self._lines[at : at + 1]
        return "\n".join(kept) + "\n"
