"""Languages are data: what is there is whole, and one more is added by new files alone."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest
from corpus import back, invariant, laid_out, ruled, settled

from adjudicator import faults, formatted, store
from adjudicator.errors import Problems
from adjudicator.model.ruling import Answer, Outcome
from adjudicator.rulebook import loader
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback, files, language, marked, of_locale, unmarked
from adjudicator.words.lexicon import lexicon
from adjudicator.words.phrases import ENDINGS, phrases
from adjudicator.words.phrases import sources as sentence_files
from adjudicator.words.vocabulary import vocabulary

PACKAGE = store.PACKAGE
COMPLETE = [code for code in codes() if language(code).complete]
OTHERS = [code for code in codes() if not language(code).complete]
"""Languages that no file of the corpus may be written in; `tests/test_format.py` sees to the complete ones."""
NAMES = {*codes(), *(name for code in codes() for name in (*language(code).names, *language(code).locales))}
"""The codes and the names of all languages."""


# ---- what is there is whole


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("table", ["question", "missing", "item", "verdict"])
def test_a_language_asks_and_answers_in_its_own_words(lang: str, table: str) -> None:
    """Facts and problems may be borrowed; what heads every answer and what is asked back may not."""
    there = phrases(lang)
    assert [key for key in phrases(fallback()) if key.startswith(f"{table}.") and key not in there] == []


# ---- no code knows a language


def named_languages(source: str) -> list[str]:
    """The codes and names of languages that are written out in Python source, docstrings left aside."""
    found = []
    for node in ast.walk(ast.parse(source)):
        written = [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
        if isinstance(node, ast.Name | ast.Attribute | ast.arg | ast.keyword | ast.FunctionDef):
            name = next(getattr(node, field) for field in ("id", "attr", "arg", "name") if hasattr(node, field))
            written += [name] if name in ("english", "french", "german") else []
        found += [f"{node.lineno}: {one}" for one in written if isinstance(one, str) and one.casefold() in NAMES]
    return found


@pytest.mark.parametrize("layer", sorted({path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py")}))
@pytest.mark.source
def test_no_module_names_a_language(layer: str) -> None:
    paths = [PACKAGE / layer] if layer.endswith(".py") else (PACKAGE / layer).rglob("*.py")
    found = {str(path): named_languages(path.read_text(encoding="utf-8")) for path in paths}
    assert not any(found.values()), found


def test_a_named_language_is_seen() -> None:
    assert named_languages('x = "a" if lang == "fr" else "b"')
    assert named_languages("self.french = True")
    assert not named_languages('"""In English: en."""\nx = "done"')


# ---- what a complete language has


@pytest.mark.parametrize("lang", COMPLETE)
def test_a_complete_language_lacks_nothing(lang: str) -> None:
    assert lexicon(lang).borrows() == 0
    assert phrases(fallback()).keys() - phrases(lang).keys() == set()
    assert [id for id in loader.ids() if loader.text(id, lang) == marked(loader.text(id, fallback()))] == []


@pytest.mark.parametrize("lang", codes())
def test_sentences_fill_the_same_places(lang: str) -> None:
    def places(sentence: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", sentence))

    theirs, ours = phrases(fallback()), phrases(lang)
    assert [key for key, sentence in ours.items() if places(sentence) != places(theirs[key])] == []


@pytest.mark.parametrize("lang", codes())
def test_the_folder_of_a_language_says_nothing_that_is_not_asked_for(lang: str) -> None:
    said = [
        f"{table}.{ident}"
        for file in files(lang, "phrases.toml")
        for table, entries in tomllib.loads(file.read_text(encoding="utf-8")).items()
        for ident in entries
    ]
    assert len(said) == len(set(said))
    assert set(said) <= phrases(fallback()).keys()
    assert loader.own_texts(lang).keys() <= set(loader.ids())


@pytest.mark.parametrize("lang", codes())
def test_every_word_that_a_language_says_is_read_so(lang: str) -> None:
    words = lexicon(lang)
    for role in ("colour", "flag", "kind", "figure", "unit", "verb", "effect", "topic", "symbol", "name", "keyword"):
        for ident in vocabulary().ids(role):
            forms = {words.say(role, ident, n, gender) for n in (1, 2, 5) for gender in ("", *words.language.genders)}
            for said in forms:
                assert (role, ident) in words.phrases[fold(said)], said
    assert all(vocabulary().has("side", ident) for ident in words.sides.values())


@invariant(14, "translated")
def every_language_gives_the_same_answers(path: Path) -> None:
    here = settled(path)
    for code in OTHERS:
        there = ruled(laid_out(path, code))
        assert back(path, code) == laid_out(path)
        assert isinstance(there, Outcome)
        assert [_given(answer) for answer in there.answers] == [_given(answer) for answer in here.answers]


def _given(answer: Answer) -> tuple[object, ...]:
    """What an answer says, whatever the language: places are named in that of the text."""
    ruling = answer.ruling
    options = [item for item in ruling.options if item.kind not in ("feature", "move", "either")]
    return (answer.met, ruling.verdict, dict(ruling.points), options, len(ruling.options), ruling.rules)


@pytest.mark.parametrize(
    "line",
    ["Sprache de; Zug Rot; legt ein Plättchen, das verlängert R", "turn red; places a tile, that extends R"],
)
def test_a_comma_may_stand_in_front_of_what_a_tile_does(line: str) -> None:
    without = line.replace(", that", " that").replace(", das", " das")
    assert formatted(f"{line}\n", "en") == formatted(f"{without}\n", "en")
    with pytest.raises(Problems):
        formatted(line.replace(",", ",,") + "\n")


def test_a_sentence_with_an_ending_stands_beside_the_one_without() -> None:
    for file in sentence_files():
        near = {f"{table}.{ident}" for table, said in tomllib.loads(file.read_text("utf-8")).items() for ident in said}
        for key in phrases(fallback()).keys() - near:
            assert not (key.endswith(ENDINGS) and key.rpartition("-")[0] in near), key


def test_the_fallback_is_complete() -> None:
    assert language(fallback()).complete


@pytest.mark.parametrize(
    ("name", "code"),
    (("fr_FR.UTF-8", "fr"), ("French_France.1252", "fr"), ("en_GB", "en"), ("C.UTF-8", "en"), ("", "en"), ("xx", "en")),
)
def test_the_locale_chooses_the_language(name: str, code: str) -> None:
    assert of_locale(name) == code


@pytest.mark.parametrize(
    ("text", "expected"), (("nobody scores", "nobody scores°"), ("Yes.", "Yes°."), ("qui ?", "qui° ?"), ("", "°"))
)
def test_the_mark_stands_before_the_end_mark(text: str, expected: str) -> None:
    assert marked(text) == expected
    assert unmarked(expected) == text


# ---- one more language, by new files alone

TOY = "zz"
ABOUT = """
names = ["toyish"]
locales = ["toy"]

[reading]
articles = ["oo"]

[words]
one = [1, 2]
genders = ["a", "b"]
agreement = ["", "a", "b", "+"]

[order]
noun = ["number", "noun", "states", "colour", "share"]
doing = "{rest} {verb}"

[punctuation]
colon = " : "

[answers]
yes = ["zi"]
no = ["zo"]
"""
WORDS = """
[keyword]
language = ["zlanguage"]
ask = ["zask"]
expect = ["zexpect"]
no = ["zo"]

[colour]
red = ["zred", "zreda", "zredb", "zreds"]

[kind]
city.b = ["zity", "zities", "zitty"]

[figure]
meeple.a = ["zeeple", "zeeples"]

[unit]
tile.b = ["zile", "ziles"]

[flag]
complete = ["zone", "zonea", "zoneb", "zones"]

[topic]
score = ["zcore"]

[expansion]
gifts = { title = "Zifts", names = ["zifts"] }
"""
TEXT = """city T: complete, 3 tiles, 1 coat
  red: 2 meeples
  blue: wagon

ask score T
  expect red 8, blue 0
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a language that says every tenth sentence and rule, and few words."""
    folder = tmp_path_factory.mktemp("languages")
    own = folder / TOY
    (own / "gifts").mkdir(parents=True)
    (own / "language.toml").write_text(ABOUT, encoding="utf-8")
    (own / "words.toml").write_text(WORDS, encoding="utf-8")
    (own / "gifts" / "words.toml").write_text('[unit]\ngift.b = ["zift", "zifts"]\n', encoding="utf-8")
    (own / "hints.toml").write_text('zity = ["zurg"]\n', encoding="utf-8")
    tables: dict[str, dict[str, str]] = {}
    for key, sentence in sorted(phrases(fallback()).items())[::10]:
        table, _, ident = key.partition(".")
        tables.setdefault(table, {})[ident] = f"zz {sentence}"
    tables.setdefault("verdict", {})["scores"] = "{player} zcores {points}"
    said = "\n".join(
        "\n".join([f"[{table}]", *(f"{ident} = {json.dumps(one)}" for ident, one in sentences.items())])
        for table, sentences in tables.items()
    )
    (own / "phrases.toml").write_text(said, encoding="utf-8")
    texts = [f"{id} = {json.dumps(f'zz {loader.text(id, fallback())}')}" for id in loader.ids()[::10]]
    (own / "rules.toml").write_text("\n".join(texts), encoding="utf-8")
    return folder


def run(toy: Path, *words: str, text: str = "", locale: str = "en_GB") -> subprocess.CompletedProcess[str]:
    """The command line, where that language is known."""
    env = {**os.environ, "ADJUDICATOR_LANGUAGES": str(toy), "LC_ALL": locale, "PYTHONUTF8": "1", "COLUMNS": "100"}
    command = [sys.executable, "-m", "adjudicator", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, env=env, encoding="utf-8")


@pytest.mark.long
def test_a_toy_language_translates_and_back(toy: Path) -> None:
    there = run(toy, "fmt", "--lang", TOY, "-", text=TEXT)
    assert there.returncode == 0, there.stderr
    assert there.stdout.split("\n") == [
        "zlanguage zz",
        "zity T : zone, 3 ziles, 1 coat",
        "  zred : 2 zeeple",
        "  blue : wagon",
        "",
        "zask zcore T",
        "  zexpect zred 8, blue 0",
        "",
    ]
    assert run(toy, "fmt", "-", text=there.stdout).stdout == there.stdout
    assert run(toy, "fmt", "--lang", "en", "-", text=there.stdout).stdout == TEXT
    french = run(toy, "fmt", "--lang", "fr", "-", text=there.stdout).stdout
    assert run(toy, "fmt", "--lang", TOY, "-", text=french).stdout == there.stdout


@pytest.mark.long
def test_a_toy_language_settles(toy: Path) -> None:
    text = run(toy, "fmt", "--lang", TOY, "-", text=TEXT).stdout
    whole = run(toy, "settle", "-", text=text)
    assert whole.returncode == 0, whole.stderr
    # Whether "scores nothing" is among the sentences that it has depends on their number.
    assert re.search(r"^Zred zcores 8 points°, (zz )?[Bb]lue°? scores nothing°?\.\n", whole.stdout, re.MULTILINE)
    assert "°" in loader_text(toy, "BASE-30")
    plain = json.loads(run(toy, "settle", "--format", "json", "-", text=TEXT).stdout)
    other = json.loads(run(toy, "settle", "--format", "json", "-", text=text).stdout)
    assert other["rulings"][0]["points"] == plain["rulings"][0]["points"]
    assert [rule["id"] for rule in other["rulings"][0]["rules"]] == [
        rule["id"] for rule in plain["rulings"][0]["rules"]
    ]


def loader_text(toy: Path, rule: str) -> str:
    """What ``rules`` says of a rule in that language."""
    return run(toy, "rules", rule, "--lang", TOY).stdout


@pytest.mark.long
def test_a_toy_language_has_rules_of_its_own(toy: Path) -> None:
    own, lent = loader.ids()[0], loader.ids()[1]
    assert "zz " in loader_text(toy, own)
    assert "zz " not in loader_text(toy, lent).split("\n")[1]


@pytest.mark.long
def test_a_toy_language_knows_what_was_meant(toy: Path) -> None:
    slip = run(toy, "ask", "zitiy T: zone, 3 ziles; zred: zeeple; zask zcore T", "--lang", TOY)
    assert slip.returncode == 2
    assert "zity" in slip.stderr
    said = run(toy, "ask", "zurg T: zone, 3 ziles; zred: zeeple; zask zcore T", "--lang", TOY)
    assert "zity" in said.stderr
    foreign = run(toy, "ask", "zlanguage zz; ville T: zone; zask zcore T", "--lang", TOY)
    assert "`language fr`" in foreign.stderr or "zlanguage fr" in foreign.stderr


@pytest.mark.long
def test_a_toy_language_is_chosen_by_locale_and_option(toy: Path) -> None:
    assert run(toy, "ask", "city T: complete, 3 tiles; red: meeple; ask score T", locale="toy_XX").returncode == 0
    assert "Zred zcores" in run(toy, "ask", TEXT.replace("\n", "; "), "--lang", TOY).stdout
    assert run(toy, "--help", "--lang", TOY).returncode == 0
    assert ", zz." in run(toy, "ask", "x", "--lang", "qq").stderr


def test_a_toy_word_has_its_expansion(toy: Path) -> None:
    text = "zlanguage zz\nuse zifts\nzity T : zone, 3 ziles\n  zred : zeeple\nzred has 2 zift\nzask zcore T\n"
    assert run(toy, "fmt", "--lang", "en", "-", text=text).stdout.split("\n")[0] == "use gifts"


def test_a_mistake_in_a_language_costs_one_word(tmp_path: Path) -> None:
    from adjudicator.words import gather
    from adjudicator.words.vocabulary import sources

    path = tmp_path / "words.toml"
    for said, reason in (
        ('[kind]\n\ncitty = ["a", "b"]', "no kind citty"),
        ('[kind]\n\ncity.x = ["a", "b"]', "no such gender"),
        ('[kind]\n\ncity = ["a"]', "needs 2 forms"),
        ("[kind]\n\ncity = 2", "a list is expected, not a whole number"),
        ('[kind]\nfield.m = ["a", "b"]\ncity', "is no TOML"),
        ('[kind]\ncity = ["a", "b"]\n[town]\ncity = ["a", "b"]', "no key town"),
    ):
        path.write_text(said, encoding="utf-8")
        with faults.gathered() as found, warnings.catch_warnings():
            warnings.simplefilter("ignore", faults.Broken)
            words = gather.gather("fr", sources(), [path])
        assert [(fault.file, fault.line) for fault in found] == [(str(path), 3)], found
        assert reason in found[0].text
        assert ["ville" in words["phrases"], "pré" in words["phrases"] or "pre" in words["phrases"]] == [
            "[town]" not in said,
            True,
        ]


def test_of_two_words_with_one_spelling_the_second_is_borrowed(tmp_path: Path) -> None:
    from adjudicator.words import gather
    from adjudicator.words.vocabulary import sources

    path = tmp_path / "words.toml"
    path.write_text('[kind]\ncity = ["route", "routes"]', encoding="utf-8")
    with pytest.warns(faults.Broken, match="means both city and road"):
        words = gather.gather("fr", sources(), [path])
    assert "kind road" in words["borrowed"]
    assert words["words"]["kind road"] == "|road|roads"
    assert words["groups"][words["phrases"]["route"]] == (("kind", "city"),)
