"""The position that the groups of a sentence describe: features, who stands there, what the placed tile does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.talk.chunks import NUMBER, Chunk, Said
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary

SPEAKER = ("red", "blue", "green", "yellow", "black")
"""Colours for those of whom the sentence names none: the speaker first, then the other one."""
SUBJECTS = frozenset(("i", "am", "me", "his"))
"""Those whom his cannot mean: who says I put it in his field speaks of another one."""
OF_A_FIGURE = "on-figure"
NINE = 9
"""Tiles of the square in which a monastery lies."""
FAR = 6
"""What the end of a clause counts for, in words, when the nearest feature is looked for."""


class Unclear(Exception):
    """What stands at `at` may mean several things or lacks something: the sentence ``problem.<code>`` asks for it."""

    def __init__(self, code: str, at: int) -> None:
        super().__init__(code)
        self.code = code
        self.at = at


class Figures:
    """Some figures of one player."""

    def __init__(self, owner: str, figure: str, number: int | None, kind: str, at: Sequence[int]) -> None:
        self.owner = owner
        """Colour; "" where the sentence names nobody."""
        self.figure = figure
        """Id; "" where only somebody's number is said."""
        self.number = number
        """None where several are meant and no number is said."""
        self.kind = kind
        """The kind of feature that the word itself names, as ``knight`` does; "" for others."""
        self.at = tuple(at)
        self.flags: dict[str, bool] = {}
        self.units: dict[str, int] = {}
        """What each of them carries."""
        self.counted = False
        """Whether a number was said."""
        self.owned_behind = False
        """Whether the owner stands behind: a wagon and a knight of mine."""

    @property
    def first(self) -> int:
        return min(self.at)


class Place:
    """A feature that the sentence speaks of."""

    def __init__(self, kind: str, name: str, at: Iterable[int], owner: str = "") -> None:
        self.kind = kind
        self.name = name
        self.at = list(at)
        self.owner = owner
        self.flags: dict[str, bool] = {}
        """Id of each state, and whether it was said as something that happens."""
        self.units: dict[str, int] = {}
        self.counts: list[str] = []
        """Numbers in their own forms: ``5 neighbours``, ``6 of 9 tiles``."""
        self.touched: int | None = None
        self.touches = ""
        self.figures: list[Figures] = []
        self.empty = False
        self.supposed = False
        """Whether only a figure speaks of it."""


class Effect(NamedTuple):
    """What the placed tile does to a feature or symbol."""

    ident: str
    at: int
    place: Place | None


class Scene:
    """All that a sentence says of the position."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks
        self.places: list[Place] = []
        self.figures: list[Figures] = []
        self.effects: list[Effect] = []
        self.keys: dict[str, list[int]] = {}
        """``role:id`` of every word, with where it stands."""
        self.numbers: list[tuple[int, int]] = []
        """Numbers that belong to nothing, with where they stand."""
        self.actors: list[tuple[str, int]] = []
        self.loose: list[tuple[str, int | None, int]] = []
        """What is counted and belongs to no feature: unit, number, where."""
        self.consumed: set[int] = set()
        """Words that the features say."""
        self.breaks = [one.at for chunk in chunks for one in chunk.said if one.role == "break"]
        self.colours = self._colours()
        flat = [one for chunk in chunks for one in chunk.said]
        for before, after in itertools.pairwise(flat):
            if before.role == "who" and before.ident == "am" and after.role == "colour":
                self.consumed.add(after.at)
        self._gather()

    # Players

    def _colours(self) -> dict[str, str]:
        """The colour of each way to speak of somebody."""
        said = [one.ident for chunk in self.chunks for one in chunk.said if one.role == "colour"]
        me = next((one for chunk in self.chunks for one in _followers(self.chunks, chunk)), "")
        free = [colour for colour in SPEAKER if colour not in said]
        me = me or free.pop(0)
        others = [colour for colour in dict.fromkeys(said) if colour != me]
        other = others[0] if len(others) == 1 else next(one for one in free if one != me)
        return {"me": me, "i": me, "am": me, "my": me, "other": other, "he": other if others or not said else me}

    def colour(self, said: Said) -> list[str]:
        """The players that a word means."""
        if said.role == "colour":
            return [said.ident]
        if said.ident == "both":
            return [self.colours["me"], self.colours["other"]]
        if said.ident == "his":
            known = [one for chunk in self.chunks for one in chunk.said if one.at < said.at]
            named = [one for one in known if one.role in ("who", "colour") and one.ident not in SUBJECTS]
            return self.colour(named[-1]) if named else [self.colours["other"]]
        return [self.colours.get(said.ident, self.colours["other"])]

    # Reading the groups

    def _gather(self) -> None:
        flags: list[tuple[Said, bool]] = []
        units: list[tuple[str, int | None, list[int], str]] = []
        empties: list[int] = []
        counted: list[tuple[str, int, bool, list[int]]] = []
        effects: list[Said] = []
        for chunk in self.chunks:
            for one in chunk.said:
                keys = one.keys
                if one.role == "flag" and not self._happens(one):
                    keys = tuple(key for key in keys if not key.startswith("effect:"))
                for key in dict.fromkeys((f"{one.role}:{one.ident}", *keys)):
                    self.keys.setdefault(key, []).append(one.at)
                if (one.role, one.ident) == ("cue", "before"):
                    self.keys.setdefault("cue:first", []).append(one.at)
            self._chunk(chunk, flags, units, empties, counted, effects)
        self._merge()
        self._supposed(counted, units)
        for figures in self.figures:
            self._stand(figures)
        self._say(flags, units, empties, counted)
        self.effects = [Effect(one.ident, one.at, self._nearest(one.at, (), True)) for one in effects]

    def _chunk(
        self,
        chunk: Chunk,
        flags: list[tuple[Said, bool]],
        units: list[tuple[str, int | None, list[int], str]],
        empties: list[int],
        counted: list[tuple[str, int, bool, list[int]]],
        effects: list[Said],
    ) -> None:
        at = [one.at for one in chunk.said]
        number_said = chunk.first("number", "article", "times")
        number = int(number_said.ident) if number_said else None
        figure = chunk.first("figure", "stance")
        kind, unit, flag = chunk.first("kind"), chunk.first("unit"), chunk.first("flag")
        owners = [colour for one in chunk.all("who", "colour") for colour in self.colour(one)]
        if chunk.shape == "no_figures":
            empties.append(at[0])
            self.consumed.update(at)
            return
        if chunk.shape == "another_whose":
            spoken = max((one for place in self.places for one in place.at), default=-1)
            if self.figures and self.figures[-1].first > spoken:  # my thief ... that of blue
                last = self.figures[-1]
                self.figures.append(Figures(owners[0], last.figure, last.number, last.kind, at))
            elif self.places:
                self.places.append(Place(self.places[-1].kind, self._name(self.places[-1].kind), at, owners[0]))
                self.keys.setdefault("another-one", []).extend(at)
            return
        if chunk.shape == "who_nothing":
            self.consumed.update(at)
            self.keys.setdefault("who-nothing", []).extend(at)
            return
        if chunk.shape == "whos":
            self.actors += [(colour, at[0]) for colour in owners]
            return
        if figure is not None or ("who" in chunk.shape and kind is None and unit is None):
            borne = flag is not None and tables()["group"].get("flags", {}).get(flag.ident, {}).get("on") == OF_A_FIGURE
            self._group(chunk, figure, number, owners, at, flag.ident if borne and flag is not None else "")
            if flag is not None and not borne:
                flags.append((flag, True))
            return
        if chunk.shape == "counted_none" and kind is not None:
            counted.append((kind.ident, 0, True, at))
        elif chunk.shape == "counted" and kind is not None:
            fields = any(_is_field(self._kind_of(one)) for other in self.chunks for one in other.said)
            if number == 1 and not (fields and flag is not None and not _is_field(kind.ident)):
                self._feature(kind, at, "", False)
                if flag is not None:
                    flags.append((flag, True))
            else:
                counted.append((kind.ident, number or 0, flag is not None and flag.ident == "complete", at))
        elif kind is not None:
            if flag is not None:
                flags.append((flag, True))
            self._feature(kind, at, owners[0] if owners else "", chunk.first("another") is not None)
        elif chunk.shape == "count_of":
            numbers = chunk.all("number", "article")
            if int(numbers[1].ident) == NINE:
                units.append(("of", int(numbers[0].ident), at, numbers[1].ident))
            else:  # one of the 8 tiles around
                units.append(("tile", int(numbers[1].ident), at, "around"))
        elif unit is not None and chunk.shape.startswith(("count", "whose_count")):
            if chunk.shape == "count_none":
                number = 0
            elif number is None:
                number = None if unit.several else 1
            said = "around" if chunk.first("around") else ("bare" if number_said is None else "")
            if owners:
                self.actors.append((owners[0], at[0]))
            units.append((unit.ident, number, at, said))
        elif chunk.shape == "count_around":
            units.append(("tile", number, at, "around"))
        elif flag is not None:
            if flag.ident == "empty":
                empties.append(flag.at) if chunk.shape != "no_state" else self.keys.setdefault("taken", []).append(
                    flag.at
                )
            else:
                opposite = chunk.shape == "no_state"
                flags.append((flag, not opposite))
                self.consumed.update(one.at for one in chunk.said if one is not flag)
            if chunk.shape == "no_state":
                self.keys.setdefault("negated", []).extend(at)
        elif chunk.shape in ("number", "number_or"):
            for one in chunk.all("number", "article"):
                self.numbers.append((int(one.ident), one.at))
                if one.role == "article":
                    self.consumed.add(one.at)
        elif chunk.shape == "actor":
            self.actors += [(colour, at[0]) for colour in owners]
        elif chunk.first("another") is not None and self.places and self._stands_alone(chunk.said[0].at):
            place = Place(self.places[-1].kind, self._name(self.places[-1].kind), at)
            self.places.append(place)
            self.keys.setdefault("another-one", []).extend(at)
        elif (too := chunk.first("too")) is not None and self.figures:
            # "Blue has a knight and so do I": the same figures once more.
            last = self.figures[-1]
            again = Figures(self.colours.get(too.ident, ""), last.figure, last.number, last.kind, at)
            again.counted = last.counted
            self.figures.append(again)
        else:
            effects += chunk.all("effect")

    def _kind_of(self, said: Said) -> str:
        """The kind of feature that a word names, alone or as the place of a figure; "" for others."""
        if said.role == "kind":
            return said.ident
        if said.role not in ("figure", "stance"):
            return ""
        kind: str = tables()["stance"].get(said.ident, {}).get("kind", "")
        return kind

    def _before(self, at: int) -> bool:
        """Whether what stands at `at` is said to be still to come: before it is complete."""
        start = max((one for one in self.breaks if one < at), default=-1)
        return any(start < one < at for one in self.keys.get("cue:before", ()))

    def _happens(self, flag: Said) -> bool:
        """Whether a state is said as something that the placed tile does: I closed it, my tile closes the road."""
        if not any(key.startswith("effect:") for key in flag.keys):
            return False
        flat = [(one, chunk.shape) for chunk in self.chunks for one in chunk.said]
        at = next(index for index, (one, _) in enumerate(flat) if one.at == flag.at)
        if flat[at][1] not in ("state", "no_state"):
            return False
        before = [(one, shape) for one, shape in flat[:at] if f"{one.role}:{one.ident}" != "cue:turn"][-1:]
        return any(shape == "actor" or (one.role == "unit" and one.ident == "tile") for one, shape in before)

    def _stands_alone(self, at: int) -> bool:
        """Whether no noun follows: from one city to another."""
        after = next((one for chunk in self.chunks for one in chunk.said if one.at > at and one.role != "of"), None)
        return after is None or after.role in ("break", "cue", "filler")

    def _group(
        self, chunk: Chunk, figure: Said | None, number: int | None, owners: list[str], at: list[int], flag: str
    ) -> None:
        kind = ident = ""
        if figure is not None:
            ident = figure.ident
            if figure.role == "stance":
                about = tables()["stance"][ident]
                ident, kind = about["figure"], about.get("kind", "")
        several = figure is not None and _are_several(figure, chunk) and vocabulary().supply(ident) != 1
        if number is None and not several:
            number = 1
        if chunk.first("each") is not None and not owners:
            named = [one for other in self.chunks if other.shape in ("whos", "actor") for one in other.all("colour")]
            owners = list(dict.fromkeys(one.ident for one in named))
            if len(owners) > 1:
                self.consumed.update(one.at for one in named)
            else:
                owners = [self.colours["me"], self.colours["other"]]
        for owner in owners or [""]:
            made = Figures(owner, ident or ("" if "number" in chunk.shape else "meeple"), number, kind, at)
            if flag:
                made.flags[flag] = True
            made.owned_behind = chunk.shape.endswith("who")
            made.counted = chunk.first("number", "article") is not None
            self.figures.append(made)

    def _feature(self, kind: Said, at: list[int], owner: str, another: bool) -> None:
        found = next((place for place in self.places if place.kind == kind.ident), None)
        if found is None or another or (owner and found.owner and owner != found.owner):
            found = Place(kind.ident, self._name(kind.ident), (), owner)
            self.places.append(found)
        found.owner = found.owner or owner
        found.at += at

    def _name(self, kind: str) -> str:
        letters: list[str] = tables()["kind"].get(kind, {}).get("names", [kind[:1].upper()])
        taken = {place.name for place in self.places}
        return next(name for name in (*letters, *(f"{letters[0]}{n}" for n in range(2, 99))) if name not in taken)

    def _merge(self) -> None:
        """Puts an owner and a number that are said apart together: two knights ... black the knights."""
        for named in [one for one in self.figures if one.owner and (one.number is None or not one.figure)]:
            if not named.figure:
                # "red 2 farmers, blue 1": the figure is that of the nearest group that names one.
                groups = [one for one in self.figures if one.figure and one is not named]
                if not groups:
                    raise Unclear("talk-which-figure", named.first)
                like = min(groups, key=lambda one: abs(one.first - named.first))
                named.figure, named.kind = like.figure, like.kind
        for one in [one for one in self.figures if self._topical(one)]:
            self.figures.remove(one)
            self.consumed.update(one.at)
        self._once()
        for one in [one for one in self.figures if not one.owner]:
            before = next((other for other in self.figures if other.owner and self._joined(other, one)), None)
            after = next((other for other in self.figures if other.owned_behind and self._joined(one, other)), None)
            if before is not None and after is not None and before.owner != after.owner:
                raise Unclear("talk-whose", one.first)  # two of blue and a wagon and one of black
            if before is not None:
                one.owner = before.owner
            elif after is not None:
                one.owner = after.owner
        loose = [one for one in self.figures if not one.owner]
        for one in loose:
            same = [
                named
                for named in self.figures
                if named.owner and named.figure == one.figure and named.kind == one.kind and named.at != one.at
            ]
            if len(same) == 1 and one.number == 1 and not one.counted and not same[0].counted:
                same[0].at = (*same[0].at, *one.at)  # my wagon ... the wagon
                self.figures.remove(one)
                continue
            if one.number == 1 and one.counted and {"cue:may", "verb:put"} <= self.keys.keys():
                continue  # may I put a knight where mine is: another one
            unnumbered = [named for named in same if named.number is None]
            told = unnumbered or [named for named in same if not named.counted and one.first < named.first]
            if len(told) == 1 and (one.number is not None):
                told[0].number = one.number
                told[0].at = (*told[0].at, *one.at)
                self.figures.remove(one)

    def _once(self) -> None:
        """Leaves out what is spoken of again: my big meeple ... my big meeple."""
        kept: list[Figures] = []
        for one in self.figures:
            same = [
                other
                for other in kept
                if (other.owner, other.figure, other.kind) == (one.owner, one.figure, one.kind)
                and other.at != one.at
                and one.number == other.number == 1
                and (vocabulary().supply(one.figure) == 1 or not (one.counted or other.counted))
            ]
            if same and one.figure:
                same[0].at = (*same[0].at, *one.at)
            else:
                kept.append(one)
        self.figures = kept

    def _topical(self, figures: Figures) -> bool:
        """Whether figures are only what the question is about, and are told elsewhere: does a wagon count?"""
        others = [one for one in self.figures if one is not figures and one.owner and one.at != figures.at]
        others = [one for one in others if one.figure == figures.figure]
        if figures.owner and vocabulary().supply(figures.figure) != 1:  # of several it may be another one
            others = [one for one in others if one.owner == figures.owner]
        if figures.number is None and not figures.owner:
            return any((one.figure, one.kind) == (figures.figure, figures.kind) for one in others)
        start = max((at for at in self.breaks if at < figures.first), default=-1)
        end = min((at for at in self.breaks if at > figures.first), default=10**6)
        clause = [one for chunk in self.chunks for one in chunk.said if start < one.at < end]
        asks = {one.ident for one in clause if one.role == "cue"}
        told = any(one.role in ("kind", "number", "unit", "colour") for one in clause)
        return "does" in asks and not told and any(not start < one.first < end for one in others)

    def _joined(self, one: Figures, other: Figures) -> bool:
        """Whether nothing but an "and" stands between two groups."""
        between = [said for chunk in self.chunks for said in chunk.said if max(one.at) < said.at < min(other.at)]
        return max(one.at) < min(other.at) and [(said.role, said.ident) for said in between] == [("and", "and")]

    def _supposed(
        self,
        counted: list[tuple[str, int, bool, list[int]]],
        units: list[tuple[str, int | None, list[int], str]],
    ) -> None:
        """Features that only the name of a figure or of what is counted there speaks of."""
        del counted
        for figures in self.figures:
            kind = figures.kind or tables().get("stance", {}).get(figures.figure, {}).get("kind", "")
            if kind and not any(_alike(place.kind, kind) for place in self.places):
                place = Place(kind, self._name(kind), figures.at)
                place.supposed = True
                self.places.append(place)
        del units

    # What belongs to which feature

    def _distance(self, at: int, other: int) -> float:
        low, high = sorted((at, other))
        ends = sum(FAR for one in self.breaks if low < one < high)
        return abs(at - other) + ends + (0.5 if other > at else 0)

    def _nearest(self, at: int, kinds: Sequence[str], after: bool = False) -> Place | None:
        """The nearest feature of some kinds (all where none is named), one that comes behind where `after`."""
        fitting = [place for place in self.places if not kinds or place.kind in kinds]
        if not fitting:
            return None

        def far(place: Place) -> float:
            return min(self._distance(at, one) + (FAR / 2 if after and one < at else 0) for one in place.at)

        return min(fitting, key=far)

    def _stand(self, figures: Figures) -> None:
        kinds = [place.kind for place in self.places if _alike(place.kind, figures.kind)] if figures.kind else []
        if not kinds:
            only = tables()["stance"].get(figures.figure, {}).get("stands", [])
            kinds = [kind for kind in only if any(place.kind == kind for place in self.places)]
        place = self._nearest(figures.first, kinds)
        if place is not None:
            place.figures.append(figures)

    def _say(
        self,
        flags: list[tuple[Said, bool]],
        units: list[tuple[str, int | None, list[int], str]],
        empties: list[int],
        counted: list[tuple[str, int, bool, list[int]]],
    ) -> None:
        words = vocabulary()
        for flag, is_so in flags:
            if tables()["group"].get("flags", {}).get(flag.ident, {}).get("on") == OF_A_FIGURE:
                if self.figures:
                    bearer = min(self.figures, key=lambda one: self._distance(flag.at, one.first))
                    bearer.flags[flag.ident] = is_so
                    self.consumed.add(flag.at)
                continue
            place = self._nearest(flag.at, ())
            if place is None:
                continue
            ident = flag.ident
            if _is_field(place.kind) and ident in ("complete", "incomplete"):
                # A field that is closed all round is no more complete than another one.
                able = [one.kind for one in self.places if "completable" in words.kind_traits(one.kind)]
                near = self._nearest(flag.at, able) if able else None
                if near is not None:
                    place = near
                elif ident == "complete":
                    ident = "enclosed"
            if not is_so or (ident == "complete" and self._before(flag.at)):
                ident = {"complete": "incomplete", "incomplete": "complete"}.get(ident, "")
                if not ident:
                    continue
            if {ident, *place.flags} >= {"complete", "incomplete"}:
                raise Unclear("talk-contradiction", flag.at)
            happens = self._happens(flag)
            place.flags[ident] = place.flags.get(ident, True) and happens
            self.consumed.add(flag.at)
        for at in empties:
            place = self._nearest(at, ())
            if place is not None:
                place.empty = True
                self.consumed.add(at)
        for kind, number, complete, where in counted:
            self._count_features(kind, number, complete, where)
        for unit, counts, where, said in units:
            self._count(unit, counts, where, said)
        for place in self.places:
            self.consumed.update(place.at)
            for figures in place.figures:
                self.consumed.update(figures.at)

    def _count_features(self, kind: str, number: int, complete: bool, at: list[int]) -> None:
        field = self._nearest(at[0], [one for one in vocabulary().ids("kind") if _is_field(one)])
        if field is None:
            return
        if not complete and number:
            place = next((one for one in self.places if one.kind == kind), None)
            complete = place is not None and "complete" in place.flags
        if complete:
            field.touched = (field.touched or 0) + number
            field.touches = kind
        self.consumed.update(at)

    def _count(self, unit: str, number: int | None, at: list[int], said: str) -> None:
        words = vocabulary()
        if unit == "of":
            place = self._nearest(at[0], [one.kind for one in self.places if "monastic" in words.kind_traits(one.kind)])
            if place is not None:
                place.counts.append(f"{number} of {said} tiles")
                self.consumed.update(at)
            return
        about = tables()["group"].get("units", {}).get(unit, {})
        if about.get("on") == OF_A_FIGURE:
            carriers = [one for one in self.figures if not one.units and one.first < at[0]]
            if not carriers and "cue:may" not in self.keys:
                carriers = [one for one in reversed(self.figures) if not one.units]
            behind = self._figure_under(at[-1]) if "cue:may" not in self.keys else None
            if behind is not None and number is not None:
                behind.units[unit] = number
                self.consumed.update(at)
                return
            if carriers and number is not None and said != "bare":
                carriers[-1].units[unit] = number
                self.consumed.update(at)
                return
            self.loose.append((unit, number, at[0]))
            return
        kinds = about.get("on", [])
        place = self._nearest(at[0], kinds) if kinds else None
        if kinds and place is None and not self.places and said != "bare" and unit != "tile":
            place = Place(kinds[0], self._name(kinds[0]), at)
            place.supposed = True
            self.places.append(place)
        if place is None or (unit == "tile" and said == "bare"):
            self.loose.append((unit, number, at[0]))
            return
        if number is None:
            raise Unclear("talk-how-many", at[-1])
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
        self.consumed.update(at)

    def _figure_under(self, at: int) -> Figures | None:
        """The figures that a word stands on, as in a ghost on my knight; None where none follow it so."""
        flat = [one for chunk in self.chunks for one in chunk.said]
        index = next(index for index, one in enumerate(flat) if one.at == at)
        if index + 2 >= len(flat) or flat[index + 1].role != "in":
            return None
        return next((one for one in self.figures if flat[index + 2].at in one.at), None)


def _followers(chunks: Sequence[Chunk], chunk: Chunk) -> Iterable[str]:
    """The colour behind the words with which a speaker names his own."""
    flat = [one for each in chunks for one in each.said]
    for before, after in itertools.pairwise(flat):
        if before.role == "who" and before.ident == "am" and after.role == "colour":
            yield after.ident


def _alike(kind: str, other: str) -> bool:
    """Whether the word for a figure on one kind may mean one on the other: a monk stands on all that is monastic."""
    words = vocabulary()
    return kind == other or all("monastic" in words.kind_traits(one) for one in (kind, other))


def _is_field(kind: str) -> bool:
    return bool(kind) and "field" in vocabulary().kind_traits(kind)


def _are_several(figure: Said, chunk: Chunk) -> bool:
    """Whether a figure is named in the plural, by its own form or by that of a word beside it."""
    alike = f"{NUMBER}:noun" in figure.keys
    return figure.several or (alike and any(f"{NUMBER}:several" in one.keys for one in chunk.said))
