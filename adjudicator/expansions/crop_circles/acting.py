"""``adds meeple on R`` and ``removes meeple from R``: what the players do by a crop circle (NB-94 to NB-96)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import FigurePhrase, LeftOut, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Arrival, Deed
from adjudicator.engine.expansion import Action, Putting, Verb
from adjudicator.engine.holdings import left_of
from adjudicator.engine.majority import lack_code
from adjudicator.engine.pointing import figure_parts, fits, one_of, unlike
from adjudicator.errors import Problem
from adjudicator.expansions.crop_circles.circle import (
    ADDS,
    CIRCLE,
    CIRCLES,
    MEEPLE,
    REMOVES,
    Acted,
    circle_now,
    concerned,
    kind_of,
    meeples,
    undone,
)
from adjudicator.expansions.crop_circles.order import in_turn
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, Ref, unwritten
from adjudicator.play.turns import after_scoring, due_before_scoring, settle_turn


class Meant(NamedTuple):
    """A meeple that comes or goes."""

    figure: str
    owner: str
    feature: Feature | None
    """None where no place was said and there is none."""
    cell: Cell | None
    marks: tuple[tuple[str, int], ...] = ()
    label: str = ""
    circle: str = ""
    """The kind of circle behind ``by``, where that was said."""
    meeple: FigurePhrase | None = None
    """What was said of the figure; None for one that is offered."""
    one: Occupant | None = None
    """That figure, or the one beside which another is put."""


def read(case: Case, move: Move) -> Action[Meant]:
    """A meeple and its place, and ``by crop circle road`` where no turn tells which circle it is. Raises Mistake."""
    args = case.args(move)
    phrase = args.taken()
    ref = phrase.place or args.place("to")
    circle = args.ident("means") or ""
    if circle and circle not in (*CIRCLES, CIRCLE):
        args.refuse("means", "means")
    if phrase.number != 1:
        raise Mistake(Problem("circle-one", phrase.span, {}, (), ("NB-95",)))
    if phrase.figure not in case.game.figures:
        lack_code(case, "figure", phrase.figure)
    owner = phrase.colour or move.player
    feature = _place(case, move, ref, owner, kind_of(circle))
    cell = ref.cell if ref is not None else None
    act = Meant(phrase.figure, owner, feature, cell, phrase.marks, phrase.label, kind_of(circle), phrase)
    return _action(case, move, act)


def _place(case: Case, move: Move, ref: Ref | None, owner: str, kind: str) -> Feature | None:
    """The feature that is named, else the only one where the player has a meeple of the kind shown. Raises Mistake."""
    if ref is not None:
        return case.state.feature(case.state.resolve(ref))
    circle = circle_now(case)
    kind = kind or (circle.kind if circle is not None else "")
    places = concerned(case, kind, owner)
    if len(places) > 1:
        raise LeftOut(Problem("circle-where", move.span, {}, tuple(f.id for f in places)))
    return places[0] if places else None


def _action(case: Case, move: Move, act: Meant) -> Action[Meant]:
    parts: tuple[Item, ...] = (Item.count(1, "", act.figure),)
    if act.feature is not None and act.one is not None:
        figure = figure_parts(case, act.feature, act.one, owner=False)
        parts = figure if move.verb == REMOVES else (*parts, figure[-1])
    elif act.feature is not None:
        parts = (*parts, Item.feature(act.feature.id))
    leaves = act.one if move.verb == REMOVES else None
    place = act.feature.id if act.feature is not None else ""
    deed = Deed(figure=act.figure, occupant=leaves, place=place)
    return Action(move, act, Item.move(move.verb, *parts), deed)


# ---- conditions
def check(case: Case, action: Action[Meant]) -> list[Finding]:
    """After the scoring, the chosen action, once each, in order (NB-94), beside or of one's own meeples (NB-95) of the
    kind that the circle shows (NB-96). Raises Undetermined.
    """
    act = action.data
    player, verb = action.move.player, action.move.verb
    values: dict[str, Value] = {
        "player": Item.player(player), "figure": Item.noun("figure", act.figure),
        "action": Item.word(verb),
    }  # fmt: skip
    if MEEPLE not in case.game.figure_traits(act.figure) or act.owner != player:
        return [Finding("NB-95", False, "circle-own-meeple", values)]
    turn = case.state.turn
    kind, found, after = act.circle, [], case
    if turn is not None:
        circle = circle_now(case)
        if circle is None and not kind and turn.placed and not turn.effects and turn.cell is None:
            case.lack("circle-shown")
        if not turn.placed or (circle is None and not kind):
            return [Finding("NB-94", False, "circle-none", values)]
        kind = kind or (circle.kind if circle is not None else "")
        if early := due_before_scoring(case):
            return early
        after = after_scoring(case)
        found = _when(after, player, verb, kind, values)
    else:
        found.append(Finding("NB-94", True, "circle-supposed", values, "supposes"))
    if not kind:
        case.lack("circle-kind")
    values["kind"] = Item.noun("kind", kind)
    feature = after.state.feature(act.feature.id) if act.feature is not None else None
    if feature is None:
        return [*found, Finding("NB-96", False, "circle-no-such", values)]
    values["feature"] = Item.feature(feature.id)
    if feature.kind != kind:
        return [*found, Finding("NB-96", False, "circle-other-kind", values)]
    own = _own(after, act, feature, player, verb)
    if own is None:
        after.figures(feature)
        return [*found, Finding("NB-96", False, "circle-no-such", values)]
    found.append(Finding("NB-96", True, "circle-kind", values))
    found += _add(case, after, act, feature, player) if verb == ADDS else _leave(case, feature, own)
    return sorted(found, key=lambda finding: finding.holds)


def _when(after: Case, player: str, verb: str, kind: str, values: dict[str, Value]) -> list[Finding]:
    """One action for all, chosen by the active player, once each and in order (NB-94, NB-95)."""
    done = after.recall(Acted)
    acting = [one.player for one in done]
    left = [one for one in undone(after, kind, verb, acting, known=True) if one != player]
    found = [Finding("NB-94", True, "circle-chosen-now", values)]
    if done:
        chosen = {**values, "chosen": Item.word(done[0].verb)}
        found = [Finding("NB-94", done[0].verb == verb, "circle-chosen", chosen)]
    if player in acting:
        found.append(Finding("NB-95", False, "circle-once", values))
    return [*found, *in_turn(after, player, [one for one in acting if one != player], left)]


def _own(case: Case, act: Meant, feature: Feature, player: str, verb: str) -> Occupant | None:
    """The meeple that goes, or beside which another comes; on a board one on the square that was named.

    Raises Undetermined where it may be one of several that are not alike. For one that is put it matters only on which
    tile.
    """
    own = [o for o in meeples(case, feature, player) if act.cell is None or o.cell in (None, act.cell)]
    if act.one is not None:
        return next((o for o in own if o == act.one), None)
    if verb == REMOVES and act.meeple is not None:
        own = [o for o in own if fits(act.meeple, o, player)]
    if verb == ADDS and len({o.cell for o in own}) == 1:
        own = own[:1]
    found = one_of(case, ((feature, o) for o in own), act.meeple)
    return found[1] if found is not None else None


def _add(case: Case, after: Case, act: Meant, feature: Feature, player: str) -> list[Finding]:
    """What the figure itself and the supply after the scoring say of its being put there."""
    probe = case.on(after.state.copy())
    turn = probe.state.turn
    if turn is not None:  # its one meeple and its tile do not matter here; whose turn it is does for what is carried
        probe.state.turn = turn._replace(closed=False) if act.marks else None
        probe.state.memory.begin(False)
    put = Putting(player, act.figure, feature, f"{CIRCLE}-{feature.kind}", act.marks, act.cell)
    found: list[Finding] = []
    for condition in case.game.may.put:
        finding = condition(probe, put)
        found += [finding] if finding is not None else []
    values = {"player": Item.player(player), "feature": Item.feature(feature.id)}
    if left_of(probe, player, act.figure) == 0:
        found.append(Finding("NB-96", False, "circle-no-supply", values))
    return [*found, Finding("NB-95", True, "circle-adds", values)]


def _leave(case: Case, feature: Feature, one: Occupant) -> list[Finding]:
    """That it goes home without points, and what other rules say of its leaving."""
    values = {"figure": Item.figure(one.owner, one.figure, feature.id)}
    said = (says(case, feature, one, CIRCLE) for says in case.game.may.be_taken)
    return [Finding("NB-95", True, "circle-removes", values), *(finding for finding in said if finding is not None)]


# ---- carrying it out
def apply(case: Case, action: Action[Meant]) -> None:
    """Scores the turn, then adds the meeple or takes it home. Raises Mistake."""
    act = action.data
    state = case.state
    if state.turn is None or act.feature is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    settle_turn(case)
    player, verb, ident = action.move.player, action.move.verb, act.feature.id
    own = _own(case, act, state.feature(ident), player, verb)
    if own is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    turn = state.turn
    if verb == REMOVES:
        one = own
        case.note(
            *(said for says in case.game.may.be_taken if (said := says(case, act.feature, one, CIRCLE)) is not None)
        )
        state.change(ident, one, None)
        state.give(player, one.figure)
        turn = turn._replace(home=(*turn.home, one))
    else:
        beside = state.under(own)
        one = Occupant(player, act.figure, ident, act.marks, act.label, own.cell, action.move.span)
        state.stand(ident, (one,), beside.segment if beside is not None else None)
        state.give(player, act.figure, -1)
        case.remember(Arrival(one, f"{CIRCLE}-{act.feature.kind}"))
    state.turn = turn
    case.remember(Acted(player, verb))
    values: dict[str, Value] = {"player": Item.player(player), "feature": Item.feature(ident)}
    case.find("NB-95", "circle-added" if verb == ADDS else "circle-removed", **values)
    if act.marks and verb == ADDS:  # of one that leaves they only say which is meant
        put = Putting(player, act.figure, act.feature, f"{CIRCLE}-{act.feature.kind}", act.marks)
        for brings in case.game.on.put:
            brings(case, put, one)


# ---- choices
def _choices(verb: str, case: Case, player: str) -> Iterable[Action[Meant]]:
    """Every meeple of the kind shown, for removing; for adding, a meeple beside each of them."""
    turn = case.state.turn
    circle = circle_now(case)
    if turn is not None and circle is None:
        return
    move = unwritten(player, verb)
    kinds = [circle.kind] if circle is not None else [kind_of(symbol) for symbol in CIRCLES]
    for kind in kinds:
        there = concerned(case, kind, player)
        if not there:
            values = {"player": Item.player(player), "kind": Item.noun("kind", kind)}
            case.find("NB-96", "circle-no-such", False, **values)
        for feature in there:
            for _, one in unlike(case, ((feature, o) for o in meeples(case, feature, player)), True):
                figure = one.figure if verb == REMOVES else MEEPLE
                yield _action(case, move, Meant(figure, player, feature, one.cell, circle=kind, one=one))


def must(case: Case, action: Action[Meant]) -> Finding:
    """Once the action is chosen, everybody who can does it (NB-94); the active player chooses one of the two."""
    values = {"player": Item.player(action.move.player), "action": Item.word(action.move.verb)}
    refused = next((finding for finding in check(case, action) if not finding.holds), None)
    if refused is not None:
        return refused
    return Finding("NB-94", bool(case.recall(Acted)), "circle-must", values)


def _adding(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Meant]]:
    return _choices(ADDS, case, player) if asked is not None or _come(case) else ()


def _removing(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Meant]]:
    return _choices(REMOVES, case, player) if asked is not None or _come(case) else ()


def _come(case: Case) -> bool:
    """Whether the turn has come so far that a fourth phase may be next."""
    turn = case.state.turn
    return turn is None or bool(turn.closed or case.recall(Act))


VERBS = {ADDS: Verb(read, check, apply, _adding, must), REMOVES: Verb(read, check, apply, _removing, must)}
