"""Which figure on the board a move means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.case import NOBODY, Case
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Missing
from adjudicator.model.scenario import Move
from adjudicator.model.span import NOWHERE
from adjudicator.words.fold import fold
from adjudicator.words.vocabulary import vocabulary

Found = tuple[Feature, Occupant]
Looks = tuple[object, ...]
LAID_AS = "as-"
"""The beginning of a mark that says how a figure lies: ``as-abbot``."""


def find_figure(case: Case, move: Move, phrase: FigurePhrase, owner: str, ignored: str = "") -> Found | None:
    """The figure that `phrase` names, of `owner` where no colour is said ("" for anybody's); None where none is there.

    `ignored` is a mark that the phrase may say besides. Raises Mistake, and Undetermined where several may be meant
    that are not alike.
    """
    return one_of(case, candidates(case, phrase, owner, ignored), phrase)


def candidates(case: Case, phrase: FigurePhrase, owner: str, ignored: str = "") -> list[Found]:
    """All figures on features that `phrase` may mean, of `owner` where no colour is said. Raises Mistake."""
    ident = case.state.resolve(phrase.place) if phrase.place is not None else None
    found = [
        (feature, one)
        for feature in case.state.occupied()
        for one in (feature.occupants if ident in (None, feature.id) else ())
        if fits(phrase, one, owner, ignored)
    ]
    if phrase.place is not None and phrase.place.cell is not None:  # the one on that tile, if one stands there
        found = [(feature, one) for feature, one in found if one.cell == phrase.place.cell] or found
    return found


def fits(phrase: FigurePhrase, one: Occupant, owner: str, ignored: str = "") -> bool:
    """Whether a figure may be the one that `phrase` means, wherever it stands."""
    return (
        one.figure == phrase.figure
        and (phrase.colour or owner) in ("", one.owner)
        and phrase.label in ("", one.label)
        and phrase.cell in (None, one.cell)
        and all(one.mark(mark) == number for mark, number in phrase.marks if mark != ignored)
    )


def one_of(case: Case, found: Iterable[Found], phrase: FigurePhrase | None = None) -> Found | None:
    """The figure that is meant where each of these may be; None of none. `phrase` is what was written of it.

    In which order they stand decides nothing: raises Undetermined where they are not all alike.
    """
    ways = unlike(case, found)
    if len(ways) > 1:
        ways = _in_order(ways)
        figures = tuple(figure_item(case, ways, feature, one) for feature, one in ways)
        if phrase is None:
            return ways[case.which("which-figure", figures)]
        return ways[case.which("which-figure", figures, phrase.span, phrased=_phrased(ways, figures, phrase))]
    return ways[0] if ways else None


def _phrased(ways: list[Found], figures: tuple[Item, ...], phrase: FigurePhrase) -> tuple[Item, ...]:
    """What may stand for a phrase, for each of the figures that it may mean: the phrase with what tells them apart."""
    owned = bool(phrase.colour) or len({one.owner for _, one in ways}) > 1
    inside = phrase.place is not None and phrase.place.span.end_column <= phrase.span.end_column
    placed = inside or (phrase.place is None and len({item.parts[2] for item in figures}) > 1)
    return tuple(
        Item.figure(item.parts[0] if owned else "", item.parts[1], item.parts[2] if placed else "", *item.parts[3:])
        for item in figures
    )


def undecided(case: Case) -> Iterator[Problem]:
    """A problem for each line of a sketch that may mean one of several figures that are not alike."""
    for line in case.state.sketch_lines:
        for phrase in (line.figure, *line.figures):
            if phrase is None or phrase.place is None:
                continue
            try:
                found = [pair for pair in candidates(case, phrase, "") if pair[1].owner]
            except Mistake:
                continue  # a place that is not known here
            ways = unlike(case, found) if len(found) > phrase.number else []
            if len(ways) > 1:
                figures = tuple(figure_item(case, ways, feature, one) for feature, one in _in_order(ways))
                missing = Missing("which-figure", {"figures": figures}, "", "which-figure")
                yield Problem("line-lacks", phrase.span, {"missing": Item("missing", (missing,))})


def _in_order(ways: list[Found]) -> list[Found]:
    """The same, whatever was written first."""
    return sorted(ways, key=lambda way: (way[0].id, repr(way[1]._replace(span=NOWHERE, label=""))))


def unlike(case: Case, found: Iterable[Found], by_name: bool = False) -> list[Found]:
    """One figure of each sort: of those of which nothing that can be said tells one from the other, the first. Where a
    question may name one, they differ `by_name`, too.
    """
    ways: dict[tuple[Looks, str], Found] = {}
    # Those with more that cannot be said come first, such as one of a pair that was put beside the other.
    for feature, one in sorted(found, key=lambda pair: (len(pair[1].marks), sorted(pair[1].marks)), reverse=True):
        ways.setdefault((looks(case, feature, one), one.label if by_name else ""), (feature, one))
    return [*ways.values()]


def looks(case: Case, feature: Feature, one: Occupant) -> Looks:
    """What can be said of a figure: its place, owner, kind and square, what it carries, and what lines tell of it."""
    label = fold(one.label)
    labels = {
        fold(phrase.label) for line in case.state.sketch_lines for phrase in (line.figure, *line.figures) if phrase
    }
    labels |= {fold(line.about.name) for line in case.state.sketch_lines if line.nearby and line.about is not None}
    carried = tuple(sorted(pair for pair in one.marks if pair[1] and _sayable(pair[0])))
    return feature.id, one.owner, one.figure, one.cell, carried, label if label in labels else ""


def _sayable(mark: str) -> bool:
    words = vocabulary()
    return mark.startswith(LAID_AS) or any(words.has(role, mark) for role in ("unit", "flag", "figure", "name"))


def marks_item(one: Occupant, others: Iterable[Occupant], ignored: str = "") -> Item | None:
    """What tells a figure from `others` by what it carries and how it stands, but for one mark; None for nothing."""
    alike = [other for other in others if (other.owner, other.figure) == (one.owner, one.figure)]
    marks = dict.fromkeys(
        mark for other in (one, *alike) for mark, _ in other.marks if mark != ignored and _sayable(mark)
    )
    parting = sorted(mark for mark in marks if any(other.mark(mark) != one.mark(mark) for other in alike))
    return Item.marks(*((mark, one.mark(mark)) for mark in parting)) if parting else None


def figure_item(case: Case, ways: Sequence[Found], feature: Feature, one: Occupant) -> Item:
    """A figure as it is said to tell it from the others of `ways`."""
    marks = marks_item(one, [other for _, other in ways])
    place = spot_of(case, feature, one)
    return Item.figure(one.owner, one.figure, place, marks.parts if marks is not None else ())


def figure_parts(
    case: Case, feature: Feature, one: Occupant, owner: bool = True, ignored: str = ""
) -> tuple[Item, ...]:
    """A figure as a move lists it: kind, what tells it from its like on the feature but for one mark, place."""
    marks = marks_item(one, feature.occupants, ignored)
    count = Item.count(1, one.owner if owner else "", one.figure)
    return (count, *((marks,) if marks is not None else ()), Item.feature(spot_of(case, feature, one)))


def spot_of(case: Case, feature: Feature, one: Occupant) -> str:
    """What the place of a figure is called: after its own tile where others of its sort stand on other tiles."""
    apart = {o.cell for o in feature.occupants if (o.owner, o.figure) == (one.owner, one.figure)}
    part = case.state.under(one) if len(apart) > 1 else None
    return part.name if part is not None else place_of(case, feature, one)


def place_of(case: Case, feature: Feature, occupant: Occupant) -> str:
    """What the place where a figure stands is called (`Position.place_of`)."""
    return case.state.place_of(feature, occupant)


def suppose_nobody(case: Case) -> None:
    """Notes where nobody is supposed to stand, of features of which nothing is said of that, where figures that stand
    somewhere are listed.
    """
    told = (feature for feature in case.state.all_features() if case.state.is_told(feature))
    unsaid = [f for f in told if not f.occupants and f.flags.isdisjoint(NOBODY) and _holds_figures(case, f)]
    if unsaid:
        features = tuple(Item.feature(feature.id) for feature in unsaid)
        case.suppose(case.game.rule("unoccupied"), "nobody-told", features=features)


def _holds_figures(case: Case, feature: Feature) -> bool:
    """Whether figures stand on features of a kind at all: on a hole nobody does."""
    traits = case.game.kind_traits(feature.kind)
    return bool(traits) and ("surrounded" not in traits or "completable" in traits)
