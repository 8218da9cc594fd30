"""The lines of a record while it is written."""

from __future__ import annotations

from collections.abc import Mapping


class Lines:
    """Statements with their depth; a line may be added later at a place that was kept."""

    def __init__(self, lines: tuple[str, ...] = ()) -> None:
        self._lines = list(lines)

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, depth: int, statement: str) -> None:
        """Adds one statement."""
        self._lines.append(f"{'  ' * depth}{statement}")

    def say(self, statements: Mapping[int, str]) -> None:
        """Puts statements in the place of lines that were kept for them, by their numbers, as deep as these are."""
        for at, statement in statements.items():
            kept = self._lines[at]
            self._lines[at] = kept[: len(kept) - len(kept.lstrip())] + statement

    def saying(self, statements: Mapping[int, str]) -> Lines:
        """The same lines with `statements` in their places; these stay as they are."""
        other = Lines(tuple(self._lines))
        other.say(statements)
        return other

    def text(self, more: dict[int, list[str]] | None = None) -> str:
        """The whole text; `more` are lines that go before the line of that number, from 0."""
        kept: list[str] = []
        for at in range(len(self._lines) + 1):
            kept += (more or {}).get(at, [])
            kept += self._lines[at : at + 1]
        return "\n".join(kept) + "\n"
