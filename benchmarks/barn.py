"""``ask barn red`` on a large table, against a plain look at the squares around every corner.

    python benchmarks/barn.py [--rounds N] [--tiles N]

The text is read and the tiles are laid beforehand; what is timed is the whole ruling, with the reason why no barn may
stand at each of the other corners. The aim: under 10 ms on 100 tiles.
"""

from __future__ import annotations

from functools import partial

from board import Tiles, scan, wide
from startup import arguments, medians
from wagon import bound

from adjudicator.engine.case import Case
from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.model.ruling import Ruling
from adjudicator.model.scenario import Scenario
from adjudicator.play.setting import set_up

AIM = 10.0


def written(tiles: Tiles) -> str:
    """The board, and the question; outside a turn every corner of the table is looked at."""
    lines = ["use abbey-and-mayor", "board"]
    lines += [f"({x},{y}) {face.id}" + (f"@{90 * turns}" if turns else "") for x, y, face, turns in tiles]
    return "\n".join([*lines, "ask barn red"])


def asked(scenario: Scenario, state: State) -> Ruling:
    """The ruling, on a moment of which nothing has been derived."""
    played = game(scenario.setup.expansions)
    topic, ask = played.topic("barn"), scenario.steps[-1].ask
    if topic is None or ask is None:
        raise SystemExit("nothing was asked")
    state.laid()
    return topic(Case(state, played, "en"), ask)


def main() -> None:
    parser = arguments(__doc__, 200)
    parser.add_argument("--tiles", type=int, default=100, help="tiles of the table (%(default)s)")
    chosen = parser.parse_args()
    tiles = wide(chosen.tiles, 3)
    scenario = bound(written(tiles))
    state, problems = set_up(scenario, game(scenario.setup.expansions), "en")
    if problems:
        raise SystemExit(str(problems))
    ours, baseline = medians(partial(asked, scenario, state), partial(scan, tiles), chosen.rounds)
    found = asked(scenario, state)
    print(f"ask barn, {len(tiles)} tiles        {ours * 1000:8.2f} ms (aim: under {AIM:g})")
    print(f"plain scan of the same tiles {baseline * 1000:8.2f} ms")
    corners = f"{len(found.options)} corners, {len(found.findings)} findings"
    print(f"ratio {ours / baseline:.1f}, {corners}, median of {chosen.rounds} rounds")


if __name__ == "__main__":
    main()
