"""The figures of nobody on the page of the board: on a square, beside a figure, or on a feature that no tile shows.

Which there are and where they may stand are traits of their words; no expansion is named here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lines import Lines
from table import Pictures

from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.model.position import Cell, Occupant
from adjudicator.syntax.document import Statement
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import lexicon, names
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

NEUTRAL = "neutral"
CARRIED = "carried"
"""The trait of what may go beside a figure of a player."""
SAME_TILE = "same_tile"
FEATURE = "feature"


def neutral_in(expansions: frozenset[str]) -> tuple[str, ...]:
    """The figures of nobody that are in play."""
    words, played = vocabulary(), game(expansions)
    return tuple(
        ident
        for ident in words.ids("figure")
        if NEUTRAL in words.figure_traits(ident) and words.owner("figure", ident) in played.ids
    )


def kind_below(figure: str) -> str:
    """The kind of feature that a figure stands on; "" for one that stands on squares."""
    words = vocabulary()
    return next((one for one in words.figure_traits(figure) if words.has("kind", one)), "")


def names_of(kind: str) -> tuple[str, ...]:
    """The names of the features of a kind that a box brings."""
    words = vocabulary()
    return tuple(ident for ident in words.ids("name") if kind and kind in words.traits("name", ident))


def neutral_json(expansions: frozenset[str], says: Speech, pictures: Pictures) -> list[dict[str, Any]]:
    """The figures of nobody, each with its picture, and with the features it stands on where it stands on no square."""
    words = vocabulary()
    told = []
    for ident in neutral_in(expansions):
        kind = kind_below(ident)
        places = [{"id": one, "name": says.lexicon.say("name", one)} for one in names_of(kind)]
        told.append({"id": ident, "name": says.noun(ident), "key": pictures.figure(Occupant("", ident, "")),
                     "beside": CARRIED in words.figure_traits(ident), "places": places})  # fmt: skip
    return told


def standing_json(state: State, says: Speech) -> list[dict[str, str]]:
    """The figures of nobody that stand on features, with the name of each feature as it is told."""
    found = []
    for figure in neutral_in(state.setup.expansions):
        kind = kind_below(figure)
        for feature in state.features.values():
            if kind and feature.kind == kind and feature.marks.get(figure):
                named = next((one for one in names_of(kind) if one in names(feature.id)), "")
                found.append({"figure": figure, "name": says.noun(figure), "place": feature.id, "id": named})
    return found


# ---- changing


def stand(lines: Lines, figure: str, cell: Cell | None, place: str) -> None:
    """Writes that a figure of nobody stands on a square or on a feature, and nowhere else; with neither, nowhere.

    What a text tells of it besides, such as the points of a token, is kept.
    """
    table = lines.table
    words, kind = lexicon(table.lang), kind_below(figure)

    def tells_it(clause: list[Word]) -> bool:
        return _names_it(clause, figure)

    if kind:
        lines.without(lambda one: _is_of(one, kind), tells_it)
        if place in names_of(kind):
            noun = words.say("unit" if words.has("unit", figure) else "figure", figure)
            colon = speech(table.lang).language.colon
            line = f"{words.say('kind', kind)} {words.say('name', place)}{colon}{noun}"
            lines.add(lambda one: _is_of(one, kind) and _is_called(one, place), noun, line)
        return
    told = lines.without(lambda one: one.form == SAME_TILE, tells_it)
    if cell is not None:
        square = rf"\s+{re.escape(words.say('keyword', 'at'))}\s+\(.*\)$"
        noun = re.sub(square, "", told) or words.say("figure", figure)
        colon = speech(table.lang).language.colon
        lines.add_below_board([f"{words.say('keyword', 'same_tile')} ({cell[0]},{cell[1]}){colon}{noun}"])


def _is_of(statement: Statement, kind: str) -> bool:
    """Whether a statement tells a feature of a kind."""
    return statement.form == FEATURE and statement.parts[0].id("kind") == kind


def _is_called(statement: Statement, place: str) -> bool:
    """Whether a statement tells the feature with a name that a box brings."""
    return place in names(" ".join(word.text for word in statement.parts[1]))


def _names_it(clause: Sequence[Word], figure: str) -> bool:
    """Whether a clause tells a figure of nobody itself, and not what another carries."""
    first = next((word for word in clause if word.number is None), None)
    return first is not None and figure in (first.id("figure"), first.id("unit"))
