"""Prepares everything the store keeps, for the building of a wheel."""

from __future__ import annotations

from pathlib import Path

from adjudicator import store
from adjudicator.binding import tile_files
from adjudicator.draw.shapes import prepare as shapes
from adjudicator.finder.index import index
from adjudicator.finder.terms import tongue
from adjudicator.guide.paths import every as paths
from adjudicator.rulebook import applied, loader
from adjudicator.syntax.parser import grammar
from adjudicator.talk import about, chunks
from adjudicator.talk.words import tables
from adjudicator.talk.words import words as spoken
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import is_word, lexicon
from adjudicator.words.phrases import answers, instead, phrase, phrases, usual
from adjudicator.words.vocabulary import vocabulary


def prepare(folder: Path) -> None:
    """Writes all prepared data into `folder`: parser tables, words, sentences, rules, tiles."""
    store.FOLDER = folder
    store.FROZEN = folder / "BUILT"
    grammar()
    tables()
    paths()
    chunks.shapes()
    vocabulary()
    for language in codes():
        lexicon(language)
        phrases(language)
        spoken(language)
        about.index(language)
        tongue(language)
        phrase(language, "status", "official")
    index()
    is_word("")
    answers("")
    instead("")
    usual("", "")
    rulebook()
    tile_files.prepare()
    shapes()


def rulebook() -> None:
    """Has the store keep the list of expansions, the index, the rules of every folder and what the code applies."""
    loader.forget()
    for rule in loader.rules():
        for lang in codes():
            loader.text(rule.id, lang)
    applied.applied()
