"""The slots that the words of a sentence fill: figures and features, and the words with what they may mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adjudicator.talk.tokens import Word
from adjudicator.talk.words import tables

COLOURS = ("red", "blue", "green", "yellow", "black", "grey", "pink", "purple", "orange", "white", "brown")
"""Who is who where nobody says: the speaker first, then the others in turn."""
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


def alike(kinds: list[str]) -> set[str]:
    """Kinds of features where a figure that looks for one of these may stand, too."""
    found = set(kinds)
    for kind, others in tables()["group"].get("stands-as", {}).items():
        if found & set(others):
            found.add(kind)
    if "monastery" in found:
        found |= {"abbey", "shrine", "special-monastery", "german-monastery"}
    return found
