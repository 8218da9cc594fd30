"""What a sentence tells: the features, who stands there and what happens, whatever the order of its words.

Each word with a meaning fills one slot of the scene: a number belongs to the noun beside it, an owner to the figure
beside it or to what its verb gives him, a state to the feature that is named nearest. Words that fill none stay
unused, and whoever reads the scene says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.talk.deeds import Deeds
from adjudicator.talk.slots import Tok
from adjudicator.talk.tokens import Word


class Scene(Deeds):
    """The slots of one sentence."""

    def __init__(self, words: Sequence[Word]) -> None:
        super().__init__(words)
        self._kin()
        self._made()
        self._speaker()
        self._numbers()
        self._features()
        self._own_ones()
        self._more_touched()
        self._people()
        self._absent()
        self._parts()
        self._imply()
        self._things()
        self._unnamed()
        self._alike_too()
        self._states()
        self._mists()
        self._holders()
        self._settle()
        self._deeds()

    def unused(self) -> list[Tok]:
        """The words that fill no slot."""
        return [tok for tok in self.toks if not tok.used]
