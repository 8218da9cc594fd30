"""A file of scenarios as a page: every question with its picture, its answer and the rules behind it.

What users typed reaches a page only through the template, which escapes it; names of files and anchors are made of
small letters and digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.draw.facts import caption
from adjudicator.draw.picture import drawn
from adjudicator.draw.scene import Scene
from adjudicator.draw.scenes import scenes
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Answer
from adjudicator.pages.templating import INDEX, STYLE, free, slug, static, templates
from adjudicator.report import prose, settle
from adjudicator.report.blocks import Heading, Picture
from adjudicator.report.cite import every_rule
from adjudicator.report.marked import within
from adjudicator.report.question import Asked
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import fallback
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    import jinja2

PICTURES = "pictures"
NOTHING = Heading("")
"""Stands for a question that has its heading already."""


class Source(NamedTuple):
    """A file of scenarios to be made a page."""

    path: str
    """As it was given on the command line."""
    text: str


class Question(NamedTuple):
    """A question that stands on a page, as lists and the search need it."""

    anchor: str
    ask: str
    answer: str
    """The verdict in a sentence."""
    rules: tuple[str, ...]
    """Ids of the rules that its expectations name and the ruling cites."""
    cited: tuple[str, ...]
    """Ids of all rules behind the answer."""
    uses: tuple[str, ...]
    """Ids of the expansions in play besides those that always are."""
    edition: str
    tiles: tuple[str, ...]
    """Ids of the faces that lie on the table."""


class Part(NamedTuple):
    """A scenario that stands on a page."""

    anchor: str
    title: str
    questions: tuple[Question, ...]


class Page(NamedTuple):
    """A page that has been made."""

    name: str
    """The name of its file without the ending."""
    title: str
    language: str
    parts: tuple[Part, ...]
    html: str
    pictures: Mapping[str, str]
    """SVG by the name of the file, in the folder of pictures."""


def folder(sources: Iterable[Source], lang: str | None = None) -> dict[str, str]:
    """Every file of a folder of pages with a list of them, by its path in it; all are made before any is written.

    Raises Problems: what cannot be read, the extra ``pages`` that is missing, and an expectation that is not met
    (``page-unmet``), for what is published must be true.
    """
    made_from = templates()
    names: dict[str, None] = {}
    pages = [page(source, lang, free(slug(Path(source.path).stem), names), made_from) for source in sources]
    files = {f"{one.name}.html": one.html for one in pages}
    for one in pages:
        files.update({f"{PICTURES}/{name}": svg for name, svg in one.pictures.items()})
    first = lang or (pages[0].language if pages else "") or fallback()
    files[INDEX] = made_from.get_template("index.html").render(pages=pages, lang=first, say=speech(first).label)
    files[STYLE] = static(STYLE)
    return files


def page(
    source: Source,
    lang: str | None,
    name: str,
    made_from: jinja2.Environment,
    template: str = "page.html",
    like: Page | None = None,
    frame: Mapping[str, Any] = {},
) -> Page:
    """The page of `source`, called `name`, with the anchors of `like`, the same page in another language; `frame` is
    what `template` needs besides. Raises Problems.
    """
    found = scenes(source.text, source.path, strict=True)
    words = speech(lang or found.language)
    asked = Asked(source.text, found.language)
    _met(found.scenes, source.path, words)
    pictures = {f"{name}-{number}.svg": drawn(one, words, caption=False) for number, one in enumerate(found.scenes, 1)}
    taken: dict[str, None] = {}
    anchors = _anchors(like)
    parts: list[dict[str, Any]] = []
    texts = _texts(source.text)
    for one, picture in zip(found.scenes, pictures, strict=True):
        title = one.title or (one.answer.ask if one.answer is not None else words.label("picture"))
        if not parts or parts[-1]["title"] != title:
            text = texts.get(one.answer.line, "") if one.answer is not None else ""
            parts.append(
                {"title": title, "anchor": next(anchors) or free(slug(title), taken), "text": text, "questions": []}
            )
        parts[-1]["questions"].append(
            _question(one, picture, anchors, taken, words, asked, (frame or {}).get("rule_page"))
        )
    title = parts[0]["title"] if len(parts) == 1 else Path(source.path).stem.replace("-", " ").capitalize()
    html = made_from.get_template(template).render(
        {"lang": words.lang, "say": words.label, "colon": words.language.colon.rstrip(), "rule_page": None, **frame},
        title=title, parts=parts, pictures=f"{PICTURES}/",
    )  # fmt: skip
    listed = tuple(
        Part(part["anchor"], part["title"], tuple(one["listed"] for one in part["questions"] if one["listed"]))
        for part in parts
    )
    return Page(name, title, words.lang, listed, html, pictures)


def _anchors(like: Page | None) -> Iterator[str]:
    """The anchors of a page in the order in which they are given; "" without end where there is none."""
    for part in like.parts if like is not None else ():
        yield part.anchor
        yield from (question.anchor for question in part.questions)
    while True:
        yield ""


def _texts(text: str) -> dict[int, str]:
    """What stands in the file of the scenario to which a line, counted from 1, belongs."""
    lines = text.splitlines()
    begins = [one.span.line for one in bind(read_document(text)).scenarios]
    found = {}
    for begin, behind in zip(begins, [*begins[1:], len(lines) + 1], strict=True):
        own = "\n".join(lines[begin - 1 : behind - 1]).strip("\n")
        found.update(dict.fromkeys(range(begin, behind), own))
    return found


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


def _question(
    one: Scene,
    picture: str,
    anchors: Iterator[str],
    taken: dict[str, None],
    words: Speech,
    asked: Asked,
    rule_page: Callable[[str], str] | None,
) -> dict[str, Any]:
    """What the template shows of one question."""
    about: dict[str, Any] = {
        "picture": picture,
        "told": caption(one, words),
        "answer": None,
        "anchor": "",
        "listed": None,
    }
    if one.answer is not None:
        answer = one.answer
        said = asked.sentence(answer, words)
        image = Picture("", f"{PICTURES}/{picture}", about["told"])
        own = settle.whole(answer, words, "", (), NOTHING, image)
        more = settle.rest(answer, words)
        about["anchor"] = next(anchors) or free(slug(answer.ask), taken)
        about["answer"] = {
            "ask": said,
            "html": within(own, words, rule_page),
            # What decides nothing is there for whoever wants to know it; the verdict and the points were said.
            "more": within(more, words, rule_page),
        }
        about["listed"] = Question(
            about["anchor"], said, prose.verdict(answer.ruling, words), tuple(_expected(answer)),
            every_rule(answer.ruling),
            tuple(sorted(set(one.setup.expansions) - set(vocabulary().always()))), one.setup.edition,
            tuple(sorted({tile.lay.face.id for tile in one.tiles if tile.lay is not None})),
        )  # fmt: skip
    return about


def _expected(answer: Answer) -> Iterator[str]:
    """The rules that the question shows: an expectation names them, and the ruling cites them."""
    cites = set(answer.ruling.in_full().rules)
    for one in answer.expected:
        yield from (rule for rule in one.because if rule in cites)
