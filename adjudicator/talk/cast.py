"""Who and what a path speaks of: who acts, the figure that is to be put, the feature that is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.talk.scene import Scene
from adjudicator.talk.slots import SEVERAL, Figures, Place, Tok, alike
from adjudicator.talk.words import tables
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

CARRIED = frozenset(("neutral", "carried"))
"""Traits of figures that belong to nobody and stand beside others."""


class Lacking(LookupError):
    """A path needs what the scene does not tell."""


class Cast:
    """The players, figures and features of a scene in their parts of a path."""

    def __init__(self, path: Mapping[str, Any], scene: Scene) -> None:
        self.path = path
        self.scene = scene
        self.words = lexicon(fallback())
        self.assumed: list[str] = [*scene.assumed]
        self.places = [*scene.places]
        self.standing = {id(place): scene.standing(place) for place in scene.places}
        self.flags = {id(place): [*place.flags] for place in scene.places}
        self.units = {id(place): dict(place.units) for place in scene.places}
        self.figure: Figures | None = None
        self.told: list[Tok] = []
        """Words that this path says, and others may not."""
        self.turned = False
        self.me = self._actor()

    def _actor(self) -> str:
        scene, path = self.scene, self.path
        if path.get("speaker"):
            opens = any("unwraps" in str(one) for one in path.get("turn", ()))
            return scene.mover if opens and scene.mover else scene.speaker
        if path.get("mover") and scene.mover and not str(path["ask"]).startswith(("may", "must")):
            return scene.mover
        asks = [at for at, tok in enumerate(scene.toks) if tok.has("cue", "may", "must", "get")]
        verbs = [at for at, tok in enumerate(scene.toks) if tok.has("verb")]
        owned = {index for index, tok in enumerate(scene.toks) if tok.owns}
        for at in [*asks, *verbs]:
            for index in (at + 1, at - 1, at + 2, at - 2):
                tok = scene.at(index)
                if tok is None or tok.has("break") or index in owned:
                    continue
                before, between = scene.at(index - 1), scene.at((at + index) // 2)
                if (before is not None and before.has("of")) or (between is not None and between.has("break")):
                    continue
                if tok.has("who", "i") or (index == at + 1 and tok.has("who", "my")):
                    return scene.speaker
                if tok.has("colour") or tok.has("who", "other", "he"):
                    return scene._owner(tok, index)
        return scene.speaker

    def _carry(self) -> None:
        """Gives a figure that belongs to nobody and stands beside others, as a fairy, to the one named with it."""
        for one in [one for one in self.scene.figures if set(vocabulary().figure_traits(one.figure)) >= CARRIED]:
            others = [other for other in self.scene.figures if other is not one and other.named and other.number]
            if not others:
                continue
            near = min(others, key=lambda other: abs(other.at - one.at))
            for key, here in self.standing.items():
                units = {**near.units, one.figure: 1}
                kept = [other for other in here if other is not one]
                self.standing[key] = [replace(other, units=units) if other is near else other for other in kept]
            if one.supposed and "owner" in self.assumed:
                self.assumed.remove("owner")
            between = self.scene.toks[min(near.at, one.at) : max(near.at, one.at)]
            self.told += [tok for tok in between if "beside" in tok.roles or tok.has("cue", "near")]

    def _take_mover(self) -> None:
        """Takes out the figure that is to be put somewhere."""
        scene = self.scene
        wanted = self.path["mover"] if isinstance(self.path["mover"], list) else []
        verbs = [at for at, tok in enumerate(scene.toks) if tok.has("verb")]
        verbs = verbs or [at for at, tok in enumerate(scene.toks) if tok.has("cue", "may", "must")]
        fitting = [
            one
            for one in scene.figures
            if (one.owner == self.me or one.supposed)
            and (not wanted or one.figure in wanted)
            and one.number in (1, SEVERAL)
            and one.named
        ]
        if not fitting:
            return

        def far(one: Figures) -> float:
            return min((at - one.at if at > one.at else (one.at - at) * 0.6 for at in verbs), default=0)

        self.figure = min(fitting, key=far)
        if self.figure.supposed and "owner" in self.assumed:
            self.assumed.remove("owner")
        for key, standing in self.standing.items():
            self.standing[key] = [one for one in standing if one is not self.figure]
        place = self.figure.place
        if place is not None and place.implied and not self.standing[id(place)] and len(self.places) > 1:
            self.places = [one for one in self.places if one is not place]

    def _main(self) -> Place | None:
        """The feature that is asked about."""
        path = self.path
        kinds = path.get("kinds", ())
        piece = path.get("stood", "")
        fitting = [
            one
            for one in self.places
            if (not kinds or one.kind in kinds)
            and not (piece and any(f.figure == piece for f in self.standing[id(one)]))
        ]
        if self.figure is not None and self.figure.kind:
            fitting = [one for one in fitting if one.kind in alike([self.figure.kind])] or fitting
        if not fitting:
            if "place" not in path:
                if kinds or "{place}" in str(path):
                    raise Lacking("place")
                return None
            kind = path["place"]
            if kind == "stands":
                one = next((one for one in self.scene.figures if one.place is None), None)
                stands = tables()["stance"].get(one.figure if one else "", {}).get("stands", ["road"])
                kind = stands[0]
            place = Place(kind, -1, name=(tables()["kind"].get(kind, {}).get("names") or ["K"])[0])
            stood = path.get("stands", ())
            loose = [
                one for one in self.scene.figures if one.place is None and one is not self.figure and one.number != 0
            ]
            self.standing[id(place)] = loose or [
                Figures(self.me, figure, 1, -1) for figure in ([stood] if isinstance(stood, str) else stood)
            ]
            self.flags[id(place)], self.units[id(place)] = [], {}
            self.places.append(place)
            if not loose:
                self.assumed.append("place")
            return place
        if len(fitting) > 1 and (self.figure is not None or path.get("target")):
            verbs = [at for at, tok in enumerate(self.scene.toks) if tok.has("verb")]
            if verbs:
                where = {id(place): at for at, place in self.scene.of_tok.items()}
                behind = [one for one in fitting if where.get(id(one), one.at) > verbs[-1]]
                return behind[0] if behind else fitting[-1]
        return next((one for one in fitting if self.standing[id(one)]), fitting[0])

    def _helpers(self) -> None:
        """Adds the meeple without which a builder or a pig cannot stand anywhere."""
        traits = vocabulary().figure_traits
        for place in self.places:
            here = self.standing[id(place)]
            for one in [*here]:
                if "helper" in traits(one.figure):
                    others = [
                        other for other in here if other.owner == one.owner and "helper" not in traits(other.figure)
                    ]
                    if not others:
                        self.assumed.append("figures")
                        here.insert(0, Figures(one.owner, "meeple", 1, one.at, supposed=True))
