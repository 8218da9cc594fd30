"""The language server: what an editor asks of a text, by the Language Server Protocol on standard streams."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument
from pygls.workspace.position_codec import ServerTextPosition, ServerTextRange

from adjudicator import __version__, formatted
from adjudicator.binding.answers import glued, line_in
from adjudicator.corpus import SUFFIX, gathered
from adjudicator.editor.completion import Candidate, candidates, place_in
from adjudicator.editor.look import definition, look, mentions, rule_at
from adjudicator.errors import Problem, Problems
from adjudicator.fixes import fixes, whats_wrong
from adjudicator.limits import Limit, bounded
from adjudicator.model.ruling import Answer, Missing
from adjudicator.model.span import Span
from adjudicator.report import prose
from adjudicator.report.problems import message
from adjudicator.rulebook import loader
from adjudicator.settling import Notes, settle
from adjudicator.syntax.document import read_document
from adjudicator.syntax.source import clean, read_source
from adjudicator.words.languages import fallback, of_locale
from adjudicator.words.say import Speech, speech
from adjudicator.words.visible import visible

PAUSE = 0.2
"""Seconds without a change until a text is looked at."""
ALLOWED = Limit(10, 400)
MENDED = 20_000
"""Signs of a text up to which it is tried what would mend it."""
SOURCE = "adjudicator"
PLACES = 100
"""Places that a rule leads to, at most."""

_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "kind": types.CompletionItemKind.Class,
    "figure": types.CompletionItemKind.Struct,
    "colour": types.CompletionItemKind.Color,
    "flag": types.CompletionItemKind.Property,
    "unit": types.CompletionItemKind.Unit,
    "verb": types.CompletionItemKind.Function,
    "infinitive": types.CompletionItemKind.Function,
    "effect": types.CompletionItemKind.Method,
    "topic": types.CompletionItemKind.Function,
    "feature": types.CompletionItemKind.Variable,
    "player": types.CompletionItemKind.Variable,
    "tile": types.CompletionItemKind.File,
    "rule": types.CompletionItemKind.Reference,
    "option": types.CompletionItemKind.EnumMember,
    "edition": types.CompletionItemKind.EnumMember,
    "expansion": types.CompletionItemKind.Module,
}


class Seen(NamedTuple):
    """What was found in one version of a text."""

    text: str
    language: str
    problems: tuple[Problem, ...]
    answers: tuple[Answer, ...]


class Server(LanguageServer):
    """The server, with what it has found in the texts that are open."""

    def __init__(self, lang: str) -> None:
        super().__init__(SOURCE, __version__, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self.lang = lang
        """Code of the language to speak, "" for that of each text."""
        self.default = fallback()
        """The language of a text that names none."""
        self.seen: dict[str, Seen] = {}

    def speech(self, language: str) -> Speech:
        """How to speak of a text in a `language`."""
        return speech(self.lang or language)

    def text(self, uri: str) -> TextDocument:
        """The text an editor has open."""
        return self.workspace.get_text_document(uri)


def server(lang: str = "") -> Server:
    """The server, ready to start; `lang` is the code of the language it speaks, "" for that of each text."""
    made = Server(lang)

    @made.feature(types.INITIALIZE)
    def initialize(server: Server, params: types.InitializeParams) -> None:
        server.default = of_locale(params.locale) if params.locale else fallback()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
        await _look_at(server, params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        version = server.text(uri).version
        await asyncio.sleep(PAUSE)
        if server.text(uri).version == version:
            await _look_at(server, uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.seen.pop(uri, None)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ":", ","]))
    def completion(server: Server, params: types.CompletionParams) -> types.CompletionList:
        document = server.text(params.text_document.uri)
        line, column = _from_client(document, params.position)
        text = clean(document.source)
        with bounded(ALLOWED, text):
            found = candidates(text, line, column, server.default)
        begun = Span(line, column - len(place_in(text, line, column).begun), column)
        items = [_item(one, n, _range(document, begun), server.speech(server.default)) for n, one in enumerate(found)]
        return types.CompletionList(is_incomplete=False, items=items)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
        document = server.text(params.text_document.uri)
        line, column = _from_client(document, params.position)
        text = clean(document.source)
        said = server.speech(read_document(text, server.default).language)
        found = look(text, line, column, server.default, said)
        if found is None:
            return None
        value = types.MarkupContent(types.MarkupKind.Markdown, visible(found.text))
        return types.Hover(value, _range(document, Span(*found.spot)))

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(server: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        document = server.text(params.text_document.uri)
        try:
            with bounded(ALLOWED):
                laid_out = formatted(document.source)
        except Problems:
            return None  # what is wrong is told already
        if laid_out == document.source:
            return []
        end = types.Position(len(document.lines) + 1, 0)
        return [types.TextEdit(types.Range(types.Position(0, 0), end), laid_out)]

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(server: Server, params: types.DefinitionParams) -> list[types.Location]:
        uri = params.text_document.uri
        document = server.text(uri)
        line, column = _from_client(document, params.position)
        text = clean(document.source)
        if found := rule_at(text, line, column):
            return _expectations(server, found[0])
        spot = definition(text, line, column, server.default)
        return [types.Location(uri, _range(document, Span(*spot)))] if spot else []

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(server: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return _symbols(server.text(params.text_document.uri), server.default)

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        seen = server.seen.get(uri)
        document = server.text(uri)
        if seen is None or seen.text != clean(document.source):
            return []
        return _actions(server, document, seen, params)

    return made


async def _look_at(server: Server, uri: str) -> None:
    """Tells an editor what is wrong with a text; the work is done beside everything else."""
    document = server.text(uri)
    version, source = document.version, document.source
    seen = await asyncio.to_thread(_see, source, server.default)
    if server.text(uri).version != version:
        return  # it has changed meanwhile, and is looked at again
    server.seen[uri] = seen
    said = server.speech(seen.language)
    found = [_diagnostic(document, one, said) for one in seen.problems]
    for answer in seen.answers:
        found += _answer(document, answer, said)
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))


def _see(source: str, default: str) -> Seen:
    text = clean(source)
    try:
        with bounded(ALLOWED, text):
            outcome = settle(text, "", default, Notes.MISSED)
    except Problems as error:
        return Seen(text, error.language or default, error.items, ())
    return Seen(text, outcome.language, outcome.problems, outcome.answers)


def _diagnostic(document: TextDocument, problem: Problem, said: Speech) -> types.Diagnostic:
    text = message(problem, said)
    if problem.suggestions:
        text += " " + said.label("meant", words=f" {said.keyword('or')} ".join(problem.suggestions))
    return types.Diagnostic(
        _range(document, problem.span),
        visible(text),
        severity=types.DiagnosticSeverity.Error,
        code=problem.code,
        source=SOURCE,
        data={"line": problem.span.line, "column": problem.span.column, "code": problem.code},
    )


def _answer(document: TextDocument, answer: Answer, said: Speech) -> list[types.Diagnostic]:
    """What an answer lacks, where nobody expects it to, and what is not as expected."""
    found = []
    place = Span(answer.line, answer.column, answer.column + len(answer.ask))
    if not answer.met and answer.ruling.missing:
        asked = " ".join(dict.fromkeys(prose.question(one, said) for one in answer.ruling.missing))
        lines = prose.answers(answer.ruling.missing, said)
        diagnostic = types.Diagnostic(_range(document, place), visible(f"{asked} {lines}".strip()), source=SOURCE)
        diagnostic.severity, diagnostic.code = types.DiagnosticSeverity.Information, "lacks-fact"
        diagnostic.data = {"ask": answer.line, "column": answer.column}
        found.append(diagnostic)
    for one in answer.expected:
        if not one.met:
            text = said.label("unmet", text=one.text, given=one.given)
            if one.uncited:
                text += " " + said.label("uncited", rules=", ".join(one.uncited))
            row = clean(document.source).split("\n")[one.line - 1]
            span = Span(one.line, len(row) - len(row.lstrip()) + 1, len(row) + 1)
            severity = types.DiagnosticSeverity.Warning
            found.append(types.Diagnostic(_range(document, span), visible(text), severity, "unmet", source=SOURCE))
    return found


def _actions(
    server: Server, document: TextDocument, seen: Seen, params: types.CodeActionParams
) -> list[types.CodeAction]:
    found: list[types.CodeAction] = []
    said = server.speech(seen.language)
    check = whats_wrong(lambda text: settle(text, "", server.default, Notes.MISSED))
    for diagnostic in params.context.diagnostics:
        data = diagnostic.data if isinstance(diagnostic.data, dict) else {}
        if "ask" in data:
            for answer in seen.answers:
                if (answer.line, answer.column) == (data["ask"], data["column"]):
                    for line in _lines(answer.ruling.missing, seen.language):
                        row = seen.text.split("\n")[answer.line - 1][: answer.column - 1]
                        span = Span(answer.line, answer.column, answer.column)
                        new = f"{line}; " if row.strip() else f"{line}\n{row}"
                        found.append(_action(document, said, diagnostic, span, new, line, False))
                    for change in dict.fromkeys(one for lack in answer.ruling.missing for one in lack.instead):
                        new = glued(change, seen.language)
                        found.append(_action(document, said, diagnostic, change.span, new, new.strip(" ,;"), False))
            continue
        place = (data.get("code"), data.get("line"), data.get("column"))
        problem = next((p for p in seen.problems if (p.code, p.span.line, p.span.column) == place), None)
        if problem is None or len(seen.text) > MENDED:
            continue
        with bounded(ALLOWED, seen.text):
            for number, fix in enumerate(fixes(problem, seen.text, check, seen.language)):
                label = fix.new.strip() or fix.line
                found.append(_action(document, said, diagnostic, fix.span, fix.new, label, number == 0))
    return found


def _lines(missing: Sequence[Missing], lang: str) -> list[str]:
    """The lines that tell what is missing, where they need no number that only the writer knows."""
    return list(dict.fromkeys(line_in(line, lang) for one in missing for line in one.say if "{number}" not in line))


def _action(
    document: TextDocument, said: Speech, mends: types.Diagnostic, span: Span, new: str, text: str, best: bool
) -> types.CodeAction:
    edit = types.TextEdit(_range(document, span, empty=True), new)
    return types.CodeAction(
        visible(said.label("write", text=text)),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[mends],
        is_preferred=best,
        edit=types.WorkspaceEdit(changes={document.uri: [edit]}),
    )


def _item(one: Candidate, number: int, place: types.Range, said: Speech) -> types.CompletionItem:
    text = f'"{one.text}"' if one.role == "player" and " " in one.text else one.text
    about = loader.text(one.ident, said.lang) if one.role == "rule" else one.about
    return types.CompletionItem(
        one.text,
        kind=_KINDS.get(one.role, types.CompletionItemKind.Text),
        detail=about if one.role != "rule" else None,
        documentation=about if one.role == "rule" else None,
        sort_text=f"{number:04}",
        filter_text=one.text,
        text_edit=types.TextEdit(place, text),
    )


def _expectations(server: Server, rule: str) -> list[types.Location]:
    """Where the scenarios of the folders that are open name a rule: they are checked to rest on it."""
    folders = [path for one in server.workspace.folders.values() if (path := uris.to_fs_path(one.uri))]
    if not folders and server.workspace.root_path:
        folders = [server.workspace.root_path]
    found: list[types.Location] = []
    for path in gathered(folders)[0]:
        try:
            text = read_source(path)
        except Problems:
            continue
        uri = uris.from_fs_path(str(Path(path).resolve()))
        if uri is None or not path.endswith(SUFFIX):
            continue
        for spot in mentions(text, rule):
            here = Span(*spot)
            start, end = (types.Position(here.line - 1, at - 1) for at in (here.column, here.end_column))
            found.append(types.Location(uri, types.Range(start, end)))
            if len(found) == PLACES:
                return found
    return found


def _symbols(document: TextDocument, default: str) -> list[types.DocumentSymbol]:
    """The scenarios of a text with their questions; the questions alone where there are no titles."""
    read = read_document(clean(document.source), default)
    found: list[types.DocumentSymbol] = []
    within: list[types.DocumentSymbol] = found
    for statement in read.statements:
        words = statement.words
        row = read.text.split("\n")[statement.span.line - 1]
        here = _range(document, Span(statement.span.line, statement.span.column, len(row) + 1))
        if statement.form in ("scenario", "game"):
            kind = types.SymbolKind.Namespace
            found.append(types.DocumentSymbol(visible(words[-1].text) or words[0].text, kind, here, here, children=[]))
            within = list(found[-1].children or [])
            found[-1].children = within
        elif words[0].terminals and words[0].terminals[0] == "ASK":
            asked = visible(" ".join(word.text for word in words[1:] if word.line == words[0].line))
            within.append(types.DocumentSymbol(asked, types.SymbolKind.Event, here, here))
            if within is not found:
                found[-1].range.end = here.end
    return found


def _range(document: TextDocument, span: Span, empty: bool = False) -> types.Range:
    """The range of a span of the cleaned text, as the editor counts; the first line for a problem without a place."""
    lines = document.lines
    line = min(max(span.line, 1), max(len(lines), 1))
    row = lines[line - 1].rstrip("\r\n") if lines else ""
    start = _column(row, span.column) if span.line else 0
    end = _column(row, span.end_column) if span.line else len(row)
    if end <= start and not empty:
        end = start + 1
    return document.range_to_client_units(
        ServerTextRange(ServerTextPosition(line - 1, start), ServerTextPosition(line - 1, end))
    )


def _column(row: str, column: int) -> int:
    """Where a column of the cleaned row (from 1) lies in the row as it was typed (from 0)."""
    if row.isascii():
        return max(0, column - 1)
    return next((at for at in range(len(row) + 1) if len(clean(row[:at])) >= column - 1), len(row))


def _from_client(document: TextDocument, position: types.Position) -> tuple[int, int]:
    """Line and column in the cleaned text, from 1."""
    here = document.position_from_client_units(position)
    lines = document.lines
    row = lines[here.line] if here.line < len(lines) else ""
    return here.line + 1, len(clean(row[: here.character])) + 1
