"""Questions about moves: may red, must red, where may red, which may red."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial

from adjudicator.binding import forms
from adjudicator.binding.arguments import Args
from adjudicator.binding.called import spellings
from adjudicator.binding.clause import ids_in, names_given, own_names
from adjudicator.binding.items import Mention, in_position, read_wanted
from adjudicator.binding.reader import FigurePhrase, LeftOut, Mistake, unknown_name
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Action, AnyVerb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.matching import mentions
from adjudicator.engine.pointing import suppose_nobody
from adjudicator.engine.rulings import ruling
from adjudicator.engine.turn import Turn
from adjudicator.errors import Problem
from adjudicator.geometry.face import INSIDE
from adjudicator.model.ruling import Finding, Item, Ruling, Verdict
from adjudicator.model.scenario import Ask, Move, Ref
from adjudicator.play.standing import OF_STANDING, known_to_stand, somewhere
from adjudicator.play.turns import said_by, settle_before
from adjudicator.words.fold import fold
from adjudicator.words.vocabulary import vocabulary


def answer_moves(case: Case, ask: Ask) -> Ruling:
    """The ruling on a ``may``, ``must``, ``where`` or ``which`` question. Raises Mistake, Undetermined.

    Once the game is over nothing may be done any more but what belongs to the final scoring.
    """
    verbs = (case.game.verb(move.verb, move, _called(case, move)) for move in ask.moves if case.state.finished)
    if any(verb is not None and not verb.at_end for verb in verbs):
        only_question(case, ask, frozenset())
        case.find(case.game.rule("end"), "nothing-after-the-end", False)
        return ruling(case, ask.topic, "no" if ask.topic in ("may", "must") else "options")
    if ask.topic == "may":
        return _may(case, ask)
    if ask.topic == "must":
        return _must(case, ask)
    return _choices(case, ask)


def verb_of(case: Case, move: Move) -> AnyVerb:
    """What answers for the verb. Raises Undetermined where its expansion has no code, Mistake where it is no move."""
    found = case.game.verb(move.verb, move, _called(case, move))
    if found is None and not any(ids_in(move, "figure")):  # a verb of certain figures only
        found = next(case.game.elsewhere(move.verb, move), None)
    return _verb_in_play(case, move, found)


def tried(case: Case, move: Move) -> tuple[AnyVerb, Action[object], list[Finding]]:
    """What answers for a move, the move as that reads it, and the conditions for it.

    Where they fail and another expansion lists the same move under its own conditions, that one answers. Raises
    Mistake, Undetermined.
    """
    verb = verb_of(case, move)
    action = read(case, verb, move)
    conditions = verb.check(case, action)
    if all(condition.holds for condition in conditions):
        return verb, action, conditions
    for other in case.game.also(move.verb, move, _called(case, move)):
        if _lists(case.apart(), other, move):
            action = read(case, other, move)
            return other, action, other.check(case, action)
    return verb, action, conditions


def _lists(case: Case, verb: AnyVerb, move: Move) -> bool:
    """Whether a verb lists a move as one that may be made now."""
    try:
        item = read(case, verb, move).item
        offered = verb.choices(case, move.player, move) if verb.choices is not None else ()
        return any(one.item == item and all(c.holds for c in verb.check(case, one)) for one in offered)
    except (Mistake, Undetermined):
        return False


def _called(case: Case, move: Move) -> list[str]:
    """The figures that a move names by what they are called."""
    state = case.state
    strange = (name for name in own_names(move) if state.known_name(name) is None)
    return [one.figure for name in strange if (one := state.figure_called(name)) is not None]


def plain_verb_of(case: Case, move: Move) -> AnyVerb:
    """What answers for the verb itself, whatever the move names. Raises Undetermined and Mistake as `verb_of`."""
    return _verb_in_play(case, move, case.game.verb(move.verb))


def _verb_in_play(case: Case, move: Move, verb: AnyVerb | None) -> AnyVerb:
    if verb is None:
        forms.of_move(move, case.lang, partial=True)  # a word that says nothing is refused, whoever plays the verb
        for figure in ids_in(move, "figure"):
            if case.game.owner("figure", figure) not in case.game.ids:
                lack_code(case, "figure", figure)
        owner = case.game.owner("verb", move.verb)
        if not owner or owner in case.game.ids:
            raise Mistake(Problem("no-such-move", move.span, {"word": Item.noun("verb", move.verb)}))
        _only_names(case, names_given(move))
        lack_code(case, "verb", move.verb)
    return verb


def _may(case: Case, ask: Ask) -> Ruling:
    """Tries the moves one after the other on a copy; yes when every condition of each holds."""
    case = case.on(case.state.copy(tiles=True))
    subject: list[Item] = []
    for at, move in enumerate(ask.moves):
        settle_before(case, move.player, *said_by(move))
        try:
            if said := said_of(case, move):
                case.note(*said)
                allowed = all(finding.holds for finding in said)
                return ruling(case, "may", "yes" if allowed else "no", (Item.word(move.verb),))
            verb, action, conditions = tried(case, move)
        except LeftOut as left_out:
            if len(ask.moves) > 1 or move.effects:
                raise
            return _may_any(case, ask, left_out)
        subject.append(action.item)
        case.note(*conditions)
        if not all(c.holds for c in conditions):
            if sum(not c.holds for c in conditions) == 1:
                known_to_stand(case, move)
            no_stray_effects(move, case.lang)
            return ruling(case, "may", "no", tuple(subject))
        if move.effects or at + 1 < len(ask.moves):
            if case.state.turn is None:
                case.state.turn = Turn(ask.player)
            verb.apply(case, action)
            no_stray_effects(move, case.lang)
            case.remember(action.does())
    return ruling(case, "may", "yes", tuple(subject))


def _may_any(case: Case, ask: Ask, left_out: LeftOut) -> Ruling:
    """Whether a move can be made that leaves open with which figure, to which place: the list of them has one.

    Raises Mistake, that of what is `left_out` where there is no such list, and Undetermined.
    """
    verb = verb_of(case, ask.moves[0])
    if verb.choices is None:
        raise left_out
    listed = _choices(case, ask._replace(topic="where"))
    verdict: Verdict = "yes" if listed.options else "no"
    return listed._replace(topic="may", subject=(Item.word(ask.moves[0].verb),), verdict=verdict, options=())


def said_of(case: Case, move: Move) -> list[Finding]:
    """What rules say of a move with words of other expansions: one that does not hold forbids it. Nothing of a move
    with more figures than it may have: whoever reads it refuses that.
    """
    found = [said for saying in case.game.tells.sayings if (said := saying(case, move)) is not None]
    if not found or _several(forms.of_move(move, case.lang)):
        return []
    no_strays(case, move)
    return found


def _several(said: forms.Match | None) -> bool:
    """Whether a move names several figures where a rule has it that there is one."""
    return any(
        isinstance(slot.value, FigurePhrase) and slot.value.number != 1 and "several" in slot.piece.allowed
        for slot in (said.slots if said is not None else ())
    )


def read(case: Case, verb: AnyVerb, move: Move) -> Action[object]:
    """The move, read by the verb. Raises Mistake, also for what is no word and no name and was passed over."""
    action = verb.read(case, move)
    no_strays(case, move)
    return action


def no_strays(case: Case, move: Move) -> None:
    """Refuses a word that has no place in a form of the move, and what is no name: a rule may answer without having
    read it. Raises Mistake.
    """
    _only_names(case, names_given(move))
    for ref in case.args(move).all_places():
        if ref.cell is not None and case.state.tile(case.state.square(ref.cell, ref.span)) is None:
            square = f"({ref.cell[0]},{ref.cell[1]})"
            raise Mistake(Problem("no-tile-there", ref.span, {"square": square}))


def no_stray_effects(move: Move, lang: str) -> None:
    """Refuses a word that says nothing in what a sketched tile does. Raises Mistake."""
    for effect in move.effects:
        forms.of_effect(effect, lang)


def only_words(move: Move, lang: str) -> None:
    """Refuses a word that has no place in a form of a move that cannot be made yet. Raises Mistake."""
    forms.of_move(move, lang)
    no_stray_effects(move, lang)


def only_question(case: Case, ask: Ask, named: AbstractSet[str]) -> None:
    """Refuses a word that has no place in a question that cannot be answered yet, and a name that neither the position
    nor a move in front of it has `named`. Raises Mistake.
    """
    for move in ask.moves:
        partial = ask.topic not in ("may", "must")
        forms.of_move(move, case.lang, partial=partial)
        no_stray_effects(move, case.lang)
    if not ask.moves:
        forms.of_topic(ask, case.lang)
    _only_names(case, (*names_given(ask), *(name for move in ask.moves for name in names_given(move))), named)


def _only_names(case: Case, given: Iterable[Ref | Mention], named: AbstractSet[str] = frozenset()) -> None:
    """Refuses a name that is `given` to nothing here, no tile and none of what is `named`. Raises Mistake."""
    for one in given:
        if not one.name or one.name in INSIDE or one.name.casefold() in named:
            continue
        known = case.state.known_name(one.name) is not None or case.state.tiles.knows(one.name)
        if not known and not case.state.has_figure_called(one.name):
            raise unknown_name(one.name, one.span, case.state.features)


def _must(case: Case, ask: Ask) -> Ruling:
    move = ask.moves[0]
    settle_before(case, move.player, *said_by(move))
    verb = verb_of(case, move)
    action = read(case, verb, move)
    if verb.must is None:
        case.find(case.game.rule("optional"), "optional", False)
        return ruling(case, "must", "no", (action.item,))
    finding = verb.must(case, action)
    case.note(finding)
    return ruling(case, "must", "yes" if finding.holds else "no", (action.item,))


def _choices(case: Case, ask: Ask) -> Ruling:
    """Every place (where) or figure (which) with which the move would be legal, and why the others are not."""
    move = ask.moves[0]
    settle_before(case, move.player, *said_by(move))
    with suppress(Mistake):  # a question that leaves out what is said of a move is about more than that
        if forbidden := [one for one in said_of(case, move) if not one.holds]:
            case.note(*forbidden)
            return ruling(case, ask.topic, "options")
    verb = verb_of(case, move)
    if verb.choices is None:
        raise Mistake(Problem("no-choices", move.span, {"word": ask.written}))
    wanted = read_wanted(move, case.lang)
    places = [in_position(place, case.state) for place in wanted.places]
    for figure in (one.figure for one in wanted.mentions if one.figure):
        if figure not in case.game.figures:
            played = case.game.owner("figure", figure) in case.game.ids
            if not played or "neutral" not in case.game.figure_traits(figure):
                lack_code(case, "figure", figure)
    found: list[Item] = []
    asked: Args | None = None
    offered = by = False
    others: list[tuple[AnyVerb, Action[object]]] = []
    told: list[list[Finding]] = []
    for answers, action in _offered(case, verb, ask.player, move):
        if not _matches(action, wanted.mentions, case) or not all(_goes(case, action, place) for place in places):
            others.append((answers, action))
            continue
        asked = asked or case.args(move, choices=True)
        offered = True
        by = by or _by(action, asked)
        if not (_by(action, asked) and _is_meant(case, action, asked)):
            others.append((answers, action))
            continue
        conditions = case.weigh(partial(_checked, answers, action))
        if all(c.holds for c in conditions):
            item = chosen(action, ask.topic)
            if item not in found:
                found.append(item)
            told.append(conditions)
        else:
            told.append([c for c in conditions if not c.holds])
    case.note(*(c for some in told for c in some))
    asked = asked or case.args(move, choices=True)
    if not found:
        _only_names(case, wanted.mentions)
        known_to_stand(case, move, partial=True)
    if asked.has("means") and offered and not by:
        raise Mistake(Problem("no-means", asked.where("means"), {"word": asked.typed("means")}))
    if OF_STANDING in vocabulary().traits("verb", move.verb):
        suppose_nobody(case)
    if not found and all(
        one.supposed for one in case.findings
    ):  # nothing of the kind that was asked for: what is said of the others tells why
        for answers, action in others:
            case.note(*answers.check(case, action))
    if not (found or offered) and somewhere(case, move):
        case.lack("board")  # nothing that it could be done to is told
    return ruling(case, ask.topic, "options", options=found)


def _checked(verb: AnyVerb, action: Action[object], case: Case) -> list[Finding]:
    return verb.check(case, action)


def _by(action: Action[object], asked: Args) -> bool:
    """Whether an action is done by the means that a question names, if it names any."""
    means = asked.ident("means")
    return means is None or action.does().means == means


def _is_meant(case: Case, action: Action[object], asked: Args) -> bool:
    """Whether an action has the figure and the square that a question names."""
    deed = action.does()
    for figure in asked.figures():
        owner = deed.occupant.owner if deed.occupant is not None else deed.player
        stands = deed.occupant.marks if deed.occupant is not None else ()
        if figure.colour and figure.colour != owner:
            return False
        carried = dict((*stands, *deed.marks))
        if any(carried.get(mark, 0) != number for mark, number in figure.marks):
            return False
    for value in asked.idents("place"):
        if value not in (deed.symbol, deed.place, deed.means, deed.source):
            named = (case.state.known_name(said) for said in spellings(value))
            if deed.place not in named and Item.noun("symbol", value) not in action.item.parts:
                return False
    cells = {deed.cell, deed.corner, *(tuple(p.parts) for p in action.item.items)}
    cells |= {tuple(p.parts[2:]) for p in action.item.items if p.kind == "placement"}
    return all(square in cells for square in asked.squares())


def _offered(case: Case, verb: AnyVerb, player: str, move: Move) -> Iterator[tuple[AnyVerb, Action[object]]]:
    """Every choice of a verb, with those that it has elsewhere than on the tiles. Raises Mistake, Undetermined."""
    try:
        for one in (verb, *case.game.also(move.verb, move, _called(case, move)), *case.game.elsewhere(move.verb, move)):
            if one.choices is not None:
                yield from ((one, action) for action in one.choices(case, player, move))
    except Undetermined:
        # A word that says nothing is refused before anything is asked back.
        forms.of_move(move, case.lang, partial=True)
        raise


def chosen(action: Action[object], topic: str) -> Item:
    """The part of a move that a question asks for: its place for ``where``, its figure for ``which``."""
    parts = action.item.items
    figures = ("noun", "count")
    wanted = [p for p in parts if p.kind not in ("text", "marks") and (p.kind in figures) == (topic == "which")]
    marks = [p for p in parts if p.kind == "marks"]
    if len([p for p in wanted if p.kind == "placement"]) > 1:  # a tile of several squares is nowhere by one of them
        return action.item
    if topic == "which" and wanted and wanted[0].kind == "count" and marks:  # like figures that are not alike
        return Item.figure(wanted[0].parts[1], wanted[0].parts[2], "", marks[0].parts)
    return wanted[0] if wanted else action.item


def _goes(case: Case, action: Action[object], place: Item) -> bool:
    """Whether an action has to do with a place, whichever of its sections it names."""
    parts = action.item.items
    if place.kind == "corner":
        return place in parts
    return any(_is_at(case, part.parts[0], place) for part in parts if part.kind == "feature")


def _is_at(case: Case, ident: str, place: Item) -> bool:
    """Whether an id, which may be that of another section, is that of a place."""
    meant: str = place.parts[0]
    try:
        return case.state.feature(ident).id == meant
    except LookupError:  # a place of its own, off all tiles, in which nobody has stood yet
        return ident == meant


def _matches(action: Action[object], said: Iterable[Mention], case: Case) -> bool:
    """Whether an action uses every figure, feature and tile that the question mentions."""
    occupant = action.does().occupant
    label = fold(occupant.label) if occupant is not None else ""
    return all(
        fold(one.name) == label
        if one.name and case.state.has_figure_called(one.name)
        else mentions(action.item, one, case.state)
        for one in said
    )
