"""A position in play written as a scenario: the tiles and figures of a board, or the occupied features of a sketch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.state import State, stands_of
from adjudicator.model.position import Feature, Hand, Occupant, Touch
from adjudicator.words.lexicon import is_word
from adjudicator.words.say import Speech


def written(state: State, speech: Speech) -> str:
    """What a scenario would say of the position: scores, then the board or the features that bear figures."""
    lines = [_holds(player, hand, speech) for player, hand in state.hands.items()]
    if state.stock:
        lines.append(f"{speech.keyword('stock')} " + _listed(state.stock, speech))
    ground = state.ground
    if ground is not None:
        lines.append(speech.keyword("board") + (f", {speech.keyword('part')}" if ground.partial else ""))
        for x, y in ground.squares():
            lay = ground.lay(x, y)
            if lay is None:
                lines.append(f"  {speech.keyword('tiles_at')} ({x},{y})")
            else:
                lines.append(f"  ({x},{y}) {lay.face.id}" + (f"@{90 * lay.turns}" if lay.turns else ""))
        for segment, stood in stands_of(state).items():
            lines += _on_tile(ground.label(segment), ground.cell(segment), stood, speech)
    for feature in state.features.values():
        if feature.occupants:
            lines.append(_told(feature, speech))
            lines += [f"  {_stood(owner, figures, speech)}" for owner, figures in _by_owner(feature.occupants)]
    return "\n".join(lines)


def _holds(player: str, hand: Hand, speech: Speech) -> str:
    """What a player has off the board, as far as it is known."""
    held = [speech.count(hand.score or 0, "", "point")]
    if hand.items:
        held.append(_listed(hand.items, speech))
    return f"{speech.colour(player)} {speech.keyword('has')} {', '.join(held)}"


def _listed(items: Mapping[str, int], speech: Speech) -> str:
    return ", ".join(speech.count(number, "", ident) for ident, number in items.items())


def _on_tile(label: str, cell: tuple[int, int], stood: Iterable[Occupant], speech: Speech) -> list[str]:
    """The lines for the figures on one place of a tile; one that stands where tiles meet is told by its corner."""
    place = speech.feature(label).rpartition(f" {speech.keyword('at')} ")[0]
    lines = []
    for one in stood:
        said = _stood(one.owner, [one], speech)
        if one.cell is not None and one.cell != cell:
            lines += [f"  {speech.keyword('corner')} ({one.cell[0]},{one.cell[1]})", f"    {said}"]
        else:
            lines.append(f"  ({cell[0]},{cell[1]}) {said} {speech.keyword('on')} {place}")
    return lines


def _by_owner(figures: Iterable[Occupant]) -> list[tuple[str, list[Occupant]]]:
    found: dict[str, list[Occupant]] = {}
    for one in figures:
        found.setdefault(one.owner, []).append(one)
    return list(found.items())


def _stood(owner: str, figures: Iterable[Occupant], speech: Speech) -> str:
    colon = " : " if speech.lang == "fr" else ": "
    said = []
    for one in figures:
        carried = ", ".join(speech.count(number, "", mark) for mark, number in one.marks)
        said.append(speech.noun(one.figure) + (f" {speech.keyword('with')} {carried}" if carried else ""))
    return f"{speech.colour(owner)}{colon}{', '.join(said)}"


def _told(feature: Feature, speech: Speech) -> str:
    lexicon = speech.lexicon
    facts = []
    if feature.complete is not None:
        flag = "complete" if feature.complete else "incomplete"
        facts.append(lexicon.say("flag", flag, 1, lexicon.gender("kind", feature.kind)))
    if feature.tiles is not None:
        facts.append(speech.count(feature.tiles, "", "tile"))
    facts += [speech.count(number, "", mark) for mark, number in feature.marks.items() if number]
    if feature.touches:
        cities = [_name(touch.city) if touch.city else _unnamed(touch, speech) for touch in feature.touches]
        facts.append(f"{lexicon.say('effect', 'touches')} " + f" {speech.keyword('and')} ".join(cities))
    colon = " : " if speech.lang == "fr" else ": "
    return f"{lexicon.say('kind', feature.kind)} {_name(feature.id)}" + (colon + ", ".join(facts) if facts else "")


def _unnamed(touch: Touch, speech: Speech) -> str:
    """Cities that are only counted: "2 complete cities"."""
    cities = speech.noun("city", touch.number)
    if touch.complete is None:
        return f"{touch.number} {cities}"
    lexicon = speech.lexicon
    flag = "complete" if touch.complete else "incomplete"
    state = lexicon.say("flag", flag, touch.number, lexicon.gender("kind", "city"))
    return f"{touch.number} {cities} {state}" if speech.lang == "fr" else f"{touch.number} {state} {cities}"


def _name(ident: str) -> str:
    """The name of a feature as it must be typed."""
    return f'"{ident}"' if " " in ident or is_word(ident) else ident
