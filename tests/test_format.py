"""`fmt`: canonical layout and translation keep the meaning and every comment, and a second pass changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from corpus import FILES, back, document, invariant, laid_out, ruled, settled, written
from corpus import bound as bound_in
from everyday import DAY, examples
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from adjudicator import formatted
from adjudicator.binding import format as format_
from adjudicator.binding.alike import alike
from adjudicator.binding.bind import Bound, bind
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.model.ruling import Outcome
from adjudicator.syntax.document import read_document
from adjudicator.words.phrases import phrase


def bound(text: str) -> Bound:
    found = bind(read_document(text))
    assert not found.problems, found.problems
    return found


def language(text: str) -> str:
    return read_document(text).language


def kept(text: str) -> str:
    """The canonical form, after checking all that must hold of it and of its translations."""
    laid_out = formatted(text)
    assert formatted(laid_out) == laid_out
    own = language(text)
    other = "fr" if own == "en" else "en"
    translated = formatted(laid_out, other)
    assert language(translated) == other
    assert formatted(translated) == translated
    assert formatted(text, other) == translated
    assert formatted(translated, own) == laid_out
    for result in (laid_out, translated):
        assert alike(bound(text).scenarios, bound(result).scenarios)
    return laid_out


def french(text: str) -> str:
    """The French of an English text, without the line that names the language."""
    kept(text)
    first, _, rest = formatted(text, "fr").partition("\n")
    assert first == "langue fr"
    return rest.strip("\n")


def other_language(path: Path) -> str:
    return "en" if document(path).language == "fr" else "fr"


@invariant(14, "translated")
def keeps_its_meaning(path: Path) -> None:
    """What `kept` checks, of a text that is in canonical layout."""
    text, own, other = written(path), document(path), other_language(path)
    assert laid_out(path) == text
    translated = laid_out(path, other)
    there = read_document(translated)
    assert there.language == other
    assert formatted(translated) == translated
    assert back(path, other) == text
    assert [c for row in there.rows for c in row.comments] == [c for row in own.rows for c in row.comments]
    assert alike(bound_in(path).scenarios, bound(translated).scenarios)


@invariant(14, "translated")
def expectations_are_met_in_the_other_language(path: Path) -> None:
    found = ruled(laid_out(path, other_language(path)))
    assert isinstance(found, Outcome) and not found.problems
    assert [answer.met for answer in found.answers] == [answer.met for answer in settled(path).answers]


# ---- agreement and order

AGREEMENT = [
    ("city T: complete, 5 tiles, 1 coat", "ville T : complète, 5 tuiles, 1 blason"),
    ("road R: incomplete, 1 tile, inn", "route R : incomplète, 1 tuile, auberge"),
    ("monastery M: 6 of 9 tiles", "abbaye M : 6 tuiles sur 9"),
    ("monastery M: 1 of 9 tiles", "abbaye M : 1 tuile sur 9"),
    ("field F: enclosed, touches 2 complete cities", "pré F : clos, touche 2 villes complètes"),
    ("field F: touches 1 incomplete city", "pré F : touche 1 ville incomplète"),
    ("city T: scored, empty", "ville T : évaluée, vide"),
    ("haunted castle K: complete, 4 misty tiles", "château hanté K : complet, 4 tuiles embrumées"),
    ("hole H; road R: open only to H", "trou H\nroute R : ouverte seulement sur H"),
    ("city T; blue: 2 protected guards", "ville T\n  bleu : 2 sentinelles protégées"),
    ("city T; blue: protected large meeple", "ville T\n  bleu : grand meeple protégé"),
    ("city T; blue: guard called G", "ville T\n  bleu : sentinelle nommée G"),
    ("city T; blue: 2 guards with 2 ghosts each", "ville T\n  bleu : 2 sentinelles avec 2 fantômes chacune"),
    ("city T; blue: meeple as abbot protected", "ville T\n  bleu : meeple protégé comme abbé"),
    ("red has 2 meeples, 1 guard, mayor", "rouge a 2 meeples, 1 sentinelle, maire"),
    ("road R; red: wagon; near red wagon on R: R", "route R\n  rouge : chariot\nprès du chariot rouge sur R : R"),
    (
        "road R; red: guard; near the red guard on R: R",
        "route R\n  rouge : sentinelle\nprès de la sentinelle rouge sur R : R",
    ),
    ("city Albi; near Albi: nothing", "ville Albi\nprès d'Albi : rien"),
    ("city A1; around A1: nothing", "ville A1\nautour de A1 : rien"),
]


@pytest.mark.parametrize(("english", "expected"), AGREEMENT)
def test_agreement(english: str, expected: str) -> None:
    assert french(english) == expected


QUESTIONS = [
    ("ask may red put meeple on T", "demande si rouge peut poser meeple sur T"),
    ("ask whether red may put meeple on T", "demande si rouge peut poser meeple sur T"),
    ("ask must red put meeple on T", "demande si rouge doit poser meeple sur T"),
    ("ask where red may put barn", "demande où rouge peut poser grange"),
    ("ask which red may put on T", "demande lesquels rouge peut poser sur T"),
    ("ask may red protect meeple on T for 2", "demande si rouge peut protéger meeple sur T pour 2"),
    ("ask may red unwrap gift and put meeple on T", "demande si rouge peut déballer présent et poser meeple sur T"),
    ("ask complete T", "demande complétude T"),
    ("ask ghosts on T", "demande fantômes sur T"),
    ("ask hand red", "demande main rouge"),
    (
        "ask returned; expect 2 red meeples, 1 blue guard",
        "demande retours\n  attendu 2 meeples rouges, 1 sentinelle bleue",
    ),
    ("ask points; expect nobody because BASE-22", "demande points\n  attendu personne car BASE-22"),
    ("ask majority T expect exactly red, blue", "demande majorité T\n  attendu exactement rouge, bleu"),
    ("ask score T; expect red 4 under edition C1", "demande score T\n  attendu rouge 4 selon édition C1"),
    ("ask score T; expect one of T or R2, 3", "demande score T\n  attendu au choix T ou R2, 3"),
    ('ask score T; expect asks "who knows?"', 'demande score T\n  attendu question "who knows?"'),
    ("ask steps; expect in order places, puts", "demande étapes\n  attendu dans l'ordre place, pose"),
    ("ask to come; expect in order puts, score", "demande à venir\n  attendu dans l'ordre pose, score"),
]


@pytest.mark.parametrize(("english", "expected"), QUESTIONS)
def test_questions(english: str, expected: str) -> None:
    assert french(f"city T: complete; {english}").split("\n", 1)[1] == expected


def test_a_word_of_two_expansions_means_the_one_in_play() -> None:
    assert french("use count-king-robber; red has robber") == "extensions comte-roi-et-brigand\nrouge a brigand"
    assert french("use robbers; red has robber") == "extensions voleurs\nrouge a figurine voleur"
    assert french("city T; ask points; expect exactly thief").endswith("attendu exactement meeple")


def test_what_is_asked_back_is_named_alike_in_every_language() -> None:
    text = "city Toulouse: 5 tiles\nask score Toulouse\n  expect asks complete for Toulouse, tiles\n"
    assert "attendu question complete pour Toulouse, tiles" in french(text)
    assert formatted(formatted(text, "fr"), "en") == text


def test_moves() -> None:
    text = """
    city T: 2 tiles; road R: 2 tiles; road R2: 1 tile
    turn red
      draws a tile that fits nowhere
      discards it
      places a tile that completes T with 1 coat, joins R and R2 as R3, starts road R9
      puts the meeple on R3
    blue takes back the meeple
    turn orange: puts nothing
    later
    """
    assert french(text).split("\n")[3:] == [
        "tour de rouge",
        "  pioche une tuile qui ne va nulle part",
        "  la défausse",
        "  place une tuile qui complète T avec 1 blason, relie R et R2 comme R3, commence route R9",
        "  pose meeple sur R3",
        "bleu reprend meeple",
        "tour d'orange",
        "  ne pose rien",
        "plus tard",
    ]


# ---- names, tiles, sides


def test_tile_names_stay_and_sides_change() -> None:
    text = """
    board, part
      (0,0) W
      (1,0) O@90
        red: meeple on field WL
      (0,1) RFRF
    corner (2,1)
    turn red
      places W at (2,0)
      draws O
    ask placements W; expect including O@90 at (0,0), W at (1,1)
    ask may red place E at (2,0) and put meeple on city W at (2,0)
    """.replace("RFRF", "rfrf")
    result = french(text)
    for line in (
        "(0,0) W", "(1,0) O@90", "rouge : meeple sur pré OG", "place W en (2,0)", "pioche O", "demande placements W",
        "attendu dont O@90 en (0,0), W en (1,1)",
        "demande si rouge peut placer E en (2,0) et poser meeple sur ville O en (2,0)",
    ):  # fmt: skip
        assert line in result


def test_names_that_are_words_are_quoted_in_both_languages() -> None:
    text = "city Fin: complete\ncity Orange2\nfield F: touches Fin\nask score Fin\n"
    assert kept(text) == 'city "Fin": complete\ncity Orange2\nfield F: touches "Fin"\nask score "Fin"\n'
    assert 'ville "Fin" : complète' in french(text)


def test_a_side_of_the_other_language_is_quoted_as_a_name() -> None:
    assert french("road O: 2 tiles\nroad SO; red: meeple\nask score O") == (
        'route "O" : 2 tuiles\nroute "SO"\n  rouge : meeple\ndemande score "O"'
    )


def test_players_by_name() -> None:
    text = """players red "Anna", blue Rose, black
city T
  Anna: 2 meeples
  Rose: meeple
turn Anna
  puts nothing
ask total Rose
"""
    assert french(text) == (
        'joueurs rouge "Anna", bleu "Rose", noir\nville T\n  Anna : 2 meeples\n  "Rose" : meeple\n'
        'tour d\'Anna\n  ne pose rien\ndemande total "Rose"'
    )


def test_strings_are_never_touched() -> None:
    text = 'scenario "L’abbé – été…"\r\n  source « Rulebook ’21 »\r\n  city T\t# « oui » – déjà “vu”\r\n'
    assert kept(text) == 'scenario "L’abbé – été…"\n  source "Rulebook ’21"\n  city T  # « oui » – déjà “vu”\n'


def test_rule_ids_and_options_stay() -> None:
    text = """rule farmer-scoring first
rule base-31
edition c1
city T: 2 tiles
ask score T; expect red 2 because BASE-31 over BASE-29
"""
    result = french(text)
    assert result.startswith("règle farmer-scoring first\nrègle base-31\nédition c1\n")
    assert result.endswith("attendu rouge 2 car BASE-31 plutôt que BASE-29")


def test_names_of_expansions() -> None:
    assert french("use abbey-and-mayor, the-gifts; city T") == "extensions maires-et-monastères, présents\nville T"


# ---- the language line


def test_a_french_text_begins_with_its_language() -> None:
    assert formatted("# hello\ncity T\n", "fr") == "langue fr\n# hello\nville T\n"
    assert formatted("# hello\nlangue fr # yes\n\nville T\n") == "langue fr  # yes\n# hello\n\nville T\n"


def test_an_english_text_names_its_language_only_if_it_did() -> None:
    assert formatted("language en\ncity T") == "language en\ncity T\n"
    assert formatted("city T", "en") == "city T\n"
    assert formatted("language fr\nville T", "en") == "city T\n"
    assert formatted("language en\ncity T", "fr") == "langue fr\nville T\n"


# ---- layout


def test_one_statement_a_line() -> None:
    line = (
        "city Toulouse: complete,5 tiles , 1 coat;red:2 meeples ;  black : meeple;;"
        "ask score Toulouse expect red 12 because BASE-29; because BASE-20"
    )
    assert kept(line).splitlines() == [
        "city Toulouse: complete, 5 tiles, 1 coat",
        "  red: 2 meeples",
        "  black: meeple",
        "ask score Toulouse",
        "  expect red 12 because BASE-29",
        "  because BASE-20",
    ]


def test_indentation() -> None:
    text = """players red, blue
scenario "one"
players red, blue
board
(0,0) D
red: meeple on road
(-1,0) E@90
turn red
places V at (1,0)
ask points
expect nobody
puts nothing
blue puts nothing
game "two"
1. red V (1,0) meeple road
12. blue V@90 (2,0)
final
claim after 1: red 0
scenario "three"
grid from (0,0)
| E@180 . |
| . tile MINE |
(0,0) red: meeple on city
tile MINE: city N, field EL ER SL SR WL WR touches city
"""
    assert (
        kept(text)
        == """players red, blue

scenario "one"
  players red, blue
  board
    (0,0)  D
      red: meeple on road
    (-1,0) E@90
  turn red
    places V at (1,0)
  ask points
    expect nobody
  puts nothing
  blue puts nothing

game "two"
  1.  red  V (1,0) meeple road
  12. blue V@90 (2,0)
  final
  claim after 1: red 0

scenario "three"
  grid from (0,0)
    | E@180 .         |
    | .     tile MINE |
  (0,0) red: meeple on city
  tile MINE: city N, field EL ER SL SR WL WR touches city
"""
    )


def test_blank_lines() -> None:
    text = '\n\n# head\n\n\ncity T\n\n\n\nask score T\n# next\nscenario "a"\n\ncity T\nscenario "b"\ncity T\n\n\n'
    assert kept(text) == (
        '# head\n\ncity T\n\nask score T\n\n# next\nscenario "a"\n\n  city T\n\nscenario "b"\n  city T\n'
    )


def test_comments_in_odd_places() -> None:
    text = """# first

scenario "a"   # behind the title
# above the city
  city T: complete,   # in a list
      # on a line of its own
    5 tiles,
    1 coat   # at its end
  red: meeple; ;  # behind semicolons
        # deep, then nothing

# at the margin, then nothing

  ask score T; # asked
    expect red 11   #   three spaces
#last"""
    result = kept(text)
    assert (
        result
        == """# first

scenario "a"  # behind the title
  # above the city
  city T: complete,  # in a list
      # on a line of its own
      5 tiles, 1 coat  # at its end
    red: meeple  # behind semicolons
    # deep, then nothing

# at the margin, then nothing

  ask score T  # asked
    expect red 11  #   three spaces
#last
"""
    )


def test_a_long_list_is_broken_behind_a_comma() -> None:
    names = [f"Carcassonne{i}" for i in range(20)]
    text = "; ".join(f"city {name}" for name in names) + "\nsame tile: " + ", ".join(names)
    lines = kept(text).splitlines()[20:]
    assert len(lines) == 3
    assert all(len(line) <= 120 for line in lines)
    assert lines[0].endswith(",")
    assert lines[1].startswith("    Carcassonne")


# ---- refusals


def test_a_text_with_problems_is_refused_with_them() -> None:
    with pytest.raises(Problems) as caught:
        formatted("city T: complet\nrode R\n")
    assert len(caught.value.items) == 2
    assert caught.value.text == "city T: complet\nrode R\n"
    assert caught.value.language == "en"


def test_nothing_comes_out_that_would_not_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_, "laid_out", lambda entries: "city T: 6 tiles\n")
    with pytest.raises(Problems) as caught:
        formatted("city T: 5 tiles\n")
    assert [p.code for p in caught.value.items] == ["fmt-unsafe"]
    for lang in ("en", "fr"):
        assert phrase(lang, "problem", "fmt-unsafe")


def test_no_comment_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_, "laid_out", lambda entries: "city T\n")
    with pytest.raises(Problems):
        formatted("city T  # mine\n")


# ---- generated statements

COLOURS = st.sampled_from(["red", "blue", "green", "yellow", "black"])
NAMES = st.sampled_from(["T", "Albi", "R1", "Saint-Denis", '"Deux mots"', "Éze", "Fin", "O", "Main"])
FIGURES = st.sampled_from(["meeple", "large meeple", "guard", "barn", "wagon", "phantom"])
NUMBERS = st.integers(0, 30)


@st.composite
def figures(draw: st.DrawFn) -> str:
    count = draw(st.sampled_from(["", "", "1 ", "2 ", "3 "]))
    flag = draw(st.sampled_from(["", "", "protected "]))
    marks = draw(st.sampled_from(["", "", " with 1 ghost", " with 2 ghosts each", " called Bob", " as abbot"]))
    plural = "" if count in ("", "1 ") else "s"
    return f"{count}{flag}{draw(FIGURES)}{plural}{marks}"


@st.composite
def facts(draw: st.DrawFn) -> str:
    units = st.sampled_from(["coats", "wine", "ghosts", "misty tiles", "points"])
    counted = st.builds(lambda n, unit: f"{n} {unit}", st.integers(1, 30), units)
    flags = st.sampled_from(["scored", "besieged", "misty", "inn", "cathedral", "enclosed"])
    return ", ".join(draw(st.lists(st.one_of(counted, flags), min_size=1, max_size=4)))


@st.composite
def texts(draw: st.DrawFn) -> str:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    lines = []
    for name in names:
        kind = draw(st.sampled_from(["city", "road", "field", "garden", "haunted castle"]))
        lines.append(f"{kind} {name}: {draw(facts())}")
        for colour in draw(st.lists(COLOURS, max_size=2, unique=True)):
            lines.append(f"{colour}: {', '.join(draw(st.lists(figures(), min_size=1, max_size=3)))}")
    lines.append(f"turn {draw(COLOURS)}")
    name = draw(st.sampled_from(names))
    moves = [
        f"places a tile that completes {name}, extends {names[0]}", f"puts {draw(FIGURES)} on {name}", "puts nothing",
        f"haunts {draw(COLOURS)} meeple on {name}", f"moves wagon to {name}", f"takes back {draw(COLOURS)} abbot",
    ]  # fmt: skip
    lines += draw(st.lists(st.sampled_from(moves), max_size=3))
    asks = [
        f"ask may {draw(COLOURS)} put {draw(FIGURES)} on {name}", f"ask score {name}", f"ask total {draw(COLOURS)}",
        f"ask where {draw(COLOURS)} may put {draw(FIGURES)}", f"ask majority {name}",
    ]  # fmt: skip
    expects = [
        f"expect {draw(COLOURS)} {draw(NUMBERS)}", "expect yes", f"expect exactly {', '.join(names)}", "expect none",
        f"expect {draw(NUMBERS)} {draw(COLOURS)} guards, 1 ghost", f"expect one of {name} or {names[0]}",
    ]  # fmt: skip
    for asked in draw(st.lists(st.sampled_from(asks), max_size=3)):
        lines += [asked, draw(st.sampled_from(expects))]
    joined = lines[0]
    for line in lines[1:]:
        joined += draw(st.sampled_from(["\n", "; ", "  # so\n", "\n\n  # « why »\n", " ;\n\n\n"])) + line
    return joined


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(texts())
def test_generated_texts_keep_their_meaning(text: str) -> None:
    assume(not bind(read_document(text)).problems)
    kept(text)


@settings(max_examples=examples(100), deadline=None)
@given(st.text(alphabet='cityT: ,;#\n"red2meplsakocv.@(01)|-é«»’', max_size=60))
def test_any_text_is_laid_out_or_refused(text: str) -> None:
    try:
        result = formatted(text)
    except Problems as error:
        assert "fmt-unsafe" not in [p.code for p in error.items]
    else:
        assert formatted(result) == result


def test_a_tile_may_be_called_like_a_word() -> None:
    """In quotes: bare, the word is refused where the tile is described (`test_tile_names`)."""
    text = """tile "OPEN": field NL NR EL ER SL SR WL WR
board
  (0,0) "OPEN"
turn red
  draws "OPEN"
ask placements "OPEN"
"""
    assert formatted(text).count("OPEN") == 4
    assert formatted(text, "fr").count("OPEN") == 4


def test_a_folder_is_checked_in_the_other_language(tmp_path: Path) -> None:
    for path in FILES[DAY::80]:
        (tmp_path / f"{path.parent.name}-{path.name}").write_text(laid_out(path, other_language(path)), "utf-8")
    done = CliRunner().invoke(main, ["check", "--lang", "en", str(tmp_path)])
    assert done.exit_code == 0, done.output[-2000:]


def test_the_tile_that_was_drawn_is_a_word_in_every_language() -> None:
    text = "board\n  (0,0) D\nturn red\n  draws V\nask may red place it at (0,-1)\nask must red place it\n"
    french = formatted(text, "fr")
    assert french.count("placer celle-ci") == 2
    assert formatted(french, "en") == text


def test_a_question_that_is_expected_may_name_what_is_called_like_an_article() -> None:
    text = 'city "A": incomplete, 3 tiles\n  red: meeple\nask score "A"\n  expect asks complete for "A"\n'
    assert formatted(text) == text
    assert formatted(formatted(text, "fr"), "en") == text
