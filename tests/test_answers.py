"""Every question back is answerable: the line that is printed with it, typed in front of the question, answers it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from test_every_word import texts

from adjudicator.binding.answers import line_in
from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.cli.ask import inserted
from adjudicator.model.ruling import Answer, Missing
from adjudicator.play.run import Run
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import codes, fallback
from adjudicator.words.phrases import answers, phrases

NO_LINE = frozenset(
    (
        # told by another move or another tile, not by a line in front of the question
        "abbey-tunnel", "arrow-pair", "arrow-points", "arrow-tile", "arrow-which", "arrow-whose",
        "barn-corner", "barn-how", "barn-unseen", "by-which-means", "circle-choice", "circle-kind",
        "circle-shown", "circle-undone", "completed-now", "count-when", "dragon-flies-on", "dragon-where-to",
        "exchange-which", "fits-nowhere", "flight-landing", "flight-lands-on", "ghost-other-whom",
        "ghost-own-whom", "haunted-tile-mist", "leave-when", "placed-tile", "revolt-tile-placed",
        "which-figure", "which-quarter", "which-tower",
        # no form says it yet
        "abbey-sides", "banks", "big-top-who", "board-part", "castle-by-what", "castle-others", "castle-which",
        "cities-complete", "crown-number", "crown-size", "dragon-whom", "last-token", "quarter-called", "revolt-beyond",
        "where-big-top", "who-on-hill",
        # no fact of the position: what the rules leave open, or what is not played
        "expansion", "no-part", "precedence", "reissue-scoring", "shepherd-choice",
    )
)  # fmt: skip
"""Questions that no line answers."""
QUESTIONS = sorted({key.partition(".")[2] for key in phrases(fallback()) if key.startswith("missing.")})


class Asked(NamedTuple):
    """A question back."""

    text: str
    """The text that leaves the fact out."""
    at: int
    """The place of the answer that asks it, among all."""
    answer: Answer
    missing: Missing
    language: str


def played(text: str) -> tuple[list[Answer], list[object], str]:
    """All answers and problems of a text, and its language."""
    bound = bind(read_document(text))
    runs = [Run(one, bound.language).all() for one in bound.scenarios] if not bound.problems else []
    found = [answer for run in runs for answer in run.answers]
    return found, [*bound.problems, *(problem for run in runs for problem in run.problems)], bound.language


def questions() -> Iterator[Asked]:
    """Every question back in the reference and the corpus."""
    for text in texts(("language.md", "langage.md")):
        given, problems, language = played(text)
        for at, answer in enumerate(given) if not problems else ():
            for missing in answer.ruling.missing:
                yield Asked(text, at, answer, missing, language)


def test_the_line_that_is_printed_answers_the_question() -> None:
    tried: set[str] = set()
    for asked in questions():
        for line in asked.missing.say:
            if asked.missing.phrase == "aligned-tiles" and "aligned tiles" in asked.answer.ask:
                continue
            typed = line_in(line, asked.language)
            given, problems, _ = played(inserted(asked.text, asked.answer, typed))
            assert not problems or _told_already(problems), f"{typed}: {problems[0]}"
            if not problems:
                left = {(one.phrase, one.subject) for one in given[asked.at].ruling.missing}
                assert (asked.missing.phrase, asked.missing.subject) not in left, typed
                tried.add(asked.missing.phrase)
    assert len(tried) >= 29


def _told_already(problems: list[object]) -> bool:
    """Whether a line says again what the text said, and a move has made it unknown since."""
    return getattr(problems[0], "code", "") == "feature-twice"


@pytest.mark.parametrize("ident", QUESTIONS)
def test_every_question_has_lines(ident: str) -> None:
    assert bool(answers(ident)) is (ident not in NO_LINE)


def test_lines_are_typed_in_every_language() -> None:
    lines = {line_in("city Albi: complete", lang) for lang in codes()}
    assert {"city Albi: complete", "ville Albi : complète"} <= lines and len(lines) == len(codes())


def test_a_second_line_adds_to_a_feature_and_never_says_it_again() -> None:
    text = "city T: 3 tiles; red: meeple; {more}; ask score T"
    assert not played(text.format(more="city T: complete"))[1]
    assert not played(text.format(more="city T: complete, 1 coat"))[1]
    for more in ("city T: 3 tiles", "city T: 4 tiles", "road T: complete", "city T", "city T: empty"):
        assert played(text.format(more=more))[1], more


@pytest.mark.skipif(sys.platform in ("win32", "emscripten"), reason="a terminal of its own is a matter of Unix")
@pytest.mark.parametrize("brief", [[], ["--brief"]])
def test_a_missing_fact_is_told_once_on_a_terminal(brief: list[str]) -> None:
    import pty

    ours, theirs = pty.openpty()
    text = "city T: 5 tiles\n  red: meeple\nask score T\n"
    command = [sys.executable, "-m", "adjudicator", "ask", *brief, text]
    code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, check=False).returncode
    os.close(theirs)
    said = ""
    with contextlib.suppress(OSError):  # how a terminal tells its end
        while read := os.read(ours, 4096):
            said += read.decode()
    os.close(ours)
    assert code == 2 and said.count("Is T complete?") == 1, said


def test_a_missing_fact_is_told_beside_an_output_that_goes_elsewhere() -> None:
    done = CliRunner().invoke(main, ["ask", "--brief", "city T: 5 tiles\n  red: meeple\nask score T\n"])
    assert done.exit_code == 2 and "Is T complete?" in done.stdout and "Is T complete?" in done.stderr
