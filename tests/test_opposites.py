"""What is offered for a word that is not understood is never its opposite."""

from __future__ import annotations

import pytest

from adjudicator.words.guess import slip_of
from adjudicator.words.languages import codes, language
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.slips import closest, opposite
from adjudicator.words.vocabulary import vocabulary


@pytest.mark.parametrize(
    ("one", "other"),
    [("finished", "unfinished"), ("finishd", "unfinished"), ("uncomplete", "complete"), ("complete", "incompletes")],
)
def test_opposites_are_known(one: str, other: str) -> None:
    assert opposite(one, other) and opposite(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("incomplet", "incomplete"), ("inn", "innn"), ("unite", "unit"), ("complet", "complete")]
)
def test_slips_are_no_opposites(one: str, other: str) -> None:
    assert not opposite(one, other)


@pytest.mark.parametrize("lang", codes())
def test_no_state_is_offered_for_its_opposite(lang: str) -> None:
    """Every state with a negation put before it or taken off, whole and with a letter left out."""
    words = lexicon(lang)
    spellings = [*words.phrases]
    for flag in vocabulary().ids("flag"):
        said = fold(words.say("flag", flag))
        for negation in language(lang).negations:
            if not said.startswith(negation) and said.startswith(language(lang).negations):
                continue  # nobody says the opposite of an opposite so
            other = said[len(negation) :] if said.startswith(negation) else f"{negation}{said}"
            slips = {other[:-1], other[:3] + other[4:]} if " " not in negation else set()
            for typed in {other, *slips} - set(spellings):
                offered = {*closest(typed, spellings), *map(fold, slip_of(lang, typed))}
                assert said not in offered, typed
