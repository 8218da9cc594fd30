"""A whole report in what a web page, a wiki or a forum reads: HTML, Markdown, MediaWiki, BBCode.

Nothing that somebody typed becomes markup. HTML, Markdown and MediaWiki have escapes; BBCode has none, so that brackets
are written as the wide ones of East Asian type, which no forum obeys.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from adjudicator.report.blocks import Block, Code, Grid, Group, Heading, Items, Nested, Picture, Rules, Text
from adjudicator.report.cite import Cited
from adjudicator.report.markup import Escape, around
from adjudicator.report.style import Style
from adjudicator.report.table import table
from adjudicator.words.say import Speech
from adjudicator.words.visible import visible

_CLASSES = {"verdict": "verdict", "warning": "warning", "faint": "faint", "good": "met", "bad": "unmet"}


class Markup(NamedTuple):
    """How one format is written; every function takes text that is escaped already."""

    escape: Escape
    heading: Callable[[str, int], str]
    text: Callable[[str, str], str]
    """A paragraph, and what it is."""
    items: Callable[[Sequence[Nested]], str]
    grid: Callable[[Sequence[str], Sequence[Sequence[str]], Sequence[int]], str]
    code: Callable[[str], str]
    """A text that stays as it is laid out."""
    rule: Callable[[str, str, str], str]
    """The id, the text and the source of a rule, that with a link where it has one; no source for one that stands
    further up."""
    link: Callable[[str, str], str]
    """An address, and the text that stands for it."""
    rules: Callable[[Sequence[str]], str]
    picture: Callable[[Picture, str], str]
    """A picture and what it shows."""
    around: Callable[[str], str]
    """The whole."""


def written(groups: Iterable[Group], speech: Speech, form: str) -> str:
    """The groups in the format `form`, one of `FORMATS`."""
    return FORMATS[form].around(_blocks(groups, FORMATS[form], speech))


def within(groups: Iterable[Group], speech: Speech, pages: Callable[[str], str] | None = None) -> str:
    """The groups as a part of a web page, below a heading of its own; `pages` gives the page of a rule by its id."""
    markup = FORMATS["html"]
    deeper = markup._replace(heading=lambda text, level: markup.heading(text, level + 1))
    if pages is not None:
        linked = pages  # not None from here on

        def rule(ident: str, text: str, source: str) -> str:
            return markup.rule(markup.link(linked(ident), ident), text, source)

        deeper = deeper._replace(rule=rule)
    return _blocks(groups, deeper, speech)


def _blocks(groups: Iterable[Group], markup: Markup, speech: Speech) -> str:
    parts = [_block(one, markup, speech) for group in groups for one in group]
    return "\n\n".join(filter(None, parts))


def _block(block: Block, markup: Markup, speech: Speech) -> str:
    def safe(text: str) -> str:
        return markup.escape(visible(text))

    match block:
        case Heading():
            return markup.heading(safe(block.text), block.level) if block.text else ""
        case Text():
            more = markup.text(safe(block.more), "") if block.more else ""
            return "\n\n".join(filter(None, (markup.text(safe(block.text), block.what), more)))
        case Items():
            items = [one if isinstance(one, Nested) else Nested(one, ()) for one in block.items]
            return markup.items([Nested(safe(one.text), tuple(map(safe, one.items))) for one in items])
        case Grid():
            rows = [[safe(cell) for cell in row] for row in block.rows]
            return markup.grid([safe(one) for one in block.headers], rows, block.right)
        case Code():
            return markup.code(block.text if markup.code is _indented else safe(block.text))
        case Rules():
            return markup.rules([_rule(one, one.id in block.quoted, markup, speech) for one in block.rules])
        case Picture():
            return markup.picture(block, safe(block.told))


def _rule(rule: Cited, quoted: bool, markup: Markup, speech: Speech) -> str:
    escape = markup.escape
    if quoted:
        return markup.rule(escape(rule.id), escape(speech.label("quoted")), "")
    source = escape(rule.cited(speech))
    return markup.rule(escape(rule.id), escape(rule.text), markup.link(rule.url, source) if rule.url else source)


def _broken(cell: str) -> str:
    """The lines of a cell where a row must be one line."""
    return cell.replace("\n", "<br>")


# ---- HTML

RIGHT = ' style="text-align: right"'


def _html_text(text: str, what: str) -> str:
    named = f' class="{_CLASSES[what]}"' if what in _CLASSES else ""
    return f"<p{named}>{text}</p>"


def _html_items(items: Sequence[Nested]) -> str:
    said = (f"<li>{one.text}{_html_below(one.items)}</li>" for one in items)
    return "<ul>\n" + "\n".join(said) + "\n</ul>"


def _html_below(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{one}</li>' for one in items)}</ul>" if items else ""


def _html_grid(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    def line(cells: Sequence[str], tag: str, more: str = "") -> str:
        said = (f"<{tag}{more}{RIGHT if at in right else ''}>{_broken(cell)}</{tag}>" for at, cell in enumerate(cells))
        return f"<tr>{''.join(said)}</tr>"

    body = "\n".join(line(row, "td") for row in rows)
    head = line(headers, "th", ' scope="col"')
    return f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _html_rule(ident: str, text: str, source: str) -> str:
    below = f'\n<p class="source">{source}</p>' if source else ""
    return f"<blockquote><p><strong>{ident}</strong> {text}</p>{below}</blockquote>"


_NAMED = re.compile(r'(?<= id=")([\w-]+)|(?<=href="#)([\w-]+)|(?<=url\(#)([\w-]+)')
_LABELLED = re.compile(r'aria-labelledby="([^"]*)"')


def _own_names(svg: str) -> str:
    """A drawing whose names are told from those of others on the same page."""
    mark = hashlib.sha256(svg.encode()).hexdigest()[:8]
    svg = _NAMED.sub(lambda found: f"{found[0]}-{mark}", svg)
    return _LABELLED.sub(
        lambda found: re.sub(r"[\w-]+", rf"\g<0>-{mark}", found[0][17:-1]).join(('aria-labelledby="', '"')), svg
    )


def _html_picture(picture: Picture, text: str) -> str:
    if picture.svg:
        return f"<figure>\n{_own_names(picture.svg[picture.svg.index('<svg') :])}\n</figure>"
    return f'<figure><img src="{html.escape(picture.name)}" alt="{text}"></figure>' if picture.name else ""


# ---- Markdown


def _indented(text: str) -> str:
    """Nothing in an indented block is markup, and no sign ends one."""
    return "\n".join(f"    {visible(line)}" for line in text.split("\n"))


def _pipes(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    rule = ["---:" if at in right else "---" for at in range(len(headers))]
    return "\n".join(f"| {' | '.join(map(_broken, one))} |" for one in (headers, rule, *rows))


def _markdown_rule(ident: str, text: str, source: str) -> str:
    return f"> **{ident}** {text}" + (f"\n>\n> {source}" if source else "")


def _markdown_text(text: str, what: str) -> str:
    return f"**{text}**" if what == "verdict" else f"> {text}" if what == "faint" else text


# ---- MediaWiki


def _wiki_grid(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    def cells(row: Sequence[str], sign: str) -> str:
        return "\n".join(
            f"{sign}{RIGHT} | {_broken(cell)}" if at in right else f"{sign} {_broken(cell)}"
            for at, cell in enumerate(row)
        )

    body = "".join(f"\n|-\n{cells(row, '|')}" for row in rows)
    return f'{{| class="wikitable"\n|-\n{cells(headers, "!")}{body}\n|}}'


def _wiki_rule(ident: str, text: str, source: str) -> str:
    return f"<blockquote>'''{ident}''' {text}{f'<br>{source}' if source else ''}</blockquote>"


def _wiki_text(text: str, what: str) -> str:
    return f"'''{text}'''" if what == "verdict" else f"''{text}''" if what == "faint" else text


def _wiki_picture(picture: Picture, text: str) -> str:
    # Uploaded, a file lies in no folder.
    return f"[[File:{_wiki(picture.name.rpartition('/')[2])}|alt={text}]]" if picture.name else ""


_wiki = around("mediawiki")


# ---- BBCode


def _wide(text: str) -> str:
    return text.replace("[", "［").replace("]", "］")


def _bb_text(text: str, what: str) -> str:
    return f"[b]{text}[/b]" if what == "verdict" else f"[i]{text}[/i]" if what == "faint" else text


def _bb_items(items: Sequence[Nested]) -> str:
    said = (
        f"[*]{one.text}" + (f"\n{_bb_items([Nested(at, ()) for at in one.items])}" if one.items else "")
        for one in items
    )
    return "[list]\n" + "\n".join(said) + "\n[/list]"


def _bb_grid(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    # Few forums know tables; all show code as it was typed, in letters of one width.
    return f"[code]\n{table(headers, rows, Style(100, 'simple'), right)}\n[/code]"


def _bb_rule(ident: str, text: str, source: str) -> str:
    return f"[quote][b]{ident}[/b] {text}" + (f"\n{source}" if source else "") + "[/quote]"


FORMATS = {
    "html": Markup(
        html.escape,
        lambda text, level: f"<h{level + 1}>{text}</h{level + 1}>",
        _html_text,
        _html_items,
        _html_grid,
        lambda text: f"<pre>{text}</pre>",
        _html_rule,
        lambda url, text: f'<a href="{html.escape(url)}">{text}</a>',
        "\n".join,
        _html_picture,
        lambda whole: f"<article>\n{whole}\n</article>",
    ),
    "markdown": Markup(
        around("github"),
        lambda text, level: f"{'#' * (level + 1)} {text}",
        _markdown_text,
        lambda items: "\n".join("\n  - ".join((f"- {one.text}", *one.items)) for one in items),
        _pipes,
        _indented,
        _markdown_rule,
        lambda url, text: f"[{text}](<{url}>)",
        "\n".join,
        lambda picture, told: f"![{told}](<{picture.name}>)" if picture.name else "",
        lambda whole: whole,
    ),
    "mediawiki": Markup(
        _wiki,
        lambda text, level: f"{'=' * (level + 1)} {text} {'=' * (level + 1)}",
        _wiki_text,
        lambda items: "\n".join("\n** ".join((f"* {one.text}", *one.items)) for one in items),
        _wiki_grid,
        lambda text: f"<pre>{text}</pre>",
        _wiki_rule,
        lambda url, text: f"[{url} {text}]",
        "\n".join,
        _wiki_picture,
        lambda whole: whole,
    ),
    "bbcode": Markup(
        _wide,
        lambda text, level: f"[size=150][b]{text}[/b][/size]" if level == 1 else f"[b]{text}[/b]",
        _bb_text,
        _bb_items,
        _bb_grid,
        lambda text: f"[code]\n{text}\n[/code]",
        _bb_rule,
        lambda url, text: f"[url={url}]{text}[/url]",
        "\n".join,
        lambda picture, told: f"[img]{_wide(picture.name)}[/img]" if picture.name else "",
        lambda whole: whole,
    ),
}
"""By the name behind ``--format``."""
