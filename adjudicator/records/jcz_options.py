"""What a test file asserts of the moves on offer, as questions of the record and what is expected of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.errors import Problem
from adjudicator.geometry.face import Face, looks
from adjudicator.records.asserted import Asked
from adjudicator.records.jcz_file import Event, refused
from adjudicator.records.jcz_places import Table
from adjudicator.records.names import names
from adjudicator.words.saying import joined, player, said, square, text, things, tile, verb, word
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary

FESTIVAL = "FESTIVAL"
"""The source of a figure that a festival sends home."""

_PLACES = re.compile(r"TilePlacement (\S+) options: (.+)")
_FIGURES = re.compile(r"Meeple (\w+) options: (.+)")
_BACK = re.compile(r"ReturnMeeple FESTIVAL options: (.+)")
_CAPTURES = re.compile(r"CaptureFollower options: (.+)")
_RETURNED = re.compile(r"\{\d+\.(\w+)\.\d+,(\w+),([\w.]+),\[(-?\d+),\s*(-?\d+)\]\}")
_OPTION = re.compile(r"\{(\w+),([\w.]+),\[(-?\d+),\s*(-?\d+)\]\}")
_LAID = re.compile(r"\[(-?\d+),\s*(-?\d+)\] - \[([\d, ]+)\]")


class Options:
    """The moves on offer when all events are read."""

    def __init__(self, table: Table, who: str, events: int, in_turn: bool) -> None:
        self.table = table
        self.who = who
        """The colour of the player who has the turn, or had it last."""
        self.events = events
        self.in_turn = in_turn

    def asked(self, assertion: str) -> list[Asked]:
        """The questions and expectations for one assertion about what may be done now. Raises Problems naming it."""
        last = Event(self.events, "", {}, None)
        who = player(self.who)
        if match := _PLACES.fullmatch(assertion):
            name, face = match[1], self.table.face(match[1], last.number)
            places = {
                (turns, x, y): said(tile(name, turns), "at", square(int(x), int(y)))
                for x, y, several in _LAID.findall(match[2])
                for turns in (_alike(face, int(degrees) // 90) for degrees in re.findall(r"\d+", several))
            }
            return [(said("ask", word("placements", "topic"), text(name)), said("exactly", joined(places.values())))]
        if match := _BACK.fullmatch(assertion):
            return self._figures_told(last, [who, verb("takes-back", True)], match[1], by_festival())
        if match := _CAPTURES.fullmatch(assertion):
            return self._figures_told(last, [who, verb("captures", True)], match[1])
        match = _FIGURES.fullmatch(assertion)
        if match is None or match[1] not in names()["classes"]:
            raise refused(Problem("jcz-unknown-assertion", values={"word": assertion}))
        pointers = [
            {"feature": feature, "location": location, "position": [int(x), int(y)]}
            for feature, location, x, y in _OPTION.findall(match[2])
        ]
        where = said("exactly", joined(self.table.place_of(last, pointer, None) for pointer in pointers))
        figure = names()["figures"][names()["classes"][match[1]]]
        if not self.in_turn and not vocabulary().has("topic", figure):
            raise refused(Problem("jcz-unknown-assertion", values={"word": assertion}))
        if not self.in_turn:
            return [(said("ask", word(figure, "topic"), who), where)]
        return [(said("ask", "where", "may", who, verb("puts", True), things(figure)), where)]

    def _figures_told(self, last: Event, act: list[Said], where: str, means: Sequence[Said] = ()) -> list[Asked]:
        """The questions for figures that may be taken off the table, one for each kind of figure."""
        places: dict[str, list[list[Said]]] = {}
        for sort, feature, location, x, y in _RETURNED.findall(where):
            pointer = {"feature": feature, "location": location, "position": [int(x), int(y)]}
            places.setdefault(names()["figures"][sort], []).append(self.table.place_of(last, pointer, None))
        return [
            (said("ask", "where", "may", act, things(figure), means), said("exactly", joined(several)))
            for figure, several in places.items()
        ]


def by_festival() -> list[Said]:
    """By which means a figure is taken back that a festival sends home."""
    by = next(means for means, source in names()["returned_by"].items() if source == FESTIVAL)
    return said("by", word(by, "name"))


def _alike(face: Face, turns: int) -> int:
    """The fewest quarter turns that look like `turns`."""
    look = looks(face, turns)
    return next(one for one in face.distinct_turns if looks(face, one) == look)
