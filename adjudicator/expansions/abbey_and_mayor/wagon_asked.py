"""``ask wagon red``: whether the wagon is free to go, where to, and in which order several of them decide."""

from __future__ import annotations

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.rulings import ruling
from adjudicator.expansions.abbey_and_mayor.wagon_examples import example
from adjudicator.expansions.abbey_and_mayor.wagon_reach import reach, told
from adjudicator.expansions.abbey_and_mayor.wagon_terms import (
    CASTLE,
    WAGON,
    Standing,
    WagonMoved,
    by_connection,
    known_home,
    place_of,
    wagon_of,
)
from adjudicator.model.ruling import Finding, Item, Ruling, Value
from adjudicator.model.scenario import Ask
from adjudicator.play.subject import player_of
from adjudicator.play.turns import score_turn


def ask_wagon(case: Case, ask: Ask) -> Ruling:
    """The features within reach of a player's wagon; none where it must come home. Raises Mistake, Undetermined."""
    player = player_of(case, ask)
    subject = (Item("player", (player,)),)
    wagon = wagon_of(case, player)
    if wagon is None:
        case.lack("wagon-where", None, player=subject[0])
    known_home(case, wagon)
    scored = scored_finding(case, wagon)
    case.note(scored)
    if not scored.holds:
        return ruling(case, WAGON, "options", subject)
    found = reach(case, wagon)
    told(case, found.tried)
    for spot, tried in found.tried:
        if spot.within or sum(not f.holds for f in tried) == 1:
            example(case, wagon, spot, tried)
    shown: dict[str, Value] = {"player": subject[0], "home": Item("feature", (wagon.home.id,))}
    if wagon.home.kind != CASTLE:  # which it leaves by the castle's vicinity, wherever it stood
        _measured(case, wagon, shown)
    if wagon.home.kind == "road" and not by_connection(case):
        case.find("AM-91", "wagon-reach-alike")
    if found.open:
        case.find("AM-82", "wagon-or-home", **shown)
    else:
        case.find("AM-84", "wagon-home", **shown)
    several(case, wagon)
    options = [Item("feature", (place_of(case, spot),)) for spot in found.open]
    return ruling(case, WAGON, "options", subject, options=options, choice=bool(options))


def _measured(case: Case, wagon: Standing, shown: dict[str, Value]) -> None:
    """Notes where its reach is measured from."""
    if by_connection(case):
        case.find("AM-108", "wagon-anywhere-from", **shown)
    elif case.state.ground is not None and wagon.occupant.cell is not None:
        square = Item("cell", wagon.occupant.cell)
        case.find("AM-90", "wagon-measured", square=square, **shown)
        if wagon.home.kind == "city" and wagon.home.segments > 1:
            case.find("AM-101", "wagon-measured", square=square, **shown)
    else:
        case.find("AM-90", "wagon-measured-there", **shown)


def scored_finding(case: Case, wagon: Standing) -> Finding:
    """Whether the wagon's feature has just been scored, or will be at the end of this turn. Raises Undetermined."""
    values: dict[str, Value] = {
        "player": Item("player", (wagon.occupant.owner,)),
        "home": Item("feature", (wagon.home.id,)),
    }
    if wagon.home.kind == CASTLE:
        case.find("AM-153", "wagon-leaves-castle", home=values["home"])
    turn = case.state.turn
    if wagon.sent:
        return Finding(_left(wagon), True, "wagon-scored", values)
    if turn is not None and turn.closed:
        return Finding("AM-82", False, "wagon-scored", values)
    done = case.complete(wagon.home) if turn is None or not turn.placed else due(case, wagon)
    return Finding(_left(wagon) if done else "AM-82", done, "wagon-scored", values)


def due(case: Case, wagon: Standing) -> bool:
    """Whether the turn that is going on will score the wagon's feature; what sets off a castle is found by trying."""
    turn = case.state.turn
    if turn is None or turn.closed or wagon.home.kind != CASTLE:
        return turn is not None and wagon.home.id in turn.completed
    trial = case.apart(case.state.copy())
    score_turn(trial)
    after = trial.state.turn
    return after is not None and any(ident == wagon.home.id for ident, _ in after.sent)


def _left(wagon: Standing) -> str:
    """The rule by which a wagon leaves its feature: castles have one of their own (AM-152)."""
    return "AM-152" if wagon.home.kind == CASTLE else "AM-82"


def several(case: Case, wagon: Standing) -> None:
    """Notes the order of several wagons (AM-85)."""
    owners = [*dict.fromkeys((*involved(case), *(one.owner for one in case.recall(WagonMoved))))]
    if len(owners) > 1:
        try:
            order = tuple(Item("player", (p,)) for p in in_order(case, owners))
        except Undetermined:
            return  # what is within reach can be told all the same
        case.find("AM-85", "wagon-order", players=order)


def involved(case: Case) -> list[str]:
    """The owners of all wagons that the scoring concerns."""
    state = case.state
    turn = state.turn
    found: dict[str, None] = {}
    for feature in state.occupied():
        if feature.complete if turn is None else feature.id in turn.completed:
            found.update((o.owner, None) for o in feature.occupants if o.figure == WAGON)
    if turn is not None:
        found.update((o.owner, None) for _, o in turn.sent if o.figure == WAGON)
    return [*found]


def in_order(case: Case, owners: list[str]) -> list[str]:
    """Players clockwise from the active one (AM-85). Raises Undetermined where nobody said how they sit."""
    turn = case.state.turn
    active = turn.player if turn is not None else ""
    players = case.state.players
    rest = [p for p in owners if p != active]
    if len(rest) > 1 or (rest and not active):
        if not case.state.setup.ordered or any(p not in players for p in owners):
            case.lack("players")
        at = players.index(active) if active in players else 0
        rest.sort(key=lambda p: (players.index(p) - at) % len(players))
    return [*(p for p in owners if p == active), *rest]


TOPICS = {WAGON: ask_wagon}
