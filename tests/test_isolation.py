"""A folder is a folder: a box or a language that is gone, or broken, costs what it is about and nothing else.

Each test changes a copy of the house and asks it in one process of its own (`tests/copied.py`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from copied import said
from everyday import DAY, LONG

from adjudicator import faults, store
from adjudicator.rulebook import loader
from adjudicator.words.fold import fold
from adjudicator.words.gather import gather
from adjudicator.words.languages import codes, fallback, files
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import sources as vocabulary_files
from adjudicator.words.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent
OTHERS = ("gifts", "peasant-revolts", "ghosts-castles-cemeteries", "anniversary-20", "abbey-and-mayor")
"""Boxes of which two are asked beside base, others every day."""
ROLES = ("kind", "figure", "unit", "flag", "verb", "effect", "topic", "symbol", "name")
BOXES = sorted(folder.name for folder in store.expansion_folders() if folder.parent == store.EXPANSIONS)
BOXES.remove("base")
LANGUAGES = [code for code in codes() if code != fallback()]
FOLDERS = [*LANGUAGES, *BOXES]
CORPUS = sorted((ROOT / "scenarios").glob("*/*.carc"))


def own(code: str) -> list[Path]:
    return files(code, "words.toml")


def of_today(every: list[str], number: int) -> list[str]:
    """So many of a list, others every day; all of them in the long run."""
    start = DAY * number % len(every)
    return every if LONG else [*every, *every][start : start + number]


def house(to: Path) -> Path:
    """A copy of the house, with what it has prepared."""
    for name in ("adjudicator", "grammar", "docs"):
        shutil.copytree(ROOT / name, to / name)
    return to


def asked(home: Path, lines: Iterable[list[str]], **variables: str) -> list[tuple[int, str, str]]:
    """What the commands `lines` say in the house at `home`, all in one process."""
    env = {**os.environ, "PYTHONPATH": str(home), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", **variables}
    command = [sys.executable, "-P", "-B", str(ROOT / "tests" / "copied.py")]
    run = subprocess.run(command, input=json.dumps([*lines]), capture_output=True, text=True, env=env, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    found = [(code, out, err) for code, out, err in json.loads(run.stdout)]
    for line, (_, out, err) in zip(lines, found, strict=True):
        assert "Traceback" not in out + err, (line, out + err)
        assert '"crash"' not in out, (line, out)
        assert "Error:" not in err, (line, err)
    return found


def speaks_of(text: str, box: str) -> bool:
    """Whether a text or an answer has a name, a word or a rule of a box."""
    ident = box.replace("_", "-")
    folded = spaced(text)
    return any(rule.id in text for rule in loader.rules(ident)) or any(word in folded for word in _words(ident))


def spaced(text: str) -> str:
    """The words of a text, folded, each between spaces."""
    return " ".join(["", *re.findall(r"[^_\W]+", fold(text)), ""])


@cache
def _words(ident: str) -> frozenset[str]:
    """How texts of any language may name a box, and its words."""
    found = {ident}
    for code in codes():
        words = lexicon(code)
        found |= {fold(words.expansion_word(ident)), fold(words.expansion_title(ident))}
        for role in ROLES:
            mine = [one for one in vocabulary().ids(role) if vocabulary().owner(role, one) == ident]
            found |= {spelling for one in mine for spelling in words.spellings(role, one)}
    return frozenset(map(spaced, found))


@cache
def whole(path: str) -> str:
    """What the whole house says of a scenario file, as JSON."""
    return said(["settle", "--format", "json", path])[1]


def told(path: str) -> str:
    """What the whole house says of a scenario file, without the keys of JSON, which are words too."""
    return re.sub(r'"[a-z_]+":', "", whole(path))


def apart_from(gone: str, number: int) -> list[str]:
    """Scenario files of base and of two other boxes that have nothing to do with the box that is `gone`, nor have their
    answers; others every day.
    """
    at = DAY % len(OTHERS)
    two = [one for one in (*OTHERS[at:], *OTHERS[:at]) if one != gone.replace("_", "-")][:2]
    found: list[str] = []
    for folder in ("base", *two):
        every = [str(path.relative_to(ROOT)) for path in CORPUS if path.parent.name == folder]
        start = DAY % len(every)
        apart = (
            path
            for path in (*every[start:], *every[:start])
            if not speaks_of((ROOT / path).read_text("utf-8"), gone) and not speaks_of(told(path), gone)
        )
        found += islice(apart, number)
    return found


def settled(paths: list[str]) -> list[list[str]]:
    return [["settle", "--format", "json", path] for path in paths]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios are named from here on."""
    monkeypatch.chdir(ROOT)


# ---- a folder that is gone


@pytest.mark.long
@pytest.mark.parametrize("at", range(len(FOLDERS) if LONG else 1))
def test_a_folder_that_is_gone_is_missed_by_nobody(tmp_path: Path, at: int) -> None:
    gone = of_today(FOLDERS, 1)[at]
    home = house(tmp_path / "house")
    if gone in LANGUAGES:
        without_language(gone, home)
    else:
        without_box(gone, home)


def without_box(box: str, home: Path) -> None:
    shutil.rmtree(home / "adjudicator" / "expansions" / box)
    paths = apart_from(box, 20 if LONG else 1)
    assert paths
    beside = [path for path in map(str, CORPUS) if speaks_of(Path(path).read_text("utf-8"), box)]
    start = DAY % max(1, len(beside))
    beside = beside[start : start + (40 if LONG else 2)]
    named = [[code, lexicon(code).expansion_word(box.replace("_", "-"))] for code in codes()]
    texts = [
        f"{lexicon(code).say('keyword', 'language')} {code}; {lexicon(code).say('keyword', 'use')} {name}"
        for code, name in named
    ]
    lines = [
        *settled(paths),
        *settled(beside),
        *(["ask", text, "--format", "json"] for text in texts),
        ["rules", "--scenarios", paths[0]],
        ["tiles"],
        *(["fmt", "--lang", code, paths[0]] for code in codes()),
        ["red has 2 knights in a finished city of 5 tiles with 1 shield, black has 1 knight. who scores?"],
        ["grammar"],
        ["draw", "--out", str(home / "drawn.svg"), paths[0]],
    ]
    found = asked(home, lines)
    assert {path: out for path, (_, out, _) in zip(paths, found, strict=False)} == {path: whole(path) for path in paths}
    for (code, name), (exit_code, out, _) in zip(named, found[len(paths) + len(beside) :], strict=False):
        problems = [problem for problem in json.loads(out)["problems"] if problem["code"] == "unknown-expansion"]
        assert exit_code == 2, (code, out)
        assert name in problems[0]["message"], out
    rest = found[len(paths) + len(beside) + len(named) :]
    assert [code for code, _, _ in rest] == [0] * len(rest), rest
    assert not [err for _, _, err in found if "Broken" in err]


def without_language(code: str, home: Path) -> None:
    shutil.rmtree(home / "adjudicator" / "languages" / code)
    left = [one for one in codes() if one != code]
    start = DAY % len(CORPUS)
    every = [path for path in map(str, (*CORPUS[start:], *CORPUS[:start])) if _language(path) in left]
    paths = every[: 60 if LONG else 3]
    sentence = "red has 2 knights in a finished city of 5 tiles with 1 shield, black has 1 knight. who scores?"
    lines = [
        *settled(paths),
        *(["fmt", "--lang", one, paths[0]] for one in left),
        ["rules", "--scenarios", paths[0]],
        ["tiles"],
        [sentence],
        ["--help"],
        ["ask", f"{lexicon(fallback()).say('keyword', 'language')} {code}; city T", "--format", "json"],
    ]
    found = asked(home, lines)
    assert {path: out for path, (_, out, _) in zip(paths, found, strict=False)} == {path: whole(path) for path in paths}
    rest = found[len(paths) :]
    assert [code for code, _, _ in rest] == [*[0] * (len(rest) - 1), 2], rest
    (wrong,) = json.loads(rest[-1][1])["problems"]
    assert wrong["code"] == "unknown-language"
    assert re.findall(r"\b[a-z]{2}\b(?=[,.])", wrong["message"]) == left
    assert not [err for _, _, err in found if "Broken" in err]


def _language(path: str) -> str:
    from adjudicator.syntax.document import read_document

    return read_document(Path(path).read_text(encoding="utf-8"), "").language


@pytest.mark.source
@pytest.mark.parametrize("code", codes())
def test_what_a_language_says_of_a_box_that_is_gone_is_left_out_without_a_word(code: str) -> None:
    """Of the words, which a language's folder may hold for every box."""
    gone = BOXES[DAY % len(BOXES)]
    left = [path for path in vocabulary_files() if path.parent.name != gone]
    with faults.gathered() as noted:
        whole_words, words = gather(code, vocabulary_files(), own(code)), gather(code, left, own(code))
    assert not [one for one in noted if not one.stray]
    assert whole_words["words"].keys() >= words["words"].keys()
    assert {key: whole_words["words"][key] for key in words["words"]} == words["words"]
    assert gone.replace("_", "-") not in words["expansions"]


@pytest.mark.long
@pytest.mark.source
def test_nothing_in_the_house_is_wrong_or_speaks_of_what_is_not_there() -> None:
    """Neither in the folder of a box nor in that of a language."""
    ((code, out, _),) = asked(ROOT, [["rules", "--coverage", "--scenarios", str(CORPUS[0]), "--format", "json"]])
    assert (json.loads(out)["mistakes"], code) == ([], 0)


# ---- a folder that is broken

SYNTAX = "\n= broken\n"
EXPANSION = "adjudicator/expansions"
GERMAN = "adjudicator/languages/de"
BROKEN = {
    "words": (f"{EXPANSION}/tower/words.toml", SYNTAX),
    "sentences": (f"{EXPANSION}/halflings/phrases.toml", SYNTAX),
    "rules": (f"{EXPANSION}/festival/rules.toml", SYNTAX),
    "tiles": (f"{EXPANSION}/flying_machines/tiles.carc", "\ntile FM/X: nonsense W\n"),
    "talk": (f"{EXPANSION}/princess_and_dragon/talk.toml", SYNTAX),
    "guide": (f"{EXPANSION}/abbot/guide.toml", SYNTAX),
    "drawing": (f"{EXPANSION}/german_castles/drawing.toml", SYNTAX),
    "stack": (f"{EXPANSION}/river_2/stack.toml", SYNTAX),
    "code": (f"{EXPANSION}/crop_circles/__init__.py", "\nraise RuntimeError('broken')\n"),
    "a module": (f"{EXPANSION}/hills_and_sheep/tending.py", "\n= broken\n"),
    "a language": ("adjudicator/languages/fr/language.toml", "\nstrange = 1\n"),
    "a language's words": (f"{GERMAN}/words.toml", SYNTAX),
    "a language's sentences": (f"{GERMAN}/gifts/phrases.toml", SYNTAX),
    "a language's rules": (f"{GERMAN}/rules.toml", SYNTAX),
    "a language's talk": (f"{GERMAN}/talk.toml", SYNTAX),
    "a language's hints": (f"{GERMAN}/hints.toml", SYNTAX),
    # what is no TOML is seen by whoever reads it; the rest by the shape of the file and by what is known
    "a key of a word": (
        f"{EXPANSION}/tunnel/words.toml",
        '\n[[word]]\nrole = "unit"\nid = "x"\nen = ["x"]\nkind = 1\n',
    ),
    "a type in a word": (f"{EXPANSION}/robbers/words.toml", '\n[[word]]\nrole = "unit"\nid = "x"\nen = "x"\n'),
    "a spelling": (
        f"{EXPANSION}/porxada/words.toml",
        '\n[[word]]\nrole = "kind"\nid = "town"\nen = ["city", "towns"]\n',
    ),
    "a sentence": (f"{EXPANSION}/german_monasteries/phrases.toml", "\n[fact.x]\nen = 3\n"),
    "a bracket": (f"{EXPANSION}/besiegers/phrases.toml", '\n[fact.x]\nen = "{a}"\nfr = "{a"\n'),
    "a place": (f"{GERMAN}/base/phrases.toml", '\n[verdict]\nyes = "{nothing}"\n'),
    "a topic of the table": (
        f"{EXPANSION}/anniversary_20/guide.toml",
        '\n[[path]]\nid = "x"\ntopic = "x"\nask = "x"\n',
    ),
    "a shape": (f"{EXPANSION}/river/drawing.toml", "\n[figure.x]\npath = 3\n"),
    "a frame": (f"{EXPANSION}/tower/talk.toml", '\n[[frame]]\nid = "x"\nwhen = "x"\n'),
    "what peers call things": (f"{EXPANSION}/traders_and_builders/peers.toml", "\n[bga.tiles]\n99 = { parts = [] }\n"),
    "a status": (
        f"{EXPANSION}/german_cathedrals/rules.toml",
        '\n[[rule]]\nid = "X-1"\nexpansion = "german-cathedrals"\ntopic = "x"\nkind = "scoring"\nstatus = "x"\n'
        'source = "x"\ndecides = "x"\nen = "x"\n',
    ),
}
"""Kinds of mistakes, each in a file of one box or language: the file, and what is written behind its end."""


ALWAYS_READ = (
    "words",
    "rules",
    "a language's words",
    "a spelling",
    "a status",
    "talk",
    "a frame",
    "a language's hints",
)
"""Some of those that the commands of the test come to before `rules --coverage` does."""


@pytest.mark.long
@pytest.mark.parametrize("kinds", [[*BROKEN], *([one] for one in BROKEN if LONG)], ids=lambda kinds: kinds[0])
def test_a_broken_file_costs_what_it_is_about_and_is_told_once(tmp_path: Path, kinds: list[str]) -> None:
    home = house(tmp_path / "house")
    files = [home / BROKEN[kind][0] for kind in kinds]
    before = [file.read_text(encoding="utf-8").count("\n") for file in files]
    for kind, file in zip(kinds, files, strict=True):
        with file.open("a", encoding="utf-8") as end:
            end.write(BROKEN[kind][1])
    ruling = {
        file for file in files if file.name in ("words.toml", "phrases.toml", "rules.toml") or file.suffix != ".toml"
    }
    boxes = {file.parent.name for file in ruling if file.parent.parent.name == "expansions"}
    paths = [path for path in _apart_from_all(boxes) if _language(path) == fallback()][:8]
    sentence = "red has 2 knights in a finished city of 5 tiles with 1 shield, black has 1 knight. who scores?"
    lines = [
        *settled(paths),
        [sentence],
        ["tiles", "V"],
        ["ask", "Sprache de; Stadt T: fertich; frage Wertung T", "--lang", "de"],
        ["rot hat 2 Ritter in einer Stadt. wer bekommt Punkte?", "--lang", "de"],
        *([["play", "--random", "1", "--seed", "1"]] if LONG else []),
        *([["draw", "--out", str(tmp_path / "drawn.svg"), paths[0]]] if LONG else []),
        ["rules", "--coverage", "--scenarios", paths[0], "--format", "json"],
    ]
    found = asked(home, lines)
    assert {path: out for path, (_, out, _) in zip(paths, found, strict=False)} == {path: whole(path) for path in paths}
    assert "12" in found[len(paths)][1]
    code, out, _ = found[-1]
    mistakes = [one for one in json.loads(out)["mistakes"] if not one["stray"]]
    assert code == 1
    assert {one["file"] for one in mistakes} == {str(file) for file in files}
    for file, length in zip(files, before, strict=True):
        mine = [one for one in mistakes if one["file"] == str(file)]
        assert len(mine) == 1, mine
        assert mine[0]["line"] > length or mine[0]["line"] == 0, (mine, length)
    told = "".join(err for _, _, err in found)
    for one in mistakes:
        assert told.count(f"{one['file']}:{one['line']}: ") <= 1, told
    # every run reads words, sentences, the index of rules, talk and code; the rest only what a command needs
    assert len(kinds) == 1 or {BROKEN[kind][0] for kind in ALWAYS_READ} <= {
        one["file"].partition("/house/")[2] for one in mistakes if f"{one['file']}:{one['line']}: " in told
    }, told


def _apart_from_all(boxes: set[str]) -> list[str]:
    start = DAY % len(CORPUS)
    found = []
    for path in map(str, (path.relative_to(ROOT) for path in (*CORPUS[start:], *CORPUS[:start]))):
        text = Path(path).read_text(encoding="utf-8")
        if not any(speaks_of(text, box) for box in boxes) and not any(speaks_of(told(path), box) for box in boxes):
            found.append(path)
        if len(found) == (12 if LONG else 4):
            break
    return found
