"""The final score of a finished game: every feature derived and counted, against reading the same board as JSON.

    python benchmarks/finished_board.py [--rounds N]

The table is what two players leave behind: the 72 tiles of the base game with every meeple on it, farmers among them.
The text is read beforehand; what is timed begins with the bound scenario and ends with the points of both players. The
aim: under 4 ms.

Then the whole answer to `ask final` with its notes on the other editions against the same without them, of that board
and of a recorded game, each under the first and the third edition. The aim: at most 3 times.
"""

from __future__ import annotations

import json
import time

from board import Tiles, build, finished
from game import recorded
from question import bound
from startup import arguments, medians

from adjudicator.engine.case import Case
from adjudicator.engine.game import game
from adjudicator.geometry.face import pack
from adjudicator.model.ruling import Line
from adjudicator.model.scenario import Scenario
from adjudicator.play.run import Notes, play
from adjudicator.play.setting import set_up
from adjudicator.play.turns import final_scoring

AIM = 4.0
NOTES = 3.0
EDITIONS = ("C1", "C3")
PLAYED_OTHERWISE = 1
"""A game in which a city of two tiles is completed: it is played otherwise under the first edition."""
PLAYERS = ("red", "blue")
MEEPLES = 7
FARMERS = 6
"""Of both players together."""


def written(tiles: Tiles) -> str:
    """The board as a scenario: all meeples of both players on it, the farmers where they are worth most."""
    ground = build(tiles)
    features = list(ground.features())
    fields = [root for root in features if ground.kind(root) == "field"]
    fields.sort(key=lambda root: -sum(ground.complete(city) is True for city in ground.cities_touched(root)))
    others = [root for root in features if ground.kind(root) != "field" and not ground.complete(root)]
    others.sort(key=lambda root: -ground.tiles(root))
    farmers = [*fields[:FARMERS], *fields[:FARMERS]][:FARMERS]
    lines = ["players red, blue", "board"]
    for x, y, face, turns in tiles:
        lines.append(f"({x},{y}) {face.id}" + (f"@{90 * turns}" if turns else ""))
    for number, root in enumerate([*farmers, *others[: MEEPLES * len(PLAYERS) - len(farmers)]]):
        place, _, square = ground.label(root).partition(" at ")
        lines.append(f"{square} {PLAYERS[number % len(PLAYERS)]}: meeple on {place}")
    return "\n".join([*lines, "ask final"])


def count(scenario: Scenario) -> list[Line]:
    """The final scoring of the board, from its tiles on."""
    played = game(scenario.setup.expansions)
    state, problems = set_up(scenario, played, "en")
    if problems:
        raise SystemExit(str(problems))
    for _ in state.all_features():
        pass  # those nobody stands on are derived, too
    return final_scoring(Case(state, played, "en"))


def main() -> None:
    chosen = arguments(__doc__, 200).parse_args()
    # Of some games one in which every tile found a place.
    tiles = max((finished(seed) for seed in range(20)), key=len)
    scenario = bound(written(tiles))
    as_json = json.dumps([[x, y, turns, pack(face)] for x, y, face, turns in tiles])

    lines = count(scenario)
    features = sum(1 for _ in build(tiles).features())
    print(f"{len(tiles)} tiles, {features} features, {scenario.board and len(scenario.board.stands)} meeples on them")
    print(", ".join(f"{player} {sum(line.points for line in lines if line.player == player)}" for player in PLAYERS))
    ours, baseline = medians(lambda: count(scenario), lambda: json.loads(as_json), chosen.rounds, time.process_time)
    print(f"final score of the bound board {ours * 1000:8.2f} ms (aim: under {AIM:.0f})")
    print(f"json.loads of the same board   {baseline * 1000:8.2f} ms")
    print(f"ratio {ours / baseline:.1f}, median of {chosen.rounds} rounds")
    record = recorded(finished(PLAYED_OTHERWISE), 1, 6).replace("  final\n", "  ask final\n")
    head, _, rest = record.partition("\n")
    for edition in EDITIONS:
        said = f"edition {edition}\n"
        noted(f"board, {edition}", bound(said + written(tiles)), max(5, chosen.rounds // 5))
        noted(f"game, {edition}", bound(f"{head}\n  {said}{rest}"), max(5, chosen.rounds // 5))


def noted(label: str, scenario: Scenario, rounds: int) -> None:
    """Times the question with its notes on other editions against the same without."""
    ours, baseline = medians(
        lambda: play(scenario, "en"), lambda: play(scenario, "en", notes=Notes.MISSED), rounds, time.process_time
    )
    others = len(play(scenario, "en").answers[-1].ruling.otherwise)
    print(f"ask final, {label:<10} {others} notes {ours * 1000:8.2f} ms")
    print(f"the same without notes         {baseline * 1000:8.2f} ms")
    print(f"ratio {ours / baseline:.2f} (aim: at most {NOTES:.0f}), median of {rounds} rounds")


if __name__ == "__main__":
    main()
