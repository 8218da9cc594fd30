"""What a sentence asks: which paths of the ``talk.toml`` files fit a scene, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.talk.cast import Lacking
from adjudicator.talk.scene import Scene
from adjudicator.talk.words import tables
from adjudicator.talk.writing import Candidate, Writer, matches

PERMISSION = 7
"""What a question for leave takes from the weight of a path that answers something else."""
AGAINST = 50
"""What a word takes from the weight of a path that does not expect it."""


def lines(scene: Scene) -> list[Candidate]:
    """The lines that a scene may mean, the likeliest first."""
    found = []
    for path in tables()["frame"]:
        if "ask" not in path:
            continue
        fit = _fit(path, scene)
        if fit is None:
            continue
        try:
            found.append(Writer(path, scene).line(fit))
        except Lacking:
            continue
    return sorted(found, key=lambda one: -one.weight)


def otherwise(candidate: Candidate, scene: Scene) -> Iterator[str]:
    """The lines that a path makes of a scene where a figure that nobody gave an owner is somebody else's, or is not
    there; those that stand there only since something is called somebody's come first.
    """
    path = next(one for one in tables()["frame"] if one.get("id") == candidate.path and "ask" in one)
    for figures in sorted(scene.figures, key=lambda one: (not one.supposed, one.named)):
        owner, number = figures.owner, figures.number
        if not number or not (figures.supposed or "owner" in scene.assumed):
            continue
        another = scene.other if owner == scene.speaker else scene.speaker
        for figures.owner, figures.number in ((another, number), (owner, 0)):
            try:
                yield Writer(path, scene).line(candidate.weight).text
            except Lacking:
                continue
        figures.owner, figures.number = owner, number


def _fit(path: Mapping[str, Any], scene: Scene) -> float | None:
    """How well a path fits; None where it does not."""
    when = path.get("when", ())
    if not all(matches(one, scene) for one in when):
        return None
    weight = float(path.get("weight", 0)) + 2 * len(when)
    beside = [*when, *path.get("also", ()), *("may" for group in path.get("like", ()) if group == "leave")]
    asked = str(path["ask"]).startswith(("may", "must"))
    if scene.keys & {"cue:may", "cue:must"} and not asked and not any("may" in one.split("|") for one in beside):
        weight -= PERMISSION
    against = sum(matches(one, scene) for one in path.get("without", ()))
    weight -= AGAINST * against
    kinds = path.get("kinds")
    if kinds and not any(place.kind in kinds for place in scene.places) and "place" not in path:
        return None
    if len(scene.places) < path.get("places", 0) or (path.get("scored") and not scene.scores):
        return None
    if path.get("somewhere") and not scene.places:
        return None
    if path.get("nowhere") and scene.places:
        return None
    piece = path.get("stood")
    if piece and not any(one.figure == piece for one in scene.figures):
        return None
    return weight
