"""A sentence or a text of the language, answered for the page."""

from __future__ import annotations

from typing import Any

from adjudicator import adjudicate
from adjudicator.errors import Problems
from adjudicator.report import as_json
from adjudicator.words.languages import codes, language
from adjudicator.words.say import speech


def languages() -> dict[str, Any]:
    """The languages of the program: code and what each calls itself."""
    return {"languages": [{"code": code, "title": language(code).title} for code in codes()]}


def settle(text: str, lang: str = "", file: str = "") -> dict[str, Any]:
    """The same document as ``adjudicator settle --format json`` for a text of the language."""
    try:
        outcome = adjudicate(text, file)
    except Problems as error:
        says = speech(lang or error.language or codes()[0])
        return as_json.document((), [as_json.problem(one, says) for one in error.items])
    says = speech(lang or outcome.language)
    rulings = [as_json.ruling(answer, says) for answer in outcome.answers]
    return as_json.document(rulings, [as_json.problem(one, says) for one in outcome.problems])
