"""From a sentence to the line of the language that it means, with what was left out, mended or assumed on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.binding.format import formatted
from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span
from adjudicator.rulebook import loader
from adjudicator.settling import settle
from adjudicator.talk.paths import lines, otherwise
from adjudicator.talk.scene import Scene
from adjudicator.talk.tokens import Word, split
from adjudicator.talk.words import Meaning, Words, talks, words
from adjudicator.talk.writing import Candidate
from adjudicator.words.languages import codes, fallback

LONGEST = 1000
"""Signs of a sentence, at most; nobody says more in one breath."""
OFFERS = 3
"""Other lines that are offered, at most."""
FACTS = 3
"""Facts that a line may lack to be offered with them, at most."""
TRIED = 8
"""Lines that are tried until one of them can be read, at most."""
BEYOND = "beyond"
"""The role of words that no position is about: another game, strategy, shopping."""
UNSETTLED = "unsettled"
"""What the rules say nothing about."""
SILENT = frozenset(("filler", "common", "article", "break", "of", "in", "misc"))
"""Roles of words in which a slip of the finger changes nothing."""
_RULE = re.compile(r"\b[A-Za-z]{2,7}-\d{2,3}\b")
_RULE_WORDS = frozenset(("cue:rule-says", "cue:what", "cue:does", "and:and"))
_SMALL = frozenset(("filler", "break", "of", "article", "common", "claim"))
_CLAUSE = re.compile(r"[^;:,]+")


class Reading(NamedTuple):
    """What a sentence means."""

    text: str
    """One line of the language of scenarios, in the words of the asker; "" where rules answer."""
    rules: tuple[str, ...]
    """Ids of the rules that answer a question about no position."""
    language: str
    left_out: tuple[Word, ...] = ()
    """Words that the line does not say."""
    mended: tuple[tuple[str, str], ...] = ()
    """Words as typed, each with what it was taken for."""
    assumed: tuple[str, ...] = ()
    """What the line says and the sentence does not: ids of the phrases ``assumed``."""
    offers: tuple[str, ...] = ()
    """Other lines that may be meant, the likeliest first."""
    situation: float = 0.0
    """How much of a position the sentence tells."""
    people: tuple[tuple[str, str], ...] = ()
    """What players are called in the sentence, each with the colour that stands for him in the line."""

    @property
    def sure(self) -> bool:
        """Whether nothing was left out, mended or assumed."""
        return not (self.left_out or self.mended or self.assumed)


def understood(sentence: str, langs: Sequence[str] = ()) -> Reading:
    """What a `sentence` means in the language of `langs` in which least of it is strange, the first of those as good.

    All languages that have words for talk are tried where `langs` is empty. Raises Problems where no line comes of it.
    """
    cited = [ident for ident in dict.fromkeys(_RULE.findall(sentence.upper())) if loader.is_rule(ident)]
    tried = [lang for lang in langs or codes() if talks(lang)]
    if not tried or len(sentence) > LONGEST:
        raise Problems((Problem("talk-no-question", Span(1, 1, len(sentence) + 1)),), sentence)
    lang = tried[0]
    if len(tried) > 1:
        lang = min(tried, key=lambda one: sum(not word.meanings for word in split(sentence, words(one), False)))
    if cited:
        bare = _RULE.sub(lambda one: " " * len(one.group()), sentence)
        if all(_asks_rule(word) for word in split(bare, words(lang))):
            return Reading("", tuple(cited), lang)
    return _read(sentence, lang)


def _asks_rule(word: Word) -> bool:
    """Whether a word may stand beside the id of a rule in a question for its text."""
    keys = {one.key for one in word.meanings}
    return not keys or bool(keys & _RULE_WORDS) or any(one.role in _SMALL for one in word.meanings)


def _read(sentence: str, lang: str) -> Reading:
    known = words(lang)
    found = [_person(word, at, known) for at, word in enumerate(split(sentence, known))]
    scene = Scene(found)
    beyond = next((word for word in found if any(one.role == BEYOND for one in word.meanings)), None)
    told = [one for one in scene.places if one.flags or one.units or one.owner or one.touches]
    if beyond is not None and not told and not scene.named:
        settled = all(one.ident != UNSETTLED for one in beyond.meanings)
        code = "out-of-scope" if settled else "unsettled"
        raise Problems((Problem(code, _span(beyond), {"word": beyond.text}),), sentence, lang)
    strange = [one for one in found if not one.meanings and one.text.isalpha() and one.meant not in known.everyday]
    vague = [scene.toks[at].word for at in scene.vague]
    mended = tuple(
        (one.text, one.meant) for one in found if one.mended and one.meanings and one.meanings[0].role not in SILENT
    )
    tried = {line.text: line for line in reversed(lines(scene))}
    best: tuple[Candidate, str, list[str]] | None = None
    offers: list[str] = []
    for line in sorted(tried.values(), key=lambda one: -one.weight)[:TRIED]:
        text, dropped = _readable(line.text, found)
        if not text:
            continue
        if best is None:
            best = line, text, dropped
            offers += completed(text)
        elif text != best[1] and len(offers) < OFFERS:
            offers += completed(text)[:1] or [text]
    if best is None:
        raise Problems((_stray(sentence, strange),), sentence, lang)
    line, text, dropped = best
    others = (_readable(other, found)[0] for other in otherwise(line, scene))
    offers[1:1] = [one for one in others if one not in ("", text)]
    left = [*strange, *vague, *(tok.word for tok in line.left)]
    assumed = (*line.assumed, *("dropped" for _ in dropped))
    offers = list(dict.fromkeys(offers))[:OFFERS]
    return Reading(
        said_in(text, lang),
        (),
        lang,
        tuple(sorted(dict.fromkeys(left), key=lambda one: one.start)),
        mended,
        tuple(dict.fromkeys(assumed)),
        tuple(said_in(one, lang) for one in offers),
        situation(sentence, lang),
        tuple((name, colour) for name, colour in scene.called.items() if f"{colour}: " in f"{text} "),
    )


def situation(sentence: str, lang: str) -> float:
    """How much of a position a `sentence` tells: who stands where, how many tiles, states, points and what is done; and
    that it speaks of the speaker, of colours and of numbers, all of which questions about a rule do less. The weights
    were fitted to questions of both kinds.
    """
    found = split(sentence, words(lang))
    scene = Scene(found)
    keys = [word.meanings[0] for word in found if word.meanings]
    mine = sum(one.role == "who" and one.ident in ("i", "my", "me", "both") for one in keys)
    numbers, colours = (sum(one.role == role for one in keys) for role in ("number", "colour"))
    return 0.8 * min(facts(scene), 6) + 0.55 * min(mine, 3) + 0.5 * min(numbers, 3) + 1.8 * min(colours, 3)


def facts(scene: Scene) -> int:
    """How many facts of a position a scene tells: who stands where, how many tiles, states, points, what is done."""
    told = sum(1 for one in scene.figures if one.number != 0 and not one.supposed)
    told += sum(len(one.flags) + len(one.units) + len(one.touches) for one in scene.places)
    return told + len(scene.scores) + len(scene.held) + len(scene.effects)


def _readable(text: str, found: Sequence[Word]) -> tuple[str, list[str]]:
    """A line that the language reads, and the clauses that it is without; "" where there is none."""
    dropped: list[str] = []
    for _ in range(4):
        try:
            outcome = settle(text, "", fallback())
        except Problems as error:
            at = error.items[0].span.column - 1
            cut = _without(text, at)
            if cut is None:
                return "", dropped
            dropped.append(cut[1])
            text = cut[0]
            continue
        return (text, dropped) if outcome.answers else ("", dropped)
    return "", dropped


def completed(text: str) -> list[str]:
    """A line with the facts that it lacks, as its questions offer them, each that comes to another answer: two at most,
    the likeliest first; none where nothing lacks, or where it lacks more than it says.
    """
    found: dict[str, str] = {}
    tried = [text]
    for line in tried:
        try:
            ruling = settle(line, "", fallback()).answers[-1].ruling
        except (Problems, IndexError):
            continue
        if not ruling.missing:
            found.setdefault(f"{ruling.verdict} {ruling.points} {ruling.options}", line)
            continue
        if line.count("; ") < text.count("; ") + FACTS and len(tried) < TRIED:
            tried += [_with(line, said) for said in ruling.missing[0].say[:2] if "{" not in said]
    return [line for line in found.values() if line != text][:2]


def _with(text: str, said: str) -> str:
    """A line with what is `said` beside it, in the statement of the same feature where it has one."""
    parts, (first, *others) = text.split("; "), said.split("; ")
    name, _, facts = first.partition(": ")
    for at, part in enumerate(parts[:-1]):
        if part.partition(": ")[0] == name:
            parts[at : at + 1] = [part + (", " if ": " in part else ": ") * bool(facts) + facts, *others]
            return "; ".join(parts)
    turn = next((at for at, part in enumerate(parts) if part.startswith("turn ")), len(parts) - 1)
    return "; ".join([*parts[:turn], first, *others, *parts[turn:]])


def _without(text: str, at: int) -> tuple[str, str] | None:
    """A line without the clause at a column, and that clause; None for one that it cannot be without."""
    for match in _CLAUSE.finditer(text):
        if not match.start() <= at < match.end():
            continue
        clause, before = match.group().strip(), text[: match.start()]
        if clause.startswith(("ask", "turn", "places")) or not before.endswith((":", ",")):
            return None
        rest = text[match.end() :]
        if before.endswith(","):
            return before[:-1] + rest, clause
        if rest.startswith(","):
            return before + rest[1:], clause
        start = before.rfind(";") + 1
        head = before[start:-1].strip()
        if " " in head:  # a feature stays without its facts
            return before[:-1] + rest, clause
        return (before[: max(start - 1, 0)] + rest).lstrip("; "), clause
    return None


def _person(word: Word, at: int, known: Words) -> Word:
    """A name of somebody is another player; in a language that begins all nouns with a capital nobody can tell."""
    name = word.text.rstrip("'’")
    if word.meanings or not name.isalpha() or not name[0].isupper() or at == 0 or known.capitals:
        return word
    return word._replace(meanings=(Meaning("who", "other"), Meaning("name-of", name)))


def said_in(text: str, lang: str) -> str:
    """One line of the language in the words of `lang`, as ``fmt`` lays it out."""
    if lang == fallback() or not text:
        return text
    try:
        laid = [line.strip() for line in formatted(text, lang).split("\n") if line.strip()]
    except Problems:  # what cannot be laid out is told when it is settled
        return text
    return "; ".join(laid[1:])


def _stray(sentence: str, strange: Sequence[Word]) -> Problem:
    """A word that nothing is made of, with what stands before it."""
    if not strange:
        return Problem("talk-no-question", Span(1, 1, len(sentence) + 1))
    word = strange[0]
    before = sentence[: word.start].strip(" ,;:")
    if not before:
        return Problem("talk-stray-first", _span(word), {"word": word.text}, tuple(word.near[:3]))
    return Problem("talk-stray", _span(word), {"word": word.text, "before": before}, tuple(word.near[:3]))


def _span(word: Word) -> Span:
    return Span(1, word.start + 1, word.start + 1 + len(word.text))
