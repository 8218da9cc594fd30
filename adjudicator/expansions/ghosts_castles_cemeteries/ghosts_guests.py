"""What becomes of ghosts and mist when other expansions act (GCC-74 to 77, GCC-84, GCC-87 to 90, GCC-97 to 104).

These expansions need no code here: the move is answered by the words it names.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import pointed_at, shows_mist
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import value

MIST = ("mist", "misty", "misty-tile")
LOST_WITH = ("knock-out-token", "festival", "plague", "leipzig", "bathhouse", "drawbridge", "vodyanoy",
             "solovei-razboynik")  # fmt: skip
"""What takes a meeple off the board, or to a place, without its ghosts (GCC-75); the seduction token is told apart."""

LEAVING = ("takes-back", "removes", "moves", "captures")
TAKEN_BY = {"dragon": "GCC-88", "seduces": "GCC-89", "festival": "GCC-75", "captures": "GCC-90"}
"""What takes a haunted meeple off the board to the rule that says what becomes of its ghosts."""


def saying(case: Case, move: Move) -> Finding | None:
    """What a rule says of a move with haunted meeples or mist and words of other expansions; None where none does."""
    named = [_ids(case, word) for word in move.words]
    words = frozenset(ident for ids in named for ident in ids)
    if move.verb == "moves" and "dragon" in words and words.intersection(MIST):
        return Finding("GCC-87", True, "ghost-dragon-mist", {})
    if move.verb == "builds" and "bridge" in words and words.intersection(MIST):
        return Finding("GCC-97", True, "ghost-bridge-mist", {})
    haunted = _haunted(case, move, words)
    if haunted is None:
        return None
    ghosts = {"ghosts": haunted}
    if _played(case, "figure", "dragon") and (move.verb == "seduces" or words.intersection(("dragon", "fairy"))):
        return None  # the expansion of dragon, fairy and princess asks `taken` and `beside_fairy`
    if "festival" in words and _played(case, "name", "festival"):
        return None
    if "fairy" in words and move.verb in ("moves", "puts"):
        return Finding("GCC-84", True, "ghost-fairy", ghosts)
    if "dragon" in words and move.verb in LEAVING:
        eaten = _gone(case, "GCC-88", ghosts)
        if move.verb != "captures" or not _freed_figure(case, words):
            return eaten
        case.note(eaten)  # whose figure it is says the rest
        return None
    if move.verb == "seduces":
        return _gone(case, "GCC-89", ghosts)
    if move.verb == "scores":
        return _scored(case, words, ghosts)
    if move.verb in ("builds", "moves") and "castle" in words and not words.intersection(LOST_WITH):
        return _kept(case, ghosts)
    if "seduction-token" in words:
        return _kept(case, ghosts) if move.verb == "moves" else _lost(case, ghosts)
    if move.verb in LEAVING and words.intersection(LOST_WITH):
        if move.verb == "moves" and "plague" in words:
            return _kept(case, ghosts)  # fleeing it
        return _lost(case, ghosts)
    if move.verb == "captures" and not _freed_figure(case, words):
        return _gone(case, "GCC-90", ghosts)
    return None


def taken(case: Case, feature: Feature, occupant: Occupant, by: str) -> Finding | None:
    """The ghosts of a figure that is taken off the board go back to the supply (GCC-74, and by what took it)."""
    number = occupant.mark(GHOST)
    if not number or by not in TAKEN_BY:
        return None
    case.find("GCC-74", "ghosts-go-back")
    return Finding(TAKEN_BY[by], True, "ghost-taken", {"ghosts": Item("count", (number, "", GHOST))})


def moving_them(case: Case, action: Action) -> Iterator[Finding]:
    """The fairy may go to a haunted meeple (GCC-84), the dragon on tiles with mist (GCC-87)."""
    moved = action.item.parts[1].parts[2] if len(action.item.parts) > 1 else ""
    target = getattr(action.data, "target", None)
    if moved == "fairy" and target is not None and target[1].mark(GHOST):
        yield Finding("GCC-84", True, "ghost-fairy", {"ghosts": Item("count", (target[1].mark(GHOST), "", GHOST))})
    cell, ground = getattr(action.data, "cell", None), case.state.ground
    lay = ground.lay(*cell) if moved == "dragon" and ground is not None and cell is not None else None
    if lay is not None and shows_mist(lay):
        yield Finding("GCC-87", True, "ghost-dragon-mist", {})


def _played(case: Case, role: str, ident: str) -> bool:
    """Whether the expansion of a word is in play and has code."""
    return case.game.owner(role, ident) in case.game.ids


def _ids(case: Case, word: object) -> tuple[str, ...]:
    """What a word may mean; nothing for the name of a feature, unless that is a place such as Leipzig."""
    text, roles = getattr(word, "text", ""), getattr(word, "roles", ())
    known = case.state.known_name(text)
    if known is not None and case.state.feature(known).kind == "area":
        return tuple(ident for role, ident in roles if role == "name")
    if getattr(word, "type", "") == "STRING" or known is not None:
        return ()
    return tuple(ident for _, ident in roles)


def _haunted(case: Case, move: Move, words: frozenset[str]) -> Item | None:
    """The ghosts of the figures that a move names, or that stand on the feature it names; None where there are none."""
    colours = {word.id("colour") for word in move.words if word.id("colour")}
    standing: list[Occupant] = [
        o
        for feature in pointed_at(case.state, move, case.lang)
        for o in feature.occupants
        if o.mark(GHOST) and (not colours or o.owner in colours)
        if o.figure in words or not _names_figure(case, words)
    ]
    number = sum(o.mark(GHOST) for o in standing)
    if not number and GHOST in words:
        said = [int(word.value) for word in move.words if word.type == "NUMBER"]
        number = said[0] if said else 1
    return Item("count", (number, "", GHOST)) if number else None


def _names_figure(case: Case, words: frozenset[str]) -> bool:
    return any(case.game.is_figure(ident) and "meeple" in case.game.figure_traits(ident) for ident in words)


def _freed_figure(case: Case, words: frozenset[str]) -> bool:
    """Whether another expansion in play answers for the capture of the figure."""
    return any(f"captures {ident}" in case.game.figure_verbs for ident in words)


def _gone(case: Case, rule: str, ghosts: dict[str, Item]) -> Finding:
    case.find("GCC-74", "ghosts-go-back")
    return Finding(rule, True, "ghost-taken", ghosts)


def _lost(case: Case, ghosts: dict[str, Item]) -> Finding:
    case.find("GCC-74", "ghosts-go-back")
    return Finding("GCC-75", True, "ghost-taken", ghosts)


def _kept(case: Case, ghosts: dict[str, Item]) -> Finding:
    case.find("GCC-76", "ghosts-come-along")
    return Finding("GCC-77", True, "ghost-kept", ghosts)


def _scored(case: Case, words: frozenset[str], ghosts: dict[str, Item]) -> Finding | None:
    """Acrobats pay one by one (GCC-102), the big top takes no notice (GCC-103), message 8 does (GCC-104)."""
    if "big-top" in words:
        return Finding("GCC-103", True, "ghost-big-top", ghosts)
    if "message-8" in words:
        case.find("GCC-81", "ghosts-every-scoring")
        return Finding("GCC-104", True, "ghost-scored-at", {**ghosts, "each": -value("GCC-104", "per_ghost")})
    if "pyramid" in words or "acrobat" in words:
        case.find("GCC-75", "ghosts-lost-cases")
        return Finding("GCC-102", True, "ghost-scored-at", {**ghosts, "each": -value("GCC-102", "per_ghost")})
    return None
