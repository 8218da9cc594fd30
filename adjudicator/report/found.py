"""The answer to a question about a rule: yes or no where that was asked, the rule, and what else may be meant."""

from __future__ import annotations

from typing import Any

from adjudicator.finder import Found, Offer
from adjudicator.report import rules as report
from adjudicator.report.style import Style, wrap
from adjudicator.rulebook import loader
from adjudicator.rulebook.rule import Rule
from adjudicator.words.say import Speech

OFFERS = 3
"""What else may be meant, at most."""


def told(found: Found, speech: Speech, style: Style, position: str = "") -> str:
    """The answer in lines; one that is not sure stands under the question it answers, with the other offers behind, a
    `position` in words among them.
    """
    lead = []
    if found.mended:
        words = ", ".join(f"{meant} (`{typed}`)" for typed, meant in found.mended)
        lead.append(style.paint(wrap(speech.label("mended", words=words), style.width), "faint"))
    if not found.sure and found.meant is not None:
        lead.append(wrap(speech.label("if-meant", question=found.meant.said), style.width))
    if found.reply:
        lead.append(style.paint(speech.phrase("verdict", found.reply), "verdict"))
    parts = ["\n".join(lead)] if lead else []
    parts += [_rule(loader.rule(ident), speech, style) for ident in found.rules]
    if found.offers or position:
        others = [_offer(one, speech) for one in found.offers[: OFFERS - bool(position)]]
        others += [position] if position else []
        listed = [wrap(one, style.width, f"  {number}  ", "     ") for number, one in enumerate(others, 1)]
        parts.append("\n".join([wrap(speech.label("or-meant"), style.width), *listed]))
    return "\n\n".join([*parts, *(told(one, speech, style) for one in found.more)])


def _rule(rule: Rule, speech: Speech, style: Style) -> str:
    lines = [report.whole(rule, speech, style)]
    for ident in editions(rule):
        other = loader.rule(ident)
        named = other.option.editions if other.option else ()
        said = speech.label("edition-says", editions=named, rule=ident, text=loader.text(ident, speech.lang))
        lines.append(wrap(said, style.width, "  "))
    return "\n".join(lines)


def _offer(offer: Offer, speech: Speech) -> str:
    answer = f" {speech.phrase('verdict', offer.answer)}" if offer.answer else ""
    return f"{offer.said}{answer} ({offer.rule})"


def editions(rule: Rule) -> tuple[str, ...]:
    """Ids of the rules that say what other editions have in place of a rule."""
    return tuple(
        one.id
        for one in loader.rules(rule.folder)
        if one.status == "difference"
        and one.id != rule.id
        and one.option is not None
        and one.option.editions
        and (rule.id in loader.overruled_by(one.id) or rule.id in one.conflicts_with or _switched(rule, one))
    )


def _switched(rule: Rule, other: Rule) -> bool:
    return rule.option is not None and other.option is not None and rule.option.name == other.option.name


def as_json(found: Found, speech: Speech) -> dict[str, Any]:
    """The machine form: the keys that the answer to a sentence has beside those of every document."""
    rules = dict.fromkeys((*found.rules, *(ident for one in found.more for ident in one.rules)))
    return {
        "understood": "",
        "said": found.meant.said if found.meant is not None else "",
        "sure": found.sure,
        "answer": found.reply,
        "rules": [report.as_json(loader.rule(ident), speech, []) for ident in rules],
        "left_out": [],
        "mended": [{"typed": typed, "meant": meant} for typed, meant in found.mended],
        "assumed": [],
        "offers": [offered(one) for one in found.offers],
    }


def offered(offer: Offer) -> dict[str, Any]:
    """The machine form of a rule that may be meant."""
    return {"rule": offer.rule, "said": offer.said, "answer": offer.answer}
