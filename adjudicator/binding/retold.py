"""Statements of a text once more, one line each, in either language: what a position written anew takes over."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from adjudicator.binding.groups import group
from adjudicator.binding.lines import lines_of
from adjudicator.model.scenario import Scenario
from adjudicator.syntax.document import Document, Statement
from adjudicator.words.lexicon import lexicon
from adjudicator.words.tokens import Noun, Said, Token
from adjudicator.words.wording import Printer


def retold(
    document: Document,
    scenario: Scenario,
    forms: Iterable[str],
    lang: str,
    name: Callable[[str], str | None],
    without: Container[str] = (),
) -> list[tuple[str, str]]:
    """The statements of these `forms` that hold for `scenario` as pairs (form, line), the file's own header first.

    `name` gives the name by which a feature is known now; with None for one that is gone, its statement is left out, as
    is one that says where a figure of `without` is.
    """
    header, groups, _ = group(document)
    own = next((one.statements for one in groups if one.span == scenario.span), [])
    wanted = frozenset(forms)
    kept = {id(statement): statement for statement in (*header, *own) if statement.form in wanted}
    printer = Printer(lang)
    found: list[tuple[str, str]] = []
    for statement, lines in lines_of(_readable(document), lambda word: word.text):
        if id(statement) in kept:
            for line in lines:
                names_features = statement.form in ("near", "around", "same_tile")
                said = [_renamed(one, name) for one in line.said] if names_features else list(line.said)
                moved = any(isinstance(one, Noun) and one.role == "figure" and one.ident in without for one in said)
                if None not in said and not moved:
                    found.append((statement.form, printer.line([one for one in said if one is not None])))
    return found


def _readable(document: Document) -> Document:
    """The text without ``use`` lines that name no expansion."""
    words = lexicon(document.language)

    def expansions_exist(statement: Statement) -> bool:
        try:
            return statement.form != "use" or all(
                words.expansion(" ".join(word.text for word in clause)) for clause in statement.parts[1]
            )
        except LookupError:
            return False

    return document._replace(statements=[one for one in document.statements if expansions_exist(one)])


def _renamed(said: Said, name: Callable[[str], str | None]) -> Said | None:
    """A word with the name of a feature as it is called now."""
    if not isinstance(said, Token) or said.role not in ("own", "string"):
        return said
    now = name(said.value)
    return said._replace(value=now) if now is not None else None
