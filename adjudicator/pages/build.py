"""Files of scenarios as HTML pages: every question with its picture, its answer and the rules behind it.

Everything is made before anything is written. What users typed reaches a page only through the template, which escapes
it; names of files and anchors are made of small letters and digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.draw.facts import caption
from adjudicator.draw.picture import drawn
from adjudicator.draw.scene import Scene
from adjudicator.draw.scenes import scenes
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Answer
from adjudicator.report import prose
from adjudicator.report.as_json import ruling
from adjudicator.words.languages import fallback
from adjudicator.words.say import Speech, speech
from adjudicator.words.visible import visible

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).parent / "templates"
INDEX = "index.html"
STYLE = "style.css"
PICTURES = "pictures"


class Source(NamedTuple):
    """A file of scenarios to be made a page."""

    path: str
    """As it was given on the command line."""
    text: str


class Page(NamedTuple):
    """A page that has been made."""

    name: str
    """The name of its file."""
    title: str
    language: str
    questions: tuple[tuple[str, str], ...]
    """Anchor and title of each scenario on it."""
    html: str
    pictures: Mapping[str, str]
    """SVG by the name of the file, in the folder of pictures."""


def site(sources: Iterable[Source], lang: str | None = None) -> dict[str, str]:
    """Every file of the folder, by its path in it. Raises Problems: what cannot be read, the extra ``pages`` that is
    missing, and an expectation that is not met (``page-unmet``), for what is published must be true.
    """
    templates = _templates()
    names: dict[str, None] = {}
    pages = [_page(source, lang, names, templates) for source in sources]
    files = {page.name: page.html for page in pages}
    for page in pages:
        files.update({f"{PICTURES}/{name}": svg for name, svg in page.pictures.items()})
    first = lang or (pages[0].language if pages else "") or fallback()
    files[INDEX] = templates.get_template("index.html").render(pages=pages, lang=first, say=speech(first).label)
    files[STYLE] = (TEMPLATES / STYLE).read_text(encoding="utf-8")
    return files


def _templates() -> jinja2.Environment:
    """The templates, which escape whatever they are given. Raises Problems where their library is missing."""
    try:
        import jinja2
    except ImportError:
        raise Problems((Problem("no-pages", values={"extra": "carcassonne-adjudicator[pages]"}),)) from None
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_seen,
    )  # fmt: skip


def _seen(value: Any) -> Any:
    """What a template prints, with what has no picture shown; the markup of templates stays."""
    return visible(value) if type(value) is str else value


def _page(source: Source, lang: str | None, names: dict[str, None], templates: jinja2.Environment) -> Page:
    found = scenes(source.text, source.path, strict=True)
    words = speech(lang or found.language)
    stem = _free(slug(Path(source.path).stem), names)
    _met(found.scenes, source.path, words)
    pictures = {f"{stem}-{number}.svg": drawn(one, words, caption=False) for number, one in enumerate(found.scenes, 1)}
    anchors: dict[str, None] = {}
    parts: list[dict[str, Any]] = []
    for one, picture in zip(found.scenes, pictures, strict=True):
        title = one.title or (one.answer.ask if one.answer is not None else words.label("picture"))
        if not parts or parts[-1]["title"] != title:
            parts.append({"title": title, "anchor": _free(slug(title), anchors), "questions": []})
        parts[-1]["questions"].append(_question(one, f"{PICTURES}/{picture}", anchors, words))
    title = parts[0]["title"] if len(parts) == 1 else Path(source.path).stem.replace("-", " ").capitalize()
    html = templates.get_template("page.html").render(
        title=title, parts=parts, lang=words.lang, say=words.label, colon=words.language.colon.rstrip()
    )
    listed = tuple((part["anchor"], part["title"]) for part in parts)
    return Page(f"{stem}.html", title, words.lang, listed, html, pictures)


def _met(found: Iterable[Scene], path: str, words: Speech) -> None:
    """Raises Problems with every expectation that is not met."""
    wrong = [
        Problem("page-unmet", values={"line": one.line, "text": one.text, "given": one.given}, file=path)
        for scene in found
        if scene.answer is not None
        for one in scene.answer.expected
        if not one.met
    ]
    if wrong:
        raise Problems(tuple(wrong))


def _question(one: Scene, picture: str, anchors: dict[str, None], words: Speech) -> dict[str, Any]:
    """What the template shows of one question."""
    about: dict[str, Any] = {"picture": picture, "told": caption(one, words), "answer": None, "anchor": ""}
    if one.answer is not None:
        about["anchor"] = _free(slug(one.answer.ask), anchors)
        about["answer"] = _answer(one.answer, words)
    return about


def _answer(answer: Answer, words: Speech) -> dict[str, Any]:
    """An answer as sentences: the machine form, with its sums said and its rules numbered."""
    said = ruling(answer, words)
    numbers = {rule["id"]: number for number, rule in enumerate(said["rules"], 1)}
    said["points"] = [(words.colour(player), points) for player, points in answer.ruling.points.items()]
    said["sums"] = [
        (words.colour(one.player), words.feature(one.feature), prose.sum_line(one, words), numbers.get(one.rule, 0))
        for one in answer.ruling.lines
    ]
    said["otherwise"] = [prose.otherwise(one, words) for one in answer.ruling.otherwise]
    said["numbers"] = numbers
    for rule in said["rules"]:
        rule["authority"] = words.phrase("status", rule["status"])
    return said


def slug(said: str) -> str:
    """`said` in small letters, digits and hyphens, for names of files and anchors; ``page`` where nothing is left."""
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:80].rstrip("-") or "page"


def _free(name: str, taken: dict[str, None]) -> str:
    """`name`, with a number behind it where it is taken already."""
    number, free = 1, name
    while free in taken or free == Path(INDEX).stem:
        number += 1
        free = f"{name}-{number}"
    taken[free] = None
    return free
