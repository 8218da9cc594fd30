"""Rules that somebody looks for by words or by a whole sentence, the likeliest first."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import Problem, Problems
from adjudicator.finder.find import read
from adjudicator.finder.index import features, index
from adjudicator.finder.terms import pieces
from adjudicator.rulebook import loader
from adjudicator.rulebook.rule import Rule

NEAR = 12
"""Rules that do not hold every word, at most."""
AS_NEAR = 0.5
"""The part of the best rule's score that these have, and the part of what is looked for that they say, at least."""


def search(text: str, folder: str = "", langs: Sequence[str] = ()) -> list[Rule]:
    """The rules on a `text`, of the expansion `folder` (its id) where it is given: those that are nearest by what its
    words mean in one of `langs`, and those that hold every word of it. Raises Problems where there is none.
    """
    said = pieces(text)
    lang, terms = read(said, langs)
    known = index()
    near = known.near(features(terms, lang), lang, len(known.rules))
    of = {rule.id: rule for rule in loader.rules() if not folder or folder in (rule.folder, rule.expansion)}
    near = [one for one in near if one.rule in of]
    literal = {rule.id for rule in loader.search(text)} & of.keys()
    least = AS_NEAR * near[0].score if near else 0.0
    alike = [one.rule for one in near if one.score >= least and one.covers >= AS_NEAR][:NEAR]
    ranked = [one.rule for one in near if one.rule in literal or one.rule in alike]
    found = dict.fromkeys((*ranked, *(ident for ident in of if ident in literal)))
    if not found:
        raise Problems((Problem("no-rule-found", values={"file": ""}),))
    return [of[ident] for ident in found]
