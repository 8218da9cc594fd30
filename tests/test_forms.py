"""Forms of clauses: whichever way they are tried, a text says the same."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.binding import forms
from adjudicator.model.span import NOWHERE
from adjudicator.syntax.lexer import Word, scan, understand
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

WITH_FORMS = [(role, i) for role in ("verb", "effect", "topic") for i in vocabulary().ids(role) if forms.forms(role, i)]
POOL = (
    "meeple", "wagon", "red", "blue", "2", "road", "city", "N", "S", "on", "in", "at", "by", "with", "and", "to",
    "called", "as", "tile", "it", "nothing", "(1,0)", "T", "princess", "abbey", "corner", "any", "complete", "garden",
)  # fmt: skip


def words_of(text: str) -> list[Word]:
    """The words of one line."""
    return understand(scan(text)[0][0], lexicon("en"), {}) if text.strip() else []


class Slow(forms._Matcher):
    """Tries every choice from the start."""

    def plainly(self, ways: object) -> None:
        return None


def found(kind: type[forms._Matcher], role: str, ident: str, words: list[Word]) -> tuple[object, ...] | None:
    match = kind(words, "en", NOWHERE, "red", False).first(forms.forms(role, ident))
    return None if match is None else (match.form, match.slots)


def both(role: str, ident: str, words: list[Word]) -> bool:
    """Whether the words say anything; that both ways say the same is asserted."""
    slow = found(Slow, role, ident, words)
    assert found(forms._Matcher, role, ident, words) == slow, " ".join(word.text for word in words)
    return slow is not None


@pytest.mark.parametrize(("role", "ident"), WITH_FORMS)
def test_a_form_as_it_is_written_says_the_same_either_way(role: str, ident: str) -> None:
    for form in forms.forms(role, ident):
        words = words_of(forms.written(form, role, ident, "en"))[1:]
        for end in range(len(words) + 1):
            both(role, ident, words[:end])
            for word in POOL:
                both(role, ident, [*words[:end], *words_of(word), *words[end:]])


@given(st.sampled_from(WITH_FORMS), st.lists(st.sampled_from(POOL), max_size=7))
def test_any_words_say_the_same_either_way(word: tuple[str, str], said: list[str]) -> None:
    both(*word, words_of(" ".join(said)))


def test_most_texts_need_no_second_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried first does find something: or the tests above would compare a thing with itself."""
    counted: Counter[bool] = Counter()
    plainly = forms._Matcher.plainly

    def counting(self: forms._Matcher, ways: tuple[forms.Element, ...]) -> forms.Match | None:
        match = plainly(self, ways)
        counted[match is not None] += 1
        return match

    monkeypatch.setattr(forms._Matcher, "plainly", counting)
    for text in ("meeple on road N", "meeple road N", "red meeple on city T by princess"):
        assert both("verb", "puts", words_of(text))
    assert counted == {True: 3}
    assert both("verb", "puts", words_of("meeple on corner (1,0)"))  # "on" is taken back: no place follows it
    assert counted == {True: 3, False: 1}
