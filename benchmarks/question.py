"""The frame of the benchmarks of one question on a large table.

The text is read and the tiles are laid beforehand; what is timed is the whole ruling, against a plain look at the
squares of the table and those beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from board import Tiles, scan, wide
from startup import arguments, medians

from adjudicator.binding.bind import bind
from adjudicator.engine.case import Case
from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.model.ruling import Ruling
from adjudicator.model.scenario import Scenario
from adjudicator.play.setting import set_up
from adjudicator.syntax.document import read_document

AIM = 10.0


def bound(text: str) -> Scenario:
    """The one scenario of `text`."""
    read = bind(read_document(text, "en"))
    if read.problems:
        raise SystemExit(str(read.problems))
    return read.scenarios[0]


def board(tiles: Tiles) -> list[str]:
    """The lines of a scenario that lay `tiles`."""
    lines = [f"({x},{y}) {face.id}" + (f"@{90 * turns}" if turns else "") for x, y, face, turns in tiles]
    return ["use abbey-and-mayor", "board", *lines]


def asked(scenario: Scenario, state: State) -> Ruling:
    """The ruling on the last step, on a moment of which nothing has been derived."""
    played, ask = game(scenario.setup.expansions), scenario.steps[-1].ask
    topic = None if ask is None else played.topic(ask.topic)
    if topic is None or ask is None:
        raise SystemExit("nothing was asked")
    state.laid()
    return topic(Case(state, played, "en"), ask)


def measure(about: str | None, written: Callable[[Tiles], str], option: str = "", values: tuple[str, ...] = ()) -> None:
    """Times the question that ends the scenario `written` makes of a table, for each of `values` of a rule `option`."""
    parser = arguments(about, 200)
    parser.add_argument("--tiles", type=int, default=100, help="tiles of the table (%(default)s)")
    chosen = parser.parse_args()
    tiles = wide(chosen.tiles, 3)
    scenario = bound(written(tiles))
    for value in values or ("",):
        setup = scenario.setup._replace(options={option: value} if value else {})
        state, problems = set_up(scenario._replace(setup=setup), game(setup.expansions), "en")
        if problems:
            raise SystemExit(str(problems))
        ours, baseline = medians(partial(asked, scenario, state), partial(scan, tiles), chosen.rounds)
        found = asked(scenario, state)
        label = ", ".join(filter(None, (scenario.steps[-1].text, value, f"{len(tiles)} tiles")))
        print(f"{label:<28} {ours * 1000:8.2f} ms (aim: under {AIM:g})")
        print(f"plain scan of the same tiles {baseline * 1000:8.2f} ms")
        told = f"{len(found.options)} options, {len(found.findings)} findings"
        print(f"ratio {ours / baseline:.1f}, {told}, median of {chosen.rounds} rounds")
