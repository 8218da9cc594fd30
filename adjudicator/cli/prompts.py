"""How a person is asked: with arrow keys and completion on a terminal with the extra ``table``, else in lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import click

from adjudicator.cli import common
from adjudicator.words.fold import fold
from adjudicator.words.visible import visible

if TYPE_CHECKING:
    from adjudicator.guide import Option
    from adjudicator.words.say import Speech


class Unanswered(Exception):
    """What was read is no answer, and there is nobody who could say it again."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class Asker(Protocol):
    """Asks a person. Each method raises click.Abort where the person goes away, Unanswered where nobody is there."""

    def choose(self, text: str, options: Sequence[Option], default: str = "") -> str:
        """The value of one of the options."""

    def several(self, text: str, options: Sequence[Option], ticked: Sequence[str]) -> list[str]:
        """The values of any of the options."""

    def line(self, text: str, words: Sequence[str] = (), default: str = "") -> str:
        """What is typed; `words` are offered for completion."""


def asker(speech: Speech) -> Asker:
    """The best way to ask that there is."""
    if _terminal():
        try:
            import questionary
        except ImportError:
            return Lines(speech, hint=True)
        return Keys(questionary, speech)
    return Lines(speech, hint=False)


def _terminal() -> bool:
    """Whether keys can be read and lines be written over."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


class Lines:
    """Asks in lines, on any terminal and in a pipe: options have numbers, and their words may be typed."""

    def __init__(self, speech: Speech, hint: bool) -> None:
        self.speech = speech
        if hint:
            self._say(speech.phrase("guide", "plain"))

    def choose(self, text: str, options: Sequence[Option], default: str = "") -> str:
        self._list(text, options)
        while True:
            said = self._read(self.speech.phrase("guide", "type-choice"), default)
            found = _option_of(said, options)
            if found is not None:
                return found
            self._refuse(said)

    def several(self, text: str, options: Sequence[Option], ticked: Sequence[str]) -> list[str]:
        self._list(text, options)
        usual = ", ".join(str(at) for at, one in enumerate(options, 1) if one.value in ticked)
        while True:
            said = self._read(self.speech.phrase("guide", "type-several"), usual)
            words = [word.strip() for word in said.split(",") if word.strip()]
            found = [_option_of(word, options) for word in words]
            if None not in found:
                return [one for one in found if one is not None]
            self._refuse(words[found.index(None)])

    def line(self, text: str, words: Sequence[str] = (), default: str = "") -> str:
        return self._read(text, default)

    def _list(self, text: str, options: Sequence[Option]) -> None:
        width = len(str(len(options)))
        self._say("\n".join([text, *(f"  {at:{width}}  {one.label}" for at, one in enumerate(options, 1))]))

    def _read(self, text: str, default: str) -> str:
        said = click.prompt(visible(text), default=default, show_default=bool(default), err=True)
        return str(said).strip()

    def _refuse(self, said: str) -> None:
        if not sys.stdin.isatty():  # what follows would be taken for the answer to another question
            raise Unanswered(said)
        self._say(self.speech.phrase("problem", "guide-option", word=said))

    def _say(self, text: str) -> None:
        common.say(text, err=True)


def _option_of(said: str, options: Sequence[Option]) -> str | None:
    """The value of the option with that number, or with those words at its beginning, where it is the only one."""
    if said.isdecimal():
        return options[int(said) - 1].value if 0 < int(said) <= len(options) else None
    typed = fold(said)
    exact = [one.value for one in options if typed in (fold(one.label), fold(one.value))]
    begun = [one.value for one in options if typed and fold(one.label).startswith(typed)]
    return next(iter(exact or (begun if len(begun) == 1 else [])), None)


class _Style(NamedTuple):
    """The marks in front of what is asked and what is chosen."""

    qmark: str = "?"
    pointer: str = ">"


class Keys:
    """Asks with arrow keys, filters and completion, by questionary."""

    def __init__(self, library: Any, speech: Speech) -> None:
        self.library = library
        self.speech = speech
        self.style = _Style()

    def choose(self, text: str, options: Sequence[Option], default: str = "") -> str:
        choices = [self.library.Choice(visible(one.label), value=one.value) for one in options]
        chosen = next((one for one in choices if one.value == default), None)
        return str(self._asked(self.library.select(
            visible(text), choices, default=chosen, instruction=" ", qmark=self.style.qmark,
            pointer=self.style.pointer, use_jk_keys=False, use_search_filter=True,
        )))  # fmt: skip

    def several(self, text: str, options: Sequence[Option], ticked: Sequence[str]) -> list[str]:
        choices = [
            self.library.Choice(visible(one.label), value=one.value, checked=one.value in ticked) for one in options
        ]
        return list(self._asked(self.library.checkbox(
            visible(text), choices, instruction=self.speech.phrase("guide", "keys-several"), qmark=self.style.qmark,
            pointer=self.style.pointer, use_jk_keys=False, use_search_filter=True,
        )))  # fmt: skip

    def line(self, text: str, words: Sequence[str] = (), default: str = "") -> str:
        from prompt_toolkit.completion import WordCompleter  # questionary stands on it

        completer = WordCompleter([visible(one) for one in words], ignore_case=True) if words else None
        asked = self.library.text(visible(text), default, qmark=self.style.qmark, completer=completer)
        return str(self._asked(asked)).strip()

    def _asked(self, question: Any) -> Any:
        given = question.unsafe_ask()  # Ctrl-C comes out as what it is
        if given is None:
            raise click.Abort
        return given
