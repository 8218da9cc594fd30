"""Who receives a gift: the majority on every road and city that the placed tile extends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Arrival, Gained, GainRefused, GainUnsaid, Joined
from adjudicator.engine.expansion import Asks, Expansion, On, Turns
from adjudicator.engine.majority import majority
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.phases import Moment, Phase
from adjudicator.engine.printed import unsaid
from adjudicator.engine.rulings import ruling
from adjudicator.expansions.gifts.deck import GIFT, draw_gift
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item, Missing, Ruling, Value
from adjudicator.model.scenario import Ask
from adjudicator.play.subject import player_of
from adjudicator.rulebook.loader import rule, value


class Due(NamedTuple):
    """What the tile just placed brings its player."""

    findings: tuple[Finding, ...]
    reasons: tuple[Finding, ...]
    """Of these what brings a gift, which every account of the turn tells; nothing where no feature gives one."""


@remembered(Scope.PART)
class Judged(NamedTuple):
    """What was found when the tile lay in place (GIFT-54), for who asks later in the turn."""

    findings: tuple[Finding, ...]


def feature_item(feature: Feature) -> Item:
    """A feature, to be said in the reader's language."""
    return Item.feature(feature.id)


def due(case: Case) -> Due:
    """Judges every feature the placed tile belongs to, as it is with the tile in place (GIFT-06 to GIFT-08, GIFT-54).

    Raises Undetermined where no feature is known to give a gift and one is not known well enough.
    """
    turn, state = case.state.turn, case.state
    findings: list[Finding] = []
    giving: list[str] = []
    reasons: list[Finding] = []
    missing: list[Missing] = []
    never: list[Item] = []
    new: list[Item] = []
    extended = refused = False
    for ident in (*turn.touched, *turn.around) if turn is not None else ():
        feature = state.feature(ident)
        if ident in (turn.around if turn is not None else ()) or feature.kind not in rule("GIFT-06").allowed:
            never.append(feature_item(feature))
        elif feature.tiles == 1:
            new.append(feature_item(feature))
        else:
            extended = True
            try:
                reason, found = _judged(case, feature)
            except Undetermined as lack:
                missing += lack.missing
                continue
            findings += found
            if reason is not None:
                giving.append(ident)
                reasons.append(reason)
            else:
                refused = True
    if new:
        findings.append(Finding("GIFT-06", False, "gift-due-new", {"features": tuple(new)}))
    if never:
        findings.append(Finding("GIFT-06", False, "gift-due-never", {"features": tuple(never)}))
    findings += _only_closed(case)
    if missing and not giving:
        raise Undetermined(*missing)
    if not extended:
        findings.append(Finding("GIFT-06", False, "gift-due-nothing", {}))
    if giving and extended:
        reasons += _at_most_one(giving, refused)
        findings += reasons[len(giving) :]
    return Due(tuple(findings), tuple(reasons))


def _only_closed(case: Case) -> list[Finding]:
    """The roads and cities that the tile completes without being part of them, so without extending them (GIFT-06)."""
    turn = case.state.turn
    if turn is None:
        return []
    features = [case.state.feature(ident) for ident in turn.completed if ident not in (*turn.touched, *turn.around)]
    closed = [feature for feature in features if feature.kind in rule("GIFT-06").allowed]
    beside = (case.state.feature(ident).kind for ident in (*turn.touched, *turn.around))
    by = next((own.apart for kind in beside if (own := case.game.own_tile(kind)) is not None and own.apart), "GIFT-06")
    return [Finding(by, False, "gift-due-only-closed", {"feature": feature_item(feature)}) for feature in closed]


def _at_most_one(giving: list[str], refused: bool) -> list[Finding]:
    """One feature is enough, others that give nothing or not, and several bring no more than one gift (GIFT-08)."""
    if len(giving) > 1:
        values: dict[str, Value] = {
            "features": tuple(Item.feature(i) for i in giving),
            "number": value("GIFT-08", "max_gifts"),
        }
        return [Finding("GIFT-08", True, "gift-due-once", values)]
    if refused:
        return [Finding("GIFT-08", True, "gift-due-one-suffices", {"feature": Item.feature(giving[0])})]
    return []


def _judged(case: Case, feature: Feature) -> tuple[Finding | None, list[Finding]]:
    """Why a road or city that was extended gives a gift, None where it gives none, and all that speaks for and
    against it. Raises Undetermined.
    """
    turn = case.state.turn
    if not feature.occupants and "empty" not in feature.flags and feature.id in case.state.features:
        case.lack("figures", feature)
    lead = majority(case, feature)
    player = turn.player if turn is not None else ""
    owners = {o.owner for o in feature.occupants if o.owner and "meeple" in case.game.figure_traits(o.figure)}
    weak = not lead.leaders and bool(owners)  # meeples of no strength: those who are there are level
    leaders = tuple(p for p in lead.strength if p in owners) if weak else lead.leaders
    tied = tuple(p for p, strength in lead.strength.items() if strength == max(lead.strength.values()))
    if not weak and len(tied) > len(leaders) and (player in tied) != (player in leaders):
        leaders = _parted(case, feature, tied, leaders)
    values = {
        "feature": feature_item(feature),
        "player": Item.player(player),
        "leaders": tuple(Item.player(leader) for leader in leaders),
    }
    parts = next((joined.parts for joined in reversed(case.recall(Joined)) if joined.feature == feature.id), ())
    found: list[Finding] = []
    if parts:
        found.append(
            Finding("GIFT-54", True, "gift-due-in-place", {**values, "parts": tuple(feature_item(p) for p in parts)})
        )
        found += _before(case, parts)
    if not leaders:
        found.append(Finding("GIFT-77", False, "gift-due-unoccupied", values))
        return None, found
    if player in leaders:
        return None, [*found, *_of_leader(player, len(leaders) > 1, parts, values)]
    if weak and not _is_anothers(case, values):
        found.append(Finding("GIFT-06", False, "gift-due-uncontrolled", values))
        return None, found
    if weak:
        reason = Finding("GIFT-77", True, "gift-due-weak", values)
    else:
        reason = Finding("GIFT-06", True, "gift-due-other", values)
    found.append(reason)
    if player in lead.strength:
        strengths = {"own": lead.strength[player], "best": max(lead.strength.values())}
        found.append(Finding("GIFT-56", True, "gift-due-minority", {**values, **strengths}))
        level = [p for p, n in lead.strength.items() if p != player and n == lead.strength[player]]
        if level:
            others = tuple(Item.player(p) for p in level)
            found.append(Finding("GIFT-07", True, "gift-due-level", {**values, "others": others}))
    else:
        found.append(Finding("GIFT-55", True, "gift-due-absent", values))
    if turn is not None and feature.id in turn.completed:
        found.append(Finding("GIFT-27", True, "gift-due-completed", values))
    return reason, found


def _parted(case: Case, feature: Feature, level: tuple[str, ...], leaders: tuple[str, ...]) -> tuple[str, ...]:
    """Who leads a feature on which a rule parts those who tie when it is scored: whether for a gift too is open."""
    rules = tuple(dict.fromkeys(way.rule for way in case.game.scoring.tiebreak))
    case.find("GIFT-07", "gift-due-parted", feature=feature_item(feature), players=tuple(map(Item.player, level)))
    counts = case.read("open", "gift-due-parted", scoring="GIFT-07", always=rules)
    return leaders if counts == "always" else level


def _is_anothers(case: Case, values: Mapping[str, Value]) -> bool:
    """Whether a feature on which others have no strength is another player's: the printed rule wants it controlled,
    the community's notes only occupied.
    """
    case.find("GIFT-06", "gift-due-held", **values)
    return case.read("disputed", "gift-due-held", occupied=("GIFT-77", "GIFT-55"), controlled="GIFT-06") == "occupied"


def _before(case: Case, parts: tuple[Feature, ...]) -> list[Finding]:
    """Who led the parts of a joined feature, which no longer matters (GIFT-54)."""
    found: list[Finding] = []
    for part in parts:
        leaders = tuple(Item.player(leader) for leader in majority(case, part).leaders)
        if leaders:
            values = {"part": feature_item(part), "leaders": leaders}
            found.append(Finding("GIFT-54", True, "gift-due-before", values))
    return found


def _of_leader(player: str, shared: bool, parts: tuple[Feature, ...], values: Mapping[str, Value]) -> list[Finding]:
    """Why a feature that the player leads, alone or not, gives nothing."""
    found = [Finding("GIFT-07", False, "gift-due-shared" if shared else "gift-due-own", values)]
    if shared:
        found.append(Finding("GIFT-76", False, "gift-due-not-enough", values))
    away = [part for part in parts if all(o.owner != player for o in part.occupants)]
    if away:
        found.append(
            Finding("GIFT-57", False, "gift-due-joined", {**values, "parts": tuple(feature_item(p) for p in away)})
        )
    else:
        found.append(Finding("GIFT-58", False, "gift-due-in-it", values))
    return found


def receive(case: Case) -> None:
    """Gives the player who has placed a tile the gift it brings (GIFT-06); nothing while that is not known."""
    turn = case.state.turn
    if turn is None:
        return
    apart = case.apart()  # what is found is for those who ask for the gift
    try:
        found = due(apart)
    except Undetermined as lack:  # who asks for the gift is told what is missing
        case.remember(GainUnsaid(turn.player, lack.missing))
        return
    judged = (*(_beside(one) for one in apart.findings), *found.findings)
    if found.reasons:
        case.note(*found.reasons)
        judged += draw_gift(case, turn.player)
    else:
        case.remember(GainRefused(turn.player, tuple(one for one in judged if not one.holds)))
    case.remember(Judged(judged))


def _beside(found: Finding) -> Finding:
    """What another expansion says of a figure's strength: told beside the majority, which settles the gift."""
    return found.beside() if found.holds and rule(found.rule).folder != rule("GIFT-06").folder else found


def gift(case: Case, ask: Ask) -> Ruling:
    """Whether the tile placed in this turn brings a player a gift, feature by feature. Raises Undetermined."""
    player = player_of(case, ask)
    turn = case.state.turn
    subject = (Item.player(player),)
    if turn is None:
        case.lack("which-turn")
    if player != turn.player:
        case.find("GIFT-06", "gift-due-placer", False, player=subject[0], placer=Item.player(turn.player))
        return ruling(case, "gift", "no", subject)
    if not turn.placed:
        case.find("GIFT-54", "gift-due-later", False, player=subject[0])
        return ruling(case, "gift", "no", subject)
    if unsaid(case):
        kinds = rule("GIFT-06").allowed
        growing = [one for one in case.state.features.values() if one.kind in kinds and not one.complete]
        case.lack("tile-shows", None, told=tuple(Item.feature(one.id) for one in growing))
    judged = case.recall(Judged)
    case.note(*(judged[0].findings if judged else due(case).findings))
    received = Gained(player, GIFT, 1) in case.recall(Gained)
    for ident in dict.fromkeys(
        one.place for one, _ in case.recall(Arrival) if one.owner == player and one.place in turn.touched
    ):
        feature = case.state.feature(ident)
        if feature.kind in rule("GIFT-06").allowed and feature.tiles != 1:
            case.find("GIFT-54", "gift-due-too-late", received, player=subject[0], feature=feature_item(feature))
    return ruling(case, "gift", "yes" if received else "no", subject)


PART = Expansion(
    "gifts",
    on=On(placed=(receive,)),
    turns=Turns(phases=(Phase(GIFT, "GIFT-54", Moment.PLACED),)),
    asks=Asks(topics={"gift": gift}),
)
