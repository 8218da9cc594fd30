"""What questions have in common: whom and what they ask about."""

from __future__ import annotations

from adjudicator.binding.subjects import asked_nothing, asked_place, asked_player
from adjudicator.engine.case import Case
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ask


def subject_of(case: Case, ask: Ask, needed: bool = True) -> Feature | None:
    """The feature a question is about. Raises Mistake where it names none."""
    place = asked_place(ask, case.lang, needed)
    return case.state.feature(case.state.resolve(place)) if place is not None else None


def player_of(case: Case, ask: Ask, needed: bool = True) -> str:
    """The colour of the player a question is about; "" where it names none. Raises Mistake where one is `needed`."""
    return asked_player(ask, case.lang, needed)


def whole(case: Case, ask: Ask) -> None:
    """Raises Mistake where a question that is about everything goes on."""
    asked_nothing(ask, case.lang)


def feature_item(feature: Feature) -> Item:
    """A feature as an item of an answer."""
    return Item.feature(feature.id)


def owners(feature: Feature) -> tuple[str, ...]:
    """The players with a figure on a feature, each once."""
    return tuple(dict.fromkeys(o.owner for o in feature.occupants if o.owner))
