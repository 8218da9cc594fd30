"""What cannot be read or cannot be: told plainly, with its place, and never with a traceback or a hang.

``tests/bad/NAME.carc`` is a bad input. ``tests/bad/NAME.expected`` says what its messages must hold, one a line:
first places, ``line:column`` for a caret and ``line:*`` where any column of the line will do, then words.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click.testing
import pytest
from everyday import LONG, examples, mostly_long, sized
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator.errors
import adjudicator.settling
from adjudicator.cli import main
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.syntax.source import LIMIT

BAD = Path(__file__).parent / "bad"
ROOT = Path(adjudicator.__file__).parent.parent
SCENARIOS = Path(__file__).parent.parent / "scenarios"
PLACE = re.compile(r"\d+:(?:\d+|\*)")
PATIENCE = 20
"""Seconds: far more than any input here needs, far less than a hang."""


@pytest.fixture(autouse=True)
def crashes_surface(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last resort of the command line would turn a crash into a polite message; here it must show."""
    if "crash" in request.node.name:
        return
    show = main_module().fail

    def fail(error: BaseException, lang: str | None) -> int:
        if not isinstance(error, Problems):
            raise error
        return int(show(error, lang))

    monkeypatch.setattr(main_module(), "fail", fail)
    for module in (adjudicator.errors, adjudicator.settling):
        monkeypatch.setattr(module, "crash", raised)


def raised(error: BaseException, *_: object) -> None:
    raise error


def main_module() -> Any:
    """The module that holds `main` (the name in the package is the command)."""
    return sys.modules["adjudicator.cli"]


def settle(*arguments: str, given: bytes | None = None) -> click.testing.Result:
    """``adjudicator settle`` in this process; a crash is raised."""
    result = click.testing.CliRunner().invoke(main, ["settle", *arguments], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return result


APART = """
import adjudicator.errors, adjudicator.settling
import adjudicator.cli as cli
from adjudicator.errors import Problems
show = cli.fail
def fail(error, lang):
    if not isinstance(error, Problems):
        raise error
    return show(error, lang)
def crash(error, *_):
    raise error
cli.fail = fail
adjudicator.errors.crash = adjudicator.settling.crash = crash
cli.main(prog_name="adjudicator")
"""


def settle_apart(*arguments: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """``adjudicator settle`` of what may hang, in the long run in a process of its own."""
    if LONG:
        return apart(*arguments, given=given)
    done = settle(*arguments, given=given)
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout_bytes, done.stderr_bytes)


def apart(*arguments: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """``adjudicator settle`` in a process of its own, which is stopped when it hangs; a crash shows its traceback."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-c", APART, "settle", *arguments],
        input=given,
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"},
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr[-3000:].decode()
    return done


def one_line(text: str) -> str:
    """`text` without the line ends that wrapping put in."""
    return re.sub(r"\s+", " ", text)


# ---- the corpus
@pytest.mark.parametrize("source", sorted(BAD.glob("*.carc")), ids=lambda path: path.stem)
def test_corpus(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    result = settle(source.name)
    assert result.exit_code == EXIT_UNREADABLE, result.output
    said = one_line(result.stderr)
    told = re.findall(rf"{re.escape(source.name)}:(\d+):(\d+)", said)
    wanted = source.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    places = [want for want in wanted if PLACE.fullmatch(want)]
    for want in wanted:
        if want not in places:
            assert want in said, f"{want!r} is not said:\n{result.stderr}"
    for place in places:
        line, column = place.split(":")
        assert (line, column) in told or (column == "*" and line in dict(told)), f"nothing at {place}:\n{result.stderr}"
    if places:
        assert "^" in result.stderr
        # One mistake must not bring about messages on lines that are fine.
        assert {line for line, _ in told} == {place.split(":")[0] for place in places}, result.stderr


def test_every_bad_input_says_what_it_expects() -> None:
    assert {path.stem for path in BAD.glob("*.carc")} == {path.stem for path in BAD.glob("*.expected")}


def test_a_french_file_is_answered_in_french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    french = settle("francais.carc").stderr
    assert french == settle("--lang", "fr", "francais.carc").stderr
    assert french != settle("--lang", "en", "francais.carc").stderr


def test_a_bad_file_does_not_silence_the_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good = tmp_path / "good.carc"
    good.write_text("city T: complete, 5 tiles\nred: meeple\nask score T\n", encoding="utf-8")
    monkeypatch.chdir(BAD)
    result = settle("misspelt-kind.carc", str(good))
    assert result.exit_code == EXIT_UNREADABLE
    assert "10" in result.stdout


# ---- files that are no texts
def test_no_such_file() -> None:
    result = settle("nowhere.carc")
    assert result.exit_code == EXIT_UNREADABLE
    assert "nowhere.carc" in result.stderr


def test_a_folder(tmp_path: Path) -> None:
    result = settle(str(tmp_path))
    assert result.exit_code == EXIT_UNREADABLE
    assert tmp_path.name in one_line(result.stderr)


NO_TEXTS = {
    "latin-1": 'scenario "Été"\n  ville Toulouse: complète\n'.encode("latin-1"),
    "utf-16": 'scenario "Summer"\n  city Toulouse: complete\n'.encode("utf-16"),
    "binary": bytes(range(256)) * 40,
    "nul": b"city T: complete, 5 tiles\nred: meeple\0\nask score T\n",
    "cut": "ville Toulouse: complè".encode()[:-1],
    "picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
}


@pytest.mark.parametrize("name", NO_TEXTS)
def test_no_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.carc"
    path.write_bytes(NO_TEXTS[name])
    result = settle(str(path))
    assert result.exit_code == EXIT_UNREADABLE
    assert path.name in one_line(result.stderr)
    assert settle("-", given=NO_TEXTS[name]).exit_code == EXIT_UNREADABLE


def test_not_utf8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.carc"
    path.write_bytes('# one\n# two\nscenario "Été"\n'.encode("latin-1"))
    assert "latin.carc:3:11" in one_line(settle(str(path)).stderr)


def test_fifty_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "huge.carc"
    path.write_bytes(b"# a comment\n" * (50_000_000 // 12))
    result = settle(str(path))
    assert result.exit_code == EXIT_UNREADABLE
    assert "huge.carc" in one_line(result.stderr)
    assert str(LIMIT // 1_000_000) in result.stderr


def test_byte_order_mark_and_line_ends_are_no_mistakes() -> None:
    text = "city T: complete, 5 tiles\r\nred: meeple\r\nask score T\r\nexpect red 10\r\n"
    assert settle("-", given=text.encode("utf-8-sig")).exit_code == EXIT_FINE
    assert settle("-", given=text.replace("\r\n", "\r").encode()).exit_code == EXIT_FINE


# ---- what the program itself does wrong
def crashing(monkeypatch: pytest.MonkeyPatch) -> str:
    """A text of two scenarios, of which the program fails at the second."""
    from adjudicator import settling

    play = settling.play

    def fail(scenario: Any, *more: Any) -> Any:
        if scenario.title == "two":
            raise KeyError("wagon")
        return play(scenario, *more)

    monkeypatch.setattr(settling, "play", fail)
    one = 'scenario "{}"\n  city T: complete, 5 tiles\n    red: meeple\n  ask score T\n    expect red 10\n'
    return one.format("one") + one.format("two")


def test_a_crash_costs_its_own_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = adjudicator.adjudicate(crashing(monkeypatch), "file.carc")
    assert [answer.met for answer in outcome.answers] == [True]
    assert [(one.code, one.span.line, one.file) for one in outcome.problems] == [("crash", 6, "file.carc")]


def test_a_crash_is_a_row_of_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "crashing.carc"
    path.write_text(crashing(monkeypatch), encoding="utf-8")
    (tmp_path / "fine.carc").write_text("city T: complete, 5 tiles; red: meeple; ask score T expect red 10\n")
    result = click.testing.CliRunner().invoke(main, ["check", "--lang", "en", str(tmp_path)])
    assert result.exit_code == EXIT_UNREADABLE
    table = re.sub(r"\s", "", result.stdout)  # names are broken where they are long
    assert "crashing.carc" in table and "fine.carc" in table
    assert "KeyError" in result.stderr and "crashing.carc:6" in re.sub(r"\s", "", result.stderr)


def test_a_crash_of_the_layout_is_the_documented_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.binding import format as layout

    monkeypatch.setattr(layout, "Lines", lambda *_: 1 / 0)
    with pytest.raises(Problems) as caught:
        adjudicator.formatted("city T: complete, 5 tiles; red: meeple; ask score T")
    assert [one.code for one in caught.value.items] == ["crash"]


# ---- sizes that nobody meant
MANY = sized(10_000, 500)


def test_coordinates_of_a_billion() -> None:
    text = "board\n(X,-X) D\nred: meeple on city\nask score city at (X,-X)\nexpect red 1\n".replace("X", "1000000000")
    done = settle_apart("-", given=text.encode())
    assert done.returncode in (EXIT_FINE, EXIT_UNREADABLE), done.stderr


def test_placements_a_billion_squares_away() -> None:
    done = settle_apart("-", given=b"board\n(1000000000,1000000000) D\nask placements V\n")
    assert done.returncode in (EXIT_FINE, EXIT_UNREADABLE), done.stderr


def test_two_tiles_a_billion_squares_apart() -> None:
    text = b"board\n(0,0) D\nred: meeple on city\n(1000000000,0) D\nask score city at (0,0)\n"
    done = settle_apart("-", given=text)
    assert done.returncode == EXIT_UNREADABLE
    assert b"4:" in done.stderr
    assert b"(1000000000,0)" in done.stderr


def test_coordinates_of_five_thousand_digits() -> None:
    digits = b"9" * 5000
    done = settle_apart("-", given=b"board\n(" + digits + b",0) D\nred: meeple on city\nask final\n")
    assert done.returncode in (EXIT_FINE, EXIT_UNREADABLE), done.stderr


@pytest.mark.parametrize("count", ["999999999999", "9" * 5000])
@pytest.mark.long
def test_counts_beyond_reason(count: str) -> None:
    for text in (
        f"city T: complete, {count} tiles\nred: meeple\nask score T\n",
        f"city T: complete, 3 tiles\nred: {count} meeples\nask score T\n",
        f"field F: touches {count} complete cities\nred: meeple\nask score F\n",
        f"red has score {count}\nroad R: complete, 3 tiles\nred: meeple\nask total red\n",
        f'game "G"\n{count}. red V (1,0)\nask final\n',
    ):
        assert settle_apart("-", given=text.encode()).returncode in (EXIT_FINE, EXIT_UNREADABLE), text[:60]


def test_ten_thousand_features_on_one_line() -> None:
    text = "; ".join(f"city A{n}: complete, 2 tiles" for n in range(MANY))
    done = settle_apart("-", given=f"{text}; red: meeple; ask score A{MANY - 1}; expect red 4\n".encode())
    assert done.returncode == EXIT_FINE, done.stderr[:500]


def test_a_field_that_touches_ten_thousand_cities() -> None:
    cities = "\n".join(f"city A{n}: complete, 2 tiles" for n in range(MANY))
    touched = " and ".join(f"A{n}" for n in range(MANY))
    text = f"{cities}\nfield F: touches {touched}\nred: meeple\nask score F\nexpect red {3 * MANY}\n"
    done = settle_apart("-", given=text.encode())
    assert done.returncode == EXIT_FINE, done.stderr[:500]


def test_ten_thousand_mistakes_on_one_line() -> None:
    text = "; ".join(f"citty A{n}: complete, 2 tiles" for n in range(MANY))
    done = settle_apart("-", given=f"{text}; ask score A1\n".encode())
    assert done.returncode == EXIT_UNREADABLE
    assert b"citty" in done.stderr
    assert len(done.stderr) < 20_000_000


def test_ten_thousand_different_mistakes() -> None:
    facts = "\n".join(f"city A{n}: complte{n}, 2 tiles" for n in range(MANY))
    names = "\n".join(f"ask score A{n}" for n in range(MANY))
    for text in (f"{facts}\nask score A1\n", f"road R: complete, 3 tiles\nred: meeple\n{names}\n"):
        done = settle_apart("-", given=text.encode())
        assert done.returncode == EXIT_UNREADABLE
        assert f"More problems that are not shown: {MANY - 100}.".encode() in done.stderr
        assert len(done.stderr) < 100_000


@pytest.mark.parametrize("rules", ["first", "second"])
def test_two_fields_at_five_thousand_cities(rules: str) -> None:
    cities = "\n".join(f"city A{n}: complete, 2 tiles" for n in range(MANY // 2))
    touched = " and ".join(f"A{n}" for n in range(MANY // 2))
    fields = f"field F: touches {touched}\nred: meeple\nfield G: touches {touched}\nblue: meeple\n"
    text = f"rule farmer-scoring {rules}\n{cities}\n{fields}ask final\n"
    done = settle_apart("--brief", "-", given=text.encode())
    assert done.returncode == EXIT_FINE, done.stderr[:500]


def test_a_caret_in_an_endless_line() -> None:
    text = f"city T: complete, 3 tiles; {'red: meeple; ' * (2 * MANY)} rde: meeple; ask score T\n"
    lines = settle("-", given=text.encode()).stderr.splitlines()
    at = next(n for n, line in enumerate(lines) if line.strip() == "^^^")
    assert lines[at - 1][lines[at].index("^") :].startswith("rde: meeple;")
    assert max(map(len, lines)) <= 80


def test_one_mistake_is_told_once_with_every_rule_it_breaks() -> None:
    said = settle("-", given=b"garden G: 5 of 9 tiles; red: meeple; ask score G").stderr
    assert said.count("1:30") == 1
    assert "BASE-14" in said and "BASE-54" in said


def test_a_long_chain_of_like() -> None:
    first = 'scenario "S0"\n  road R: complete, 3 tiles\n    red: meeple\n  ask score R\n    expect red 3\n'
    rest = "".join(
        f'scenario "S{n}"\n  like "S{n - 1}"\n  ask score R\n    expect red 3\n' for n in range(1, MANY // 5)
    )
    done = settle_apart("--brief", "-", given=(first + rest).encode())
    assert done.returncode in (EXIT_FINE, EXIT_UNREADABLE), done.stderr[:500]
    backwards = "".join(f'scenario "S{n}"\n  like "S{n + 1}"\n  ask score R\n' for n in range(MANY // 5)) + (
        f'scenario "S{MANY // 5}"\n  road R: complete, 3 tiles\n    red: meeple\n  ask score R\n'
    )
    done = settle_apart("--brief", "-", given=backwards.encode())
    assert done.returncode in (EXIT_FINE, EXIT_UNREADABLE), done.stderr[:500]


LENGTHY = {
    "one word": "a" * 1_000_000,
    "open brackets": "(" * 100_000,
    "bracket pairs": "(" * 50_000 + ")" * 50_000,
    "quotes": '"' * 100_001,
    "commas": "city T: " + "," * 100_000,
    "semicolons": ";" * 300_000,
    "and": "city T: complete " + "and " * 100_000,
    "numbers": "city T: " + "1 " * 200_000,
    "bars": "grid from (0,0)\n" + "| " * 100_000,
    "empty rows": "grid from (0,0)\n" + "| . |\n" * 100_000,
    "wide row": "grid from (0,0)\n| " + ". " * 200_000 + "|\n",
    "apostrophes": "l'" * 100_000,
    "turns": "turn red\n" * 20_000,
    "questions": "road R: complete, 3 tiles\nred: meeple\n" + "ask score R\n" * 3_000,
    "hyphens": "a-" * 200_000,
    "digits": "1" * 1_000_000,
    "spaces": " " * 1_000_000 + "x",
    "empty lines": "\n" * 1_000_000,
    "comment": "#" * 1_000_000,
    "sides": "tile T: city " + "N " * 100_000,
}


@pytest.mark.parametrize("name", mostly_long([*LENGTHY], 1))
def test_long_and_deep(name: str) -> None:
    done = apart("--brief", "-", given=LENGTHY[name].encode())
    assert done.returncode in (EXIT_FINE, EXIT_UNREADABLE), done.stderr[:500]
    assert done.returncode == EXIT_FINE or done.stderr


# ---- whatever a hand or a cat may type
CALM = settings(deadline=None, max_examples=examples(120), suppress_health_check=list(HealthCheck))
CODES = (EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE)
WORDS = """
    scenario game source like use edition rule players has stock board part grid from tiles at corner name tile near
    around same called with each touches complete incomplete scored empty coats tiles neighbours points turn later
    final claim after draws a tile that fits nowhere discards it places puts nothing takes back completes joins
    extends starts on in to for by as and of ask may must where which score points total returned hand majority
    order next placements options why expect yes no none nobody exactly including one order open disputed asks or
    because over under city road field monastery garden meeple meeples abbot red blue black N E S W NL ER language
    fr en langue scénario plateau ville route pré demande attendu rouge complète tuiles Toulouse R1 M F 0 1 2 3 9 -1
    12 D V@90 E@180 BA/RCr crfr cfcf V@45 (0,0) (1,0) (0,-1) (-1,0) BASE-29 BASE-99 C1 C9 1. 2. "Anna" "A" " : , ; =
    | . @ # ( ) ' é
"""
SIGNS = ["\n", "\n", "\n", "\u00a0", "\u200b", "« ", "’"]


def told(text: bytes) -> None:
    """Any input ends in one of the three codes, and what cannot be read is told."""
    result = settle("-", given=text)
    assert result.exit_code in CODES
    assert result.exit_code != EXIT_UNREADABLE or result.stderr


@CALM
@given(st.text())
def test_any_text(text: str) -> None:
    told(text.encode("utf-8", "replace"))


@CALM
@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    told(data)


@CALM
@given(st.lists(st.sampled_from([*WORDS.split(), *SIGNS]), max_size=40))
def test_any_words_of_the_language(words: list[str]) -> None:
    told(" ".join(words).encode())


STREWN = ["", "", "\n", ";", ",", ":", '"', "|", "(", "9", "é", "# "]


def pieces() -> list[str]:
    """The scenarios of the base game, one text each."""
    found = []
    for path in sorted((SCENARIOS / "base").glob("*.carc")):
        head, *blocks = re.split(r"\n(?=(?:scenario|game|scénario|partie) )", path.read_text(encoding="utf-8"))
        found += [f"{head}\n{block}" for block in blocks]
    return found


PIECES = pieces()


@CALM
@given(st.data())
def test_any_slip_of_the_pen(data: st.DataObject) -> None:
    """A scenario that works, with letters lost, doubled, swapped or strewn in."""
    text = data.draw(st.sampled_from(PIECES))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 12))
        strewn = data.draw(st.sampled_from([*STREWN, text[at : at + 1]]))
        text = text[:at] + strewn + text[at + length :]
    told(text.encode())


@CALM
@given(st.data())
def test_any_lines_lost_or_doubled(data: st.DataObject) -> None:
    """A scenario that works, with lines lost, doubled or in another order."""
    lines = data.draw(st.sampled_from(PIECES)).split("\n")
    order = data.draw(st.lists(st.integers(0, len(lines) - 1), max_size=len(lines) + 3))
    told("\n".join(lines[n] for n in order).encode())
