"""Questions about a rule: the rules that answer them, found by what the words mean.

`find` takes a sentence as people say it and gives the rules that are nearest to it, whether that is sure, yes or no
where that was asked and is certain, and what else may be meant. The ways to ask for each rule are data (`asked`), the
words are looked up in `terms`, and `index` weighs them.
"""

from __future__ import annotations

from adjudicator.finder.find import Found, Offer, find
from adjudicator.finder.search import search

__all__ = ["Found", "Offer", "find", "search"]
