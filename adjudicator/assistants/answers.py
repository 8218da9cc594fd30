"""What each tool answers: lines to read, and a record of the same. Nothing here knows how it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from adjudicator.answering import read_question
from adjudicator.assistants import short
from adjudicator.errors import Problem, Problems, crash
from adjudicator.finder import search as looked_for
from adjudicator.fixes import whats_wrong
from adjudicator.limits import Limit, bounded
from adjudicator.model.ruling import Answer
from adjudicator.report import found as found_report
from adjudicator.report import rules as rule_report
from adjudicator.report import terminal, understanding
from adjudicator.report import tiles as tile_report
from adjudicator.report.as_json import ruling
from adjudicator.report.settle import whole
from adjudicator.report.style import Style
from adjudicator.rulebook import loader, lookup
from adjudicator.settling import Notes, settle
from adjudicator.words.languages import fallback
from adjudicator.words.say import Speech, speech
from adjudicator.words.visible import visible

LARGEST = 200_000
"""Signs of a text, at most."""
SECONDS = 10
"""What a text may take."""
ALLOWED = Limit(SECONDS, 400)
MENDED = 20_000
"""Signs of a text up to which it is tried what would mend it."""
TRIED = Limit(1, 200)
"""What it may cost to try one change."""
ROOM = 40_000
"""Signs of one result, about: answers beyond are counted."""
RULES = 20
"""Rules told in one result, at most."""
TILES = 60
"""Tiles told in one result, at most."""
PROBLEMS = 20
"""Problems told in one result, at most."""
ECHO = 1_000
"""Signs of one line of a result, at most: more is what somebody typed, told back."""
WIDTH = 100

Detail = Literal["short", "whole"]
Form = Literal["svg", "png"]


class Result(NamedTuple):
    """What a tool gives back."""

    text: str
    record: dict[str, Any]
    """The same for a program."""
    failed: bool = False
    """Whether nothing could be answered."""
    picture: str | bytes = ""
    """SVG, or the bytes of a PNG."""


def settled(text: str, lang: str, detail: Detail) -> Result:
    """The answers to the questions of `text`, a position or a sentence as people say it; `lang` is the code of the
    language to answer in, "" for that of the text. With `detail` ``whole`` everything there is to say of them.
    """

    def work() -> Result:
        found = read_question(text, lang or fallback(), ALLOWED)
        said = speech(lang or found.language)
        result = Parts(said)
        if found.found is not None:
            result.lines.append(visible(found_report.told(found.found, said, Style(WIDTH))))
            result.record |= found_report.as_json(found.found, said)
            return result.done()
        if found.rules:
            result.add("rules", *_rules(found.rules, said))
            return result.done()
        outcome = found.outcome
        if outcome is None:
            with bounded(ALLOWED, found.text):
                outcome = settle(found.text, "", found.language)
            if found.reading is not None:
                told = understanding.of(found.reading, outcome, said, found.beside)
                result.record |= told.as_json()
                result.lines += [visible(one) for one in (told.heading, *told.notes, found.text)]
        answers = [_answer(one, said, detail) for one in outcome.answers]
        for number, (lines, record) in enumerate(answers):
            if result.full:
                result.lines.append(said.label("more-answers", number=len(answers) - number))
                result.record["more_answers"] = len(answers) - number
                break
            result.add("answers", lines, [record])
        if outcome.problems:
            _tell(result, Problems(outcome.problems, outcome.text, outcome.language))
        elif not outcome.answers:
            _tell(result, Problems((Problem("asks-nothing", values={"file": ""}),), outcome.text, outcome.language))
        return result.done()

    return _answered(work, text, lang)


def checked(text: str, lang: str) -> Result:
    """Whether what `text` expects comes true: how many questions, how many as expected, and each that is not."""

    def work() -> Result:
        with bounded(ALLOWED, text):
            outcome = settle(text, "", None, Notes.MISSED)
        said = speech(lang or outcome.language)
        result = Parts(said)
        answers = outcome.answers
        met, missed = [one for one in answers if one.met], [one for one in answers if one.met is False]
        numbers = {"questions": len(answers), "met": len(met), "missed": len(missed)}
        result.record.update(numbers, unchecked=len(answers) - len(met) - len(missed))
        result.lines.append(
            said.label("checked", number=len(answers), met=len(met), missed=len(missed), problems=len(outcome.problems))
        )
        for one in missed:
            if result.full:
                break
            lines, record = _answer(one, said, "short")
            result.add("answers", [f"{one.line}:{one.column}", *lines], [record])
        if outcome.problems:
            _tell(result, Problems(outcome.problems, outcome.text, outcome.language))
        return result.done()

    return _answered(work, text, lang)


def rules(ids: Sequence[str], search: str, expansion: str, lang: str) -> Result:
    """The rules with these `ids`, or those that a `search` for words or a whole question finds, the likeliest first; of
    an `expansion` by any of its names.
    """

    def work() -> Result:
        said = speech(lang or fallback())
        folder = lookup.expansion(expansion) if expansion else ""
        found = looked_for(search, folder) if search and not ids else lookup.rules(ids, folder)
        result = Parts(said)
        result.add("rules", *_rules([one.id for one in found[:RULES]], said))
        if rest := [one.id for one in found[RULES:]]:
            result.lines.append(said.label("more-rules", number=len(rest), ids=", ".join(rest[: 5 * RULES])))
            result.record["more_rules"] = rest
        return result.done()

    return _answered(work, "", lang)


def tiles(names: Sequence[str], set_: str, lang: str) -> Result:
    """The tiles called `names`, drawn in letters, or all of the expansion called `set_`."""

    def work() -> Result:
        said = speech(lang or fallback())
        result = Parts(said)
        known = lookup.counts(lookup.expansion(set_)) if set_ and not names else []
        try:
            found = tile_report.found(names, set_, said) if names or set_ else []
        except Problems:
            if not known:
                raise
            result.add("rules", *_rules([one.id for one in known], said))  # what is known where no face is public
            return result.done()
        if not names and not set_:
            raise Problems((Problem("tiles-which"),))
        for number, entry in enumerate(found):
            if result.full or number == TILES:
                result.record["more_tiles"] = len(found) - number
                result.lines.append(said.label("more-tiles", number=len(found) - number))
                break
            faces_as_json = tile_report.as_json(entry)
            record = {
                key: faces_as_json[key] for key in ("id", "turns", "expansion", "names", "edges", "counts", "drawing")
            }
            result.add("tiles", [tile_report.whole(entry, said, Style(WIDTH)), ""], [record])
        return result.done()

    return _answered(work, "", lang)


def drawn(text: str, names: Sequence[str], question: int, lang: str, form: Form) -> Result:
    """A picture: of the position at a question of `text` (counted from 1), or of the tiles called `names`."""

    def work() -> Result:
        from adjudicator.draw.facts import caption
        from adjudicator.draw.picture import contact_sheet, drawn, png
        from adjudicator.draw.scenes import scenes

        if bool(text.strip()) == bool(names):
            raise Problems((Problem("draw-text-or-tiles"),))
        if names:
            said = speech(lang or fallback())
            entries = tile_report.found(names, "", said)
            record = ", ".join(one.face.id for one in entries)
            picture = contact_sheet([(one.face, one.turns, one.face.id) for one in entries], record, said)
        else:
            with bounded(ALLOWED, text):
                found = scenes(text)
                said = speech(lang or found.language)
                if not 0 < question <= len(found.scenes):
                    values = {"file": "", "number": question, "count": len(found.scenes)}
                    raise Problems((Problem("no-such-question", values=values),))
                one = found.scenes[question - 1]
                if one.empty and one.problems:
                    raise Problems(one.problems, found.text, found.language)
                record = caption(one, said)
                picture = drawn(one, said)
        return Result(visible(record), {"caption": record}, False, png(picture) if form == "png" else picture)

    return _answered(work, text, lang)


def refused(problem: Problem, lang: str) -> Result:
    """The Result of a call that is not taken up at all."""
    result = Parts(speech(lang or fallback()))
    _tell(result, Problems((problem,)))
    return result.done()


class Parts:
    """A result that is being put together."""

    def __init__(self, said: Speech) -> None:
        self.said = said
        self.lines: list[str] = []
        self.record: dict[str, Any] = {}
        self.size = 0

    @property
    def full(self) -> bool:
        """Whether there is no room for more."""
        return self.size > ROOM

    def add(self, key: str, lines: Sequence[str], records: Sequence[Any]) -> None:
        """One more part, told in `lines`, and the `records` of it beneath `key`."""
        self.lines += lines
        self.record.setdefault(key, []).extend(records)
        self.size += sum(map(len, lines))

    def done(self) -> Result:
        """The Result; it has failed where there are problems and nothing else."""
        answered = any(key in self.record for key in ("answers", "rules", "tiles", "questions"))
        lines = "\n".join(map(_short, "\n".join(self.lines).split("\n")))
        return Result(lines, _clean(self.record), bool(self.record.get("problems")) and not answered)


def _answered(work: Callable[[], Result], text: str, lang: str) -> Result:
    try:
        return work()
    except Problems as error:
        found = error if error.text or not text else Problems(error.items, text, error.language)
    except Exception as error:
        found = Problems((crash(error),))
    result = Parts(speech(lang or found.language or fallback()))
    _tell(result, found)
    return result.done()


def _tell(result: Parts, error: Problems) -> None:
    """Adds what is wrong, with what would mend it."""

    def read(text: str) -> object:
        found = read_question(text, error.language or fallback(), TRIED)
        return found.outcome if found.outcome is not None else found

    check = whats_wrong(read) if len(error.text) <= MENDED else None
    first = error.items[:PROBLEMS]
    lines, records = short.problems(first, error.text, check, result.said)
    result.add("problems", lines, records)
    if rest := len(error.items) - len(first):
        result.lines.append(result.said.label("more-problems", number=rest))
        result.record["more_problems"] = rest


def _answer(answer: Answer, said: Speech, detail: Detail) -> tuple[list[str], dict[str, Any]]:
    tool_record = short.answer(answer, said)
    record: dict[str, Any] = {**tool_record.record}
    if detail == "short":
        return tool_record.lines, record
    record["ruling"] = ruling(answer, said)
    return [terminal.written(whole(answer, said, full=True), said, Style(WIDTH)), ""], record


def _rules(ids: Sequence[str], said: Speech) -> tuple[list[str], list[dict[str, Any]]]:
    found = [loader.rule(ident) for ident in ids]
    records = []
    for one in found:
        record = rule_report.as_json(one, said, [])
        records.append(
            {key: value for key, value in record.items() if value not in (None, "", [], {}) or key == "text"}
        )
    return [rule_report.whole(one, said, Style(WIDTH)) for one in found], records


def _short(line: str) -> str:
    """A line, its middle left out where it is very long."""
    return line if len(line) <= ECHO else f"{line[: ECHO // 2]} ... {line[-ECHO // 2 :]}"


def _clean(value: Any) -> Any:
    """`value` with nothing in it that a terminal would obey, and nothing very long; of a list, of lines to copy above
    all, what is very long is left out: half of it would be wrong.
    """
    if isinstance(value, str):
        return "\n".join(map(_short, visible(value).split("\n")))
    if isinstance(value, dict):
        return {_clean(key): _clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one) for one in value if not isinstance(one, str) or len(one) <= ECHO]
    return value
