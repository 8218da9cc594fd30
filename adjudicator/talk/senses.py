"""Words that get their sense from the rest of the sentence: a castle, what somebody wins, whose figure, each tile."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from adjudicator.talk.chunks import Chunk, Said
from adjudicator.talk.facts import OF_A_FIGURE
from adjudicator.talk.things import Unclear, alike, is_field
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary

GAINS = "cue:gains"
"""Somebody wins something: points, a feature, or a thing such as a gift, by what stands behind it."""
GETS = "cue:get"
NOUNS = ("kind", "figure", "stance", "unit", "colour")
SCORED = ("point", "score", "tile")
"""Units that are won as points, or not at all."""


class Senses(NamedTuple):
    """What words say by those beside them; words are told by where they stand."""

    names: dict[int, str]
    """By the word for a feature, the name that the sentence gives it."""
    whose: frozenset[int]
    """Words for figures whose owner is asked for."""
    each: dict[int, tuple[int, ...]]
    """By the word for what is counted, the words that say it is on each tile."""
    beside: dict[int, str]
    """By the word for a field or its farmer, the kind of feature it is said to lie beside."""
    spoken: frozenset[int]
    """The words that are said by these."""


def settled(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The groups of a sentence with each of their words in its one sense. Raises Unclear."""
    flat = _flat(chunks)
    spoken = _expansions(flat)
    meant = {one.at: _meant(one, at, flat, spoken) for at, one in enumerate(flat)}
    return [Chunk(chunk.shape, tuple(meant[one.at] for one in chunk.said)) for chunk in chunks]


def senses(chunks: Sequence[Chunk]) -> Senses:
    """What the groups of a sentence say by what stands beside them. Raises Unclear."""
    flat = _flat(chunks)
    names: dict[int, str] = {}
    beside: dict[int, str] = {}
    whose: set[int] = set()
    spoken: set[int] = set()
    for at, one in enumerate(flat):
        after = flat[at + 1] if at + 1 < len(flat) else None
        if one.role == "called" and after is not None and after.role == "name-given":
            noun = next((other for other in _before(flat, at) if other.role == "kind"), None)
            if noun is not None:
                names[noun.at] = after.ident
                spoken |= {one.at, after.at}
        elif one.role == "whose":
            near = [other for other in (after, flat[at - 1] if at else None) if other and _is_figure(other)]
            whose.update(other.at for other in near[:1])
            spoken |= {one.at} if near else set()
        elif one.role == "beside":
            before = next((other for other in _before(flat, at) if other.role in (*NOUNS[:3], "named")), None)
            noun = next((other for other in flat[at + 1 :] if other.role == "kind"), None)
            if before is None or noun is None or not _stands_beside(before, noun, [*_before(flat, at)]):
                spoken.add(one.at)
                if before is not None and noun is not None and is_field(_kind(before)) and not is_field(noun.ident):
                    beside[before.at] = noun.ident
    for chunk, behind in itertools.pairwise(chunks):
        tiles, counted = chunk.first("unit"), behind.first("unit")
        if counted is None or tiles is None or len(chunk.said) > 1 or tiles.ident != "tile" or not tiles.several:
            continue
        if _bears(counted):
            raise Unclear("talk-how-many", tiles.at)  # half the tiles have a shield
    each: dict[int, tuple[int, ...]] = {}
    for at, chunk in enumerate(chunks):
        if chunk.first("per") is None and [one.role for one in chunk.said] != ["each"]:
            continue
        counted = _counted(chunks, at)
        if counted is not None:
            each[counted.at] = tuple(one.at for one in chunk.said)
    return Senses(names, frozenset(whose), each, beside, frozenset(spoken))


def _flat(chunks: Sequence[Chunk]) -> list[Said]:
    return [one for chunk in chunks for one in chunk.said]


def _before(flat: Sequence[Said], at: int) -> Iterator[Said]:
    """The words of a clause before one of them, the nearest first."""
    for one in reversed(flat[:at]):
        if one.role == "break":
            return
        yield one


def _is_figure(one: Said) -> bool:
    return one.role in ("figure", "stance")


def _kind(one: Said) -> str:
    """The kind of feature that a word speaks of; "" for others."""
    if one.role == "kind":
        return one.ident
    found = tables()["stance"].get(one.ident, {}).get("kind", "") if _is_figure(one) else ""
    return str(found)


def _stands_beside(before: Said, noun: Said, clause: Sequence[Said]) -> bool:
    """Whether a figure that may stand on the feature is said to stand beside it, where nothing else tells its place."""
    if not _is_figure(before) or any(one.role in ("kind", "verb", "effect") for one in clause):
        return False
    kind = _kind(before)
    return not kind or alike(kind, noun.ident)


def _counted(chunks: Sequence[Chunk], at: int) -> Said | None:
    """What is said to be on each tile: the count behind or before the words for that, in one clause."""
    exact = chunks[at].first("per") is not None
    for step in (1, -1):
        near = at + step
        while exact and 0 <= near < len(chunks) and [one.role for one in chunks[near].said] in (["in"], ["of"]):
            near += step
        if not 0 <= near < len(chunks):
            continue
        unit = chunks[near].first("unit")
        if unit is not None and _bears(unit):
            return unit
    return None


def _bears(unit: Said) -> bool:
    """Whether features have what is counted, on single tiles of theirs."""
    kinds = tables()["group"].get("units", {}).get(unit.ident, {}).get("on", ())
    return bool(kinds) and kinds != OF_A_FIGURE and unit.ident != "tile"


def _expansions(flat: Sequence[Said]) -> dict[str, set[int]]:
    """The expansions that a sentence speaks of, with the words that do."""
    found: dict[str, set[int]] = {}
    boxes: dict[str, list[str]] = tables()["group"].get("phase", {})
    for one in flat:
        if len([key for key in one.keys if key.startswith("kind:")]) > 1:
            continue
        for box in boxes.get(f"{one.role}:{one.ident}", ()):
            found.setdefault(box, set()).add(one.at)
        with suppress(LookupError):
            found.setdefault(vocabulary().owner(one.role, one.ident), set()).add(one.at)
    return found


def _meant(one: Said, at: int, flat: Sequence[Said], spoken: dict[str, set[int]]) -> Said:
    """A word in its one sense. Raises Unclear."""
    kinds = [key.partition(":")[2] for key in one.keys if key.startswith("kind:")]
    if one.role == "kind" and len(kinds) > 1:
        kind = _kind_meant(one, kinds, flat, spoken)
        others = {f"kind:{other}" for other in kinds if other != kind}
        return one._replace(ident=kind, keys=tuple(key for key in one.keys if key not in others))
    if GAINS not in one.keys:
        return one
    if _wins_a_thing(at, flat):
        role, _, ident = GETS.partition(":")
        return one._replace(role=role, ident=ident, keys=(GETS,))
    return one._replace(keys=tuple(key for key in one.keys if key != GAINS))


def _kind_meant(one: Said, kinds: Sequence[str], flat: Sequence[Said], spoken: dict[str, set[int]]) -> str:
    """The kind that a word for several stands for: that of an expansion only where the sentence speaks of it."""
    words = vocabulary()
    usual = [kind for kind in kinds if words.owner("kind", kind) in words.always()] or list(kinds)
    others = [kind for kind in kinds if kind not in usual and spoken.get(words.owner("kind", kind))]
    if not others:
        return usual[0]
    bears = [
        tables()["group"].get("units", {}).get(said.ident, {}).get("on", ()) for said in flat if said.role == "unit"
    ]
    sure = [kind for kind in others if any(kind in on and usual[0] not in on for on in bears)]
    if len(sure) != 1:
        raise Unclear("talk-which-kind", one.at, (usual[0], others[0]))
    return sure[0]


def _wins_a_thing(at: int, flat: Sequence[Said]) -> bool:
    """Whether what is won is a thing and neither points nor a feature: wins a gift, the gift that red wins."""
    for one in flat[at + 1 :]:
        if one.role == "break" or one.ident in ("points", "how-many") or one.role in ("kind", "colour", "who"):
            break
        if one.role in NOUNS:
            return one.role == "unit" and one.ident not in SCORED
    before = next((one for one in _before(flat, at) if one.role in NOUNS and one.role != "colour"), None)
    asked = any(one.ident in ("what", "how-many", "who") for one in _before(flat, at))
    after = next((one for one in flat[at + 1 :] if one.role in NOUNS or one.role == "break"), None)
    return (
        asked
        and (after is None or after.role == "break")
        and before is not None
        and before.role == "unit"
        and before.ident not in SCORED
        and not tables()["group"].get("units", {}).get(before.ident, {}).get("on")
    )
