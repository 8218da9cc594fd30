"""Sentences as people say them at the table, turned into a text of the language.

A sentence goes through four steps: its words are looked up (`words`), put into groups by an ambiguous grammar that
weighs every grouping (`chunks`), the groups make features with who stands there (`scene`; `merging` puts together the
figures, `facts` gives what is said to what it belongs to, `things` are what comes of it), and a frame says what is
asked (`frames`). What comes out is one line of the language, which is read and settled like any other.

Nothing is skipped to make a sentence fit: each word has a meaning that some part of the text says, is a question word
of the frame, or stands in the language's list of words that say nothing.
"""

from __future__ import annotations

from adjudicator.talk.reading import Reading, understood

__all__ = ["Reading", "understood"]
