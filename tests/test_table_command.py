"""``adjudicator table`` as a person meets it: in a pipe, on a plain terminal, and with arrow keys."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudicator import adjudicate

KEYS = importlib.util.find_spec("questionary") is not None
DOWN, ENTER, SPACE = "\x1b[B", "\r", " "
SETTING = "red Anna, blue Ben\n\n1\n"
CITY = "1\n1\n2\n1\n1\n5\n1\n"
"""Who scores, a city, 2 against 1, complete, 5 tiles, a coat of arms."""


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    folders = {name: str(home) for name in ("XDG_CONFIG_HOME", "HOME", "APPDATA")}
    return {**kept, **folders, "PYTHONUTF8": "1", "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[1])}


def piped(home: Path, typed: str, *options: str) -> tuple[int, str]:
    """Exit code and all that is printed, with `typed` coming from a pipe."""
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "table", *options],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        timeout=60,
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
def test_a_question_in_a_pipe_is_ruled_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "dispute.carc"
    code, told = piped(tmp_path, f"{SETTING}{CITY}4\n", "-o", str(file))
    assert code == 0, told
    assert "Red scores 12 points, Blue scores nothing." in told  # BASE-29: 2 x (5 + 1); BASE-20
    assert "understood: " in told
    found = adjudicate(file.read_text(encoding="utf-8")).answers[0]
    assert found.ruling.points == {"red": 12, "blue": 0}


@pytest.mark.long
def test_what_if_is_told_as_a_difference(tmp_path: Path) -> None:
    code, told = piped(tmp_path, f"{SETTING}{CITY}1\n2\n1\n2\n4\n")
    assert code == 0, told
    assert "Anna: 12 -> 0 points (-12)." in told or "Red: 12 -> 0 points (-12)." in told
    assert "0 -> 12 points (+12)." in told


@pytest.mark.long
def test_the_setting_is_asked_once(tmp_path: Path) -> None:
    piped(tmp_path, f"{SETTING}{CITY}4\n")
    code, told = piped(tmp_path, f"{CITY}4\n")
    assert code == 0, told
    assert 'players red "Anna", blue "Ben"' in told
    code, told = piped(tmp_path, f"{CITY}4\n", "--lang", "fr")
    assert 'joueurs rouge "Anna", bleu "Ben"' in told
    assert "Rouge marque 12 points" in told
    code, told = piped(tmp_path, f"green, black\ngifts, Abbey & Mayor\n3\n{CITY}4\n", "--setup")
    assert code == 0, told
    assert "Green scores 12 points" in told
    assert "edition C1" in told


@pytest.mark.long
def test_a_setting_that_cannot_be_read_is_asked_anew(tmp_path: Path) -> None:
    piped(tmp_path, f"{SETTING}{CITY}4\n")
    kept = next(tmp_path.rglob("table.carc"))
    for text in ("use banana\n", "players red, red\n", "\x00\x1b]0;x\x07", "", "x" * 200_000):
        kept.write_text(text, encoding="utf-8")
        code, told = piped(tmp_path, f"{SETTING}{CITY}4\n")
        assert code == 0, told
        assert "\x1b" not in told


@pytest.mark.parametrize(
    "typed", ["red, banana\n", f"{SETTING}nothing\n", f"{SETTING}1\n1\nbarn\n\n", f"{SETTING}1\n1\n1\n\n1\nmany\n"]
)
def test_what_is_no_answer_ends_a_pipe(tmp_path: Path, typed: str) -> None:
    code, told = piped(tmp_path, typed)
    assert code == 2, told
    assert told.strip().splitlines()[-1]


@pytest.mark.long
def test_a_pipe_that_ends_too_early_is_no_crash(tmp_path: Path) -> None:
    for typed in ("", "red, blue\n", f"{SETTING}1\n", f"{SETTING}{CITY}"):
        assert piped(tmp_path, typed, "--setup")[0] == 130, typed


class Terminal:
    """The program on a pseudo terminal."""

    def __init__(self, home: Path, *options: str, term: str = "xterm", without: str = "") -> None:
        import pty

        start = [sys.executable, "-m", "adjudicator", "table", *options]
        if without:  # the extra is not there
            code = f"import sys; sys.modules[{without!r}] = None; sys.argv = {start[2:]!r}\n"
            start = [sys.executable, "-c", f"{code}from adjudicator.__main__ import main; main()"]
        self.master, slave = pty.openpty()
        own = {**environment(home), "TERM": term, "COLUMNS": "80", "LINES": "40", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(start, stdin=slave, stdout=slave, stderr=slave, env=own, start_new_session=True)
        os.close(slave)
        self.read = ""

    def sees(self, text: str, seconds: float = 60) -> str:
        """Waits until `text` stands behind what was seen before, and gives all up to it."""
        import select

        end = time.monotonic() + seconds
        while text not in self.read:
            assert time.monotonic() < end, f"waited for {text!r}: {self.read[-2000:]!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.read += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    raise AssertionError(f"ended before {text!r}: {self.read[-2000:]!r}") from None
        seen, _, self.read = self.read.partition(text)
        return seen

    def types(self, text: str) -> None:
        os.write(self.master, text.encode())

    def ends(self) -> int:
        """The exit code."""
        import select

        while self.process.poll() is None:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.read += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        os.close(self.master)
        return self.process.wait(30)


terminal = pytest.mark.skipif(sys.platform in ("win32", "emscripten"), reason="no pseudo terminals")


@terminal
@pytest.mark.skipif(not KEYS, reason="needs the extra table")
@pytest.mark.parametrize(
    ("lang", "seen"),
    [
        ("en", ("Who plays", "expansions", "edition", "want to know", "feature", "Red", "Blue", "complete", "tiles",
                "As in", "Red scores 10 points", "And now")),
        ("fr", ("Qui joue", "extensions", "édition", "savoir", "lieu", "Rouge", "Bleu", "complète", "tuiles",
                "Comme dans", "Rouge marque 10 points", "Et maintenant")),
    ],
)  # fmt: skip
@pytest.mark.long
def test_with_arrow_keys(tmp_path: Path, lang: str, seen: tuple[str, ...]) -> None:
    keys = (ENTER, ENTER, ENTER, ENTER, ENTER, f"2{ENTER}", f"1{ENTER}", ENTER, f"5{ENTER}", ENTER)
    one = Terminal(tmp_path, "--lang", lang)
    for text, key in zip(seen, keys, strict=False):
        one.sees(text)
        time.sleep(0.3)  # keys typed before the question stands belong to the one before
        one.types(key)
    one.sees(seen[-2])
    one.sees(seen[-1])
    time.sleep(0.3)
    one.types(DOWN * 3 + ENTER)
    assert one.ends() == 0


@terminal
@pytest.mark.skipif(not KEYS, reason="needs the extra table")
@pytest.mark.long
def test_ctrl_c_ends_without_a_trace(tmp_path: Path) -> None:
    one = Terminal(tmp_path)
    one.sees("Who plays")
    time.sleep(0.3)
    one.types("\x03")
    assert one.ends() == 130
    assert "Traceback" not in one.read


@terminal
@pytest.mark.parametrize(("term", "without"), [("xterm", "questionary"), ("dumb", "")])
@pytest.mark.long
def test_without_the_extra_it_asks_in_lines(tmp_path: Path, term: str, without: str) -> None:
    one = Terminal(tmp_path, term=term, without=without)
    if without:
        one.sees("carcassonne-adjudicator[table]")
    for text, typed in (
        ("Who plays", "red, blue"), ("Numbers or names", ""), ("Number or word", "1"),
        ("Number or word", "Who scores"), ("Number or word", "nowhere"), ("none of the answers", ""),
        ("Number or word", "2"), ("Red: a number", "1"), ("Blue: a number", ""), ("Number or word", "yes"),
        ("tiles has R", "4"),
    ):  # fmt: skip
        one.sees(text)
        if typed or text != "none of the answers":
            one.types(f"{typed}\n")
    one.sees("Red scores 4 points")
    one.sees("Number or word")
    one.types("4\n")
    assert one.ends() == 0
