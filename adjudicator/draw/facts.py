"""What a picture says in words: what is known of a feature, what a player holds, all of it for who cannot see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.binding.linked import NOBODY, Whose
from adjudicator.binding.reader import FigurePhrase
from adjudicator.draw.scene import Scene
from adjudicator.engine.sight import Standing
from adjudicator.model.position import Feature, Hand, Link, Occupant, Touch
from adjudicator.model.scenario import Ref
from adjudicator.report.position import numbered, supposed
from adjudicator.report.problems import message
from adjudicator.words.lexicon import fold
from adjudicator.words.say import Speech


def facts(feature: Feature, speech: Speech) -> list[str]:
    """What is known of a feature, fact by fact."""
    words = speech.lexicon
    gender = words.gender("kind", feature.kind)
    said = []
    if feature.complete is not None:
        said.append(words.say("flag", "complete" if feature.complete else "incomplete", 1, gender))
    if feature.tiles is not None:
        said.append(speech.count(feature.tiles, "", "tile"))
    said += [speech.count(number, "", mark) for mark, number in feature.marks.items() if number]
    for flag in sorted(feature.flags):
        if words.has("flag", flag):
            said.append(words.say("flag", flag, 1, gender))
        else:
            said.append(flag.replace("-", " "))
    if feature.touches is not None:
        cities = [touch.city or _counted_cities(touch, speech) for touch in feature.touches]
        joined = f" {speech.keyword('and')} ".join(cities) or speech.keyword("nothing")
        said.append(f"{words.say('effect', 'touches')} {joined}")
    return said


def _counted_cities(touch: Touch, speech: Speech) -> str:
    said = speech.count(touch.number, "", "city")
    if touch.complete is None:
        return said
    flag = "complete" if touch.complete else "incomplete"
    words = speech.lexicon
    return f"{said} ({words.say('flag', flag, touch.number, words.gender('kind', 'city'))})"


def feature_name(ident: str, speech: Speech) -> str:
    """What a feature is called: a name of the game in the reader's language, any other as it was given."""
    words = speech.lexicon
    return words.say("name", ident) if words.has("name", ident) else speech.feature(ident)


def holdings(hand: Hand, speech: Speech) -> list[str]:
    """What a player has off the board, thing by thing; the score is not among them."""
    said = [speech.count(number, "", ident) for ident, number in (hand.items or {}).items()]
    said += [f"{speech.count(number, '', ident)} {speech.keyword('aside')}" for ident, number in hand.aside.items()]
    said += [speech.lexicon.say("name", card) for card in hand.cards if speech.lexicon.has("name", card)]
    for captive in dict.fromkeys(hand.captives):
        said.append(speech.count(hand.captives.count(captive), captive[1], captive[2]))
    return said


def figure(one: Occupant, speech: Speech) -> str:
    """A figure with what it carries: "red meeple with 2 ghosts"."""
    said = speech.noun(one.figure, 1, one.owner)
    carried = [_mark(mark, number, speech) for mark, number in one.marks if number]
    return f"{said} ({', '.join(carried)})" if carried else said


def _mark(mark: str, number: int, speech: Speech) -> str:
    words = speech.lexicon
    if words.has("flag", mark):
        return words.say("flag", mark)
    if mark.startswith("as-"):
        return f"{speech.keyword('as')} {speech.word(mark[3:])}"
    return speech.count(number, "", mark)


def ties(link: Link, scene: Scene) -> list[str]:
    """The names of the told features that a link ties together, what it is about first."""
    known = {fold(feature.id): feature.id for feature in scene.features}
    whose = link.whose if isinstance(link.whose, Whose) else NOBODY
    names = [link.subject]
    for item in (whose.place, whose.figure, *link.items):
        place = item.place if isinstance(item, FigurePhrase) else item
        if isinstance(place, Ref):
            names.append(place.name)
    return list(dict.fromkeys(known[fold(name)] for name in names if fold(name) in known))


def counted(link: Link, speech: Speech) -> list[str]:
    """What a link tells by number: "around: 2 vineyards"."""
    found = [item for item in link.items if type(item) is tuple and len(item) == 2]
    said = [speech.count(number, "", ident) for number, ident in found]
    return [f"{speech.keyword(link.kind.replace('-', '_'))}: {one}" for one in said]


def caption(scene: Scene, speech: Speech) -> str:
    """The whole picture in words: every position that it shows, and what has to be known for it."""
    said = []
    for number, one in enumerate(scene.every, 1):
        if one.supposed:
            said.append(f"{supposition(one, (number, len(scene.every)), speech)}{speech.language.colon.rstrip()}")
        said += _sentences(one, speech)
    return " ".join([*said, *(message(problem, speech) for problem in scene.problems)])


def supposition(scene: Scene, place: tuple[int, int], speech: Speech) -> str:
    """Which of how many positions a scene shows, and what is supposed for it."""
    return f"{numbered(speech.label('picture'), place, speech)}, {supposed(scene.supposed, speech)}"


def _sentences(scene: Scene, speech: Speech) -> Iterator[str]:
    at = speech.keyword("at")
    if scene.tiles:
        tiles = [
            (f"{tile.lay.face.id}" + (f"@{90 * tile.lay.turns}" if tile.lay.turns else "") if tile.lay else "?")
            + f" {at} ({tile.cell[0]},{tile.cell[1]})"
            for tile in scene.tiles
        ]
        yield speech.label("picture-tiles", count=len(tiles), tiles=", ".join(tiles))
    if scene.standing:
        yield speech.label("picture-figures", figures=", ".join(_stands(scene.standing, scene, speech)))
    for feature in scene.features:
        said = [*facts(feature, speech), *(figure(one, speech) for one in feature.occupants)]
        yield f"{speech.noun(feature.kind)} {feature_name(feature.id, speech)}: {', '.join(said)}."
    for player, hand in scene.hands.items():
        said = holdings(hand, speech)
        if hand.score is not None:
            said.insert(0, speech.count(hand.score, "", "point"))
        if said:
            yield f"{speech.colour(player)}: {', '.join(said)}."


def _stands(standing: Iterable[Standing], scene: Scene, speech: Speech) -> Iterator[str]:
    names = _names(scene)
    for one in standing:
        where = f"({one.cell[0]},{one.cell[1]})"
        if one.corner:
            where = f"{speech.keyword('corner')} {where}"
        elif one.segment is not None and (one.cell, one.segment) in names:
            where = speech.feature(f"{names[one.cell, one.segment]} at {where}")
        else:
            where = f"{speech.keyword('at')} {where}"
        yield f"{figure(one.occupant, speech)} {speech.keyword('on')} {where}"


def _names(scene: Scene) -> Mapping[tuple[tuple[int, int], int], str]:
    return {
        (tile.cell, index): name
        for tile in scene.tiles
        if tile.lay is not None
        for index, name in enumerate(tile.lay.names)
    }
