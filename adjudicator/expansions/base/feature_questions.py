"""Questions about one feature as it stands."""

from __future__ import annotations

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.majority import lack_code, majority
from adjudicator.engine.rulings import ruling, running
from adjudicator.engine.scoring import award, look, note_majority
from adjudicator.expansions.base.values import on_a_board
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Ask
from adjudicator.play.subject import feature_item, owners, subject_of


def score(case: Case, ask: Ask) -> Ruling:
    """What a feature gives now: its value if complete, else (and for fields) its end value."""
    feature = subject_of(case, ask)
    assert feature is not None
    if pays_nobody(case, feature):
        return ruling(case, "score", "scored", (feature_item(feature),), points={})
    never = not case.game.kind(feature.kind).whole  # what is never complete is scored at the end only
    at_end = (feature.complete is False or never) and "field" not in case.game.kind_traits(feature.kind)
    lines = award(case, feature, at_end)
    points = running(lines, owners(feature))
    return ruling(case, "score", "scored", (feature_item(feature),), lines=lines, points=points)


def pays_nobody(case: Case, feature: Feature) -> bool:
    """Whether a feature pays nobody, however large: scored before (BASE-22), or without anybody (BASE-38, BASE-44).

    Raises Undetermined where nobody said who stands there.
    """
    if "scored" in feature.flags and not feature.occupants:
        case.find("BASE-22", "scored-before", feature=feature_item(feature))
        return True
    if case.figures(feature):
        return False
    on_a_board(case, feature)
    complete = feature.kind != "field" and _known_complete(case, feature)
    rule, phrase = ("BASE-22", "unoccupied") if complete else ("BASE-44", "nobody-there")
    rule = "BASE-38" if feature.kind == "field" else rule
    case.find(rule, phrase, False, feature=feature_item(feature))
    return True


def _known_complete(case: Case, feature: Feature) -> bool:
    """Whether a feature without anybody is complete; where nobody said so it changes nothing, and is not asked."""
    try:
        return case.complete(feature)
    except Undetermined:
        return False


def complete(case: Case, ask: Ask) -> Ruling:
    """Whether a feature is complete, by the rule for its kind."""
    feature = subject_of(case, ask)
    assert feature is not None
    if feature.kind == "field":
        case.find("BASE-37", "field-never-complete", False, feature=feature_item(feature))
        return ruling(case, "complete", "no", (feature_item(feature),))
    done = case.complete(feature)
    rule = case.game.kind(feature.kind).whole
    if not rule:
        lack_code(case, "kind", feature.kind)
    if case.game.kind(feature.kind).measure:
        case.find(rule, "complete-otherwise", done, feature=feature_item(feature))
    else:
        phrase = {"road": "road-complete", "city": "city-complete"}.get(feature.kind, "surrounded")
        case.find(rule, phrase, done, feature=feature_item(feature))
    on_a_board(case, feature)
    look(case, feature, "complete")
    return ruling(case, "complete", "yes" if done else "no", (feature_item(feature),))


def tiles(case: Case, ask: Ask) -> Ruling:
    """How many tiles a feature has, each counted once (BASE-24)."""
    feature = subject_of(case, ask)
    assert feature is not None
    number = case.tiles(feature)
    case.frame("BASE-24", "tiles", feature=feature_item(feature), tiles=number)
    look(case, feature, "tiles")
    return ruling(case, "tiles", "options", (feature_item(feature),), options=(Item.number(number),))


def who_leads(case: Case, ask: Ask) -> Ruling:
    """Who has the majority on a feature (BASE-20, BASE-21)."""
    feature = subject_of(case, ask)
    assert feature is not None
    case.figures(feature)
    groups = case.game.kind(feature.kind).groups
    leaders: list[str] = []
    for group in (feature.occupants,) if groups is None else groups(case, feature):
        lead = majority(case, feature, group)
        note_majority(case, feature, lead)
        leaders += lead.leaders
    look(case, feature, "majority")
    options = tuple(Item.player(p) for p in dict.fromkeys(leaders))
    return ruling(case, "majority", "options", (feature_item(feature),), options=options)


TOPICS = {"score": score, "complete": complete, "tiles": tiles, "majority": who_leads}
