"""What a sentence asks: frames from the ``talk.toml`` of the expansions, each with the text it makes of a scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.talk.chunks import Chunk, Said
from adjudicator.talk.scene import Scene
from adjudicator.talk.things import Effect, Figures, Place, Unclear
from adjudicator.talk.words import tables
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

SILENT = frozenset(
    ("break", "and", "of", "there", "another", "article", "alone", "each", "of-it", "around", "in", "size")
)
"""Roles of words that a text need not say: what they change is in the groups they stand in."""
NOTHING_THERE = "not:there"
"""Says that one has nobody somewhere, which is so where nobody is told."""
OR = "and:or"
GUESSED = frozenset(("cue:get", "cue:points", "cue:how-many"))
"""What stands before the number that somebody takes for the answer."""
STANDS = "stands"
"""Of the place of a frame: whatever kind the figure looks for that is told without one."""
NOT_MINE = "cue:not-mine"
"""Says that the placed tile is not counted among those of its feature."""
COMPLETES, EXTENDS, JOINS = "completes", "extends", "joins"


class Made(NamedTuple):
    """What one frame makes of a sentence."""

    frame: str
    text: str
    """One line of the language, in the words of the fallback; "" where rules answer."""
    rules: tuple[str, ...]
    left: tuple[int, ...]
    """The words that the text does not say."""
    weight: int


def fill_all(scene: Scene) -> list[Made]:
    """What every frame that fits makes of a scene; the ones that say most first. Raises Unclear."""
    found: list[Made] = []
    unclear: list[Unclear] = []
    for frame in tables()["frame"]:
        if not _fits(frame, scene):
            continue
        try:
            found.append(_Writer(frame, scene).made())
        except Unclear as error:
            unclear.append(error)
    if not found and unclear:
        raise unclear[0]
    return sorted(found, key=lambda one: (len(one.left), -one.weight))


def _fits(frame: Mapping[str, Any], scene: Scene) -> bool:
    if any(_at(one, scene) is None for one in frame.get("when", ())):
        return False
    if any(_at(one, scene) is not None for one in frame.get("without", ())):
        return False
    if len(scene.places) < frame.get("places", 0):
        return False
    if len(scene.places) > 1 and any(_at(one, scene) is not None for one in frame.get("single", ())):
        return False
    piece = frame.get("stood")
    if piece and not any(one.figure == piece for place in scene.places for one in place.figures):
        return False
    if piece and all(any(one.figure == piece for one in place.figures) for place in scene.places):
        return False
    kinds = frame.get("kinds")
    if kinds and not any(place.kind in kinds for place in scene.places) and "place" not in frame:
        return False
    if frame.get("nowhere") and scene.places:
        return False
    if frame.get("stood-on") and not (scene.figures or any(place.owner for place in scene.places)):
        return False
    if frame.get("unstood") and (scene.figures or any(place.owner or place.empty for place in scene.places)):
        return False
    if "boxes" in frame and tables()["group"].get(frame["boxes"], {}).keys().isdisjoint(scene.keys):
        return False
    return not (frame.get("somewhere") and not scene.places)


def _at(wanted: str, scene: Scene) -> list[int] | None:
    """Where the words of one condition stand; None where none of them is there."""
    found = [at for key in wanted.split("|") for at in scene.keys.get(key if ":" in key else f"cue:{key}", ())]
    return found or None


class _Writer:
    """Writes the text of one frame."""

    def __init__(self, frame: Mapping[str, Any], scene: Scene) -> None:
        self.frame = frame
        self.scene = scene
        self.words = lexicon(fallback())
        self.spoken = set(scene.consumed)
        self.places = [_copy(place) for place in scene.places]
        self.homeless = [_copied(one) for one in scene.figures if not any(one in p.figures for p in scene.places)]
        """Figures that stand on no feature the sentence speaks of."""
        self.effects = list(scene.effects)
        self.actor = self._actor()
        self.turner = self._turner() if "turn" in frame else self.actor
        self.mover: Figures | None = None
        self.asked: Place | None = None
        """The feature that is asked about."""
        self.or_place: Place | None = None
        """Another feature that is asked about as well: on the road or in the city."""
        self.or_figure = ""
        """Another figure that is asked about as well: an abbot or a meeple."""

    def made(self) -> Made:
        frame, scene = self.frame, self.scene
        if "rules" in frame:
            self.spoken |= {at for ats in scene.keys.values() for at in ats if frame.get("anything")}
        self._take(frame.get("when", ()))
        for group in frame.get("like", ()):
            self._take(tables()["group"]["also"].get(group, ()))
        self._take(frame.get("also", ()))
        self._pick(scene.keys.get(str(frame.get("picks", "")), ()))
        self._become()
        stood = self._move() if frame.get("mover") else ""
        self._or_figures()
        if frame.get("moves") and self.mover is None and _at("verb:put", scene) is None:
            raise Unclear("talk-no-question", 0)
        main = self._main()
        self.asked = main
        self._or_places(main)
        if main is not None and stood not in ("", main.name) and "again:figure" in scene.keys:
            raise Unclear("talk-no-question", scene.keys["again:figure"][0])  # it goes there, and is not put there
        self._owners()
        if "turn" in frame:
            self._happen(main)
        elif frame.get("done"):
            for effect in self.effects:
                place = self._place(effect.place)
                if effect.ident == COMPLETES and place is not None:
                    place.flags["complete"] = False
                    self.spoken.add(effect.at)
        slots = self._slots(main)
        of_turn = slots.but(me=self.turner)
        usual = self.actor if scene.turner else self.turner  # who asks about another's turn speaks of what is his own
        holders = self._holders() if frame.get("holders") else [usual]
        before = [part.format_map(of_turn.but(me=one)) for one in holders for part in frame.get("before", ())]
        lines = [*self._header(), *before]
        for place in self.places:
            lines.append(self._feature(place))
            lines += self._standing(place)
        lines += [part.format_map(slots) for part in frame.get("after", ())]
        lines += [text.format_map(slots) for key, text in frame.get("after-if", ()) if _at(key, scene) is not None]
        if "turn" in frame:
            lines.append(f"turn {self.turner}{frame.get('part', '')}")
            lines += [part.format_map(of_turn) for part in frame["turn"]]
        if "ask" in frame:
            asks = [frame["ask"]] if isinstance(frame["ask"], str) else list(frame["ask"])
            both = [slots, self._slots(self.or_place)] if self.or_place is not None else [slots]
            if self.or_place is not None and main is not None and max(self.or_place.at) < min(main.at):
                both.reverse()
            if self.or_figure:
                both += [_Slots({**slots, "figure": self.words.say("figure", self.or_figure)}, {})]
            lines += [self._asked(one, filled, main) for one in asks for filled in both]
        left = self._left()
        text = "; ".join(one for line in lines for one in line.split("; ") if one) if "ask" in frame else ""
        weight = int(frame.get("weight", 0)) + 2 * len(frame.get("when", ()))
        return Made(frame["id"], text, tuple(frame.get("rules", ())), left, weight)

    # Words

    def _take(self, wanted: Iterable[str]) -> None:
        for one in wanted:
            self.spoken.update(_at(one, self.scene) or ())

    def _left(self) -> tuple[int, ...]:
        """The words that nothing says."""
        scene = self.scene
        left: list[int] = []
        actors = {at for _, at in scene.actors}
        for chunk in scene.chunks:
            for at, one in enumerate(chunk.said):
                silent = one.role in SILENT and chunk.shape != "size" and not self._of_each(chunk, one)
                if f"{one.role}:{one.ident}" == OR and self._chooses(chunk, one):
                    silent = False
                if one.at in self.spoken or silent or f"{one.role}:{one.ident}" == NOTHING_THERE:
                    continue
                if self._beside(chunk, one) or (one.role == "number" and self._guess(chunk, one)):
                    continue
                if one.role in ("who", "colour") and one.at in actors | {chunk.said[0].at}:
                    if self._does(one.at, one.role):
                        continue
                del at
                left.append(one.at)
        if scene.turner not in ("", self.actor) and "turn" not in self.frame:
            left += scene.turner_at  # whose turn it is changes the answer
        if "{supply}" not in str(self.frame.get("before", "")):
            left += scene.supply_at
        return tuple(dict.fromkeys(left))

    def _chooses(self, chunk: Chunk, one: Said) -> bool:
        """Whether an "or" stands between two features or figures, of which the text then asks about one alone."""
        if chunk.shape == "number_or" or {"cue:first", "cue:order"} & self.scene.keys.keys():
            return False
        before, after = self.scene.beside(one.at)
        nouns = ("kind", "figure", "stance") if self.mover is not None else ("kind",)
        if before is None or after is None or before.role not in nouns or after.role not in nouns:
            return False
        between = [said for each in self.scene.chunks for said in each.said if one.at < said.at < after.at]
        if any(said.role in ("there", "colour", "unit") or said.ident in ("i", "am") for said in between):
            return False  # a field where there is a farmer, which French writes like its "or"
        standing = [place for place in self.places if place.figures]
        asks_all = self.frame.get("ask") == "value" and len(standing) == len(self.places) > 1
        return not asks_all

    def _or_figures(self) -> None:
        """Takes out the other one of two figures that are asked about: may my abbot or my meeple stand there?"""
        if self.mover is None or "{figure}" not in str(self.frame.get("ask", "")):
            return
        for at in self.scene.keys.get(OR, ()):
            before, after = self.scene.beside(at)
            if before is None or after is None or not {before.at, after.at} & set(self.mover.at):
                continue
            of = [place.figures for place in self.places] + [self.homeless]
            for figures in of:
                for one in [one for one in figures if {before.at, after.at} & set(one.at) and one is not self.mover]:
                    if one.kind == self.mover.kind == "" and one.owner in ("", self.actor) and one.number == 1:
                        figures.remove(one)
                        self.or_figure = one.figure
                        self.spoken.update((*one.at, at))

    def _or_places(self, main: Place | None) -> None:
        """Finds the other one of two features that are asked about: on the road or in the city?"""
        rest = [self.frame.get(part, ()) for part in ("before", "after", "turn")]
        if main is None or "{place}" not in str(self.frame.get("ask", "")) or "{place}" in str(rest):
            return
        for at in self.scene.keys.get(OR, ()):
            before, after = self.scene.beside(at)
            joined = [place for place in self.places for one in (before, after) if one and one.at in place.at]
            if len(joined) == 2 and main in joined and joined[0] is not joined[1]:
                self.or_place = joined[joined[0] is main]
                self.spoken.add(at)

    def _of_each(self, chunk: Chunk, one: Said) -> bool:
        """Whether "each" stands before a feature or what is counted, and says that there are several: each city."""
        if one.role != "each" or len(chunk.said) > 1:
            return False
        flat = [said for each in self.scene.chunks for said in each.said]
        after = next((said for said in flat[flat.index(one) + 1 :] if said.role not in ("of", "in")), None)
        return after is not None and (after.role == "kind" or (after.role == "unit" and after.ident != "point"))

    def _beside(self, chunk: Chunk, one: Said) -> bool:
        """Whether a number or owner stands beside a word that is spoken for: 8 points, my tile."""
        figure = chunk.first("figure", "stance")
        if "rules" in self.frame and figure is not None and figure.at in self.spoken:
            return f"{one.role}:{one.ident}" == "number:1"  # stronger than one meeple
        unit = chunk.first("unit")
        if unit is None or one is unit or unit.at not in self.spoken or one.role == "not":
            return False
        return one.role != "number" or unit.ident == "point"

    def _guess(self, chunk: Chunk, one: Said) -> bool:
        """Whether a number is only what somebody takes for the answer: is it 2 or 4, do I get 8."""
        if "points" not in self.frame.get("like", ()) or "{n}" in str(self.frame):
            return False
        flat = [said for each in self.scene.chunks for said in each.said]
        before = flat[flat.index(one) - 1] if flat.index(one) else None
        index = flat.index(one)
        beside = (*flat[max(index - 1, 0) : index], *flat[index + 1 : index + 2])
        alone = index > 0 and all(said.role == "break" for said in beside)
        guessed = before is not None and f"{before.role}:{before.ident}" in GUESSED
        after = flat[index + 1] if index + 1 < len(flat) else None
        points = after is not None and f"{after.role}:{after.ident}" == "cue:points"
        return chunk.shape == "number_or" or alone or guessed or points

    def _does(self, at: int, role: str) -> bool:
        """Whether who stands at `at` is only spoken of as one who does or gets something."""
        flat = [one for chunk in self.scene.chunks for one in chunk.said]
        index = next(i for i, one in enumerate(flat) if one.at == at)
        beside = [flat[i] for i in (index - 1, index + 1) if 0 <= i < len(flat)]
        doing = ("cue", "verb", "effect", "unit")
        if self._joined(flat, index):
            return self._named(at)
        if self.frame.get("anyone") or role == "who":
            return True
        happens = (key for one in beside for key in one.keys)  # "closed" is a state, and what somebody does
        return any(one.role in doing for one in beside) or any(map(_is_effect, happens)) or self._named(at)

    def _joined(self, flat: Sequence[Said], index: int) -> bool:
        """Whether somebody is named beside one who stands somewhere: held by yellow and black."""
        if index < 2 or flat[index - 1].role != "and" or flat[index - 2].role not in ("who", "colour"):
            return False
        return flat[index - 2].at not in {where for _, where in self.scene.actors}

    def _named(self, at: int) -> bool:
        colour = next((colour for colour, where in self.scene.actors if where == at), "")
        return any(one.owner == colour for place in self.places for one in place.figures)

    # Who

    def _actor(self) -> str:
        """Who the question is about: who is said to do something, else the speaker."""
        if self.frame.get("speaker"):
            return self.scene.colours["me"]
        doers = self._doers() if "turn" in self.frame else set()
        if doers and self.scene.colours["me"] in {colour for colour, _ in self.scene.actors} - doers:
            return self.scene.colours["me"]  # blue extends my city, do I get anything?
        doing = ("cue:may", "verb:", "effect:", *self.frame.get("by", ()))
        verbs = [at for key, ats in self.scene.keys.items() if key.startswith(doing) for at in ats]
        actors = [(colour, at) for colour, at in self.scene.actors if at not in self.scene.turner_at]
        near = [(min(abs(at - one) for one in verbs), colour) for colour, at in actors] if verbs else []
        named = [one for one in near if one[0] <= 2]
        if not named and self.frame.get("by"):
            # Whose turn it is may decide who is asked first: nobody is taken for it where others are spoken of.
            owners = {one.owner for one in self.scene.figures}
            if owners - {self.scene.colours["me"], ""}:
                if len(owners) > 1 or "who:i" in self.scene.keys:
                    asked = _at("|".join(self.frame["by"]), self.scene) or _at(self.frame["when"][0], self.scene)
                    raise Unclear("talk-whose-turn", min(asked or [0]))
        return min(named)[1] if named else self.scene.colours["me"]

    def _holders(self) -> list[str]:
        """Who has what is counted: blue has two gifts, each of us has two. Raises Unclear."""
        held = [at for unit, _, at in self.scene.loose if f"{{{unit}}}" in str(self.frame)]
        spoken = self.scene.consumed | {at for at in self.scene.keys.get("who:he", ()) if held and at > held[0]}
        actors = {at for _, at in self.scene.actors if at not in spoken}  # they: the gifts that were told of
        near = [at for at in actors if held and at <= held[0]] or [*actors]
        if len(actors) > 1 and len({colour for colour, _ in self.scene.actors}) > 1:
            others = {colour for colour, at in self.scene.actors if at not in near}
            if others or len(near) > 1:
                raise Unclear("talk-whose", max(actors))
        self.spoken.update(near)
        return list(dict.fromkeys(colour for colour, at in self.scene.actors if at in near)) or [self.actor]

    def _turner(self) -> str:
        """Whose turn it is: who is said to do what the tile does, just before that, else who the question is about."""
        if self.scene.turner:
            self.spoken.update(self.scene.turner_at)
            return self.scene.turner
        doers = self._doers()
        return doers.pop() if len(doers) == 1 else self.actor

    def _doers(self) -> set[str]:
        """Who stands before what the placed tile does: red closes, the road that blue has extended."""
        effects = [at for key, ats in self.scene.keys.items() if _is_effect(key) for at in ats]
        return {colour for colour, at in self.scene.actors if any(0 < one - at <= 2 for one in effects)}

    def _owners(self) -> None:
        """Gives figures without an owner to the one they must belong to."""
        everybody = {one.owner for place in self.places for one in place.figures if one.owner}
        keys = self.scene.keys
        loose = [one for place in self.places for one in place.figures if not one.owner and not place.owner]
        if len(loose) > 1 and not everybody and "and:against" in keys and "owner" not in self.frame:
            raise Unclear("talk-whose", loose[0].first)
        speaks = any(key in keys for key in ("who:i", "who:me", "who:my", "who:am", "who:both"))
        named = {key.partition(":")[2] for key in keys if key.startswith("colour:")}
        for place in self.places:
            for one in place.figures:
                if one.owner:
                    continue
                if self.frame.get("owner"):
                    one.owner = self.scene.colours[self.frame["owner"]]
                elif self._has_but_one(one):
                    one.owner = self.scene.colours["other" if self.actor == self.scene.colours["me"] else "me"]
                elif place.owner:
                    one.owner = place.owner
                elif not everybody:
                    actors = {colour for colour, _ in self.scene.actors} if not self.frame.get("turn") else set()
                    if not speaks and len(named) == 1:
                        actors = named
                    elif not speaks and len(named) > 1:
                        raise Unclear("talk-whose", one.first)
                    one.owner = next(iter(actors)) if len(actors) == 1 else self.scene.colours["me"]
                else:
                    raise Unclear("talk-whose", one.first)
            if place.owner and not any(one.owner == place.owner for one in place.figures) and not place.empty:
                if self.frame.get("done") and place.figures:
                    # Whose city it is says nothing of how many he has there beside others.
                    raise Unclear("talk-which-figure", min(place.at))
                if self.frame.get("owned", True) and (place.owner != self.actor or self.frame.get("own", True)):
                    place.figures.append(Figures(place.owner, "meeple", 1, "", place.at))
            if place.empty and (place.figures or place.owner not in ("", self.actor)):
                raise Unclear("talk-contradiction", place.at[0])
            self._helped(place)
            if self.frame.get("loses"):
                place.figures = [one for one in place.figures if one.number is not None]
            for one in place.figures:
                if one.number is None and self.frame.get("several"):
                    one.number = int(self.frame["several"])
                if one.number is None:
                    raise Unclear("talk-how-many", one.first)

    def _has_but_one(self, one: Figures) -> bool:
        """Whether somebody else's must be meant: who puts the only one he has cannot have it standing there."""
        moved = self.mover
        return moved is not None and moved.figure == one.figure and vocabulary().supply(one.figure) == 1

    def _helped(self, place: Place) -> None:
        """Adds the meeple without which a helper such as a builder cannot stand anywhere."""
        for one in list(place.figures):
            if "helper" in vocabulary().figure_traits(one.figure):
                others = [other for other in place.figures if other.owner == one.owner]
                if all("helper" in vocabulary().figure_traits(other.figure) for other in others):
                    meeple = Figures(one.owner, "meeple", 1, "", one.at)
                    meeple.supposed = True
                    place.figures.insert(0, meeple)

    def _move(self) -> str:
        """Takes the figure out that the question is about; the name of the feature where it stood, "" for none."""
        wanted = self.frame["mover"] if isinstance(self.frame["mover"], list) else []
        verbs = [at for key, ats in self.scene.keys.items() if key.startswith(("verb:", "cue:may")) for at in ats]
        fitting = [
            one
            for figures in (*(place.figures for place in self.places), self.homeless)
            for one in figures
            if one.owner in ("", self.actor) and (not wanted or one.figure in wanted) and one.number in (1, None)
        ]
        stood = ""
        if fitting:
            self.mover = min(fitting, key=lambda one: min((abs(at - one.first) for at in verbs), default=0))
            for place in self.places:
                if self.mover in place.figures:
                    stood = place.name
                    place.figures.remove(self.mover)
            self.homeless = [one for one in self.homeless if one is not self.mover]
            self.spoken.update(self.mover.at)
            taken = set(self.mover.at)
            # The mover's own word speaks of no place: may a mayor be put on a field?
            self.places = [
                place
                for place in self.places
                if len(self.places) == 1 or not (place.supposed and set(place.at) <= taken and not place.figures)
            ]
        return stood

    def _pick(self, chosen: Iterable[int]) -> None:
        """Takes out figures that are some of those told of: two of my three thieves."""
        for place in self.places:
            for one in [one for one in place.figures if set(chosen) & set(one.at)]:
                if not one.owner and len(place.figures) > 1:
                    place.figures.remove(one)
                    self.spoken.update(one.at)

    def _become(self) -> None:
        """What the frame makes of the places: kinds that stand for others, or no places at all."""
        becomes: dict[str, str] = self.frame.get("becomes", {})
        there = {place.kind for place in self.places}
        self.places = [place for place in self.places if becomes.get(place.kind) not in there]
        for place in self.places:
            if place.kind in becomes:
                place.kind, place.owner = becomes[place.kind], ""
        gone = self.frame.get("remove", ())
        self.homeless += [one for place in self.places if place.kind in gone for one in place.figures]
        self.places = [] if self.frame.get("drop") else [place for place in self.places if place.kind not in gone]

    # Where

    def _main(self) -> Place | None:
        """The feature that is asked about."""
        kinds = self.frame.get("kinds", ())
        piece = self.frame.get("stood", "")
        fitting = [
            place
            for place in self.places
            if (not kinds or place.kind in kinds) and not any(one.figure == piece for one in place.figures)
        ]
        if not fitting and "place" in self.frame:
            kind = self._looks_for() if self.frame["place"] == STANDS else self.frame["place"]
            made_up = Place(kind, self.scene.name_for(kind), ())
            self.places.append(made_up)
            stands = self.frame.get("stands", ())
            for figure in [stands] if isinstance(stands, str) else stands:
                made_up.figures.append(Figures(self.actor, figure, int(self.frame.get("several", 1)), "", ()))
            if self.homeless:
                made_up.figures = [*self.homeless]
                self.spoken.update(at for one in self.homeless for at in one.at)
            return made_up
        if len(fitting) > 1 and (self.mover is not None or self.frame.get("target")):
            verbs = [at for key, ats in self.scene.keys.items() if key.startswith("verb:") for at in ats]
            if verbs:
                verb = max(verbs)
                return min(fitting, key=lambda one: min(_behind(at, verb) for at in one.at or [0]))
        standing = [place for place in fitting if place.figures]
        return next(iter(standing or fitting), None)

    def _looks_for(self) -> str:
        """The kind of feature where a figure that is told without one stands, by its table; a road for most."""
        kinds = (tables()["stance"].get(one.figure, {}).get("stands", ()) for one in self.homeless)
        return next((str(found[0]) for found in kinds if found), "road")

    def _place(self, place: Place | None) -> Place | None:
        """The copy of a place that is written; None where the frame leaves it out."""
        return next((one for one in self.places if place is not None and one.name == place.name), None)

    def _happen(self, main: Place | None) -> None:
        """What the placed tile does: what is said to happen, else what the frame supposes."""
        gone = [one for one in self.effects if one.place is not None and self._place(one.place) is None]
        effects = [(one.ident, self._place(one.place)) for one in self.effects if one not in gone and not self._of(one)]
        laid = any("{laid}" in str(move) for move in self.frame["turn"])
        if not laid or "shows-if" in self.frame or "shows" in self.frame:
            effects = []  # what the text does not say is left over, and asked about
        else:
            self.spoken.update(one.at for one in self.effects)
        for place in self.places if laid else ():
            # A complete feature with somebody on it has not been scored: this tile has completed it.
            now = place.flags.get("complete") or (place.figures and self.frame.get("ask") == "points")
            if "complete" in place.flags and now and not any(of is place for _, of in effects):
                effects.append((COMPLETES, place))
                del place.flags["complete"]
        usual = self.frame.get("effect")
        if not effects and usual and main is not None:
            effects.append((usual, main))
        able = vocabulary().kind_traits
        parts = [str(one) for one in self.frame.get("shows", ())]
        parts += [text for key, text in self.frame.get("shows-if", ()) if _at(key, self.scene) is not None]
        parts += [str(one) for one in self.frame.get("bears", ())]
        parts += [text for key, text in self.frame.get("bears-if", ()) if self._bears(key)]
        for ident, of in dict.fromkeys((ident, of) for ident, of in effects):
            if of is None:
                raise Unclear("talk-does-what", next(one.at for one in self.effects))
            if ident == JOINS:
                others = [place.name for place in self.places if place.kind == of.kind]
                if len(others) != 2:
                    raise Unclear("talk-does-what", next(one.at for one in self.effects))
                parts.append(f"{ident} {' and '.join(others)}")
                continue
            parts.append(f"{ident} {of.name}")
            if ident in (COMPLETES, EXTENDS) and "completable" in able(of.kind) and not of.counts:
                of.flags.pop("complete", None)
                of.flags.setdefault("incomplete", False)
            if ident == COMPLETES and of.units.get("tile", 0) > 1 and NOT_MINE not in self.scene.keys:
                of.units["tile"] -= 1  # a road of 4 tiles is closed: the last of them is the placed one
        self.effects_said = ", ".join(dict.fromkeys(parts))

    effects_said = ""

    def _of(self, effect: Effect) -> bool:
        """Whether what the tile does is done to one of the frame's `objects`, and to no feature: extends the mist."""
        after = self.scene.beside(effect.at)[1]
        return after is not None and after.role == "cue" and after.ident in self.frame.get("objects", ())

    def _bears(self, key: str) -> bool:
        """Whether a sentence says what the frame tells of the tile: by a word, or by what is done to its `objects`."""
        if _is_effect(key):
            return any(f"effect:{one.ident}" == key and self._of(one) for one in self.effects)
        return _at(key, self.scene) is not None

    # Writing

    def _slots(self, main: Place | None) -> _Slots:
        scene = self.scene
        figure = self.mover.figure if self.mover else str(self.frame.get("figure", "meeple"))
        held = self._held()
        numbers = [number for number, at in scene.numbers if at not in scene.consumed | self.spoken]
        slots = {
            **held,
            "me": self.actor,
            "other": next((colour for colour, _ in scene.actors if colour != self.actor), "")
            or (scene.colours["other"] if scene.colours["other"] != self.actor else scene.colours["me"]),
            **({"place": main.name} if main else {}),
            "figure": self.words.say("figure", figure),
            "laid": f"a tile that {self.effects_said}" if self.effects_said else "a tile",
        }
        piece = self.frame.get("stood") or self.frame.get("piece")
        stands = [(one.owner, place.name) for place in self.places for one in place.figures if one.figure == piece]
        slots["whose"], slots["stood"] = stands[0] if len(stands) == 1 else (self.actor, "")
        others = [one for one in self.places if one is not main]
        if others:
            slots["place2"] = others[0].name
        if main is not None:
            slots["last"] = next((one.name for one in reversed(others) if one.figures), main.name)
        standing = [one for one in (main.figures if main else []) if one.owner == self.actor and not one.supposed]
        rivals = [one for one in (main.figures if main else []) if one.owner != self.actor and not one.supposed]
        slots["mine"] = self.words.say("figure", standing[0].figure) if standing else slots["figure"]
        if rivals or standing:
            one = (rivals or standing)[0]
            slots["rival"] = f"{one.owner} {self.words.say('figure', one.figure)}"
        for unit, number, at in scene.loose:
            if f"{{{unit}}}" in str(self.frame):
                if number is None and len(numbers) == 1:  # I have 3 of them left
                    number = numbers[0]
                    self.spoken.update(at for _, at in scene.numbers)
                if number is None:
                    raise Unclear("talk-how-many", at)
                slots[unit] = str(number)
                self.spoken.add(at)
                self._spoken_with(at)
        if "{n}" in str(self.frame) and numbers:
            slots["n"] = str(numbers[0])
            self.spoken.add(next(at for _, at in scene.numbers if at not in scene.consumed | self.spoken))
        return _Slots(slots, self.frame.get("default", {}))

    def _held(self) -> dict[str, str]:
        """What the player who is asked about is said to have, for a frame that tells it: a score, no meeple left."""
        scene, told = self.scene, str(self.frame.get("before", ""))
        held = {"supply": ""}
        if "{score}" in told and self.actor in scene.scores:
            score, at = scene.scores[self.actor]
            held["score"] = str(score)
            self.spoken.update(at)
        if "{supply}" in told and any(owner == self.actor for owner, _ in scene.out_of_meeples):
            held["supply"] = f", 0 {self.words.say('figure', 'meeple', 0)}"
        return held

    def _spoken_with(self, at: int) -> None:
        for chunk in self.scene.chunks:
            if any(one.at == at for one in chunk.said):
                self.spoken.update(one.at for one in chunk.said)

    def _header(self) -> Iterator[str]:
        editions = [key.split(":")[1] for key in self.scene.keys if key.startswith("edition:")]
        for edition in editions:
            self._take([f"edition:{edition}"])
            yield f"edition {edition}"
        used = [*self.frame.get("use", ()), *(key.split(":")[1] for key in self.scene.keys if key.startswith("use:"))]
        boxes = tables()["group"].get(self.frame.get("boxes", ""), {})
        for key in (one for one in boxes if one in self.scene.keys):
            self._take([key])
            used += boxes[key]
        for ident in dict.fromkeys(used):
            self._take([f"use:{ident}"])
            yield f"use {self.words.expansion_word(ident)}"
        if self.frame.get("players"):
            known = dict.fromkeys((self.actor, *(one.owner for place in self.places for one in place.figures)))
            known |= {self.turner: None}
            colours = [*known, *(c for c in (self.scene.colours["other"], self.scene.colours["me"]) if c not in known)]
            yield f"players {', '.join(dict.fromkeys(colours[: max(2, len(known))]))}"

    def _feature(self, place: Place) -> str:
        completable = "completable" in vocabulary().kind_traits(place.kind)
        facts = [self.words.say("flag", flag) for flag in sorted(place.flags)]
        facts += [f"{number} {self.words.say('unit', unit, number)}" for unit, number in place.units.items() if number]
        facts += place.counts
        if place.touched is not None:
            one = self.words.say("kind", place.touches, place.touched)
            facts.append(f"touches {place.touched} complete {one}" if place.touched else "touches nothing")
        if place.empty and not place.figures:
            facts.append(self.words.say("flag", "empty"))
        kind = self.words.say("kind", place.kind)
        given = bool(place.figures or place.empty)
        facts += [
            str(one)
            for one in self.frame.get("facts", ())
            if not (one in facts or (given and one == "empty") or not completable or self._known(place, one))
        ]
        if place is self.asked:
            facts += [str(one) for one in self.frame.get("extra", ()) if one not in facts]
        return f"{kind} {place.name}{': ' if facts else ''}{', '.join(facts)}"

    def _known(self, place: Place, fact: str) -> bool:
        """Whether the sentence says itself how far a feature is, so that nothing is supposed of it."""
        return fact == "incomplete" and ("complete" in place.flags or bool(place.counts))

    def _standing(self, place: Place) -> list[str]:
        by_owner: dict[str, list[str]] = {}
        for one in place.figures:
            number = one.number or 0
            said = self.words.say("figure", one.figure, number)
            said = " ".join([*(self.words.say("flag", flag) for flag, is_so in one.flags.items() if is_so), said])
            carried = " and ".join(f"{n} {self.words.say('unit', unit, n)}" for unit, n in one.units.items() if n)
            if carried:
                said += f" with {carried}{' each' if number > 1 else ''}"
            if number:
                by_owner.setdefault(one.owner, []).append(said if number == 1 else f"{number} {said}")
        return [f"{owner}: {', '.join(figures)}" for owner, figures in by_owner.items()]

    def _asked(self, ask: str, slots: Mapping[str, str], main: Place | None) -> str:
        if ask != "value":
            return f"ask {ask.format_map(slots)}"
        ended = "cue:end" in self.scene.keys
        self._take(["end"])
        standing = [place for place in self.places if place.figures] or ([main] if main else [])
        lines = []
        for place in standing:
            field = "field" in vocabulary().kind_traits(place.kind)
            lines.append(f"ask {'final' if ended or field else 'score'} {place.name}")
        return "; ".join(lines)


class _Slots(dict[str, str]):
    """What fills a frame's text; what the sentence does not say comes from the frame, and else is unclear."""

    def __init__(self, values: Mapping[str, str], usual: Mapping[str, Any]) -> None:
        super().__init__({**{name: str(value) for name, value in usual.items()}, **values})

    def __missing__(self, name: str) -> str:
        raise Unclear("talk-slot", 0)

    def but(self, **values: str) -> _Slots:
        """The same with other values for some."""
        return _Slots({**self, **values}, {})


def _is_effect(key: str) -> bool:
    return key.startswith("effect:")


def _behind(at: int, verb: int) -> int:
    return at - verb if at > verb else 100 + verb - at


def _copy(place: Place) -> Place:
    other = Place(place.kind, place.name, place.at, place.owner)
    other.flags, other.units, other.counts = dict(place.flags), dict(place.units), list(place.counts)
    other.touched, other.touches, other.empty, other.supposed = (
        place.touched,
        place.touches,
        place.empty,
        place.supposed,
    )
    other.figures = [_copied(one) for one in place.figures]
    return other


def _copied(one: Figures) -> Figures:
    copied = Figures(one.owner, one.figure, one.number, one.kind, one.at)
    copied.units, copied.flags = dict(one.units), dict(one.flags)
    return copied
