"""Settles rules disputes and checks scores in the tile game Carcassonne.

from adjudicator import adjudicate

outcome = adjudicate("city T: complete, 5 tiles, 1 coat; red: 2 meeples; ask score T")
outcome.answers[0].ruling.points          # {"red": 12}

from adjudicator import Game

game = Game.new(players=("red", "blue"))
game.play(game.placements("V")[0])
game.scores                               # {"red": 0, "blue": 0}
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.api.board import Board, Feature, Figure, Tile
    from adjudicator.api.errors import IllegalMove, InvalidMove, MissingFact
    from adjudicator.api.game import Game
    from adjudicator.api.move import Move
    from adjudicator.api.reason import Reason
    from adjudicator.errors import Problems
    from adjudicator.model.ruling import Outcome, Ruling

__version__ = "0.1.0"
__all__ = [
    "Board",
    "Feature",
    "Figure",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "MissingFact",
    "Move",
    "Problems",
    "Reason",
    "Ruling",
    "Tile",
    "adjudicate",
    "formatted",
    "read_source",
]

_HOMES = {
    **dict.fromkeys(("Board", "Feature", "Figure", "Tile"), "api.board"),
    **dict.fromkeys(("IllegalMove", "InvalidMove", "MissingFact"), "api.errors"),
    "Game": "api.game",
    "Move": "api.move",
    "Problems": "errors",
    "Reason": "api.reason",
    "Ruling": "model.ruling",
}
"""Where the names are that are imported when somebody asks for them, like what the functions below need: every module
of the package imports this one."""


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def adjudicate(text: str, file: str = "", lang: str | None = None) -> Outcome:
    """Every answer to the questions in `text`, with what is wrong in it.

    `file` is its name in messages, `lang` the language of a text that does not name one (English by default).
    Scenarios without a mistake are answered even where others have one; raises Problems where nothing could be
    answered at all.
    """
    from adjudicator.settling import settle

    return settle(text, file, lang)


def read_source(path: str) -> str:
    """The text of a file, of standard input for ``-``. Raises Problems."""
    from adjudicator.syntax.source import read_source as read

    return read(path)


def formatted(text: str, lang: str | None = None) -> str:
    """`text` in canonical layout, in the keywords of `lang` where given. Raises Problems."""
    from adjudicator.binding.format import formatted as laid_out
    from adjudicator.errors import Problems, crash

    try:
        return laid_out(text, lang)
    except Problems:
        raise
    except Exception as error:
        raise Problems((crash(error),)) from error
