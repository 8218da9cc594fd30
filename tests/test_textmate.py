"""The TextMate grammar in ``grammar/`` is that of the words, and colours what they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.editor.textmate import SCOPES, head_words, textmate
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

pytestmark = pytest.mark.source

FILE = Path(__file__).parent.parent / "grammar" / "carc.tmLanguage.json"
GRAMMAR: dict[str, Any] = json.loads(textmate())


def patterns(name: str) -> Iterator[tuple[re.Pattern[str], dict[int, str]]]:
    """The patterns of a part of the grammar in their order, with the scopes of what they match, by group."""
    for one in GRAMMAR["repository"][name]["patterns"]:
        if "include" in one:
            yield from patterns(one["include"][1:])
        else:
            named = {int(group): scope["name"] for group, scope in one.get("captures", {}).items()}
            yield re.compile(one["match"]), named or {0: one["name"]}


PATTERNS = {code: list(patterns(code)) for code in codes()}


def coloured(row: str, code: str) -> list[tuple[str, str]]:
    """The pieces of a row with their scopes, as an editor finds them: the leftmost match, of several the first."""
    found, at = [], 0
    while at < len(row):
        matches = [(one, named) for pattern, named in PATTERNS[code] if (one := pattern.search(row, at)) and one[0]]
        if not matches:
            break
        best, named = min(matches, key=lambda match: match[0].start())
        found += [(best[group], scope.removesuffix(".carc")) for group, scope in named.items()]
        at = best.end()
    return found


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == textmate(), "run `adjudicator grammar -o grammar/carc.tmLanguage.json`"


@pytest.mark.long
def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "carc.json"
    assert CliRunner().invoke(main, ["grammar", "-o", str(out)]).exit_code == 0
    printed = CliRunner().invoke(main, ["grammar"])
    assert printed.stdout == out.read_text(encoding="utf-8") == textmate()


@pytest.mark.parametrize(
    ("code", "row", "wanted"),
    [
        (
            "en",
            "city Albi: complete, 3 misty tiles # on",
            [
                ("city", "entity.name.type.feature"),
                ("Albi", "variable.other"),
                (":", "punctuation.separator"),
                ("complete", "storage.modifier.state"),
                (",", "punctuation.separator"),
                ("3", "constant.numeric"),
                ("misty tiles", "support.type.unit"),
                ("# on", "comment.line.number-sign"),
            ],
        ),
        (
            "en",
            '  ask score "on" expect red 12 because BASE-29',
            [
                ("ask", "keyword.control"),
                ("score", "support.function.question"),
                ('"on"', "string.quoted.double"),
                ("expect", "keyword.control"),
                ("red", "constant.language.player"),
                ("12", "constant.numeric"),
                ("because", "keyword.control"),
                ("BASE-29", "markup.underline.link.rule"),
            ],
        ),
        (
            "fr",
            "  pose grand meeple sur l'abbaye",
            [
                ("pose", "support.function.move"),
                ("grand meeple", "entity.name.class.figure"),
                ("sur", "keyword.operator.word"),
                ("l", "variable.other"),
                ("abbaye", "entity.name.type.feature"),
            ],
        ),
        (
            "en",
            "(0,-1) V@90",
            [("(0,-1)", "constant.numeric.coordinate"), ("V", "variable.other"), ("@90", "constant.numeric.turned")],
        ),
    ],
)
def test_a_row_is_coloured(code: str, row: str, wanted: list[tuple[str, str]]) -> None:
    assert coloured(row, code) == wanted


@pytest.mark.parametrize("code", codes())
def test_every_word_is_coloured_whole(code: str) -> None:
    """As what it is, or as another thing that is spelt alike."""
    own, known = lexicon(code), vocabulary()
    for role in SCOPES:
        for ident in known.ids(role):
            if role != "topic" and own.has(role, ident) and not own.borrowed(role, ident):
                for word in {own.say(role, ident), own.say(role, ident, 2), own.accented(own.say(role, ident))}:
                    found = coloured(word, code)
                    assert [text for text, _ in found] == [word], (role, ident)
                    assert found[0][1] != "variable.other", (role, ident)


def test_a_language_begins_with_its_line() -> None:
    parts = [one for one in GRAMMAR["patterns"] if "begin" in one]
    assert len(parts) == len(codes()) - 1 and GRAMMAR["patterns"][-1] == {"include": f"#{fallback()}"}
    for code, part in zip((one for one in codes() if one != fallback()), parts, strict=True):
        begin = re.compile(part["begin"])
        for word in head_words(code):
            assert begin.search(f"{word} {code}")
        assert not begin.search(f"{head_words(code)[0]} {fallback()}")
        assert part["patterns"] == [{"include": f"#{code}"}]
        assert re.search(part["end"], "x y z") is None
