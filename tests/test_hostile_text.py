"""What a stranger typed is shown, never obeyed: every command, format and language, with and without colours."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from everyday import some
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.cli import COMMANDS, common, main
from adjudicator.report.marked import FORMATS
from adjudicator.report.markup import marks_up
from adjudicator.report.style import Style
from adjudicator.report.table import formats, table
from adjudicator.words.visible import json_visible, one_line, visible

CONTROLS = (
    "\x1b[35mX\x1b]0;owned\x07\x9b35m\x90q\x9c\u202eabc\u2066\u200f\u061c\u00ad\x7f\x08\x85\x0b\x0c\u2028\u2029\ue000"
)
"""Escape sequences of three kinds, direction marks, and what moves a cursor or breaks a line."""
MARKUP = r"<script>a()</script>&lt;[[x|y]]{{z}}[u](v)|`*_$^~%#\input{w}"
FORMULAS = ('=HYPERLINK("x")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)")
TITLE = f"=1+1 {CONTROLS}{MARKUP}".replace('"', "'")
NAME = f"@T {CONTROLS}{MARKUP}".replace("\n", "")
PLAYER = f"-Ann {CONTROLS}{MARKUP}"
TEXT = f"""# {CONTROLS}{MARKUP}
scenario "{TITLE}"
  players red "{PLAYER}", black
  city "{NAME}": complete, 5 tiles
    red: 2 meeples
    black: meeple
  ask score "{NAME}"
    expect red 10, black 0 because BASE-29
  ask majority "{NAME}"
    expect black
"""
GAME = f"""game "{TITLE}"
  players red "{PLAYER}", blue "{CONTROLS}"
  board
    (0,0) D
  1. red: V at (0,1)
  claim red 12, blue 9
"""
OWN_COLOURS = re.compile(r"\x1b\[(?:0|1|2|3[1236]|1m\x1b\[3[12])m")


def run(*words: str, text: str | None = None, color: bool = False) -> Result:
    """One call of the command line."""
    return CliRunner().invoke(main, list(words), input=text and text.encode("utf-8", "surrogatepass"), color=color)


def hidden(text: str) -> set[str]:
    """The characters of `text` that a terminal obeys or does not show, line ends aside."""
    odd = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return {repr(char) for char in text if char != "\n" and unicodedata.category(char) in odd}


class Tags(HTMLParser):
    """Collects the tags and attributes of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(f"{tag} {name}" for name, _ in attrs)}

    def handle_comment(self, data: str) -> None:
        self.found.add("comment")


@cache
def ours() -> frozenset[str]:
    """The tags and attributes of reports about harmless texts."""
    found = {"table", "thead", "tbody", "tr", "th", "td", "th style", "td style"}
    harmless = TEXT.replace(NAME, "T").replace(PLAYER, "Ann").replace(TITLE, "Title")
    game = GAME.replace(PLAYER, "Ann").replace(TITLE, "Title").replace(CONTROLS, "Ben")
    for words, text in (
        (["settle"], harmless),
        (["score"], game),
        (["settle"], game),
        (["score", "--turn", "1"], game),
    ):
        tags = Tags()
        tags.feed(run(*words, "-", "--format", "html", text=text).stdout)
        found |= tags.found
    return frozenset(found)


def only_ours(text: str) -> None:
    tags = Tags()
    tags.feed(text)
    assert tags.found <= ours()


def no_formulas(text: str) -> None:
    for field in re.split(r"[\n\t]", text):
        assert not re.match(r"[\"' ]*[=+\-@]", field) or field.startswith("'") or re.fullmatch(r"-?\d+ *", field), field


def absent(*signs: str) -> Callable[[str], None]:
    """A check that none of `signs` stands in a text, save behind a backslash."""

    def check(text: str) -> None:
        for sign in signs:
            assert not re.search(r"(?<!\\)(?:\\\\)*" + re.escape(sign), text), sign

    return check


CHECKS: dict[str, Callable[[str], None]] = {
    "html": only_ours,
    "tsv": no_formulas,
    "latex": absent("\\input", "$^"),
    "latex_booktabs": absent("\\input", "$^"),
    "latex_longtable": absent("\\input", "$^"),
    "github": absent("<script", "[[", "[u]", "`*"),
    "pipe": absent("<script", "[[", "[u]", "`*"),
    "markdown": lambda text: absent("<script", "[[", "[u]", "`*")(re.sub(r"(?m)^    .*$", "", text)),  # code
    "bbcode": absent("[[x", "[u]"),
    "jira": absent("{{", "[x", "[u]"),
    "rst": absent("`*", "|`"),
    "mediawiki": absent("<script", "[[", "{{z", "__"),
    "moinmoin": absent("<script", "[[", "{{z"),
    "asciidoc": absent("<script", "[[", "{{z", "{w}"),
    "textile": absent("<script", "[u]", "{w}"),
    "youtrack": absent("<script", "[u]", "{w}"),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The hostile texts, in files with hostile names where the system lets a file be called so."""
    made = []
    for name, text in (("T", TEXT), ("G", GAME), ("B", f'citty "{NAME}": {CONTROLS}\n' + TEXT)):
        folder = tmp_path_factory.mktemp("hostile")
        for called in (f"=1\n\t{name}{CONTROLS}{MARKUP}.carc".replace("/", ""), f"={name}.carc"):
            try:
                (folder / called).write_bytes(text.encode())
            except OSError:
                continue
            made.append(str(folder / called))
            break
    return made


def calls(files: list[str]) -> list[list[str]]:
    """A call of every command that reads or repeats what a stranger typed."""
    text, game, bad = files
    one = f'city "{NAME}": complete, 5 tiles; red: meeple; ask score "{NAME}"'
    return [
        ["settle", text, bad, game],
        ["settle", "--brief", text, game],
        ["ask", one],
        ["ask", f"{NAME} {TITLE}"],
        ["check", *files],
        ["score", game],
        ["score", "--turn", "1", game],
        ["score", "--explain", "1", game],
        ["fmt", text],
        ["fmt", "--check", *files],
        ["rules", "BASE-29", "--scenarios", text],
        ["rules", f"{NAME}\n{TITLE}"],
        ["rules", "--expansion", f"{NAME}\n{TITLE}"],
        ["tiles", f"{NAME}\n{TITLE}"],
        ["settle", f"no-such\n\t{NAME}"],
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", [*formats(), *sorted({*FORMATS} - {*formats()}), "json"])
def test_every_command_shows_what_was_typed(files: list[str], name: str, lang: str) -> None:
    for words in some(calls(files), 7):
        if name not in (*formats(), "json") and words[0] not in ("settle", "ask", "score"):
            continue
        result = run(*words, "--format", name, "--lang", lang)
        assert result.exit_code in (0, 1, 2), (words, result.output)
        said = result.stdout.replace("\t", "") if name == "tsv" else result.stdout
        assert hidden(said) == hidden(result.stderr) == set(), words
        assert "U+FDD0" not in result.output and "\ufdd0" not in result.output, words
        assert "owned\x07" not in result.output
        if name == "json":
            json.loads(result.stdout)
        else:
            CHECKS.get(name, str)(result.stdout)


def test_a_terminal_gets_only_our_colours(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = common.Reader.style

    def coloured(self: common.Reader, error: bool = False) -> Style:
        return plain(self, error)._replace(paint=common._paint)

    monkeypatch.setattr(common.Reader, "style", coloured)
    seen = 0
    for words in calls(files):
        result = run(*words, color=True)
        left, number = OWN_COLOURS.subn("", result.output)
        seen += number
        assert hidden(left) == set(), words
    assert seen > 20


def test_commands_that_write_texts_show_them_too(files: list[str]) -> None:
    saved = json.dumps({"appVersion": "5.7", "name": NAME, "players": [{"name": NAME}], "bad": CONTROLS})
    for words, text in ((["import", "-"], saved), (["import", "-"], f"{NAME}\n{TITLE}"), (["export", "-"], GAME)):
        result = run(*words, text=text)
        assert hidden(result.output) == set()
    for name in COMMANDS:
        result = run(name, f"--{NAME}\n{TITLE}", "x")
        assert result.exit_code == 2
        assert hidden(result.output) == set()
    assert hidden(run(f"{NAME}\n{TITLE}").output) == set()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pictures_and_pages_are_what_they_are(files: list[str], tmp_path: Path, lang: str) -> None:
    """Printed or written, whoever reads them."""
    pytest.importorskip("jinja2", reason="needs the extra `pages`")
    picture = run("draw", files[0], "--lang", lang)
    assert picture.exit_code == 0, picture.stderr
    met = tmp_path / "met.carc"
    met.write_text(TEXT.replace("expect black\n", "expect red\n"), encoding="utf-8", newline="\n")
    assert run("draw", files[0], "-o", str(tmp_path / "a.svg"), "--lang", lang).exit_code == 0
    result = run("page", str(met), "-o", str(tmp_path / "pages"), "--lang", lang)
    assert result.exit_code == 0, result.stderr
    written = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.suffix in (".svg", ".html")]
    assert len(written) >= 4
    for text in (picture.stdout, *written):
        assert hidden(text) == set()
        assert "<script" not in text and "U+202E" in text
        if "<svg" in text[:200]:
            ElementTree.fromstring(text)


def test_names_stay_what_they_are_in_json(files: list[str]) -> None:
    said = json.loads(run("settle", "--format", "json", files[0]).stdout)
    assert said["rulings"][0]["scenario"] == TITLE
    assert said["rulings"][0]["ask"] == f'score "{NAME}"'
    assert said["rulings"][0]["points"] == {"red": 10, "black": 0}


def test_a_file_name_is_one_line(files: list[str]) -> None:
    said = run("check", *files, "--format", "tsv").stdout
    assert len(said[said.index("file ") :].splitlines()) == 1 + len(files) + 1


@given(st.text(st.characters(), max_size=60))
def test_what_is_shown_is_harmless_and_stays_so(text: str) -> None:
    shown = visible(text)
    assert hidden(shown.replace("\t", "")) == set()
    assert visible(shown) == shown
    assert hidden(one_line(text)) == set() and "\n" not in one_line(text)
    written = json.dumps({"x": text}, ensure_ascii=False)
    assert json.loads(json_visible(written)) == {"x": text}
    assert hidden(json_visible(written)) == set()


@given(
    st.sampled_from([name for name in formats() if marks_up(name)]),
    st.lists(st.text(max_size=12), min_size=2, max_size=2),
)
def test_a_cell_is_a_cell(name: str, row: list[str]) -> None:
    """Whatever stands in a cell, a table of one row has as many lines as one with a harmless cell there."""
    style = Style(
        format=name, width=10_000
    )  # where a cell is wide it is broken, in forms that have cells of several lines
    harmless = table(["a", "b"], [["x", "y"]], style).count("\n")
    typed = [one.replace("\n", "") for one in row]
    assert table(["a", "b"], [typed], style).count("\n") == harmless


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_is_a_text(formula: str) -> None:
    assert table(["a"], [[formula], ["-3"], [f'"{formula}"']], Style(format="tsv")).splitlines()[1:] == [
        f"'{formula}",
        f"-3{' ' * (len(formula) + 0)}".rstrip(),
        f'\'"{formula}"',
    ]


def test_formats_that_obey_are_not_offered() -> None:
    assert not {"unsafehtml", "latex_raw"} & set(formats())
    for name in ("unsafehtml", "latex_raw"):
        assert run("settle", "-", "--format", name, text="x").exit_code == 2
