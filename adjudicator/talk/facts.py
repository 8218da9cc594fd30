"""Gives what a sentence says to the feature or the figures it belongs to: states, numbers, who stands there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.talk.chunks import Said
from adjudicator.talk.things import Figures, Place, Unclear, bearing, is_field
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.talk.scene import Scene

OF_A_FIGURE = "on-figure"
NINE = 9
"""Tiles of the square in which a monastery lies."""
FAR = 6
"""What the end of a clause counts for, in words, when the nearest feature is looked for."""


def say(
    scene: Scene,
    flags: list[tuple[Said, bool]],
    units: list[tuple[str, int | None, list[int], str]],
    empties: list[int],
    counted: list[tuple[str, int, bool, list[int]]],
) -> None:
    """What was said of states, numbers and emptiness, each given to the nearest place it fits. Raises Unclear."""
    words = vocabulary()
    for flag, is_so in flags:
        if tables()["group"].get("flags", {}).get(flag.ident, {}).get("on") == OF_A_FIGURE:
            if scene.figures:
                bearer = min(scene.figures, key=lambda one: distance(scene, flag.at, one.first))
                bearer.flags[flag.ident] = is_so
                scene.consumed.add(flag.at)
            continue
        place = nearest(scene, flag.at, ())
        if place is None:
            continue
        ident = flag.ident
        if is_field(place.kind) and ident in ("complete", "incomplete"):
            # A field that is closed all round is no more complete than another one.
            able = [one.kind for one in scene.places if "completable" in words.kind_traits(one.kind)]
            near = nearest(scene, flag.at, able) if able else None
            if near is not None:
                place = near
            elif ident == "complete":
                ident = "enclosed"
        if not is_so or (ident == "complete" and scene.before(flag.at)):
            ident = {"complete": "incomplete", "incomplete": "complete"}.get(ident, "")
            if not ident:
                continue
        if {ident, *place.flags} >= {"complete", "incomplete"}:
            raise Unclear("talk-contradiction", flag.at)
        happens = scene.happens(flag)
        place.flags[ident] = place.flags.get(ident, True) and happens
        scene.consumed.add(flag.at)
    for at in empties:
        place = nearest(scene, at, ())
        if place is not None:
            place.empty = True
            scene.consumed.add(at)
    for kind, number, complete, where in counted:
        count_features(scene, kind, number, complete, where)
    for unit, counts, where, said in units:
        count(scene, unit, counts, where, said)
    of_each(scene)
    lie_beside(scene)
    for place in scene.places:
        scene.consumed.update(place.at)
        for figures in place.figures:
            scene.consumed.update(figures.at)


def of_each(scene: Scene) -> None:
    """What is on each tile of a feature, as many as it has tiles. Raises Unclear."""
    for place, unit, number, at in scene.each:
        if "tile" not in place.units:
            raise Unclear("talk-how-many", at[-1])
        if unit in place.units:
            raise Unclear("talk-contradiction", at[0])
        place.units[unit] = number * place.units["tile"]
        scene.consumed.update(at)


def lie_beside(scene: Scene) -> None:
    """A field beside the one feature that is told of: it touches that one, if it is complete."""
    for kind in dict.fromkeys(scene.senses.beside.values()):
        fields = [place for place in scene.places if is_field(place.kind) and place.touched is None]
        others = [place for place in scene.places if place.kind == kind and not place.figures and not place.owner]
        told = [place for place in others if {"complete", "incomplete"} & place.flags.keys()]
        if len(fields) != 1 or len(others) != 1 or told != others:
            continue
        fields[0].touched = int("complete" in others[0].flags)
        fields[0].touches = kind
        scene.consumed.update(others[0].at)
        if not others[0].units:
            scene.places.remove(others[0])


def count_features(scene: Scene, kind: str, number: int, complete: bool, at: list[int]) -> None:
    """A number of features beside a field."""
    field = nearest(scene, at[0], [one for one in vocabulary().ids("kind") if is_field(one)])
    if field is None:
        return
    if not complete and number:
        place = next((one for one in scene.places if one.kind == kind), None)
        complete = place is not None and "complete" in place.flags
    if complete:
        field.touched = (field.touched or 0) + number
        field.touches = kind
    scene.consumed.update(at)


def count(scene: Scene, unit: str, number: int | None, at: list[int], said: str) -> None:
    """A number of something, for the feature or the figures that can have it. Raises Unclear."""
    words = vocabulary()
    if unit == "of":
        place = nearest(scene, at[0], [one.kind for one in scene.places if "monastic" in words.kind_traits(one.kind)])
        if place is not None:
            place.counts.append(f"{number} of {said} tiles")
            scene.consumed.update(at)
        return
    about = tables()["group"].get("units", {}).get(unit, {})
    if about.get("on") == OF_A_FIGURE:
        if number == 1 and ({"cue:may", "verb:haunt"} <= scene.keys.keys() or asks_who_gets(scene, at[0])):
            scene.loose.append((unit, number, at[0]))  # the one that is to come
            return
        carriers = [one for one in scene.figures if not one.units and one.first < at[0]]
        if not carriers and "cue:may" not in scene.keys:
            carriers = [one for one in reversed(scene.figures) if not one.units]
        behind = figure_under(scene, at[-1]) if "cue:may" not in scene.keys else None
        if behind is not None and number is not None:
            behind.units[unit] = number
            scene.consumed.update(at)
            return
        if carriers and number is not None and said != "bare":
            carriers[-1].units[unit] = number
            scene.consumed.update(at)
            return
        scene.loose.append((unit, number, at[0]))
        return
    if about.get("around"):
        raise Unclear("talk-middle-tile", at[-1])
    kinds = about.get("on", [])
    place = nearest(scene, at[0], kinds) if kinds else None
    if kinds and place is None and not scene.places and said != "bare" and unit != "tile":
        place = Place(kinds[0], scene.name_for(kinds[0]), at)
        place.supposed = True
        scene.places.append(place)
    if place is None or (unit == "tile" and said == "bare"):
        scene.loose.append((unit, number, at[0]))
        return
    if number is None:
        raise Unclear("talk-how-many", at[-1])
    if said == "each":
        scene.each.append((place, unit, number, at))
        return
    monastic = "monastic" in words.kind_traits(place.kind) or place.kind == "hole"
    if unit == "tile" and monastic:
        if said != "around" and number < 9 and place.kind != "hole":
            raise Unclear("talk-own-tile", at[0])
        place.counts.append(
            f"{number} neighbours" if said == "around" or place.kind == "hole" else f"{number} of 9 tiles"
        )
    elif unit in place.units and place.units[unit] != number:
        raise Unclear("talk-contradiction", at[0])
    else:
        place.units[unit] = number
    scene.consumed.update(at)


def asks_who_gets(scene: Scene, at: int) -> bool:
    """Whether what stands at `at` is asked for: who gets a ghost?"""
    before = next((one for chunk in reversed(scene.chunks) for one in reversed(chunk.said) if one.at < at), None)
    start = max((one for one in scene.breaks if one < at), default=-1)
    asked = any(start < one < at for one in scene.keys.get("cue:who", ()))
    return asked and before is not None and f"{before.role}:{before.ident}" == "cue:get"


def figure_under(scene: Scene, at: int) -> Figures | None:
    """The figures that a word stands on, as in a ghost on my knight; None where none follow it so."""
    flat = [one for chunk in scene.chunks for one in chunk.said]
    index = next(index for index, one in enumerate(flat) if one.at == at)
    if index + 2 >= len(flat) or flat[index + 1].role != "in":
        return None
    return next((one for one in scene.figures if flat[index + 2].at in one.at), None)


def stand(scene: Scene, figures: Figures) -> None:
    """Puts figures on the nearest feature that their word may mean."""
    kinds = bearing(figures.kind, [place.kind for place in scene.places]) if figures.kind else []
    if not kinds:
        only = tables()["stance"].get(figures.figure, {}).get("stands", [])
        kinds = [kind for kind in only if any(place.kind == kind for place in scene.places)]
    place = nearest(scene, figures.first, kinds, goals=False)
    own = [one for one in scene.places if figures.owner and one.owner == figures.owner]
    if figures.each and len(own) == 1 and own[0].kind in (kinds or [own[0].kind]):
        place = own[0]  # my city and blue's city, one knight each
    if place is not None:
        place.figures.append(figures)


def nearest(scene: Scene, at: int, kinds: Sequence[str], after: bool = False, goals: bool = True) -> Place | None:
    """The nearest feature of some kinds (all where none is named), one that comes behind where `after`; without
    `goals` none, where there is another, that what stands at `at` is said to go to: may my wagon move into the city.
    """
    fitting = [place for place in scene.places if not kinds or place.kind in kinds]
    if not goals:
        fitting = [place for place in fitting if not _goes_to(scene, at, place)] or fitting
    if not fitting:
        return None

    def far(place: Place) -> float:
        return min(distance(scene, at, one) + (FAR / 2 if after and one < at else 0) for one in place.at)

    return min(fitting, key=far)


def _goes_to(scene: Scene, at: int, place: Place) -> bool:
    """Whether it is the first feature behind a verb of moving that follows what is at `at`, in one clause."""
    first = min(place.at, default=at)
    moving = [one for key in ("verb:move", "verb:go") for one in scene.keys.get(key, ()) if at < one < first]
    others = [one for other in scene.places if other is not place for one in other.at]
    flat = [one for chunk in scene.chunks for one in chunk.said if moving and moving[0] < one.at < first]
    if any(one.role == "of" and one.ident != "to" for one in flat):
        return False  # it comes from there
    return (
        bool(moving)
        and not any(moving[0] < one < first for one in others)
        and not any(at < one < first for one in scene.breaks)
    )


def distance(scene: Scene, at: int, other: int) -> float:
    """How far apart two words are, the end of a clause counting for several."""
    low, high = sorted((at, other))
    ends = sum(FAR for one in (*scene.breaks, *scene.joints) if low < one < high)
    return abs(at - other) + ends + (0.5 if other > at else 0)
