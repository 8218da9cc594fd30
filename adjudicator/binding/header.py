"""The header: what is played, by whom, under which rules, and what the players hold."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import partial

from adjudicator.binding.reader import MOST, POINTS, Mistake, Reader, in_range, nearest_name
from adjudicator.binding.repeats import Said
from adjudicator.errors import Problem
from adjudicator.model.position import Hand
from adjudicator.rulebook.loader import EDITIONS, is_rule, nearest, options, rule
from adjudicator.syntax.diagnose import nearest_word
from adjudicator.syntax.lexer import OWN, TEXT, Word, colour_of, stands_on
from adjudicator.words.lexicon import Lexicon, lexicon
from adjudicator.words.vocabulary import vocabulary

CAPTIVE = "captive"
"""The trait of units that are figures of another player."""
CARDS = "cards"
"""The trait of units that are cards or tokens with names of their own."""
MEEPLE = "meeple"


def read_expansions(clauses: list[list[Word]], words: Lexicon, said: Said) -> dict[str, Mapping[str, str]]:
    """Ids of the expansions that ``use`` names, of a part with the rules that leave out the rest; `said` notes which
    have been named. Raises Mistake for one that nobody knows, and for one that is named twice.
    """
    found: dict[str, Mapping[str, str]] = {}
    for clause in clauses:
        text = " ".join(word.text for word in clause)
        try:
            ident = words.expansion(text)
            said.once(ident, clause)
            found[ident] = words.left_out(words.in_use(text))
        except LookupError:
            first, last = clause[0], clause[-1]
            span = first.span._replace(end_column=(last if last.line == first.line else first).end_column)
            problem = Problem("unknown-expansion", span, {"word": text})
            raise Mistake(problem, partial(_expansions_of, clause, words)) from None
    return found


def _expansions_of(clause: list[Word], words: Lexicon) -> tuple[str, ...]:
    """What may be meant by the name of an expansion that nobody knows: several where "and" joins them."""
    parts: list[list[str]] = [[]]
    for word in clause:
        if word.id("keyword") == "and":
            parts.append([])
        else:
            parts[-1].append(word.text)
    names = [" ".join(part) for part in parts]
    try:
        return (", ".join(words.expansion_word(words.in_use(name)) for name in names),)
    except LookupError:
        return nearest_word(words.lang, "-".join(" ".join(word.text for word in clause).split()), ("expansion",))


def read_edition(clause: list[Word]) -> str:
    """One of `EDITIONS`. Raises Mistake for any other."""
    text, clause[0].sense = clause[0].text.upper(), TEXT
    if len(clause) != 1 or text not in EDITIONS:
        raise Mistake(Problem("unknown-edition", clause[0].span, {"word": clause[0].text, "known": EDITIONS}, EDITIONS))
    return text


def read_switch(clause: list[Word], lang: str) -> tuple[str, str]:
    """A rule switch as (option, value): ``wagon-move C1`` or the id of the rule that brings it, ``AM-161``."""
    first = clause[0]
    for word in clause:
        word.sense = TEXT
    name, value = first.text, "".join(w.text for w in clause[1:])
    if is_rule(name.upper()):
        option = rule(name.upper()).option
        if option is None:
            raise Mistake(Problem("rule-no-switch", first.span, {"rule": name.upper()}))
        name, value = option.name, value or option.value
    choices = options()
    if name.casefold() not in choices:
        raise Mistake(
            Problem("unknown-switch", first.span, {"word": name}), lambda: nearest_name(name.casefold(), choices)
        )
    switches = [behind.option for behind in choices[name.casefold()] if behind.option is not None]
    values = [*dict.fromkeys(value for switch in switches for value in (switch.value, *switch.values))]
    if value not in values:
        if not value and len(values) == 1:
            return name.casefold(), values[0]
        span = clause[1].span if len(clause) > 1 else Reader(clause[1:], lang, first.span).where()
        raise Mistake(Problem("unknown-value", span, {"word": value, "option": name, "known": tuple(values)}))
    return name.casefold(), value


def _nameless(reader: Reader, clauses: list[list[Word]]) -> Mistake:
    """The mistake of naming a player without a colour: the first that nobody has is offered."""
    try:
        reader.fail("player", ("colour",))
    except Mistake as mistake:
        if len(reader.words) > 1 or mistake.problem.suggestions:
            return mistake
        taken = {shade.id("colour") for shade in map(colour_of, clauses) if shade is not None}
        free = [one for one in vocabulary().ids("colour") if one not in taken]
        offered = [f'{lexicon(reader.lang).say("colour", one)} "{reader.words[0].text}"' for one in free[:1]]
        return Mistake(mistake.bare._replace(suggestions=tuple(offered)))


def read_players(clauses: list[list[Word]], lang: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Colours in turn order, and the names given to them."""
    order: list[str] = []
    names: dict[str, str] = {}
    for clause in clauses:
        reader = Reader(clause, lang)
        shade = colour_of(clause)
        colour = shade.id("colour") if shade is not None else None
        if shade is None or colour is None:
            raise _nameless(reader, clauses)
        if colour in order:
            raise Mistake(Problem("player-twice", shade.span, {"word": shade.text}))
        named = [word for word in clause if word is not shade]
        if named and named[0].type not in ("ATOM", "STRING"):
            reader.at = clause.index(named[0])
            reader.fail("player-name")
        shade.sense = ("colour", colour)
        if named:
            named[0].sense = OWN
            names[colour] = named[0].text
            reader.at = clause.index(named[0]) + 1
            if reader.next is shade:
                reader.at += 1
        else:
            reader.at = 1
        reader.end("comma")
        order.append(colour)
    return tuple(order), names


def _thing(reader: Reader, in_play: Container[str], *roles: str) -> str | None:
    """Takes a word in one of the `roles`, the first best; of a word that several expansions have, the one `in_play`."""
    word = reader.next
    known = [meaning for role in roles for meaning in word.roles if meaning[0] == role] if word is not None else []
    if word is not None and stands_on(word.id("name") or ""):  # nobody is a knight before he stands somewhere
        known = [one for one in known if one not in (("figure", "meeple"), ("name", word.id("name")))]
    if not known:
        return None
    meant = known[0]
    if len(known) > 1:
        owner = vocabulary().owner
        meant = next((one for one in known if (brings := owner(*one)) == "" or brings in in_play), meant)
    reader.take(meant)
    return meant[1]


def read_hand(
    clauses: list[list[Word]], before: Hand | None, said: Said, lang: str, in_play: Container[str] = ()
) -> Hand:
    """What ``red has ...`` says, added to what was said `before`; `said` notes what of it may not be said again.

    `in_play` are the expansions that are.
    """
    hand = before or Hand()
    items = dict(hand.items) if hand.items is not None else None
    aside = dict(hand.aside)
    score, unchecked, cards = hand.score, hand.unchecked, list(hand.cards)
    captives = list(hand.captives)
    for clause in clauses:
        reader = Reader(clause, lang)
        if reader.keyword("any"):
            if not reader.done and reader.role("figure") is None and reader.role("unit") != "figure":
                reader.at = max(reader.at - 1, 1)
                reader.fail("figure", ("figure", "unit"))
            reader.end("comma")
            unchecked = True
            said.once("any", clause)
            continue
        if any(word.id("colour") for word in clause):
            captives += _captives(reader)
        elif reader.peek("unit") == "score":
            reader.role("unit")
            score = reader.number(-POINTS, POINTS)
            if score is None:
                reader.fail("number")
            said.once("score", clause)
        else:
            numbered = reader.next
            count = reader.number(-POINTS, POINTS)
            ident = _thing(reader, in_play, "figure", "unit", "kind", "name")
            if ident is None:
                reader.fail("possession", ("figure", "unit"))
            points = ident == "point" and count is not None
            if numbered is not None and count is not None and not points:
                in_range(numbered)
            if points:
                score = count
                said.once("score", clause)
            elif reader.keyword("aside"):
                aside[ident] = 1 if count is None else count
                said.once((ident, "aside"), clause)
            else:
                items = {} if items is None else items
                items[ident] = items.get(ident, 0) + (1 if count is None else count)
                carded = vocabulary().has("unit", ident) and CARDS in vocabulary().traits("unit", ident)
                named = reader.role("name") if carded else None
                if named is not None:
                    cards += [named] * min(1 if count is None else count, MOST)
                else:
                    said.once(ident, clause)
        reader.end("comma")
    return Hand(score, items, aside, unchecked, tuple(cards), tuple(captives), hand.span)


def _captives(reader: Reader) -> list[tuple[str, str, str]]:
    """``2 blue prisoners``, ``blue large meeple as prisoner``: figures of another player. Raises Mistake."""
    count, colour, figure, unit = reader.number(), "", "", ""
    while not reader.done:
        if reader.keyword("as") or (not colour and (colour := reader.role("colour") or "")):
            continue
        if not figure and (figure := reader.role("figure") or ""):
            continue
        if not unit and CAPTIVE in vocabulary().traits("unit", reader.peek("unit") or "tile"):
            unit = reader.role("unit") or ""
            continue
        break
    if not unit:
        reader.fail("possession", ("figure", "unit"))
    one = (unit, colour, figure or MEEPLE)
    return [one] * min(1 if count is None else count, MOST)


def read_stock(clauses: list[list[Word]], lang: str, in_play: Container[str] = ()) -> dict[str, int]:
    """What ``stock ...`` says: number of each token and of tiles. `in_play` are the expansions that are."""
    stock: dict[str, int] = {}
    said = Said()
    for clause in clauses:
        reader = Reader(clause, lang)
        count = reader.number()
        ident = _thing(reader, in_play, "unit", "figure", "kind", "name")
        if count is None or ident is None:
            reader.fail("stock", ("unit",))
        reader.end("comma")
        said.once(ident, clause)
        stock[ident] = count
    return stock


def read_rule_ids(
    clauses: list[list[Word]], lang: str, before: Iterable[str] = ()
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The ids behind ``because``, and the pairs of ``AM-25 over AM-24``; those named `before` are not named again.
    Raises Mistake.
    """
    ids: list[str] = []
    over: list[tuple[str, str]] = []
    said = Said((ident,) for ident in before)
    for clause in clauses:
        reader = Reader(clause, lang)
        while True:
            start = reader.at
            named = [_rule_id(reader)]
            if reader.keyword("over"):
                named.append(_rule_id(reader))
                over.append((named[0], named[1]))
            said.once(tuple(named), clause[start : reader.at])
            ids += named
            if not reader.keyword("and"):
                break
        reader.end("comma")
    return tuple(dict.fromkeys(ids)), tuple(over)


def _rule_id(reader: Reader) -> str:
    """The id of a rule, which comes next. Raises Mistake."""
    if reader.next is None:
        reader.fail("rule-id")
    word = reader.take(TEXT)
    ident = word.text.upper()
    if not is_rule(ident):
        raise Mistake(Problem("unknown-rule", word.span, {"word": word.text}), partial(nearest, ident))
    return ident
