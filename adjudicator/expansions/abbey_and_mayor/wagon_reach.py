"""How far a wagon reaches whose feature has been scored, and what it may go to (AM-79 to AM-108, AM-152, AM-159)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import PUTS, Deed
from adjudicator.engine.majority import lack_code
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.tabletop import MONASTIC
from adjudicator.engine.tiles import Part, Surroundings
from adjudicator.geometry.squares import broadside, patch
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Missing, Value
from adjudicator.model.scenario import Ref
from adjudicator.rulebook import loader

WAGON = "wagon"
MAYOR = "mayor"
CASTLE = "castle"
ABBEY = "abbey"
MOVE = "wagon-move"
THROUGH = "wagon-travels-through"
UNMOVED = ("castle", "area")
"""Traits of what a wagon may never move to."""


@remembered(Scope.PART)
class WagonMoved(NamedTuple):
    """A player has moved on or taken back a wagon whose feature was scored."""

    owner: str


class Standing(NamedTuple):
    """A wagon and the feature it stands on, or stood on until that was scored in this turn."""

    occupant: Occupant
    home: Feature
    sent: bool
    """Whether the scoring has sent it home already."""


class Spot(NamedTuple):
    """A feature that a wagon may think of."""

    feature: Feature
    within: bool
    parts: tuple[Part, ...] = ()
    """What of it lies within reach."""
    first: bool = False
    """Whether the first edition's reach is in force (`by_connection`)."""


def place_of(case: Case, spot: Spot) -> str:
    """What a feature is called as a place to go to: by a part within reach where its own name tells another."""
    ident, names = spot.feature.id, [part.name for part in spot.parts]
    if not names or ident in names or all(part.name != ident for part in case.state.parts_of(spot.feature)):
        return ident
    return names[0]


def wagon_of(case: Case, player: str) -> Standing | None:
    """The wagon of `player` on a feature, or the one that the scoring of this turn sent home; None for neither.

    Of several, which only a game with `any figures` has, the one whose feature this turn scores.
    """
    turn = case.state.turn
    found = [
        Standing(occupant, feature, False)
        for feature in case.state.occupied()
        for occupant in feature.occupants
        if occupant.owner == player and occupant.figure == WAGON
    ]
    for ident, occupant in turn.sent if turn is not None else ():
        if occupant.owner == player and occupant.figure == WAGON:
            found.append(Standing(occupant, case.state.feature(ident), True))
    scored = turn.completed if turn is not None else ()
    return min(found, key=lambda one: not (one.sent or one.home.id in scored), default=None)


def wagon_at(case: Case, owner: str, place: Ref | None) -> Standing | None:
    """The wagon of a player; None where it stands elsewhere than said."""
    wagon = wagon_of(case, owner)
    if wagon is None or place is None or case.state.resolve(place) == wagon.home.id:
        return wagon
    return None


def travels_through(case: Case) -> bool:
    """Whether the house rule AM-159 is in force."""
    return case.option(THROUGH) == "true"


def by_connection(case: Case, wagon: Standing) -> bool:
    """Whether the first edition's reach is in force (AM-104)."""
    return case.option(MOVE) == "C1"


# ---- what is within reach
def spots(case: Case, wagon: Standing, target: str = "") -> list[Spot]:
    """Every feature within reach, and those near the scored one that are not. Raises Undetermined.

    Of a `target` that is known to lie within reach nothing else need be known; it is then among what is found.
    """
    state, home = case.state, wagon.home
    first, through = by_connection(case, wagon), travels_through(case)
    joins = first and home.kind != CASTLE
    within: dict[str, dict[int | None, Part]] = {}
    steps: list[Part | None] = [None]
    seen: set[object] = set()
    for step in steps:
        if target in within:
            break
        for part in _joined_next(case, wagon, step) if joins else _near(case, wagon, step, target):
            if part.feature == home.id:
                continue
            within.setdefault(part.feature, {})[part.segment] = part
            place = part.feature if joins or part.cell is None else part.cell
            if through and place not in seen and _passable(case, state.feature(part.feature)):
                seen.add(place)
                steps.append(part)
    found = {ident: tuple(parts.values()) for ident, parts in within.items()}
    if joins:  # to any of its tiles
        found = {ident: tuple(state.parts_of(state.feature(ident))) for ident in within}
    missed = {feature.id: feature for feature in _beside(case, home, joins)}
    return [
        *(Spot(state.feature(ident), True, parts, first) for ident, parts in found.items()),
        *(
            Spot(feature, False, (), first)
            for ident, feature in missed.items()
            if ident != home.id and ident not in within
        ),
    ]


def _start(case: Case, wagon: Standing) -> Surroundings:
    """What lies around a wagon; around a castle its vicinity (AM-152, NB-50), wherever in it the wagon stood."""
    vicinity = case.state.around(wagon.home, broadside) if wagon.home.kind == CASTLE else None
    if vicinity is not None and vicinity.said:
        return vicinity
    return case.state.around((wagon.home, wagon.occupant), patch)


def put_beside(case: Case, wagon: Standing) -> list[Part]:
    """What a sketch tells of the tile on which the wagon was put in this turn: what lies on it, and what it lies
    around. None for a wagon that came there by other means, or stood there before.
    """
    turn = case.state.turn
    owner = wagon.occupant.owner
    if turn is None or turn.cell is not None or wagon.home.id not in turn.touched:
        return []
    put = (deed for deed in case.recall(Deed) if (deed.verb, deed.player, deed.figure) == (PUTS, owner, WAGON))
    if not any(deed.place == wagon.home.id and not deed.means for deed in put):
        return []
    found = (case.state.feature(ident) for ident in dict.fromkeys((*turn.touched, *turn.around)))
    return [case.state.mentioned(feature) for feature in found if feature.id != wagon.home.id]


def _near(case: Case, wagon: Standing, step: Part | None, target: str) -> list[Part]:
    """What lies on and around the tile of the wagon (AM-83), or of a `step` on its way. Raises Undetermined, unless
    the `target` is found in what is known of it.
    """
    home = wagon.home if step is None else case.state.feature(step.feature)
    near = _start(case, wagon) if step is None else case.state.around(step, patch)
    parts = near.parts
    if step is None and not near.squares:
        parts += put_beside(case, wagon)
    if target in (part.feature for part in parts):
        return parts
    if near.squares:
        if case.state.part_shown and not near.whole:
            case.warn("wagon-board-part", "AM-152" if home.kind == CASTLE else "AM-83")
    elif not (near.has_lines if home.kind == CASTLE else near.whole):
        if step is None and home.kind != CASTLE:
            case.lack("near-wagon", home, player=Item.player(wagon.occupant.owner))
        case.lack("near-feature", home)
    return parts


def _joined_next(case: Case, wagon: Standing, step: Part | None) -> list[Part]:
    """What meets the scored feature, or one on the way. Raises Undetermined where nobody says what does."""
    feature = wagon.home if step is None else case.state.feature(step.feature)
    found = joined(case, feature)
    if found is None:
        case.lack("wagon-joined", feature)
    return found


def joined(case: Case, feature: Feature) -> list[Part] | None:
    """What meets a feature at a crossing, a gate or a door, or along an abbey (AM-105, AM-106); None if not known.

    Things of which a sketch says that they share a tile, or lie near an abbey, meet where the rules know a meeting.
    """
    tiles = [tile for tile in case.state.tiles_of(feature) if tile.known]
    own = [part for tile in tiles for part in tile.parts if part.feature == feature.id]
    beside = [other for part in own for side in range(4) for other in part.beyond(side) if _along(part, side, other)]
    if not case.state.squares_of(feature):
        beside = [part for part in case.state.around(feature).parts if ABBEY in (feature.kind, part.kind)]
    found = [other for other in beside if _pair(case, feature.kind, other.kind)]
    for part in own:
        groups = part.meetings()
        if part.kind != "road" and not part.tile.features("field"):  # nothing parts a city from what it encloses
            groups = [*groups, tuple(other for other in part.tile.parts if other.kind != "road")]
        found += (other for group in groups for other in group if _meets(case, part, other, group))
    return found if tiles or beside else None


def _along(part: Part, side: int, other: Part) -> bool:
    """Whether one of two parts on tiles side by side is an abbey, and the other runs against it."""
    return side in part.sides if other.kind == ABBEY else part.kind == ABBEY and side ^ 2 in other.sides


def _meets(case: Case, part: Part, other: Part, group: tuple[Part, ...]) -> bool:
    """Whether two of a group of parts are connected: two roads only where nothing else lies between them.

    What a sketch puts on the tile besides lies between them only if it is a monastery.
    """
    between = [p for p in group if p.kind != "road" and (p.segment is not None or _monastic(case, p.kind))]
    apart = part.kind == other.kind == "road" and between
    return not apart and _pair(case, part.kind, other.kind)


def _pair(case: Case, *kinds: str) -> bool:
    """Whether features of two kinds may be connected at all: not two cities, no fields."""
    if "road" in kinds:
        return all("completable" in case.game.kind_traits(kind) for kind in kinds)
    return "city" in kinds and any(_monastic(case, kind) for kind in kinds)


def _monastic(case: Case, kind: str) -> bool:
    return MONASTIC in case.game.kind_traits(kind)


def _passable(case: Case, feature: Feature) -> bool:
    """Whether a wagon may travel through a feature by the house rule AM-159. Raises Undetermined."""
    if kind_finding(case, feature) is not None:
        return False
    if feature.complete or meeples(case, feature):
        return bool(feature.complete)
    case.figures(feature)  # who stands there must be known
    return True


def _beside(case: Case, home: Feature, joins: bool) -> Iterable[Feature]:
    """What lies so near to the scored feature that one may think of it; all there is where no squares are known."""
    state = case.state
    if not state.squares_of(home):
        return state.all_features()
    if joins:
        return [state.feature(ident) for tile in state.tiles_of(home) for ident in tile.features()]
    return [feature for feature in state.around(home, patch).features() if feature.kind != "field"]


class Reach(NamedTuple):
    """What `reach` found."""

    open: tuple[Spot, ...]
    """Where the wagon may go."""
    tried: tuple[tuple[Spot, tuple[Finding, ...]], ...]
    """Every spot with its conditions."""


def reach(case: Case, wagon: Standing) -> Reach:
    """Every feature that the wagon may go to, and what was tried. Raises Undetermined with all that is missing."""
    tried: list[tuple[Spot, tuple[Finding, ...]]] = []
    missing: list[Missing] = []
    for spot in spots(case, wagon):
        try:
            tried.append((spot, tuple(conditions(case, wagon, spot))))
        except Undetermined as lack:
            missing += [m for m in lack.missing if m not in missing]
    if missing:
        raise Undetermined(*missing)
    return Reach(tuple(spot for spot, found in tried if all(f.holds for f in found)), tuple(tried))


def may_leave(case: Case, wagon: Standing) -> bool:
    """Whether there is anything the wagon may go to. Raises Undetermined where nothing that is known says so."""
    try:
        return bool(reach(case, wagon).open)
    except Undetermined:
        if any(_open_to(case, wagon, part.feature) for part in known_near(case, wagon)):
            return True
        raise


def known_near(case: Case, wagon: Standing) -> list[Part]:
    """What is known to lie within reach of the second edition in a sketch, though more may lie there."""
    if by_connection(case, wagon) or case.state.squares_of(wagon.home):
        return []
    return [*_start(case, wagon).parts, *put_beside(case, wagon)]


def _open_to(case: Case, wagon: Standing, target: str) -> bool:
    """Whether the wagon is known to be free to go to what lies within reach."""
    spot = Spot(case.state.feature(target), True)
    try:
        return target != wagon.home.id and all(one.holds for one in conditions(case, wagon, spot))
    except Undetermined:
        return False


def note_places(case: Case, found: Iterable[tuple[Spot, tuple[Finding, ...]]]) -> None:
    """Notes what may be reached and every near miss: whatever fails one condition, or lies within reach and fails."""
    fields: list[Item] = []
    for spot, tried in found:
        failed = [f for f in tried if not f.holds]
        if not failed:
            case.note(*tried)
        elif "field" in case.game.kind_traits(spot.feature.kind):
            fields.append(Item.feature(spot.feature.id))
        elif len(failed) == 1 or spot.within:
            case.note(*failed)
    if fields:
        case.find("AM-89", "wagon-fields", False, features=tuple(fields))


# ---- what decides
def meeples(case: Case, feature: Feature) -> tuple[Occupant, ...]:
    """The meeples on a feature, whoever owns them."""
    return tuple(o for o in feature.occupants if "meeple" in case.game.figure_traits(o.figure))


def kind_finding(case: Case, feature: Feature) -> Finding | None:
    """Why a wagon never stands there: a field, a garden, a short road, a castle; None where it may."""
    traits = case.game.kind_traits(feature.kind)
    values = {"feature": Item.feature(feature.id), "kind": Item.noun("kind", feature.kind)}
    if "field" in traits:
        return Finding("AM-89", False, "wagon-field", values)
    if feature.kind in loader.rule("AM-79").forbidden:
        return Finding("AM-79", False, "wagon-kind", values)
    if "tower" in traits:
        return Finding("AM-148", False, "wagon-kind", values)
    if any(trait in traits for trait in UNMOVED):
        return Finding("AM-79", False, "wagon-kind", values)
    if "completable" not in traits:
        return Finding("AM-82", False, "wagon-kind", values)
    if is_short_road(case, feature):
        return Finding("AM-95", False, "wagon-short-road", values)
    return None


def is_short_road(case: Case, feature: Feature) -> bool:
    """Whether a road leaves its tile on no side, so that no meeple can be placed on it."""
    parts = case.state.parts_of(feature) if feature.kind == "road" else []
    return bool(parts) and not any(part.sides for part in parts)


def conditions(case: Case, wagon: Standing, spot: Spot) -> list[Finding]:
    """Every condition for the wagon to go there: kind, reach, incomplete, unoccupied. Raises Undetermined."""
    feature = spot.feature
    refused = kind_finding(case, feature)
    if refused is not None:
        return [refused]
    values: dict[str, Value] = {"feature": Item.feature(feature.id)}
    found = [_reach(case, wagon, spot)]
    if "special" in case.game.kind_traits(feature.kind):
        kind = Item.noun("kind", feature.kind)
        found.append(Finding("AM-80", True, "wagon-place", {**values, "kind": kind}))
    there = meeples(case, feature)
    if feature.complete:
        found.append(Finding("AM-82", False, "wagon-complete", values))
    if there:
        figures = tuple(Item.figure(o.owner, o.figure, o.place) for o in there)
        found.append(Finding("AM-82", False, "wagon-occupied", {**values, "figures": figures}))
        if all(o.figure == MAYOR for o in there) and not feature.marks.get("coat"):
            found.append(Finding("AM-54", False, "mayor-zero-occupies", values))
    elif spot.within and not feature.complete:
        case.complete(feature)
        case.figures(feature)
        found.append(Finding("AM-82", True, "wagon-may-go", values))
    squares = [cell for part in spot.parts for cell in part.tile.squares] or case.state.squares_of(feature)
    return [*found, *case.game.stands(case, feature, squares)]


def obstacles(case: Case, wagon: Standing, spot: Spot) -> list[str]:
    """What keeps the wagon away by the rules of which there are examples: ``reach``, ``complete``, ``occupied``; ""
    for anything else."""
    feature, there = spot.feature, meeples(case, spot.feature)
    if kind_finding(case, feature) is not None:
        return [""]
    found: list[str] = []
    if not spot.within:
        found.append("" if wagon.home.kind == CASTLE or travels_through(case) or spot.first else "reach")
    if feature.complete:
        found.append("complete")
    if there:
        weak = all(o.figure == MAYOR for o in there) and not feature.marks.get("coat")
        found += ["occupied", ""] if weak else ["occupied"]
    return found


def _reach(case: Case, wagon: Standing, spot: Spot) -> Finding:
    values: dict[str, Value] = {
        "feature": Item.feature(spot.feature.id), "player": Item.player(wagon.occupant.owner),
        "home": Item.feature(wagon.home.id),
    }  # fmt: skip
    if wagon.home.kind == CASTLE:
        return Finding("AM-152", spot.within, "wagon-reach-castle", values)
    if travels_through(case):
        return Finding("AM-159", spot.within, "wagon-reach-through", values)
    if spot.first:
        return Finding("AM-104" if spot.within else "AM-106", spot.within, "wagon-reach-joined", values)
    sections = tuple(Item.feature(part.name) for part in spot.parts)
    if sections and sections != (values["feature"],):
        values["sections"] = sections
        return Finding("AM-83", True, "wagon-reach-sections", values)
    return Finding("AM-83", spot.within, "wagon-reach", values)


def known_home(case: Case, wagon: Standing) -> None:
    """Gives up on a wagon on a feature whose expansion's word no code knows how to weigh. Raises Undetermined.

    What is played and never complete, such as a tower or a pyramid, is known: the wagon goes nowhere from there.
    """
    kind = wagon.home.kind
    if "completable" not in case.game.kind_traits(kind) and case.game.owner("kind", kind) not in case.game.ids:
        lack_code(case, "kind", kind)
