"""What goes out of the page besides a link: an answer as text, for a forum or a wiki, and as a picture."""

from __future__ import annotations

from typing import Any

from adjudicator.answering import read
from adjudicator.draw.picture import drawn
from adjudicator.draw.scenes import scenes
from adjudicator.report import settle, terminal
from adjudicator.report.blocks import Heading
from adjudicator.report.marked import written
from adjudicator.report.question import Asked
from adjudicator.report.style import Style, plain, same
from adjudicator.words.languages import codes, fallback
from adjudicator.words.say import speech
from adjudicator.words.visible import visible

WIDTH = 72
"""Columns of an answer as plain text."""
FORMS = ("text", "markdown", "forum", "wiki")
"""What an answer can be copied as."""
_MARKUP = {"markdown": "markdown", "forum": "bbcode", "wiki": "mediawiki"}


def copy(text: str, form: str, lang: str = "") -> dict[str, Any]:
    """The answers to `text` in one of `FORMS`, the question above them, in the language `lang` of the reader."""
    outcome = read(text, _code(lang))
    says = speech(_code(lang))
    asked, parts = Asked(outcome.text, outcome.language), []
    for one in outcome.answers:
        groups = settle.whole(one, says, question=Heading(asked.sentence(one, says)))
        if form == "text":
            parts.append(visible(terminal.written(groups, says, Style(WIDTH, "simple", plain, same))))
        else:
            parts.append(written(groups, says, _MARKUP[form]))
    return {"text": "\n\n".join(parts).rstrip() + "\n"}


def picture(text: str, lang: str = "") -> dict[str, Any]:
    """The position of `text` as one SVG a question, with the question and the answer below it."""
    code = _code(lang)
    outcome = read(text, code)
    found = scenes(text, lang=outcome.language)
    return {"pictures": [drawn(one, speech(code)) for one in found.scenes]}


def _code(lang: str) -> str:
    return lang if lang in codes() else fallback()
