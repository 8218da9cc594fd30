"""No answer depends on what expansions are called: who stands above whom is declared."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import corpus
import pytest
from corpus import invariant, written

from adjudicator import settling
from adjudicator.engine import game as games
from adjudicator.engine.expansion import RECORDS, Expansion, StartTile, Way
from adjudicator.model.ruling import Ruling
from adjudicator.rulebook import loader
from adjudicator.words.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent
ORDERS = int(os.environ.get("ADJUDICATOR_ORDERS", "1"))
"""So many random orders of the expansions are tried besides the reversed one."""


# ---- in any order
def essence(ruling: Ruling) -> tuple[Any, ...]:
    options = ruling.options if ruling.ordered else frozenset(ruling.options)
    lines = sorted(map(repr, ruling.lines))
    otherwise = sorted(
        repr((one.option, one.value, one.verdict, sorted(one.points.items()))) for one in ruling.otherwise
    )
    missing = sorted(map(repr, ruling.missing))
    return ruling.verdict, sorted(ruling.points.items()), options, lines, set(ruling.rules), missing, otherwise


@invariant()
def every_ruling_has_a_rule(path: Path) -> None:
    rulings = [answer.ruling for answer in corpus.settled(path).answers]
    assert not [one for one in rulings if not one.rules and one.verdict != "undetermined"]


@invariant(14)
def the_order_of_expansions_changes_no_answer(path: Path) -> None:
    """The order in which facts are told is no part of an answer."""
    chance = random.Random(os.environ.get("ADJUDICATOR_SEED", path.name))
    usual = [essence(answer.ruling) for answer in corpus.settled(path).answers]
    for order in range(ORDERS + 1):
        keys: dict[str, float] = {}
        with pytest.MonkeyPatch.context() as changed:
            games.game.cache_clear()

            def shuffled(idents: Any, order: int = order, keys: dict[str, float] = keys) -> list[str]:
                if not order:
                    return sorted(idents, reverse=True)
                return sorted(idents, key=lambda ident: keys.setdefault(ident, chance.random()))

            changed.setattr(games, "sorted", shuffled, raising=False)
            other = [essence(answer.ruling) for answer in settling.settle(written(path), path.name).answers]
        games.game.cache_clear()
        assert other == usual, keys or "reversed"


# ---- what is declared
def codes() -> list[Expansion]:
    """The code of every expansion that has any."""
    return [code for ident in vocabulary().expansions() if (code := games.code_of(ident)) is not None]


def ways(said: Any) -> Iterator[Way[Any] | StartTile]:
    if isinstance(said, (Way, StartTile)):
        yield said
    elif isinstance(said, RECORDS) or type(said) is tuple:
        for part in said:
            yield from ways(part)


@pytest.mark.parametrize("code", codes(), ids=lambda code: code.id)
def test_a_rule_says_who_stands_above_whom(code: Expansion) -> None:
    for way in ways(code):
        assert loader.is_rule(way.rule)
        assert set(way.over) <= set(vocabulary().expansions()) - {code.id}


def test_all_expansions_go_together() -> None:
    assert games.game(frozenset(vocabulary().expansions())).start_tile.tile


# ---- an expansion that nobody knows
WORDS = """
[expansion]
id = "{name}"
en = ["{name}"]
fr = ["{name}"]
title.en = "{name}"
title.fr = "{name}"
"""

RULES = """
[[rule]]
id = "{rule}"
expansion = "{name}"
topic = "field"
kind = "final-scoring"
status = "community"
source = "a test"
en = "A field gives 7 points."
fr = "Un pré rapporte 7 points."
decides = "what a field gives"
values = {{ points = 7 }}
"""

CODE = """
from adjudicator.engine.expansion import Expansion, Scoring, Way
from adjudicator.model.ruling import Line


def seven(case, field, at_end):
    return [Line(one.owner, field.id, "cities", 1, 7, "{rule}") for one in field.occupants]


EXPANSION = Expansion(
    "{name}", scoring=Scoring(settle=(Way(how=seven, kinds=("field",), rule="{rule}"{more}),))
)
"""

ASKED = """scenario "a field"
  use {name}
  city C: complete, 3 tiles
  field F: touches C
    red: meeple
  ask final F
"""

OVER = ', over=("base",)'
SOMETIMES = ", when=lambda case, field: bool(field.occupants)"


def herd(home: Path, name: str, rule: str, more: str, points: int = 7) -> None:
    folder = home / name.replace("-", "_")
    folder.mkdir(parents=True)
    for file, text in (("words.toml", WORDS), ("rules.toml", RULES), ("__init__.py", CODE)):
        text = text.replace("1, 7,", f"1, {points},")
        (folder / file).write_text(text.format(name=name, rule=rule, more=more), encoding="utf-8")


def settled(home: Path, name: str) -> str:
    """What the command line makes of the scenario with expansions of this name."""
    environment = {**os.environ, "ADJUDICATOR_EXPANSIONS": str(home), "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    command = [sys.executable, "-m", "adjudicator", "settle", "--full", "-"]
    done = subprocess.run(
        command, input=ASKED.format(name=name), capture_output=True, text=True, env=environment, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("first", ["aaa", "zzz"])
@pytest.mark.long
def test_a_name_changes_no_answer(tmp_path: Path, first: str) -> None:
    over, sometimes, too, silent = (f"{first}-{kind}" for kind in ("over", "sometimes", "too", "silent"))
    herd(tmp_path, over, "HERD-01", OVER)
    herd(tmp_path, sometimes, "HERD-02", OVER + SOMETIMES)
    herd(tmp_path, too, "HERD-03", OVER + SOMETIMES)
    herd(tmp_path, silent, "HERD-04", "")
    herd(tmp_path, f"{first}-less", "HERD-05", OVER + SOMETIMES, 5)
    assert "Red scores 7 points" in settled(tmp_path, over)
    assert "Red scores 7 points" in settled(tmp_path, sometimes)
    alike = settled(tmp_path, f"{sometimes}, {too}")
    assert "Red scores 7 points" in alike and "HERD-02" in alike and "HERD-03" in alike
    disputed = settled(tmp_path, f"{sometimes}, {first}-less")
    assert "The sources disagree. - Red scores 7 points (HERD-02) - Red scores 5 points (HERD-05)" in disputed
    assert "do not go together" in settled(tmp_path, silent)
    assert "do not go together" in settled(tmp_path, f"{over}, {too}")
