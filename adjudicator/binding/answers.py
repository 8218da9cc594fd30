"""The lines that answer what a position leaves out, as they are typed in a language."""

from __future__ import annotations

from adjudicator.binding.lines import Lines, lines_of
from adjudicator.model.ruling import Change
from adjudicator.syntax.document import read_document
from adjudicator.syntax.lexer import scan, understand
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.wording import printer

EXAMPLE = 3
"""The number that a line shows where any number may stand."""


def line_in(line: str, lang: str, number: int = EXAMPLE) -> str:
    """A line of the fallback language as it is typed in `lang`, statements parted by ``;``; `number` in its place."""
    document = read_document(line.replace("{number}", str(number)), fallback())
    said = lines_of(document, lambda word: word.text)
    return "; ".join(printer(lang).line(one.said) for _, lines in said for one in lines)


def words_in(words: str, lang: str) -> str:
    """Words of a move in the fallback language, what is behind its verb or what its tile does, as they are typed in
    `lang`.
    """
    if words.startswith(", "):
        return f", {words_in(words.removeprefix(', '), lang)}"
    own, writer = lexicon(fallback()), Lines(fallback(), lambda word: word.text)
    read = understand(scan(words)[0][0], own, {})
    that, effect = own.say("keyword", "that"), bool(read and read[0].id("effect"))
    if not effect and not words.startswith(f"{that} "):
        return printer(lang).line(writer.things(read))
    document = read_document(f"{own.say('verb', 'draws')} a tile {that if effect else ''} {words}", fallback())
    said = [one for statement in document.statements for line in writer.statement(statement) for one in line.said]
    first = next(at for at, one in enumerate(said, 1) if one[:2] == ("keyword", "a_tile"))
    return printer(lang).line(said[first + effect :])


def put_in(change: Change, lang: str) -> str:
    """The words of a change as they are typed in `lang`, a line of its own as such."""
    return words_in(change.new, lang) if change.old else line_in(change.new, lang)


def glued(change: Change, lang: str) -> str:
    """The words of a change as they go between what stands around them in a text in `lang`."""
    new = put_in(change, lang)
    if not change.old:
        return f"{new}; "
    return new if change.span.column < change.span.end_column or new.startswith(",") else f" {new}"


def changed(text: str, change: Change, lang: str) -> str:
    """`text`, which is in `lang`, with the words of a change written in it."""
    lines, span = text.split("\n"), change.span
    row = lines[span.line - 1]
    lines[span.line - 1] = f"{row[: span.column - 1]}{glued(change, lang)}{row[span.end_column - 1 :]}"
    return "\n".join(lines)
