"""The lines of a record while it is written."""

from __future__ import annotations


class Lines:
    """Statements with their depth; a line may be added later at a place that was kept."""

    def __init__(self, lines: tuple[str, ...] = ()) -> None:
        self._lines = list(lines)

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, depth: int, statement: str) -> None:
        """Adds one statement."""
        self._lines.append(f"{'  ' * depth}{statement}")

    def text(self, more: dict[int, list[str]] | None = None) -> str:
        """The whole text; `more` are lines that go before the line of that number, from 0."""
        kept: list[str] = []
        for at in range(len(self._lines) + 1):
            kept += (more or {}).get(at, [])
            kept += self._lines[at : at + 1]
        return "\n".join(kept) + "\n"
