"""Words printed in a language: forms, agreement, order, quotes, and the gaps between them.

What differs from language to language stands in its ``language.toml``: ``2 meeples rouges``, ``6 tuiles sur 9``,
``demande si rouge peut``, ``tour d'Anna``, ``près du chariot``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.words.lexicon import Lexicon, fold, is_name, lexicon
from adjudicator.words.tokens import BETWEEN, Code, Noun, Said, Token, amount

_CLOSE = frozenset(("comma", "turned", "cell"))
_PLAIN = {"comma": ",", "colon": ":", "equals": "=", "bar": "|"}


class Piece(NamedTuple):
    """A printed word, the line it stood on, and whether a list may be broken behind it."""

    text: str
    line: int
    comma: bool


class Printer:
    """Prints in one language."""

    def __init__(self, lang: str, words: Lexicon | None = None, *, quotes: bool = True) -> None:
        """Without `quotes`, names stand bare as inside a sentence, whose `words` may have a mark behind each that is
        borrowed.
        """
        self.lang = lang
        self.quotes = quotes
        self.words: Lexicon = words or lexicon(lang)
        self.language = self.words.language
        self.close = _CLOSE if self.language.colon.startswith(" ") else _CLOSE | {"colon"}
        """Roles of what stands close behind the word in front of it."""

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
            if not self.quotes and isinstance(one, Noun) and at:
                text = self.declined(one, text, self.governed(self.text(ordered[at - 1]), "dative"))
            if found and role in self.close:
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
            whether = modal == 1 and self.language.asks_whether
            if modal == 2 or whether:
                items[modal], items[modal + 1] = items[modal + 1], items[modal]
                if whether:
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
        if role == "cell" and isinstance(one, Token):
            return ":" + (value or BETWEEN.join(map(self._code, one.codes)))
        if role == "string":
            return f'"{value}"'
        if role in ("own", "place"):
            return value if self._bare(role, value) else f'"{value}"'
        if role == "tile":  # one of somebody's own may be called like a kind of feature, which a square follows too
            kinds = any(one == "kind" for one, _ in self.words.phrases.get(fold(value), ()))
            return f'"{value}"' if kinds and self.quotes else value
        if role in ("text", "number", "coord", "turned"):
            return value
        if role == "ordinal":
            return value
        if role == "expansion":
            return self.words.expansion_word(value)
        if role == "title":
            return self.words.expansion_title(value)
        if role == "verb":
            third, infinitive = self._verb(value)
            if one.infinitive:
                return infinitive
            said = third
            nothing = isinstance(after, Token) and after.value == "nothing"
            return self.language.does_nothing.format(verb=said) if nothing else said
        if role == "keyword" and value in self.language.contraction.get("keywords", ()):
            return self._contracted(self.words.say(role, value), after)
        _, _, number = one.like
        return self.words.say(role, value, number, self._gender(one.like))

    def noun(self, noun: Noun) -> str:
        """A noun with its number and adjectives."""
        number = amount(noun.number) if noun.number else 2 if noun.several else 1
        order = self.language.noun
        # The noun goes with the number in front of it: "1 of 3 tiles", "1 tuile sur 3".
        size = amount(noun.total) if noun.total and order.index("share") < order.index("noun") else number
        gender = self.words.gender(noun.role, noun.ident) if noun.role else ""
        adjectives: dict[str, list[str]] = {"states": [], "colour": []}
        for one in noun.adjectives:
            agrees = one.role in ("flag", "colour")
            said = self.words.say(one.role, one.value, number, gender) if agrees else self.text(one)
            adjectives["states" if one.role == "flag" else "colour"].append(said)
        parts = {
            "number": noun.number,
            "share": f"{self.words.say('keyword', 'of')} {noun.total}" if noun.total else "",
            "noun": self.called(noun.role, noun.ident, size) if noun.role else noun.ident,
            **{part: " ".join(words) for part, words in adjectives.items()},
        }
        return " ".join(parts[part] for part in order if parts[part])

    def called(self, role: str, ident: str, number: int = 1) -> str:
        """A noun for a `number` of things; in sentences as people call it, which may be longer than what is typed."""
        said = () if self.quotes else self.language.sentence.get(f"{role} {ident}", ())
        return said[abs(number) not in self.language.one] if said else self.words.say(role, ident, number)

    def _verb(self, ident: str) -> tuple[str, str]:
        """A verb in the third person and in the infinitive; in sentences as people say it."""
        own = () if self.quotes else self.language.sentence.get(f"verb {ident}", ())
        third, infinitive = own or (self.words.say("verb", ident), self.words.infinitive("verb", ident))
        return third, infinitive

    def governed(self, word: str, both: str) -> str:
        """The case behind `word`, "" for one that governs none; `both`: behind a word that may have either."""
        case = str(self.language.declension.get("governs", {}).get(word, ""))
        return both if case == "both" else case

    def declined(self, noun: Noun, text: str, case: str, article: str = "") -> str:
        """`text`, a printed noun, in a case, behind an `article` ("definite", "indefinite", "" for none)."""
        about = self.language.declension
        if not about or not (case or article) or not noun.role:
            return text
        several = noun.several or (noun.number != "" and amount(noun.number) not in self.language.one)
        form = "+" if several else self.words.gender(noun.role, noun.ident)
        ending, strong = about["ending"], about["ending"]["nominative"][form]
        new = ending["-".join(filter(None, (article, case or "nominative")))].get(form, strong)
        words = text.split(" ")
        head = next((at for at, word in enumerate(words) if word[:1].isupper()), len(words))
        for at, word in enumerate(words[:head]):
            if word.endswith(strong) and len(word) > 3:
                words[at] = word.removesuffix(strong) + new
        if head < len(words) and case and case != "nominative":
            name = words[head]
            if several and case == "dative" and name[-1] not in "ns":
                name += "n"
            words[head] = name if several else about.get("oblique", {}).get(name, name)
        return " ".join(words)

    def _bare(self, role: str, name: str) -> bool:
        """Whether a name needs no quotes."""
        fixed = role == "place" and any(one == "name" for one, _ in self.words.phrases.get(fold(name), ()))
        return not self.quotes or fixed or is_name(name)

    def _gender(self, like: tuple[str, str, int]) -> str:
        role, ident, _ = like
        return self.language.apart(self.words.gender(role, ident)) if role else ""

    def _contracted(self, phrase: str, after: Said | None) -> str:
        """``près de`` as it stands before the word that follows: ``près du``, ``près de la``, ``tour d'``."""
        forms = self.language.contraction
        joined = word = forms["word"]
        if isinstance(after, Noun) and not after.number:
            vowel = fold(self.noun(after))[0] in forms["vowels"]
            gender = self.words.gender(after.role, after.ident)
            joined = forms["noun_vowel"] if vowel else forms["noun"].get(gender, word)
        elif isinstance(after, Token):
            text = self.text(after)
            # A name in capitals and digits is spelt out: "près de A1".
            if fold(text)[:1] in tuple(forms["vowels"]) and text[1:2].islower():
                joined = forms["name_vowel"]
        return f"{phrase.removesuffix(word)}{joined}"

    def _code(self, code: Code) -> str:
        """The letters of a figure in a cell, without those that the language lacks."""
        words = self.words
        kind = next(filter(None, (words.letter("kind", one) for one in code.kinds)), "")
        side = words.say("side", code.side) if words.has("side", code.side) else code.side
        return words.letter("colour", code.colour) + words.letter("figure", code.figure) + kind + side


@cache
def printer(lang: str) -> Printer:
    """The printer of what is typed in a language, made once. LookupError for an unknown one."""
    return Printer(lang)
