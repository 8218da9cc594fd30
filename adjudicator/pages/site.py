"""The whole site: every question of many files, the rulebook with a page a rule, tiles, documents, search.

A site has a flat folder of pages for each language, so that every link is a name and the whole can be put on any web
space or opened from disk. A page of questions is made again only when its file, or the program, changed: `STAMP` keeps
what the other pages need of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.binding.format import formatted
from adjudicator.binding.tile_files import catalogue
from adjudicator.draw.picture import contact_sheet
from adjudicator.errors import Problems
from adjudicator.finder.asked import ways
from adjudicator.limits import UNLIMITED, Limit, bounded
from adjudicator.pages import documents
from adjudicator.pages.questions import PICTURES, Page, Part, Question, Source, page
from adjudicator.pages.templating import INDEX, STYLE, free, slug, static, templates
from adjudicator.report import rules as rule_report
from adjudicator.report import tiles as tile_report
from adjudicator.report.cite import authority
from adjudicator.rulebook import expansions, loader
from adjudicator.rulebook.rule import Rule
from adjudicator.words.languages import Language, codes, language
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    import jinja2

STAMP = "site.json"
"""Says what the site was made from; lies in its folder."""
STATIC = (STYLE, "site.js", "minisearch.js", "minisearch-LICENSE.txt")
SEARCH = "search.js"
"""What the search reads, a file a language: a script, since a page from disk may read nothing else."""
RULES, TILES, DOCS = "rules", "tiles", "docs"


class Named(NamedTuple):
    """A file of scenarios and where it stands on the site."""

    source: Source
    name: str
    """Of its pages, without the ending."""
    group: str
    """The folder that it lies in: an expansion's id, or any other word."""


class Built(NamedTuple):
    """What became of a file."""

    files: Mapping[str, str]
    """Texts by path in the folder of the site; none where they lie there already."""
    pages: Mapping[str, Page]
    """By language; their texts and pictures are left out."""
    stamp: str


Progress = Callable[[Iterable[Named], int], Iterable[Named]]
"""Takes the files and how many they are; gives them while it shows how far the work is."""


def site(
    sources: Sequence[Source],
    langs: Sequence[str] = (),
    before: str = "",
    lies_there: Callable[[str], bool] = lambda path: False,
    progress: Progress = lambda named, number: named,
    allowed: Limit = UNLIMITED,
) -> Iterator[tuple[str, str]]:
    """Every file of the site that has to be written, by its path in its folder.

    `langs` are codes of languages, by default those that lack nothing. `before` is the text of the `STAMP` that the
    folder holds; what it says is still true is not made again where all of it `lies_there`. A file may cost what is
    `allowed`. Raises Problems before anything is given: what cannot be read, the extra that is missing, and every
    expectation that is not met.
    """
    made_from = templates()
    names = _with_names(sources)
    spoken = tuple(langs) or tuple(code for code in codes() if language(code).complete)
    known = _from_stamp(before)
    program = _program()
    built: list[tuple[Named, Built]] = []
    wrong: list[Any] = []
    maker = _Maker(made_from, spoken)
    for one in progress(names, len(names)):
        stamp = hashlib.sha256(f"{program}{spoken}{one}".encode()).hexdigest()
        kept = known.get(one.name)
        try:
            if kept is not None and kept.stamp == stamp and all(map(lies_there, _paths(kept.pages))):
                built.append((one, kept))
            else:
                with bounded(allowed, one.source.text, one.source.path):
                    built.append((one, maker.questions(one, stamp)))
        except Problems as error:
            wrong += error.items
            if len({item.code for item in error.items}) != 1 or error.text:
                raise  # its places are told with its own text
    if wrong:
        raise Problems(tuple(wrong))
    for _, done in built:
        yield from done.files.items()
    yield from maker.around([(one, done.pages) for one, done in built])
    yield from ((name, static(name)) for name in STATIC)
    yield STAMP, json.dumps({one.name: [done.stamp, _stamp(done.pages)] for one, done in built}, ensure_ascii=False)


def _with_names(sources: Iterable[Source]) -> list[Named]:
    """The sources with names of their own: that of the folder and that of the file."""
    taken = dict.fromkeys((RULES, TILES, DOCS))
    found = []
    for source in sources:
        path = Path(source.path)
        group = path.absolute().parent.name
        found.append(Named(source, free(f"{slug(group)}-{slug(path.stem)}", taken), group))
    return found


def _program() -> str:
    """Changes whenever the program does."""
    package = Path(__file__).parent.parent
    files = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".toml", ".html", ".js", ".carc"))
    return hashlib.sha256("".join(f"{path}{path.stat().st_mtime_ns}" for path in files).encode()).hexdigest()


def _stamp(pages: Mapping[str, Page]) -> dict[str, Any]:
    return {code: [one.name, one.title, one.language, one.parts, "", list(one.pictures)] for code, one in pages.items()}


def _from_stamp(before: str) -> dict[str, Built]:
    """What an earlier stamp says; nothing where it is none."""
    try:
        said = json.loads(before) if before else {}
        return {
            name: Built({}, {code: _page(one) for code, one in pages.items()}, stamp)
            for name, (stamp, pages) in said.items()
        }
    except (ValueError, TypeError, AttributeError, KeyError):
        return {}


def _page(said: Sequence[Any]) -> Page:
    name, title, lang, parts, html, pictures = said
    listed = tuple(
        Part(anchor, called, tuple(Question(*map(_tuples, one)) for one in questions))
        for anchor, called, questions in parts
    )
    return Page(name, title, lang, listed, html, dict.fromkeys(pictures, ""))


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _paths(pages: Mapping[str, Page]) -> Iterator[str]:
    """Where the files of a source lie."""
    for code, one in pages.items():
        yield f"{code}/{one.name}.html"
        yield from (f"{code}/{PICTURES}/{name}" for name in one.pictures)


class _Maker:
    """Makes pages of all kinds, in all languages of a site."""

    def __init__(self, made_from: jinja2.Environment, spoken: Sequence[str]) -> None:
        self.made_from = made_from
        self.languages: tuple[Language, ...] = tuple(map(language, spoken))
        self.boxes = [one for one in map(expansions.identity, expansions.folders()) if one not in vocabulary().always()]
        self.editions = sorted(
            {one for rules in loader.options().values() for rule in rules for one in _editions(rule)}
        )

    def _frame(self, code: str, here: str, words: Speech) -> dict[str, Any]:
        """What every page has around it."""
        return {
            "lang": code, "here": here, "say": words.label, "colon": words.language.colon.rstrip(),
            "languages": [
                (one.code, one.title, f"../{one.code}/{here}") for one in self.languages if one.code != code
            ],
            "boxes": [(one, words.lexicon.expansion_title(one)) for one in self.boxes],
            "editions": self.editions,
        }  # fmt: skip

    def questions(self, one: Named, stamp: str) -> Built:
        """The pages of a file. Raises Problems."""
        files: dict[str, str] = {}
        pages: dict[str, Page] = {}
        first: Page | None = None
        for lang in self.languages:
            words = speech(lang.code)
            # The words of a file are said in the reader's language; its names and titles stay.
            source = one.source._replace(text=formatted(one.source.text, lang.code)) if first else one.source
            made = page(
                source, lang.code, one.name, self.made_from, "site-page.html", first,
                {"rule_page": _rule_page, **self._frame(lang.code, f"{one.name}.html", words)},
            )  # fmt: skip
            first = first or made
            files[f"{lang.code}/{one.name}.html"] = made.html
            files.update({f"{lang.code}/{PICTURES}/{name}": svg for name, svg in made.pictures.items()})
            pages[lang.code] = made._replace(html="", pictures=dict.fromkeys(made.pictures, ""))
        return Built(files, pages, stamp)

    def around(self, built: Sequence[tuple[Named, Mapping[str, Page]]]) -> Iterator[tuple[str, str]]:
        """Everything but the pages of questions."""
        for lang in self.languages:
            words = speech(lang.code)
            listed = [(one, pages[lang.code]) for one, pages in built]
            found: list[dict[str, Any]] = []
            for maker in (self._index, self._rules, self._tiles, self._documents):
                for name, text in maker(listed, words, found):
                    yield f"{lang.code}/{name}", text
            for _, made in listed:
                for part in made.parts:
                    for asked in part.questions:
                        link, said = f"{made.name}.html#{asked.anchor}", f"{asked.ask} {asked.answer}"
                        found.append(_entry(link, part.title, said, asked.uses, " ".join(asked.cited), asked.edition))
            entries = json.dumps(found).replace("</", "<\\/")  # so that the text is harmless wherever it is pasted
            yield f"{lang.code}/{SEARCH}", f"window.searched({entries});\n"
        called = [(one.code, one.title) for one in self.languages]
        yield INDEX, self.made_from.get_template("languages.html").render(lang=called[0][0], languages=called)

    def _render(self, template: str, here: str, words: Speech, **about: Any) -> tuple[str, str]:
        frame = self._frame(words.lang, here, words)
        return here, self.made_from.get_template(template).render(**frame, **about)

    def _index(
        self, listed: Sequence[tuple[Named, Page]], words: Speech, found: list[dict[str, Any]]
    ) -> Iterator[tuple[str, str]]:
        groups: dict[str, list[dict[str, Any]]] = {}
        for one, made in listed:
            asked = [question for part in made.parts for question in part.questions]
            shared = set(asked[0].uses).intersection(*(question.uses for question in asked)) if asked else set()
            groups.setdefault(one.group, []).append(
                {"title": made.title, "link": f"{made.name}.html", "number": len(asked), "uses": sorted(shared)}
            )
        first = sorted(groups, key=lambda group: group not in vocabulary().always())
        said = [(self._group(group, words), groups[group]) for group in first]
        yield self._render("site-index.html", INDEX, words, title=words.label("site-questions"), groups=said)

    def _group(self, group: str, words: Speech) -> str:
        known = {expansions.identity(one) for one in expansions.folders()}
        return words.lexicon.expansion_title(group) if group in known else group.replace("-", " ").capitalize()

    # ---- the rulebook

    def _rules(
        self, listed: Sequence[tuple[Named, Page]], words: Speech, found: list[dict[str, Any]]
    ) -> Iterator[tuple[str, str]]:
        shown_by: dict[str, list[dict[str, Any]]] = {}
        cited_by: dict[str, list[dict[str, Any]]] = {}
        for _, made in listed:
            for part in made.parts:
                for asked in part.questions:
                    values = {
                        "title": part.title, "link": f"{made.name}.html#{asked.anchor}", "ask": asked.ask,
                        "answer": asked.answer, "uses": asked.uses, "edition": asked.edition,
                    }  # fmt: skip
                    for ident in asked.rules:
                        shown_by.setdefault(ident, []).append(values)
                    for ident in asked.cited:
                        cited_by.setdefault(ident, []).append(values)
        over: dict[str, list[str]] = {}
        for rule in loader.rules():
            for ident in loader.overruled_by(rule.id):
                over.setdefault(ident, []).append(rule.id)
        groups: dict[str, list[dict[str, Any]]] = {}
        asked_by: dict[str, list[str]] = {}
        for way in ways(words.lang):
            asked_by.setdefault(way.rule, []).append(way.text)
        for rule in loader.rules():
            about = self._brief(rule.id, words)
            groups.setdefault(rule.folder, []).append(about)
            said_of = " ".join((rule.topic, *asked_by.get(rule.id, ())))
            found.append(_entry(about["link"], rule.id, about["text"], about["uses"], said_of, ""))
            yield self._render(
                "site-rule.html", about["link"], words, title=rule.id, rule=_source_of(rule, words),
                box=words.lexicon.expansion_title(rule.folder),
                texts=[(lang.code, loader.text(rule.id, lang.code)) for lang in self._first(words.lang)],
                notes=rule_report.notes(rule, words),
                over=[self._brief(one, words) for one in loader.overruled_by(rule.id)],
                under=[self._brief(one, words) for one in over.get(rule.id, ())],
                against=[self._brief(one, words) for one in rule.conflicts_with],
                shown_by=shown_by.get(rule.id, ()), cited_by=cited_by.get(rule.id, ()),
            )  # fmt: skip
        said = [
            (words.lexicon.expansion_title(folder), "" if folder in vocabulary().always() else folder, rules)
            for folder, rules in sorted(groups.items(), key=lambda one: one[0] not in vocabulary().always())
        ]
        yield self._render("site-rules.html", f"{RULES}.html", words, title=words.label("rules"), groups=said)

    def _first(self, code: str) -> list[Language]:
        """The languages of the site, the one of the page first."""
        return sorted(self.languages, key=lambda one: one.code != code)

    def _brief(self, ident: str, words: Speech) -> dict[str, Any]:
        rule = loader.rule(ident)
        needs = sorted({rule.folder, rule.expansion, *rule.needs} - set(vocabulary().always()))
        return {
            "id": ident, "link": _rule_page(ident), "text": loader.text(ident, words.lang),
            "authority": authority(rule.status, rule.date, words), "uses": needs,
        }  # fmt: skip

    # ---- tiles and documents

    def _tiles(
        self, listed: Sequence[tuple[Named, Page]], words: Speech, found: list[dict[str, Any]]
    ) -> Iterator[tuple[str, str]]:
        lies_in: dict[str, dict[tuple[str, str], None]] = {}
        for _, made in listed:
            for part in made.parts:
                for ident in sorted({tile for asked in part.questions for tile in asked.tiles}):
                    lies_in.setdefault(ident, {})[part.title, f"{made.name}.html#{part.anchor}"] = None
        groups, taken = [], dict.fromkeys(("content", "table", "search", "words", "found", "left"))
        for box in sorted(catalogue().expansions, key=lambda box: box not in vocabulary().always()):
            about = []
            for entry in tile_report.every(catalogue(), box):
                face = entry.face
                anchor = free(slug(face.id.replace("+", " plus ")), taken)
                picture = f"{PICTURES}/tile-{anchor}.svg"
                yield picture, contact_sheet([(face, 0, "")], face.id, words, 1)
                others = ", ".join(name for name in entry.names if name != face.id)
                about.append({
                    "id": face.id, "anchor": anchor, "picture": picture, "names": others,
                    "told": f"{face.id} {tile_report.sides(entry)}", "copies": tile_report.copies(entry),
                    "lies_in": list(lies_in.get(face.id, ())),
                })  # fmt: skip
                uses = () if box in vocabulary().always() else (box,)
                found.append(_entry(f"{TILES}.html#{anchor}", face.id, others, uses, "", ""))
            if about:
                groups.append((words.lexicon.expansion_title(box), "" if box in vocabulary().always() else box, about))
        yield self._render("site-tiles.html", f"{TILES}.html", words, title=words.label("site-tiles"), groups=groups)

    def _documents(
        self, listed: Sequence[tuple[Named, Page]], words: Speech, found: list[dict[str, Any]]
    ) -> Iterator[tuple[str, str]]:
        made = documents.documents()
        for one in made:
            found.append(_entry(one.link, one.title, one.text, (), "", ""))
            yield self._render("site-document.html", one.link, words, title=one.title, body=one.html)
        links = [(one.title, one.link) for one in made]
        yield self._render("site-docs.html", f"{DOCS}.html", words, title=words.label("site-docs"), documents=links)


def _rule_page(ident: str) -> str:
    return f"rule-{ident.lower()}.html"


def _editions(rule: Rule) -> tuple[str, ...]:
    return rule.option.editions if rule.option is not None else ()


def _source_of(rule: Rule, words: Speech) -> dict[str, str]:
    return {"source": rule.source, "url": rule.url, "authority": authority(rule.status, rule.date, words)}


def _entry(link: str, title: str, text: str, uses: Sequence[str], words: str, edition: str) -> dict[str, Any]:
    """What the search knows of a page or of a place on one."""
    return {"id": link, "title": title, "text": text, "words": words, "uses": " ".join(uses), "edition": edition}
