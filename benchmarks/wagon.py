"""``ask wagon red`` on a large table, against a plain look at the squares around the wagon.

    python benchmarks/wagon.py [--rounds N] [--tiles N]

The text is read and the tiles are laid beforehand; what is timed is the whole ruling with every near miss, in both
editions. The wagon stands on the completed feature of the table with the most tiles. The aim: under 10 ms on 100 tiles.
"""

from __future__ import annotations

from functools import partial

from board import Tiles, build, scan, wide
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
KINDS = ("city", "road")


def written(tiles: Tiles) -> str:
    """The board with red's wagon on its largest completed city or road."""
    ground = build(tiles)
    done = [root for root in ground.features() if ground.kind(root) in KINDS and ground.complete(root)]
    largest = max(done, key=ground.tiles)
    lines = ["use abbey-and-mayor", "board"]
    lines += [f"({x},{y}) {face.id}" + (f"@{90 * turns}" if turns else "") for x, y, face, turns in tiles]
    place, _, square = ground.label(largest).partition(" at ")
    return "\n".join([*lines, f"{square} red: wagon on {place}", "ask wagon red"])


def bound(text: str) -> Scenario:
    """The one scenario of `text`."""
    read = bind(read_document(text, "en"))
    if read.problems:
        raise SystemExit(str(read.problems))
    return read.scenarios[0]


def asked(scenario: Scenario, state: State) -> Ruling:
    """The ruling of the last step, on a moment of which nothing has been derived."""
    played = game(scenario.setup.expansions)
    topic, ask = played.topic("wagon"), scenario.steps[-1].ask
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
    for edition in ("C2", "C1"):
        setup = scenario.setup._replace(options={"wagon-move": edition})
        state, problems = set_up(scenario._replace(setup=setup), game(setup.expansions), "en")
        if problems:
            raise SystemExit(str(problems))
        ours, baseline = medians(partial(asked, scenario, state), partial(scan, tiles), chosen.rounds)
        found = asked(scenario, state)
        print(f"ask wagon, {edition}, {len(tiles)} tiles {ours * 1000:8.2f} ms (aim: under {AIM:g})")
        print(f"plain scan of the same tiles {baseline * 1000:8.2f} ms")
        reached = f"{len(found.options)} features within reach, {len(found.findings)} findings"
        print(f"ratio {ours / baseline:.1f}, {reached}, median of {chosen.rounds} rounds")


if __name__ == "__main__":
    main()
