"""Every question of one moment sees one table: `may` is yes exactly where `where` lists it, and that can be played."""

from __future__ import annotations

import pytest
from everyday import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import adjudicate
from adjudicator.errors import Problems
from adjudicator.model.ruling import Ruling

PLACES = ("R", "Q", "T")


def answered(text: str) -> list[Ruling]:
    """The rulings of a text without problems."""
    return [answer.ruling for answer in adjudicate(text).answers]


@pytest.mark.long
@settings(max_examples=examples(90))
@given(
    ghosts=st.lists(st.integers(0, 2), min_size=3, max_size=3),
    owners=st.lists(st.sampled_from(("red", "blue", "green", "")), min_size=3, max_size=3),
    mist=st.sampled_from(("extends mist", "dispels mist", "extends mist, dispels mist")),
    beside=st.lists(st.sampled_from(PLACES), min_size=1, max_size=2, unique=True),
)
def test_a_meeple_may_be_put_exactly_where_it_can_be_played(
    ghosts: list[int], owners: list[str], mist: str, beside: list[str]
) -> None:
    """Whoever gets the ghosts of the tile: they are forced, free, or for nobody."""
    lines = ["use ghosts-castles-cemeteries", "players red, blue, green"]
    for name, number, owner in zip(PLACES, ghosts, owners, strict=True):
        carried = f" with {number} ghosts" if number else ""
        lines.append(f"{'city' if name == 'T' else 'road'} {name}: incomplete, 3 tiles{'' if owner else ', empty'}")
        lines += [f"  {owner}: meeple{carried}"] if owner else []
    lines += ["turn red", f"  places a tile that {mist}, {', '.join(f'extends {name}' for name in beside)}"]
    asked = ["ask where red may put meeple", *(f"ask may red put meeple on {name}" for name in PLACES)]
    where, *may = answered("\n".join([*lines, *asked]))
    if where.verdict != "undetermined":
        listed = {item.parts[0] for item in where.options}
        assert {name for name, one in zip(PLACES, may, strict=True) if one.verdict == "yes"} == listed
    for name, one in zip(PLACES, may, strict=True):
        put = [*lines, f"  puts meeple on {name}", f"ask majority {name}"]
        if one.verdict == "yes":
            (lead,) = answered("\n".join(put))
            assert lead.verdict == "options" and any(item.parts == ("red",) for item in lead.options)
        if one.verdict == "no":
            assert all(ruling.verdict == "undetermined" for ruling in _played(put))


def _played(lines: list[str]) -> list[Ruling]:
    """What a text says that may not be playable: nothing where it is not."""
    try:
        return answered("\n".join(lines))
    except Problems:
        return []


def test_a_forced_ghost_is_there_for_every_question() -> None:
    text = """\
use ghosts-castles-cemeteries
players red, blue
road R: incomplete, 3 tiles
  blue: meeple with 2 ghosts
turn red
  places a tile that extends R, extends mist
ask majority R
ask may red put meeple on R
ask where red may put meeple
ask which red may put on R
"""
    lead, may, where, which = answered(text)
    assert not lead.options and may.verdict == "yes"
    assert [item.parts[0] for item in where.options] == ["R"] and which.options


@pytest.mark.long
@settings(max_examples=examples(60))
@given(
    holders=st.sets(st.sampled_from(("red", "blue", "green"))),
    hole=st.sampled_from(("hole H: enclosed", "hole H: not enclosed")),
    rule=st.sampled_from(("AM-24", "AM-25", "AM-26")),
)
def test_what_is_due_after_the_last_tile_is_due_for_every_question(holders: set[str], hole: str, rule: str) -> None:
    """Who comes next, who must, who may pass, and whether the game may end (AM-24 to AM-26)."""
    players = ("red", "blue", "green")
    lines = [
        "use abbey-and-mayor", f"rule {rule}", "players red, blue, green", "stock 1 tile",
        *(f"{one} has 3 meeples, {int(one in holders)} abbeys" for one in players), hole,
        "road R: incomplete, 2 tiles, empty", "turn red", "  places a tile that extends R",
    ]  # fmt: skip
    others = [one for one in ("blue", "green") if one in holders]
    due, *musts = answered("\n".join([*lines, "ask next", *(f"ask must {one} place abbey" for one in others)]))
    waiting = [one for one in (*others, "red") if one in holders] if hole.endswith(": enclosed") else []
    if rule == "AM-24" or not waiting:
        assert not due.options and not due.possible
    elif rule == "AM-26":
        assert [item.parts[0] for item in due.options] == waiting[:1]
    else:
        listed = {item.parts[0] for one in (due, *due.possible) for item in one.options}
        assert listed == set(waiting)
    assert {one.verdict for one in musts} <= {"yes" if rule == "AM-25" and waiting else "no"}
    for one in waiting[:1] if rule != "AM-24" else ():
        refused = not _played([*lines, f"turn {one}", "  passes", "ask next"])
        assert refused == (rule == "AM-25")
    ended = _played([*lines, "final", "ask final"])
    assert bool(ended) == (rule != "AM-25" or not waiting)
