"""Putting together what a question found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.model.ruling import Item, Line, Missing, Ruling, Verdict
from adjudicator.rulebook import loader


def ruling(
    case: Case,
    topic: str,
    verdict: Verdict,
    subject: tuple[Item, ...] = (),
    *,
    lines: Iterable[Line] = (),
    points: Mapping[str, int] | None = None,
    options: Iterable[Item] = (),
    ordered: bool = False,
    choice: bool = False,
    missing: tuple[Missing, ...] = (),
) -> Ruling:
    """The ruling of a case: its lines, its findings and every rule that either rests on, deciding ones first."""
    lines = tuple(lines)
    sums: dict[str, int] = dict(points or {})
    if points is None:
        for line in lines:
            sums[line.player] = sums.get(line.player, 0) + line.points
    examples = tuple(f for f in case.findings if f.rule and loader.rule(f.rule).example)
    findings = tuple(f for f in case.findings if f not in examples)
    decided = [f.rule for f in findings if not f.holds] if verdict == "no" else []
    rules = [*decided, *(line.rule for line in lines), *(f.rule for f in findings)]
    rules += [w.rule for w in case.warnings]
    cited = tuple(dict.fromkeys(r for r in rules if r))
    over = tuple((standing, fallen) for standing in cited for fallen in loader.rule(standing).supersedes)
    return Ruling(
        topic, subject, verdict, sums, tuple(options), ordered, choice, lines, findings,
        cited, missing, (), tuple(case.warnings), over, examples,
    )  # fmt: skip


def running(lines: Iterable[Line], players: Iterable[str]) -> dict[str, int]:
    """Points by player, with 0 for those who had a figure in the running."""
    sums = dict.fromkeys(players, 0)
    for line in lines:
        sums[line.player] = sums.get(line.player, 0) + line.points
    return sums
