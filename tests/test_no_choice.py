"""What leaves a player no choice is done, said or not, and where it makes no difference which of several is meant, it
is not asked: all texts are answered alike."""

from __future__ import annotations

from everyday import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.binding.bind import bind
from adjudicator.model.ruling import Ruling
from adjudicator.play.possible import outcome
from adjudicator.play.run import play
from adjudicator.syntax.document import read_document

PLACES = ('city "T": incomplete, 3 tiles, 1 coat', 'road "T": incomplete, 4 tiles', 'monastery "T": 8 of 9 tiles')
QUESTIONS = ("points", "returned", "stock", "total red", "total blue", "hand red", "hand blue", "score T")


def answers(text: str) -> list[Ruling]:
    found = [answer for one in bind(read_document(text, "en")).scenarios for answer in play(one, "en").answers]
    assert len(found) == len(QUESTIONS), text
    return [answer.ruling for answer in found]


@settings(max_examples=examples(40))
@given(
    place=st.sampled_from(PLACES),
    mine=st.booleans(),
    ghosts=st.integers(0, 2),
    number=st.integers(1, 2),
    beside=st.sampled_from(("", "red: guard", "blue: guard")),
    does=st.sampled_from(("completes", "extends")),
    left=st.integers(1, 6),
)
def test_a_ghost_that_one_figure_can_get_is_there_without_a_word(
    place: str, mine: bool, ghosts: int, number: int, beside: str, does: str, left: int
) -> None:
    colour = "red" if mine else "blue"
    carried = f" with {ghosts} ghosts" if ghosts else ""
    lines = [
        "use ghosts-castles-cemeteries", "players red, blue", f"stock {left} ghosts",
        "red has score 9, 3 meeples", "blue has score 7, 3 meeples", place,
        *(f"  {colour}: meeple{carried}" for _ in range(number)), *([f"  {beside}"] if beside else []),
        "turn red", f'  places a tile that {"dispels" if mine else "extends"} mist, {does} "T"',
    ]  # fmt: skip
    asked = [f"ask {question}" for question in QUESTIONS]
    told = [f'  haunts {colour} meeple{carried} on "T"']
    silent, said = (answers("\n".join([*lines, *more, *asked])) for more in ([], told))
    for one, other in zip(silent, said, strict=True):
        assert one.verdict == other.verdict != "undetermined"
        assert one.points == other.points
        assert set(one.options) == set(other.options)


MOVES = {
    "places a tile that {does} T; protects meeple{which} on T for 2": "peasant-revolts",
    "draws a tile; unwraps cash-out meeple{which} on T; places a tile that {does} T": "gifts",
    "places a tile that extends T; escapes meeple{which} from T": "besiegers",
}


@settings(max_examples=examples(40))
@given(
    written=st.sampled_from(sorted(MOVES)),
    ghosts=st.lists(st.integers(0, 2), min_size=2, max_size=3),
    does=st.sampled_from(("completes", "extends")),
)
def test_which_of_several_is_asked_for_only_where_it_makes_a_difference(
    written: str, ghosts: list[int], does: str
) -> None:
    own = MOVES[written]
    figures = [f"meeple with {number} ghosts" if number else "meeple" for number in ghosts]
    lines = [
        f"use ghosts-castles-cemeteries, {own}", "players red, blue", "stock 5 ghosts",
        "red has score 30, 2 meeples, gift cash-out" if own == "gifts" else "red has score 30, 2 meeples",
        "blue has score 7, 4 meeples",
        "city T: incomplete, 3 tiles, besieged" if own == "besiegers" else "city T: incomplete, 3 tiles",
        f"  red: {', '.join(figures)}", "monastery M: 5 of 9 tiles, empty",
        *(["near besiegers: M"] if own == "besiegers" else []), "turn red",
    ]  # fmt: skip
    asked = [f"ask {question}" for question in QUESTIONS]

    def given_for(which: str) -> list[Ruling]:
        moves = [f"  {move}" for move in written.format(does=does, which=which).split("; ")]
        return answers("\n".join([*lines, *moves, *asked]))

    unsaid = given_for("")
    named = [given_for(f" with {number} ghosts") for number in sorted(set(ghosts))]
    for at, one in enumerate(unsaid):
        told = {(outcome(ruling[at]), ruling[at].lines) for ruling in named}
        if len(told) == 1:
            assert (outcome(one), one.lines) in told
        else:
            assert one.verdict == "undetermined"
