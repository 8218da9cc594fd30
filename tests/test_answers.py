"""Every question back is answerable: the line that is printed with it, typed in front of the question, answers it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from corpus import invariant, settled
from everyday import LONG, some
from test_every_word import one_by_one, texts

from adjudicator import formatted
from adjudicator.binding.answers import changed, line_in
from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.cli.ask import inserted
from adjudicator.engine.deed import Owed
from adjudicator.model.ruling import Answer, Missing
from adjudicator.play.answering import of_turn
from adjudicator.play.run import Run
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import codes, fallback
from adjudicator.words.phrases import answers, instead, phrases
from adjudicator.words.vocabulary import vocabulary

NO_LINE = {
    "expansion": "no fact of the position: this program does not play it",
}
"""Questions that nothing typed answers, neither a line nor other words in one, each with the reason."""
INSTEAD = (
    "arrow-pair", "arrow-points", "arrow-which", "arrow-whose", "barn-corner", "by-which-means", "circle-choice",
    "circle-kind", "circle-shown", "circle-undone", "dragon-whom", "exchange-which", "fits-nowhere", "flock-sheep",
    "gift-figure", "haunted-tile-mist", "revolt-tile-placed", "tile-shows", "token-sheep", "which-figure",
    "which-quarter",
)  # fmt: skip
"""Questions that a line which is there answers, once it is written another way."""
MORE = (
    "use gifts, abbey-and-mayor; red has gift synod, abbot, wagon; monastery M: 5 of 9 tiles, empty; turn red; "
    "draws a tile; unwraps synod on M; ask hand red",
    "use count-king-robber; city T: complete, 2 tiles; red: meeple; ask may red move count to castle-quarter",
    "city T: complete, 3 tiles, empty; red has 3 meeples; ask may red put meeple on T",
    "use flying-machines; city T: incomplete, 3 tiles, empty; turn red; places a tile that shows flying machine; "
    "rolls 2; ask points",
    "players red, blue; city T: incomplete, 3 tiles; blue: meeple; red: meeple; turn red; "
    "places a tile that completes T, shows dragon; ask points",
    "use ghosts-castles-cemeteries; road R: incomplete, 2 tiles; blue: meeple; ask must red haunt blue meeple on R",
    "use ghosts-castles-cemeteries; ask ghosts",
    "use count-king-robber; players red, blue; red has king; city T: incomplete, 3 tiles; red: meeple; final; "
    "ask total red",
    "use under-the-big-top; players red, blue; stock 3 boxes; board; (0,0) BT/frfr.bt; (1,0) U; blue: meeple on road; "
    "(2,0) BT/frfr.bt; turn red; places BT/frfr.bt at (3,0); ask points",
    "road R: incomplete, 2 tiles; turn red; ask arrow",
    "ask placements V",
    "city T: incomplete, 2 tiles, empty; turn red; places a tile; ask where red may put meeple",
    "road R: incomplete, 2 tiles; turn red; places a tile that extends R; ask next",
    "board; (0,0) D; ask placements",
    "ask arrow",
    "use bridges-castles-bazaars; castle C: complete; red: meeple; ask score C",
    "use bridges-castles-bazaars; castle C: complete; red: meeple; road R: complete, 3 tiles, empty; ask score C",
    "use bridges-castles-bazaars; castle C: complete; red: meeple; road R: complete, 3 tiles, empty; "
    "city T: complete, 3 tiles, empty; near castle C: R, T; ask score C",
    "use flying-machines, anniversary-20; city T: incomplete, 3 tiles, empty; road R: incomplete, 2 tiles, empty; "
    "turn red; places a tile that extends R, shows flying machine, activates place; rolls 2; "
    "ask may red put meeple on T",
    "use bridges-castles-bazaars; board; (0,0) D; tiles at (1,0); turn red; "
    "ask may red build bridge at (1,0) from W to E",
    "board; (0,0) D; tiles at (1,0), (0,1); turn red; ask may red place V at (1,1)",
    "field F: touches 2 cities, 1 city; red: meeple; ask final F",
    "use under-the-big-top; board; (0,0) BT/frfr.bt; (1,0) U; blue: meeple on road; same tile (0,0): big top; "
    "final; ask final",
    "use abbey-and-mayor; board, part; (0,0) D; (2,0) D; turn red; ask may red place abbey at (1,0)",
    "use abbey-and-mayor; board; (0,0) E; turn red; places E at (1,0); ask may red put barn on field at (1,0)",
    "use abbey-and-mayor; board, part; (0,0) B; (1,0) B; ask may red put barn on corner (1,1)",
    "use abbey-and-mayor; rule wagon-move C1; road R: incomplete, 2 tiles; red: wagon; "
    "road R2: incomplete, 2 tiles, empty; turn red; places a tile that completes R; ask wagon red",
    "use abbey-and-mayor; road R: incomplete, 2 tiles; red: wagon; turn red; "
    "places a tile that completes R, starts city M; ask wagon red",
    "use besiegers; rule espace-variant any-tile; city T: incomplete, 4 tiles, besieged; red: meeple; turn red; "
    "places a tile; ask may red escape meeple from T",
    "use crop-circles; road R: incomplete, 2 tiles; red: meeple; turn red; places a tile; "
    "ask may red remove meeple from R",
    "use princess-and-dragon; city T: incomplete, 3 tiles; red: meeple; turn blue; places a tile that shows dragon; "
    "moves dragon to T; ask points",
    "use tower, inns-and-cathedrals; red has 2 meeples, 3 floors; "
    "blue has 5 meeples, 1 red prisoner, red large meeple as prisoner; tower Keep: 2 floors, empty; "
    "city T: incomplete, 2 tiles; blue: meeple; near Keep: T; turn red; places a tile; puts floor on Keep; "
    "captures blue meeple on T; ask hand red",
    "use tower; board, part; (0,0) D; blue: meeple on city; (3,3) TO/F; turn red; places V at (0,1); "
    "ask may red capture blue meeple on city at (0,0)",
    "use count-king-robber; city T: incomplete, 2 tiles; blue: meeple; turn red; places a tile that completes T; "
    "puts meeple on carcassonne; ask points",
    "use gifts, peasant-revolts; players red, blue; stock 20 tiles, 1 city revolt; red has gift take-2; "
    "road R: incomplete, 2 tiles, empty; turn red; draws city revolt; unwraps take-2; draws road revolt; "
    "places a tile that extends R; ask stock",
    "use besiegers, ghosts-castles-cemeteries; city T: incomplete, 3 tiles, besieged; "
    "red: meeple with 2 ghosts, meeple; monastery M: 5 of 9 tiles, empty; near besiegers on T: M; "
    "turn red; places a tile; escapes meeple from T; ask returned",
    "use anniversary-20; players red, blue; road R: incomplete, 3 tiles, empty; turn red; "
    "places a tile that extends R, activates extra or add; ask next",
    "use anniversary-20; players red, blue; tile ARA: field N E S W, arrow N add; road R: incomplete, 3 tiles, empty; "
    "turn red; places ARA that extends R; ask points",
    "use anniversary-20; players red, blue; tile ARA: field N E S W, arrow N add; "
    "tile ARB: field N E S W, arrow N add; board; (0,0) D; (0,1) ARB@180; turn red; places ARA at (0,2); ask points",
    "use anniversary-20; players red, blue; city T: incomplete, 6 tiles; red: 2 meeples; "
    "road R: incomplete, 2 tiles, empty; turn red; places a tile that extends R, activates add; "
    "ask may red put meeple on T",
    "use crop-circles; players red, blue; road R: incomplete, 3 tiles; red: meeple; turn red; "
    "places a tile that shows crop circle; ask may red remove meeple from R",
    "use crop-circles; players red, blue; road R: incomplete, 3 tiles; red: meeple; blue: meeple; turn red; "
    "places a tile that shows crop circle road; puts nothing; turn blue; places a tile that completes R; ask points",
    "use crop-circles; players red, blue; road R: incomplete, 3 tiles; red: meeple; blue: meeple; turn red; "
    "places a tile that shows crop circle road; puts nothing; blue removes meeple from R; turn blue; "
    "places a tile that completes R; ask points",
    "turn red; draws a tile; ask may red discard it",
    "use ghosts-castles-cemeteries; players red, blue; haunted castle K: 8 of 9 tiles, 3 misty tiles; red: guard; "
    "road R: incomplete, 2 tiles; red: meeple; turn blue; places a tile that dispels mist, completes K; ask points",
    "use german-castles; players red, blue; stock 0 tiles; road R: incomplete, 2 tiles; red: meeple; turn red; "
    "places a tile that extends R; ask next",
    "use hills-and-sheep; field F: touches nothing; red: shepherd; turn red; places a tile that extends F; "
    "gathers flock; ask points",
    "use hills-and-sheep; field F: touches nothing; red: shepherd with 2 sheep; turn red; "
    "places a tile that extends F; pulls sheep; turn red; places a tile that extends F; gathers flock; ask points",
)
"""Texts that ask what none of the reference or the corpus does."""
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


@cache
def questions() -> tuple[Asked, ...]:
    """Every question back in the reference and the corpus, in an ordinary run in some texts; those of `MORE` in every
    language.
    """
    return tuple(_asked_back())


def _asked_back() -> Iterator[Asked]:
    more = (formatted(text, code) for text in MORE for code in codes())
    for text in some((*more, *texts(("language.md", "langage.md"))), 14):
        yield from asked_by(text)


def asked_by(text: str) -> Iterator[Asked]:
    """Every question back of one text."""
    given, problems, language = played(text)
    for at, answer in enumerate(given) if not problems else ():
        for missing in answer.ruling.missing:
            yield Asked(text, at, answer, missing, language)


def is_answered_by_its_lines(asked: Asked) -> bool:
    """Whether a line is printed that can be put in, after checking that it answers the question."""
    tried = False
    for line in asked.missing.say:
        if asked.missing.phrase == "aligned-tiles" and "aligned tiles" in asked.answer.ask:
            continue
        typed = line_in(line, asked.language)
        told = inserted(asked.text, asked.answer, typed).split("\n")
        # What comes behind the question may say it, too.
        given, problems, _ = played("\n".join(told[: asked.answer.line]))
        assert not problems or _told_already(problems), f"{typed}: {problems[0]}: {asked.text}"
        if not problems:
            left = [_key(one) for one in given[asked.at].ruling.missing]
            assert _key(asked.missing) not in left, typed
            tried = True
    return tried


@invariant(7)
def the_line_that_is_printed_answers_the_question(path: Path) -> None:
    if any(answer.ruling.missing for answer in settled(path).answers):
        for text in one_by_one(path):
            for asked in asked_by(text):
                is_answered_by_its_lines(asked)


@pytest.mark.long
def test_the_line_that_is_printed_answers_every_question() -> None:
    tried = {asked.missing.phrase for asked in questions() if is_answered_by_its_lines(asked)}
    assert not LONG or tried == {*QUESTIONS} - {*NO_LINE, *INSTEAD}
    assert not LONG or {asked.missing.phrase for asked in questions()} == {*QUESTIONS}


@pytest.mark.parametrize("text", MORE)
def test_each_of_the_texts_asks_something_back(text: str) -> None:
    given, problems, _ = played(text)
    assert not problems and any(answer.ruling.missing for answer in given), problems


def _key(missing: Missing) -> tuple[object, ...]:
    """What is asked; the same with fewer steps to go is asked anew."""
    return missing.phrase, missing.subject, missing.values.get("number")


def _told_already(problems: list[object]) -> bool:
    """Whether a line says again what the text said, and a move has made it unknown since."""
    return getattr(problems[0], "code", "") == "feature-twice"


@pytest.mark.long
def test_the_words_that_a_line_is_to_have_answer_the_question() -> None:
    tried: set[tuple[str, str]] = set()
    for asked in questions():
        for change in asked.missing.instead:
            told = changed(asked.text, change, asked.language)
            given, problems, _ = played(told)
            assert not problems, f"{change}: {problems[0]}: {asked.text}"
            assert _key(asked.missing) not in [_key(one) for one in given[asked.at].ruling.missing], told
            tried.add((asked.missing.phrase, asked.language))
    late = {ident for ident, _ in tried} - {*INSTEAD}  # moves of a turn that is over
    assert late <= {ident for ident in QUESTIONS if any(map(of_turn, answers(ident)))}
    said = {one for one in tried if one[0] not in late}
    assert not LONG or (late and said == {(ident, code) for ident in INSTEAD for code in codes()})


@pytest.mark.long
def test_the_words_of_a_change_stand_where_it_says() -> None:
    for asked in questions():
        for change in asked.missing.instead:
            row = asked.text.split("\n")[change.span.line - 1]
            before = row[: change.span.column - 1]
            if change.span.column < change.span.end_column:
                assert row[change.span.column - 1 : change.span.end_column - 1] == change.old, asked.text
            elif change.old:
                assert before.endswith(change.old), asked.text


@pytest.mark.parametrize("ident", QUESTIONS)
def test_every_question_has_lines(ident: str) -> None:
    assert bool(answers(ident) or instead(ident)) is (ident not in NO_LINE)
    assert bool(instead(ident)) is (ident in INSTEAD)


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
@pytest.mark.long
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
    assert code == 2 and said.count("is the city complete?") == 1, said


@pytest.mark.skipif(sys.platform in ("win32", "emscripten"), reason="a terminal of its own is a matter of Unix")
@pytest.mark.parametrize(
    ("said", "given"), [("2", "1 large meeple"), ("for meeple", "3 meeples"), ("4\nfor large meeple", "1 large meeple")]
)
@pytest.mark.long
def test_words_of_a_line_are_given_at_a_terminal(said: str, given: str) -> None:
    import pty

    ours, theirs = pty.openpty()
    text = next(text for text in MORE if "captures blue meeple" in text)
    command = [sys.executable, "-m", "adjudicator", "ask", text]
    running = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    os.write(ours, f"{said}\n".encode())
    answer = running.communicate()[0]
    os.close(ours)
    assert running.returncode == 0 and given in answer, answer


def test_a_missing_fact_is_told_beside_an_output_that_goes_elsewhere() -> None:
    done = CliRunner().invoke(main, ["ask", "--brief", "city T: 5 tiles\n  red: meeple\nask score T\n"])
    assert done.exit_code == 2 and "is the city complete?" in done.stdout and "Is T complete?" in done.stderr


CHOICES = (
    "circle-choice", "circle-undone", "exchange-which", "ghost-other-whom", "ghost-own-whom", "gift-figure",
    "placed-tile", "players", "which-figure", "which-quarter",
)  # fmt: skip
"""Questions which of several things a move has done, or whose move comes first: the answer makes that move."""


def _others(text: str, subject: str) -> Counter[tuple[object, ...]]:
    """What is on the table at the end of a text, but for one feature: the others, who stands there, with what, and what
    the placed tile still asks for.
    """
    bound = bind(read_document(text))
    runs = [Run(one, bound.language) for one in bound.scenarios]
    found: Counter[tuple[object, ...]] = Counter()
    for run in runs:
        run.all()
        owed = run.state.recall(Owed)
        found["owed", owed[-1].what if owed else ()] += 1
        for feature in run.state.features.values():
            if feature.id != subject:
                there = sorted((one.owner, one.figure, one.marks) for one in feature.occupants)
                found[feature.id, feature.kind, feature.complete, tuple(there)] += 1
    return found


def changes_nothing_else(asked: Asked) -> None:
    """Checks that each line and each change that answers a question leaves all else on the table as it was."""
    if asked.missing.phrase in CHOICES:
        return
    subject, rows = asked.missing.subject, asked.text.split("\n")
    before = _others("\n".join(rows[: asked.answer.line]), subject)
    lines = [line for line in asked.missing.say if not of_turn(line)]
    told = [(inserted(asked.text, asked.answer, line_in(line, asked.language)), False) for line in lines]
    told += [(changed(asked.text, change, asked.language), True) for change in asked.missing.instead]
    for text, in_turn in told:
        till = asked.answer.line + text.count("\n") - asked.text.count("\n")
        after = _others("\n".join(text.split("\n")[:till]), subject)
        gone = [one for one in before - after if in_turn or one[0] != "owed"]
        assert not gone, text


def test_what_answers_a_question_changes_nothing_else() -> None:
    for asked in questions():
        changes_nothing_else(asked)


@invariant(7)
def what_answers_a_question_changes_nothing_else(path: Path) -> None:
    if any(answer.ruling.missing for answer in settled(path).answers):
        for text in one_by_one(path):
            for asked in asked_by(text):
                changes_nothing_else(asked)


def test_nobody_is_asked_whether_a_place_is_complete_that_never_is() -> None:
    every = (*questions(), *asked_by("city T: 3 tiles\n  red: meeple\nask score T\n"))
    asked = {kind for one in every if one.missing.phrase == "complete" for kind in _kinds(one)}
    assert asked and all("completable" in vocabulary().kind_traits(kind) for kind in asked), asked


def _kinds(asked: Asked) -> list[str]:
    """The kinds of the features that go by the name of the one that a question is about."""
    found = [one.features.get(asked.missing.subject) for one in bind(read_document(asked.text)).scenarios]
    return [feature.kind for feature in found if feature is not None]
