"""Several texts of one call, each answered by itself, in one result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.assistants.answers import LARGEST, ROOM, Result
from adjudicator.errors import Problem
from adjudicator.words.languages import fallback
from adjudicator.words.say import speech

MOST = 20
"""Texts of one call, at most."""


def refusal(text: str, texts: Sequence[str]) -> Problem | None:
    """Why `texts` are not taken up; `text` is what the call asks besides. None where they are."""
    if text.strip():
        return Problem("text-or-texts")
    if len(texts) > MOST:
        return Problem("too-many-texts", values={"number": len(texts), "most": MOST})
    if (size := sum(map(len, texts))) > LARGEST:
        return Problem("text-too-long", values={"number": size, "most": LARGEST})
    return None


def joined(results: Sequence[Result], lang: str) -> Result:
    """The `results` one below the other, numbered, until there is no more room: the rest are counted. It has failed
    where each of them has; `lang` is the code of the language to say so in, "" for that of fallback.
    """
    lines: list[str] = []
    room = ROOM
    for number, one in enumerate(results, 1):
        row = f"[{number}]\n{one.text}\n"
        if number > 1 and len(row) > room:
            break
        room -= len(row)
        lines.append(row)
    told, rest = results[: len(lines)], len(results) - len(lines)
    record: dict[str, Any] = {"results": [one.record for one in told]}
    if rest:
        lines.append(speech(lang or fallback()).label("more-texts", number=rest))
        record["more_texts"] = rest
    return Result("\n".join(lines), record, all(one.failed for one in told))
