"""The words of a sentence with what they may mean, what they tell so far, and how one looks around in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.talk.slots import LOOK, NOUNS, SKIPPED, Figures, Place, Tok
from adjudicator.talk.tokens import Word


class Sentence:
    """The words of a sentence and the slots that they fill."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.toks = self._meanings(words)
        self.keys = {one.key for word in words for one in word.meanings}
        for at, tok in enumerate(self.toks[:-1]):
            behind = self.toks[at + 1]
            if tok.has("misc") and tok.has("cue") and (behind.has("article") or behind.has("number")):
                tok.roles = {"misc": "more"}  # noch einen, en plus un
                others = {one.key for word in words if word is not tok.word for one in word.meanings}
                self.keys -= {one.key for one in tok.word.meanings} - others
        self.places: list[Place] = []
        self.of_tok: dict[int, Place] = {}
        """The feature that the word at an index names."""
        self.figures: list[Figures] = []
        self.effects: list[tuple[str, Place]] = []
        self.loose: dict[str, tuple[int, str]] = {}
        """Things that belong to no feature, with their number and who has them: gifts, points."""
        self.held: list[tuple[str, int, str]] = []
        """What players have before them: who, how many, of what."""
        self.of_nine = False
        """Whether tiles are counted with the one in the middle."""
        self.claims: list[int] = []
        """Numbers that somebody takes for the answer."""
        self.assumed: list[str] = []
        self.vague: list[int] = []
        """Words that may belong to several things."""
        self.scores: dict[str, int] = {}
        self.speaker = ""
        """The colour of who speaks."""
        self.other = ""
        """The colour of another player who has no name."""
        self.named: list[str] = []
        """The colours of others that are named."""
        self.rest: list[str] = []
        """Colours that are free."""
        self.people: dict[str, str] = {}
        """Names of players and their colours."""
        self.called: dict[str, str] = {}
        """The same by what was typed."""
        self.mover = ""
        self.nobody = False
        self.turner = ""
        self.has_field = False

    @staticmethod
    def _meanings(words: Sequence[Word]) -> list[Tok]:
        """The words that mean something, each in its clause."""
        toks: list[Tok] = []
        clause = 0
        for word in words:
            roles: dict[str, str] = {}
            for one in word.meanings:
                roles.setdefault(one.role, one.ident)
            if "break" in roles:
                clause += 1
            here = toks[-1].roles.keys() & set(NOUNS) if toks else ()
            if "game" in roles and here:
                roles = {"operator": "game"}  # the city of that name, and not the game
            if "crowd" in roles and not (toks and toks[-1].has("number")):
                continue  # players whom nobody counts
            if roles and not (roles.keys() & SKIPPED and len(roles) == 1):
                toks.append(Tok(word, roles, clause))
        for at, tok in enumerate(toks):
            behind = toks[at + 1] if at + 1 < len(toks) else None
            if tok.has("each", "both") and behind is not None and behind.has("article"):
                tok.roles = {"misc": "both"}  # both a shield and a cathedral: one of each, and no share of anybody
        return toks

    def at(self, index: int) -> Tok | None:
        """The word at an index; None outside of the sentence."""
        return self.toks[index] if 0 <= index < len(self.toks) else None

    def look(self, start: int, step: int, over: Sequence[str], most: int = LOOK) -> Iterator[tuple[int, Tok]]:
        """The words beside one, on one side, as long as they are of roles that may stand between."""
        at = start + step
        while (tok := self.at(at)) is not None and most > 0:
            yield at, tok
            if not tok.roles.keys() & set(over):
                return
            most -= 1
            at += step

    def _adjoin(self, tok: Tok, other: Tok) -> bool:
        """Whether no word without a meaning stands between two words."""
        first, last = sorted((tok.word.start, other.word.start))
        between = [word.meanings for word in self.words if first < word.start < last]
        return all(any(one.role != "common" for one in meanings) for meanings in between)

    def _last_noun(self, at: int) -> str:
        """The role of the noun before an index."""
        found = (next(iter(tok.roles.keys() & set(NOUNS)), "") for tok in reversed(self.toks[:at]))
        return next((role for role in found if role), "")
