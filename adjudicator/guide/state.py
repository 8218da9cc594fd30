"""What was said at the table so far."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.errors import Problems
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.saying import joined, player, said, string, text
from adjudicator.words.tokens import Token
from adjudicator.words.vocabulary import vocabulary
from adjudicator.words.wording import printer

EDITION = "C3"


class Setting(NamedTuple):
    """What is on the table, for every question."""

    players: tuple[tuple[str, str], ...] = ()
    """Colour and name ("" for none) of each player, in turn order."""
    use: tuple[str, ...] = ()
    """Ids of the expansions, in the order of the alphabet, without those that are always in play."""
    edition: str = EDITION

    @property
    def colours(self) -> tuple[str, ...]:
        """The players."""
        return tuple(colour for colour, _ in self.players)

    def lines(self) -> list[str]:
        """The header of a text, in the words of the fallback language."""
        found = [said("use", joined([Token("expansion", ident)] for ident in self.use))] if self.use else []
        if self.edition != EDITION:
            found.append(said("edition", text(self.edition)))
        if self.players:
            called = ([player(colour), *([string(name)] if name else [])] for colour, name in self.players)
            found.append(said("players", joined(called)))
        return [*map(printer(fallback()).line, found)]


class Given(NamedTuple):
    """One answer."""

    key: str
    """Key of the question."""
    value: str
    """What was answered: an id or a number for a place of the path, lines of the fallback language for a fact."""


class State(NamedTuple):
    """All that was said: what `step` goes on from."""

    setting: Setting = Setting()
    lang: str = ""
    """Code of the language that is spoken."""
    given: tuple[Given, ...] = ()

    def value(self, key: str) -> str | None:
        """The answer to a question, None where it was not asked."""
        return next((one.value for one in self.given if one.key == key), None)

    def with_answer(self, key: str, value: str) -> State:
        """The same with one answer more, or with another one in its place."""
        if self.value(key) is None:
            return self._replace(given=(*self.given, Given(key, value)))
        return self._replace(given=tuple(Given(key, value) if one.key == key else one for one in self.given))


def setting_of(header: str, lang: str) -> Setting:
    """The setting that the header of a text says, ``players``, ``use`` and ``edition``. Raises Problems."""
    words = lexicon(lang)
    document = read_document(f"{header}\n{words.say('keyword', 'ask')} {words.say('topic', 'order')}", lang)
    bound = bind(document)
    wrong = [one for one in bound.problems if one.span.line <= header.count("\n") + 1]
    if wrong or not bound.scenarios:
        raise Problems(tuple(wrong or bound.problems), bound.text, bound.language)
    setup = bound.scenarios[0].setup
    always = vocabulary().always()
    use = tuple(sorted(one for one in setup.expansions if one not in always))
    players = tuple((colour, setup.names.get(colour, "")) for colour in setup.players) if setup.ordered else ()
    return Setting(players, use, setup.edition)
