"""What one word of a clause means in its place: a tile's name, a meaning of the lexicon, or somebody's own name.

The parser leaves that open. Here it is settled in the way in which the binder and the engine read the clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.binding.meaning import Sayer

INNER = frozenset(
    [
        "at",
        "on",
        "in",
        "to",
        "for",
        "by",
        "as",
        "and",
        "or",
        "of",
        "from",
        "with",
        "called",
        "each",
        "nothing",
        "any",
        "aside",
        "not",
        "a_tile",
        "fits_nowhere",
        "open_only_to",
        "nothing_named",
        "yes",
        "no",
        "none",
        "nobody",
        "exactly",
        "including",
        "one_of",
        "in_order",
        "open",
        "disputed",
        "asks",
        "over",
        "under",
        "tile",
        "corner",
        "it",
        "letter",
        "edition",
        "rule",
    ]
)
"""Keywords that are read inside a clause."""
_ORDER = (
    "keyword", "colour", "side", "kind", "figure", "unit", "flag", "effect", "topic", "symbol", "name", "verb",
)  # fmt: skip
_HEADS = frozenset(("or", "exactly", "including", "one_of", "in_order", "open"))
"""Keywords of an expectation that an item comes behind."""
_PHASES = frozenset(("steps", "to-come"))
"""Questions that phases answer."""
_NO_TILE = frozenset(("kind", "unit", "name", "figure", "flag"))


class Words:
    """The words of one clause."""

    carried = False
    """Whether what comes next is carried by a figure, behind "with"."""

    def __init__(self, sayer: Sayer, words: list[Word], governs: str) -> None:
        self.sayer = sayer
        self.form = sayer.form
        self.words = words
        self.governs = governs
        """What stands before the clause: ``verb places``, ``keyword expect``, ``topic score`` ..."""

    def tile(self, at: int) -> bool:
        """Whether the word at `at` names a tile."""
        words = self.words
        word = words[at]
        if word.type != "ATOM" or word.id("kind"):  # a tile named by its building is so in both languages
            return False
        after = words[at + 1] if at + 1 < len(words) else None
        if after is not None and after.type == "TURNED":
            return True
        if self.phases():
            return False  # what a phase is called has no tile behind its verb
        before = words[at - 1] if at else None
        inner = word.id("keyword") in INNER
        if word.text in self.sayer.tiles and self.governs in ("verb places", "verb draws", "topic placements"):
            return True
        if before is not None and before.id("keyword") == "tile" and not inner:
            return at < 2 or words[at - 2].type != "NUMBER"
        if self.form == "tile":
            return before is not None and before.id("keyword") == "letter"
        if self.form == "game_turn" and not self.governs.startswith("verb"):
            if at == 0 and word.id("topic") and (after is None or after.type != "COORD"):
                return False  # what kind of turn it is
            squares = [i for i, one in enumerate(words) if one.type == "COORD"]
            return bool(squares) and at < squares[0] and word.id("keyword") not in ("at", "tile")
        if inner:
            return False
        placed = after is not None and (
            after.type == "COORD"
            or (after.id("keyword") == "at" and at + 2 < len(words) and words[at + 2].type == "COORD")
        )
        heads = (at == 0 and self.governs in ("verb places", "verb draws")) or self.and_verb(
            at - 1, ("places", "draws")
        )
        heads = heads or (at == 0 and self.governs == "topic placements")
        if heads:
            return placed or not any(role in _NO_TILE for role, _ in word.roles)
        if placed and self.governs == "keyword expect" and not word.id("kind"):
            return before is None or (before.type == "ATOM" and before.id("keyword") in _HEADS)
        return False

    def and_verb(self, at: int, verbs: tuple[str, ...] = ()) -> bool:
        """Whether the word at `at` is a further verb: ``unwrap gift and place abbey``; or the verb of an answer."""
        if at < 0 or self.words[at].type != "ATOM":
            return False
        verb = self.words[at].id("verb")
        if verb is None or (verbs and verb not in verbs):
            return False
        before = self.words[at - 1] if at else None
        if self.governs.startswith("verb"):
            return before is not None and before.id("keyword") == "and"
        if self.governs == "keyword expect":
            opens = before is None or before.id("keyword") in (
                "or",
                "exactly",
                "including",
                "one_of",
                "in_order",
                "open",
            )
            return opens and at + 1 < len(self.words) and self.words[at + 1].id("keyword") != "or"
        return False

    def behind_square(self, at: int) -> bool:
        """Whether the word at `at` follows the tile and its square in the line of a game."""
        short = self.form == "game_turn" and not self.governs.startswith("verb")
        return short and at > 0 and self.words[at - 1].type in ("COORD", "TURNED")

    def phases(self) -> bool:
        """Whether the words of the clause name phases of a turn, by their verbs."""
        return self.governs == "keyword expect" and self.sayer.topic in _PHASES

    def _names_phase(self, known: dict[str, str]) -> bool:
        """Whether a word of these meanings is the verb of a phase; what a question goes by, `score`, is the phase and
        no verb that an expansion calls alike."""
        return self.phases() and "topic" not in known and "verb" in known and self.in_play("verb", known["verb"])

    def in_play(self, role: str, ident: str) -> bool:
        """Whether the text uses the expansion that brings a word."""
        return vocabulary().owner(role, ident) in self.sayer.in_play

    def of_place(self, at: int, name: str, known: dict[str, str]) -> bool:
        """Whether the word at `at` means a place that the text declares, by the spelling used there or as nothing else
        in play; what a verb governs, ``build castle``, is no place where it may be something else.
        """
        others = any(role in ("kind", "unit", "figure") and self.in_play(role, known[role]) for role in known)
        if name not in self.sayer.areas or (others and at == 0 and self.governs.startswith("verb")):
            return False
        return not others or fold(self.words[at].text) in self.sayer.areas[name]

    def meaning(self, at: int, counted: bool = False) -> tuple[str, str]:
        """Role and id of the word at `at`, ("", "") for a name."""
        words = self.words
        word = words[at]
        after = words[at + 1] if at + 1 < len(words) else None
        known: dict[str, str] = {}
        for role, ident in word.roles:
            if role != "keyword" or ident in INNER:
                known.setdefault(role, ident)
        if not known:
            return ("", "")
        if len(known) == 1 and known.get("keyword") not in ("on", "of"):
            return next(iter(known.items()))
        if "verb" in known and "flag" not in known and self.behind_square(at):
            return ("verb", known["verb"])
        if self.and_verb(at) or self._names_phase(known):
            return ("verb", known["verb"])
        if known.get("keyword") in ("on", "of"):
            amount = after is not None and (after.type == "NUMBER" or after.id("colour") is not None)
            both = {ident for role, ident in word.roles if role == "keyword"} >= {"on", "of"}
            return ("keyword", ("of" if amount else "on") if both else known["keyword"])
        if "keyword" in known and known["keyword"] == "tile" and "unit" in known:
            named = after is not None and after.type == "ATOM" and not after.id("keyword") and not counted
            return ("keyword", "tile") if named else ("unit", known["unit"])
        name = known.get("name")
        before = words[at - 1] if at else None
        if name and ((before is not None and before.id("kind") == "area") or self.of_place(at, name, known)):
            return ("name", name)
        figure = known.get("figure")
        if figure and len(known) > 1:
            others = [role for role in ("name", "unit") if role in known and self.in_play(role, known[role])]
            foreign = bool(others) and not self.in_play("figure", figure)
            if foreign or ("unit" in known and (self.form == "stock" or self.carried)):
                del known["figure"]
        for role in _ORDER:
            if role in known:
                return (role, known[role])
        return ("", "")

    def total(self, at: int) -> str:
        """The number behind "of" at `at`, "" when there is none: ``6 of 9 tiles``."""
        if at + 1 >= len(self.words) or self.words[at + 1].type != "NUMBER":
            return ""
        return self.words[at + 1].text if ("keyword", "of") in self.words[at].roles else ""
