"""What features and figures have, and what players have before them."""

from __future__ import annotations

from typing import Any

from adjudicator.talk.people import People
from adjudicator.talk.slots import AROUND, COMPLETE, HANDED, SEVERAL, SURROUNDED, Figures, Place, Tok
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary


class Things(People):
    """What features and figures have, and what players have before them."""

    def _things(self) -> None:
        where: dict[str, Any] = tables()["group"]["units"]
        for at, tok in enumerate(self.toks):
            if tok.used or not tok.has("unit"):
                continue
            unit = tok.roles["unit"]
            if unit == "point" or unit == "score":
                continue
            meaning = next(one for one in tok.word.meanings if one.role == "unit")
            number, each = tok.number, False
            for _, other in self.look(at, -1, ("size", "flag", "article", "number", "not", "each", "alone")):
                if other.has("not"):
                    number = 0
                    other.used = True
                if other.has("article") and number < 0:
                    number = 1
                if other.has("each"):
                    each = True
            near = [
                one
                for step in (-1, 1)
                for _, one in self.look(at, step, ("number", "article", "in", "filler", "of"), 3)
            ]
            per = next((one for one in near if one.has("per")), None)
            if number < 0:
                number = SEVERAL if meaning.several else 1
            if unit in ("tile", "neighbour") and 0 < number < 8 and (lack := self._lacks(at)) is not None:
                unit, number, lack.used = "neighbour", 8 - number, True
            on = where.get(unit, {}).get("on") or self._bears(unit)
            if unit == "misty-tile" and (misty := self._misty(at)) is not None:
                misty.flags.append("misty")
                tok.used = True
                continue
            if on == "on-figure":
                one = self._near_figure(at)
                if one is None and self.figures:
                    one = self.figures[-1]
                if one is not None:
                    if unit in one.units and number != one.units[unit]:
                        self.vague.append(at)
                    one.units[unit] = number
                    tok.used = True
                    continue
            around = where.get("neighbour", {}).get("on", ())
            if unit == "tile" and any(one.kind in around for one in self.places) and self._is_around(at):
                unit = "neighbour"
                on = where.get(unit, {}).get("on")
            if unit == "tile" and any(one.kind == "haunted-castle" for one in self.places):
                fog = (one for step in (-1, 1) for _, one in self.look(at, step, ("in", "number", "article", "of"), 4))
                if (mist := next((one for one in fog if one.has("cue", "mist")), None)) is not None:
                    unit, mist.used = "misty-tile", True
                    on = where.get(unit, {}).get("on")
            if on is None and tok.number >= 0 and unit not in HANDED:
                on = [one.kind for one in self.places if not one.implied] or None
            place = self._near_place(at, on)
            if per is not None and place is not None and "tile" in place.units and number in (-1, 1) and not each:
                number, per.used = place.units["tile"], True
            if place is not None and place.kind == "hole" and unit in ("tile", "neighbour"):
                if number == 4:
                    place.flags.append("enclosed")
                    self.vague.append(at)  # or those at its corners are counted
                elif number > 0:
                    place.units["neighbour"] = number
                tok.used = True
                continue
            if unit == "tile" and number in (1, SEVERAL) and tok.number < 0:
                if number == 1 or not each:
                    tok.used = True
                continue  # a tile, my tile: what is placed
            if place is None and unit == "tile":
                self.vague.append(at)
                continue
            if place is None or each or on is None:
                holders = self._subjects(at)
                told = tok.number >= 0 or (number == 1 and not meaning.several and holders)
                if not each and told and unit in HANDED and not self._asked_for(at):
                    tok.used = True
                    before = [self.held[-1][0]] if self.held else [self.speaker]
                    self.held += [(holder, number, unit) for holder in holders or before]
                    self.loose.setdefault(unit, (number, next(iter(holders), "")))
                continue
            if unit in place.units and place.units[unit] != number:
                others = [one for one in self.places if one.kind in on and unit not in one.units and one is not place]
                if not others:
                    self.vague.append(at)
                    continue
                place = others[0]
            if unit == "tile" and place.kind in AROUND and self.of_nine:
                place.units["of-nine"], tok.used = number, True
                continue
            if unit == "tile" and place.kind in AROUND and number == 9:
                place.flags.append(COMPLETE)
                tok.used = True
                continue
            if unit == "tile" and place.kind in AROUND:
                self.vague.append(at)  # nobody says whether its own tile is among them
                continue
            place.units[unit] = number
            tok.used = True

    def _asked_for(self, at: int) -> bool:
        """Whether somebody asks to get the thing at an index."""
        over = ("article", "who", "colour", "number", "size")
        return any(one.has("cue", "get", "may") for _, one in self.look(at, -1, over, 4))

    def _lacks(self, at: int) -> Tok | None:
        """The word that says that tiles around a monastery or its like are missing; None for none."""
        if not any(one.kind in AROUND for one in self.places):
            return None
        over = ("number", "article", "there", "cue", "around", "who", "stance", "kind", "misc", "in", "of", "size")
        near = [self.toks[at], *(one for step in (-1, 1) for _, one in self.look(at, step, over, 4))]
        return next((one for one in near if one.has("lack")), None)

    def _misty(self, at: int) -> Place | None:
        """The feature that is said to be misty, and does not count misty tiles."""
        for step in (1, -1):
            for index, _ in self.look(at, step, ("article", "filler", "in", "there"), 3):
                if index in self.of_tok and self.of_tok[index].kind in ("field", "road", "city"):
                    return self.of_tok[index]
        return None

    def _bears(self, unit: str) -> Any:
        """What may have things of a sort where no table says: figures have what they carry or stand on."""
        traits = vocabulary().traits("unit", unit) if vocabulary().has("unit", unit) else ()
        if {"carried", "below"} & set(traits):
            return "on-figure"
        return None

    def _is_around(self, at: int) -> bool:
        """Whether the tiles at an index are those around a monastery: seven tiles around, surrounded by 8 tiles."""
        for _, other in self.look(at, 1, ("there", "filler"), 2):
            if other.has("around"):
                other.used = True
                return True
        for _, other in self.look(at, -1, ("number", "article", "size", "of", "flag", "in"), 5):
            if other.has("around"):
                other.used = True
                return True
            if other.has("flag", COMPLETE) and other.word.meant.split()[0] in SURROUNDED:
                other.used = True
                return True
        return False

    def _near_figure(self, at: int) -> Figures | None:
        before = [one for one in self.figures if one.at < at]
        after = [one for one in self.figures if one.at > at]
        if (
            before
            and after
            and self.toks[before[-1].at].clause != self.toks[at].clause == self.toks[after[0].at].clause
        ):
            return after[0]
        return before[-1] if before else after[0] if after else None

    def _near_place(self, at: int, kinds: Any) -> Place | None:
        """The feature that something belongs to: the last one named, the next one of the clause before it."""
        fitting = [
            (index, one)
            for index, one in sorted(self.of_tok.items(), key=lambda pair: pair[0])
            if kinds is None or one.kind in kinds
        ]
        rest = [one for one in self.places if kinds is None or one.kind in kinds]
        if not fitting:
            return rest[-1] if rest else None
        clause = self.toks[at].clause
        close = [(index, one) for index, one in fitting if self.toks[index].clause == clause]
        after = [(index, one) for index, one in close if index > at]
        before = [(index, one) for index, one in fitting if index < at]
        if after and after[0][0] - at <= 2 and not (before and self.toks[at + 1].roles.keys() & {"and", "break"}):
            return after[0][1]
        if close and close[0][0] < at:
            return [one for index, one in close if index < at][-1]
        if after and not before:
            return after[0][1]
        return before[-1][1] if before else fitting[0][1]
