"""Which figures may occupy a cemetery or a haunted castle, and how many tiles show one (GCC-06, GCC-106, GCC-109)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.guards import listed
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule, value


def occupier(put: Putting, plain: str, lists: str) -> Finding | None:
    """Whether a figure may stand there: by the printed rule `plain`, else by the lists of `lists`.

    None for a figure that neither rule names.
    """
    name = listed(put.figure)
    values = _values(put.figure, put.feature)
    if name in rule(plain).allowed:
        return Finding(plain, True, "haunted-occupier", values)
    if name in rule(lists).allowed:
        return Finding(lists, True, "haunted-occupier", values)
    return Finding(lists, False, "haunted-occupier", values) if name in rule(lists).forbidden else None


def _values(figure: str, feature: Feature) -> dict[str, Item]:
    kind = Item.noun("kind", feature.kind)
    return {"figure": Item.noun("figure", figure), "kind": kind, "feature": Item.feature(feature.id)}


def standing(state: State, kind: str, lists: str) -> Iterator[Problem]:
    """Nobody stands there whom the rule `lists` keeps out."""
    for feature in state.occupied():
        if feature.kind == kind:
            for occupant in feature.occupants:
                if occupant.figure in rule(lists).forbidden:
                    values = {"feature": feature.id, "kind": Item.noun("kind", kind)}
                    yield Problem("may-not-stand", occupant.span, values, (), (lists,))


def beyond_tiles(state: State, kind: str, number: str) -> Iterator[Problem]:
    """The box holds no more tiles with one than the value `number` of GCC-06."""
    there = [feature for feature in state.all_features() if feature.kind == kind]
    owned = value("GCC-06", number)
    if len(there) > owned:
        values = {"kind": Item.noun("kind", kind), "number": len(there), "owned": owned}
        yield Problem("haunted-beyond-tiles", there[owned].span, values, (), ("GCC-06",))


def laid_like_any(case: Case, deed: Deed, kind: str, ident: str) -> Iterable[Finding]:
    """That a tile with one is placed like any other, by the rule `ident`."""
    segments = deed.face.segments if deed.face is not None else ()
    begun = [effect for effect in deed.effects if effect.effect == "starts"]
    begins = any(place.kind == kind for effect in begun for place in case.args(effect).places())
    if begins or any(segment.kind == kind for segment in segments):
        yield Finding(ident, True, "haunted-tile", {"kind": Item.noun("kind", kind)})
