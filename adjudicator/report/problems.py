"""Problems for a person: the place, the line with a caret, what is wrong, what was meant, the rule."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import Problem
from adjudicator.model.ruling import Item, Missing
from adjudicator.report import prose
from adjudicator.report.cite import authority, cited
from adjudicator.report.drawing import draw, side_by_side
from adjudicator.report.style import Style, breadth, wrap
from adjudicator.words.say import Speech
from adjudicator.words.visible import one_line, visible

TAB = 8
"""Columns between tab stops of a terminal."""
SHOWN = 100
"""Problems of one input that are printed; the others are counted."""
ASKED = ("talk-", "lacks-fact", "unsettled")
"""How the codes of problems begin that are no mistake in a position: nothing is broken by them."""
_CONTEXT = 12
"""Columns kept before the caret when a line is too long to show whole."""


def message(problem: Problem, speech: Speech) -> str:
    """What is wrong, in a sentence."""
    return visible(speech.sentence("problem", problem.code, problem.values))


def lacking(problem: Problem) -> list[Missing]:
    """The facts that keep a move or a line from being carried out."""
    return [value.parts[0] for value in problem.values.values() if isinstance(value, Item) and value.kind == "missing"]


def rendered(problems: Sequence[Problem], text: str, speech: Speech, style: Style) -> str:
    """The problems of one input, whose spans refer to `text`, in the order given; beyond `SHOWN` only how many."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    parts = [_one(problem, lines, speech, style) for problem in problems[:SHOWN]]
    if len(problems) > SHOWN:
        parts.append(wrap(speech.label("more-problems", number=len(problems) - SHOWN), style.width))
    return "\n".join(parts)


def _one(problem: Problem, lines: Sequence[str], speech: Speech, style: Style) -> str:
    span = problem.span
    place = ":".join([one_line(problem.file), *([str(span.line), str(span.column)] if span.line else [])]).lstrip(":")
    parts = [wrap(message(problem, speech), style.width, f"{place}: " if place else "", "  ")]
    if place:
        parts[0] = style.paint(place, "place") + parts[0][len(place) :]
    if 0 < span.line <= len(lines) and lines[span.line - 1].strip():
        source, marks = underlined(lines[span.line - 1], span.column, span.end_column, style.width - 4)
        parts += [f"    {source}", f"    {style.paint(marks, 'bad')}"]
    if lines := prose.answers(lacking(problem), speech):
        parts.append(wrap(lines, style.width, "  "))
    if problem.suggestions:
        nearest = f" {speech.keyword('or')} ".join(problem.suggestions)
        parts.append(wrap(speech.label("meant", words=nearest), style.width, "  "))
    if drawn := problem.values.get("drawn"):
        pictures = [(name, draw(meaning.face, meaning.turns or 0)) for name, meaning in drawn]
        parts += [f"    {line}".rstrip() for line in side_by_side(pictures, style.width - 4)]
    label = "nearest-rule" if problem.code.startswith(ASKED) else "breaks"
    for rule in cited(problem.rules, speech):
        who = authority(rule.status, rule.date, speech)
        parts.append(wrap(speech.label(label, rule=rule.id, authority=who, text=rule.text), style.width, "  "))
    return "\n".join(parts)


def underlined(line: str, column: int, end_column: int, width: int) -> tuple[str, str]:
    """`line` as a terminal shows it, and a line of marks under columns `column` to `end_column` (from 1, end behind).

    Tabs become spaces, wide characters count two columns, combining ones none. A line wider than `width`
    is cut around the place, with ``...`` where something is left out.
    """
    start = max(0, min(column - 1, len(line)))
    reach = 4 * width  # no more of a line that may be endless can be shown
    end = min(max(start + 1, end_column - 1), start + reach)
    skipped = max(0, start - reach)
    line, start, end = line[skipped : end + reach], start - skipped, end - skipped
    before = _expanded(line[:start], 0)
    place = _expanded(line[start:end], breadth(before))
    after = _expanded(line[end:], breadth(before) + breadth(place))
    marks = "^" * max(1, min(breadth(place), width))
    if breadth(before) + breadth(place) + breadth(after) > width:
        room = max(_CONTEXT, width - breadth(place) - _CONTEXT)
        if breadth(before) > room:
            before = "..." + _tail(before, room - 3)
        rest = max(0, width - breadth(before) - breadth(place))
        if breadth(after) > rest:
            after = _head(after, max(0, rest - 3)) + "..."
        if breadth(place) > width:
            place = _head(place, max(1, width - breadth(before) - 3)) + "..."
            marks = "^" * max(1, breadth(place) - 3)
            after = ""
    return (before + place + after).rstrip(), " " * breadth(before) + marks


def _expanded(text: str, at: int) -> str:
    """`text` that starts at column `at`, tabs as spaces, control characters made visible."""
    if "\t" not in text:
        return visible(text)
    place = ""
    for char in text:
        place += " " * (TAB - (at + breadth(place)) % TAB) if char == "\t" else visible(char)
    return place


def _head(text: str, width: int) -> str:
    while breadth(text) > width:
        text = text[: max(0, min(len(text) - 1, width))]
    return text


def _tail(text: str, width: int) -> str:
    while breadth(text) > width:
        text = text[max(1, len(text) - max(width, 0)) :] if len(text) > width else text[1:]
    return text
