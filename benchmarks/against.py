"""The same replay by the packages of two checkouts, turn and turn about: what `game.py --against` prints.

Each runs in a process of its own; for every line that process reads it binds the game anew, replays it and prints the
seconds of the processor that the replay took: what else runs on the machine counts less.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median


def obey(folder: str, game: str) -> None:
    """Replays on demand, with the package that lies in `folder`."""
    sys.path.insert(0, folder)
    from adjudicator.binding.bind import bind
    from adjudicator.syntax.document import read_document

    try:
        from adjudicator.play.replay import Replay
    except ModuleNotFoundError:  # as it was called in earlier checkouts
        from adjudicator.play.record import Replay  # type: ignore[import-not-found,no-redef]

    text = Path(game).read_text(encoding="utf-8")
    for _ in sys.stdin:
        scenario = bind(read_document(text, "en")).scenarios[0]
        begin = time.process_time()
        Replay(scenario, "en").whole()
        print(time.process_time() - begin, flush=True)


def compared(folders: tuple[str, str], game: str, rounds: int) -> tuple[float, float]:
    """Median seconds of a replay by the packages of two folders, turn and turn about."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pipe = subprocess.PIPE
    running = []
    for folder in folders:
        code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nimport against\n"
        code += f"against.obey({folder!r}, {game!r})"
        running.append(subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True, env=env))
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for one, seconds in zip(running, taken, strict=True):
            assert one.stdin is not None and one.stdout is not None
            one.stdin.write("again\n")
            one.stdin.flush()
            said = float(one.stdout.readline())
            if number:  # the first fills the caches
                seconds.append(said)
    for one in running:
        one.communicate()
    return median(taken[0]), median(taken[1])
