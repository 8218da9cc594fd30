"""``adjudicator lsp``, asked by the client of the library it is made with, over standard streams."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from everyday import sized

from adjudicator.cli import main
from adjudicator.corpus import gathered
from adjudicator.editor.completion import candidates
from adjudicator.syntax.document import read_document
from adjudicator.words.fold import fold

pytest.importorskip("pygls", reason='the library of `pip install "carcassonne-adjudicator[editor]"` is missing')

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parent.parent
CITY = "city T: complete, 5 tiles, 1 coat\n  red: 2 meeples\nask score T\n"
RIGHT = types.PositionEncodingKind.Utf16

Talk = Callable[["Editor"], Awaitable[Any]]


class Editor:
    """An editor with one text open."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.uri = (folder / "open.carc").as_uri()
        self.version = 0
        self.told: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

    async def open(self, text: str) -> list[types.Diagnostic]:
        """Opens a text; what is wrong with it."""
        self.version += 1
        item = types.TextDocumentItem(self.uri, "carc", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.diagnostics()

    async def change(self, *pieces: str) -> list[types.Diagnostic]:
        """Types one text after the other over the whole; what is wrong with the last."""
        for text in pieces:
            self.version += 1
            document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
            whole = types.TextDocumentContentChangeWholeDocument(text)
            self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))
        return await self.diagnostics()

    async def diagnostics(self) -> list[types.Diagnostic]:
        while True:
            told = await asyncio.wait_for(self.told.get(), 60)
            if told.version == self.version:
                return list(told.diagnostics)

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    async def complete(self, line: int, character: int) -> list[types.CompletionItem]:
        found = await self.client.text_document_completion_async(
            types.CompletionParams(self.document, types.Position(line, character))
        )
        assert isinstance(found, types.CompletionList)
        return list(found.items)

    async def hover(self, line: int, character: int) -> str:
        found = await self.client.text_document_hover_async(
            types.HoverParams(self.document, types.Position(line, character))
        )
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""

    async def fixes(self, found: types.Diagnostic) -> list[types.CodeAction]:
        context = types.CodeActionContext([found])
        return list(
            await self.client.text_document_code_action_async(
                types.CodeActionParams(self.document, found.range, context)
            )
            or []
        )


def edited(talk: Talk, folder: Path, *options: str, locale: str = "en") -> Any:
    """What `talk` gives with an editor that has started the server."""

    async def run() -> Any:
        client = LanguageClient("editor", "1")
        editor = Editor(client, folder)

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: types.PublishDiagnosticsParams) -> None:
            editor.told.put_nowait(params)

        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        await client.start_io(sys.executable, "-m", "adjudicator", "lsp", *options, env=env)
        started = await client.initialize_async(
            types.InitializeParams(
                types.ClientCapabilities(),
                locale=locale,
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "scenarios")],
            )
        )
        assert started.server_info is not None and started.server_info.name == "adjudicator"
        client.initialized(types.InitializedParams())
        try:
            return await talk(editor)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()

    return asyncio.run(asyncio.wait_for(run(), 120))


def applied(text: str, action: types.CodeAction) -> str:
    """`text` after the change of an action, as an editor makes it."""
    assert action.edit is not None and action.edit.changes is not None
    ((edit,),) = action.edit.changes.values()
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:n]) for n in range(len(lines) + 1)]
    start, end = (starts[p.line] + p.character for p in (edit.range.start, edit.range.end))
    return text[:start] + edit.new_text + text[end:]


@pytest.mark.long
def test_problems_as_one_types(tmp_path: Path) -> None:
    wrong = CITY.replace("meeples", "meepels").replace("city", "citty")

    async def talk(editor: Editor) -> Any:
        first = await editor.open(wrong)
        fixed = wrong
        for found in first:
            (action, *_) = await editor.fixes(found)
            assert action.is_preferred and action.kind == types.CodeActionKind.QuickFix
            fixed = applied(fixed, action)
        return first, fixed, await editor.change("c", "ci", fixed)

    first, fixed, last = edited(talk, tmp_path)
    assert [(one.code, one.range.start.line, one.range.start.character) for one in first] == [
        ("unknown-statement", 0, 0),
        ("unexpected-word", 1, 9),
    ]
    assert "meeples" in first[1].message and first[1].range.end.character == 16
    assert fixed == CITY
    assert last == []


@pytest.mark.long
def test_places_are_counted_as_editors_do(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        return await editor.open('city "😀e\u0301": complete, 5 tiles; red: meepels\nask score "😀e\u0301"\n')

    (found,) = [one for one in edited(talk, tmp_path) if one.code == "unexpected-word"]
    assert (found.range.start.character, found.range.end.character) == (37, 44)


@pytest.mark.long
def test_what_is_missing_is_put_in(tmp_path: Path) -> None:
    text = CITY.replace("complete, ", "") + "  expect red 11 because BASE-29\n"

    async def talk(editor: Editor) -> Any:
        (lacks, *_) = await editor.open(text)
        action = next(one for one in await editor.fixes(lacks) if "city T: complete" in one.title)
        return lacks, await editor.change(applied(text, action))

    lacks, unmet = edited(talk, tmp_path)
    assert lacks.code == "lacks-fact" and "Is T complete?" in lacks.message
    assert [one.code for one in unmet] == ["unmet"] and "red 12" in unmet[0].message
    assert unmet[0].range.start.line == 4


@pytest.mark.long
def test_completion_in_the_language_of_the_text(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await editor.open("langue fr\nville T : com\ndemande \n")
        items = await editor.complete(1, 13)
        asked = await editor.complete(2, 8)
        await editor.change(CITY + "ask score T expect red 12 because BASE-2")
        return items, asked, await editor.complete(3, 40)

    items, asked, rules = edited(talk, tmp_path)
    complete = next(one for one in items if one.label == "complète")
    assert complete.text_edit.range.start == types.Position(1, 10)
    assert {"score", "majorité", "si"} <= {one.label for one in asked}
    assert "ville" not in {one.label for one in asked}
    rule = next(one for one in rules if one.label == "BASE-29")
    assert "2 points per tile" in rule.documentation


@pytest.mark.long
def test_hover(tmp_path: Path) -> None:
    text = "board\n(0,0) V@90\ncity T: complete, 3 tiles\n  red: wagon\nask score T expect red 6 because BASE-29\n"

    async def talk(editor: Editor) -> Any:
        await editor.open(text)
        return [await editor.hover(*place) for place in ((1, 6), (4, 36), (3, 8), (2, 5))]

    tile, rule, wagon, name = edited(talk, tmp_path)
    picture = re.search(r"data:image/svg\+xml;base64,([\w+/=]+)", tile)
    assert picture and "<svg" in base64.b64decode(picture[1]).decode("utf-8")
    assert "rffr" in tile
    assert "A completed city gives 2 points per tile" in rule and "Source" in rule
    assert "Abbey & Mayor" in wagon
    assert name == ""  # T is a city here, and no tile


@pytest.mark.long
def test_layout(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        options = types.FormattingOptions(2, True)
        results = []
        for text in ("city T:complete,3 tiles\nred:meeple\nask score T", CITY, "citty T"):
            await editor.open(text)
            found = await editor.client.text_document_formatting_async(
                types.DocumentFormattingParams(editor.document, options)
            )
            results.append([one.new_text for one in found] if found is not None else None)
        return results

    laid_out, same, wrong = edited(talk, tmp_path)
    assert laid_out == ["city T: complete, 3 tiles\n  red: meeple\nask score T\n"]
    assert same is not None and wrong is None


@pytest.mark.long
def test_a_rule_leads_to_the_scenarios_that_show_it(tmp_path: Path) -> None:
    shown = tmp_path / "shown.carc"
    shown.write_text(CITY + "  expect red 12 because BASE-29\n", encoding="utf-8")

    async def talk(editor: Editor) -> Any:
        await editor.open(CITY + "  expect red 12 because base-29\n# see T\nask majority T\n")

        async def definition(line: int, character: int) -> list[types.Location]:
            params = types.DefinitionParams(editor.document, types.Position(line, character))
            found = await editor.client.text_document_definition_async(params)
            return list(found or [])

        symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
        return await definition(3, 28), await definition(5, 14), symbols

    rule, feature, symbols = edited(talk, tmp_path)
    assert [(Path(one.uri).name, one.range.start.line) for one in rule] == [("shown.carc", 3)]
    assert [(Path(one.uri).name, one.range.start) for one in feature] == [("open.carc", types.Position(0, 5))]
    assert [one.name for one in symbols] == ["score T", "majority T"]


@pytest.mark.long
def test_the_language_of_the_editor(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        return await editor.open("ville T : complète, 5 tuiles\nrouge : meepels\ndemande score T\n")

    (found,) = edited(talk, tmp_path, locale="fr-FR")
    assert "Vouliez-vous dire meeples" in found.message
    (found,) = edited(talk, tmp_path, "--lang", "en", locale="fr-FR")
    assert "Did you mean meeples" in found.message


# ---- completion against what people wrote


UNTRIED = ("language", "scenario", "game", "source", "like", "switch", "players", "row", "claim")
"""Statements of names, numbers and cells."""


def _rows() -> list[tuple[str, str, int, int, str]]:
    """Places in the scenarios of the repository: file, text, line, column and the word that stands there."""
    found = []
    for path in sorted(gathered([str(ROOT / "scenarios" / "base"), str(ROOT / "scenarios" / "gifts")])[0]):
        text = Path(path).read_text(encoding="utf-8")
        document = read_document(text)
        for statement in document.statements:
            if statement.form in UNTRIED:
                continue
            for word in statement.words:
                if word.type not in ("_COMMA", "_COLON", "NUMBER", "STRING", "COORD", "TURNED") and word.roles:
                    found.append((path, document.text, word.line, word.column, word.text))
    return found


@pytest.mark.long
def test_what_stands_there_is_offered() -> None:
    """Of words that stand in scenarios those that completion would not offer at their place are few."""
    places = random.Random(7).sample(_rows(), sized(150, 20))
    missed = []
    for path, text, line, column, word in places:
        lines = text.split("\n")
        begun = "\n".join([*lines[: line - 1], lines[line - 1][: column - 1]])
        offered = {fold(one.text) for one in candidates(begun, line, column, "en")}
        if fold(word) not in offered:
            missed.append(f"{Path(path).name}:{line}:{column} {word}: {lines[line - 1]}")
    assert len(missed) <= len(places) // 20, "\n".join(missed)


@pytest.mark.parametrize(
    ("text", "there", "elsewhere"),
    [
        ("", {"city", "ask", "turn"}, {"cities", "meeple", "on"}),
        ("city T: ", {"complete", "incomplete"}, {"ask", "city", "puts"}),
        ("city T: complete\nred: 2 ", {"meeples", "abbots"}, {"meeple", "city", "ask", "puts"}),
        ("city T: complete\nask may red ", {"put", "take back"}, {"puts", "city", "meeple"}),
        ("road R: incomplete\nturn red\nputs meeple on ", {"R", "road"}, {"meeple", "ask", "puts"}),
        ("road R: incomplete\nturn red\nplaces a tile that ", {"extends", "completes"}, {"R", "red"}),
        ("turn red\nunwraps ", {"synod"}, {"R", "red", "complete"}),
        ("use ", {"gifts", "abbey-and-mayor"}, {"city"}),
        ("edition ", {"C1"}, {"city"}),
        ("turn red\ndraws ", {"V"}, {"city", "red"}),
        ("langue fr\nville T : complète\nask", set(), {"ask"}),
    ],
)
def test_what_may_stand_there(text: str, there: set[str], elsewhere: set[str]) -> None:
    lines = text.split("\n")
    offered = {one.text for one in candidates(text, len(lines), len(lines[-1]) + 1, "en")}
    assert there <= offered
    assert not elsewhere & offered


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adjudicator.editor.server", None)
    result = CliRunner().invoke(main, ["lsp"])
    assert result.exit_code == 2
    assert 'pip install "carcassonne-adjudicator[editor]"' in " ".join(result.stderr.split())
