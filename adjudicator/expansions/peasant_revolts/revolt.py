"""A revolt: it breaks out when its tile is drawn, and goes from player to player until one has lost a meeple."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Deed
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.turn import Drawn
from adjudicator.expansions.peasant_revolts.terms import (
    PROTECTED,
    figure_items,
    is_field,
    is_meeple,
    kind_noun,
    player_item,
    special_area,
    struck,
)
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Missing
from adjudicator.play.turns import helpers_home
from adjudicator.rulebook.loader import rule, value

SYMBOL = "revolt"
EVENTS = (SYMBOL, "city-revolt", "road-revolt", "monastery-revolt")
"""The symbol on a tile, and the names of what it sets off."""

SYMBOLS, IGNORED = "revolt-symbols", "ignored"
"""The switch of tables that play the tiles without their symbols (REVOLT-64), and its value for these."""

Standing = tuple[str, Occupant]
"""A meeple and the id of its feature."""


class Check(NamedTuple):
    """What the check of one player showed."""

    player: str
    home: tuple[Standing, ...]
    """Meeples that go back to the supply."""
    protected: tuple[Standing, ...]
    farmers: tuple[str, ...]
    """Fields on which the player has a farmer."""
    elsewhere: tuple[str, ...]
    """Features of other kinds on which the player has a meeple."""
    areas: tuple[tuple[str, str], ...]
    """Places off the tiles where the player has a meeple, each with the rule by which no revolt reaches it."""


@remembered(Scope.GAME)
class Gone(NamedTuple):
    """A revolt tile that was drawn, or went back to the stack (``back``)."""

    unit: str
    back: bool = False


@remembered(Scope.PART)
class Revolt(NamedTuple):
    """One revolt, from the draw of its tile to its end."""

    number: int
    """Which one of the turn."""
    kind: str
    drawer: str
    checks: tuple[Check, ...] = ()
    """The players whom it reached, in order."""
    unreached: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    """What would have to be known to say how it went."""


def plays_symbols(case: Case) -> bool:
    """Whether drawing a revolt tile brings a revolt: not where the tiles are played as plain ones (REVOLT-64)."""
    return case.house_rule(SYMBOLS) != IGNORED


def still_unknown(case: Case) -> bool | None:
    """A revolt breaks out at the draw (REVOLT-07): once a tile is drawn none is to come; None before."""
    turn = case.state.turn
    return False if turn is not None and turn.drawn is not None else None


def break_out(case: Case, event: str, word: str) -> None:
    """Carries out the revolt of a tile that has been drawn, before the tile is placed (REVOLT-07)."""
    state, turn = case.state, case.state.turn
    kind = word if event == SYMBOL else event.partition("-")[0]
    if turn is None or kind not in rule("REVOLT-02").allowed:
        return
    if not plays_symbols(case):
        case.find("REVOLT-64", "revolts-ignored")
        return
    unit = f"{kind}-{SYMBOL}"
    case.remember(Gone(unit))
    if state.stock.get(unit):
        state.stock[unit] -= 1
    revolt = Revolt(len(case.recall(Revolt)) + 1, kind, turn.player)
    try:
        checks = tuple(_checks(case, kind, turn.player))
        unreached = [p for p in state.players if p not in [c.player for c in checks]] if state.setup.ordered else []
        revolt = revolt._replace(checks=checks, unreached=tuple(unreached))
    except Undetermined as lack:
        revolt = revolt._replace(missing=lack.missing)
        state.unknown += lack.missing  # no total can be told from here on
    tell(case, revolt)
    lines = tuple(scored(revolt))
    state.score(lines)
    home = (*_take_home(case, revolt), *helpers_home(case))
    turn = state.turn or turn
    case.remember(revolt)
    case.remember(Deed(SYMBOL, turn.player))
    state.turn = turn._replace(lines=(*turn.lines, *lines), home=(*turn.home, *home))


def _checks(case: Case, kind: str, drawer: str) -> Iterator[Check]:
    """One player after the other, up to the first who has to take a meeple back. Raises Undetermined."""
    if case.state.part_shown:  # it strikes anywhere on the board (REVOLT-09)
        beyond = [one for one in case.state.features.values() if case.state.is_told(one) and struck(case, one, kind)]
        if not beyond:
            case.lack("revolt-beyond", None, kind=kind_noun(kind))
        case.suppose("REVOLT-09", "revolt-beyond-told", kind=kind_noun(kind))
    for feature in case.state.features.values():
        if struck(case, feature, kind):
            case.figures(feature)
    for player in _clockwise(case, drawer):
        check = _check(case, kind, player)
        yield check
        if check.home:
            return


def _clockwise(case: Case, drawer: str) -> Iterator[str]:
    """The drawer, then the others to the left, each once. Raises Undetermined where nobody said how they sit."""
    yield drawer
    if not case.state.setup.ordered:
        case.lack("players")
    yield from case.state.clockwise(drawer)[1:]


def _check(case: Case, kind: str, player: str) -> Check:
    """All meeples of a player on features of the kind, anywhere on the board (REVOLT-09)."""
    home: list[Standing] = []
    protected: list[Standing] = []
    farmers: dict[str, None] = {}
    elsewhere: dict[str, None] = {}
    areas: dict[tuple[str, str], None] = {}
    for feature in case.state.occupied():
        own = [o for o in feature.occupants if o.owner == player and is_meeple(case, o)]
        if not own:
            continue
        if is_field(case, feature):
            farmers[feature.id] = None
        elif rule_id := special_area(case, feature):
            areas[feature.id, rule_id] = None
        elif not struck(case, feature, kind):
            elsewhere[feature.id] = None
        else:
            for one in own:
                (protected if one.mark(PROTECTED) else home).append((feature.id, one))
    return Check(player, tuple(home), tuple(protected), tuple(farmers), tuple(elsewhere), tuple(areas))


def scored(revolt: Revolt) -> Iterator[Line]:
    """2 points for each protected meeple of everybody whom the revolt reached (REVOLT-11)."""
    for check in revolt.checks:
        for ident, number in _by_feature(check.protected).items():
            each = value("REVOLT-11", "per_protected_meeple")
            yield Line(check.player, ident, "protected-meeples", number, each, "REVOLT-11")


def _by_feature(standing: tuple[Standing, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for ident, _ in standing:
        found[ident] = found.get(ident, 0) + 1
    return found


def _take_home(case: Case, revolt: Revolt) -> list[Occupant]:
    gone: list[Occupant] = []
    for check in revolt.checks:
        for ident, one in check.home:
            case.state.change(ident, one, None)
            case.state.give(one.owner, one.figure)
            gone.append(one)
    return gone


def tell(case: Case, revolt: Revolt) -> None:
    """Notes how a revolt went, with the rules behind it."""
    kind, drawer = kind_noun(revolt.kind), player_item(revolt.drawer)
    case.frame("REVOLT-07", "revolt-breaks-out", player=drawer, kind=kind, number=revolt.number)
    if revolt.number > 1:
        case.find("REVOLT-18", "revolt-chain", player=drawer, number=revolt.number)
    for at, check in enumerate(revolt.checks):
        player = player_item(check.player)
        if at:
            case.find("REVOLT-14", "revolt-passes", player=player, kind=kind)
        else:
            case.frame("REVOLT-09", "revolt-first", player=player, kind=kind)
        _tell_check(case, revolt, check)
    last = revolt.checks[-1] if revolt.checks else None
    if last is not None and last.home:
        case.against(revolt.unreached, "REVOLT-13", "revolt-ends", player=player_item(last.player), drawer=drawer)
        if revolt.unreached:
            players = tuple(player_item(p) for p in revolt.unreached)
            case.against(revolt.unreached, "REVOLT-16", "revolt-unreached", players=players)
    elif last is not None:
        case.find("REVOLT-15", "revolt-round", drawer=drawer)
    if nothing := [check.player for check in revolt.checks if not check.protected]:
        players = tuple(map(player_item, nothing))
        phrase = "revolt-brings-nothing" if len(nothing) == len(revolt.checks) else "revolt-none-protected"
        case.against(nothing, "REVOLT-11", phrase, players=players, kind=kind)


def _tell_check(case: Case, revolt: Revolt, check: Check) -> None:
    player, kind = player_item(check.player), kind_noun(revolt.kind)
    if check.home:
        case.find("REVOLT-10", "revolt-takes", player=player, figures=figure_items(check.home))
    for ident in dict.fromkeys(ident for ident, _ in (*check.home, *check.protected)):
        if by := case.game.kind(case.state.feature(ident).kind).monastery:
            case.find("REVOLT-08", "revolt-strikes-monastery", feature=Item.feature(ident))
            case.find(by, "revolt-monastery", feature=Item.feature(ident))
    if check.protected:
        figures = figure_items(check.protected)
        case.find("REVOLT-29", "revolt-spares", figures=figures)
        case.find("REVOLT-12", "revolt-stays", figures=figures)
        case.find("REVOLT-16", "revolt-reached", player=player)
        if "robbers" in case.state.setup.expansions:
            case.remark("REVOLT-62", "revolt-robber", player=player)
    if check.farmers:
        case.find("REVOLT-28", "revolt-no-farmer", player=player, features=_feature_items(check.farmers))
    if check.elsewhere:
        case.find("REVOLT-08", "revolt-elsewhere", player=player, kind=kind, features=_feature_items(check.elsewhere))
    for ident, rule_id in check.areas:
        case.find(rule_id, "revolt-area", player=player, feature=Item.feature(ident))
        feature: Feature = case.state.feature(ident)
        if rule_id == "REVOLT-52" and any(o.mark(PROTECTED) and o.owner == check.player for o in feature.occupants):
            case.find("REVOLT-53", "revolt-area-protected", player=player, feature=Item.feature(ident))


def _feature_items(idents: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple(Item.feature(ident) for ident in idents)


# ---- tiles that were drawn and are not placed
def _unit_of(drawn: Drawn) -> str:
    """The unit that counts a revolt tile among those that are left; "" for any other tile."""
    words = [word for symbol, _, word in drawn.face.marks if symbol == SYMBOL]
    kind = words[0] if words else drawn.event.partition("-")[0] if drawn.event in EVENTS else ""
    return f"{kind}-{SYMBOL}" if kind else ""


def returned(case: Case, drawn: Drawn) -> None:
    """A revolt tile that goes back to a stack is no longer gone: its revolt may break out again (GIFT-25)."""
    unit = _unit_of(drawn)
    if unit:
        case.remember(Gone(unit, True))
    if unit in case.state.stock:
        case.state.stock[unit] += 1


def unsure(case: Case, drawn: tuple[Drawn, ...]) -> None:
    """Raises Undetermined where one of these goes back and it is a revolt tile of which the rest are counted."""
    for one in drawn:
        if _unit_of(one) in case.state.stock:
            told = tuple(Item.noun("unit", other.event) for other in drawn if other.event)
            case.lack("revolt-tile-placed", None, kind=kind_noun(_unit_of(one).partition("-")[0]), drawn=told)


# ---- conditions of drawing and discarding
def known_revolt(case: Case, deed: Deed) -> Iterator[Finding]:
    """A revolt is one of the three kinds (REVOLT-02), and its tile must be among those that are left."""
    words = [deed.symbol.partition("-")[0]] if deed.symbol in EVENTS else []
    if words and case.house_rule(SYMBOLS) == IGNORED:
        yield Finding("REVOLT-64", False, "revolts-ignored", {})
        return
    words += [word for symbol, _, word in (deed.face.marks if deed.face is not None else ()) if symbol == SYMBOL]
    if not words:
        return
    allowed = rule("REVOLT-02").allowed
    if len(words) > 1 or any(word not in allowed for word in words):
        yield Finding("REVOLT-02", False, "revolt-symbol", {"kinds": tuple(kind_noun(k) for k in allowed)})
    elif case.state.stock.get(f"{words[0]}-{SYMBOL}") == 0 or _drawn_out(case, words[0]):
        yield Finding("REVOLT-02", False, "revolt-none-left", {"kind": kind_noun(words[0])})


def _drawn_out(case: Case, kind: str) -> bool:
    """Whether all tiles of a kind in the box were drawn already, as far as that was told (REVOLT-02)."""
    gone = sum(-1 if one.back else 1 for one in case.recall(Gone) if one.unit == f"{kind}-{SYMBOL}")
    return gone >= value("REVOLT-02", kind) * case.state.setup.boxes


def known_when_placed(case: Case, deed: Deed) -> Iterator[Finding]:
    """The same for a revolt tile that is placed and of which nobody said that it was drawn."""
    turn = case.state.turn
    if turn is None or (turn.drawn is None and not turn.beside):
        yield from known_revolt(case, deed)


def unplaceable(case: Case, deed: Deed) -> Iterator[Finding]:
    """A revolt tile without a place is discarded, its revolt has happened all the same (REVOLT-17)."""
    turn = case.state.turn
    if turn is not None and turn.drawn is not None and turn.fits_nowhere and case.recall(Revolt):
        yield case.find("REVOLT-17", "revolt-all-the-same", player=player_item(turn.player))
