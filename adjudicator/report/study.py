"""What other rules do to an archive, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.records.study import Changed, Effect, Left, Outcome, Study, Variant
from adjudicator.report.blocks import Grid, Group, Heading, Items, Text
from adjudicator.report.cite import cited
from adjudicator.words.say import Speech

RULES = 10
"""So many rules are listed, those that give most points."""
MOVED = 4
"""So many rules are listed whose points a variant changes, those of which it changes most."""
BAR = 20
"""Signs of the longest bar."""


def whole(found: Study, speech: Speech, bars: bool = True) -> list[Group]:
    """How many games each variant changes and by which rules, the games that change most, and the rules that give most
    points; with `bars` of signs beside the shares.
    """
    label = speech.label
    heading = label("study-games", number=found.games, unsettled=found.unsettled)
    groups: list[Group] = [[Text(heading), *_left(found.left, found.unsettled, speech)]]
    if found.effects:
        heads = tuple(label(f"study-{one}") for one in ("rule", "played", "margin", "unplayable"))
        rows = tuple(
            (
                _variant_name(one.variant),
                str(one.games),
                f"{one.margin:+.2f}" if one.games else "-",
                str(one.unplayable),
            )
            for one in found.effects
        )
        groups.append([Grid(heads, rows, (1, 2, 3), (0,))])
    groups += [_effect(one, speech, bars) for one in found.effects]
    if found.rules:
        groups.append([Heading(label("study-rules")), _rules(found, speech, bars)])
    named = dict.fromkeys(one.rule for one in found.rules[:RULES])
    named.update(dict.fromkeys(rule for one in found.effects for rule, _ in one.rules[:MOVED]))
    if named:
        groups.append(
            [Items(tuple(f"{rule.id}{speech.language.colon}{rule.text}" for rule in cited(tuple(named), speech)))]
        )
    return groups


def changes(one: Effect, speech: Speech) -> list[tuple[str, int, float]]:
    """What changes under a variant: in words, in how many games, and their share of all. Where none of them can be
    played so, that alone.
    """
    if not one.games:
        return [(speech.label("study-unplayable"), one.unplayable, 1.0)] if one.unplayable else []
    counts = (("results", one.results), ("winners", one.winners), ("margins", one.margins))
    return [(speech.label(f"study-{name}"), number, number / one.games) for name, number in counts]


def _effect(one: Effect, speech: Speech, bars: bool) -> Group:
    """One variant: what it changes, by which rules, and where most."""
    label = speech.label
    heads = (label("study-changed"), label("study-played"), label("study-share"), *(("",) if bars else ()))
    rows = tuple(
        (said, str(number), f"{100 * share:.1f} %", *((_bar(share),) if bars else ()))
        for said, number, share in changes(one, speech)
    )
    group: list[Heading | Grid | Text | Items] = [
        Heading(label("study-under", rule=_variant_name(one.variant))), Grid(heads, rows, (1, 2), (3,)),
    ]  # fmt: skip
    if one.rules:
        moved = ", ".join(f"{rule} {points:+d}" for rule, points in one.rules[:MOVED])
        group.append(Text(label("study-moved", rules=moved)))
    if one.telling:
        group += [Text(label("study-telling")), Items(tuple(_game_line(game, speech) for game in one.telling))]
    group += _left(one.left, one.unplayable, speech)
    return group


def _rules(found: Study, speech: Speech, bars: bool) -> Grid:
    total, most = sum(one.points for one in found.rules), max(one.points for one in found.rules)
    heads = tuple(speech.label(f"study-{one}") for one in ("rule", "points", "share", "decided"))
    rows = tuple(
        (
            one.rule, str(one.points), percent(one.points, total), str(one.decided),
            *((_bar(one.points / most if most > 0 else 0),) if bars else ()),
        )
        for one in found.rules[:RULES]
    )  # fmt: skip
    return Grid((*heads, *(("",) if bars else ())), rows, (1, 2, 3), (0, 4))


def _left(left: Iterable[Left], number: int, speech: Speech) -> list[Text | Items]:
    """Which games were left out, the first by name."""
    items = [speech.label("row-wrong", file=one.name, message=one.why) for one in left]
    if number > len(items) > 0:
        items.append(speech.label("study-more", number=number - len(items)))
    return [Text(speech.label("study-left")), Items(tuple(items))] if items else []


def _game_line(game: Changed, speech: Speech) -> str:
    """A game that comes out otherwise, and who wins then."""
    name = f'{game.name} "{game.title}"' if game.title else game.name
    totals = f"{_totals(game.before.totals, speech)} > {_totals(game.after.totals, speech)}"
    if game.before.winners == game.after.winners:
        return f"{name}: {totals}"
    won = f"{_winners(game.before, speech)} > {_winners(game.after, speech)}"
    return f"{name}: {totals}; {speech.label('study-wins', players=won)}"


def _totals(totals: Mapping[str, int], speech: Speech) -> str:
    return ", ".join(f"{speech.colour(player)} {points}" for player, points in totals.items())


def _winners(found: Outcome, speech: Speech) -> str:
    return " + ".join(map(speech.colour, found.winners))


def _variant_name(variant: Variant) -> str:
    return f"{variant.name} {variant.value}"


def _bar(share: float) -> str:
    """A bar of signs; the least that is not nothing is seen."""
    return "█" * (max(1, round(BAR * share)) if share > 0 else 0)


def percent(part: int, whole: int) -> str:
    """A share in words."""
    return f"{100 * part / whole:.1f} %" if whole else "-"
