"""A position in play written as a scenario of its own: what is played, what everybody holds, the table, who is next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.binding.board import SPANS
from adjudicator.binding.linked import Whose
from adjudicator.binding.reader import FigurePhrase
from adjudicator.binding.retold import retold
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.geometry.face import INSIDE, SIDES
from adjudicator.model.position import Cell, Feature, Hand, Occupant, Touch
from adjudicator.model.scenario import BOX, Scenario, Setup
from adjudicator.syntax.document import Document
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import fold, is_word
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay
    from adjudicator.play.after import Position, Positions, Supposed

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
    lines = [f"{speech.keyword('language')} {speech.lang}"] if speech.lang != fallback() and not below else []
    lines.append(f'{speech.keyword("game")} "{title}"')
    if said := supposed(position.supposed, speech):
        lines.append(f"# {said}")
    left = _left(state, scenario)
    again = retold(
        document, scenario, RETOLD, speech.lang, lambda name: _called(state, scenario, name), {*state.neutral, *left}
    )
    lines += _header(scenario.setup, speech)
    lines += [line for form, line in again if form == "tile"]
    for player, hand in state.hands.items():
        lines += _holds(player, hand, speech)
    boxes = {unit: number for unit, number in scenario.stock.items() if unit == BOX}
    if state.stock or boxes:
        lines.append(f"{speech.keyword('stock')} " + ", ".join(_listed({**state.stock, **boxes}, speech)))
    if state.has_board:
        lines += _board(state, speech)
        lines += [line for form, line in again if form == "named"]
        lines += _laid_on(state, speech)
    for number, feature in enumerate(state.features.values(), 1):
        if ON_BOARD in feature.id and state.cells_over(feature.id):
            under = state.part(state.segment_of(feature.id))
            feature = feature._replace(id=f"{speech.noun(feature.kind).replace(' ', '-')}-{number}")
            lines.append(f"{speech.keyword('named')} {feature.id} = {speech.feature(under.name)}")
            if under.kind == feature.kind:
                feature = feature._replace(tiles=None, complete=None)  # the tiles show it
        lines.append(_feature_line(feature, speech))
        lines += [f"  {_stood(owner, figures, speech)}" for owner, figures in _by_owner(feature.occupants)]
    lines += [line for form, line in again if form in ("near", "same_tile")]
    for figure in left:
        if figure not in state.neutral:  # somewhere, and nobody said where
            lines.append(f"{speech.keyword('same_tile')}{speech.language.colon}{speech.noun(figure)}")
    for figure, (x, y) in state.neutral.items():
        same = f"{speech.keyword('same_tile')}{speech.language.colon}{speech.noun(figure)}"
        lines.append(f"{same} {speech.keyword('at')} ({x},{y})")
    if coming:
        lines.append(f"# {speech.label('plays-next', player=speech.items(coming))}")
    return "\n".join(lines)


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


def _header(setup: Setup, speech: Speech) -> list[str]:
    """Expansions, edition, rules, players."""
    lexicon = speech.lexicon
    lines = []
    used = [lexicon.expansion_word(ident) for ident in sorted(setup.expansions - set(vocabulary().always()))]
    if used:
        lines.append(f"{speech.keyword('use')} {', '.join(used)}")
    if setup.edition != EDITION:
        lines.append(f"{speech.keyword('edition')} {setup.edition}")
    lines += [f"{speech.keyword('rule')} {name} {value}" for name, value in setup.options.items()]
    if setup.ordered:
        names = setup.names
        players = [speech.colour(c) + (f' "{names[c]}"' if c in names else "") for c in setup.players]
        lines.append(f"{speech.keyword('players')} {', '.join(players)}")
    return lines


def _holds(player: str, hand: Hand, speech: Speech) -> list[str]:
    """What a player has off the board, as far as it is known."""
    held = [speech.count(hand.score or 0, "", "point")]
    items = dict(hand.items or {})
    for card in hand.cards:
        unit = _unit_of(card, items)
        items[unit] = items.get(unit, 0) - 1
        held.append(f"{speech.noun(unit)} {speech.lexicon.say('name', card)}")
    units = {_unit_of(card, items) for card in hand.cards}
    held += _listed({ident: number for ident, number in items.items() if number or ident not in units}, speech)
    aside = speech.keyword("aside")
    held += [f"{said} {aside}" for said in _listed(hand.aside, speech)]
    for unit, colour, figure in dict.fromkeys(hand.captives):
        number = hand.captives.count((unit, colour, figure))
        plain = figure == MEEPLE
        said = speech.count(number, colour, unit if plain else figure)
        held.append(said if plain else f"{said} {speech.keyword('as')} {speech.noun(unit)}")
    if hand.unchecked:
        held.append(f"{speech.keyword('any')} {speech.lexicon.say('unit', 'figure', 2)}")
    return [f"{speech.colour(player)} {speech.keyword('has')} {', '.join(held)}"]


def _unit_of(card: str, items: Mapping[str, int]) -> str:
    """What a named card is counted as: the unit of its own expansion."""
    words = vocabulary()
    owner = words.owner("name", card)
    return next(ident for ident in items if words.has("unit", ident) and words.owner("unit", ident) == owner)


def _listed(items: Mapping[str, int], speech: Speech) -> list[str]:
    return [speech.count(number, "", ident) for ident, number in items.items()]


def _board(state: State, speech: Speech) -> list[str]:
    """The tiles and who stands on them."""
    lines = [speech.keyword("board") + (f", {speech.keyword('part')}" if state.part_shown else "")]
    at_corners: list[str] = []
    stands: dict[Cell, list[str]] = {}
    played = game(state.setup.expansions)
    for part, one in state.figures_on_tiles():
        said = _stood(one.owner, [one._replace(cell=None)], speech)
        if played.figure(one.figure).corner and one.cell is not None:
            at_corners += [f"  {speech.keyword('corner')} ({one.cell[0]},{one.cell[1]})", f"    {said}"]
            continue
        place = whole = speech.feature(part.name)
        place = place.rpartition(f" {speech.keyword('at')} ")[0]
        if place.split()[-1] in INSIDE:  # a numeral is no name only where its square follows
            place = whole
        if part.cell is not None:
            stands.setdefault(part.cell, []).append(f"    {said} {speech.keyword('on')} {place}")
    for x, y in (tile.cell for tile in state.all_tiles() if tile.cell is not None):
        lay = state.lay((x, y))
        if lay is None:
            lines.append(f"  {speech.keyword('tiles_at')} ({x},{y})")
        else:
            over = "".join(_over(lay, speech))
            lines.append(f"  ({x},{y}) {lay.face.id}" + (f"@{90 * lay.turns}" if lay.turns else "") + over)
            lines += stands.get((x, y), [])
    return lines + at_corners


def _laid_on(state: State, speech: Speech) -> list[str]:
    """What players have put on features of the board besides figures; one without a name gets one."""
    lines: list[str] = []
    number = 0
    for part, laid in state.marks_on_tiles():
        ident = part.feature
        noun = speech.noun(state.feature(ident).kind)
        name = ident
        while ON_BOARD in name or (name != ident and state.known_name(name) is not None):
            number += 1
            name = f"{noun}-{number}"
        if name != ident:
            lines.append(f"{speech.keyword('named')} {name} = {speech.feature(ident)}")
        lines.append(f"{noun} {_name(name)}{speech.language.colon}{', '.join(_listed(laid, speech))}")
    return lines


def _over(lay: Lay, speech: Speech) -> Iterator[str]:
    """What was built over a tile from side to side."""
    for segment in lay.segments:
        for mark in segment.marks:
            if vocabulary().has("unit", mark) and SPANS in vocabulary().traits("unit", mark):
                side = speech.lexicon.say("side", SIDES[segment.sides[0]])
                yield f" {speech.keyword('with')} {speech.noun(mark)} {side}"


def _by_owner(figures: Iterable[Occupant]) -> list[tuple[str, list[Occupant]]]:
    found: dict[str, list[Occupant]] = {}
    for one in figures:
        found.setdefault(one.owner, []).append(one)
    return list(found.items())


def _stood(owner: str, figures: Iterable[Occupant], speech: Speech) -> str:
    return f"{speech.colour(owner)}{speech.language.colon}{', '.join(_figure(one, speech) for one in figures)}"


def _figure(one: Occupant, speech: Speech) -> str:
    """A figure with its states, what it carries, its name and its square."""
    lexicon, role = speech.lexicon, speech.keyword
    states, behind, carried = [], [], []
    for mark, number in one.marks:
        if lexicon.has("flag", mark):
            states.append(lexicon.say("flag", mark, 1, lexicon.gender("figure", one.figure)))
        elif mark.startswith("as-") and lexicon.has("figure", mark[3:]):
            behind.append(f"{role('as')} {lexicon.say('figure', mark[3:])}")
        elif any(lexicon.has(kind, mark) for kind in ("unit", "figure", "name")):
            carried.append(speech.count(number, "", mark))
    said = [speech.ordered({"noun": speech.noun(one.figure), "states": " ".join(states)})]
    if carried:
        said.append(f"{role('with')} " + f" {role('and')} ".join(carried))
    said += behind
    if one.label:
        said.append(f"{role('called')} {_name(one.label)}")
    if one.cell is not None:
        said.append(f"{role('at')} ({one.cell[0]},{one.cell[1]})")
    return " ".join(said)


def _feature_line(feature: Feature, speech: Speech) -> str:
    """A feature of a sketch with all its facts."""
    lexicon = speech.lexicon
    facts = []
    if feature.complete is not None:
        facts.append(speech.stated("kind", feature.kind, 1, "complete" if feature.complete else "incomplete"))
    if feature.tiles is not None:
        facts.append(speech.count(feature.tiles, "", "tile"))
    facts += [speech.count(number, "", mark) for mark, number in feature.marks.items() if number]
    for flag in sorted(feature.flags):
        if flag.startswith(OPEN_ONLY):
            facts.append(f"{speech.keyword('open_only_to')} {_name(flag[len(OPEN_ONLY) :])}")
        elif lexicon.has("flag", flag):
            facts.append(speech.stated("kind", feature.kind, 1, flag))
        else:
            unit, _, side = flag.rpartition("-")
            where = f" {lexicon.say('side', side)}" if lexicon.has("side", side) else ""
            facts.append(f"{speech.keyword('on')} {lexicon.say('unit', unit if where else flag)}{where}")
    if feature.touches is not None:
        cities = [_name(touch.city) if touch.city else _counted_cities(touch, speech) for touch in feature.touches]
        named = f" {speech.keyword('and')} ".join(cities) or speech.keyword("nothing")
        facts.append(f"{lexicon.say('effect', 'touches')} {named}")
    said = f"{lexicon.say('kind', feature.kind)} {_name(feature.id)}"
    return f"{said}{speech.language.colon}{', '.join(facts)}" if facts else said


def _counted_cities(touch: Touch, speech: Speech) -> str:
    """Cities that are only counted: "2 complete cities"."""
    cities = speech.noun("city", touch.number)
    if touch.complete is None:
        return f"{touch.number} {cities}"
    flag = "complete" if touch.complete else "incomplete"
    state = speech.lexicon.say("flag", flag, touch.number, speech.lexicon.gender("kind", "city"))
    return speech.ordered({"number": str(touch.number), "states": state, "noun": cities})


def _name(ident: str) -> str:
    """The name of a feature as it must be typed."""
    return f'"{ident}"' if " " in ident or is_word(ident) else ident
