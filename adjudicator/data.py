"""All data files of the house at once: what the store keeps of them, and what is wrong in them."""

from __future__ import annotations

from adjudicator import faults, store
from adjudicator.api import stack
from adjudicator.binding import tile_files
from adjudicator.draw import shapes
from adjudicator.engine import game
from adjudicator.finder import index, terms
from adjudicator.guide import paths
from adjudicator.records import peers
from adjudicator.rulebook import applied, checks, expansions, loader
from adjudicator.syntax import parser
from adjudicator.talk import words as spoken
from adjudicator.words import lexicon, phrases, slips, vocabulary
from adjudicator.words.languages import codes


def load() -> None:
    """Reads whatever the store keeps. A new kind of file has its reader called here."""
    parser.grammar()
    spoken.tables()
    paths.every()
    vocabulary.vocabulary()
    for lang in codes():
        lexicon.lexicon(lang)
        phrases.phrases(lang)
        spoken.words(lang)
        terms.tongue(lang)
        phrases.phrase(lang, "status", "official")
    index.index()
    lexicon.is_word("")
    phrases.answers("")
    phrases.instead("")
    phrases.usual("", "")
    rules()
    tile_files.prepare()
    shapes.prepare()
    peers.every()


def rules() -> None:
    """Has the store keep the list of expansions, the index, the rules of every folder and what the code applies."""
    loader.forget()
    for rule in loader.rules():
        for lang in codes():
            loader.text(rule.id, lang)
    applied.applied()


def mistakes() -> tuple[faults.Fault, ...]:
    """Everything that is wrong in the data files and the code of expansions and languages, read whole.

    What is a `stray` speaks of something that is not here, which is no mistake where a folder is gone.
    """
    load()
    for lang in codes():
        slips.hints(lang)
    stack.check(vocabulary.vocabulary().expansions())
    for folder in store.expansion_folders():
        for path in sorted(folder.rglob("*.py")):
            within = path.relative_to(folder.parent).with_suffix("").parts
            game.loaded(".".join(("adjudicator.expansions", *within)).removesuffix(".__init__"))
    loader.strays()
    wrong = []
    for text in checks.check():
        ident = text.partition(":")[0]
        file = expansions.folder(loader.rule(ident).folder) / loader.NAME if loader.is_rule(ident) else store.EXPANSIONS
        wrong.append(
            faults.Fault(str(file), faults.line_of(file, ("rule", ident)), text, stray="unknown expansion" in text)
        )
    return (*faults.noted(), *wrong)
