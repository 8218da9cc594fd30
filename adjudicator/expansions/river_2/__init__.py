"""The River II: the pig herd (NB-19)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, Scoring, Worth
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value

PIG_HERD = "pig-herd"


def herd_bonus(case: Case, field: Feature, player: str) -> Worth | None:
    """1 point more a city for every player who scores the field of the pig herd with farmers (NB-19)."""
    herds = case.carried(field, "NB-19", PIG_HERD)
    if not herds:
        return None
    case.find("NB-19", "herd-in-field", feature=Item.feature(field.id))
    return Worth("pig-herd", 1, herds * value("NB-19", "extra_per_city"), "NB-19")


EXPANSION = Expansion(
    "river-2",
    along=("river",),
    scoring=Scoring(city_bonus=(herd_bonus,)),
)
