"""The line of the language that a path makes of a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.talk.cast import Cast, Lacking
from adjudicator.talk.scene import Scene
from adjudicator.talk.slots import COMPLETE, EMPTY, INCOMPLETE, SEVERAL, Place, Tok
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary

ELSEWHERE = frozenset(("another:another", "beside:beside", "cue:old-tile", "cue:near", "cue:portal", "cue:old"))
"""Words that say of a feature that it does not lie on the placed tile."""
VALUE = "value"
"""The question for what the features pay, as they are."""
ENDED = "cue:end"
ASKING = frozenset(
    ("break", "and", "of", "there", "article", "in", "size", "edition", "misc", "alone", "claim", "make", "crowd")
)
"""Roles of words that need not be said again."""
LOUD = frozenset(("and:or",))
SILENT = frozenset(
    ("unit:point", "unit:score", "cue:what", "cue:does", "cue:who", "cue:rule-says", "who:i", "cue:get", "verb:get")
)
"""Words that need not be said again."""


class Candidate(NamedTuple):
    """One line of the language that a sentence may mean."""

    path: str
    text: str
    weight: float
    assumed: tuple[str, ...]
    """What the line says and the sentence does not."""
    left: tuple[Tok, ...]
    """Words that the line does not say."""


def matches(wanted: str, scene: Scene) -> bool:
    """Whether one of the words of a condition, parted by ``|``, is said."""
    return any((key if ":" in key else f"cue:{key}") in scene.keys for key in wanted.split("|"))


class Writer(Cast):
    """Writes the line of one path."""

    def line(self, weight: float) -> Candidate:
        """The line of the path. Raises Lacking."""
        path, scene = self.path, self.scene
        becomes: Mapping[str, str] = path.get("becomes", {})
        there = {one.kind for one in self.places}
        self.places = [one for one in self.places if becomes.get(one.kind) not in there]
        self.kinds = {id(one): becomes[one.kind] for one in self.places if one.kind in becomes}
        for place in [one for one in self.places if id(one) in self.kinds]:
            new = Place(self.kinds[id(place)], place.at, name=(tables()["kind"][self.kinds[id(place)]]["names"])[0])
            self.places[self.places.index(place)] = new
            self.standing[id(new)], self.flags[id(new)], self.units[id(new)] = (
                [],
                self.flags[id(place)],
                self.units[id(place)],
            )
        if path.get("drop"):
            if any(place.flags or place.units or any(of is place for _, of in scene.effects) for place in self.places):
                self.assumed.append("dropped")
            self.places = []
        self.places = [one for one in self.places if one.kind not in path.get("remove", ())]
        if path["ask"] == VALUE or "carried" in path.get("like", ()):
            self._carry()
        if path.get("mover"):
            self._take_mover()
            if self.figure is None and "{figure}" in str(path["ask"]):
                self.assumed.append("figures")
        if path["ask"] == VALUE and "turn" not in path:
            for effect, closed in scene.effects:
                if effect == "completes" and id(closed) in self.flags and not self._ended(closed):
                    self.flags[id(closed)].insert(0, COMPLETE)  # I close the city, which is to be told as closed
        main = self._main()
        if main is not None and INCOMPLETE in path.get("extra", ()):
            self.flags[id(main)] = [one for one in self.flags[id(main)] if one != COMPLETE]
        self._helpers()
        several = "turn" not in path and path["ask"] == VALUE and bool(self._together(ENDED in scene.keys, main))
        if several and self.turned:
            laid = self._laid(main, True)
        else:
            laid = self._laid(main)
        if "haunt" in str(path.get("ask")):  # the ghost is the one that is to be put
            for here in self.standing.values():
                for one in here:
                    if one.units.get("ghost") == 1:
                        one.units = {unit: n for unit, n in one.units.items() if unit != "ghost"}
        slots = self._slots(main, laid)
        if self.figure is not None and "helper" in vocabulary().figure_traits(self.figure.figure) and main is not None:
            if not any(one.owner == self.me for one in self.standing[id(main)]):
                self.assumed.append("figures")
        done = {id(of) for _, of in scene.effects}
        for place in self.places:
            bare = not (place.flags or place.units or place.touches or id(place) in done)
            if (
                bare
                and place is not main
                and not place.implied
                and all(one.supposed for one in self.standing[id(place)])
            ):
                if "{place2}" not in str(path) and "near" not in str(path.get("after-if")):
                    self.assumed.append("place")  # a feature of which nothing is told plays some part
            if "coat" not in self.units[id(place)] and any(one.figure == "mayor" for one in self.standing[id(place)]):
                if any("points" in str(path.get(part)) for part in ("like", "ask")) or path["ask"] in (
                    VALUE,
                    "majority {place}",
                ):
                    self.assumed.append("coat")
        head = self._header()
        before = [one.format_map(slots) for one in path.get("before", ())]
        if "{score}" not in str(path.get("before", "")):
            before += [f"{owner} has score {number}" for owner, number in scene.scores.items()]
        if path.get("held"):
            if not scene.held and not scene.scores:
                raise Lacking("held")
            for owner in dict.fromkeys(owner for owner, _, _ in scene.held):
                own = [f"{n} {self.words.say('unit', unit, n)}" for who, n, unit in scene.held if who == owner]
                before.append(f"{owner} has {', '.join(own)}")
        around = [line for place in self.places for line in self._around(place)]
        told = [*(line for place in self.places for line in self._feature(place, place is main)), *around]
        after = [one.format_map(slots) for one in path.get("after", ())]
        after += [text.format_map(slots) for key, text in path.get("after-if", ()) if matches(key, scene)]
        turn = []
        if "turn" in path:
            turn = [f"turn {slots['turner']}{path.get('part', '')}", *(one.format_map(slots) for one in path["turn"])]
        asks = [path["ask"]] if isinstance(path["ask"], str) else list(path["ask"])
        if self.turned:
            turn, asked = [f"turn {slots['turner']}", f"places {laid}"], ["ask points"]
        else:
            asked = [line for one in asks for line in self._ask(one, slots, main)]
        if not asked:
            raise Lacking("asks")
        if any(effect == "joins" for effect, _ in scene.effects) and " joins " not in " ".join([*turn, *asked]):
            self.assumed.append("dropped")
        text = "; ".join(one for one in (*head, *before, *told, *after, *turn, *asked) if one)
        return Candidate(str(path["id"]), text, weight, tuple(self.assumed), tuple(self._left()))

    def _laid(self, main: Place | None, always: bool = False) -> str:
        """What the placed tile does."""
        path, scene = self.path, self.scene
        if "turn" not in path and "{laid}" not in str(path.get("ask")) and not always:
            return ""
        wanted = always or any("{laid}" in str(one) for one in (*path.get("turn", ()), path.get("ask", "")))
        effects = [(effect, place) for effect, place in scene.effects if place in self.places] if wanted else []
        for place in self.places if wanted else ():
            if COMPLETE in self.flags[id(place)] and (self.standing[id(place)] or place is main):
                if not any(of is place for _, of in effects):
                    effects.append(("completes", place))
                    if str(path.get("ask")).startswith(("gift", "gained")):
                        self.assumed.append("place")
        if not effects and path.get("effect") and main is not None:
            effects = [(path["effect"], main)]
        elif wanted and main is not None and "{figure}" in str(path.get("ask")) and not main.beside:
            if not any(of is main for _, of in effects) and not scene.keys & ELSEWHERE:
                effects.append(("extends", main))  # one turn, one tile
        parts = [str(one) for one in path.get("shows", ())]
        for key in ("shows-if", "bears-if"):
            parts += [text for when, text in path.get(key, ()) if matches(when, scene)]
        parts += [str(one) for one in path.get("bears", ())]
        completed = {id(of) for effect, of in effects if effect == "completes"}
        joined = {of.kind for effect, of in effects if effect == "joins"}
        for effect, which in dict.fromkeys((effect, id(of)) for effect, of in effects):
            of = next(one for _, one in effects if id(one) == which)
            if effect == "joins":
                both = [one for one in self.places if one.kind == of.kind]
                if len(both) != 2:
                    raise Lacking("joins")
                parts.append(f"joins {' and '.join(one.name for one in both)} as Z")
                if completed & {id(one) for one in both}:
                    parts.append("completes Z")
            elif (effect == "extends" and which in completed) or (effect == "completes" and of.kind in joined):
                continue
            else:
                parts.append(f"{effect} {of.name}")
            if "completable" in vocabulary().kind_traits(of.kind):
                self.flags[which] = [one for one in self.flags[which] if one not in (COMPLETE, INCOMPLETE)]
                self.flags[which].insert(0, INCOMPLETE)
                units = self.units[which]
                if effect == "completes" and units.get("tile", 0) > 1 and "cue:not-mine" not in scene.keys:
                    units["tile"] -= 1
        return f"a tile that {', '.join(dict.fromkeys(parts))}" if parts else "a tile"

    # ---- writing

    def _ended(self, place: Place) -> bool:
        """Whether it is said already whether a feature is complete."""
        flags = self.flags[id(place)]
        return COMPLETE in flags or INCOMPLETE in flags or "field" in vocabulary().kind_traits(place.kind)

    def _slots(self, main: Place | None, laid: str) -> dict[str, Any]:
        path, scene = self.path, self.scene
        say = self.words.say
        figure = self.figure.figure if self.figure else str(path.get("figure", "meeple"))
        here = self.standing[id(main)] if main is not None else []
        mine = [one for one in here if one.owner == self.me and not (one.supposed and len(here) > 1)]
        rivals = sorted((one for one in here if one.owner != self.me), key=lambda one: one.supposed)
        others = [one for one in self.places if one is not main]
        piece = path.get("stood") or path.get("piece")
        stood = [(one.owner, place) for place in self.places for one in self.standing[id(place)] if one.figure == piece]
        slots = _Slots(path.get("default", {}))
        slots.update(
            me=self.me,
            turner=scene.turner or scene.mover or self.me,
            other=next((one for one in (scene.other, *scene.rest) if one != self.me), scene.speaker),
            figure=say("figure", figure),
            laid=laid or "a tile",
            whom=next(iter(scene.scores), "") or (here[0].owner if here else self.me),
            whose=stood[0][0] if stood else self.me,
            stood=stood[0][1].name if stood else "",
            supply="",
        )
        if main is not None:
            slots["place"] = main.name
            slots["mine"] = say("figure", mine[0].figure) if mine else slots["figure"]
            slots["last"] = main.name
            if rivals or mine:
                one = (rivals or mine)[0]
                slots["rival"] = f"{one.owner} {say('figure', one.figure)}"
        if others:
            slots["place2"] = others[0].name
        for unit, (number, _) in scene.loose.items():
            if number > 0:
                slots[unit] = str(number)
        score = scene.scores.get(self.me)
        if score is not None:
            slots["score"] = str(score)
        return slots

    def _header(self) -> Iterator[str]:
        scene, path = self.scene, self.path
        for key in sorted(scene.keys):
            if key.startswith("edition:") and key != "edition:unknown":
                yield f"edition {key.split(':')[1]}"
        boxes = tables()["group"].get(path.get("boxes", ""), {})
        used = [
            *path.get("use", ()),
            *(ident for key, idents in boxes.items() if key in scene.keys for ident in idents),
        ]
        self.boxes = {key for key in boxes if key in scene.keys}
        for ident in dict.fromkeys(used):
            yield f"use {self.words.expansion_word(ident)}"
        if path.get("players") or scene.scores or scene.held:
            known = dict.fromkeys(
                [
                    self.me,
                    *scene.scores,
                    *(one[0] for one in scene.held),
                    *(one.owner for here in self.standing.values() for one in here),
                ]
            )
            if len(known) < 2:
                known[next(one for one in (scene.other, *scene.rest) if one not in known)] = None
            yield f"players {', '.join(known)}"

    def _feature(self, place: Place, asked: bool) -> Iterator[str]:
        say, path = self.words.say, self.path
        flags = self.flags[id(place)]
        here = self.standing[id(place)]
        facts = [say("flag", flag) for flag in flags if flag != EMPTY]
        for unit, number in self.units[id(place)].items():
            if number == SEVERAL:
                continue
            if unit == "of-nine":
                facts.append(f"{number} of 9 tiles")
                continue
            if not self.words.has("unit", unit):
                self.assumed.append(unit)
                continue
            if number or unit in ("coat", "tile", "neighbour", "misty-tile"):
                facts.append(f"{number} {say('unit', unit, number)}")
        for number, state in place.touches:
            if number == 0:
                facts.append("touches nothing")
            elif number != SEVERAL and state != INCOMPLETE:
                if not state:
                    self.assumed.append("complete")
                facts.append(f"touches {number} complete {say('kind', 'city', number)}")
        if place.touches and all(state == INCOMPLETE for _, state in place.touches):
            facts.append("touches nothing")
        if EMPTY in flags and not here:
            facts.append("empty")
        extra = [*path.get("facts", ()), *(path.get("extra", ()) if asked else ())]
        completable = "completable" in vocabulary().kind_traits(place.kind)
        for one in extra:
            if one in (INCOMPLETE, COMPLETE) and (not completable or {COMPLETE, INCOMPLETE} & set(flags)):
                continue
            if one == EMPTY and here:
                continue
            if one not in facts:
                facts.append(str(one))
        yield f"{say('kind', place.kind)} {place.name}{': ' if facts else ''}{', '.join(facts)}"
        owners: dict[str, list[str]] = {}
        for one in here:
            number = one.number
            if number == SEVERAL and path.get("several"):
                number = int(path["several"])
            if number == SEVERAL:
                self.assumed.append("how-many")
                continue
            said = " ".join([*(say("flag", flag) for flag in one.flags), say("figure", one.figure, number)])
            carried = " and ".join(f"{n} {self._thing(unit, n)}" for unit, n in one.units.items() if n > 0)
            if carried:
                said += f" with {carried}{' each' if number > 1 else ''}"
            owners.setdefault(one.owner, []).append(said if number == 1 else f"{number} {said}")
        for owner, figures in owners.items():
            yield f"{owner}: {', '.join(figures)}"

    def _thing(self, ident: str, number: int) -> str:
        """What a figure carries, in words: things, or a figure that belongs to nobody."""
        return self.words.say("unit" if self.words.has("unit", ident) else "figure", ident, number)

    def _around(self, place: Place) -> Iterator[str]:
        """What lies around a figure that counts it: the circus spaces of a ringmaster."""
        for figure, units in tables()["group"].get("around", {}).items():
            for one in [one for one in self.standing[id(place)] if one.figure == figure]:
                found = [(unit, self.units[id(place)].pop(unit)) for unit in units if unit in self.units[id(place)]]
                if found:
                    said = ", ".join(f"{number} {self.words.say('unit', unit, number)}" for unit, number in found)
                    yield f"near {one.owner} {self.words.say('figure', figure)} on {place.name}: {said}"

    def _ask(self, ask: str, slots: dict[str, Any], main: Place | None) -> list[str]:
        if ask != VALUE:
            return [f"ask {ask.format_map(slots)}"]
        ended = ENDED in self.scene.keys
        if "turn" not in self.path and (both := self._together(ended, main)):
            return both
        standing = [one for one in self.places if self.standing[id(one)]] or ([main] if main else [])
        found = []
        for place in standing:
            field = "field" in vocabulary().kind_traits(place.kind)
            final = field or (ended and COMPLETE not in self.flags[id(place)])
            found.append(f"ask {'final' if final else 'score'} {place.name}")
        return found

    def _together(self, ended: bool, main: Place | None) -> list[str]:
        """What several features pay in one: at the end, or in the turn that completes all of them."""
        standing = [one for one in self.places if self.standing[id(one)]]
        if len(standing) < 2:
            return []
        if ended:
            return ["ask final"]
        if not all(COMPLETE in self.flags[id(one)] for one in standing):
            return []
        self.turned = True
        return ["ask points"]

    def people(self) -> set[str]:
        """Whom the line speaks of."""
        found = {one.owner for here in self.standing.values() for one in here} | {self.me, self.scene.mover}
        return found | {one.owner for one in self.places}

    def _left(self) -> Iterator[Tok]:
        """The words that the line does not say."""
        groups = tables()["group"]["also"]
        may = [*self.path.get("when", ()), *self.path.get("also", ())]
        may += [one for group in self.path.get("like", ()) for one in groups.get(group, ())]
        said = {key if ":" in key else f"cue:{key}" for one in may for key in one.rstrip("?").split("|")}
        if self.path["ask"] == VALUE:
            said.add(ENDED)
        said |= self.boxes
        if self.places and "where" not in str(self.path["id"]):
            said.add("cue:where")
        for tok in (one for one in self.scene.unused() if not any(one is other for other in self.told)):
            keys = {f"{role}:{ident}" for role, ident in tok.roles.items()}
            if tok.has("colour") and tok.roles["colour"] in self.people():
                continue
            if "operator" in tok.roles or "beyond" in tok.roles:
                yield tok
                continue
            if self._is_done_already(tok):
                yield tok
                continue
            if tok.has("and", "or") and self._either(tok):
                continue
            if keys & said or (tok.roles.keys() & ASKING and not keys & LOUD) or keys & SILENT:
                continue
            if tok.has("who") and self.scene._owner(tok, self.scene.toks.index(tok)) in self.people():
                continue
            yield tok

    def _either(self, tok: Tok) -> bool:
        """Whether a word parts those of whom one is asked for, who all stand there: my two or his big one?"""
        at = self.scene.toks.index(tok)
        before = {one.owner for one in self.scene.figures if one.at < at and one.number > 0}
        behind = {one.owner for one in self.scene.figures if one.at > at and one.number > 0}
        near = [one for _, one in self.scene.look(at, 1, ("article", "number", "size", "who", "colour"), 4)]
        figure = any(one.roles.keys() & {"figure", "stance"} for one in near)
        asked = self.path["ask"] in (VALUE, "majority {place}")
        return asked and figure and bool(before and behind) and not before & behind

    def _is_done_already(self, tok: Tok) -> bool:
        """Whether a word tells of a figure put before by who asks to put one: I have put a meeple, may I put a barn?"""
        scene, ask = self.scene, str(self.path["ask"])
        puts = [at for at, one in enumerate(scene.toks) if one.has("verb", "put")]
        if not (ask.startswith("may") and " put " in ask) or len(puts) < 2 or tok is not scene.toks[puts[0]]:
            return False
        if not any(one.has("cue", "may") for one in scene.toks[puts[0] : puts[1]]):
            return False
        told = [one for one in scene.toks[: puts[1]] if one.clause == tok.clause]
        figures = [one for one in told if one.roles.keys() & {"figure", "stance"}]
        return bool(figures) and scene._done_by(puts[0]) in ("", self.me)


class _Slots(dict[str, Any]):
    """What fills a path; Lacking where the sentence does not tell it."""

    def __missing__(self, key: str) -> str:
        raise Lacking(key)
