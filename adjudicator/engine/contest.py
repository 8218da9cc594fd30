"""Which answer stands where several expansions have a way to one thing.

A `Way` says over whose it stands. Two that answer, and neither says so, leave the question disputed, with what comes
of either: which of them comes first must not depend on what the expansions are called.
"""

from __future__ import annotations

from typing import Any, TypeVar

from adjudicator.binding.forms import MEANS
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Way
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.words.vocabulary import vocabulary

F = TypeVar("F")


def way_for(case: Case, ways: tuple[Way[F], ...], feature: Feature) -> Way[F] | None:
    """The way that stands for `feature`; None where there is none. Which of several is disputed."""
    if not ways:
        return None
    found = [way for way in ways if feature.kind in way.kinds and (way.when is None or way.when(case, feature))]
    standing = [way for way in found if not _overruled(way, found)]
    if len(standing) > 1:
        return disputed(case, standing)
    return standing[0] if standing else None


def answer_of(case: Case, ways: tuple[Way[Any], ...], *given: Any) -> Any:
    """What the one way that does not pass (None) says; None where all pass. Where two differ that is disputed."""
    if not ways:
        return None
    found = answers_of(case, ways, *given)
    if all(answer == found[0][1] for _, answer in found):
        return found[0][1] if found else None
    standing = disputed(case, [way for way, _ in found])
    return next(answer for way, answer in found if way is standing)


def answers_of(case: Case, ways: tuple[Way[Any], ...], *given: Any) -> list[tuple[Way[Any], Any]]:
    """Every way that does not pass, with what it says, but those over which another of these stands."""
    found: list[tuple[Way[Any], Any]] = []
    for way in ways:  # whoever stands over another comes before it
        if not _overruled(way, [other for other, _ in found]):
            answer = way.how(case, *given)
            if answer is not None:
                found.append((way, answer))
    return found


def _overruled(way: Way[Any], others: list[Way[Any]]) -> bool:
    return any(way.by in other.over for other in others)


def disputed(case: Case, several: list[Way[F]]) -> Way[F]:
    """One of several ways of which nobody says which comes first, as this run reads the rules; all are noted."""
    several = sorted(several, key=lambda way: (way.rule, way.by))
    for way in several:
        case.find(way.rule, "answers-too", expansion=Item.expansion(way.by))
    names = {f"{way.rule} {way.by}": way for way in several}
    rules = {name: way.rule for name, way in names.items()}
    return names[case.read("disputed", f"precedence {' '.join(names)}", **rules)]


def by_any_means(case: Case, put: Putting) -> list[Putting]:
    """`put` with everything that lets the figure go elsewhere than on the placed tile; as it is where nothing does."""
    found = {answer.means: answer for _, answer in answers_of(case, case.game.may.put_by_means, put)}
    return list(found.values()) or [put]


def with_means(case: Case, put: Putting) -> Putting:
    """`put` with what lets the figure go elsewhere than on the placed tile; as it is where nothing does.

    Raises Undetermined where several things would, and the move does not say which of them is meant.
    """
    found = by_any_means(case, put)
    if len(found) > 1:
        means = tuple(means_item(one.means) for one in found)
        case.lack("by-which-means", put.feature, figure=Item.noun("figure", put.figure), means=means)
    return found[0]


def means_item(means: str) -> Item:
    """What brings or takes a figure, by its id, to be said in the reader's language."""
    return Item.noun(next(role for role in MEANS if vocabulary().has(role, means)), means)
