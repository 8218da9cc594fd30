"""What if: one answer is another, and what changes."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import Problems
from adjudicator.guide.questions import Question, Ruled, answered, asked_again
from adjudicator.guide.state import State
from adjudicator.model.ruling import Item, Ruling
from adjudicator.report import prose
from adjudicator.words.say import Speech
from adjudicator.words.say import speech as spoken


def reopened(state: State) -> list[tuple[Question, str]]:
    """The questions that were answered, each with the answer in words: any of them may be answered otherwise."""
    found = []
    speech = spoken(state.lang)
    for one in state.given:
        question = asked_again(state, one.key)
        if question is not None:
            found.append((question, question.in_words(one.value, speech)))
    return found


def otherwise(state: State, question: Question, given: str | Mapping[str, str]) -> State:
    """The state with another answer to one of its questions; what was said later stays as far as it still may be.

    Raises Problems where it is no answer.
    """
    try:
        return answered(state, question, given)
    except Problems:
        at = [one.key for one in state.given].index(question.key)
        return answered(state._replace(given=state.given[:at]), question, given)


def compared(before: Ruled, after: Ruled, speech: Speech) -> list[str]:
    """What is otherwise `after` than `before`, in sentences; that nothing is, where nothing is."""
    old, new = before.ruling, after.ruling
    found = []
    if (old.verdict, new.verdict) == ("scored", "scored"):
        for player in dict.fromkeys((*old.points, *new.points)):
            was, is_now = old.points.get(player, 0), new.points.get(player, 0)
            if was != is_now:
                values = {
                    "player": Item.player(player),
                    "before": was,
                    "after": is_now,
                    "difference": f"{is_now - was:+d}",
                }
                found.append(speech.sentence("guide", "points-change", values))
    elif _answer(old) != _answer(new):
        values = {"before": _plain(before, speech), "after": _plain(after, speech)}
        found.append(speech.sentence("guide", "answer-change", values))
    if not found:
        return [speech.sentence("guide", "no-change", {})]
    rules = [one for one in new.settled_by if one not in old.settled_by]
    if rules:
        found.append(speech.sentence("guide", "rules-change", {"rules": ", ".join(rules)}))
    return found


def _answer(ruling: Ruling) -> tuple[object, ...]:
    return ruling.verdict, {p: n for p, n in ruling.points.items() if n}, ruling.options


def _plain(ruled: Ruled, speech: Speech) -> str:
    return prose.verdict(ruled.ruling, speech).rstrip(".")
