"""Words printed in a language: forms, agreement, order, quotes, and the gaps between them.

French puts adjectives behind their noun (``2 meeples rouges``), says ``6 tuiles sur 9`` and ``demande si rouge
peut``, and joins ``de`` to what follows: ``tour d'Anna``, ``près du chariot``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.binding.missing_facts import asking
from adjudicator.binding.tokens import Noun, Said, Token
from adjudicator.words.lexicon import Lexicon, fold, is_word, lexicon

_PLAIN = {"comma": ",", "colon": ":", "equals": "=", "bar": "|"}
_JOINED = ("turn", "near", "around")
"""Keywords that end in the French ``de``."""
_VOWELS = "aeiouy"


class Piece(NamedTuple):
    """A printed word, the line it stood on, and whether a list may be broken behind it."""

    text: str
    line: int
    comma: bool


class Printer:
    """Prints in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.words: Lexicon = lexicon(lang)
        self.french = lang == "fr"

    def pieces(self, said: Sequence[Said]) -> list[Piece]:
        """The words of a line; what belongs together without a gap (``V@90``, ``5,``, ``d'Anna``) is one piece."""
        found: list[Piece] = []
        glue = ""
        ordered = self._order(said)
        for at, one in enumerate(ordered):
            after = ordered[at + 1] if at + 1 < len(ordered) else None
            text = self.text(one, after)
            line = one.line
            role = one.role
            if found and (role in ("comma", "turned") or (role == "colon" and not self.french)):
                last = found[-1]
                found[-1] = Piece(last.text + text, line or last.line, role == "comma")
                continue
            if text.endswith("'") and role == "keyword":
                glue = text
                continue
            found.append(Piece(glue + text, line, False))
            glue = ""
        return found

    def line(self, said: Sequence[Said]) -> str:
        """The words of a line as text."""
        return " ".join(piece.text for piece in self.pieces(said))

    def _order(self, said: Sequence[Said]) -> list[Said]:
        """A question in the order of the language: ``ask may red`` and ``demande si rouge peut``."""
        items = list(said)
        if len(items) > 2 and items[0][:2] == ("keyword", "ask") and isinstance(items[1], Token):
            modal = next((i for i in (1, 2) if items[i][:2] in (("keyword", "may"), ("keyword", "must"))), 0)
            if modal and (self.french or modal == 2):
                items[modal], items[modal + 1] = items[modal + 1], items[modal]
                if modal == 1:
                    items.insert(1, Token("keyword", "whether"))
        return items

    # ---- one word
    def text(self, one: Said, after: Said | None = None) -> str:
        """One word or noun; `after` is what follows it."""
        if isinstance(one, Noun):
            return self.noun(one)
        role, value = one.role, one.value
        if role in _PLAIN:
            return _PLAIN[role]
        if role == "string":
            return f'"{value}"'
        if role == "own":
            return f'"{value}"' if is_word(value) else value
        if role in ("text", "number", "coord", "turned"):
            return value
        if role == "ordinal":
            return value
        if role == "expansion":
            return self.words.expansion_word(value)
        if role == "asks":
            return f'"{self._asking(one)}"'
        if role == "verb":
            if self.french and not one.infinitive and isinstance(after, Token) and after.value == "nothing":
                return f"ne {self.words.say(role, value)}"  # "ne pose rien"
            return self.words.infinitive(role, value) if one.infinitive else self.words.say(role, value)
        if role == "keyword" and value in _JOINED and self.french:
            return self._with_de(self.words.say(role, value), after)
        _, _, number = one.like
        return self.words.say(role, value, number, self._gender(one.like))

    def noun(self, noun: Noun) -> str:
        """A noun with its number and adjectives."""
        number = int(noun.number) if noun.number else 2 if noun.several else 1
        size = int(noun.total) if noun.total and not self.french else number
        said = self.words.say(noun.role, noun.ident, size)
        gender = self.words.gender(noun.role, noun.ident)
        # French puts colours next to the noun: "meeple rouge protégé"; English states first: "protected red meeple".
        ranked = sorted(noun.adjectives, key=lambda one: (one.role == "flag") == self.french)
        adjectives = [
            self.words.say(one.role, one.value, number, gender) if one.role in ("flag", "colour") else self.text(one)
            for one in ranked
        ]
        of = self.words.say("keyword", "of")
        if self.french:
            words = [noun.number, said, *adjectives, *((of, noun.total) if noun.total else ())]
        else:
            words = [noun.number, *((of, noun.total) if noun.total else ()), *adjectives, said]
        return " ".join(word for word in words if word)

    def _gender(self, like: tuple[str, str, int]) -> str:
        role, ident, _ = like
        return self.words.gender(role, ident) if role else "m"

    def _with_de(self, phrase: str, after: Said | None) -> str:
        """``près de`` as it stands before the word that follows: ``près du``, ``près de la``, ``tour d'``."""
        if isinstance(after, Noun) and not after.number:
            if fold(self.noun(after))[0] in _VOWELS:
                phrase += " l'"
            else:
                phrase = phrase + " la" if self.words.gender(after.role, after.ident) == "f" else f"{phrase[:-1]}u"
        elif isinstance(after, Token):
            text = self.text(after)
            # A name in capitals and digits is spelt out: "près de A1".
            if fold(text)[:1] in tuple(_VOWELS) and text[1:2].islower():
                phrase = f"{phrase[:-1]}'"
        return phrase

    def _asking(self, one: Token) -> str:
        fillings: list[str] = []
        filling: list[Said] = []
        for part in one.parts:
            if part.role == "comma":
                fillings.append(self.line(filling))
                filling = []
            else:
                filling.append(part)
        return asking(one.value, fillings, self.lang)
