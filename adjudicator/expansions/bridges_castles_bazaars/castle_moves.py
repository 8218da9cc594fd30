"""Building a castle on a small city instead of scoring it (NB-48, NB-49)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import LeftOut, Mistake
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action
from adjudicator.engine.majority import majority
from adjudicator.errors import Problem
from adjudicator.expansions.bridges_castles_bazaars.castles import TILES, is_small
from adjudicator.expansions.bridges_castles_bazaars.supplies import CASTLE, in_hand, use
from adjudicator.expansions.bridges_castles_bazaars.vicinity import Built
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.play.turns import send_home

CITY = "city"
ONE = Item.count(1, "", CASTLE)


class Castle(NamedTuple):
    """A castle that is to be built."""

    player: str
    city: Feature


def read_castle(case: Case, move: Move, args: Args) -> Action[Castle]:
    """``on T``; on a board also ``on city N at (0,0)``; nothing where one small city has just been completed."""
    place, turn = args.place(), case.state.turn
    if place is None and turn is not None:
        done = [case.state.feature(ident) for ident in turn.completed]
        small = [city for city in done if city.kind == CITY and is_small(case.state, city)]
        if len(small) != 1:
            raise LeftOut(Problem("castle-where", move.span, {}, tuple(city.id for city in small)))
        return action(move, small[0])
    if place is None:
        args.refuse("place", "place")
    return action(move, case.state.feature(case.state.resolve(place)))


def action(move: Move, city: Feature) -> Action[Castle]:
    """The action of building a castle on a city."""
    item = Item.move("builds", ONE, Item.feature(city.id))
    return Action(move, Castle(move.player, city), item, Deed(figure=CASTLE, place=city.id))


def check_castle(case: Case, action: Action[Castle]) -> list[Finding]:
    """A small city completed just now (NB-49), by who would score it, with a castle left (NB-48). Raises Undetermined.

    What becomes of other figures in it, and who builds where several would score it, the rule leaves open.
    """
    castle = action.data
    city, turn = castle.city, case.state.turn
    values = {"feature": Item.feature(city.id), "player": Item.player(castle.player)}
    if city.kind != CITY:
        return [Finding("NB-49", False, "castle-on-city", values)]
    if not case.complete(city):
        return [Finding("NB-49", False, "castle-city-complete", values)]
    now = city.id in turn.completed if turn is not None else "scored" not in city.flags
    found = [Finding("NB-49", now, "castle-now", values)]
    case.tiles(city)
    small = is_small(case.state, city)
    case.find("NB-49", "castle-small", small, number=TILES, **values)
    found.append(Finding("NB-49", small, "castle-small", {"number": TILES, **values}))
    if not now or not small:
        return found
    figures = case.figures(city)
    leaders = majority(case, city).leaders
    found.append(Finding("NB-49", castle.player in leaders, "castle-scorer", values))
    found.append(in_hand(case, castle.player, CASTLE))
    if len(leaders) > 1 and castle.player in leaders:
        found.append(case.doubt("open", "NB-49", "castle-tie", **values))
    elif len(figures) > 1 and castle.player in leaders:
        found.append(case.doubt("open", "NB-49", "castle-others", **values))
    return found


def apply_castle(case: Case, action: Action[Castle]) -> None:
    """Puts the castle on the city, with its meeple as lord; the city is not scored (NB-49)."""
    castle = action.data
    state, turn, city = case.state, case.state.turn, castle.city
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    kept = _staying(case, castle)
    staying = tuple(city.occupants[at] for at in kept)
    leaving = [one for at, one in enumerate(city.occupants) if at not in kept]
    use(case, castle.player, CASTLE)
    case.find("NB-49", "castle-built", feature=Item.feature(city.id))
    ident, cells = city.id, state.squares_of(city)
    built = city._replace(kind=CASTLE, complete=False, marks={}, flags=city.flags - {"empty"}, touches=None)
    if not cells:
        state.add(built._replace(occupants=tuple(o._replace(place=ident) for o in staying)))
    else:
        segment = state.segment_of(city.id)
        if ON_BOARD in ident:
            ident = f"{CASTLE}{ident.removeprefix(CITY)}"
        lords = tuple(o._replace(place=ident) for o in staying)
        state.lay_over(built._replace(id=ident, occupants=lords), (segment,), cells)
    state.turn = turn._replace(
        touched=tuple(ident if one == city.id else one for one in turn.touched),
        completed=tuple(one for one in turn.completed if one != city.id),
        home=(*turn.home, *leaving),
    )
    send_home(case, leaving)
    case.remember(Built(ident))


def _staying(case: Case, castle: Castle) -> tuple[int, ...]:
    """The figures that stay in a castle, by their places among those in the city. Of several the rule speaks of one
    (NB-49): all of them stay, those of who builds, or any one of those.
    """
    there = castle.city.occupants
    every = tuple(range(len(there)))
    if len(there) < 2:
        return every
    own = tuple(at for at in every if there[at].owner == castle.player)
    alike: dict[tuple[object, ...], int] = {}
    for at in own:
        alike.setdefault((there[at].figure, there[at].marks), at)
    ways: dict[tuple[int, ...], str] = {every: "all", own: "own"}
    ways.update(((at,), f"lord {at}") for at in alike.values())
    names = {name: kept for kept, name in ways.items()}
    point = f"castle-lord {castle.city.id} {case.state.turns}"
    return names[case.read("open", point, **dict.fromkeys(names, "NB-49"))]


def castle_choices(case: Case, player: str) -> Iterator[Action[Castle]]:
    """Every complete city with a meeple of the player; in a turn those that it has completed."""
    turn = case.state.turn
    made = unwritten(player, "builds")
    features = map(case.state.feature, turn.completed) if turn is not None else case.state.occupied()
    for feature in list(features):
        if feature.kind == CITY and feature.complete and any(o.owner == player for o in feature.occupants):
            yield action(made, feature)
