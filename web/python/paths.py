"""The big buttons of the page: each asks at most five things and makes a text of the language of them.

What can be chosen comes from the words and rules of the expansions on the table; nothing here names one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator import adjudicate
from adjudicator.errors import Problems
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary

MOST = 5
"""Questions of a path, at most."""
FEATURE = "T"
"""What the feature in question is called in the text."""
FIGURES = 9
"""Figures of one sort and colour that can be chosen, at most."""
TILES = 40
CITIES = 30
"""What can be chosen of them, at most."""
CITY = "cities"
"""What a field counts: the complete cities that it touches."""
AROUND = 9
"""Squares of a feature that is measured by the tiles around it."""

Given = str | Sequence[str] | Mapping[str, Any]
"""What was chosen: an id, several in order, numbers by unit, or numbers by figure by colour."""
Question = dict[str, Any]
Step = Callable[["Path"], Question | None]


class Path:
    """What has been chosen so far on one of the buttons' ways."""

    def __init__(self, says: Speech, use: frozenset[str], given: Sequence[Given]) -> None:
        self.says = says
        self.use = use
        self.given = list(given)
        self.chosen: dict[str, Any] = {}

    def words(self, role: str) -> list[str]:
        """Ids of a role that the expansions on the table bring."""
        known = vocabulary()
        found = [one for one in known.ids(role) if known.owner(role, one) in self.use]
        # What comes in the box with the tiles is asked about most.
        first = known.owner("unit", "tile")
        return sorted(found, key=lambda one: known.owner(role, one) != first)

    def kinds(self) -> list[str]:
        """Kinds of features that figures stand on and that score."""
        wanted = {"completable", "field"}
        return [one for one in self.words("kind")
                if wanted & set(vocabulary().kind_traits(one)) and stand_on(one, self.use)]  # fmt: skip

    def figures(self) -> list[str]:
        """Figures that players own."""
        return [one for one in self.words("figure") if {"meeple", "special"} & set(vocabulary().figure_traits(one))]

    def choice(self, key: str, options: Sequence[tuple[str, str]]) -> Question:
        """A question with a button for each of `options`, an id and what it is called; "" for the page's own word."""
        return {"key": key, "kind": "choice", "options": [{"id": one, "label": label} for one, label in options]}

    def of_kind(self) -> Question:
        """Which kind of feature it is about."""
        return self.choice("kind", [(one, self.says.noun(one)) for one in self.kinds()])

    def is_field(self) -> bool:
        """Whether it is about a field, which scores only in the end."""
        return "field" in vocabulary().kind_traits(self.chosen["kind"])

    def state(self) -> Question | None:
        """Whether it is complete; nothing to ask of a field."""
        if self.is_field():
            return None
        return self.choice("state", [("complete", ""), ("final", "")])

    def facts(self) -> Question | None:
        """What there is to count on it; None where nothing is."""
        kind, complete = self.chosen["kind"], self.chosen.get("state") == "complete"
        counts = countable(kind, complete, self.use)
        if not counts:
            return None
        asked = [{"unit": unit, "label": self.label(unit), "least": least, "most": most, "first": first}
                 for unit, least, most, first in counts]  # fmt: skip
        return {"key": "facts", "kind": "counts", "counts": asked}

    def label(self, unit: str) -> str:
        """A thing to count, in words."""
        if unit == CITY:
            return self.says.counted("item", CITY, 2).partition(" ")[2]
        return self.says.noun(unit, 2)

    def people(self) -> Question:
        """Who stands there."""
        colours = [{"id": one, "label": self.says.colour(one)} for one in vocabulary().ids("colour")]
        allowed = stand_on(self.chosen["kind"], self.use)
        figures = [{"id": one, "label": self.says.noun(one, 2)} for one in self.figures() if one in allowed]
        return {"key": "people", "kind": "people", "colours": colours, "figures": figures, "most": FIGURES}

    def player(self) -> Question:
        """Whose question it is."""
        asked = self.choice("player", [(one, self.says.colour(one)) for one in vocabulary().ids("colour")])
        return {**asked, "kind": "colour"}

    def tile(self) -> Question:
        """What the tile just placed does to the feature."""
        ways = ["starts", "extends"] + ([] if self.is_field() else ["completes"])
        return self.choice("tile", [(one, "") for one in ways])

    # ---- in the words of the fallback language

    def feature(self) -> str:
        """The line that tells the feature."""
        kind = self.chosen["kind"]
        counts: Mapping[str, Any] = self.chosen.get("facts") or {}
        facts = []
        state = self.chosen.get("state")
        if state == "complete":
            facts.append("complete")
        elif state == "final" and "neighbour" not in counts:
            facts.append("incomplete")
        for unit, number in counts.items():
            number = int(number)
            if unit == CITY:
                facts.append(f"touches {number} complete cities" if number else "touches nothing")
            elif unit == "neighbour":
                facts.append(f"{number} of {AROUND} tiles")
            elif number or unit == "tile":
                facts.append(f"{number} {english(unit, number)}")
        return f"{english(kind)} {FEATURE}" + (": " + ", ".join(facts) if facts else "")

    def standing(self) -> list[str]:
        """The lines that tell who stands there."""
        lines = []
        people: Mapping[str, Mapping[str, int]] = self.chosen.get("people") or {}
        for colour, figures in people.items():
            said = [
                f"{int(number)} {english(one, int(number), 'figure')}"
                for one, number in figures.items()
                if int(number) > 0
            ]
            if said:
                lines.append(f"{english(colour, role='colour')}: {', '.join(said)}")
        return lines


def english(ident: str, number: int = 1, role: str = "") -> str:
    """An id as the fallback language spells it."""
    words = lexicon(fallback())
    roles = (role,) if role else ("kind", "unit", "figure")
    found = next(one for one in roles if words.has(one, ident))
    return words.say(found, ident, number)


@cache
def countable(kind: str, complete: bool, use: frozenset[str]) -> tuple[tuple[str, int, int, int], ...]:
    """What can be counted on a feature: unit, least, most and the number to begin with.

    Which units a kind takes is tried with the engine, so that an expansion needs no word here.
    """
    traits = vocabulary().kind_traits(kind)
    if "field" in traits:
        return ((CITY, 0, CITIES, 1),)
    found: list[tuple[str, int, int, int]] = []
    begin = f"{_header(use)}{english(kind)} {FEATURE}: {'complete' if complete else 'incomplete'}"
    if "monastic" in traits:
        if not complete:
            return (("neighbour", 1, AROUND - 1, AROUND - 1),)
    elif _points(f"{begin}, 3 tiles", kind, complete, use) is not None:
        found.append(("tile", 2 if complete else 1, TILES, 3))
        begin += ", 3 tiles"
    plain = _points(begin, kind, complete, use)
    for unit in vocabulary().ids("unit"):
        if unit in ("tile", "neighbour") or vocabulary().owner("unit", unit) not in use:
            continue
        given = _points(f"{begin}, 1 {english(unit)}", kind, complete, use)
        if given is not None and given != plain:
            found.append((unit, 0, FIGURES, 0))
    return tuple(found)


@cache
def stand_on(kind: str, use: frozenset[str]) -> tuple[str, ...]:
    """The figures of players that may stand on a feature of `kind`, alone or beside a meeple, as the engine has it;
    the first is the one that players own most of, which anybody means who names none.
    """
    known = vocabulary()
    figures = [one for one in known.ids("figure") if known.owner("figure", one) in use]
    figures.sort(key=lambda one: -known.supply(one))
    begin = f"{_header(use)}{english(kind)} {FEATURE}"
    return tuple(
        one
        for one in figures
        if {"meeple", "special"} & set(known.figure_traits(one))
        and any(
            _points_of(f"{begin}; red: {beside}{english(one, role='figure')}; ask majority {FEATURE}") is not None
            for beside in ("", "meeple, ")
        )
    )


def _header(use: frozenset[str]) -> str:
    named = sorted(lexicon(fallback()).expansion_word(one) for one in use if one not in vocabulary().always())
    return f"use {', '.join(named)}; " if named else ""


def _points(begin: str, kind: str, complete: bool, use: frozenset[str]) -> dict[str, int] | None:
    """What one figure on a feature would bring; None where the engine does not take what is said of it."""
    allowed = stand_on(kind, use)
    if not allowed:
        return None
    asked = "score" if complete else "final"
    return _points_of(f"{begin}; red: {english(allowed[0], role='figure')}; ask {asked} {FEATURE}")


def _points_of(text: str) -> dict[str, int] | None:
    try:
        outcome = adjudicate(text)
    except Problems:
        return None
    return None if outcome.problems else dict(outcome.answers[0].ruling.points)


def _scores(path: Path) -> str:
    asked = "score" if path.chosen.get("state") == "complete" else "final"
    return "; ".join([path.feature(), *path.standing(), f"ask {asked} {FEATURE}"])


def _worth(path: Path) -> str:
    allowed = stand_on(path.chosen["kind"], path.use)
    path.chosen["people"] = {path.chosen["player"]: {allowed[0]: 1}}
    return _scores(path)


def _turn(path: Path) -> list[str]:
    """The feature, who stands there, and the tile that changes it."""
    colour, does = english(path.chosen["player"], role="colour"), path.chosen["tile"]
    if does == "starts":
        return [f"turn {colour}", f"places a tile that starts {english(path.chosen['kind'])} {FEATURE}"]
    path.chosen["state"] = "" if path.is_field() else "final"
    path.chosen.setdefault("facts", {})
    lines = [path.feature(), *(path.standing() or ["empty"])]
    if lines[-1] == "empty":
        lines[:] = [f"{lines[0]}{', ' if ':' in lines[0] else ': '}empty"]
    return [*lines, f"turn {colour}", f"places a tile that {does} {FEATURE}"]


def _may(path: Path) -> str:
    figure = english(path.chosen["figure"], role="figure")
    colour = english(path.chosen["player"], role="colour")
    return "; ".join([*_turn(path), f"ask may {colour} put {figure} on {FEATURE}"])


def _gets(path: Path) -> str:
    what, colour = path.chosen["what"], english(path.chosen["player"], role="colour") if "player" in path.chosen else ""
    if what == "majority":
        return "; ".join([path.feature(), *path.standing(), f"ask majority {FEATURE}"])
    path.chosen["tile"] = "completes"
    asked = "ask returned" if what == "returned" else f"ask {english(what, role='topic')} {colour}"
    return "; ".join([*_turn(path), asked])


def _next(path: Path) -> str:
    if path.chosen["what"] == "steps":
        return "ask steps"
    order = [english(one, role="colour") for one in path.chosen["order"]]
    lines = [f"players {', '.join(order)}"]
    does, colour = path.chosen["did"], english(path.chosen["player"], role="colour")
    if does == "other":
        return "; ".join([*lines, f"turn {colour}", "places a tile", "ask next"])
    helper, _, kind = does.partition(" ")
    lines += [f"{english(kind)} {FEATURE}: incomplete, 2 tiles", f"{colour}: meeple, {english(helper, role='figure')}"]
    return "; ".join([*lines, f"turn {colour}", f"places a tile that extends {FEATURE}", "ask next"])


def _what_gets(path: Path) -> Question:
    topics = [one for one in ("majority", "returned", "gift") if one in path.words("topic")]
    return path.choice("what", [(one, "") for one in topics])


def _closes(path: Path) -> Question | None:
    return None if path.chosen["what"] == "majority" else path.player()


def _closed_kind(path: Path) -> Question:
    asked = path.of_kind()
    if path.chosen["what"] != "majority":
        asked["options"] = [one for one in asked["options"] if "field" not in vocabulary().kind_traits(one["id"])]
    return asked


def _counted(path: Path) -> Question | None:
    """What has to be known of a feature that a tile completes."""
    if path.chosen["what"] == "majority" or "monastic" in vocabulary().kind_traits(path.chosen["kind"]):
        return None
    return path.facts()


def _what_next(path: Path) -> Question:
    return path.choice("what", [("steps", ""), ("turn", "")])


def _order(path: Path) -> Question | None:
    if path.chosen["what"] == "steps":
        return None
    colours = [{"id": one, "label": path.says.colour(one)} for one in vocabulary().ids("colour")]
    return {"key": "order", "kind": "order", "colours": colours}


def _whose(path: Path) -> Question | None:
    if path.chosen["what"] == "steps":
        return None
    asked = path.choice("player", [(one, path.says.colour(one)) for one in path.chosen["order"]])
    return {**asked, "kind": "colour"}


def _did(path: Path) -> Question | None:
    """What the tile did; nothing to ask where no figure on the table makes it matter."""
    if path.chosen["what"] == "steps":
        return None
    helpers = [one for one in path.figures() if "helper" in (traits := vocabulary().figure_traits(one))
               and "field-only" not in traits]  # fmt: skip
    if not helpers:
        path.chosen["did"] = "other"
        return None
    kinds = [one for one in path.kinds() if not {"monastic", "field"} & set(vocabulary().kind_traits(one))]
    options = [(f"{helper} {kind}", f"{path.says.noun(kind)}: {path.says.noun(helper)}")
               for helper in helpers for kind in kinds]  # fmt: skip
    return path.choice("did", [("other", ""), *options])


def _figure(path: Path) -> Question:
    return path.choice("figure", [(one, path.says.noun(one)) for one in path.figures()])


def _there(path: Path) -> Question | None:
    return None if path.chosen["tile"] == "starts" else path.people()


PATHS: Mapping[str, tuple[tuple[Step, ...], Callable[[Path], str]]] = {
    "scores": ((Path.of_kind, Path.state, Path.facts, Path.people), _scores),
    "worth": ((Path.of_kind, Path.state, Path.facts, Path.player), _worth),
    "may": ((Path.player, _figure, Path.of_kind, Path.tile, _there), _may),
    "gets": ((_what_gets, _closes, _closed_kind, _counted, Path.people), _gets),
    "next": ((_what_next, _order, _whose, _did), _next),
}
"""What each button asks, and what it makes of the answers."""


def next_step(name: str, given: Sequence[Given], says: Speech, use: frozenset[str]) -> Question | str:
    """What a path asks once `given` was answered, or the text it makes, in the fallback language.

    A question has ``key``, ``kind`` and what that kind needs, with its ``number`` from 1. LookupError for an unknown
    path, ValueError for an answer that was not offered.
    """
    steps, text = PATHS[name]
    path = Path(says, use, given)
    answers = list(path.given)
    for at in steps:
        asked = at(path)
        if asked is None:
            continue
        if not answers:
            return {**asked, "number": len(path.given) + 1}
        path.chosen[asked["key"]] = _checked(asked, answers.pop(0))
    return text(path)


def _checked(asked: Question, given: Given) -> Given:
    """`given` where it is something that `asked` offers."""
    ids = {one["id"] for one in [*asked.get("options", ()), *asked.get("colours", ())]}
    kind = asked["kind"]
    if kind in ("choice", "colour"):
        fine = isinstance(given, str) and given in ids
    elif kind == "order":
        fine = isinstance(given, list) and bool(given) and set(given) <= ids and len(set(given)) == len(given)
    elif not isinstance(given, dict):
        fine = False
    elif kind == "counts":
        limits = {one["unit"]: one for one in asked["counts"]}
        fine = set(given) <= set(limits) and all(
            limits[unit]["least"] <= int(number) <= limits[unit]["most"] for unit, number in given.items()
        )
    else:
        figures = {one["id"] for one in asked["figures"]}
        fine = set(given) <= ids and all(
            set(of) <= figures and all(0 <= int(number) <= FIGURES for number in of.values()) for of in given.values()
        )
    if fine:
        return given
    raise ValueError(f"{asked['key']}: {given!r}")
