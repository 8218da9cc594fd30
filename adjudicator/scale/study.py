"""The rows of a game that is settled under other rules as well, and the game that rows tell of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.binding.bind import bind
from adjudicator.errors import Problem, Problems
from adjudicator.limits import Limit, bounded
from adjudicator.model.scenario import Scenario
from adjudicator.play.replayed import Replayed
from adjudicator.records.study import Compared, Outcome, Variant, settled
from adjudicator.report import prose
from adjudicator.report.problems import message
from adjudicator.scale.rows import FINE, GAME, UNSETTLED, VARIANT, WRONG, Row
from adjudicator.scale.sources import Unit
from adjudicator.syntax.document import read_document
from adjudicator.words.say import Speech, speech


def study_rows(unit: Unit, lang: str, allowed: Limit, varied: Sequence[Variant]) -> list[Row]:
    """Each game of a text, as it stands and under each of `varied`. Raises Problems where the text has no game."""
    text, said = unit.read(), speech(lang)
    rows: list[Row] = []
    with bounded(allowed, text, unit.name):
        bound = bind(read_document(text))
        games = [one for one in bound.scenarios if any(step.kind in ("turn", "final") for step in one.steps)]
        if bound.problems or not games:
            missing = (Problem("no-record", values={"file": unit.name}, file=unit.name),)
            raise Problems(bound.problems or missing, text, bound.language)
        for number, scenario in enumerate(games, 1):
            head = {"file": unit.name, "game": number, "title": scenario.title}
            own = _columns(scenario, bound.language, said)
            rows.append({"row": GAME, **head, **own})
            if own["status"] != FINE:
                continue
            for one in varied:
                other = _columns(scenario._replace(setup=one.of(scenario.setup)), bound.language, said)
                rows.append({"row": VARIANT, **head, "variant": str(one), **other})
    return rows


def _columns(scenario: Scenario, language: str, said: Speech) -> Row:
    """How a game comes out."""
    played, found = settled(scenario, language)
    if found is None:
        return {"status": UNSETTLED, "problems": len(played.problems), **_why(played, said)}
    return {
        "status": FINE, "problems": 0, "turns": len(played.turns), "totals": dict(found.totals),
        "winners": list(found.winners), "by_rule": dict(found.by_rule), "decided_by": list(found.decided_by),
    }  # fmt: skip


def _why(played: Replayed, said: Speech) -> Row:
    """Why a game has no one result."""
    if played.problems:
        first = played.problems[0]
        return {"problem": first.code, "message": message(first, said), "line": first.span.line}
    if played.possible:
        rules = ", ".join(played.open_by)
        return {"problem": "open", "message": said.label("study-open", rules=rules), "rules": list(played.open_by)}
    lacking = played.final.missing[:1] if played.final is not None else ()
    asked = " ".join(prose.question(one, said) for one in lacking)
    return {"problem": "missing", "message": said.label("study-missing", question=asked)}


def compared(rows: Iterable[Row], varied: Sequence[Variant]) -> Iterator[Compared]:
    """The games of the rows of a text, which stand in their order."""
    game: Row | None = None
    others: dict[str, Row] = {}

    def comparison(head: Row) -> Compared:
        found = {one: _outcome(others[str(one)]) for one in varied if str(one) in others}
        return Compared(head["file"], head.get("title") or "", _outcome(head), found)

    for row in rows:
        if row["row"] == VARIANT:
            others[row["variant"]] = row
            continue
        if game is not None:
            yield comparison(game)
        game, others = row, {}
    if game is not None:
        yield comparison(game)


def _outcome(row: Row) -> Outcome | str:
    if row["status"] in (UNSETTLED, WRONG):
        return str(row.get("message") or "")

    def several(name: str) -> Any:
        return row.get(name) or ()

    return Outcome(
        dict(several("totals")), tuple(several("winners")), dict(several("by_rule")), tuple(several("decided_by"))
    )
