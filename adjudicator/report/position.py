"""A position in play written as a scenario of its own: what is played, what everybody holds, the table, who is next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.binding.board import SPANS
from adjudicator.binding.linked import Whose
from adjudicator.binding.reader import FigurePhrase
from adjudicator.binding.retold import retold
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.geometry.face import SIDES
from adjudicator.model.position import Cell, Feature, Hand, Occupant, Touch
from adjudicator.model.scenario import BOX, Scenario, Setup
from adjudicator.rulebook.loader import options
from adjudicator.syntax.document import Document
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import fold
from adjudicator.words.say import Speech
from adjudicator.words.saying import (
    COMMA,
    about,
    carrying,
    feature,
    flag,
    joined,
    naming,
    own,
    place,
    player,
    said,
    square,
    string,
    text,
    things,
    tile,
    word,
)
from adjudicator.words.tokens import Noun, Said, Token
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay
    from adjudicator.play.after import Position, Positions, Supposed

Line = tuple[int, list[Said]]
"""How deep a line stands, and what it says."""

EDITION = Setup().edition
"""What is played where no edition is said."""
MEEPLE = "meeple"
OPEN_ONLY = "open-only-to "
RETOLD = ("tile", "named", "near", "same_tile")
"""Statements of the record that still hold and that no position tells by itself."""


def every(found: Positions, scenario: Scenario, number: int, document: Document, speech: Speech) -> list[str]:
    """The texts of all positions that may stand at the end of turn `number`, each by itself."""
    several = len(found.possible)
    return [
        written(position, scenario, number, document, speech, (place, several))
        for place, position in enumerate(found.possible, 1)
    ]


def title_of(number: int, speech: Speech, place: tuple[int, int] = (1, 1), label: str = "position-after") -> str:
    """What the position after a turn is called: `place` is which of how many that are possible it is."""
    return numbered(speech.label(label, number=number), place, speech)


def numbered(text: str, place: tuple[int, int], speech: Speech) -> str:
    """`text` with which of how many that are possible it is about, where there are several."""
    return text if place[1] == 1 else speech.label("of-several", text=text, number=place[0], count=place[1])


def supposed(ways: Iterable[Supposed], speech: Speech) -> str:
    """What a position supposes that may stand there in these ways, "" for the only one."""
    several = []
    for way in ways:
        said = [speech.label("supposed-figures", figures=speech.items(way.figures))] if way.figures else []
        said += [speech.label("supposed-rules", rules=", ".join(way.rules))] if way.rules else []
        several.append(", ".join(said))
    return f" {speech.keyword('or')} ".join(several)


def written(position: Position, scenario: Scenario, number: int, document: Document, speech: Speech,
            place: tuple[int, int] = (1, 1), below: bool = False) -> str:  # fmt: skip
    """What a scenario would say of a position at the end of turn `number` of the game `scenario`: played on from there,
    the game goes as it would have gone.

    `document` is the text of the record, `place` which of how many possible positions it is; `below` other text it
    does not say again what language it is in.
    """
    state, coming = position.state, position.coming
    title = title_of(number, speech, place)
    title = f"{scenario.title}: {title[0].lower()}{title[1:]}" if scenario.title else title
    printer = speech.printer
    left = _left(state, scenario)
    again = retold(
        document, scenario, RETOLD, speech.lang, lambda name: _called(state, scenario, name), {*state.neutral, *left}
    )

    def told(*forms: str) -> list[str]:
        return [line for form, line in again if form in forms]

    lines = [printer.line(said("language", text(speech.lang)))] if speech.lang != fallback() and not below else []
    lines.append(printer.line(said("game", string(title))))
    if ways := supposed(position.supposed, speech):
        lines.append(f"# {ways}")
    lines += printed(header_lines(scenario.setup), speech)
    lines += [*printed(_agreed(position.supposed, scenario.setup), speech), *told("tile")]
    lines += printed((hand_line(player, hand) for player, hand in state.hands.items()), speech)
    boxes = {unit: number for unit, number in scenario.stock.items() if unit == BOX}
    if state.stock or boxes:
        lines += printed([(0, said("stock", joined(_listed({**state.stock, **boxes}))))], speech)
    if state.has_board:
        lines += [*printed(board_lines(state), speech), *told("named"), *printed(_laid_on(state, speech), speech)]
    lines += [*printed(_features(state, speech), speech), *told("near", "same_tile")]
    lines += printed(_neutral(state, left), speech)
    if coming:
        lines.append(f"# {speech.label('plays-next', player=', '.join(map(speech.item, coming)))}")
    return "\n".join(lines)


def _neutral(state: State, left: Iterable[str]) -> Iterator[Line]:
    """Where the figures of nobody are: somewhere, where nobody said where."""
    for figure in left:
        if figure not in state.neutral:
            yield 0, about(said("same_tile"), [[things(figure)]])
    for figure, cell in state.neutral.items():
        yield 0, about(said("same_tile"), [said(things(figure), "at", square(*cell))])


def printed(lines: Iterable[Line], speech: Speech) -> list[str]:
    """Lines as they are typed in the language of `speech`."""
    return [f"{'  ' * depth}{speech.printer.line(pieces)}" for depth, pieces in lines]


def _left(state: State, scenario: Scenario) -> list[str]:
    """The figures of nobody of which the record told where they are, and which have gone from there since."""
    found: dict[str, None] = {}
    for link in scenario.links:
        if not any(link is line.link for line in state.sketch_lines):
            whose = link.whose.figure if isinstance(link.whose, Whose) else None
            named = [item.figure for item in (whose, *link.items) if isinstance(item, FigurePhrase)]
            found.update((one, None) for one in named if one and "neutral" in vocabulary().figure_traits(one))
    return [*found]


def _called(state: State, scenario: Scenario, name: str) -> str | None:
    """How a feature that the record named is called now; None where it has gone."""
    if fold(name) in {fold(one) for one in scenario.tiles}:
        return name
    known = state.known_name(name)
    return known if known is None or fold(known) != fold(name) else name


def header_lines(setup: Setup) -> Iterator[Line]:
    """Expansions, edition, rules, players."""
    used = sorted(setup.expansions - set(vocabulary().always()))
    if used:
        yield 0, said("use", joined([Token("expansion", ident)] for ident in used))
    if setup.edition != EDITION:
        yield 0, said("edition", text(setup.edition))
    for name, value in setup.options.items():
        yield 0, said("rule", text(name), text(str(value)))
    if setup.ordered:
        names = setup.names
        yield (
            0,
            said("players", joined(said(player(c), [string(names[c])] if c in names else []) for c in setup.players)),
        )


def _agreed(ways: Sequence[Supposed], setup: Setup) -> Iterator[Line]:
    """The switches that hold a position to what it supposes where the rules leave something open."""
    taken = [reading for way in ways for reading in way.readings] if len(ways) == 1 else []
    for point, reading in taken[0] if taken else ():
        if point in options() and point not in setup.options and all((point, reading) in one for one in taken):
            choices = [(one.id, one.option) for one in options()[point] if one.option is not None]
            rules = [ident for ident, choice in choices if choice.value == reading]
            if len(rules) == 1:
                yield 0, said("rule", text(rules[0]))
            elif any(reading in choice.values for _, choice in choices):  # both readings rest on the same rules
                yield 0, said("rule", text(point), text(reading))


def hand_line(who: str, hand: Hand) -> Line:
    """What a player has off the board, as far as it is known."""
    held: list[list[Said]] = [[things("point", hand.score or 0)]]
    items = dict(hand.items or {})
    for card in hand.cards:
        unit = _unit_of(card, items)
        items[unit] = items.get(unit, 0) - 1
        held.append([things(unit), word(card, "name")])
    units = {_unit_of(card, items) for card in hand.cards}
    held += _listed({ident: number for ident, number in items.items() if number or ident not in units})
    held += [said(one, "aside") for one in _listed(hand.aside)]
    for unit, colour, figure in dict.fromkeys(hand.captives):
        number = hand.captives.count((unit, colour, figure))
        plain = figure == MEEPLE
        one = things(unit if plain else figure, number, colour)
        held.append([one] if plain else said(one, "as", things(unit)))
    if hand.unchecked:
        held.append(said("any", Noun("unit", "figure", "", "", (), True)))
    return 0, said(player(who), "has", joined(held))


def _unit_of(card: str, items: Mapping[str, int]) -> str:
    """What a named card is counted as: the unit of its own expansion."""
    words = vocabulary()
    owner = words.owner("name", card)
    return next(ident for ident in items if words.has("unit", ident) and words.owner("unit", ident) == owner)


def _listed(items: Mapping[str, int]) -> list[list[Said]]:
    return [[things(ident, number)] for ident, number in items.items()]


def board_lines(state: State) -> Iterator[Line]:
    """The tiles and who stands on them."""
    yield 0, said("board", COMMA, "part") if state.part_shown else said("board")
    at_corners: list[Line] = []
    stands: dict[Cell, list[Line]] = {}
    played = game(state.setup.expansions)
    for part, one in state.figures_on_tiles():
        figure = figures_line(one.owner, [one._replace(cell=None)])
        if played.figure(one.figure).corner and one.cell is not None:
            at_corners += [(1, said("corner", square(*one.cell))), (2, figure)]
            continue
        where = place(part.name, whole=False)
        if where[-1].role == "text":  # a numeral is no name only where its square follows
            where = place(part.name)
        if part.cell is not None:
            stands.setdefault(part.cell, []).append((2, said(figure, "on", where)))
    for x, y in (one.cell for one in state.all_tiles() if one.cell is not None):
        lay = state.lay((x, y))
        if lay is None:
            yield 1, said("tiles_at", square(x, y))
        else:
            yield 1, said(square(x, y), tile(lay.face.id, lay.turns), *spans(lay))
            yield from stands.get((x, y), ())
    yield from at_corners


def _laid_on(state: State, speech: Speech) -> Iterator[Line]:
    """What players have put on features of the board besides figures; one without a name gets one."""
    number = 0
    for part, laid in state.marks_on_tiles():
        ident = part.feature
        kind = state.feature(ident).kind
        name = ident
        while ON_BOARD in name or (name != ident and state.known_name(name) is not None):
            number += 1
            name = f"{speech.noun(kind)}-{number}"
        if name != ident:
            yield 0, naming(name, ident)
        yield 0, about(feature(kind, name), _listed(laid))


def spans(lay: Lay) -> Iterator[list[Said]]:
    """What was built over a tile from side to side."""
    for segment in lay.segments:
        for mark in segment.marks:
            if vocabulary().has("unit", mark) and SPANS in vocabulary().traits("unit", mark):
                yield said("with", things(mark), word(SIDES[segment.sides[0]], "side"))


def by_owner(figures: Iterable[Occupant]) -> list[tuple[str, list[Occupant]]]:
    """Figures by the players who own them, in the order in which these come."""
    found: dict[str, list[Occupant]] = {}
    for one in figures:
        found.setdefault(one.owner, []).append(one)
    return list(found.items())


def figures_line(owner: str, figures: Iterable[Occupant]) -> list[Said]:
    """Whose figures stand somewhere: ``red: 2 meeples``."""
    return about([player(owner)], [_figure(one) for one in figures])


def _figure(one: Occupant) -> list[Said]:
    """A figure with its states, what it carries, its name and its square."""
    figure = carrying(things(one.figure), ((mark, number) for mark, number in one.marks if _is_said(mark)))
    if one.label:
        figure += said("called", own(one.label))
    return figure if one.cell is None else said(figure, "at", square(*one.cell))


def _is_said(mark: str) -> bool:
    """Whether a line tells what a figure bears; the rest is known to the rules alone."""
    return mark.startswith("as-") or any(vocabulary().has(role, mark) for role in ("flag", "unit", "figure", "name"))


def _features(state: State, speech: Speech) -> Iterator[Line]:
    """The features of a sketch with all their facts, and who stands there."""
    for number, one in enumerate(state.features.values(), 1):
        if ON_BOARD in one.id and state.cells_over(one.id):
            under = state.part(state.segment_of(one.id))
            one = one._replace(id=f"{speech.noun(one.kind).replace(' ', '-')}-{number}")
            yield 0, naming(one.id, under.name)
            if under.kind == one.kind:
                one = one._replace(tiles=None, complete=None)  # the tiles show it
        yield 0, about(feature(one.kind, one.id), facts_of(one))
        for owner, figures in by_owner(one.occupants):
            yield 1, figures_line(owner, figures)


def facts_of(one: Feature) -> list[list[Said]]:
    """What a line says of a feature."""
    facts: list[list[Said]] = []
    if one.complete is not None:
        facts.append([flag("complete" if one.complete else "incomplete", "kind", one.kind)])
    if one.tiles is not None:
        facts.append([things("tile", one.tiles)])
    facts += _listed({mark: number for mark, number in one.marks.items() if number})
    for state in sorted(one.flags):
        if state.startswith(OPEN_ONLY):
            facts.append(said("open_only_to", own(state[len(OPEN_ONLY) :])))
        elif vocabulary().has("flag", state):
            facts.append([flag(state, "kind", one.kind)])
        else:
            unit, _, side = state.rpartition("-")
            at_side = vocabulary().has("side", side)
            facts.append(said("on", word(unit if at_side else state, "unit"), [word(side, "side")] if at_side else []))
    if one.touches is not None:
        cities = joined(map(_touched, one.touches), Token("keyword", "and"))
        facts.append(said(word("touches", "effect"), cities or "nothing"))
    return facts


def _touched(touch: Touch) -> list[Said]:
    """A city that touches a feature, or cities that are only counted: "2 complete cities"."""
    if touch.city:
        return [own(touch.city)]
    states = () if touch.complete is None else ("complete" if touch.complete else "incomplete",)
    return [things("city", touch.number, states=states)]
