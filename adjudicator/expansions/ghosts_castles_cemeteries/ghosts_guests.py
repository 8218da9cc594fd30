"""What becomes of ghosts and mist when other expansions act (GCC-74 to 77, GCC-84, GCC-87 to 90, GCC-97 to 104).

These expansions need no code here: the move is answered by the words it names.
"""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import GHOST
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import value

MIST = ("mist", "misty", "misty-tile")
LOST_WITH = ("knock-out-token", "festival", "plague", "leipzig", "bathhouse", "drawbridge", "vodyanoy",
             "solovei-razboynik")  # fmt: skip
"""What takes a meeple off the board, or to a place, without its ghosts (GCC-75); the seduction token is told apart."""

LEAVING = ("takes-back", "removes", "moves", "captures")


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
    if "fairy" in words and move.verb in ("moves", "puts"):
        return Finding("GCC-84", True, "ghost-fairy", ghosts)
    if "dragon" in words and move.verb in LEAVING:
        return _gone(case, "GCC-88", ghosts)
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


def _ids(case: Case, word: object) -> tuple[str, ...]:
    """What a word may mean; nothing for the name of a feature."""
    text, roles = getattr(word, "text", ""), getattr(word, "roles", ())
    if getattr(word, "type", "") == "STRING" or case.state.known_name(text) is not None:
        return ()
    return tuple(ident for _, ident in roles)


def _haunted(case: Case, move: Move, words: frozenset[str]) -> Item | None:
    """The ghosts of the figures that a move names, or that stand on the feature it names; None where there are none."""
    known = [case.state.known_name(word.text) for word in move.words]
    standing: list[Occupant] = [
        o
        for ident in known
        if ident is not None
        for o in case.state.feature(ident).occupants
        if o.mark(GHOST) and (o.figure in words or not _names_figure(case, words))
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
