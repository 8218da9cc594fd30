"""Words of the revolts: which figures and features they concern, and how a meeple may have come where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.called import fixed_name
from adjudicator.engine.case import Case
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import rule

PROTECTED = "protected"
"""The mark of a meeple that was laid down and paid for (REVOLT-21)."""
MEEPLE = "meeple"
WAGON = "wagon"
PHANTOM = "phantom"
AS_ABBOT = "as-abbot"
LEIPZIG = "leipzig"
CARCASSONNE = "carcassonne"
QUARTERS = (CARCASSONNE, "castle-quarter", "market-quarter", "blacksmith-quarter", "cathedral-quarter")
SYNOD, CHANGE = "synod", "change-position"
SEDUCTION, PORXADA = "seduction-token", "porxada"

MEANS = {
    "portal": "REVOLT-40",
    "flying-machine": "REVOLT-49",
    "crop-circle": "REVOLT-50",
    "crop-circle-road": "REVOLT-50",
    "crop-circle-city": "REVOLT-50",
    "crop-circle-field": "REVOLT-50",
    SEDUCTION: "REVOLT-47",
    PORXADA: "REVOLT-59",
    SYNOD: "REVOLT-55",
    CHANGE: "REVOLT-56",
    "arrow": "REVOLT-54",
    "add": "REVOLT-54",
    "place": "REVOLT-54",
    **dict.fromkeys(QUARTERS, "REVOLT-46"),
    "drawbridge": "REVOLT-61",
}
"""What puts, adds, swaps or moves a meeple, to the rule by which it may then be protected."""

KEEPS = {SEDUCTION: "REVOLT-48", PORXADA: "REVOLT-60", CHANGE: "REVOLT-57", LEIPZIG: "REVOLT-53"}
"""What moves a meeple that was protected before, to the rule by which it still is."""


def is_meeple(case: Case, occupant: Occupant) -> bool:
    """Whether it is a meeple that somebody owns: the only figures that revolts and protection are about."""
    return bool(occupant.owner) and MEEPLE in case.game.figure_traits(occupant.figure)


def is_field(case: Case, feature: Feature) -> bool:
    """Whether meeples there are farmers."""
    return "field" in case.game.kind_traits(feature.kind)


def struck(case: Case, feature: Feature, kind: str) -> bool:
    """Whether a revolt of `kind` strikes the feature (REVOLT-08).

    A monastery revolt strikes also what is a monastery by the rules that bring it: an abbey, and monasteries printed
    with a special picture, where REVOLT-51 speaks of meeples that a revolt may concern. Whether it strikes what is only
    scored like a monastery is left open.
    """
    if feature.kind == kind:
        return True
    if kind != "monastery" or feature.kind in rule("REVOLT-08").allowed:
        return False
    strikable = can_be_struck(case, feature)
    if strikable is not None:
        return strikable
    case.find("REVOLT-08", "revolt-monastic", feature=feature_item(feature))
    as_one = case.game.kind(feature.kind).whole or "REVOLT-08"
    return case.read("open", f"revolt-monastic {feature.kind}", spared="REVOLT-08", struck=as_one) == "struck"


def place_name(case: Case, feature: Feature) -> str:
    """The word of the language that a place off the tiles goes by, such as ``leipzig``; "" for any other name."""
    return fixed_name(feature.id, case.lang)


def special_area(case: Case, feature: Feature) -> str:
    """The rule by which no revolt reaches a place off the tiles, "" where none says so."""
    if feature.kind == "quarter" or ("area" in case.game.kind_traits(feature.kind) and _is(case, feature, QUARTERS)):
        return "REVOLT-45"
    if feature.kind == "area" and _is(case, feature, (LEIPZIG,)):
        return "REVOLT-52"
    return ""


def _is(case: Case, feature: Feature, names: tuple[str, ...]) -> bool:
    return place_name(case, feature) in names


def can_be_struck(case: Case, feature: Feature) -> bool | None:
    """Whether there is a revolt that strikes features of this kind; None where that is left open (see `struck`)."""
    traits = set(case.game.kind_traits(feature.kind))
    named = feature.kind in rule("REVOLT-08").allowed or case.game.kind(feature.kind).monastery
    if named or {"monastic", "special"} <= traits:
        return True
    return None if {"monastic", "building"} <= traits else False


def feature_item(feature: Feature) -> Item:
    """A feature, to be named."""
    return Item.feature(feature.id)


def player_item(player: str) -> Item:
    """A player, to be named."""
    return Item.player(player)


def figure_item(occupant: Occupant, feature: Feature) -> Item:
    """A figure where it stands, to be named."""
    return Item.figure(occupant.owner, occupant.figure, feature.id)


def figure_items(standing: Iterable[tuple[str, Occupant]]) -> tuple[Item, ...]:
    """Figures with the ids of their features, to be named: those alike on one feature together, with their number."""
    counts: dict[tuple[str, str, str], int] = {}
    for ident, one in standing:
        counts[one.owner, one.figure, ident] = counts.get((one.owner, one.figure, ident), 0) + 1
    return tuple(Item.figure(*alike) if number == 1 else _several(number, *alike) for alike, number in counts.items())


def _several(number: int, owner: str, figure: str, ident: str) -> Item:
    return Item.text(Item.count(number, owner, figure), Item.word("on"), Item.feature(ident))


def kind_noun(kind: str) -> Item:
    """A kind of feature, to be named."""
    return Item.noun("kind", kind)
