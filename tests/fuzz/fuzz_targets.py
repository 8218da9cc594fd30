"""What is done with an input, and what counts as a failure: anything but an answer or the documented error."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fuzz_texts import Input

import adjudicator.errors
import adjudicator.settling
from adjudicator import adjudicate, formatted, read_source
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Outcome
from adjudicator.records.freels_read import read_freels
from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.jcz_write import write_jcz
from adjudicator.records.tournament_read import read_tournament
from adjudicator.report import as_json, problems, settle
from adjudicator.report.style import Style
from adjudicator.words.languages import codes, fallback
from adjudicator.words.phrases import phrases
from adjudicator.words.say import speech


def _surface(error: BaseException, *_: object) -> Problem:
    raise error


@contextmanager
def surfacing() -> Iterator[None]:
    """Crashes become problems at the door of the package; in here they show with their traceback."""
    kept = adjudicator.errors.crash
    adjudicator.errors.crash = adjudicator.settling.crash = _surface
    try:
        yield
    finally:
        adjudicator.errors.crash = adjudicator.settling.crash = kept


PACKAGE = str(Path(adjudicator.__file__).parent)


UNREAD = frozenset(
    """unexpected-word line-ends-early keyword-as-name unknown-statement no-statement own-line strange-sign goes-on
    unclosed-quote other-language unknown-feature unknown-place expect-without-ask move-without-turn
    empty-quotes""".split()  # noqa: SIM905
)
"""Problems of how a text is written, not of what it says."""


class Failure(NamedTuple):
    """What went wrong."""

    sign: str
    """The same for two inputs that fail alike: what was raised, and where."""
    told: str
    """The end of the traceback, or what should have been."""


class Tried(NamedTuple):
    """What came of an input."""

    failure: Failure | None
    said: frozenset[str]
    """Ids of what was said: problems, sentences, rules. An input that says something new leads to new code."""


class Wrong(Exception):
    """A property does not hold."""


def tried(given: Input, thorough: bool = True) -> Tried:
    """What comes of `given`. `thorough` False leaves out what takes long: the layout and the other languages."""
    said: set[str] = set()
    try:
        with surfacing():
            _TARGETS[given.kind](given.data, said, thorough)  # type: ignore[operator]
    except Problems as error:
        said.update(one.code for one in error.items)
    except Exception as error:
        return Tried(Failure(sign(error), "".join(traceback.format_exception(error))[-2500:]), frozenset(said))
    return Tried(None, frozenset(said))


def sign(error: BaseException) -> str:
    """What was raised, and the innermost function of the package on the way."""
    if isinstance(error, Wrong):
        return f"wrong: {str(error).partition(chr(10))[0]}"
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith(PACKAGE)]
    where = f"{Path(frames[-1].filename).stem}.{frames[-1].name}" if frames else "?"
    return f"{type(error).__name__} in {where}"


def _text(text: str, said: set[str], thorough: bool) -> None:
    outcome = _settled(text)
    said.update(_ids(outcome))
    _shown(outcome, codes() if thorough else codes()[:1])
    if not thorough:
        return
    try:
        laid_out = formatted(text)
    except Problems as error:
        _told(error.items, error.text, codes())
        return
    if formatted(laid_out) != laid_out:
        raise Wrong(f"laid out twice it is not the same\n{laid_out}")
    for lang in codes():
        again = _settled(formatted(laid_out, lang))
        if outcome.problems or (borrows(lang) and ("asks" in text or "question" in text)):
            continue
        if gist(again) != gist(outcome):
            raise Wrong(f"in {lang} the answers are not the same\n{gist(outcome)}\n{gist(again)}")
    if "game" in text or "partie" in text:
        try:
            write_jcz(text)
        except Problems as error:
            _told(error.items, error.text, codes()[:1])


def _settled(text: str) -> Outcome:
    """What came of a text, also of one without an answer."""
    try:
        return adjudicate(text)
    except Problems as error:
        if not error.items:
            raise Wrong("refused without a problem") from None
        return Outcome((), error.items, error.language, error.text)


@cache
def borrows(lang: str) -> bool:
    """Whether a language lacks sentences, so that a question for a fact may not be found again in it."""
    return not phrases(fallback()).keys() <= phrases(lang).keys()


def gist(outcome: Outcome) -> list[tuple[object, ...]]:
    """What was answered, in no language."""
    found: list[tuple[object, ...]] = []
    for one in outcome.answers:
        given = one.ruling
        findings = tuple((finding.rule, finding.holds, finding.phrase) for finding in given.findings)
        met = tuple(expected.met for expected in one.expected)
        found.append((given.topic, given.verdict, dict(given.points), len(given.options), findings, given.rules, met))
    return [*found, ("problems", bool(outcome.problems))]


def _ids(outcome: Outcome) -> set[str]:
    found = {one.code for one in outcome.problems}
    for answer in outcome.answers:
        given = answer.ruling
        found.update(given.rules, (given.topic, f"{given.topic} {given.verdict}"))
        found.update(f"{one.phrase} {one.holds}" for one in given.findings)
        found.update(one.phrase for one in (*given.missing, *given.warnings))
        found.update(one.item for one in given.lines)
    return found


def _shown(outcome: Outcome, languages: tuple[str, ...]) -> None:
    """Prints everything, for a person and for a program."""
    for lang in languages:
        words = speech(lang)
        for answer in outcome.answers:
            settle.rendered(answer, words, Style())
            json.dumps(as_json.ruling(answer, words))
    _told(outcome.problems, outcome.text, languages)


def _told(items: tuple[Problem, ...], text: str, languages: tuple[str, ...]) -> None:
    for lang in languages:
        problems.rendered(items, text, speech(lang), Style())
        for one in items:
            json.dumps(as_json.problem(one, speech(lang)))


def _bytes(data: bytes, said: set[str], thorough: bool) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.carc"
        path.write_bytes(data)
        text = read_source(str(path))
    _text(text, said, thorough)


def _imported(text: str, said: set[str], thorough: bool) -> None:
    """An imported game must be readable: what it says may be wrong, how it is written may not."""
    try:
        laid_out = formatted(text)
    except Problems as error:
        unread = [one for one in error.items if one.code in UNREAD]
        if unread:
            raise Wrong(f"import writes what cannot be read: {unread[0].code}\n{error}\n{text}") from None
        raise
    if thorough:
        outcome = _settled(laid_out)
        said.update(_ids(outcome))
        _shown(outcome, codes()[:1])


def _jcz(text: str, said: set[str], thorough: bool) -> None:
    _imported(read_jcz(text, "given.jcz"), said, thorough)


def _freels(text: str, said: set[str], thorough: bool) -> None:
    _imported(read_freels(text, "Game", len(text) % 2 == 0, ("V=0",) if len(text) % 3 else ()), said, thorough)


def _tournament(text: str, said: set[str], thorough: bool) -> None:
    _imported(read_tournament(text, "Game", False, (None, "N", "S")[len(text) % 3]), said, thorough)


_TARGETS = {"text": _text, "bytes": _bytes, "jcz": _jcz, "freels": _freels, "tournament": _tournament}
