"""What holds for every board, every sketch, every game and every slip of the pen."""

from __future__ import annotations

import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from everyday import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_table import PlainGame, PlainTable, edges, turned
from strategies import (
    COLOURS,
    FACES,
    IN_PLAY,
    START,
    Board,
    Game,
    Sketched,
    Tile,
    asks,
    boards,
    games,
    moved,
    sketch_of,
    sketches,
    slips,
)

from adjudicator import adjudicate, formatted
from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.catalogue import Named
from adjudicator.geometry.face import Face
from adjudicator.model.ruling import Answer, Item, Ruling
from adjudicator.report import as_json, problems, settle
from adjudicator.report.style import Style
from adjudicator.rulebook import loader
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech

Renaming = Mapping[str, str]


def rulings(*parts: str) -> list[Ruling]:
    """The answers to a text that must have no problem."""
    text = "\n".join(parts)
    outcome = adjudicate(text)
    assert not outcome.problems, (outcome.problems, text)
    return [answer.ruling for answer in outcome.answers]


def same_name(name: str) -> str:
    return name


def told(ruling: Ruling, player: Callable[[str], str] = same_name, others: bool = True) -> tuple[object, ...]:
    """An answer without the names of features: verdict, points, what is listed, the lines of the sum.

    Players are called what `player` makes of their colour; `others` says whether other editions are compared, too.
    """
    return (
        ruling.verdict,
        {player(who): points for who, points in ruling.points.items()},
        Counter(_without_names(item, player) for item in ruling.options),
        Counter((player(line.player), line.item, line.times, line.each, line.rule) for line in ruling.lines),
        Counter((one.phrase, one.fact) for one in ruling.missing),
        Counter(
            (o.option, o.value, o.verdict, tuple(sorted((player(p), n) for p, n in o.points.items() if n)))
            for o in ruling.otherwise
        )
        if others
        else None,
    )


def _without_names(item: Item, player: Callable[[str], str]) -> tuple[object, ...]:
    parts = tuple(
        _without_names(part, player) if isinstance(part, Item) else player(part) if item.kind == "player" else part
        for part in item.parts
    )
    return (item.kind,) if item.kind == "feature" else (item.kind, *parts)


def facts(ruling: Ruling) -> set[tuple[str, bool, str]]:
    """The rules, sentences and signs of what an answer found."""
    return {(finding.rule, finding.holds, finding.phrase) for finding in ruling.findings if not finding.supposed}


def assert_same(first: Sequence[Ruling], second: Sequence[Ruling], others: bool = True) -> None:
    """The same answers, question by question, on the same grounds."""
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert told(one, others=others) == told(other, others=others), (one, other)
        assert facts(one) == facts(other), (one, other)


# ---- a board and its features in words


@given(boards(tiles=8))
@settings(max_examples=examples(40))
def test_a_board_and_its_features_in_words_get_the_same_answers(board: Board) -> None:
    said = sketch_of(board)
    on_board = rulings(board.lines(), asks([place.text for place in said]), "ask final")
    in_words = rulings(*(f.text() for f in said.values()), asks([f.name for f in said.values()]), "ask final")
    for seen, heard in zip(on_board[:-1], in_words[:-1], strict=True):
        # Older farmer rules count a city once a player, at whichever field comes first: no feature's own matter.
        assert told(seen, others=False) == told(heard, others=False), (seen, heard)
        assert facts(heard) <= facts(seen), (seen, heard)
    assert told(on_board[-1]) == told(in_words[-1])


# ---- the table turned, pushed, told in another order


@given(boards(), st.integers(0, 3), st.integers(-30, 30), st.integers(-30, 30))
@settings(max_examples=examples(40))
def test_turning_and_pushing_the_table_changes_no_answer(board: Board, turns: int, dx: int, dy: int) -> None:
    there = board.moved(turns, dx, dy)
    places = board.places
    first = rulings(board.lines(), asks([place.text for place in places]), "ask final")
    second = rulings(there.lines(), asks([moved(place, turns, dx, dy).text for place in places]), "ask final")
    assert_same(first, second)


@given(boards(), st.randoms(use_true_random=False))
@settings(max_examples=examples(40))
def test_the_order_of_tiles_and_figures_changes_no_answer(board: Board, chance: Any) -> None:
    shuffled = Board(
        tuple(chance.sample(board.tiles, len(board.tiles))), tuple(chance.sample(board.figures, len(board.figures)))
    )
    questions = asks([place.text for place in board.places])
    assert_same(rulings(board.lines(), questions), rulings(shuffled.lines(), questions), others=False)
    assert_same(rulings(board.lines(), "ask final"), rulings(shuffled.lines(), "ask final"))


@given(boards())
@settings(max_examples=examples(40))
def test_a_grid_says_what_the_lines_of_a_board_say(board: Board) -> None:
    questions = asks([place.text for place in board.places]) + "\nask final"
    assert_same(rulings(board.lines(), questions), rulings(board.grid(), questions), others=False)


# ---- names, order, and what does not matter


@given(sketches(), st.permutations(COLOURS))
def test_players_may_change_their_colours(sketch: tuple[Sketched, ...], colours: Sequence[str]) -> None:
    renaming = dict(zip(COLOURS, colours, strict=True))
    questions = asks([feature.name for feature in sketch]) + "\nask final"
    first = rulings(*(feature.text() for feature in sketch), questions)
    second = rulings(*(feature.text(renaming) for feature in sketch), questions)
    for one, other in zip(first, second, strict=True):
        assert told(one, lambda colour: renaming[colour]) == told(other)
        assert facts(one) == facts(other)


@given(sketches(full=False), st.randoms(use_true_random=False))
def test_the_order_of_features_changes_no_answer(sketch: tuple[Sketched, ...], chance: Any) -> None:
    questions = asks([feature.name for feature in sketch])
    texts = [feature.text() for feature in sketch]
    shuffled = chance.sample(texts, len(texts))
    assert_same(rulings(*texts, questions), rulings(*shuffled, questions), others=False)
    assert_same(rulings(*texts, "ask final"), rulings(*shuffled, "ask final"))


UNRELATED = (
    Sketched("road", "Faraway", ("complete", "3 tiles"), (("black", "2 meeples"),)),
    Sketched("city", "Faraway", ("incomplete", "4 tiles", "1 coat"), (("red", "meeple"), ("blue", "meeple"))),
    Sketched("field", "Faraway", ("touches 2 complete cities",), (("green", "meeple"),)),
    Sketched("monastery", "Faraway", ("5 of 9 tiles", "empty")),
    Sketched("garden", "Faraway"),
)


@given(sketches(full=False, features=5), st.sampled_from(UNRELATED), st.integers(0, 5))
def test_a_feature_elsewhere_changes_no_answer(sketch: tuple[Sketched, ...], other: Sketched, at: int) -> None:
    # Every player is short of figures by then, and red may have more than there are: none of that is asked here.
    everybody = "\n".join(f"{colour} has any figures" for colour in COLOURS)
    questions = asks([feature.name for feature in sketch])
    texts = [feature.text() for feature in sketch]
    more = [*texts[:at], other.text(), *texts[at:]]
    assert_same(rulings(everybody, *texts, questions), rulings(everybody, *more, questions))


# ---- sums, rules, expectations


def check_sums_and_rules(ruling: Ruling, before: Mapping[str, int]) -> None:
    """Lines sum to totals, and whatever is cited is a rule."""
    if ruling.verdict == "scored":
        sums = Counter(before)
        for line in ruling.lines:
            sums[line.player] += line.points
        assert {p: n for p, n in ruling.points.items() if n} == {p: n for p, n in sums.items() if n}, ruling
    cited = [*(line.rule for line in ruling.lines), *(finding.rule for finding in ruling.findings)]
    assert set(cited) <= set(ruling.rules)
    assert len(set(ruling.rules)) == len(ruling.rules)
    others = [*(w.rule for w in ruling.warnings if w.rule), *(o.rule for o in ruling.otherwise)]
    unknown = [rule for rule in (*cited, *ruling.rules, *others) if not loader.is_rule(rule)]
    assert not unknown


MOVES = ("may red put meeple on {}", "may blue put abbot on {}", "must red put meeple on {}")


@given(sketches(full=False), st.dictionaries(st.sampled_from(COLOURS[:3]), st.integers(0, 200)))
def test_lines_sum_to_totals_and_cite_rules_that_exist(sketch: tuple[Sketched, ...], scores: dict[str, int]) -> None:
    hands = [f"{colour} has score {score}" for colour, score in scores.items()]
    texts = [*hands, *(feature.text() for feature in sketch)]
    names = [feature.name for feature in sketch]
    for ruling in rulings(*texts, asks(names), asks(names, MOVES_ASKED)):
        check_sums_and_rules(ruling, {})
    (final,) = rulings(*texts, "ask final")
    check_sums_and_rules(final, scores)


MOVES_ASKED = tuple(move.removesuffix(" {}") for move in MOVES)


@given(sketches(full=False), st.sampled_from(("en", "fr")))
def test_an_answer_in_the_words_of_an_expectation_is_met(sketch: tuple[Sketched, ...], lang: str) -> None:
    names = [feature.name for feature in sketch]
    position = "\n".join(feature.text() for feature in sketch)
    questions = [*asks(names).split("\n"), *asks(names, MOVES_ASKED).split("\n"), "ask final", "ask steps", "ask setup"]
    questions += ["ask where red may put meeple", "ask which blue may put"]
    text = "\n".join([position, *questions])
    if lang == "fr":
        text = formatted(text, "fr")
    answers = adjudicate(expecting(text, adjudicate(text).answers, lang)).answers
    assert len(answers) == len(questions)
    assert [(a.ask, a.expected) for a in answers if not a.met] == []


def expecting(text: str, answers: Iterable[Answer], lang: str) -> str:
    """A text with the answer to every question, and all that it rests on, expected below it."""
    lines = text.split("\n")
    word = speech(lang).keyword
    for answer in sorted(answers, key=lambda answer: -answer.line):
        ruling = answer.ruling
        reason = f" {word('because')} {', '.join(ruling.rules)}" if ruling.rules else ""
        lines.insert(answer.line, f"{word('expect')} {speech(lang).expectation(ruling)}{reason}")
    return "\n".join(lines)


@given(boards(tiles=6), st.sampled_from(FACES))
@settings(max_examples=examples(30))
def test_the_answers_on_a_board_are_met_when_expected(board: Board, face: Face) -> None:
    questions = [*asks([place.text for place in board.places]).split("\n"), "ask final", f"ask placements {face.id}"]
    text = "\n".join([board.lines(), *questions])
    answered = adjudicate(text).answers
    for answer in answered:
        check_sums_and_rules(answer.ruling, {})
    again = adjudicate(expecting(text, answered, "en")).answers
    assert [(a.ask, a.expected) for a in again if not a.met] == []


# ---- where a tile may lie, where a meeple may stand


def lies(face: Face, turns: int) -> object:
    """How a face looks as it lies, for telling turns apart that make no difference."""
    return tuple(edges(face, turns)), frozenset(Counter(piece[:4] for piece in turned(face, turns)).items())


@given(boards(figures=0), st.sampled_from(FACES))
def test_placements_are_all_squares_and_turns_with_like_sides(board: Board, face: Face) -> None:
    table = board.table
    wanted = {(x, y, lies(face, t)) for x, y in table.near() for t in range(4) if table.fits(x, y, face, t)}
    (ruling,) = rulings(board.lines(), f"ask placements {face.id}")
    found = [item.parts for item in ruling.options]
    assert all(catalogue().find(name, IN_PLAY) == Named(face) for name, *_ in found)
    assert {(x, y, lies(face, turns)) for _, turns, x, y in found} == wanted
    assert len(found) == len(wanted)


@given(boards(tiles=8, figures=10), st.sampled_from(FACES), st.data())
def test_where_a_figure_may_go_is_every_place_where_it_may(board: Board, face: Face, data: st.DataObject) -> None:
    table = board.table
    fitting = [(x, y, t) for x, y in table.near() for t in range(4) if table.fits(x, y, face, t)]
    if not fitting:
        return
    x, y, turns = data.draw(st.sampled_from(fitting))
    figure = data.draw(st.sampled_from(("meeple", "abbot")))
    move = f"turn red\n  places {Tile(x, y, face, turns).text} at ({x},{y})"
    table.lay(x, y, face, turns)
    here = [f"{piece.kind} {piece.side}".rstrip() for piece in table.lying[x, y]]
    tries = [f"ask may red put {figure} on {place} at ({x},{y})" for place in here]
    where, *may = rulings(board.lines(), move, f"ask where red may put {figure}", *tries)
    allowed = {ruling.subject[0].parts[2] for ruling in may if ruling.verdict == "yes"}
    assert set(where.options) == allowed
    assert len(where.options) == len(allowed)
    # And by hand: a free feature, a role for the figure there, one left to put.
    left = sum(f.number for f in board.figures if (f.colour, f.figure) == ("red", figure))
    stood = {place for f in board.figures for place in [_feature(table, f.x, f.y, f.kind, f.side)]}
    for place, piece, ruling in zip(range(len(here)), table.lying[x, y], may, strict=True):
        role = piece.kind in ("monastery", "garden") if figure == "abbot" else piece.kind != "garden"
        free = table.feature((x, y, place)) not in stood
        assert (ruling.verdict == "yes") == (role and free and left < (1 if figure == "abbot" else 7))


def _feature(table: PlainTable, x: int, y: int, kind: str, side: str) -> object:
    at = next(i for i, piece in enumerate(table.lying[x, y]) if (piece.kind, piece.side) == (kind, side))
    return table.feature((x, y, at))


# ---- a game from the first tile to the last


@given(games(), st.booleans())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_game_scores_what_is_reckoned_by_hand(game: Game, numbered: bool) -> None:
    questions = "\n".join(f"ask total {player}" for player in game.players)
    answers = rulings(game.text(lambda turn: questions, numbered), "ask final")
    by_hand = replay(game)
    for number, totals in enumerate(by_hand[:-1]):
        asked = answers[number * len(game.players) :][: len(game.players)]
        assert {player: ruling.points[player] for player, ruling in zip(game.players, asked, strict=True)} == totals
    assert answers[-1].points == by_hand[-1]


def replay(game: Game) -> list[dict[str, int]]:
    """The totals after every turn, and after the final scoring."""
    plain = PlainGame(game.players)
    plain.table.lay(0, 0, START, 0)
    found = []
    for colour, tile, put in game.turns:
        plain.table.lay(*tile[:4])
        if put is not None:
            here = plain.table.lying[tile.x, tile.y]
            at = next(i for i, piece in enumerate(here) if (piece.kind, piece.side) == (put.kind, put.side))
            plain.stands[tile.x, tile.y, at] = (colour, put.figure)
        plain.end_turn((tile.x, tile.y))
        found.append(dict(plain.totals))
    return [*found, plain.final()]


# ---- in the other language, and laid out


@pytest.mark.long
@given(sketches(full=False) | boards(tiles=6) | games(turns=6))
def test_translating_and_laying_out_change_no_answer(drawn: tuple[Sketched, ...] | Board | Game) -> None:
    text = _as_text(drawn)
    laid_out = formatted(text)
    french = formatted(text, "fr")
    assert formatted(laid_out) == laid_out
    assert formatted(french) == french
    assert formatted(french, "en") == laid_out
    answers = rulings(text)
    assert rulings(laid_out) == answers
    assert_same(answers, rulings(french))
    assert [ruling.subject for ruling in rulings(french)] == [ruling.subject for ruling in answers]


def _as_text(drawn: tuple[Sketched, ...] | Board | Game) -> str:
    if isinstance(drawn, Board):
        return f"{drawn.lines()}\n{asks([place.text for place in drawn.places])}\nask placements V"
    if isinstance(drawn, Game):
        return drawn.text(lambda turn: f"ask total {turn.colour}; ask options {turn.colour}", False) + "\nask final"
    names = [feature.name for feature in drawn]
    position = "\n".join(feature.text() for feature in drawn)
    return f"{position}\n{asks(names)}\n{asks(names, MOVES_ASKED)}\nask where blue may put meeple"


# ---- slips of the pen


def _one_by_one(text: str) -> list[str]:
    """The scenarios of a file, each with the line that names the language."""
    language = "".join(re.findall(r"^(?:language|langue) \w+\n", text, re.MULTILINE))
    parts = re.split(r"^(?=(?:scenario|scénario|game|partie)\b)", text, flags=re.MULTILINE)
    return [language + part for part in parts if re.search(r"\b(?:ask|demande)\b", part)]


SCENARIOS = [
    scenario
    for path in sorted((Path(__file__).parent.parent / "scenarios").rglob("*.carc"))
    for scenario in _one_by_one(path.read_text(encoding="utf-8"))
]
WORDS = sorted(
    {
        *(word for scenario in SCENARIOS for word in re.findall(r'"[^"]*"|\(-?\d+,-?\d+\)|[\w@/+-]+', scenario)),
        *(word for lang in ("en", "fr") for word in lexicon(lang).phrases),
        *("(9999999,0)", "@45", "BA/CG", "abbey", "-1", "0", "1000000000000", '"', "|", "", "#", "nothing"),
    }
)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fails what does not come to an end, where the system can wake us (not on Windows, nor in a thread)."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise AssertionError(f"no end after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@given(slips(SCENARIOS, WORDS))
@settings(max_examples=examples(300))
def test_slips_of_the_pen_are_told_and_never_crash(text: str) -> None:
    found: tuple[Problem, ...]
    try:
        with within(3):
            outcome = adjudicate(text)
        found, read, answers = outcome.problems, outcome.text, outcome.answers
    except Problems as refused:
        found, read, answers = refused.items, refused.text, ()
        assert found
    for lang in ("en", "fr"):
        if found:
            assert problems.rendered(found, read, speech(lang), Style()).strip()
        for answer in answers:
            assert settle.rendered(answer, speech(lang), Style())
            assert as_json.ruling(answer, speech(lang))


@given(sketches(full=False) | boards(tiles=5) | games(turns=4), st.data())
@settings(max_examples=examples(200))
def test_slips_in_drawn_texts_never_crash(drawn: tuple[Sketched, ...] | Board | Game, data: st.DataObject) -> None:
    text = data.draw(slips([_as_text(drawn)], WORDS))
    try:
        with within(3):
            adjudicate(text)
    except Problems as refused:
        for lang in ("en", "fr"):
            assert problems.rendered(refused.items, refused.text, speech(lang), Style()).strip()
