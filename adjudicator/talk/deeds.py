"""What the placed tile does, and who places it."""

from __future__ import annotations

from adjudicator.talk.slots import COMPLETE, EMPTY, INCOMPLETE, LINKS, Place
from adjudicator.talk.standing import Standing


class Deeds(Standing):
    """What the placed tile does, and who places it."""

    def _made(self) -> None:
        """Who makes something complete completes it, however far the two words stand apart: macht die Stadt zu."""
        for at, tok in enumerate(self.toks):
            of, whose = self.at(at + 1), self.at(at + 2)
            if (tok.has("flag", EMPTY) or tok.has("not")) and of is not None and of.has("of") and whose is not None:
                if whose.has("who", "me") or whose.has("theirs", "mine"):
                    tok.roles = whose.roles = {"misc": "them"}  # nobody of mine, which says nothing of the others
        self._never_done()
        joined = False
        for at, tok in enumerate(self.toks):
            named = any(one.has("kind") for _, one in self.look(at, 1, ("article", "size"), 2))
            if tok.has("flag", COMPLETE) and joined and not named:
                tok.roles = {"effect": "completes"}  # joined by my tile and finished
            joined = tok.has("effect", "joins") or (joined and tok.word.text not in ".;?!")
        for at, tok in enumerate(self.toks):
            if "make" not in tok.roles:
                continue
            over = (
                "article",
                "size",
                "kind",
                "colour",
                "who",
                "flag",
                "of",
                "number",
                "unit",
                "there",
                "another",
                "misc",
            )
            for _, other in self.look(at, 1, over, 8):
                if other.clause == tok.clause and other.has("flag", COMPLETE):
                    tok.roles, other.roles = {"effect": "completes"}, {"misc": "them"}
                    break

    def _never_done(self) -> None:
        """What nobody completes, or what is not completed, stays incomplete: nobody has ever finished the city."""
        over = ("article", "size", "there", "cue", "misc", "of", "kind", "alone", "who", "crowd")
        for at, tok in enumerate(self.toks):
            if not tok.has("effect", "completes"):
                continue
            for index, other in self.look(at, -1, over, 6):
                if other.clause != tok.clause or other.has("who", "i", "my", "other", "his") or other.has("cue", "may"):
                    break
                nobody = other.has("flag", EMPTY) or (other.has("not") and not tok.has("flag"))
                if nobody and index < at:
                    tok.roles, other.roles = {"flag": INCOMPLETE}, {"misc": "them"}
                    break

    def _deeds(self) -> None:
        """What the placed tile does, and who places it."""
        for at, tok in enumerate(self.toks):
            if not tok.has("effect"):
                continue
            effect = tok.roles["effect"]
            if any(one.has("cue", "mist") for _, one in self.look(at, 1, ("article", "size"), 2)):
                continue
            place = self._object(at)
            if tok.has("flag") and not self._done_by(at):
                continue
            if place is None:
                continue
            doer = self._done_by(at)
            if doer and not self.mover:
                self.mover = doer
            for one in [place, *self._objects_too(place, at)]:
                if (effect, one) not in self.effects:
                    self.effects.append((effect, one))
                if effect == "completes":
                    one.closer = doer or self.speaker
            tok.used = True
        for at, tok in enumerate(self.toks):
            if tok.has("verb", "put") and not self.mover and not self.keys & {"cue:may", "cue:must"}:
                self.mover = self._done_by(at)
            if tok.has("cue", "comes-up", "draws") and not self.mover:
                drawer = next(
                    (
                        self._owner(one, index)
                        for index, one in self.look(at, 1, ("of", "filler"), 2)
                        if one.has("colour") or one.has("who")
                    ),
                    "",
                )
                self.mover = drawer or self._done_by(at)
        saved = next((at for at, tok in enumerate(self.toks) if tok.has("verb", "protect")), -1)
        if saved >= 0:
            clause = self.toks[saved].clause
            several = sum(
                max(one.number, 1)
                for one in self.figures
                if self.toks[one.at].clause == clause and one.named and one.owner == self.speaker
            )
            of_them = any(tok.has("cue", "partitive") for tok in self.toks[saved:])
            if several > 1 or of_them:
                self.keys.add("several:protect")
        for at, tok in enumerate(self.toks):
            if tok.has("cue", "turn", "turn-of", "my-turn"):
                before, after, third = self.at(at - 1), self.at(at + 1), self.at(at + 2)
                if before is not None and (before.has("colour") or before.has("who", "his", "other")):
                    self.turner = self._owner(before, at - 1)
                    if before.has("who", "his") and self.turner == self.speaker:
                        self.turner = self.other
                    before.owns = tok.used = True
                elif (
                    after is not None
                    and third is not None
                    and after.has("of")
                    and (third.has("colour") or third.has("who", "other"))
                ):
                    self.turner = self._owner(third, at + 2)
                    third.used = True
                elif tok.has("cue", "my-turn"):
                    self.turner = self.speaker

    def _object(self, at: int) -> Place | None:
        for index in range(at + 1, min(at + 7, len(self.toks))):
            if self.toks[index].has("break") and index > at + 1:
                break
            if index in self.of_tok:
                return self.of_tok[index]
        before = [index for index in self.of_tok if index < at]
        if before:
            return self.of_tok[max(before)]
        after = [index for index in self.of_tok if index > at]
        return self.of_tok[min(after)] if after else (self.places[-1] if len(self.places) == 1 else None)

    def _objects_too(self, place: Place, at: int) -> list[Place]:
        """Features that go on a list behind the one that something is done to: finishes his road of 5 and my city."""
        spots = sorted(index for index, one in self.of_tok.items() if one is place and index > at)
        over = (*LINKS, "of", "in", "number", "unit", "who", "colour", "and", "misc", "kind")
        found, listed = [], False
        for index, other in self.look(spots[0], 1, over, 10) if spots else ():
            listed |= other.has("and", "and")
            if index in self.of_tok and self.of_tok[index] is not place:
                if listed:
                    found.append(self.of_tok[index])
                listed = False
        return found

    def _done_by(self, at: int) -> str:
        """Who does what a word at an index says; "" for nobody."""
        for index, other in self.look(at, -1, ("filler", "there", "cue", "size", "each", "unit", "not", "verb"), 5):
            if other.has("who", "he") and (prior := self.at(index - 1)) is not None and prior.has("unit", "tile"):
                continue  # which my tile extends: she is the city
            if other.owns and not other.has("who", "my", "his"):
                break
            if other.has("colour") or other.has("who", "i", "other", "he", "my", "his", "both"):
                return self._owner(other, index) or self.speaker
            if other.has("kind") or other.has("break"):
                break
            if other.has("unit", "tile"):
                return self._tile_of(index)
        return ""

    def _tile_of(self, at: int) -> str:
        for index, other in self.look(at, -1, ("article", "size"), 3):
            if other.has("colour") or other.has("who"):
                return self._owner(other, index) or self.speaker
        return self.speaker
