"""Sentences as people say them at the table, turned into a text of the language.

A sentence goes through three steps: its words are looked up (`tokens`, `words`), each fills one slot of a scene
(`scene`: features, who stands there, what happens), and the path that is asked writes the line of the language
(`paths`). `reading` takes the likeliest line that the language reads, and keeps what was left out, mended or assumed.

Nothing is skipped to make a sentence fit: a word with a meaning fills a slot, or it is named as left out.
"""

from __future__ import annotations

from adjudicator.talk.reading import Reading, situation, understood

__all__ = ["Reading", "situation", "understood"]
