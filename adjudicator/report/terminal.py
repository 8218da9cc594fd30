"""A report as text: for a terminal, and with tables in one of tabulate's formats."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.report.blocks import Block, Code, Grid, Group, Heading, Items, Nested, Picture, Rules, Text
from adjudicator.report.cite import written as rules_written
from adjudicator.report.style import Style, breadth, wrap
from adjudicator.report.table import table
from adjudicator.words.say import Speech

BEHIND = "; "


def written(groups: Iterable[Group], speech: Speech, style: Style) -> str:
    """The groups with an empty line between them."""
    parts = ("\n".join(_block(one, speech, style) for one in group if not isinstance(one, Picture)) for group in groups)
    return "\n\n".join(filter(None, parts))


def _block(block: Block, speech: Speech, style: Style) -> str:
    match block:
        case Heading():
            return style.paint(wrap(block.text, style.width), "title")
        case Text():
            if block.more:
                said = wrap(f"{block.text} {block.more}", style.width)
                return said.replace(block.text, style.paint(block.text, block.what), 1)
            said = wrap(block.text, style.width, block.lead, block.hang)
            return style.paint(said, block.what) if block.what else said
        case Items():
            return "\n".join(_item(one, style) for one in block.items)
        case Grid():
            return table(block.headers, block.rows, style, block.right, block.fixed)
        case Code():
            return style.paint(block.text, block.what) if block.what else block.text
        case Rules():
            said = rules_written(block.rules, speech, style, block.quoted)
            room = breadth(said.rpartition("\n")[2]) + breadth(block.more) + len(BEHIND) <= style.width
            more = style.paint(block.more, "faint")
            return said + (f"{BEHIND if room else chr(10)}{more}" if more else "")
        case Picture():
            return ""


def _item(item: str | Nested, style: Style) -> str:
    if isinstance(item, str):
        return wrap(item, style.width, "- ")
    return "\n".join([wrap(item.text, style.width, "- "), *(wrap(one, style.width, "  - ") for one in item.items)])
