"""Why something is so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.model.ruling import Answer, Ruling
from adjudicator.report.settle import rendered
from adjudicator.report.style import Style
from adjudicator.words.languages import fallback
from adjudicator.words.say import speech


class Reason(NamedTuple):
    """A ruling with the sentences that tell it: printed it reads as the answer to a text does."""

    ruling: Ruling
    question: str
    setup: Mapping[str, Any]
    """``edition``, ``options`` and ``expansions`` in force."""

    @property
    def verdict(self) -> str:
        """``yes``, ``no``, ``scored``, ``options`` ..."""
        return self.ruling.verdict

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule id that is cited, the most deciding first."""
        return self.ruling.rules

    @property
    def settled_by(self) -> tuple[str, ...]:
        """Those that settle it."""
        return self.ruling.settled_by

    def in_language(self, lang: str = "") -> str:
        """All there is to say, in a language (English)."""
        answer = Answer("", "", 0, 0, self.question, self.ruling, (), self.setup)
        return rendered(answer, speech(lang or fallback()), Style())

    def __str__(self) -> str:
        return self.in_language()
