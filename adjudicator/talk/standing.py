"""On which feature each figure stands, and who owns what nobody is said to own."""

from __future__ import annotations

from adjudicator.talk.slots import COMPLETE, EMPTY, Figures, Place, alike
from adjudicator.talk.things import Things
from adjudicator.talk.words import tables


class Standing(Things):
    """On which feature each figure stands, and who owns what nobody is said to own."""

    def _holders(self) -> None:
        """Puts each figure on a feature."""
        for one in self.figures:
            stands = tables()["stance"].get(one.figure, {}).get("stands")
            kinds = [one.kind] if one.kind else list(stands or ())
            able = [place for place in self.places if not kinds or place.kind in alike(kinds)]
            if not able and one.kind == "monastery":
                able = [place for place in self.places if place.kind not in ("city", "road", "field")]
            if not able and kinds and one.kind:
                made = Place(one.kind, one.at, implied=True)
                self.places.append(made)
                able = [made]
            one.place = self._where(one, able)

    def _where(self, figures: Figures, able: list[Place]) -> Place | None:
        if len(able) < 2:
            return able[0] if able else None
        owned = [one for one in able if one.owner and one.owner == figures.owner]
        at = figures.at
        spots = sorted((index, place) for index, place in self.of_tok.items() if place in able) if self.of_tok else []
        moves = [k for k, tok in enumerate(self.toks) if tok.has("verb", "move", "go") and k > at]
        if moves:
            done = [place for _, place in spots if COMPLETE in place.flags]
            if len(done) == 1:
                return done[0]
            target = next((place for index, place in spots if index > moves[0]), None)
            rest = [place for _, place in spots if place is not target]
            if target is not None and rest:
                done = [one for one in rest if COMPLETE in one.flags]
                return (done or rest)[0]
        for index, place in spots:
            if 0 < index - at <= 5 and all(
                not self.toks[k].has("break") and not self.toks[k].roles.keys() & {"figure", "stance"}
                for k in range(at + 1, index)
            ):
                if any(self.toks[k].has("in") for k in range(at + 1, index)) or not figures.kind:
                    return place
        before = [place for index, place in spots if index < at]
        if len(owned) == 1 and any(one.owner not in ("", figures.owner) for one in able):
            return owned[0]  # one each: to everyone his own
        if before:
            return before[-1]
        if owned:
            return owned[0]
        return spots[0][1] if spots else able[0]

    def _settle(self) -> None:
        """Who owns what nobody is said to own."""
        owners = {one.owner for one in self.figures if one.owner} | {one.owner for one in self.places if one.owner}
        loose = [one for one in self.figures if not one.owner and one.number]
        if len(loose) > 1 and not owners and "and:against" in self.keys:
            self.vague.append(loose[-1].at)
        for one in self.figures:
            if one.owner:
                continue
            if one.place is not None and one.place.owner:
                one.owner = one.place.owner
            elif owners - {self.speaker} and not (owners & {self.speaker}) and len(owners) == 1 and not self._speaks():
                one.owner = next(iter(owners))
                if any(
                    other.owner == one.owner and other is not one and other.place is one.place for other in self.figures
                ):
                    self.assumed.append("owner")
            elif not owners:
                people = [self._owner(tok, at) for at, tok in enumerate(self.toks) if self._is_person(tok)]
                one.owner = people[0] if len(set(people)) == 1 and not self._speaks() else self.speaker
                if not people and not self._speaks() and one.number:
                    self.assumed.append("owner")
            else:
                one.owner = self.speaker
                one.supposed = True
                if one.number != 0:
                    self.assumed.append("owner")
        for place in self.places:
            here = [one for one in self.figures if one.place is place]
            if here and self.nobody and all(one.number == 0 for one in here) and EMPTY not in place.flags:
                place.flags.append(EMPTY)
            if place.owner and not any(one.owner == place.owner for one in here) and EMPTY not in place.flags:
                made = Figures(place.owner, "meeple", 1, place.at, place.kind, place=place, supposed=True, named=False)
                self.figures.append(made)
                if any(one.number != 0 for one in here):
                    self.assumed.append("figures")
        self._told_twice()
        taken: dict[str, int] = {}
        for place in self.places:
            names = tables()["kind"].get(place.kind, {}).get("names") or ["K", "L", "N", "P", "Q"]
            index = taken.get(place.kind, 0)
            name = names[min(index, len(names) - 1)]
            while any(one.name == name for one in self.places):
                index += 1
                name = names[index] if index < len(names) else f"Z{index}"
            taken[place.kind] = index + 1
            place.name = name

    def _told_twice(self) -> None:
        """What somebody has by himself stands for his part of what is said of each; what is told twice without a word
        that it is another one may be the same.
        """
        for one in [one for one in self.figures if one.shared]:
            own = [other for other in self._like(one) if not other.shared]
            if own and not any(other.more for other in own):
                self.figures.remove(one)
        for one in self.figures:
            apart = one.units, one.flags
            if not one.more and any(
                other.at < one.at and (other.units, other.flags) == apart for other in self._like(one)
            ):
                self.assumed.append("twice")

    def _like(self, one: Figures) -> list[Figures]:
        """Other figures of the same player, name and place."""
        return [
            other
            for other in self.figures
            if other is not one
            and (other.owner, other.figure, other.place) == (one.owner, one.figure, one.place)
            and one.number
            and other.number
        ]

    def standing(self, place: Place) -> list[Figures]:
        """Who stands on a feature."""
        return [one for one in self.figures if one.place is place and one.number != 0]
