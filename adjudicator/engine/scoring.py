"""What a feature gives to whom, as lines of points."""

from __future__ import annotations

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.contest import way_for
from adjudicator.engine.expansion import Rate, Worth
from adjudicator.engine.majority import Majority, lack_code, majority, require_code
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line, Value


def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """What `feature` is worth, summand by summand, whoever gets it; how large it is matters only where that pays.

    Raises Undetermined.
    """
    try:
        summands = worth_as(case, feature.kind, feature, at_end)
    except Undetermined:
        if feature.complete is None or not _pays_nothing(_rate(case, feature, at_end)):
            raise
        summands = []
    rate = _rate(case, feature, at_end)
    for more in case.game.scoring.bonus:
        summands += [extra._replace(of="bonus") for extra in more(case, feature, at_end)]
    return summands if rate is None else [_rated(summand, rate) for summand in summands]


def _rate(case: Case, feature: Feature, at_end: bool) -> Rate | None:
    """The other points that the tiles and coats of a feature give; None where nothing changes them."""
    way = way_for(case, case.game.scoring.rates, feature)
    return way.how(case, feature, at_end) if way is not None else None


def _pays_nothing(rate: Rate | None) -> bool:
    return rate is not None and rate.all and not rate.tiles and not rate.coats


def _rated(summand: Worth, rate: Rate) -> Worth:
    """A summand at another rate."""
    if summand.of in ("tiles", "coats"):
        return summand._replace(each=rate.tiles if summand.of == "tiles" else rate.coats, rule=rate.rule)
    return summand._replace(each=0, rule=rate.rule) if rate.all else summand


def worth_as(case: Case, kind: str, feature: Feature, at_end: bool) -> list[Worth]:
    """What `feature` would be worth as one of `kind`, before anything is changed about it. Raises Undetermined."""
    value = case.game.kind(kind).worth
    if value is None:
        lack_code(case, "kind", kind)
    return value(case, feature, at_end)


def look(case: Case, feature: Feature, asked: str) -> None:
    """Notes what the feature shows that matters to ``points``, ``complete``, ``tiles`` or ``majority``.

    Raises Undetermined.
    """
    for told_by in case.game.tells.looks:
        told_by(case, feature, asked)


def award(case: Case, feature: Feature, at_end: bool) -> list[Line]:
    """The points `feature` gives now (`at_end`: at the end of the game), with the findings behind them.

    Raises Undetermined where the position lacks a fact.
    """
    for mark in (*feature.marks, *feature.flags):
        require_code(case, mark)
    look(case, feature, "points")
    for trap in case.game.tells.traps:
        trap(case, feature, at_end)
    way = way_for(case, case.game.scoring.settle, feature)
    if way is not None:
        lines = way.how(case, feature, at_end)
        scorers = tuple(dict.fromkeys(line.player for line in lines))
        return [*lines, *charged(case, feature, scorers, feature.occupants, at_end)]
    try:
        summands = worth(case, feature, at_end)
    except Undetermined:  # which is no matter where whoever stands there counts for nothing
        if feature.unknown_at is not None or not feature.occupants or majority(case, feature).leaders:
            raise
        summands = []
    lead = majority(case, feature)
    note_majority(case, feature, lead)
    lines = lines_for(lead.leaders, feature.id, summands)
    return [*lines, *charged(case, feature, lead.leaders, feature.occupants, at_end)]


def charged(
    case: Case,
    feature: Feature,
    scorers: tuple[str, ...],
    figures: tuple[Occupant, ...],
    at_end: bool,
    alone: bool = False,
) -> list[Line]:
    """What `figures` that are scored with `feature` cost or bring besides its worth; `scorers` are those who score.

    With `alone` the figures are scored and their feature is not.
    """
    charges = case.game.scoring.charges
    return [line for charge in charges for line in charge(case, feature, scorers, figures, at_end, alone)]


def lines_for(players: tuple[str, ...], feature: str, summands: list[Worth]) -> list[Line]:
    """Every summand for every one of `players`."""
    return [Line(p, feature, w.item, w.times, w.each, w.rule) for p in players for w in summands]


def note_majority(case: Case, feature: Feature, lead: Majority) -> None:
    """Notes who leads and who does not, by the rules the game gives for it."""
    for player, strength in lead.strength.items():
        figures = tuple(Item.count(number, "", figure) for figure, number in lead.figures[player].items())
        player_item, feature_item = Item.player(player), Item.feature(feature.id)
        values: dict[str, Value] = {"player": player_item, "feature": feature_item, "figures": figures}
        if not lead.leaders:
            pass  # what counts for nothing here is said where it is weighed
        elif player not in lead.leaders and strength == max(lead.strength.values()):
            pass  # what parted those who tied is said by whoever parted them
        elif player not in lead.leaders:
            case.find(case.game.rule("fewer"), "fewer", False, **values)
        elif len(lead.leaders) > 1:
            case.find(case.game.rule("tie"), "ties", **values)
        else:
            case.find(case.game.rule("most"), "leads", **values)
        if strength != sum(lead.figures[player].values()):
            case.find(case.game.rule("most"), "weighs", strength=Item.number(strength), **values)
    if len(lead.strength) > 1:
        players = tuple(Item.player(p) for p in lead.strength)
        case.frame(case.game.rule("shared"), "shared", feature=Item.feature(feature.id), players=players)
    if not lead.strength:
        case.find(case.game.rule("unoccupied"), "unoccupied", feature=Item.feature(feature.id))
