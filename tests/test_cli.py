"""The commands as a user calls them: output, exit codes, both languages, bad input, interrupted runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from adjudicator import answering
from adjudicator.cli import COMMANDS, ask, check, common, main
from adjudicator.errors import Problems
from adjudicator.report.table import formats

ROOT = Path(__file__).parent.parent

CITY = "city T: complete, 5 tiles, 1 coat; red: 2 meeples; black: meeple; ask score T"
VILLE = "ville T : complète, 5 tuiles, 1 blason ; rouge : 2 meeples ; noir : meeple ; demande score T"
GOOD = """scenario "Two against one"
  city T: complete, 5 tiles, 1 coat
    red: 2 meeples
    black: meeple
  ask score T
    expect red 12, black 0
"""
BAD = GOOD.replace("red 12", "red 10")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """An English locale and a wide page, whatever the machine has."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def run(*words: str, text: str | bytes | None = None) -> Result:
    """One call of the command line; its standard output and error are kept apart."""
    return CliRunner().invoke(main, list(words), input=text)


def written(folder: Path, name: str, text: str | bytes) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


# ---- help


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_help_shows_an_example(name: str, lang: str) -> None:
    result = run(*([name] if name else []), "--help", "--lang", lang)
    assert result.exit_code == 0
    heading = "Example:" if lang == "en" else "Exemple :"
    assert heading in result.stdout
    assert f"adjudicator {name}" in result.stdout.split(heading)[1]


def test_help_follows_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Répond" in run("settle", "--help").stdout


def test_every_option_has_help_in_both_languages() -> None:
    group = main
    assert isinstance(group, click.Group)
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for param in command.params:
            if isinstance(param, click.Option):
                for lang in ("en", "fr"):
                    assert (
                        common.Reader(lang, "simple").speech().phrase("help", f"option-{str(param.name).rstrip('_')}")
                    )


def test_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("adjudicator ")


def test_start_imports_no_parser_and_no_tables() -> None:
    code = (
        "import sys, adjudicator.cli; print([m for m in ('lark', 'tabulate', 'multiprocessing') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_command_or_option_is_a_usage_error() -> None:
    for words in (["setle", "x"], ["settle", "--breif", "x"], ["settle"], ["check"]):
        result = run(*words)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (["setle", "x"], "There is no command setle. Did you mean settle", "Il n'y a pas de commande setle."),
        (["settle", "--breif", "x"], "There is no option --breif. Did you mean --brief?", "pas d'option --breif"),
        (["settle"], "FILE... is missing.", "Il manque FILE..."),
        (["check", "-j", "x", "y"], "--jobs takes a whole number (0-256).", "--jobs prend un nombre entier"),
        (["score", "--turn", "0", "x"], "--turn takes a whole number (1-...).", "--turn prend un nombre entier"),
        (["import", "--y", "x", "f"], "--y takes one of these: up, down.", "--y prend une de ces valeurs : up, down."),
        (["tiles", "--set"], "--set needs a value behind it.", "--set veut une valeur"),
        (["settle", "--format", "githb", "x"], "Did you mean github?", "Vouliez-vous dire github ?"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_wrong_command_line_is_told_in_both_languages(words: list[str], english: str, french: str) -> None:
    for lang, said in (("en", english), ("fr", french)):
        result = run("--lang", lang, *words)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert said in " ".join(result.stderr.split())
        assert f"adjudicator {words[0]} --help" in result.stderr or words[0] in ("setle", "tiles")


def test_an_unknown_format_is_told_with_the_nearest() -> None:
    result = run("rules", "BASE-29", "--format", "githb")
    assert result.exit_code == 2
    assert "Did you mean github?" in " ".join(result.stderr.split())


# ---- settle and ask


def test_settle_answers_with_verdict_points_sum_and_rules(tmp_path: Path) -> None:
    result = run("settle", written(tmp_path, "a.carc", GOOD))
    assert result.exit_code == 0
    assert result.stderr == ""
    flat = " ".join(result.stdout.split())
    for wanted in (
        "Two against one",
        "Red scores 12 points",
        "5 tiles x 2 = 10",
        "BASE-29",
        "printed rule",
    ):
        assert wanted in flat
    assert "\x1b" not in result.stdout


def test_settle_quotes_each_rule_once(tmp_path: Path) -> None:
    path = written(tmp_path, "two.carc", f"{GOOD}  ask majority T\n    expect red\n")
    first, second = run("settle", path).stdout.split("Who has the majority")
    assert "\nBASE-20  The player with the most meeples" in first
    assert "\nBASE-20  (quoted above)" in second
    assert "The player with the most meeples" not in second


def test_settle_reads_standard_input_and_answers_in_french() -> None:
    result = run("settle", "-", "--lang", "fr", text=GOOD)
    assert result.exit_code == 0
    assert "Rouge marque 12 points" in result.stdout


def test_settle_brief_leaves_the_rules_out(tmp_path: Path) -> None:
    result = run("settle", "--brief", written(tmp_path, "a.carc", GOOD))
    assert "Red scores 12 points" in result.stdout
    assert "BASE-" not in result.stdout


def test_settle_of_several_files_names_each(tmp_path: Path) -> None:
    paths = [written(tmp_path, name, GOOD) for name in ("a.carc", "b.carc")]
    said = run("settle", "--brief", *paths).stdout
    assert said.index("a.carc") < said.index("Two against one") < said.index("b.carc")
    assert said.count("Two against one") == 2
    assert "a.carc" not in run("settle", "--brief", paths[0]).stdout


def test_an_expansion_is_found_by_a_part_of_its_name() -> None:
    result = run("rules", "--expansion", "cemeteries")
    assert result.exit_code == 2
    assert "Did you mean ghosts-castles-cemeteries" in " ".join(result.stderr.split())
    assert "the catalogue has no tiles of The Gifts" in run("tiles", "--set", "gifts").stderr.replace("The c", "the c")


def test_ask_answers_in_the_language_that_was_typed() -> None:
    """However many slips there are: a word of the other language weighs more."""
    said = run("ask", "city A: complete, 2 tils, 1 sheld; red: knght; ask score A", "--lang", "en").stderr
    assert said == run("ask", "city A: complete, 2 tils, 1 sheld; red: knght; ask score A").stderr
    assert "other language" not in said


@pytest.mark.parametrize("name", [*formats(), "json"])
def test_settle_in_every_format(tmp_path: Path, name: str) -> None:
    result = run("settle", "--format", name, written(tmp_path, "a.carc", GOOD))
    assert result.exit_code == 0
    assert "12" in result.stdout


def test_settle_json(tmp_path: Path) -> None:
    result = run(
        "settle", "--format", "json", written(tmp_path, "a.carc", GOOD), written(tmp_path, "b.carc", "citty T\n")
    )
    assert result.exit_code == 2
    assert result.stderr == ""
    said = json.loads(result.stdout)
    assert said["format"] == 1
    ruling = said["rulings"][0]
    assert ruling["points"] == {"red": 12, "black": 0}
    assert ruling["verdict"] == "scored"
    assert said["rulings"][0]["met"] is True
    assert {line["rule"] for line in said["rulings"][0]["lines"]} <= {
        rule["id"] for rule in said["rulings"][0]["rules"]
    }
    assert said["problems"][0]["file"].endswith("b.carc")


def test_a_failed_expectation_is_exit_code_1(tmp_path: Path) -> None:
    result = run("settle", written(tmp_path, "a.carc", BAD))
    assert result.exit_code == 1
    assert "Expected red 10" in result.stdout


def test_one_bad_file_does_not_hide_the_answers_of_another(tmp_path: Path) -> None:
    result = run("settle", str(tmp_path / "none.carc"), written(tmp_path, "a.carc", GOOD))
    assert result.exit_code == 2
    assert "Red scores 12 points" in result.stdout
    assert "none.carc" in result.stderr


def test_ask_answers_one_line_in_either_language() -> None:
    result = run("ask", CITY)
    assert result.exit_code == 0
    assert "Red scores 12 points" in result.stdout
    result = run("ask", VILLE, "--lang", "fr")
    assert result.exit_code == 0
    assert "Rouge marque 12 points" in result.stdout


def test_ask_understands_the_other_language_than_the_readers() -> None:
    assert "Red scores 12 points" in run("ask", VILLE, "--lang", "en").stdout
    assert "Rouge marque 12 points" in run("ask", CITY, "--lang", "fr").stdout


def test_ask_names_what_is_missing() -> None:
    result = run("ask", "city T: 5 tiles; red: meeple; ask score T")
    assert result.exit_code == 2
    assert "T" in result.stderr
    assert "complete" in result.stderr


def test_ask_prompts_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask, "interactive", lambda: True)
    result = run("ask", "city T: 5 tiles; red: meeple; ask score T", text="maybe\ny\n")
    assert result.exit_code == 0
    assert "Red scores 10 points" in result.stdout
    assert result.stderr.count("[y/n]") == 2
    result = run("ask", "city T: complete; red: meeple; ask score T", text="5\n")
    assert "Red scores 10 points" in result.stdout


def test_every_fact_that_is_prompted_for_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask, "interactive", lambda: True)
    result = run("ask", "monastery M; red: meeple; ask score M", text="5\nn\n")
    assert "Red scores 5 points" in result.stdout
    result = run("ask", "pré F ; rouge : meeple ; demande score F", text="2 villes complètes\n")
    assert "Rouge marque 6 points" in result.stdout
    result = run("ask", "city T: complete, 3 tiles; ask score T", text="red: 2 meeples\n")
    assert "Red scores 6 points" in result.stdout
    told = "city T: complete, 2 tiles; red: meeple; blue: meeple; ask order"
    result = run("ask", told, text="banana\nplayers red, blue\n")
    assert result.stderr.count("n what order") == 2 and "banana" in result.stderr
    assert "Red, Blue" in result.stdout
    result = run("ask", "city T: complete, 3 tiles; ask score T", text="1\n")
    assert "city T: empty" in result.stderr and result.exit_code == 0
    result = run("ask", "use gifts; road R: complete, 3 tiles; ask gift red", text="")
    assert result.exit_code == 130 and "Which tile has just been placed?" in result.stderr
    assert "[y/n]" not in result.stderr


# ---- check


def test_check_walks_folders_and_sums_up(tmp_path: Path) -> None:
    written(tmp_path, "one/a.carc", GOOD)
    written(tmp_path, "one/two/b.carc", GOOD.replace("    expect red 12, black 0\n", ""))
    written(tmp_path, "one/.hidden/c.carc", "nonsense")
    written(tmp_path, "one/notes.txt", "nonsense")
    result = run("check", str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].split() == ["total", "2", "1", "0", "1", "0"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_check_shows_expected_and_given_with_the_rules(tmp_path: Path, jobs: str) -> None:
    written(tmp_path, "a.carc", GOOD)
    written(tmp_path, "b.carc", BAD)
    result = run("check", "--jobs", jobs, str(tmp_path))
    assert result.exit_code == 1
    assert "b.carc:5: Two against one" in result.stdout
    row = next(line for line in result.stdout.splitlines() if line.startswith("red 10"))
    assert "12" in row
    assert "BASE-29" in result.stdout


def test_check_json_counts(tmp_path: Path) -> None:
    written(tmp_path, "a.carc", GOOD + BAD.replace("Two against one", "Wrong"))
    written(tmp_path, "b.carc", "citty T\n")
    result = run("check", "--format", "json", str(tmp_path))
    assert result.exit_code == 2
    said = json.loads(result.stdout)
    assert said["summary"]["questions"] == 2
    assert said["summary"]["met"] == 1
    assert said["summary"]["missed"] == 1
    assert len(said["rulings"]) == 1
    assert said["problems"]


def test_a_folder_without_scenarios_is_told(tmp_path: Path) -> None:
    result = run("check", str(tmp_path))
    assert result.exit_code == 2
    assert ".carc" in result.stderr


def test_the_same_file_is_checked_once(tmp_path: Path) -> None:
    path = written(tmp_path, "a.carc", GOOD)
    assert check.gathered([path, str(tmp_path)])[0] == [path]


# ---- rules and tiles


def test_rules_by_id_with_authority_source_and_scenarios(tmp_path: Path) -> None:
    written(tmp_path, "a.carc", GOOD.replace("black 0", "black 0 because BASE-29"))
    result = run("rules", "base-29", "--scenarios", str(tmp_path))
    assert result.exit_code == 0
    for wanted in ("BASE-29 (printed rule)", "Source:", "Two against one", "a.carc:5"):
        assert wanted in result.stdout


def test_a_failed_scenario_shows_no_rule(tmp_path: Path) -> None:
    written(tmp_path, "a.carc", BAD.replace("black 0", "black 0 because BASE-29"))
    said = json.loads(run("rules", "BASE-29", "--scenarios", str(tmp_path), "--format", "json").stdout)
    assert said["rules"][0]["scenarios"] == []


@pytest.mark.long
def test_rules_search_and_expansion(tmp_path: Path) -> None:
    words = ["rules", "--scenarios", str(tmp_path), "--format", "json"]
    found = json.loads(run(*words, "--search", "jardin abbé").stdout)["rules"]
    assert found
    assert "jardin" in (found[0]["text"] + str(found[0])).lower() or "garden" in found[0]["text"].lower()
    abbot = json.loads(run(*words, "--expansion", "abbot").stdout)["rules"]
    assert {rule["expansion"] for rule in abbot} == {"abbot"}
    assert json.loads(run(*words).stdout)["rules"][0]["id"]


def test_unknown_rules_and_expansions_are_told_with_the_nearest() -> None:
    result = run("rules", "BASE-7", "XYZ-1")
    assert result.exit_code == 2
    assert "BASE-07" in result.stderr
    assert "XYZ-1" in result.stderr
    assert run("rules", "--expansion", "bace").exit_code == 2
    assert run("rules", "--search", "qqqqqq").exit_code == 2
    assert run("rules", "--coverage", "--scenarios", "no/such/folder").exit_code == 2


def test_coverage_counts_what_is_shown(tmp_path: Path) -> None:
    written(tmp_path, "a.carc", GOOD.replace("black 0", "black 0 because BASE-29"))
    result = run("rules", "--coverage", "--scenarios", str(tmp_path), "--format", "json")
    assert result.exit_code == 0
    base = json.loads(result.stdout)["expansions"]["base"]
    assert base["shown"] == 1
    assert "BASE-29" not in base["unshown"]
    assert base["rules"] >= base["deciding"] == base["shown"] + len(base["unshown"])
    assert "total" in run("rules", "--coverage", "--scenarios", str(tmp_path)).stdout


def test_tiles_by_name_and_by_set() -> None:
    result = run("tiles", "V", "crfr", "BA/RCr@90")
    assert result.exit_code == 0
    assert "BA/Rr" in result.stdout
    assert "BA/RCr@90" in result.stdout
    said = json.loads(run("tiles", "--set", "base", "--format", "json").stdout)["tiles"]
    assert sum(tile["counts"].get("base", 0) for tile in said) == 72
    assert next(tile for tile in said if tile["letter"] == "V")["id"] == "BA/Rr"


def test_tiles_refuses_the_ambiguous_and_the_unknown() -> None:
    result = run("tiles", "cfcf", "BA/nothing", "V@45")
    assert result.exit_code == 2
    assert "cfcf-J or cfcf-S" in result.stderr
    assert "BA/nothing" in result.stderr


# ---- fmt


def test_fmt_is_stable_and_translates(tmp_path: Path) -> None:
    french = run("fmt", "--lang", "fr", "-", text=GOOD)
    assert french.exit_code == 0
    assert "rouge" in french.stdout
    again = run("fmt", "-", text=french.stdout)
    assert again.stdout == french.stdout
    path = written(tmp_path, "a.carc", french.stdout)
    assert run("fmt", "--check", path).exit_code == 0
    assert run("settle", "--brief", path).exit_code == 0


def test_fmt_check_and_write(tmp_path: Path) -> None:
    path = written(tmp_path, "a.carc", GOOD.replace("  city", "      CITY"))
    assert run("fmt", "--check", path).exit_code == 1
    assert run("fmt", "--write", path).exit_code == 0
    assert run("fmt", "--check", path).exit_code == 0


# ---- bad input and bad luck


@pytest.mark.parametrize("command", ["settle", "check", "fmt"])
@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe\x00", b"scenario \xe9", b"\x00\x01\x02" * 100, b"citty T", b'scenario "open', b"\n" * 10, b"@@@@"],
)
def test_bad_files_give_a_message_and_code_2(tmp_path: Path, command: str, data: bytes) -> None:
    path = written(tmp_path, "a.carc", data)
    result = run(command, path)
    assert result.exit_code in ((0, 2) if command == "fmt" else (2,))
    assert "Traceback" not in result.output
    assert "fault" not in result.output
    if result.exit_code:
        assert "a.carc" in result.stderr


@pytest.mark.parametrize("command", ["settle", "fmt"])
def test_a_folder_or_a_missing_file_is_told(tmp_path: Path, command: str) -> None:
    for path in (str(tmp_path), str(tmp_path / "none")):
        result = run(command, path)
        assert result.exit_code == 2
        assert path in result.stderr.replace("\n", "")


def test_a_fault_of_the_program_is_told_without_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("secret cause")

    monkeypatch.setattr(answering, "settle", broken)
    for lang, wanted in (("en", "report it"), ("fr", "signaler")):
        result = run("ask", CITY, "--lang", lang)
        assert result.exit_code == 2
        assert wanted in result.stderr
        assert "ZeroDivisionError: secret cause" in result.stderr
        assert "Traceback" not in result.output


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(answering, "settle", interrupted)
    result = run("ask", CITY)
    assert result.exit_code == common.INTERRUPTED
    assert result.stdout == ""


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = "from adjudicator.cli import main; main(['rules', 'BASE-29', '--scenarios', 'docs'])"
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as nobody:
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, stdout=nobody, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == common.BROKEN_PIPE
    assert done.stderr == b""


def test_a_terminal_without_the_letters_gets_an_answer() -> None:
    code = "from adjudicator.cli import main; main(['rules', 'GIFT-01', '--lang', 'fr', '--scenarios', 'docs'])"
    environment = {**os.environ, "PYTHONIOENCODING": "cp437"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, env=environment, check=False)
    assert done.returncode == 0
    assert "règle imprimée".encode("cp437") in done.stdout


def test_problems_without_a_text_are_told_in_the_readers_language() -> None:
    try:
        raise common.problem("no-rule-found")
    except Problems as error:
        assert error.items[0].code == "no-rule-found"
    assert "Aucune règle" in run("rules", "--search", "qqqqqq", "--lang", "fr").stderr
