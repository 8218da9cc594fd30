"""The position that the groups of a sentence describe: features, who stands there, what the placed tile does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from adjudicator.talk.chunks import NUMBER, Chunk, Said
from adjudicator.talk.facts import NINE, OF_A_FIGURE, nearest, say, stand
from adjudicator.talk.merging import merge
from adjudicator.talk.senses import senses, settled
from adjudicator.talk.things import Effect, Figures, Place, Unclear, bearing, is_field
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary

SPEAKER = ("red", "blue", "green", "yellow", "black")
"""Colours for those of whom the sentence names none: the speaker first, then the other one."""
MANY = 4
"""A tile has no more sides, and extends no more features."""
SUBJECTS = frozenset(("i", "am", "me", "his"))
"""Those whom his cannot mean: who says I put it in his field speaks of another one."""


MY_TURN = "cue:my-turn"
MINE = frozenset(("i", "am", "me", "my", "both"))
GAME = "game:game"
"""The name of the game."""
IN_GAME = "game:place"
"""The name of the game where it is that of a place: my knight in Carcassonne, the city of Carcassonne."""
TURN_OF = "cue:turn-of"
"""The word behind or before which a player is named whose turn it is."""
BETWEEN = frozenset(("there", "article", "flag", "size", "number"))
"""What may stand between a figure and the word for where it stands."""
ASIDE = frozenset(("article", "number", "flag", "size", "in", "of", "who", "colour", "there", "unit"))
"""Roles of words that stand beside a noun and say more of it."""


class Scene:
    """All that a sentence says of the position."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        """Raises Unclear."""
        self.chunks = settled(chunks)
        self.senses = senses(self.chunks)
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
        self.denied: list[Said] = []
        """Figures that somebody is said to have none of."""
        self.each: list[tuple[Place, str, int, list[int]]] = []
        """What is on each tile of a feature: where, what, how many, the words that say it."""
        self.consumed: set[int] = set(self.senses.spoken)
        """Words that the features say."""
        self.out_of_meeples: list[tuple[str, int]] = []
        """Players who are said to have no meeple left, with where that stands."""
        self.supply_at: list[int] = []
        """The words that say of such a meeple that it would be in the supply."""
        self.breaks = [one.at for chunk in chunks for one in chunk.said if one.role == "break"]
        self.joints = _joints(self.chunks)
        """Where an "and" goes on to another feature, and so ends what is said of the one before."""
        self.colours = self._colours()
        self.turner, self.turner_at = self._whose_turn()
        """Whose turn it is said to be, "" where that is not said, and the words that say so."""
        self.scores = self._scores()
        """The score that somebody is said to have, with the words that say so."""
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
        me = me or next(iter(free), said[0] if said else SPEAKER[0])
        others = [colour for colour in dict.fromkeys(said) if colour != me]
        other = others[0] if len(others) == 1 else next((one for one in (*free, *others) if one != me), me)
        return {"me": me, "i": me, "am": me, "my": me, "other": other, "he": other if others or not said else me}

    def _whose_turn(self) -> tuple[str, list[int]]:
        """The player whose turn a sentence names, and the words: in blue's turn, pendant le tour de bleu."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.role not in ("article", "in")]
        for at, one in enumerate(flat):
            if TURN_OF not in (f"{one.role}:{one.ident}", *one.keys):
                continue
            behind = flat[at + 2 : at + 3] if flat[at + 1 : at + 2] and flat[at + 1].role == "of" else []
            for other in (*flat[max(at - 1, 0) : at], *behind):
                if other.role not in ("who", "colour") or other.ident in MINE:
                    continue
                colour = self.colour(other)[0]
                if other.role == "who" and colour == self.colours["me"]:
                    colour = self.colours["other"]  # my gift in his turn
                return colour, [one.at, other.at]
        mine = [one.at for one in flat if MY_TURN in (f"{one.role}:{one.ident}", *one.keys)]
        return (self.colours["me"] if mine else ""), mine

    def _scores(self) -> dict[str, tuple[int, list[int]]]:
        """How many points somebody has: I have 0 points, my score is 3."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.role != "of"]
        found = {}
        for who, number, what in zip(flat, flat[1:], flat[2:], strict=False):
            if who.role in ("who", "colour") and number.role != "number":
                number, what = what, number  # the number may come behind
            points = "cue:points" in (f"{what.role}:{what.ident}", *what.keys) or what.ident == "point"
            if who.role in ("who", "colour") and number.role == "number" and points:
                found[self.colour(who)[0]] = (int(number.ident), [who.at, number.at, what.at])
        return found

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
        implied: dict[str, list[str]] = tables()["group"].get("implied", {})
        for chunk in self.chunks:
            for one in chunk.said:
                keys = one.keys
                if one.role == "flag" and not self.happens(one):
                    keys = tuple(key for key in keys if not key.startswith("effect:"))
                keys = (f"{one.role}:{one.ident}", *keys)
                also = (other for key in keys for other in implied.get(key, ()))
                for key in dict.fromkeys((*keys, *also)):
                    self.keys.setdefault(key, []).append(one.at)
                if (one.role, one.ident) == ("cue", "before"):
                    self.keys.setdefault("cue:first", []).append(one.at)
            self._chunk(chunk, flags, units, empties, counted, effects)
        self._several()
        self._named_like_the_game()
        merge(self)
        self._supposed(counted, units)
        for figures in self.figures:
            stand(self, figures)
        say(self, flags, units, empties, counted)
        self.effects = [Effect(one.ident, one.at, nearest(self, one.at, (), True)) for one in effects]
        self.effects += [more for one in self.effects for more in self._as_well(one)]

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
        if figure is not None and figure.at in self.senses.whose:  # whose abbot?
            self.consumed.update(at)
            return
        if chunk.shape == "no_figures":
            hand = self._in_supply(at[-1])
            if hand and chunk.first("figure", "stance") is not None:
                self.out_of_meeples.append((self.colours["me"], at[0]))
                self.supply_at += hand
                self.consumed.update(hand)
            else:
                empties.append(at[0])
            self.consumed.update(at)
            return
        if chunk.shape == "another_whose":
            spoken = max((one for place in self.places for one in place.at), default=-1)
            if self.figures and self.figures[-1].first > spoken:  # my thief ... that of blue
                last = self.figures[-1]
                self.figures.append(Figures(owners[0], last.figure, last.number, last.kind, at))
            elif self.places:
                self.places.append(Place(self.places[-1].kind, self.name_for(self.places[-1].kind), at, owners[0]))
                self.keys.setdefault("another-one", []).extend(at)
            return
        if chunk.shape == "who_nothing":
            if figure is not None:
                self.denied.append(figure)
            if figure is not None and figure.ident == "meeple" and owners and chunk.first("there") is None:
                self.out_of_meeples.append((owners[0], at[0]))
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
            fields = any(is_field(self._kind_of(one)) for other in self.chunks for one in other.said)
            if number == 1 and not (fields and flag is not None and not is_field(kind.ident)):
                self._feature(kind, at, "", False)
                if flag is not None:
                    flags.append((flag, True))
            else:
                number = 0 if flag is not None and flag.ident == "incomplete" else number
                told = flag is not None and flag.ident in ("complete", "incomplete")
                counted.append((kind.ident, number or 0, told, at))
        elif kind is not None:
            if flag is not None:
                flags.append((flag, True))
            if owners and self._does_next(chunk):  # a city that red closes
                self.actors += [(colour, at[-1]) for colour in owners]
                owners, at = [], at[:-1]
            owner = owners[0] if owners else ""
            self._feature(kind, at, owner, chunk.first("another") is not None)
            for _ in range(1, min(number or 1, MANY)):  # two roads of blue
                self._feature(kind, at, owner, True)
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
            if unit.at in self.senses.each:
                said, at = "each", [*at, *self.senses.each[unit.at]]
            if unit.ident == "tile" and number_said is not None and number_said.role == "article" and not said:
                said = "bare"  # "with a tile" says who is placed, and not how large something is
            if owners:
                self.actors.append((owners[0], at[0]))
            if number is not None and number > 1:
                self.keys.setdefault(f"several:{unit.ident}", []).extend(at)
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
        elif (named := chunk.first("named")) is not None:
            for place in (one for one in self.places if one.name == named.ident):
                place.at += at
                self.consumed.update(at)
        elif chunk.first("another") is not None and self.places and self._stands_alone(chunk.said[0].at):
            place = Place(self.places[-1].kind, self.name_for(self.places[-1].kind), at)
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

    def _in_supply(self, at: int) -> list[int]:
        """The word for the supply right behind what stands at `at`: no meeple in my supply; [] where none follows."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.at > at and one.role not in ("in", "who")]
        return [one.at for one in flat[:1] if "cue:hand" in (f"{one.role}:{one.ident}", *one.keys)]

    def _does_next(self, chunk: Chunk) -> bool:
        """Whether the player at the end of a group does what comes next, and is no owner: the road red has closed."""
        last = chunk.said[-1]
        if last.role not in ("who", "colour") or chunk.first("of") is not None or last is chunk.said[0]:
            return False
        after = next((one for other in self.chunks for one in other.said if one.at > last.at), None)
        return after is not None and (after.role == "effect" or any(key.startswith("effect:") for key in after.keys))

    def _kind_of(self, said: Said) -> str:
        """The kind of feature that a word names, alone or as the place of a figure; "" for others."""
        if said.role == "kind":
            return said.ident
        if said.role not in ("figure", "stance"):
            return ""
        kind: str = tables()["stance"].get(said.ident, {}).get("kind", "")
        return kind

    def beside(self, at: int) -> tuple[Said | None, Said | None]:
        """The nouns, verbs and players next to a word, before and behind it; None where a clause ends."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.role not in ASIDE]
        where = next((index for index, one in enumerate(flat) if one.at == at), 0)
        sides = (flat[where - 1] if where else None, flat[where + 1] if where + 1 < len(flat) else None)
        return sides[0], sides[1]

    def _as_well(self, effect: Effect) -> list[Effect]:
        """What a tile does to a second feature: it extends a road and a city."""
        place = effect.place
        alike = [one for one in self.places if place is not None and one is not place and one.at == place.at]
        found = [Effect(effect.ident, effect.at, one) for one in alike]  # it extends two roads
        for at in self.joints:
            before, after = self.beside(at)
            if before is None or after is None or effect.place is None or before.at not in effect.place.at:
                continue
            first = self.beside(before.at)[0]
            place = next((one for one in self.places if after.at in one.at), None)
            if place is not None and place is not effect.place and first is not None and first.at == effect.at:
                found.append(Effect(effect.ident, effect.at, place))
        return found

    def _several(self) -> None:
        """Notes the verbs with which a number of figures is named: protect two of them, zwei Ritter schützen."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.role not in ("of", "article", "who")]
        may = min(self.keys.get("cue:may", [0]))
        for index, one in enumerate(flat):
            behind = flat[index + 1 : index + 2]
            if flat[index + 2 : index + 3] and flat[index + 2].ident in ("points", "point"):
                behind = []  # for 2 points
            ahead = flat[max(index - 2, 0) : index] if one.at > may else []
            figure = ahead and (ahead[-1].role in ("figure", "stance") or ahead[-1].ident == "partitive")
            ahead = [other for other in (ahead if figure else ahead[-1:]) if other.at > may]
            several = [other.at for other in (*behind, *ahead) if _is_several(other)]
            joined = [at for at in self.keys.get("and:and", ()) if self._joins_figures(one.at, may, at)]
            several += joined
            if one.role == "verb" and several:
                self.keys.setdefault(f"several:{one.ident}", []).extend(several)

    def _named_like_the_game(self) -> None:
        """Notes where the name of the game is that of a place, and passes it over elsewhere."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.role not in ("of", "in")]
        for before, one in zip((None, *flat), flat, strict=False):
            if f"{one.role}:{one.ident}" != GAME:
                continue
            if before is not None and before.role in ("figure", "stance", "kind"):
                self.keys.setdefault(IN_GAME, []).append(one.at)
            else:
                self.consumed.add(one.at)

    def _joins_figures(self, verb: int, may: int, at: int) -> bool:
        """Whether an "and" joins two figures that a verb is about: protect my thief and my knight."""
        before, after = self.beside(at)
        if before is None or after is None or {before.role, after.role} - {"figure", "stance"}:
            return False
        low, high = (verb, after.at) if verb < at else (may, verb)
        return low < before.at < high + 1 and not any(low < one < high for one in self.breaks)

    def before(self, at: int) -> bool:
        """Whether what stands at `at` is said to be still to come: before it is complete."""
        start = max((one for one in self.breaks if one < at), default=-1)
        return any(start < one < at for one in self.keys.get("cue:before", ()))

    def happens(self, flag: Said) -> bool:
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
            about = self.named(figure)
            ident, kind = about.figure, about.kind
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
            made.each = chunk.first("each") is not None
            self.figures.append(made)

    def named(self, said: Said) -> Figures:
        """The figure that a word names, of nobody."""
        about = tables()["stance"][said.ident] if said.role == "stance" else {"figure": said.ident}
        return Figures("", about["figure"], 1, about.get("kind", ""), [said.at])

    def _feature(self, kind: Said, at: list[int], owner: str, another: bool) -> None:
        name = self.senses.names.get(kind.at, "")
        alike = [place for place in self.places if place.kind == kind.ident]
        found = next((place for place in alike if not name or place.name == name), None)
        if found is None or another or (owner and found.owner and owner != found.owner):
            found = Place(kind.ident, name or self.name_for(kind.ident), (), owner)
            found.called = bool(name)
            self.places.append(found)
        found.owner = found.owner or owner
        found.at += at

    def name_for(self, kind: str) -> str:
        letters: list[str] = tables()["kind"].get(kind, {}).get("names", [kind[:1].upper()])
        taken = {place.name for place in self.places}
        return next(name for name in (*letters, *(f"{letters[0]}{n}" for n in range(2, 99))) if name not in taken)

    def _supposed(
        self,
        counted: list[tuple[str, int, bool, list[int]]],
        units: list[tuple[str, int | None, list[int], str]],
    ) -> None:
        """Features that only the name of a figure or of what is counted there speaks of."""
        del counted
        for figures in self.figures:
            kind = figures.kind or tables().get("stance", {}).get(figures.figure, {}).get("kind", "")
            if kind and not bearing(kind, [place.kind for place in self.places]):
                self._not_elsewhere(figures)
                place = Place(kind, self.name_for(kind), figures.at)
                place.supposed = True
                self.places.append(place)
        del units

    def _not_elsewhere(self, figures: Figures) -> None:
        """Refuses a figure whose word says where it stands on a feature of another kind: a knight on a road."""
        flat = [one for chunk in self.chunks for one in chunk.said if one.role not in BETWEEN]
        for (word, behind), place in zip(itertools.pairwise(flat), flat[2:], strict=False):
            if word.at in figures.at and word.role == "stance" and behind.role == "in" and place.role == "kind":
                raise Unclear("talk-stands-elsewhere", word.at)


def _is_several(one: Said) -> bool:
    """Whether a word says that more than one is meant: two, both, two of them."""
    return (one.role == "number" and int(one.ident) > 1) or one.role == "each" or one.ident == "partitive"


def _joints(chunks: Sequence[Chunk]) -> list[int]:
    """Each "and" behind which a feature comes."""
    flat = [one for chunk in chunks for one in chunk.said if one.role not in ("article", "number", "flag", "size")]
    return [
        one.at for one, after in itertools.pairwise(flat) if one.role == "and" and after.role in ("kind", "another")
    ]


def _followers(chunks: Sequence[Chunk], chunk: Chunk) -> Iterable[str]:
    """The colour behind the words with which a speaker names his own."""
    flat = [one for each in chunks for one in each.said]
    for before, after in itertools.pairwise(flat):
        if before.role == "who" and before.ident == "am" and after.role == "colour":
            yield after.ident


def _are_several(figure: Said, chunk: Chunk) -> bool:
    """Whether a figure is named in the plural, by its own form or by that of a word beside it."""
    alike = f"{NUMBER}:noun" in figure.keys
    return figure.several or (alike and any(f"{NUMBER}:several" in one.keys for one in chunk.said))
