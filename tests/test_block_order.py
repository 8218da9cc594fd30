"""Who writes a position may write its features in any order: the answers stay, in every edition."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from everyday import LONG, some

from adjudicator import adjudicate, formatted
from adjudicator.errors import Problems
from adjudicator.model.ruling import Answer, Item
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

TEXTS = sorted(Path("scenarios").rglob("*.carc"))
EDITIONS = ("C1", "C2", "C3")
KINDS = "|".join(re.escape(word) for kind in vocabulary().ids("kind") for word in lexicon("en").spellings("kind", kind))
HEAD = re.compile(rf'( *)(?:{KINDS}) [\w"-]+(?=[:,\s]|$)')


def turned(text: str) -> str:
    """The text with each run of features, every one with the lines below it, written backwards."""
    out: list[str] = []
    run: list[list[str]] = []
    indent = ""
    for line in [*text.split("\n"), ""]:
        head = HEAD.match(line)
        if head and (not run or head[1] == indent):
            indent = head[1]
            run.append([line])
        elif run and line.strip() and line.startswith(indent + " "):
            run[-1].append(line)
        else:
            out += [one for block in reversed(run) for one in block]
            run = [[line]] if head else []
            indent = head[1] if head else indent
            if not head:
                out.append(line)
    return "\n".join(out[:-1])


def gist(answer: Answer) -> object:
    ruling = answer.ruling
    return ruling.verdict, dict(ruling.points), frozenset(map(_unordered, ruling.options))


def _unordered(item: Item) -> object:
    """An item, with those of which it is either one in no order."""
    return frozenset(item.parts) if item.kind == "either" else item


def answers(text: str) -> list[object]:
    try:
        found = adjudicate(text)
    except Problems as error:
        return sorted({one.code for one in error.items})
    # A word that two boxes have for a kind is read by those named so far: here the box is said.
    unclear = [one for one in found.problems if one.code == "which-kind"]
    if unclear:
        return answers(f"use {unclear[0].values['use']}\n{text}")
    return [gist(one) for one in found.answers]


ALWAYS = [path for path in TEXTS if path.parent.name == "base" and "farmers" in path.name]


@pytest.mark.parametrize("path", dict.fromkeys([*ALWAYS, *some(TEXTS, 40, 5)]), ids=str)
def test_features_may_be_written_in_any_order(path: Path) -> None:
    text = path.read_text("utf-8")
    if "langue" in text.split("\n\n", 1)[0]:
        text = formatted(text, "en")
    other = turned(text)
    assert answers(other) == answers(text)
    if not re.search(r"^\s*(edition|rule) ", text, re.MULTILINE):
        for edition in EDITIONS if LONG else EDITIONS[:1]:
            assert answers(f"edition {edition}\n{other}") == answers(f"edition {edition}\n{text}"), edition
