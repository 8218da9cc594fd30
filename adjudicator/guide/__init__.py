"""From a question people have at the table to its ruling, one question at a time.

Nobody draws a board: a path (`paths`, data of the expansions) says what is asked of the engine, the engine says what it
lacks, and that is the next question. All of it is one pure function, `step`, from a `State` to the next `Question` or
to the `Ruled` position; a terminal, a page or a program may stand in front of it.

`state` has what was said so far, `questions` what is asked next and how an answer is taken, `writing` the text of the
language that both make, `change` what an answer is when one fact is another.
"""

from __future__ import annotations

from adjudicator.binding.answers import line_in
from adjudicator.guide.change import compared, otherwise, reopened
from adjudicator.guide.questions import (
    Option,
    Question,
    Ruled,
    answered,
    filled,
    setting_answered,
    setting_question,
    step,
    topics,
)
from adjudicator.guide.state import Given, Setting, State, setting_of
from adjudicator.guide.writing import in_language

__all__ = [
    "Given",
    "Option",
    "Question",
    "Ruled",
    "Setting",
    "State",
    "answered",
    "compared",
    "filled",
    "in_language",
    "line_in",
    "otherwise",
    "reopened",
    "setting_answered",
    "setting_of",
    "setting_question",
    "step",
    "topics",
]
