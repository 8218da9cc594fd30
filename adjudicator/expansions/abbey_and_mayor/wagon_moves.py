"""``moves wagon to M``, ``takes back wagon``, ``ask wagon red``: after its feature is scored a wagon moves on or home.

The scoring comes first, then the wagons decide, clockwise from the active player (AM-82 to AM-85).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.clause import ids_in
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import PUTS, Act, Deed, Shed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.rulings import ruling
from adjudicator.engine.tiles import Part
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.wagon_examples import example
from adjudicator.expansions.abbey_and_mayor.wagon_reach import (
    CASTLE,
    WAGON,
    Spot,
    Standing,
    WagonMoved,
    by_connection,
    conditions,
    known_home,
    may_leave,
    note_places,
    place_of,
    reach,
    spots,
    wagon_at,
    wagon_of,
)
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Finding, Item, Ruling, Value
from adjudicator.model.scenario import Ask, Move, unwritten
from adjudicator.play.subject import player_of
from adjudicator.play.turns import due_before_scoring, score_turn, settle_turn
from adjudicator.words.vocabulary import vocabulary

MOVES_ON = "moves-on"
"""What a wagon does that leaves its feature for another one, for those who say what it leaves behind."""


class Travel(NamedTuple):
    """A wagon on its way."""

    wagon: Standing | None
    """None for a player without a wagon on a feature."""
    owner: str
    target: str
    """Id of the feature it goes to."""
    part: Part | None
    """Its part on the square that was named."""
    figure: str = WAGON
    laid: tuple[tuple[str, int], ...] = ()
    """How it is to stand there, such as ``as abbot``."""


def read(case: Case, move: Move) -> Action[Travel]:
    """``moves wagon to M``, ``moves wagon from R to road E at (1,0)``; another figure is read for the answer that it
    does not move.

    Raises Mistake, Undetermined.
    """
    args = case.args(move)
    phrase = args.taken()
    if phrase.figure != WAGON:
        named = [pair for one in case.names_in(move) for pair in one.ids if pair[0] in ("figure", "kind", "name")]
        for role, ident in named:
            if case.game.owner(role, ident) not in ("", *case.game.ids):
                lack_code(case, role, ident)
        travel = Travel(None, move.player, "", None, phrase.figure)
        item = Item.move("moves", Item.count(1, "", phrase.figure))
        return Action(move, travel, item, Deed(figure=phrase.figure))
    if phrase.number != 1:
        raise Mistake(Problem("moves-one", phrase.span, {}, (), ("AM-16",)))
    ref = args.place("to")
    if ref is None:
        args.refuse("to", "place")
    owner = phrase.colour or move.player
    feature, part = case.state.point(ref, case.state.turn.cell if case.state.turn is not None else None)
    part = part if ref.cell is not None and not ref.name else None
    laid = tuple(mark for mark in phrase.marks if mark[0].startswith("as-"))
    return _action(move, Travel(wagon_at(case, owner, phrase.place), owner, feature.id, part, WAGON, laid))


def _action(move: Move, travel: Travel, named: str = "") -> Action[Travel]:
    parts = (Item.count(1, "", WAGON), Item.feature(named or travel.target))
    return Action(move, travel, Item.move("moves", *parts), Deed(figure=WAGON, place=travel.target, marks=travel.laid))


def check(case: Case, action: Action[Travel]) -> list[Finding]:
    """One's own wagon, just scored, in its turn, to what is within reach, incomplete and unoccupied."""
    travel = action.data
    player: dict[str, Value] = {"player": Item.player(travel.owner)}
    if travel.figure != WAGON:
        return [Finding("AM-82", False, "wagon-alone-moves", {"figure": Item.noun("figure", travel.figure)})]
    if travel.owner != action.move.player:
        return [Finding("AM-82", False, "wagon-not-yours", player)]
    wagon = travel.wagon
    if wagon is None:
        return [Finding("AM-82", False, "no-wagon", player)]
    known_home(case, wagon)
    scored = scored_now(case, wagon)
    if not scored.holds:
        return [scored]
    if early := due_before_scoring(case):
        return early
    found = [scored, *turn_order(case, travel.owner)]
    spot = next((s for s in spots(case, wagon, travel.target) if s.feature.id == travel.target), None)
    if spot is None:
        spot = Spot(case.state.feature(travel.target), False, (), by_connection(case, wagon))
    tried = conditions(case, wagon, spot)
    found += tried
    if travel.part is not None and spot.parts and all(part.segment != travel.part.segment for part in spot.parts):
        values: dict[str, Value] = {"section": Item.feature(travel.part.name), **player}
        found.append(Finding("AM-90", False, "wagon-section", values))
        case.find("AM-92", "wagon-far-section", **values)
    example(case, wagon, spot, tuple(tried))
    if spot.first and case.state.has_board:
        case.find("AM-107", "wagon-any-tile", feature=Item.feature(travel.target))
    _besides(case, travel.owner)
    return sorted(found, key=lambda f: f.holds)


def _besides(case: Case, owner: str) -> None:
    """Notes that who has put a figure in this turn may move the wagon all the same (AM-88)."""
    turn = case.state.turn
    if turn is not None and case.did(PUTS) and turn.player == owner:
        case.find("AM-88", "wagon-besides", player=Item.player(owner))


def scored_now(case: Case, wagon: Standing) -> Finding:
    """As for the question, but in a turn it is that turn which must score the feature."""
    scored = scored_finding(case, wagon)
    turn = case.state.turn
    if turn is not None and not wagon.sent and not due(case, wagon):
        return scored._replace(rule="AM-82", holds=False)
    return scored


def turn_order(case: Case, owner: str) -> list[Finding]:
    """Whether a wagon that is one of several has its turn: none that comes later has moved, and none that comes before
    is taken to want the same place (AM-85).
    """
    moved = [one.owner for one in case.recall(WagonMoved)]
    owners = [*dict.fromkeys((*involved(case), *moved))]
    if owner not in owners or len(owners) < 2:
        return []
    if case.state.turn is None:
        return [Finding("AM-85", True, "wagon-order-untold", {})]
    order = in_order(case, owners)
    at = order.index(owner)
    values: dict[str, Value] = {"player": Item.player(owner), "players": tuple(Item.player(p) for p in order)}
    found = [Finding("AM-85", not set(order[at + 1 :]) & {*moved}, "wagon-in-turn", values)]
    before = tuple(Item.player(p) for p in order[:at] if p not in moved)
    if before and found[0].holds:
        found.append(Finding("AM-85", True, "wagon-others-first", {**values, "players": before}, part="supposes"))
    return found


def apply(case: Case, action: Action[Travel]) -> None:
    """Scores what the turn completed, then puts the wagon on its new feature instead of its supply."""
    travel = action.data
    state = case.state
    if state.turn is None or travel.wagon is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    settle_turn(case)
    turn = state.turn
    gone = next((o for _, o in turn.sent if o.owner == travel.owner and o.figure == WAGON), None)
    if gone is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    part = travel.part or next(
        (s.parts[0] for s in spots(case, travel.wagon, travel.target) if s.feature.id == travel.target and s.parts),
        None,
    )
    cell, segment = (part.cell, part.segment) if part is not None else (None, None)
    marks = (*(mark for mark in gone.marks if mark[0] in case.game.may.keep), *travel.laid)
    moved = Occupant(travel.owner, WAGON, travel.target, marks, gone.label, cell, action.move.span)
    state.give(travel.owner, WAGON, -1)
    state.stand(travel.target, (moved,), segment)
    state.turn = turn._replace(
        sent=tuple(pair for pair in turn.sent if pair[1] is not gone),
        home=tuple(o for o in turn.home if o is not gone),
    )
    said = (says(case, travel.wagon.home, gone, MOVES_ON) for says in case.game.may.be_taken)
    case.note(*(finding for finding in said if finding is not None))
    for unit, number in gone.marks:
        if unit not in case.game.may.keep and vocabulary().has("unit", unit):
            case.remember(Shed(unit, number))
    case.remember(WagonMoved(travel.owner))
    case.find("AM-82", "wagon-moved", player=Item.player(travel.owner), feature=Item.feature(travel.target))


def free_to_go(case: Case, player: str, asked: Move | None) -> Standing | None:
    """The player's wagon if its feature is scored; where no move was asked for, only once that phase has come."""
    turn = case.state.turn
    if asked is None and not (turn is not None and (turn.closed or (turn.placed and (case.recall(Act))))):
        return None
    wagon = wagon_of(case, player)
    if wagon is None or (not wagon.sent and turn is not None and not due(case, wagon)):
        return None
    return wagon


def _why_not(case: Case, player: str) -> None:
    """Notes why the player's wagon goes nowhere in this turn, for a list that says what ``ask may`` says."""
    wagon = wagon_of(case, player)
    if wagon is not None and case.state.turn is not None:
        case.note(scored_finding(case, wagon))
    elif wagon is None and _at_home(case, player):
        case.find("AM-82", "no-wagon", False, player=Item.player(player))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Travel]]:
    """The player's wagon to every feature it may think of; none while its feature is not scored."""
    move = unwritten(player, "moves")
    wagon = free_to_go(case, player, asked)
    if wagon is None and asked is not None and WAGON in ids_in(asked, "figure"):
        _why_not(case, player)
    for spot in spots(case, wagon) if wagon is not None else ():
        yield _action(move, Travel(wagon, player, spot.feature.id, None), place_of(case, spot))


def must(case: Case, action: Action[Travel]) -> Finding:
    """The owner may always take the wagon back instead (AM-82)."""
    return Finding("AM-82", False, "wagon-optional", {"player": Item.player(action.data.owner)})


# ---- going home
def read_back(case: Case, move: Move) -> Action[Travel]:
    """``takes back wagon``, with ``from R1`` if one likes. Raises Mistake."""
    phrase = case.args(move).taken()
    owner = phrase.colour or move.player
    return _taken_back(move, owner, wagon_at(case, owner, phrase.place))


def _taken_back(move: Move, owner: str, wagon: Standing | None) -> Action[Travel]:
    home = (Item.feature(wagon.home.id),) if wagon is not None else ()
    travel = Travel(wagon, owner, wagon.home.id if wagon is not None else "", None)
    return Action(move, travel, Item.move("takes-back", Item.count(1, "", WAGON), *home))


def check_back(case: Case, action: Action[Travel]) -> list[Finding]:
    """One's own wagon, and only after its feature has been scored (AM-82)."""
    travel = action.data
    player: dict[str, Value] = {"player": Item.player(travel.owner)}
    if travel.owner != action.move.player:
        return [Finding("AM-82", False, "wagon-not-yours", player)]
    if travel.wagon is None:
        return [Finding("AM-82", False, "no-wagon", player)]
    order = [one for one in turn_order(case, travel.owner) if not one.supposed]  # it needs no place left free
    found = [scored_now(case, travel.wagon), *due_before_scoring(case), *order]
    return sorted(found, key=lambda f: f.holds)


def apply_back(case: Case, action: Action[Travel]) -> None:
    """Scores what the turn completed; the wagon, which goes home with that, stays there."""
    travel = action.data
    score_turn(case)
    turn = case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    sent = tuple(pair for pair in turn.sent if (pair[1].owner, pair[1].figure) != (travel.owner, WAGON))
    case.state.turn = turn._replace(sent=sent)
    case.remember(WagonMoved(travel.owner))


def must_back(case: Case, action: Action[Travel]) -> Finding:
    """It must where nothing within reach is open (AM-84), else it may (AM-82). Raises Undetermined."""
    travel = action.data
    failed = [f for f in check_back(case, action) if not f.holds]
    if failed or travel.wagon is None:
        return failed[0]
    values = {"player": Item.player(travel.owner), "home": Item.feature(travel.wagon.home.id)}
    if may_leave(case, travel.wagon):
        return Finding("AM-82", False, "wagon-or-home", values)
    return Finding("AM-84", True, "wagon-home", values)


def choices_back(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Travel]]:
    """The player's wagon, once its feature is scored."""
    wagon = free_to_go(case, player, asked)
    if wagon is not None:
        yield _taken_back(unwritten(player, "takes-back"), player, wagon)


# ---- the question
def ask_wagon(case: Case, ask: Ask) -> Ruling:
    """The features within reach of a player's wagon; none where it must come home. Raises Mistake, Undetermined."""
    player = player_of(case, ask)
    subject = (Item.player(player),)
    wagon = wagon_of(case, player)
    if wagon is None and (case.state.whole or _at_home(case, player)):
        case.find("AM-82", "no-wagon", False, player=subject[0])
        return ruling(case, WAGON, "options", subject)
    if wagon is None:
        case.lack("wagon-where", None, player=subject[0])
    known_home(case, wagon)
    scored = scored_finding(case, wagon)
    early = due_before_scoring(case) if scored.holds else []
    case.note(*(early or (scored,)))
    if not scored.holds or early:
        return ruling(case, WAGON, "options", subject)
    found = reach(case, wagon)
    note_places(case, found.tried)
    for spot, tried in found.tried:
        if spot.within or sum(not f.holds for f in tried) == 1:
            example(case, wagon, spot, tried)
    values: dict[str, Value] = {"player": subject[0], "home": Item.feature(wagon.home.id)}
    if wagon.home.kind != CASTLE:  # which it leaves by the castle's vicinity, wherever it stood
        _measured(case, wagon, values)
    if wagon.home.kind == "road" and not by_connection(case, wagon):
        case.find("AM-91", "wagon-reach-alike")
    if found.open:
        case.find("AM-82", "wagon-or-home", **values)
        _besides(case, player)
    else:
        case.find("AM-84", "wagon-home", **values)
    several(case, player)
    options = [Item.feature(place_of(case, spot)) for spot in found.open]
    return ruling(case, WAGON, "options", subject, options=options, choice=bool(options))


def _at_home(case: Case, player: str) -> bool:
    """Whether the wagon is known to be in the player's supply: it went home in this turn, or is told to be there; or
    that the player has none.
    """
    turn = case.state.turn
    if turn is not None and any((one.owner, one.figure) == (player, WAGON) for one in turn.home):
        return True
    hand = case.state.hand(player)
    has_figures = hand.items is not None and any(case.game.is_figure(ident) for ident in hand.items)
    return has_figures and (hand.items or {}).get(WAGON, 0) >= case.game.total_of(case.state, player, WAGON)


def _measured(case: Case, wagon: Standing, values: dict[str, Value]) -> None:
    """Notes where its reach is measured from."""
    cell = case.state.tile_under(wagon.home, wagon.occupant).cell
    if by_connection(case, wagon):
        case.find("AM-108", "wagon-anywhere-from", **values)
    elif cell is not None:
        square = Item.cell(cell)
        case.find("AM-90", "wagon-measured", square=square, **values)
        if wagon.home.kind == "city" and wagon.home.segments > 1:
            case.find("AM-101", "wagon-measured", square=square, **values)
    else:
        case.find("AM-90", "wagon-measured-there", **values)


def scored_finding(case: Case, wagon: Standing) -> Finding:
    """Whether the wagon's feature has just been scored, or will be at the end of this turn. Raises Undetermined."""
    values: dict[str, Value] = {
        "player": Item.player(wagon.occupant.owner),
        "home": Item.feature(wagon.home.id),
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


def several(case: Case, owner: str) -> None:
    """Notes the order of several wagons (AM-85)."""
    try:
        found = turn_order(case, owner)
    except Undetermined:
        return  # what is within reach can be told all the same
    if found and case.state.turn is not None:
        found[0] = Finding("AM-85", True, "wagon-order", found[0].values)
    case.note(*found)


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
    rest = [p for p in owners if p != active]
    if len(rest) > 1 or (rest and not active):
        if not case.state.setup.ordered:
            case.lack("players")
        rest.sort(key=case.state.clockwise(active).index)
    return [*(p for p in owners if p == active), *rest]


VERBS = {"moves": Verb(read, check, apply, choices, must)}
BACK = {f"takes-back {WAGON}": Verb(read_back, check_back, apply_back, choices_back, must_back)}
TOPICS = {WAGON: ask_wagon}
