"""What holds of every document: width, links, README's one page, the table of boxes, the changelog's fragments."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

import pytest

from adjudicator.engine.game import code_of
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
FOLDERS = ("", "docs", "docs/decisions", "scenarios")
DOCUMENTS = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WIDEST = 120
ONE_PIECE = re.compile(r"""\s*(?:[-*] )?(?:`[^`]*`[.,;:]?|[^"]*"[^"]*")$""")
"""A line that is one piece of code, or one quotation, cannot be broken; nor can a row of a table."""
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")


def code(text: str, mark: str) -> str:
    """The block of README that is marked so."""
    found = re.search(rf"^```{mark}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, mark
    return found[1]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_line_is_too_wide(path: Path) -> None:
    wide = [
        (number, len(line))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST and not line.lstrip().startswith("|") and not ONE_PIECE.match(line)
    ]
    assert not wide, "break these lines (number, width)"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in LINK.findall(text):
        file, _, anchor = target.partition("#")
        if "://" in target:
            continue
        found = path.parent / file if file else path
        assert found.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads], target


def test_readme_is_one_page() -> None:
    assert len(README.splitlines()) <= 140
    assert max(map(len, README.splitlines())) <= WIDEST


def test_commands_of_readme_can_be_typed_in_every_shell() -> None:
    """cmd.exe and PowerShell know no single quotes alike, no `&&` alike, and no backslash at the end of a line."""
    commands = re.findall(r"^\$ (.*)$", README, re.MULTILINE)
    assert len(commands) >= 4
    for command in (*commands, *code(README, "bat").splitlines()):
        assert not re.search(r"['`$%^&|;]|\\$", command), command


def test_windows_is_set_up_alike() -> None:
    unix = code(README, "sh set-up").strip().split(" && ") + code(README, "sh tests").strip().splitlines()
    windows = [line.replace("\\", "/").replace("Scripts", "bin") for line in code(README, "bat").splitlines()]
    spelled = [line.replace("python3", "python").replace("'", '"') for line in unix]
    spelled[2] = spelled[2].replace("a-first*", "a-first-dispute.carc")  # cmd.exe expands no `*`
    assert windows == spelled
    assert [one.name for one in (ROOT / "scenarios" / "base").glob("a-first*")] == ["a-first-dispute.carc"]


def test_the_table_of_boxes_is_what_the_program_plays() -> None:
    text = (ROOT / "docs" / "boxes.md").read_text(encoding="utf-8")
    rows = {cells[0]: cells[1:] for cells in (re.findall(r"[^|`]+[^|` ]", row) for row in text.splitlines()) if cells}
    rows = {name.strip(): [cell.strip() for cell in cells if cell.strip()] for name, cells in rows.items()}
    english, known = lexicon("en"), vocabulary().expansions()
    for one in known:
        assert one in rows, f"docs/boxes.md lacks {one}"
        assert rows[one] == [english.expansion_title(one), "yes" if code_of(one) else "by name"], one


def test_every_fragment_is_of_a_kind() -> None:
    """Those of `[tool.towncrier]`, so that none is left out of the changelog."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    kinds = {kind["directory"] for kind in told["type"]}
    for path in (ROOT / told["directory"]).iterdir():
        if path.name not in told["ignore"]:
            assert path.suffix == ".md" and path.stem.rpartition(".")[2] in kinds, path.name
            assert path.read_text(encoding="utf-8").strip(), path.name
    assert "<!-- towncrier release notes start -->" in (ROOT / told["filename"]).read_text(encoding="utf-8")


def test_links_of_readme_are_made_absolute() -> None:
    """As the release workflow does: nothing relative is left, and text and code stay as they are."""
    absolute = runpy.run_path(str(ROOT / ".ci" / "absolute_links.py"))["absolute"]
    made = absolute(README, "https://example.org/a/b", "v1")
    targets = re.findall(r"\]\(([^)\s]+)\)", made)
    assert len(targets) == len(re.findall(r"\]\(([^)\s]+)\)", README)) > 15
    assert all("://" in target for target in targets)
    assert "](https://example.org/a/b/raw/v1/docs/images/" in made
    assert "](https://example.org/a/b/blob/v1/LICENSE)" in made
    assert made.replace("https://example.org/a/b/raw/v1/", "").replace("https://example.org/a/b/blob/v1/", "") == README
    kept = "`[a](b)` [c](https://d) [e](#f)\n```\n[g](h)\n```\n"
    assert absolute(kept, "x", "y") == kept


def test_a_release_has_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"\nversion: {project['version']}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {project['version']} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_workflows_name_no_account_and_no_host() -> None:
    for path in (ROOT / ".github").rglob("*.yml"):
        told = re.sub(r"^ *(?:- )?uses: .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert not re.search(r"https?://|\w+\.(?:org|com|io|net)\b|password|secrets\.", told), path.name
