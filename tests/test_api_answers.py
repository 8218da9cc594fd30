"""What a game lacks is answered through the library by the lines and changes that come with the question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from everyday import LONG
from test_answers import INSTEAD, MORE, Asked, questions
from test_answers import _key as key_of

from adjudicator import Game, MissingFact, Problems
from adjudicator.binding.answers import changed, line_in
from adjudicator.model.ruling import Missing
from adjudicator.words.languages import fallback


@cache
def asked() -> tuple[Asked, ...]:
    """The questions back to the texts of one scenario."""
    own = [one for one in questions() if one.language == fallback()]
    alone = [one for one in own if one.text.count('scenario "') + one.text.count('game "') < 2]
    return tuple(one for one in alone if not one.text.startswith("ask "))


def game_of(one: Asked) -> tuple[Game, list[str]]:
    """The game of a text up to its question, or up to the first move that lacks something; the moves behind that."""
    rows = one.text.split("\n")[: one.answer.line]
    rows[-1] = rows[-1][: one.answer.column - 1]
    later: list[str] = []
    while True:
        try:
            return Game.from_text("\n".join(rows).rstrip()), later
        except MissingFact:
            while not rows[-1].strip():
                rows.pop()
            later.insert(0, rows.pop().strip())


def lacking(one: Asked) -> Iterator[tuple[Game, str, Missing]]:
    """What a question or a move lacks: the game, the question or the line that was to be played, and the fact."""
    game, later = game_of(one)
    for line in later:
        try:
            game.play(line)
        except MissingFact as error:
            yield from ((game, line, found) for found in error.missing)
            return
    yield from ((game, one.answer.ask, found) for found in game.ask(one.answer.ask).missing)


def still(game: Game, line: str, played: bool) -> list[object]:
    """What the question or the move lacks in another game."""
    try:
        return [*map(key_of, (game.copy().play(line).lacking if played else game.ask(line).missing))]
    except MissingFact as error:
        return [*map(key_of, error.missing)]


@pytest.mark.long
def test_every_change_is_one_that_answers() -> None:
    tried = set()
    for one in asked():
        if not one.missing.instead:
            continue
        for game, line, found in lacking(one):
            assert len(found.instead) == len(one.missing.instead) or found.say, "it is asked in the turn itself"
            for change in found.instead:
                other, rewritten = game.with_change(change, line)
                assert key_of(found) not in still(other, rewritten, line != one.answer.ask), (change, one.text)
                tried.add(found.phrase)
    assert not LONG or tried >= {*INSTEAD}


@pytest.mark.long
def test_every_line_is_one_that_answers() -> None:
    tried = 0
    for one in asked():
        if one.missing.instead or one.text.count("\n") > 30:
            continue
        for game, line, found in lacking(one):
            for say in found.say:
                try:
                    other = game.with_line(line_in(say, fallback()))
                except Problems as error:
                    assert error.items[0].code == "feature-twice", (say, one.text)  # a move has made it unknown since
                    continue
                assert key_of(found) not in still(other, line, line != one.answer.ask), (say, one.text)
                tried += 1
    assert not LONG or tried > len(MORE)


def test_a_text_that_cannot_be_played_on_says_what_is_to_be_written() -> None:
    text = (
        next(text for text in MORE if "captures blue meeple" in text).partition("; ask")[0].replace("; ", "\n") + "\n"
    )
    with pytest.raises(MissingFact) as error:
        Game.from_text(text)
    (found,) = error.value.missing
    assert found.instead and "for meeple" in str(error.value)
    assert Game.from_text(changed(text, found.instead[0], fallback())).text


def test_a_question_of_another_language_is_rewritten_in_that_of_the_game() -> None:
    game = Game.from_text("use abbey-and-mayor; board; (0,0) E; turn red; places E at (1,0)")
    (found,) = game.ask("si rouge peut poser grange sur pré en (1,0)", lang="fr").missing
    other, question = game.with_change(found.instead[0], "may red put barn on field at (1,0)")
    assert question.startswith("may red put barn on corner (") and not other.ask(question).missing
    assert found.instead[0].old == "field at (1,0)"
