"""What other rules do to an archive, as tables."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.records.study import Study
from adjudicator.report.blocks import Grid, Group, Heading, Items, Text
from adjudicator.words.say import Speech

RULES = 10
"""So many rules are listed, those that give most points."""


def whole(found: Study, speech: Speech) -> list[Group]:
    """A row for each variant, the games that change most, and the rules that give most points."""
    label = speech.label
    groups: list[Group] = [[Text(speech.label("study-games", number=found.games, unsettled=found.unsettled))]]
    if found.effects:
        heads = tuple(label(f"study-{one}") for one in ("rule", "played", "results", "winners", "margin", "unplayable"))
        rows = tuple(
            (
                f"{one.variant.name} {one.variant.value}",
                str(one.games),
                _share(one.results, one.games),
                _share(one.winners, one.games),
                f"{one.margin:+.2f}",
                str(one.unplayable),
            )
            for one in found.effects
        )
        groups.append([Grid(heads, rows, (1, 2, 3, 4, 5), (0,))])
    for one in found.effects:
        if one.telling:
            head = label("study-telling", rule=f"{one.variant.name} {one.variant.value}")
            told = (
                f"{game.name}: {_totals(game.before, speech)} > {_totals(game.after, speech)}" for game in one.telling
            )
            groups.append([Heading(head), Items(tuple(told))])
    if found.rules:
        total = sum(points for _, points in found.rules)
        heads = (label("study-rule"), label("points"), label("study-share"))
        rules = tuple((ident, str(points), _percent(points, total)) for ident, points in found.rules[:RULES])
        groups.append([Heading(label("study-rules")), Grid(heads, rules, (1, 2))])
    return groups


def _totals(totals: Mapping[str, int], speech: Speech) -> str:
    return ", ".join(f"{speech.colour(player)} {points}" for player, points in totals.items())


def _share(part: int, whole: int) -> str:
    return f"{part} ({_percent(part, whole)})"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
