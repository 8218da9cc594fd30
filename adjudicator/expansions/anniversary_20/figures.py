"""What the add and place symbols do: a figure beside one of one's own, or on any free unfinished feature."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import PUTS, Arrival, Deed
from adjudicator.engine.expansion import Expansion, May, Proviso, Putting, Tells, Way
from adjudicator.expansions.anniversary_20.arrows import ADD, ARROW, EXTRA, PLACE, activated, undecided
from adjudicator.expansions.anniversary_20.elsewhere import PYRAMID, by_own_rules, saying
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Finding, Item, Missing, Value
from adjudicator.model.scenario import Move
from adjudicator.model.span import NOWHERE
from adjudicator.play.turns import counted
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.vocabulary import vocabulary

BESIDE = "beside"
"""Mark of a figure that was added beside another one."""
LYING = "as-abbot"
PROTECTED = "protected"
MEANS = (ARROW, ADD, PLACE)
"""What ``by`` may say of a figure that a symbol puts out."""
SPECIAL = ("special-monastery", "german-monastery", "japanese-building", "dutch-belgian-monastery")


def _meeple(figure: str) -> bool:
    return "meeple" in vocabulary().figure_traits(figure)


def _own(put: Putting) -> list[Occupant]:
    return [o for o in put.feature.occupants if o.owner == put.player and _meeple(o.figure)]


# ---- how a figure gets elsewhere
def by_arrow(case: Case, put: Putting) -> Putting | None:
    """`put` by means of the activated symbol, where the figure goes elsewhere than on the placed tile."""
    turn = case.state.turn
    if turn is None or turn.player != put.player or put.means not in ("", *MEANS):
        return None
    here = put.feature.id in turn.touched and put.cell in (None, turn.cell)
    kind, said = activated(case), bool(put.means)
    if not said and by_own_rules(case, put, here):
        return None
    means = ARROW if put.means in ("", kind) else put.means
    if not said and not _meeple(put.figure):
        return None
    if not kind and not here and {ADD, PLACE} & set(undecided(case)):
        symbols = tuple(Item.noun("name", one) for one in undecided(case))
        case.lack("arrow-which", None, player=Item.player(put.player), symbols=symbols)
    if kind == ADD and (said or not here or _own(put)):
        partner = next(iter(_alone(put)), None)
        cell = partner.cell if partner is not None else put.cell
        return put._replace(means=means, cell=cell, marks=(*put.marks, (BESIDE, 1)))
    if kind == PLACE and (said or not here):
        return put._replace(means=means, cell=put.cell or case.state.square_of(put.feature))
    return None


# ---- pairs
def _alone(put: Putting) -> list[Occupant]:
    """The player's meeples that stand alone for certain, on the square that is named if one is, else on the feature;
    first those in the same position."""
    own = _own(put)
    squares = [o.cell for o in own if o.cell is not None]
    alone = [o for o in own if o.cell is not None and squares.count(o.cell) == 1]
    unsaid = [o for o in own if o.cell is None and not o.mark(BESIDE)]
    if len(unsaid) - sum(1 for o in own if o.cell is None and o.mark(BESIDE)) == 1:
        alone += unsaid
    here = (o for o in alone if put.cell in (None, o.cell))
    return sorted(here, key=lambda o: o.mark(LYING) != _lying(put))


def _lying(put: Putting) -> int:
    return next((count for name, count in put.marks if name == LYING), 0)


def _unsaid(put: Putting) -> bool:
    """Whether it is not said if two or more of the player's meeples on the feature stand side by side."""
    own = [o for o in _own(put) if o.cell is None]
    return len(own) - 2 * sum(1 for o in own if o.mark(BESIDE)) > 1


def _pair(put: Putting, player: Value) -> Missing:
    """The question whether two meeples stand side by side, about those of one line where it tells of two."""
    lines = [one.span for one in _own(put) if one.cell is None and not one.mark(BESIDE)]
    meant = next((span for span in lines if lines.count(span) == value("ANN-22", "max_side_by_side")), NOWHERE)
    values = {"player": player, "feature": put.feature.id}
    return Missing("arrow-pair", values, put.feature.id, "arrow-pair", meant=meant)


# ---- conditions
def _ask_occupants(case: Case, put: Putting) -> None:
    """Asks who stands on a sketched feature where that is not said. Raises Undetermined."""
    feature = put.feature
    if not feature.occupants and "empty" not in feature.flags and feature.id in case.state.features:
        case.lack("figures", feature)


def _values(put: Putting) -> dict[str, Value]:
    return {"player": Item.player(put.player), "feature": Item.feature(put.feature.id)}


def allowed_by(case: Case, put: Putting) -> Finding | None:
    """Which symbol sends the figure there, and what the others leave as it is (ANN-20, ANN-21, ANN-25, ANN-33)."""
    turn = case.state.turn
    if put.means not in MEANS:
        return _as_usual(case, put)
    if turn is None:
        case.lack("which-turn")
    kind = activated(case)
    if kind == EXTRA:
        return Finding("ANN-33", False, "arrow-extra-usual", _values(put))
    if not kind or put.means != ARROW:
        case.explain("anniversary-20")
        return Finding("ANN-20", False, "arrow-none", _values(put))
    ident = "ANN-21" if kind == ADD else "ANN-25"
    if case.did(PUTS):
        extra = case.game.besides(case, put)
        if extra is None or not extra.holds or any(_put_out(case)):
            return Finding(ident, False, "arrow-instead", _values(put))
        second = case.doubt("open", ident, "arrow-second", **_values(put))  # it has a place on the tile too
        if not second.holds:
            return second
    return case.find(ident, "arrow-adds" if kind == ADD else "arrow-places", **_values(put))


def _as_usual(case: Case, put: Putting) -> Finding | None:
    turn = case.state.turn
    kind = activated(case)
    if put.feature.kind == "garden" and _on_arrow_tile(case, put):
        case.find("ANN-46", "arrow-garden", feature=Item.feature(put.feature.id))
    if turn is None or not kind or put.player != turn.player:
        return None
    if any(_put_out(case)) and case.game.besides(case, put) is None:
        return Finding("ANN-21" if kind == ADD else "ANN-25", False, "arrow-instead", _values(put))
    if put.means:
        return None  # not the usual placement, and its own affair
    if kind == EXTRA:
        return Finding("ANN-33", True, "arrow-extra-usual", _values(put))
    return Finding("ANN-20", True, "arrow-usual", _values(put))


def _on_arrow_tile(case: Case, put: Putting) -> bool:
    return any(tile.shows(ARROW) for tile in case.state.tiles_of(put.feature))


def regular(case: Case, put: Putting) -> Finding | None:
    """Only a meeple, and only on what can be claimed and scored (ANN-34); special monasteries too (ANN-42)."""
    if put.means not in MEANS:
        return None
    kind = put.feature.kind
    values = {**_values(put), "figure": Item.noun("figure", put.figure), "kind": Item.noun("kind", kind)}
    if not _meeple(put.figure):
        return Finding("ANN-34", False, "arrow-figure", values)
    if any(name == PROTECTED for name, _ in put.marks):
        price = value("ANN-48", "price")
        case.find("ANN-48", "arrow-protect", kind != "field", number=price, **_values(put))
    if kind in SPECIAL:
        return None  # ANN-42, once it is known to be unoccupied and incomplete
    if kind == "garden" and put.figure != "abbot" and activated(case) == PLACE:
        return Finding("ANN-25", False, "arrow-role", values)
    if kind == PYRAMID:
        return case.doubt("open", "ANN-34", "arrow-regular-unsaid", **_values(put))
    traits = case.game.kind_traits(kind)
    claimed = kind in rule("ANN-34").allowed or "monastic" in traits or "completable" in traits
    return Finding("ANN-34", claimed, "arrow-regular", _values(put) if claimed else values)


def beside_own(case: Case, put: Putting) -> Finding | None:
    """The add symbol: beside a meeple of one's own (ANN-23) that has none beside it yet (ANN-22)."""
    if put.means not in MEANS or activated(case) != ADD:
        return None
    values = {**_values(put), "number": value("ANN-22", "max_side_by_side")}
    _ask_occupants(case, put)
    own = _own(put)
    if not any(put.cell in (None, o.cell) for o in own):
        return Finding("ANN-23", False, "arrow-beside-own", values)
    alone = _alone(put)
    if not alone:
        if _unsaid(put):
            raise Undetermined(_pair(put, values["player"]))
        return Finding("ANN-22", False, "arrow-third", values)
    if put.feature.kind in SPECIAL:
        same = any(o.mark(LYING) == _lying(put) for o in alone)
        case.find("ANN-41", "arrow-same-scoring", same, feature=values["feature"])
        if not same:
            return Finding("ANN-40", False, "arrow-same-position", values)
        case.find("ANN-40", "arrow-same-position", **values)
    if len(own) > 1:
        case.find("ANN-22", "arrow-third", **values)
    if put.feature.id not in (case.state.turn.touched if case.state.turn is not None else ()):
        case.find("ANN-21", "arrow-anywhere", feature=values["feature"])
    return Finding("ANN-23", True, "arrow-beside-own", values)


def free_and_open(case: Case, put: Putting) -> Finding | None:
    """The place symbol: on what is unoccupied and incomplete (ANN-26), as a field always is (ANN-27)."""
    if put.means not in MEANS or activated(case) != PLACE:
        return None
    values = _values(put)
    there = [o for o in put.feature.occupants if _meeple(o.figure)]
    _ask_occupants(case, put)
    if {"princess-and-dragon", "flying-machines"} & case.state.setup.expansions or put.feature.kind in SPECIAL:
        case.find("ANN-38", "arrow-like-portal", player=values["player"])
    if there:
        figures = tuple(Item.count(n, owner, figure) for (owner, figure), n in counted(there).items())
        return Finding("ANN-26", False, "arrow-free", {**values, "figures": figures})
    if put.feature.kind == "field":
        return Finding("ANN-27", True, "arrow-field", values)
    if case.complete(put.feature):
        if put.feature.kind in SPECIAL:
            case.find("ANN-43", "arrow-special-complete", False, feature=values["feature"])
        return Finding("ANN-26", False, "arrow-open", values)
    if put.feature.kind in SPECIAL:
        case.find("ANN-42", "arrow-special", feature=values["feature"])
    return Finding("ANN-26", True, "arrow-open", values)


# ---- what others make of it
def _put_out(case: Case) -> Iterator[Deed]:
    """The figures that a symbol has put out in this turn."""
    return (deed for deed in case.recall(Deed) if deed.verb == "puts" and deed.means == ARROW)


def protected(case: Case, deed: Deed) -> Iterable[Finding]:
    """A meeple that a symbol has put out may be protected for 4 points, but no farmer (ANN-48)."""
    came = any(one is deed.occupant and means == ARROW for one, means in case.recall(Arrival))
    for put in _put_out(case):
        if put.place == deed.place and came:
            field = case.state.feature(put.place).kind == "field"
            values = {"player": Item.player(put.player), "feature": Item.feature(put.place)}
            yield Finding("ANN-48", not field, "arrow-protect", {**values, "number": value("ANN-48", "price")})


def says(case: Case, move: Move) -> Finding | None:
    """What the rules say of a figure that goes where no symbol can put it; None for anything else."""
    return saying(case, move, activated(case))


_FIGURES = vocabulary().ids("figure")
PART = Expansion(
    "anniversary-20",
    may=May(
        put_by_means=(Way(how=by_arrow, rule="ANN-34", over=("princess-and-dragon", "under-the-big-top")),),
        put=(allowed_by, regular, beside_own, free_and_open),
        provisos=(Proviso("protects", protected),),
        guests=frozenset(
            (
                *((figure, means) for figure in _FIGURES for means in MEANS),
                *((figure, kind) for figure in ("meeple", "large-meeple") for kind in SPECIAL),
            )
        ),
    ),
    tells=Tells(sayings=(says,)),
)
