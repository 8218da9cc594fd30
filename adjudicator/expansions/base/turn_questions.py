"""Questions about the turn: its steps, whose it is, what may be done in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.contest import answer_of
from adjudicator.engine.deed import PUTS, Act, Deed
from adjudicator.engine.expansion import Action, AnyVerb, Offer
from adjudicator.engine.own_tiles import own_tiles, own_ways
from adjudicator.engine.phases import Moment, Phase, all_before, loose, orders
from adjudicator.engine.rulings import ruling
from adjudicator.engine.turn import Turn
from adjudicator.expansions.base.placing import legal_placements, legal_ways, placing
from adjudicator.expansions.base.putting import PASSED
from adjudicator.expansions.base.putting_moves import put_nothing
from adjudicator.geometry.face import UNNAMED
from adjudicator.model.ruling import Finding, Item, Ruling
from adjudicator.model.scenario import Ask, unwritten
from adjudicator.play.subject import player_of, whole
from adjudicator.rulebook.loader import value

if TYPE_CHECKING:
    from adjudicator.binding.arguments import Args
    from adjudicator.engine.signatures import Choices
    from adjudicator.geometry.face import Face


def steps(case: Case, ask: Ask) -> Ruling:
    """The phases of a turn, in order (BASE-08), with what expansions add, each by its own rule."""
    whole(case, ask)
    case.find("BASE-08", "phases")
    options = tuple(Item.word(phase.word) for phase in _in_sequence(case, _every_phase(case)))
    _beside(case)
    return ruling(case, "steps", "options", options=options, ordered=True)


def to_come(case: Case, ask: Ask) -> Ruling:
    """The phases of the turn that are still to come (BASE-08); what the tile did not bring is left out."""
    whole(case, ask)
    if case.state.finished:
        case.find("BASE-43", "nothing-after-the-end", False)
        return ruling(case, "to-come", "options", ordered=True)
    case.find("BASE-08", "phases")
    turn = case.state.turn
    left = [*_every_phase(case)]
    if turn is not None:
        reached = _reached(case, turn)
        left = [phase for phase in left if phase.at >= reached and _waits(case, phase)]
    options = tuple(Item.word(phase.word) for phase in _in_sequence(case, left))
    return ruling(case, "to-come", "options", options=options, ordered=True)


PHASES = (
    Phase("draws", "BASE-09", Moment.DRAW),
    Phase("places", "BASE-08", Moment.PLACE),
    Phase("puts", "BASE-08", Moment.PUT),
    Phase("score", "BASE-08", Moment.SCORE),
)
"""What every turn has. The draw is part of placing a tile: it is told where something comes before or after it."""
TOLD = {
    Moment.BEGIN: "phase-begin",
    Moment.DRAW: "phase-draw",
    Moment.DRAWN: "phase-drawn",
    Moment.PLACED: "phase-placed",
    Moment.BEFORE_PUT: "phase-between",
    Moment.AFTER_PUT: "phase-after-put",
    Moment.SCORED: "phase-scored",
    Moment.AFTER: "phase-after",
    Moment.END: "phase-end",
    Moment.NEXT: "phase-next",
}
"""The sentences that tell what comes at a moment."""


def _every_phase(case: Case) -> Iterator[Phase]:
    """The phases of a turn with those that expansions add, as far as they are played with."""
    for phase in (*PHASES, *case.game.turns.phases):
        if phase.played is None or phase.played(case):
            yield phase


def _reached(case: Case, turn: Turn) -> Moment:
    """The moment that the turn has reached: what comes before it is over."""
    if turn.closed:
        return Moment.SCORED
    if turn.placed:
        return Moment.AFTER_PUT if case.recall(Act) and not case.owed() else Moment.BEFORE_PUT
    return Moment.DRAW if turn.drawn is None else Moment.DRAWN


def _waits(case: Case, phase: Phase) -> bool:
    """Whether a phase is still to come; where that cannot be told yet it is said so."""
    if phase.waits is None:
        return True
    try:
        waits = phase.waits(case.apart())
    except Undetermined:
        waits = None
    if waits is None:
        case.remark(phase.rule, "phase-perhaps", step=Item.word(phase.word))
    return waits is not False


def _in_sequence(case: Case, phases: Iterable[Phase]) -> list[Phase]:
    """Phases in their order, with the rules that say so. Where no rule says which of several comes first, that is open
    and each order is read in turn.
    """
    phases = [*phases]
    early = any(phase.at in (Moment.BEGIN, Moment.DRAWN) for phase in _every_phase(case))
    found: list[Phase] = []
    for moment in Moment:
        now = [phase for phase in phases if phase.at is moment and (early or moment is not Moment.DRAW)]
        for phase in now:
            if moment in TOLD:
                case.find(phase.rule, TOLD[moment], step=Item.word(phase.word))
            for word, rule in phase.after.items():
                if any(one.word == word for one in now):
                    case.find(rule, "phase-order", first=Item.word(word), then=Item.word(phase.word))
        for group in loose(now):
            found += group if len(group) == 1 else _some_order(case, group)
    return found


def _some_order(case: Case, group: list[Phase]) -> tuple[Phase, ...]:
    """An order of phases of which no rule says which comes first, or two rules say otherwise: each is possible."""
    rules = tuple(dict.fromkeys(phase.rule for phase in group))
    words = tuple(Item.word(phase.word) for phase in group)
    for rule in rules:
        case.find(rule, "phase-order-open", steps=words)
    ways = {" ".join(phase.word for phase in way): way for way in orders(group)}
    point = f"phase-order {' '.join(sorted(phase.word for phase in group))}"
    against = any(phase.word in all_before(phase, group) for phase in group)
    taken = case.read("disputed" if against else "open", point, **dict.fromkeys(ways, rules))
    return ways[taken]


def _beside(case: Case) -> None:
    """Tells what comes within a phase or takes its place."""
    for one in case.game.turns.beside:
        step, phase = Item.word(one.word), Item.word(one.phase)
        if not one.phase:
            case.remark(one.rule, "phase-any-time", step=step)
        elif one.how == "instead":
            case.remark(one.rule, "phase-instead", step=step, phase=phase)
        else:
            case.remark(one.rule, "phase-within", step=step, phase=phase)


def setup(case: Case, ask: Ask) -> Ruling:
    """What each player begins with, and the tiles (BASE-01, BASE-03, BASE-04)."""
    whole(case, ask)
    case.find("BASE-01", "tiles-in-all", number=value("BASE-01", "tiles"))
    case.find("BASE-04", "start")
    found: list[Item] = []
    for figure in (f for f, figure in case.game.figures.items() if figure.owned):
        found.append(Item.count(case.game.total_of(case.state, "", figure), "", figure))
        case.find(case.game.held_by(figure), "each-has", figures=found[-1])
    found += [item for more in case.game.start.ready for item in more(case)]
    return ruling(case, "setup", "options", options=found)


def order(case: Case, ask: Ask) -> Ruling:
    """The players in turn order, from whose turn it is (BASE-05)."""
    whole(case, ask)
    players = _in_order(case)
    turn = case.state.turn
    case.find("BASE-05", "clockwise")
    options = tuple(map(Item.player, case.state.clockwise(turn.player) if turn is not None else players))
    return ruling(case, "order", "options", options=options, ordered=True)


def next_player(case: Case, ask: Ask) -> Ruling:
    """Who plays next; nobody when the last tile has been placed (BASE-43)."""
    whole(case, ask)
    state = case.state
    waiting = tuple(dict.fromkeys(p for after in case.game.turns.after_last for p in after(case)))
    no_tiles = state.stock.get("tile") == 0
    if waiting and no_tiles and not state.finished:
        ahead = _out_of_turn(case)
        if ahead and ahead[0].parts == waiting:
            return ruling(case, "next", "options", options=ahead, ordered=True)
        first = waiting[0]
        if len(waiting) > 1:  # nobody says in which order
            rules = tuple(dict.fromkeys(found.rule for found in case.findings))
            first = case.read("open", f"after-last {' '.join(waiting)}", **dict.fromkeys(waiting, rules))
        return ruling(case, "next", "options", options=(Item.player(first),))
    if state.finished or no_tiles:
        case.find("BASE-43", "nothing-after-the-end" if state.finished else "game-ends", not state.finished)
        return ruling(case, "next", "options")
    ahead = _out_of_turn(case)
    if ahead:
        return ruling(case, "next", "options", options=ahead, ordered=True)
    _in_order(case)
    last = state.turn.player if state.turn is not None else state.last_player
    case.find("BASE-05", "clockwise")
    return ruling(case, "next", "options", options=(Item.player(state.in_turn_after(last)[0]),))


def _out_of_turn(case: Case) -> tuple[Item, ...]:
    """Who plays out of turn, and in which kind of turn; nothing where play goes on in order."""
    out_of_turn = answer_of(case, case.game.turns.follows)
    if out_of_turn is None:
        return ()
    player, kind = out_of_turn
    return (Item.player(player), *((Item.word(kind),) if kind else ()))


def _in_order(case: Case) -> tuple[str, ...]:
    if not case.state.setup.ordered:
        case.lack("players")
    return case.state.players


# ---- what may be done
def placements(case: Case, ask: Ask) -> Ruling:
    """Every legal place of a tile (BASE-10), or every way that it fits on one square; of the one drawn where none is
    named."""
    found = [item for offer in placements_offered(case, ask) for item in _where(offer)]
    return ruling(case, "placements", "options", options=found)


def _where(offer: Offer) -> list[Item]:
    """The places of a tile as an answer lists them: those of a tile of several squares are one, the move itself."""
    places = [part for part in offer.item.items if part.kind != "count"]
    return [offer.item] if len(places) > 1 else places


def placements_offered(case: Case, ask: Ask) -> list[Offer]:
    """The same as moves. Raises Mistake, Undetermined."""
    turn = case.state.turn
    player = turn.player if turn is not None else ask.player
    faces = (turn.drawn, *(one.face for one in turn.beside)) if turn is not None else (None,)
    args = case.args(ask)
    own = _own_tile(case, ask, player, args)
    if own is not None:
        return own
    named = args.tile(case.state.tiles)
    if named is not None:
        faces = (named[0],)
    if not case.state.has_board:
        case.lack("board")
    known = [face for face in faces if face is not None and face is not UNNAMED]
    if len(known) < len(faces):
        case.lack("which-tile")
    if case.state.part_shown:
        case.warn("board-part", "BASE-10")
    verb, square = case.game.verb("places"), args.square()
    ways = [(face, way) for face in known for way in legal_ways(case, player, face) if square in (None, way[:2])]
    found = [Offer.later(partial(placing, player, face, *way), verb) for face, way in ways]
    if not case.quiet:
        _let(case, [placing(player, face, *way).deed for face, way in ways], square is None)
    if square is not None:
        case.find("BASE-10", "fits-turned", bool(found), square=Item.cell(square))
        return found
    case.find("BASE-10", "fits-where", bool(found))
    if not case.quiet:
        listed = [part for offer in found for part in offer.item.items]
        if not _room_made(case, known, listed) and not found:
            case.find("BASE-11", "fits-nowhere")
    return found


def _let(case: Case, deeds: list[Deed], anywhere: bool) -> None:
    """Tells by which rules of expansions the listed ways to place a tile are allowed, as of one way that is tried.

    Of a list of all squares (`anywhere`) that is said beside: that the tile fits is what makes the list.
    """
    said = [one for deed in deeds for condition in case.game.may.place for one in condition(case.apart(), deed)]
    case.note_together(one.beside() if anywhere else one for one in said if one.holds)


def _room_made(case: Case, faces: list[Face], found: list[Item]) -> bool:
    """Tells where else a tile would fit if something were done before it is placed; whether there is such a place."""
    turn, is_room = case.state.turn, False
    if turn is None or turn.placed:
        return False
    for ident, rule in case.game.turns.makes_room.items():
        for verb in case.game.verbs_of(ident):
            for action in verb.choices(case.apart(), turn.player, None) if verb.choices is not None else ():
                tried = case.apart(case.state.copy())
                if not all(condition.holds for condition in verb.check(tried, action)):
                    continue
                verb.apply(tried, action)
                places = [
                    part
                    for face in faces
                    for one in legal_placements(tried, turn.player, face)
                    for part in one.item.items
                    if part not in found
                ]
                if places:
                    is_room = True
                    case.find(rule, "fits-behind", move=action.item, places=tuple(places))
    return is_room


def _own_tile(case: Case, ask: Ask, player: str, args: Args) -> list[Offer] | None:
    """Where a tile of a player's own may go, by its own rules; None for a tile that is drawn."""
    own = case.game.own_tile(case.named_first(ask))
    if own is None:
        return None
    cell = args.square()
    square = case.state.square(cell, args.where("square")) if cell is not None else None
    found: list[Offer] = []
    for action, conditions in own_ways(case, player, own, unwritten(player, "places")):
        if square is not None and square not in _squares(action):
            continue
        told = conditions if player else [c for c in conditions if Item.player("") not in c.values.values()]
        case.note(*(c for c in told if not c.holds or all(one.holds for one in conditions)))
        if all(c.holds for c in conditions):
            found.append(Offer(action.item))
    if not found:
        case.find(own.instead, "own-nowhere", False)
    return found


def _squares(action: Action[Any]) -> set[object]:
    """The squares that a tile of a player's own would lie on."""
    parts = (part for part in action.item.items if part.kind == "cell")
    return {action.deed.cell, *(part.parts for part in parts), *(cell for *_, cell in action.deed.laid)}


def options(case: Case, ask: Ask) -> Ruling:
    """Every legal action of the phase the moves have reached."""
    items = [offer.item for offer in options_offered(case, ask)]
    passes = put_nothing(unwritten(player_of(case, ask), "puts")).item
    nothing = not items or items == [passes]
    return ruling(case, "options", "options", options=items, nothing=nothing)


def options_offered(case: Case, ask: Ask) -> list[Offer]:
    """The same as moves, each once; why there are no others is noted. Raises Mistake, Undetermined."""
    player = player_of(case, ask)
    turn = case.state.turn
    if case.state.finished:
        case.find("BASE-43", "nothing-after-the-end", False)
        return []
    if turn is None:
        case.lack("turn", None, player=Item.player(player))
    if turn.player != player:
        return _for_others(case, player)
    found: list[Offer] = []
    if turn.fits_nowhere:
        case.find("BASE-11", "fits-nowhere")
        return [Offer(Item.word("discards"))]
    if not turn.placed:
        if turn.drawn is None:
            if case.state.stock.get("tile") == 0:
                case.find("BASE-43", "none-to-draw", False)
            else:
                case.find("BASE-09", "draws")
                found.append(Offer(Item.word("draws")))
            return [*found, *_instead(case, player), *_phase(case, player, turn)]
        if not case.state.has_board:
            case.find("BASE-09", "must-place")
            found.append(Offer(Item.word("places")))
    found += _phase(case, player, turn)
    more = found and not turn.closed and not case.did(PUTS) and not case.did(PASSED)  # a floor lies, and may capture
    if turn.placed and not case.owed() and (more or not case.recall(Act)):
        passes, puts = put_nothing(unwritten(player, "puts")), case.game.verb("puts")
        if puts is not None and (refused := [one for one in puts.check(case.apart(), passes) if not one.holds]):
            case.note(*refused)
        else:
            found.append(Offer(passes.item, passes, puts))
            case.find("BASE-08", "optional")
    each: dict[Item, Offer] = {}
    for offer in found:
        each.setdefault(offer.item, offer)
    return [*each.values()]


def _for_others(case: Case, player: str) -> list[Offer]:
    """What a player may do in another's turn, such as a step of the dragon. Raises Undetermined."""
    known = case.game.verb_ids()
    ways = {verb.choices: verb for ident in known if ident not in OWN_TURN for verb in case.game.verbs_of(ident)}
    found: dict[Item, Offer] = {}
    for choices, verb in ways.items():
        for action in _offered(case.apart(), player, choices, False) if choices is not None else ():
            conditions = verb.check(case.apart(), action)
            if all(one.holds for one in conditions):
                case.note(*conditions)
                found.setdefault(action.item, Offer(action.item, action, verb))
    if not found:
        case.find("BASE-05", "not-your-turn", False, player=Item.player(player))
    return [*found.values()]


def _instead(case: Case, player: str) -> list[Offer]:
    """Every legal way to place a tile of one's own instead of drawing."""
    found: list[Offer] = []
    for ident, own in own_tiles(case).items():
        try:
            for action, conditions in own_ways(case, player, own):
                case.note(*conditions)
                if all(c.holds for c in conditions):
                    found.append(Offer(action.item))
        except Undetermined:  # whoever does not ask for such a tile need not say what it is
            case.warn("own-perhaps", own.instead, tile=Item.word(ident))
    return found


def _phase(case: Case, player: str, turn: Turn) -> Iterator[Offer]:
    """Every legal move but a draw and a discard. Why others are not is told of those that belong to the phase."""
    first = ("places", *case.game.turns.before_placing)
    known = case.game.verb_ids()
    if turn.drawn is None and not turn.placed:
        first = ("draws",)
        wanted = [verb for verb in known if verb not in ("places", "unwraps")]
    elif turn.placed:
        wanted = [verb for verb in known if verb not in first]
    else:
        wanted = [*first, *(verb for verb in known if verb not in first)][not case.state.has_board :]
    ways = {verb.choices: (verb, ident) for ident in wanted for verb in case.game.verbs_of(ident)}
    for choices, (verb, ident) in ways.items():
        due = turn.placed or ident in first
        tried = case if due else case.apart()
        for action in _offered(tried, player, choices, due) if choices is not None else ():
            conditions = tried.weigh(partial(_checked, verb, action))
            if all(c.holds for c in conditions):
                yield Offer(action.item, action, verb)
                case.note(*conditions)
            elif due:
                case.note(*(one for one in conditions if not one.holds))


def _checked(verb: AnyVerb, action: Action[Any], case: Case) -> list[Finding]:
    return verb.check(case, action)


def _offered(case: Case, player: str, choices: Choices[Any], due: bool) -> list[Action[Any]]:
    """What a verb offers; nothing where it cannot be told yet and the phase is another. Raises Undetermined."""
    try:
        return [*choices(case, player, None)]
    except Undetermined:
        if due:
            raise
        return []


OWN_TURN = ("draws", "discards", "places")
"""Verbs of a tile that is drawn, which nobody but the active player places."""

TOPICS = {
    "steps": steps,
    "to-come": to_come,
    "setup": setup,
    "order": order,
    "next": next_player,
    "placements": placements,
    "options": options,
}
OFFERS = {"placements": placements_offered, "options": options_offered}
