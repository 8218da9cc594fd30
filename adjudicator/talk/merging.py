"""Puts together what a sentence says apart of the same figures: whose they are, how many, and which it repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.talk.things import Figures, Unclear
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.talk.scene import Scene


def merge(scene: Scene) -> None:
    """Puts an owner and a number that are said apart together: two knights ... black the knights."""
    for named in [one for one in scene.figures if one.owner and (one.number is None or not one.figure)]:
        if not named.figure:
            # "red 2 farmers, blue 1": the figure is that of the nearest group that names one.
            groups = [one for one in scene.figures if one.figure and one is not named]
            groups = groups or [scene.named(said) for said in scene.denied]
            if not groups:
                raise Unclear("talk-which-figure", named.first)
            like = min(groups, key=lambda one: abs(one.first - named.first))
            named.figure, named.kind = like.figure, like.kind
    for one in [one for one in scene.figures if topical(scene, one)]:
        scene.figures.remove(one)
        scene.consumed.update(one.at)
    once(scene)
    for one in [one for one in scene.figures if not one.owner]:
        before = next((other for other in scene.figures if other.owner and joined(scene, other, one)), None)
        after = next((other for other in scene.figures if other.owned_behind and joined(scene, one, other)), None)
        if before is not None and after is not None and before.owner != after.owner:
            raise Unclear("talk-whose", one.first)  # two of blue and a wagon and one of black
        if before is None and after is None:
            before = subject(scene, one)
        if before is not None:
            one.owner = before.owner
        elif after is not None:
            one.owner = after.owner
    loose = [one for one in scene.figures if not one.owner]
    for one in loose:
        same = [
            named
            for named in scene.figures
            if named.owner and named.figure == one.figure and named.kind == one.kind and named.at != one.at
        ]
        alone = vocabulary().supply(one.figure) == 1 and [other for other in same if other.first < one.first] == same
        if len(same) == 1 and one.number == 1 and not one.counted and (alone or not same[0].counted):
            _again(scene, same[0], one)  # my wagon ... the wagon
            scene.figures.remove(one)
            continue
        if one.number == 1 and one.counted and {"cue:may", "verb:put"} <= scene.keys.keys():
            continue  # may I put a knight where mine is: another one
        unnumbered = [named for named in same if named.number is None]
        named_nouns = unnumbered or [named for named in same if not named.counted and one.first < named.first]
        if len(named_nouns) == 1 and (one.number is not None):
            named_nouns[0].number = one.number
            named_nouns[0].at = (*named_nouns[0].at, *one.at)
            scene.figures.remove(one)


def once(scene: Scene) -> None:
    """Leaves out what is spoken of again: my big meeple ... my big meeple."""
    kept: list[Figures] = []
    for one in scene.figures:
        same = [
            other
            for other in kept
            if (other.owner, other.figure, other.kind) == (one.owner, one.figure, one.kind)
            and other.at != one.at
            and one.number == other.number == 1
            and (vocabulary().supply(one.figure) == 1 or not (one.counted or other.counted))
            and not _stands_there(scene, other, one)
        ]
        if same and one.figure:
            _again(scene, same[0], one)
        else:
            kept.append(one)
    scene.figures = kept


def _stands_there(scene: Scene, moved: Figures, standing: Figures) -> bool:
    """Whether the second of two figures of nobody is one that stands where the first is to go: may I put a barn where
    there is a barn, in a field with a barn?
    """
    if moved.owner or standing.owner or not {"cue:may", "verb:put"} <= scene.keys.keys():
        return False
    low, high = max(moved.at), min(standing.at)
    if any(low < at < high for at in scene.breaks):
        return False
    between = [said for chunk in scene.chunks for said in chunk.said if low < said.at < high]
    if any(said.role == "verb" or (said.role, said.ident) == ("and", "and") for said in between):
        return False
    return any(said.role in ("kind", "there") for said in between)


def _again(scene: Scene, figures: Figures, repeated: Figures) -> None:
    """Takes `repeated` for what names the same figures once more, and notes that they are spoken of again."""
    figures.at = (*figures.at, *repeated.at)
    if vocabulary().supply(figures.figure) == 1:
        for key in ("again:figure", f"again:{figures.figure}"):
            scene.keys.setdefault(key, []).extend(repeated.at)


def topical(scene: Scene, figures: Figures) -> bool:
    """Whether figures are only what the question is about, and are told elsewhere: does a wagon count?"""
    others = [one for one in scene.figures if one is not figures and one.owner and one.at != figures.at]
    others = [one for one in others if one.figure == figures.figure]
    if figures.owner and vocabulary().supply(figures.figure) != 1:  # of several it may be another one
        others = [one for one in others if one.owner == figures.owner]
    if figures.number is None and not figures.owner:
        return any((one.figure, one.kind) == (figures.figure, figures.kind) for one in others)
    if not figures.owner and not figures.counted and {"cue:lose", "cue:goes"} & scene.keys.keys():
        before = scene.beside(figures.first)[0]
        if before is not None and before.ident in ("lose", "goes") and others:
            return True  # who loses knights?
    start = max((at for at in scene.breaks if at < figures.first), default=-1)
    end = min((at for at in scene.breaks if at > figures.first), default=10**6)
    clause = [one for chunk in scene.chunks for one in chunk.said if start < one.at < end]
    asks = {one.ident for one in clause if one.role == "cue"}
    has_noun = any(one.role in ("kind", "number", "unit", "colour") for one in clause)
    return "does" in asks and not has_noun and any(not start < one.first < end for one in others)


def subject(scene: Scene, figures: Figures) -> Figures | None:
    """The figures of the one who has these as well: I have 2 knights in a city and a thief on a road."""
    start = max((at for at in scene.breaks if at < figures.first), default=-1)
    clause = [said for chunk in scene.chunks for said in chunk.said if start < said.at < figures.first]
    clause = [said for said in clause if said.role not in ("article", "number")]
    if not clause or f"{clause[-1].role}:{clause[-1].ident}" != "and:and":
        return None
    owners = [said for said in clause if said.role in ("who", "colour")]
    chunk = next((chunk for chunk in scene.chunks if owners and owners[0] in chunk.said), None)
    if len(owners) != 1 or chunk is None or chunk.shape != "who_number_figure" or owners[0].ident == "my":
        return None
    return next((one for one in scene.figures if one.owner and owners[0].at in one.at), None)


def joined(scene: Scene, one: Figures, other: Figures) -> bool:
    """Whether nothing but an "and" stands between two groups."""
    between = [said for chunk in scene.chunks for said in chunk.said if max(one.at) < said.at < min(other.at)]
    return max(one.at) < min(other.at) and [(said.role, said.ident) for said in between] == [("and", "and")]
