"""What a sentence tells: the features, who stands there and what happens, whatever the order of its words.

Each word with a meaning fills one slot of the scene: a number belongs to the noun beside it, an owner to the figure
beside it or to what its verb gives him, a state to the feature that is named nearest. Words that fill none stay
unused, and whoever reads the scene says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.talk.tokens import Word
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary

COLOURS = ("red", "blue", "green", "yellow", "black", "grey", "pink", "purple", "orange", "white", "brown")
"""Who is who where nobody says: the speaker first, then the others in turn."""
BOTH = frozenset(("both", "les deux", "beide", "each player", "chaque joueur", "jeder spieler"))
NOBODY = "nobody"
"""The owner of figures that do not stand there: nobody had a knight in it."""
SEVERAL = -1
"""More than one figure or thing, and nobody says how many."""
LOOK = 4
"""Words between a noun and what belongs to it, at most."""
STATES = ("complete", "incomplete", "enclosed", "misty", "besieged", "empty")
COMPLETE, INCOMPLETE, EMPTY = "complete", "incomplete", "empty"
AROUND = frozenset(("monastery", "garden", "abbey", "shrine", "special-monastery"))
"""Kinds of features that count the tiles around them."""
NOBODIES = frozenset(("nobody", "no", "noone", "none", "personne", "niemand", "niemanden", "keiner", "nul"))
HANDED = frozenset(
    ("gift", "wine", "grain", "cloth", "prisoner", "message", "floor", "castle", "bridge", "box", "figure")
)
"""What players have before them."""
SURROUNDED = frozenset(("surrounded", "entoure", "entouree", "entoures", "umgeben", "umschlossen"))
OWNED = re.compile(r"\w['’]s$|s['’]$")
"""The form of a word that says whose something is."""
NOUNS = ("figure", "stance", "kind", "unit")


@dataclass
class Figures:
    """Figures of one kind and owner on one feature."""

    owner: str
    """A colour, or "" where nobody says."""
    figure: str
    number: int
    at: int
    kind: str = ""
    """The kind of feature its name looks for: a knight stands in a city."""
    units: dict[str, int] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    place: Place | None = None
    supposed: bool = False
    """Whether only its feature's owner tells of it."""
    named: bool = True
    """Whether the figure itself is named, not only whose it is."""
    shared: bool = False
    """Whether it is said of several at once: one knight each."""
    more: bool = False
    """Whether it stands besides another one: a knight and a knight, another one."""


@dataclass
class Place:
    """A feature."""

    kind: str
    at: int
    owner: str = ""
    name: str = ""
    flags: list[str] = field(default_factory=list)
    units: dict[str, int] = field(default_factory=dict)
    touches: list[tuple[int, str]] = field(default_factory=list)
    """How many features in which state a field lies next to."""
    around: bool = False
    """Whether the tiles are those around it."""
    implied: bool = False
    """Whether only a figure's name tells of it."""
    closer: str = ""
    """Who is said to have completed it."""
    beside: bool = False


@dataclass
class Tok:
    """One word of the sentence with what it may mean."""

    word: Word
    roles: dict[str, str]
    clause: int
    used: bool = False
    owns: bool = False
    """Whether it only says whose something is."""
    number: int = -1
    """The number that stands beside a noun."""
    before: bool = False
    """Whether that number stands before it."""

    def has(self, role: str, *idents: str) -> bool:
        """Whether it may mean something of a role."""
        return role in self.roles and (not idents or self.roles[role] in idents)


SKIPPED = frozenset(("filler", "common", "game", "called"))
LINKS = ("size", "flag", "article", "each", "alone", "another", "filler", "there")


class Scene:
    """The slots of one sentence."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.toks: list[Tok] = []
        clause = 0
        for word in words:
            roles: dict[str, str] = {}
            for one in word.meanings:
                roles.setdefault(one.role, one.ident)
            if "break" in roles:
                clause += 1
            here = self.toks[-1].roles.keys() & set(NOUNS) if self.toks else ()
            if "game" in roles and here:
                roles = {"operator": "game"}  # the city of that name, and not the game
            if roles and not (roles.keys() & SKIPPED and len(roles) == 1):
                self.toks.append(Tok(word, roles, clause))
        for at, tok in enumerate(self.toks):
            behind = self.at(at + 1)
            if tok.has("each") and tok.word.meant in BOTH and behind is not None and behind.has("article"):
                tok.roles = {"misc": "both"}  # both a shield and a cathedral: one of each, and no share of anybody
        self._kin()
        self._made()
        self.keys = {one.key for word in words for one in word.meanings}
        self.places: list[Place] = []
        self.figures: list[Figures] = []
        self.loose: dict[str, tuple[int, str]] = {}
        """Things that belong to no feature, with their number and who has them: gifts, points."""
        self.held: list[tuple[str, int, str]] = []
        """What players have before them: who, how many, of what."""
        self.of_nine = False
        """Whether tiles are counted with the one in the middle."""
        self.claims: list[int] = []
        """Numbers that somebody takes for the answer."""
        self.assumed: list[str] = []
        self.vague: list[int] = []
        """Words that may belong to several things."""
        self.scores: dict[str, int] = {}
        self.mover = ""
        self.nobody = False
        self.turner = ""
        self._speaker()
        self._numbers()
        self._features()
        self._own_ones()
        self._more_touched()
        self._people()
        self._absent()
        self._parts()
        self._imply()
        self._things()
        self._unnamed()
        self._alike_too()
        self._states()
        self._mists()
        self._holders()
        self._settle()
        self._deeds()

    # ---- looking around

    def at(self, index: int) -> Tok | None:
        """The word at an index; None outside of the sentence."""
        return self.toks[index] if 0 <= index < len(self.toks) else None

    def look(self, start: int, step: int, over: Sequence[str], most: int = LOOK) -> Iterator[tuple[int, Tok]]:
        """The words beside one, on one side, as long as they are of roles that may stand between."""
        at = start + step
        while (tok := self.at(at)) is not None and most > 0:
            yield at, tok
            if not tok.roles.keys() & set(over):
                return
            most -= 1
            at += step

    def _adjoin(self, tok: Tok, other: Tok) -> bool:
        """Whether no word without a meaning stands between two words."""
        first, last = sorted((tok.word.start, other.word.start))
        between = [word.meanings for word in self.words if first < word.start < last]
        return all(any(one.role != "common" for one in meanings) for meanings in between)

    # ---- who

    def _kin(self) -> None:
        """Makes players of those who are told of by what they are to the speaker: my sister, le petit, mein Kumpel."""
        for at, tok in enumerate(self.toks):
            if "kin" not in tok.roles:
                continue
            if not (tok.roles.keys() - {"kin"}) or (
                (before := self.at(at - 1)) is not None and before.has("who", "my", "his")
            ):
                tok.roles = {"who": "other", "name-of": tok.roles["kin"]}
                before = self.at(at - 1)
                if before is not None and before.has("who", "my", "his"):
                    before.roles = {"misc": "them"}

    def _made(self) -> None:
        """Who makes something complete completes it, however far the two words stand apart: macht die Stadt zu."""
        for at, tok in enumerate(self.toks):
            of, whose = self.at(at + 1), self.at(at + 2)
            if (tok.has("flag", EMPTY) or tok.has("not")) and of is not None and of.has("of") and whose is not None:
                if whose.has("who", "me") or whose.has("theirs", "mine"):
                    tok.roles = whose.roles = {"misc": "them"}  # nobody of mine, which says nothing of the others
        joined = False
        for at, tok in enumerate(self.toks):
            named = any(one.has("kind") for _, one in self.look(at, 1, ("article", "size"), 2))
            if tok.has("flag", COMPLETE) and joined and not named:
                tok.roles = {"effect": "completes"}  # joined by my tile and finished
            joined = tok.has("effect", "joins") or (joined and tok.word.text not in ".;?!")
        for at, tok in enumerate(self.toks):
            if "make" not in tok.roles:
                continue
            over = (
                "article",
                "size",
                "kind",
                "colour",
                "who",
                "flag",
                "of",
                "number",
                "unit",
                "there",
                "another",
                "misc",
            )
            for _, other in self.look(at, 1, over, 8):
                if other.clause == tok.clause and other.has("flag", COMPLETE):
                    tok.roles, other.roles = {"effect": "completes"}, {"misc": "them"}
                    break

    def _theirs(self, at: int) -> str:
        """Whose a word says that something is which it does not name itself: mine, his, my brother's, that of blue;
        "" for every other word.
        """
        tok = self.toks[at]
        if tok.has("theirs"):
            return self.speaker if tok.has("theirs", "mine") else self._owner(Tok(tok.word, {"who": "his"}, 0), at)
        if tok.has("another", "that-of"):
            beside = self.look(at, 1, ("of", "article", "misc"), 3)
            return next((self._owner(one, index) for index, one in beside if self._owner(one, index)), "")
        if not (tok.has("who", "my", "his") or OWNED.search(tok.word.text)):
            return ""
        behind = [one for _, one in self.look(at, 1, ("size", "flag", "article", "number", "colour", "each"), 4)]
        return "" if any(one.roles.keys() & {*NOUNS, "there", "symbol"} for one in behind) else self._owner(tok, at)

    def _own_ones(self) -> None:
        """Features that are told by their owner alone, beside one of their kind: mine has 4 tiles, on hers."""
        for at, tok in enumerate(self.toks):
            owner = "" if tok.used else self._theirs(at)
            known = [index for index in self.of_tok if index < at]
            if not owner or not known:
                continue
            place = self.of_tok[max(known)]
            after, before = self.at(at + 1), self.at(at - 1)
            if tok.has("another"):
                owners = [index for index, one in self.look(at, 1, ("of", "misc"), 3) if self._owner(one, index)]
                after = self.at(owners[-1] + 1) if owners else None
            told = after is not None and (after.has("number") or after.has("flag", *STATES))
            inside = before is not None and (before.has("in") or before.has("of", "to", "from"))
            joined = "effect:joins" in self.keys and len(self.places) == 1
            near = self._last_noun(at) == "kind"
            if not (joined or inside or (told and near)) or place.owner == owner:
                continue
            other = next((one for one in self.places if one.kind == place.kind and one.owner == owner), None)
            if other is None:
                other = Place(place.kind, at, owner)
                self.places.append(other)
            self.of_tok[at] = other
            tok.used = tok.owns = True
            if tok.has("another"):
                for _, one in self.look(at, 1, ("of", "misc"), 3):
                    if self._owner(one, at):
                        one.used = one.owns = True
            if after is not None and after.has("number") and not after.used:
                behind = self.at(self.toks.index(after) + 1)
                if behind is None or not behind.roles.keys() & {*NOUNS, "size"}:
                    other.units["tile"], after.used = int(after.roles["number"]), True

    def _speaker(self) -> None:
        """The colour of the speaker, and those that are named."""
        self.speaker = ""
        named = [tok.roles["colour"] for tok in self.toks if tok.has("colour")]
        for at, tok in enumerate(self.toks):
            if tok.has("who", "am"):
                for _, other in self.look(at, 1, ("article", "filler")):
                    if other.has("colour"):
                        self.speaker = other.roles["colour"]
                        tok.used = other.used = True
                        del other.roles["colour"]
                        other.roles["who"] = "i"
                        named = [one for one in named if one != self.speaker]
        speaks = any(tok.has("who", "i", "my", "me", "am", "both") for tok in self.toks)
        if not self.speaker:
            self.speaker = next(one for one in COLOURS if one not in named or not speaks)
            if not speaks and named:
                self.speaker = "red"
        rest = [one for one in COLOURS if one != self.speaker and one not in named]
        others = [one for one in dict.fromkeys(named) if one != self.speaker]
        self.rest = rest
        self.named = others
        has_other = any(tok.has("who", "other") for tok in self.toks)
        self.other = rest[0] if has_other or not others else others[0]
        self.people: dict[str, str] = {}

    def _owner(self, tok: Tok, at: int) -> str:
        """Whom a word means; "" for none."""
        if tok.has("colour"):
            return tok.roles["colour"]
        if tok.has("who", "i", "my", "me", "am"):
            return self.speaker
        if tok.has("who", "other"):
            if name := tok.roles.get("name-of"):
                if name not in self.people:
                    free = [self.other, *(one for one in self.rest if one not in (self.other, self.speaker))]
                    self.people[name] = free[min(len(self.people), len(free) - 1)]
                return self.people[name]
            return self.other
        if tok.has("who", "he", "his"):
            before = [self._owner(one, index) for index, one in enumerate(self.toks[:at]) if self._is_person(one)]
            known = next((one for one in reversed(before) if one), "")
            anybody = any(self._is_person(one) for one in self.toks)
            if not known and not anybody and any(one.has("who", "my", "i", "me") for one in self.toks[:at]):
                place = next((one.has("kind") for _, one in self.look(at, 1, ("size", "flag", "number"), 3)), False)
                return self.speaker if tok.has("who", "his") and place else self.other  # my monk and his monastery
            return known or self.other
        return ""

    @staticmethod
    def _is_person(tok: Tok) -> bool:
        return tok.has("colour") or tok.has("who", "other")

    # ---- numbers

    def _numbers(self) -> None:
        """Gives each number to the noun beside it."""
        over = ("size", "flag", "colour", "who", "filler", "article", "each", "not", "alone", "effect")
        toks = self.toks
        for at, tok in enumerate(toks):
            after = self.at(at + 1)
            last = after.has("break") and self._adjoin(tok, after) if after is not None else tok.word is self.words[-1]
            if tok.has("article") and len(tok.roles) == 1 and last:
                tok.roles = {"number": "1"}  # and I have one
            third = self.at(at + 2)
            if (
                tok.has("article")
                and len(tok.roles) == 1
                and after is not None
                and after.has("of")
                and third is not None
            ):
                if third.has("colour") or third.has("who", "me", "other", "his", "he"):
                    tok.roles = {"number": "1"}  # two of mine and one of green's
            if tok.has("times"):
                before = self.at(at - 1)
                if before is not None and before.roles.keys() & {"figure", "stance"}:
                    before.number, tok.used = int(tok.roles["times"]), True
                continue
            if not tok.has("number") or tok.used:
                continue
            number = int(tok.roles["number"])
            of, place = self.at(at - 1), self.at(at - 2)
            if of is not None and of.has("of") and place is not None and place.has("kind") and self._ends(tok):
                self._tiles(place, number)  # a city of 5 with my knight
                tok.used = True
                continue
            or_behind = (after := self.at(at + 1)) is not None and after.has("and", "or")
            of, us = self.at(at + 1), self.at(at + 2)
            if of is not None and us is not None and of.has("of") and us.has("who", "me"):
                if any(one.has("each") for _, one in self.look(at + 2, 1, ("cue", "there", "filler"), 2)):
                    tok.used = us.used = True  # three of us have one each
                    continue
            if or_behind and (third := self.at(at + 2)) is not None and third.has("number"):
                beyond = self.at(at + 3)
                if beyond is not None and beyond.roles.keys() & {"unit", "kind", "stance", "figure"}:
                    if not beyond.has("unit", "point"):
                        self.vague.append(at)
                        third.used = True
                    continue
                self.claims += [number, int(third.roles["number"])]
                tok.used = third.used = True
                continue
            counts = (noun_behind := self.at(at + 1)) is not None and noun_behind.roles.keys() & {*NOUNS, "size"}
            if noun_behind is not None and noun_behind.has("unit", "point", "score"):
                counts = False
            if (said := self.at(at - 1)) is not None and said.has("claim") and not counts:
                self.claims.append(number)
                tok.used = said.used = True
                continue
            noun, start = None, at
            whole = self.at(at + 2)
            if (
                (link := self.at(at + 1)) is not None
                and link.has("of")
                and whole is not None
                and whole.has("number", "8", "9")
            ):
                whole.used, start = True, at + 2  # seven of the eight around it
                self.of_nine |= whole.has("number", "9")
            if (unopened := self.at(start + 1)) is not None and unopened.has("cue", "unopened"):
                start, unopened.used = start + 1, True
            for index, other in self.look(
                start, 1, (*over, "of", "misc", "around", *(("cue",) if self._partitive(start) else ())), 6
            ):
                if other.has("of") and (index != start + 1 or not self._of_owner(index)):
                    break
                if other.has("cue", "partitive"):
                    other.used = True
                if other.roles.keys() & set(NOUNS) and other.number < 0:
                    noun = other
                    break
                if other.has("cue", "points") or other.has("unit", "point", "score"):
                    holder = self.at(at - 1)
                    if (
                        index == at + 1
                        and holder is not None
                        and (holder.has("colour") or holder.has("who", "i", "other", "he", "both"))
                        and not any(
                            one.has("cue", "get", "gains") or one.has("verb", "get")
                            for one in self.toks[max(0, at - 2) : at]
                        )
                    ):
                        both = (
                            [self.speaker, self.other] if holder.has("who", "both") else [self._owner(holder, at - 1)]
                        )
                        for one in both:
                            self.scores[one] = number
                        holder.used = other.used = True
                    else:
                        self.claims.append(number)
                    other.used = tok.used = True
                    break
                if other.has("number"):
                    break
            if tok.used:
                continue
            if noun is not None:
                noun.number, noun.before = number, True
                tok.used = True
                continue
            behind = self.at(at + 1)
            if behind is not None and behind.has("size"):
                place = next((one for one in reversed(toks[:at]) if one.has("kind")), None)
                self._tiles(place or next((one for one in toks[at:] if one.has("kind")), None), number)
                tok.used = behind.used = True
                continue
            before = self.at(at - 1)
            if before is not None and before.has("of"):
                place = self.at(at - 2)
                if place is not None and place.has("kind"):
                    self._tiles(place, number)
                    tok.used = True
                    continue
            if before is not None and before.word.text == ":" and self.at(at - 2) is not None:
                before = self.at(at - 2)
            if before is not None and before.roles.keys() & {"figure", "stance", "unit"} and before.number < 0:
                if before.has("unit", "tile", "coat", "ghost", "inn", "misty-tile"):
                    before.number, tok.used = number, True
                    continue

    def _partitive(self, at: int) -> bool:
        behind = self.at(at + 1)
        return behind is not None and behind.has("cue", "partitive")

    def _ends(self, tok: Tok) -> bool:
        """Whether nothing goes on behind a word: a mark, the end, or a word that says nothing."""
        behind = next((word for word in self.words if word.start > tok.word.start), None)
        return behind is None or not behind.meanings or behind.meanings[0].role in ("break", "filler", "common")

    def _of_owner(self, at: int) -> bool:
        """Whether "of" is followed by an owner or a thing: two of my knights, two of them shields."""
        behind = [self.at(at + 1), self.at(at + 2)]
        known = [one for one in behind if one is not None]
        if (known and known[0].has("who", "his", "my")) or (known and known[0].has("colour")):
            return len(known) < 2 or bool(known[1].roles.keys() & set(NOUNS) or known[1].has("size"))
        return bool(known) and bool(known[0].roles.keys() & {*NOUNS, "misc"} or known[0].has("who", "he"))

    def _tiles(self, tok: Tok | None, number: int) -> None:
        if tok is not None:
            tok.roles["tiles"] = str(number)

    # ---- features

    def _kind(self, tok: Tok) -> str:
        if not tok.has("kind"):
            return ""
        kinds = [one.ident for one in tok.word.meanings if one.role == "kind"]
        if "haunted-castle" in kinds and len(kinds) > 1:
            if {"unit:ghost", "figure:guard", "cue:mist", "unit:misty-tile", "unit:misty-neighbour"} & self.keys:
                self.vague.append(self.toks.index(tok))
            spooky = {"figure:guard", "unit:misty-tile", "cue:mist", "unit:misty-neighbour"} & self.keys
            return "haunted-castle" if spooky and "city" in kinds else kinds[0]
        return kinds[0]

    def _features(self) -> None:
        """The features that are named: one of each kind, unless another one is."""
        toks = self.toks
        self.has_field = any(tok.has("kind", "field") or tok.has("stance", "farmer") for tok in toks)
        self.has_field |= any(tok.has("figure", "barn", "pig", "shepherd") for tok in toks)
        self.has_field |= bool({"figure:barn", "figure:pig"} & self.keys)
        self.of_tok: dict[int, Place] = {}
        for at, tok in enumerate(toks):
            kind = self._kind(tok)
            if not kind or tok.used:
                continue
            several = next((one.several for one in tok.word.meanings if one.role == "kind"), False)
            if self.has_field and kind in ("city", "castle") and self._touched(at, tok, several):
                continue
            owner, another, article = "", False, False
            sized = False
            for _, other in self.look(at, -1, (*LINKS, "colour", "who", "number", "of", "unit"), 6):
                sized |= other.has("unit", "tile")
                if other.has("unit") and not sized:
                    break
                if other.has("of") and not article:
                    break
                if other.has("another"):
                    another = True
                    other.used = True
                if other.has("article"):
                    article = True
                if other.has("effect") and article and (doer := self.at(toks.index(other) - 1)) is not None:
                    if doer.has("colour") or doer.has("who", "i", "other", "he", "both"):
                        break  # blue closed a city, which is not said to be his
                if other.has("each"):
                    self.vague.append(toks.index(other))
                if other.has("colour") or other.has("who", "my", "his", "other"):
                    owner = owner or self._owner(other, toks.index(other))
                    other.owns = True
                    if owner and not other.has("who", "other"):
                        other.used = True
                    break
                if other.has("of") and (holder := self.at(toks.index(other) - 1)) is not None and article:
                    if holder.has("colour") or holder.has("who", "i", "he", "other"):
                        owner = self._owner(holder, toks.index(holder))
                        holder.used = holder.owns = True
                    break
                if other.has("who", "i", "he") and article:
                    owner = self._owner(other, toks.index(other))  # I have a city
                    break
                if other.has("beside") or (other.has("number") and not sized):
                    break
            if not owner:
                for index, other in self.look(at, 1, ("of", "flag", "size")):
                    if other.has("colour") or other.has("who", "me", "other", "his"):
                        behind = self.at(index + 1)
                        linked = self.toks[index - 1].has("of")
                        if not linked and behind is not None and behind.roles.keys() & {*NOUNS, "number", "verb"}:
                            break
                        owner = self._owner(other, index)
                        other.used = other.owns = True
                        break
            beside = any(one.has("beside") for _, one in self.look(at, -1, ("article", "flag", "size"), 3))
            known = [one for one in self.places if one.kind == kind]
            joined = any(one.has("effect", "joins") for one in toks[:at])
            if (joined and len(known) == 1 and "effect:joins" in self.keys and known[0].owner != owner) or (
                joined
                and len(known) == 1
                and any(one.has("and") or one.has("of", "to", "with") for one in toks[max(0, at - 3) : at])
            ):
                another = True
            new = not known or another
            if known and owner and known[-1].owner and known[-1].owner != owner:
                match = [one for one in known if one.owner == owner]
                known, new = match or known, not match
            if (new and not (another and not known and len(self.places) == 0 and not article)) or new:
                place = Place(kind, at, owner, beside=beside)
                self.places.append(place)
            else:
                place = known[-1]
                place.owner = place.owner or owner
            tok.used = True
            if several or tok.number > 1:
                self.vague.append(at)
            self.of_tok[at] = place
            if "tiles" in tok.roles:
                place.units["tile"] = int(tok.roles["tiles"])

    def _more_touched(self) -> None:
        """Cities beside a field that are only told by their number and state: and one unfinished."""
        field = next((one for one in self.places if one.touches), None)
        for at, tok in enumerate(self.toks):
            state = self.at(at + 1)
            if field is None or tok.used or not tok.has("number") or state is None:
                continue
            if state.has("flag", COMPLETE, INCOMPLETE) and not state.used:
                field.touches.append((int(tok.roles["number"]), state.roles["flag"]))
                tok.used = state.used = True

    def _touched(self, at: int, tok: Tok, several: bool) -> bool:
        """Takes a city that a field lies next to; False for one that is spoken of itself."""
        number = tok.number
        state, beside, none = "", False, False
        over = (*LINKS, "colour", "number", "beside", "not", "effect", "around", "who")
        for _, other in self.look(at, -1, over, 5):
            if other.has("beside") or other.has("verb", "touch"):
                beside = True
            if other.has("flag", COMPLETE, INCOMPLETE) and not state:
                state = other.roles["flag"]
                other.used = True
            if other.has("not"):
                none = True
                other.used = True
                break
            if other.has("stance") or other.has("kind"):
                break
        if not state:
            for _, other in self.look(at, 1, ("filler", "around", "there"), 3):
                if other.has("flag", COMPLETE, INCOMPLETE):
                    state = other.roles["flag"]
                    other.used = True
        own = tok.number < 0 and not several
        if own and not beside and not ((state or none) and self.places and self.places[-1].kind == "field"):
            return False
        if own and "stance:knight" in self.keys:
            return False
        fields = [one for one in self.places if one.kind == "field"]
        place = fields[-1] if fields else None
        if place is None:
            place = Place("field", at, implied=True)
            self.places.append(place)
        if none and state == COMPLETE:
            number = 0
        elif none:
            number, state = (0, COMPLETE) if several else (1, INCOMPLETE)
        elif number < 0:
            number = SEVERAL if several else 1
        for step in (-1, 1):
            for _, other in self.look(at, step, (*LINKS, "number", "cue", "beside", "around"), 3):
                if other.has("beside") or other.has("cue", "near") or other.has("around"):
                    other.used = True
        place.touches.append((number, state))
        tok.used = True
        return True

    # ---- figures

    def _people(self) -> None:
        """The figures that are named, and those of whom only the owner is."""
        toks = self.toks
        for at, tok in enumerate(toks):
            if tok.used or not (tok.has("figure") or tok.has("stance")):
                continue
            if self._is_general(tok):
                tok.used = True
                continue
            self._figure(at, tok)

    def _absent(self) -> None:
        """Figures that are said not to stand somewhere: my thief is not on that road any more."""
        for at, tok in enumerate(self.toks):
            before, after = self.at(at - 1), self.at(at + 1)
            if tok.used or not tok.has("not") or before is None or after is None:
                continue
            if before.roles.keys() & {"figure", "stance"} and after.roles.keys() & {"in", "there", "kind"}:
                for one in self.figures:
                    if one.at == at - 1:
                        one.number, tok.used = 0, True

    def _parts(self) -> None:
        """Tells one or two of several figures apart: two knights, one of them large, protected or with a ghost."""
        for at, tok in enumerate(self.toks):
            last = next((one for one in reversed(self.figures) if one.at < at and one.named), None)
            if tok.used or not tok.has("part") or last is None:
                continue
            number = int(tok.roles["part"])
            if 0 <= last.number <= number:
                continue
            one = Figures(last.owner, last.figure, number, at, last.kind)
            told = False
            for index, other in self.look(at, 1, ("article", "size", "there", "not", "filler"), 4):
                if other.has("flag", "protected") and not other.used:
                    one.flags.append("protected")
                    other.used = told = True
                known = next((figures for figures in self.figures if figures.at == index), None)
                if known is not None and (known.owner in ("", last.owner)):
                    self.figures.remove(known)
                    one.figure = known.figure
                    told = True
                told |= other.has("unit") or other.has("number") or other.has("article")
            if not told:
                continue
            last.number = last.number - number if last.number > 0 else SEVERAL
            self.figures.append(one)
            self.figures.sort(key=lambda figures: figures.at)
            tok.used = True

    def _imply(self) -> None:
        """The features that only a figure's name tells of: a knight's city, a monk's monastery."""
        for one in self.figures:
            if not one.kind or not one.number or any(place.kind in self._alike([one.kind]) for place in self.places):
                continue
            if one.kind == "monastery" and any(place.kind not in ("city", "road", "field") for place in self.places):
                continue
            self.places.append(Place(one.kind, one.at, implied=True))

    def _is_general(self, tok: Tok) -> bool:
        """Whether a figure is only asked about in general, in a clause of its own: does a wagon count as a meeple?"""
        clause = [one for one in self.toks if one.clause == tok.clause]
        others = [one for one in self.toks if one.clause != tok.clause]
        return (
            any(one.has("cue", "strength") for one in clause)
            and not any(one.has("kind") for one in clause)
            and any(one.has("figure") or one.has("stance") for one in others)
        )

    def _figure(self, at: int, tok: Tok) -> None:
        stance = tok.roles.get("stance", "")
        about: dict[str, Any] = tables()["stance"].get(stance, {})
        figure = str(about.get("figure") or tok.roles.get("figure", "meeple"))
        kind = str(about.get("kind", ""))
        role = "stance" if stance else "figure"
        several = next((one.several for one in tok.word.meanings if one.role == role), False)
        owners: list[str] = []
        number, none, flags, again, listed = tok.number, False, [], False, False
        for index, other in self.look(
            at, -1, ("size", "flag", "article", "number", "each", "alone", "another", "colour", "who", "not", "of")
        ):
            if other.has("colour") or other.has("who", "my", "his"):
                owner = self._owner(other, index)
                if not owners and owner:
                    owners = [owner, *self._chain(index, other)]
                    other.used = True
                    other.owns = tok.number < 0
                if not other.has("who", "my", "his"):
                    break
            elif other.has("who", "he", "me", "i", "other"):
                prior = self.at(index - 1)
                theirs = prior is not None and prior.roles.keys() & {"figure", "stance", "of"}
                if index >= at - 2 and not theirs:
                    owners = owners or [self._owner(other, index), *self._chain(index, other)]
                    other.used = True
                break
            elif other.has("who"):
                break
            if other.has("size") and figure == "meeple" and other.roles["size"] == "large":
                figure = "large-meeple"
            if other.has("flag", "protected"):
                flags.append("protected")
                other.used = True
                self.keys.discard("verb:protect")
            if other.has("article"):
                listed = True
                if number < 0:
                    number = 1
            if other.has("another"):
                again = True
                other.used = True
            if other.has("not"):
                none = True
                other.used = True
        behind = list(self.look(at, 1, ("size", "of", "flag", "from")))
        for index, other in behind:
            if other.has("size") or other.has("of"):
                continue
            if other.has("flag", "protected"):
                flags.append("protected")
                other.used = True
                self.keys.discard("verb:protect")
                continue
            if not owners and (other.has("colour") or other.has("who", "me", "other", "his", "he")):
                before = self.at(index - 1)
                of = before is not None and before.has("of")
                third = self.at(index + 1)
                last = third is None or third.has("break") or third.has("and")
                if of or other.has("colour") or other.has("who", "me") or (other.has("who", "he") and last):
                    taken = third is not None and (third.has("number") or third.roles.keys() & {"figure", "stance"})
                    listed_by = other.has("who") and tok.number >= 0 and third is not None and third.has("number")
                    if of or not taken or listed_by:
                        owners = [self._owner(other, index)]
                        other.used = other.owns = True
            break
        if not owners:
            owners = self._subjects(at)
        each = self._each(at, owners)
        shared, owners = len(each) > max(1, len(owners)), each
        tok.used = True
        if several and number < 0 and (again or vocabulary().supply(figure) == 1):
            number = 1  # my abbots garden; another of my knights
        if number < 0:
            number = SEVERAL if several else 1
        if none:
            number = 0
        if number == 0 and self.keys & {"cue:may", "cue:must"}:
            self.vague.append(at)
        told = self.at(at - 1)
        alike = tok.roles.get("number-of") == "noun" and told is not None and "number-of" in told.roles
        if alike and tok.number < 0 and told is not None and told.roles["number-of"] == "several":
            number = SEVERAL
        elif tok.roles.get("number-of") == "noun" and tok.number < 0 and not listed and told is not None:
            if any(told.word.start < word.start < tok.word.start for word in self.words):
                self.assumed.append("how-many")  # has knights, spelt like one knight
        if NOBODY in owners:
            owners, number = [""], 0
            self.nobody = True
        for owner in owners or [""]:
            same = self._same(owner, figure, kind, number if tok.number >= 0 or several else 1, at)
            if same is not None and tok.number >= 0 and self._listed(at) and vocabulary().supply(figure) != 1:
                same = None
            if same is not None and self._is_put(same, at):
                same = None  # where another one already stands
                owner = owner or (self.other if vocabulary().supply(figure) == 1 else "")
            if same is not None and not again and not (listed and same.number > 1) and number != 0:
                same.owner = same.owner or owner
                same.kind = same.kind or kind
                if tok.number >= 0:
                    same.number = tok.number
                same.flags += flags
                continue
            more = again or self._listed(at)
            self.figures.append(Figures(owner, figure, number, at, kind, flags=[*flags], shared=shared, more=more))

    def _each(self, at: int, owners: list[str]) -> list[str]:
        """Both or all of those who have one each, where "each" stands beside a figure."""
        near = [
            (index, one)
            for step in (-1, 1)
            for index, one in self.look(
                at, step, ("number", "article", "size", "filler", "colour", "who", "and", "of"), 5
            )
            if one.has("each")
        ]
        if not near or len(owners) > 1:
            return owners
        index, tok = near[0]
        following = self.at(index + 1)
        if following is not None and following.roles.keys() & {"kind", "unit"}:
            return owners
        people = []
        for where, one in enumerate(self.toks):
            if (one.owns and self._owner(one, where) not in owners) or one.clause != self.toks[at].clause:
                continue
            if one.has("colour") or one.has("who", "i", "me", "other", "he", "both"):
                if one.has("who", "both"):
                    people += [self.speaker, self.other]
                people.append(self._owner(one, where))
                if one.has("colour"):
                    one.used = True
        people = [one for one in dict.fromkeys(people) if one]
        if len(people) < 2 and not any(one.has("each") and one.clause != self.toks[at].clause for one in self.toks):
            more = [
                self._owner(one, where)
                for where, one in enumerate(self.toks)
                if not one.owns and (one.has("colour") or one.has("who", "i", "me", "other", "he"))
            ]
            people = [one for one in dict.fromkeys([*people, *more]) if one]
        if not people and tok.word.meant in BOTH:
            people = [self.speaker, self.other]
        if len(people) == 1 and self._speaks():
            people = [self.speaker, self.other]
        if len(people) < 2:
            return owners
        tok.used = True
        return people

    def _alike_too(self) -> None:
        """Who has what somebody else has: blue has a knight and so do I, celui de bleu."""
        for at, tok in enumerate(self.toks):
            if tok.used or not self.figures:
                continue
            last = [one for one in self.figures if one.at < at]
            if tok.has("too") and last:
                owner = self.speaker if tok.roles["too"] == "me" else self.other
                if not any(one.owner == owner for one in self.figures):
                    self.figures.append(Figures(owner, last[-1].figure, last[-1].number, at, last[-1].kind))
                tok.used = True
            elif tok.has("another", "his-one") and last and self._last_noun(at) in ("figure", "stance"):
                people = [self._owner(one, index) for index, one in enumerate(self.toks[:at]) if self._is_person(one)]
                owner = next((one for one in reversed(people) if one != last[-1].owner), self.other)
                self.figures.append(Figures(owner, last[-1].figure, 1, at, last[-1].kind))
                tok.used = True
            elif tok.has("another", "that-of") and last:
                owner = next(
                    (
                        self._owner(one, index)
                        for index, one in self.look(at, 1, ("of",), 2)
                        if one.has("colour") or one.has("who")
                    ),
                    "",
                )
                if owner:
                    self.figures.append(Figures(owner, last[-1].figure, 1, at, last[-1].kind))
                    tok.used = True

    def _is_put(self, one: Figures, at: int) -> bool:
        """Whether a figure is the one to be put, and the same word at an index tells of one that stands there."""
        if not self.keys & {"cue:may", "cue:must"} or "verb:put" not in self.keys:
            return False
        if any(self.toks[index].has("figure") or self.toks[index].has("stance") for index in range(one.at)):
            return False
        return any(tok.has("kind") or tok.has("there") or tok.has("cue", "where") for tok in self.toks[one.at + 1 : at])

    def _last_noun(self, at: int) -> str:
        """The role of the noun before an index."""
        found = (next(iter(tok.roles.keys() & set(NOUNS)), "") for tok in reversed(self.toks[:at]))
        return next((role for role in found if role), "")

    def _listed(self, at: int) -> bool:
        """Whether a noun goes on a list: a knight and a knight."""
        tok = next(
            (
                one
                for _, one in self.look(at, -1, ("number", "article", "size", "colour", "who"), 4)
                if not one.roles.keys() & {"number", "article", "size", "colour", "who"}
            ),
            None,
        )
        return tok is not None and tok.has("and", "and")

    def _same(self, owner: str, figure: str, kind: str, number: int, at: int) -> Figures | None:
        """The figures that were named already and are named again: two knights, and my knights later."""
        for one in reversed(self.figures):
            alike = one.figure == figure and (not kind or not one.kind or one.kind == kind)
            if not alike or (owner and one.owner and owner != one.owner):
                continue
            single = vocabulary().supply(figure) == 1
            if single and (owner == one.owner or not owner or not one.owner):
                return one
            tok = self.toks[one.at]
            if owner and not one.owner and number in (1, SEVERAL) and one.named and not single and tok.number < 2:
                bare = self.at(at - 1)
                if bare is None or not bare.roles.keys() & {"article", "number", "and", "colour", "who"}:
                    return one
            if owner and owner == one.owner and number in (one.number, SEVERAL, 1) and one.named:
                return one
        return None

    def _chain(self, at: int, tok: Tok) -> list[str]:
        """Those who are named before an owner with "and" between: black and yellow one knight each."""
        found = []
        if not (tok.has("colour") or tok.has("who", "me", "i", "other")):
            return []
        while (link := self.at(at - 1)) is not None and link.has("and", "and"):
            more = self.at(at - 2)
            if more is None or more.used or not (more.has("colour") or more.has("who", "i", "me", "other", "he")):
                break
            prior = self.at(at - 3)
            if prior is not None and (prior.has("of") or prior.roles.keys() & {"figure", "stance"}):
                break
            found.append(self._owner(more, at - 2))
            more.used = True
            at -= 2
        return found

    def _subjects(self, at: int) -> list[str]:
        """Who is said to have what stands at an index: blue has, me and green have, he puts."""
        toks = self.toks
        index = at - 1
        while index >= 0:
            tok = toks[index]
            if (tok.has("break") and tok.word.text != ":") or tok.has("against"):
                break
            if tok.has("claim") or (tok.has("kind") and index + 1 == at):
                break
            if tok.has("flag", EMPTY) and not tok.used and tok.word.meant.split()[0] in NOBODIES:
                tok.used = True
                return [NOBODY]
            if tok.has("who", "both"):
                tok.used = True
                return [self.speaker, self.other if len(self.named) != 1 else self.named[0]]
            behind = self.at(index - 1)
            me = tok.has("who", "me") and not (behind is not None and behind.has("of"))
            if tok.has("colour") or tok.has("who", "i", "other", "he", "am") or me:
                owners = [self._owner(tok, index)]
                before = index
                while (link := self.at(before - 1)) is not None and (link.has("and", "and") or link.has("break")):
                    more = self.at(before - 2)
                    if more is None or not (more.has("colour") or more.has("who", "i", "me", "other", "he")):
                        break
                    if more.used and not more.has("who", "i"):
                        break
                    if link.has("break") and len(owners) < 2:
                        break
                    owners.append(self._owner(more, before - 2))
                    more.used = True
                    before -= 2
                tok.used = True
                return list(dict.fromkeys(owners[::-1]))
            index -= 1
            if at - index > 12:
                break
        return []

    def _unnamed(self) -> None:
        """Who stands somewhere without a figure being named: red 2, only me in it, held by blue."""
        toks, asked = self.toks, bool(self.keys & {"cue:may", "cue:must"})
        for at, tok in enumerate(toks):
            is_one = tok.has("colour") or tok.has("who", "i", "me", "other", "he", "my", "his") or tok.has("theirs")
            if tok.used or not is_one:
                continue
            number = -1
            after, before = self.at(at + 1), self.at(at - 1)
            for step in (-1, 1):
                over = ("of", "in", "misc", *(("verb", "effect", "cue") if step > 0 and not asked else ()))
                for _, other in self.look(at, step, over, 2):
                    if other.has("number") and not other.used and number < 0:
                        number = int(other.roles["number"])
                        other.used = True
                if number >= 0:
                    break
            beside = [one for one in (before, after) if one is not None and self._adjoin(tok, one)]
            stands = any(one.has("there") or one.has("alone") or one.has("and", "against") for one in beside)
            done = self.at(at - 2)
            listed = before is not None and before.has("and", "and")
            stands |= listed and any(one.at == at - 2 and not one.named for one in self.figures)
            by = before is not None and before.has("of") and before.word.meant.split()[-1] == "by"
            stands |= by and not (done is not None and done.roles.keys() & {"cue", "verb", "effect"})
            if after is not None and after.has("not", "there"):
                tok.used = after.used = True
                continue
            stands |= tok.has("theirs") and bool(self.figures) and self._last_noun(at) in ("figure", "stance")
            stands |= self._tied(at)
            alone = (before is None or before.has("break")) and (after is None or after.has("break"))
            if alone and tok.has("who", "me") and not self.figures and number < 0:
                stands = True  # a finished road of 4 tiles, mine
            near = [one for _, one in self.look(at, -1, ("size",), 2)]
            one_of = tok.has("colour") and bool(self.figures) and any(one.has("article") for one in near)
            if one_of and any(one.has("size") for one in near):
                self.vague.append(at)  # a big blue one
            if one_of and number < 0 and (after is None or not after.roles.keys() & set(NOUNS)):
                number = 1  # two red knights, a black one
            if not stands and number < 0:
                continue
            if number >= 0 and not self.figures and self.held and self.held[-1][0] != self._owner(tok, at):
                self.held.append((self._owner(tok, at), number, self.held[-1][2]))
                tok.used = True
                continue
            last = [one for one in self.figures if one.at < at and one.named]
            nearest = last[-1] if last else next(iter(self.figures), None)
            alike = number >= 0 or tok.has("theirs")
            like = nearest.figure if nearest is not None and alike else "meeple"
            kind = nearest.kind if nearest is not None and alike else ""
            if before is not None and before.has("size", "large"):
                like = "large-meeple"
            owner = self._theirs(at) if tok.has("theirs") else self._owner(tok, at)
            if owner == self.speaker and tok.has("who", "he", "his"):
                owner = self.other  # my knight and two of his
            single = len(self.places) < 2  # only me, with a ghost on my meeple
            if number < 0 and any(one.owner == owner and (one.at < at or single) for one in self.figures):
                tok.used = True
                continue
            made = Figures(owner, like, number if number >= 0 else 1, at, kind, named=False)
            self.figures.append(made)
            for _, other in self.look(at, 1, ("number", "filler", "there"), 3):
                if other.has("flag", "protected"):
                    made.flags.append("protected")
                    other.used = True
                    self.keys.discard("verb:protect")
            tok.used = True

    # ---- what features and figures have

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
        over = ("number", "article", "there", "cue")
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

    def _tied(self, at: int) -> bool:
        """Whether somebody is said to be even with somebody else: yellow and black are tied in it."""
        over = ("and", "colour", "who", "not", "filler")
        found = [one for _, one in self.look(at, 1, over, 3)]
        people = [
            one for step in (-1, 1) for _, one in self.look(at, step, over, 3) if one.has("colour") or one.has("who")
        ]
        return bool(found and found[-1].has("cue", "share", "tie-break") and people)

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

    def _states(self) -> None:
        for at, tok in enumerate(self.toks):
            if tok.used or not tok.has("flag", *STATES):
                continue
            flag = tok.roles["flag"]
            none = False
            for _, other in self.look(at, -1, ("size", "article", "there", "filler", "who", "alone"), 3):
                if other.has("not", "no"):
                    none = True
                    other.used = True
                if other.has("flag", EMPTY) and flag == COMPLETE and not other.used:
                    none = other.used = True
            place = self._state_of(at)
            if flag == EMPTY:
                holder = self.at(at - 1)
                named = holder is not None and holder.has("colour") and tok.word.meant.split()[0] in NOBODIES
                if holder is not None and (named or holder.has("who", "i", "he", "other", "me")):
                    tok.used = holder.used = True  # I have nobody there, which says nothing of the others
                    continue
            if flag == EMPTY:
                after = [one for _, one in self.look(at, 1, ("filler", "there", "who"), 3)]
                if any(one.has("flag", COMPLETE, INCOMPLETE) and one.has("effect") for one in after):
                    continue  # nobody closed it
            if none and flag == COMPLETE:
                flag = INCOMPLETE
            elif none and flag == INCOMPLETE:
                flag = COMPLETE
            elif none and flag == EMPTY:
                tok.used = True
                continue
            elif none:
                continue
            if place is None:
                continue
            if flag in (COMPLETE, INCOMPLETE) and "field" in vocabulary().kind_traits(place.kind):
                if flag == INCOMPLETE:
                    continue
                flag = "enclosed"
            if flag == COMPLETE and place.kind == "hole":
                flag = "enclosed"
            if flag == COMPLETE and INCOMPLETE in place.flags:
                if tok.has("effect"):
                    continue
                self.vague.append(at)
            if flag not in place.flags:
                place.flags.append(flag)
            tok.used = True

    def _state_of(self, at: int) -> Place | None:
        for index, other in self.look(
            at, 1, ("size", "article", "colour", "who", "number", "flag", "another", "alone", "unit")
        ):
            if index in self.of_tok:
                return self.of_tok[index]
            if other.has("break"):
                break
        before = [index for index in self.of_tok if index < at]
        clause = [index for index in before if self.toks[index].clause == self.toks[at].clause]
        if clause or before:
            return self.of_tok[max(clause or before)]
        after = [index for index in self.of_tok if index > at]
        if after:
            return self.of_tok[min(after)]
        return self.places[-1] if self.places else None

    def _mists(self) -> None:
        """A feature under mist that no tile extends or dispels: fog on the field."""
        if "effect:extends" in self.keys and "cue:dispels" not in self.keys and not self.of_tok:
            return
        for at, tok in enumerate(self.toks):
            if tok.used or not tok.has("cue", "mist") or self.keys & {"cue:dispels", "unit:ghost"}:
                continue
            before = self.at(at - 1)
            if before is not None and before.has("effect"):
                continue
            near = [index for index in self.of_tok if abs(index - at) <= LOOK and self.of_tok[index].kind == "field"]
            if near:
                self.of_tok[near[0]].flags.append("misty")
                tok.used = True

    # ---- who stands where

    def _holders(self) -> None:
        """Puts each figure on a feature."""
        for one in self.figures:
            stands = tables()["stance"].get(one.figure, {}).get("stands")
            kinds = [one.kind] if one.kind else list(stands or ())
            able = [place for place in self.places if not kinds or place.kind in self._alike(kinds)]
            if not able and one.kind == "monastery":
                able = [place for place in self.places if place.kind not in ("city", "road", "field")]
            if not able and kinds and one.kind:
                made = Place(one.kind, one.at, implied=True)
                self.places.append(made)
                able = [made]
            one.place = self._where(one, able)

    @staticmethod
    def _alike(kinds: list[str]) -> set[str]:
        """Kinds of features where a figure that looks for one of these may stand, too."""
        found = set(kinds)
        for kind, others in tables()["group"].get("stands-as", {}).items():
            if found & set(others):
                found.add(kind)
        if "monastery" in found:
            found |= {"abbey", "shrine", "special-monastery", "german-monastery"}
        return found

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

    def _speaks(self) -> bool:
        return any(tok.has("who", "i", "my", "me", "both") for tok in self.toks)

    # ---- what happens

    def _deeds(self) -> None:
        """What the placed tile does, and who places it."""
        self.effects: list[tuple[str, Place]] = []
        for at, tok in enumerate(self.toks):
            if not tok.has("effect"):
                continue
            effect = tok.roles["effect"]
            if any(one.has("cue", "mist") for _, one in self.look(at, 1, ("article", "size"), 2)):
                continue
            place = self._object(at)
            if tok.has("flag") and not self._done_by(at):
                continue
            if place is None:
                continue
            doer = self._done_by(at)
            if doer and not self.mover:
                self.mover = doer
            if (effect, place) not in self.effects:
                self.effects.append((effect, place))
            if effect == "completes":
                place.closer = doer or self.speaker
            tok.used = True
        for at, tok in enumerate(self.toks):
            if tok.has("verb", "put") and not self.mover and not self.keys & {"cue:may", "cue:must"}:
                self.mover = self._done_by(at)
            if tok.has("cue", "comes-up", "draws") and not self.mover:
                drawer = next(
                    (
                        self._owner(one, index)
                        for index, one in self.look(at, 1, ("of", "filler"), 2)
                        if one.has("colour") or one.has("who")
                    ),
                    "",
                )
                self.mover = drawer or self._done_by(at)
        saved = next((at for at, tok in enumerate(self.toks) if tok.has("verb", "protect")), -1)
        if saved >= 0:
            clause = self.toks[saved].clause
            several = sum(
                max(one.number, 1)
                for one in self.figures
                if self.toks[one.at].clause == clause and one.named and one.owner == self.speaker
            )
            of_them = any(tok.has("cue", "partitive") for tok in self.toks[saved:])
            if several > 1 or of_them:
                self.keys.add("several:protect")
        for at, tok in enumerate(self.toks):
            if tok.has("cue", "turn", "turn-of", "my-turn"):
                before, after, third = self.at(at - 1), self.at(at + 1), self.at(at + 2)
                if before is not None and (before.has("colour") or before.has("who", "his", "other")):
                    self.turner = self._owner(before, at - 1)
                    if before.has("who", "his") and self.turner == self.speaker:
                        self.turner = self.other
                    before.owns = tok.used = True
                elif (
                    after is not None
                    and third is not None
                    and after.has("of")
                    and (third.has("colour") or third.has("who", "other"))
                ):
                    self.turner = self._owner(third, at + 2)
                    third.used = True
                elif tok.has("cue", "my-turn"):
                    self.turner = self.speaker

    def _object(self, at: int) -> Place | None:
        for index in range(at + 1, min(at + 7, len(self.toks))):
            if self.toks[index].has("break") and index > at + 1:
                break
            if index in self.of_tok:
                return self.of_tok[index]
        before = [index for index in self.of_tok if index < at]
        if before:
            return self.of_tok[max(before)]
        after = [index for index in self.of_tok if index > at]
        return self.of_tok[min(after)] if after else (self.places[-1] if len(self.places) == 1 else None)

    def _done_by(self, at: int) -> str:
        """Who does what a word at an index says; "" for nobody."""
        for index, other in self.look(at, -1, ("filler", "there", "cue", "size", "each", "unit", "not", "verb"), 5):
            if other.has("who", "he") and (prior := self.at(index - 1)) is not None and prior.has("unit", "tile"):
                continue  # which my tile extends: she is the city
            if other.owns and not other.has("who", "my", "his"):
                break
            if other.has("colour") or other.has("who", "i", "other", "he", "my", "his", "both"):
                return self._owner(other, index) or self.speaker
            if other.has("kind") or other.has("break"):
                break
            if other.has("unit", "tile"):
                return self._tile_of(index)
        return ""

    def _tile_of(self, at: int) -> str:
        for index, other in self.look(at, -1, ("article", "size"), 3):
            if other.has("colour") or other.has("who"):
                return self._owner(other, index) or self.speaker
        return self.speaker

    def standing(self, place: Place) -> list[Figures]:
        """Who stands on a feature."""
        return [one for one in self.figures if one.place is place and one.number != 0]

    def unused(self) -> list[Tok]:
        """The words that fill no slot."""
        return [tok for tok in self.toks if not tok.used]
