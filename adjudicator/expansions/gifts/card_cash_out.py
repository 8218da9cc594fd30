"""Cash Out: one's own meeple comes home for 2 points, and 2 for each meeple that stays (GIFT-19, 20, 35, 36)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.arguments import Args
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion
from adjudicator.engine.scoring import charged
from adjudicator.expansions.gifts.card_places import (
    Meant,
    completable,
    figures_at,
    is_meeple,
    must_know,
    not_said,
    parts_of,
    read_meant,
)
from adjudicator.expansions.gifts.unwrapping import Card, Use
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.model.scenario import Move
from adjudicator.play.turns import helpers_home
from adjudicator.rulebook.loader import rule, value


def read(case: Case, move: Move, args: Args) -> Use[Meant]:
    """``on T``, ``meeple on T``, ``large meeple from T``. Raises Mistake."""
    one = read_meant(case, args, move.player).one(case)
    return _use(case, move.player, one)


def _use(case: Case, player: str, one: Meant) -> Use[Meant]:
    return Use(player, one, parts_of(case, one, player))


def check(case: Case, use: Use[Meant]) -> list[Finding]:
    """A feature that can be completed and scored (GIFT-19, GIFT-35), and one's own meeple there (GIFT-19)."""
    one = use.data
    values = {"feature": one.place.item}
    found = [_place(case, one)]
    if found[0].holds:
        must_know(case, one)
    player = Item.player(use.player)
    figure = {"figure": Item.noun("figure", one.figure)}
    if not_said(one):
        pass  # refused for another reason, so that it need not be asked
    elif one.occupant is None:
        found.append(Finding("GIFT-19", False, "card-none-there", {"player": player, **values}))
    elif one.occupant.owner != use.player:
        found.append(Finding("GIFT-19", False, "card-own-meeple", {"player": player}))
    elif not is_meeple(case, one.figure):
        found.append(Finding("GIFT-19", False, "card-a-meeple", figure))
    else:
        found.append(Finding("GIFT-19", True, "card-own-meeple", {"player": player}))
    if one.place.kind == "acrobat-space":
        case.find("GIFT-36", "card-acrobat-any-time", feature=one.place.item)
    return sorted(found, key=lambda f: f.holds)


def _place(case: Case, one: Meant) -> Finding:
    """Whether the feature is one that the card works on; of one that is completed and scored and that the list names
    neither here nor there, the rule leaves it open (GIFT-35).
    """
    kind, details = one.place.kind, {"feature": one.place.item}
    if kind in rule("GIFT-19").allowed:
        return Finding("GIFT-19", True, "card-cash-out-place", details)
    if kind in rule("GIFT-35").allowed:
        return Finding("GIFT-35", True, "card-cash-out-place", details)
    if kind not in rule("GIFT-35").forbidden and completable(case, one.place):
        return case.doubt("open", "GIFT-35", "card-place-unlisted", **details)
    return Finding("GIFT-35", False, "card-cash-out-place", details)


def left(case: Case, feature: Feature) -> int:
    """The meeples on a feature, whoever owns them, each once (GIFT-20)."""
    return sum(1 for o in feature.occupants if o.owner and is_meeple(case, o.figure))


def apply(case: Case, use: Use[Meant]) -> None:
    """Takes the meeple home, then counts who is still there (GIFT-20); a special figure left alone goes home too."""
    one = use.data
    state, turn = case.state, case.state.turn
    feature, gone = one.place.feature, one.occupant
    if feature is None or gone is None or turn is None:
        return
    state.change(feature.id, gone, None)
    number = left(case, state.feature(feature.id))
    lines = [Line(use.player, feature.id, "card-taken-back", 1, value("GIFT-19", "points"), "GIFT-19")]
    if number:
        each = value("GIFT-20", "per_remaining_meeple")
        lines.append(Line(use.player, feature.id, "card-still-there", number, each, "GIFT-20"))
    case.find("GIFT-20", "card-meeples-left", feature=one.place.item, number=number)
    lines += _for_what_it_carries(case, use.player, feature, gone)
    state.score(lines)
    state.give(gone.owner, gone.figure)
    case.find("GIFT-19", "returned", figures=(Item.count(1, gone.owner, gone.figure),))
    home = (gone, *helpers_home(case))
    now = state.turn or turn
    state.turn = now._replace(lines=(*now.lines, *lines), home=(*now.home, *home))


def _for_what_it_carries(case: Case, player: str, feature: Feature, gone: Occupant) -> list[Line]:
    """What the meeple costs by what it carries, if taking it back counts as a scoring of it: that is left open."""
    carried = charged(case.apart(), feature, (player,), (gone,), False, alone=True)
    if not carried:
        return []
    case.find("GIFT-19", "card-ghosts-unsaid", figure=Item.noun("figure", gone.figure))
    rules = tuple(dict.fromkeys(line.rule for line in carried))
    if case.read("open", "card-ghosts-unsaid", spared="GIFT-19", pays=rules) == "spared":
        return []
    return charged(case, feature, (player,), (gone,), False, alone=True)


def choices(case: Case, player: str) -> Iterable[Use[Meant]]:
    """Every figure of the player, wherever it stands."""
    return [_use(case, player, one) for one in figures_at(case, player)]


def narrowed(case: Case, player: str, args: Args) -> Iterable[Use[Meant]]:
    """The same with every figure named."""
    for one in figures_at(case, player):
        marks = [part for part in parts_of(case, one, player) if part.kind == "marks"]
        yield Use(player, one, (one.place.item, Item.count(1, "", one.figure), *marks))


CARD = Card("GIFT-19", read, check, apply, choices, narrowed)
PART = Expansion("gifts")
