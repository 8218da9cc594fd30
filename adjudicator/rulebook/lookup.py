"""What somebody looks up by name: expansions and rules, as they are typed."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import Problem, Problems
from adjudicator.rulebook import expansions, loader
from adjudicator.rulebook.rule import Rule
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon


def expansion(name: str) -> str:
    """The id of the expansion called `name`, in any language. Raises Problems."""
    wanted = name.strip().casefold().replace("_", "-").replace(" ", "-")
    if wanted in map(expansions.identity, expansions.folders()):
        return wanted
    for lang in codes():
        try:
            return lexicon(lang).expansion(name)
        except LookupError:
            continue
    near = [one for lang in codes() for one in lexicon(lang).nearest(wanted, ("expansion",))]
    raise Problems((Problem("no-such-expansion", values={"word": name}, suggestions=tuple(dict.fromkeys(near))[:3]),))


def rules(ids: Sequence[str], folder: str = "") -> list[Rule]:
    """The rules with these `ids`, or all; of them those that are of an expansion's `folder` (its id). Raises Problems
    for unknown ids, all at once, and when none is left.
    """
    if ids:
        unknown = [
            Problem("unknown-rule-id", values={"word": ident}, suggestions=loader.nearest(ident))
            for ident in ids
            if not loader.is_rule(ident.upper())
        ]
        if unknown:
            raise Problems(tuple(unknown))
        found = [loader.rule(ident.upper()) for ident in dict.fromkeys(ids)]
    else:
        found = list(loader.rules())
    if folder:
        found = [rule for rule in found if folder in (rule.folder, rule.expansion)]
    if not found:
        raise Problems((Problem("no-rule-found", values={"file": ""}),))
    return found


def counts(expansion: str) -> list[Rule]:
    """The rules that tell how many tiles of which kind an expansion (by id) has, where its faces are not public."""
    tile = lexicon(fallback()).say("unit", "tile")
    some = (rule for rule in loader.rules(expansion) if rule.kind == "components" and rule.values)
    return [rule for rule in some if tile in loader.text(rule.id, fallback())]
