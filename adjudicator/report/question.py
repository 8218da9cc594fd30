"""A question as a sentence that a person would say: "Who scores city T, and how much?" for ``score T``.

The words of a question are read as the formatter reads them, so that a sentence comes in the reader's language and each
noun has its article there (``[articles]`` of a ``language.toml``); the sentences stand in the phrases, for each topic
``question.<topic>``, ``question.<topic>-bare`` for a topic with nothing behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import NamedTuple

from adjudicator.binding.lines import lines_of
from adjudicator.model.ruling import Answer
from adjudicator.syntax.document import read_document
from adjudicator.words import saying
from adjudicator.words.lexicon import fold
from adjudicator.words.phrases import phrase
from adjudicator.words.say import Speech
from adjudicator.words.tokens import Noun, Said, Token
from adjudicator.words.vocabulary import vocabulary
from adjudicator.words.wording import Printer

ACTS = ("may", "must", "where", "which")
"""Questions about what a player may or must do, or where, or with what."""
BARE = "-bare"
CLAIM = "claim"
PRIMARY = frozenset(("own", "string", "name", "text"))
"""Roles of words that are names."""


class Piece(NamedTuple):
    """Words of a sentence."""

    text: str
    own: bool = False
    """Whether somebody typed them, so that nothing is joined with them but in front."""


class Asked:
    """The questions of one text."""

    def __init__(self, text: str, lang: str) -> None:
        """`text` is what the answers were given to, in the language `lang` where it does not say so itself."""
        document = read_document(text, lang)
        self.said = {
            (statement.span.line, statement.span.column): lines[0].said
            for statement, lines in lines_of(document, lambda word: word.text)
        }

    def sentence(self, answer: Answer, speech: Speech) -> str:
        """The question of `answer` as a sentence; as it was written where no sentence is known for its topic."""
        said = self.said.get((answer.line, answer.column))
        if not said:
            return answer.ask
        try:
            return _Prose(speech, answer.kinds).question(said)
        except LookupError:
            return answer.ask


class _Prose:
    """Says questions in one language."""

    def __init__(self, speech: Speech, kinds: Mapping[str, str]) -> None:
        self.speech = speech
        self.printer = Printer(speech.lang, quotes=False)
        self.kinds = kinds
        self.about = self.printer.language.articles_said
        self.cases = self.printer.language.declension

    def question(self, said: Sequence[Said]) -> str:
        """The sentence of a question. Raises LookupError where there is none."""
        items = [one for one in said if one[:2] != ("keyword", "whether")]
        head = items[1]
        if items[0][:2] == ("keyword", CLAIM):
            at = next((at for at, one in enumerate(items) if one[:1] == ("colon",)), 0)
            turn = next((one.value for one in items[:at] if isinstance(one, Token) and one.role == "number"), "")
            ident = f"{CLAIM}-after" if turn else CLAIM
            return self._filled(ident, {"turn": Piece(turn), "rest": self._rest(items[at + 1 if at else 1 :])})
        assert isinstance(head, Token)
        if head.role == "keyword" and head.value in ACTS:
            at = 3 if head.value in ("where", "which") else 2
            player, acts = self._rest(items[at : at + 1]), items[at + 1 :]
            return self._filled(head.value, {"player": player, "rest": self._act(acts)})
        rest = items[2:]
        if rest and isinstance(rest[0], Token) and rest[0].role == "keyword":
            rest = rest[1:]  # "score of T": the sentence has its own little word
        first = self.kinds.get(rest[0].value, "") if rest and isinstance(rest[0], Token) else ""
        gender = self.printer.words.gender("kind", first) if first else ""
        if rest and isinstance(rest[0], Noun):
            gender = self.printer.words.gender(rest[0].role, rest[0].ident)
        ident = head.value if rest else f"{head.value}{BARE}"
        before, _, _ = phrase(self.speech.lang, "question", ident).partition("{rest}")
        case = self.printer.governed((before.split() or [""])[-1], "dative")
        values = {"rest": self._rest(rest, case or "nominative")}
        if self.printer.words.has("flag", head.value):
            apart = self.printer.language.apart(gender)
            values["state"] = Piece(self.printer.words.say("flag", head.value, 1, apart))
        return self._filled(ident, values)

    def _act(self, acts: Sequence[Said]) -> Piece:
        if len(acts) == 2 and acts[1][:2] == ("keyword", "nothing"):
            verb, nothing = (self.printer.text(one) for one in acts)
            return Piece(self.printer.language.doing_nothing.format(verb=verb, nothing=nothing))
        if not acts or acts[0][:1] != ("verb",) or len(acts) == 1:
            return self._rest(acts, "accusative")
        at = next((at for at, one in enumerate(acts) if one[:2] == ("keyword", "that")), len(acts))
        done = self._doing(acts[:at])
        return Piece(done + self._that(acts[1], acts[at:])) if at < len(acts) else Piece(done)

    def _doing(self, acts: Sequence[Said]) -> str:
        """A verb with what follows it, in the order of the language."""
        moves = isinstance(acts[0], Token) and acts[0].value in self.cases.get("motion", ())
        doing = self._rest(acts[:1]).text
        behind = self._rest(acts, "accusative", moves).text.removeprefix(doing).lstrip()
        return self.printer.language.doing.format(verb=doing, rest=behind)

    def _that(self, placed: Said, items: Sequence[Said]) -> str:
        """What `placed`, a tile, does, each thing in the order of the language."""
        if not self.cases:
            return f" {self._rest(items).text}"
        what = placed if isinstance(placed, Noun) else saying.things("tile")
        who = self._form("definite", what, "", "")
        starts = [at for at, one in enumerate(items) if isinstance(one, Token) and one.role == "effect"]
        ends = [*starts[1:], len(items)]
        said = [
            self._doing([one for one in items[a:b] if one[:1] != ("comma",)]) for a, b in zip(starts, ends, strict=True)
        ]
        return f", {who} {', '.join(said)}"

    def _rest(self, items: Sequence[Said], case: str = "", moves: bool = False) -> Piece:
        """Words with their articles; the own ones of whoever wrote them stay as they are. `case` is that of what no
        word governs; `moves`: whether something comes to the places named.
        """
        pieces: list[Piece] = []
        for at, one in enumerate(items):
            before = items[at - 1] if at else None
            after = items[at + 1] if at + 1 < len(items) else None
            text = self.printer.text(one, after)
            if isinstance(one, Token) and one.role == "colour":
                text = self.speech.player(one.value)
            own = isinstance(one, Token) and one.role in PRIMARY
            of_kind = isinstance(before, Noun) and before.role == "kind"
            if isinstance(one, Token) and one.role in ("comma", "turned") and pieces:
                pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + text)
                continue
            if isinstance(one, Token) and one.role == "keyword":
                text = self._instead(one.value, after) or text
            to = moves or (isinstance(before, Token) and before.value == "to")
            governed = self.printer.governed(pieces[-1].text, "accusative" if to else "dative") if pieces else ""
            if isinstance(one, Noun):
                article = self._article(one, before, after)
                text = self.printer.declined(one, text, governed or case, article)
                if article:
                    pieces.append(Piece(self._form(article, one, text, governed or case)))
            elif isinstance(one, Token) and one.role in _GIVEN and not of_kind:
                pieces += self._kind(one.value, governed or case)
            pieces.append(Piece(text, own))
        first = bool(pieces) and pieces[0].own
        return Piece(self._joined(pieces), first)

    def _kind(self, name: str, case: str) -> list[Piece]:
        """The kind of a feature in front of its name, ``city`` of ``city T``; nothing where it is not known."""
        kind = self.kinds.get(name, "")
        if not kind or fold(self.printer.words.say("kind", kind)) == fold(name):
            return []
        noun, article = saying.kind(kind), "definite" if self.about.get("named") else ""
        said = self.printer.declined(noun, self.printer.text(noun), case, article)
        return [*([Piece(self._form(article, noun, said, case))] if article else []), Piece(said)]

    def _instead(self, word: str, after: Said | None) -> str:
        """What stands for the keyword `word` in front of what follows, "" for itself."""
        told: Mapping[str, str] = self.printer.language.instead.get(word, {})
        if isinstance(after, Noun):
            return told.get(after.ident) or told.get(after.role, "")
        if after is None or after.role == "name":
            return told.get("name", "") if after else ""
        kind = self.kinds.get(after.value, "")
        return told.get(kind) or told.get("kind", "") if kind else ""

    def _article(self, noun: Noun, before: Said | None, after: Said | None) -> str:
        """Which article stands in front of a noun, "" for none."""
        named = isinstance(before, Token) and before.role == "name"  # what a card is used on stands behind its name
        if noun.number or noun.several or named or not self.about:
            return ""
        if isinstance(before, Token) and (before.role, before.value) in (("keyword", "as"), ("keyword", "with")):
            if before.value in self.about.get("none_behind", ()):
                return ""
        acts = isinstance(before, Token) and before.role == "verb"
        if noun.role == "kind":
            named = isinstance(after, Token) and after.role in PRIMARY
            if named and not self.about.get("named"):
                return ""
            somewhere = named or (isinstance(after, Token) and (after.role, after.value) in _PLACED)
            somewhere = somewhere or (isinstance(after, Token) and after.role in ("side", "coord"))
            return "indefinite" if acts and not somewhere else "definite"
        whose = any(one.role == "colour" for one in noun.adjectives)
        only = noun.role == "figure" and vocabulary().supply(noun.ident) == 0
        return "definite" if whose or only else "indefinite"

    def _form(self, which: str, noun: Noun, text: str, case: str) -> str:
        """An article in front of the printed noun `text`."""
        gender = self.printer.words.gender(noun.role, noun.ident)
        if other := self.cases.get("article", {}).get(f"{which}-{case}"):
            return str(other[gender])
        vowel = fold(text)[:1] in tuple(self.about["vowels"])
        forms: Mapping[str, str] = self.about.get(f"{which}_vowel" if vowel else which) or self.about[which]
        return forms.get(gender) or next(iter(forms.values()))

    def _filled(self, ident: str, values: Mapping[str, Piece]) -> str:
        """The sentence ``question.<ident>`` with its places filled. Raises LookupError."""
        pieces = []
        for text, name, _, _ in Formatter().parse(phrase(self.speech.lang, "question", ident)):
            pieces.append(Piece(text))
            if name:
                pieces.append(values[name])
        said = self._joined(pieces, gap="")
        return said[:1].upper() + said[1:]

    def _joined(self, pieces: Sequence[Piece], gap: str = " ") -> str:
        """The pieces in a row, little words drawn together with what follows them: ``du pré``, ``qu'Anna``."""
        whole = ""
        joins: Mapping[str, str] = self.about.get("joined", {})
        elided: Mapping[str, str] = self.about.get("elided", {})
        little = False
        for piece in pieces:
            if not piece.text:
                continue
            start = whole.rstrip()
            last = start.rsplit(" ", 1)[-1] if little else ""
            first, _, behind = piece.text.lstrip().partition(" ")
            between = gap if whole and not whole.endswith((" ", "'")) else ""
            if not piece.own and f"{last} {first}" in joins:
                whole = f"{start.removesuffix(last)}{joins[f'{last} {first}']} {behind}".rstrip()
            elif last in elided and fold(first)[:1] in tuple(self.about["vowels"]) and _spoken(first):
                whole = f"{start.removesuffix(last)}{elided[last]}{piece.text.lstrip()}"
            else:
                whole += between + piece.text
            little = not piece.own
        return whole


_PLACED = frozenset((("keyword", "at"),))
_GIVEN = frozenset(("own", "string", "text"))
"""Roles of names that somebody gave: a place of an expansion is known by its own."""
_LETTERS = re.compile(r"[A-ZÀ-Þ]?[a-zà-ÿ]")


def _spoken(word: str) -> bool:
    """Whether a word is said as it is written: a name in capitals and digits is spelt out, "de A1"."""
    return _LETTERS.match(word) is not None
