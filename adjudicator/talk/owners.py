"""Whom the words of a sentence mean: the speaker, the others by colour, by name or by what they are to him."""

from __future__ import annotations

from adjudicator.talk.sentence import Sentence
from adjudicator.talk.slots import COLOURS, NOUNS, OWNED, Tok


class Owners(Sentence):
    """Whom the words of a sentence mean: the speaker, the others by colour, by name or by what they are to him."""

    def _speaker(self) -> None:
        """The colour of the speaker, and those that are named."""
        named = [tok.roles["colour"] for tok in self.toks if tok.has("colour")]
        for at, tok in enumerate(self.toks):
            if tok.has("who", "am"):
                for _, other in self.look(at, 1, ("article", "filler")):
                    if other.has("colour"):
                        self.speaker = other.roles["colour"]
                        tok.used = other.used = True
                        del other.roles["colour"]
                        other.roles["who"] = "i"
                        named = [one for one in named if one != self.speaker]
        speaks = any(tok.has("who", "i", "my", "me", "am", "both") for tok in self.toks)
        if not self.speaker:
            self.speaker = next(one for one in COLOURS if one not in named or not speaks)
            if not speaks and named:
                self.speaker = "red"
        rest = [one for one in COLOURS if one != self.speaker and one not in named]
        others = [one for one in dict.fromkeys(named) if one != self.speaker]
        self.rest = rest
        self.named = others
        has_other = any(tok.has("who", "other") for tok in self.toks)
        self.other = rest[0] if has_other or not others else others[0]

    def _kin(self) -> None:
        """Makes players of those who are told of by what they are to the speaker: my sister, le petit, mein Kumpel."""
        for at, tok in enumerate([*self.toks]):
            if "kin" not in tok.roles:
                continue
            before = self.toks[self.toks.index(tok) - 1] if at else None
            owned = before is not None and before.has("who", "my", "his")
            if owned or not tok.roles.keys() - {"kin"}:
                tok.roles = {"who": "other", "name-of": tok.roles["kin"]}
            if owned and before is not None:
                self.toks.remove(before)

    def _theirs(self, at: int) -> str:
        """Whose a word says that something is which it does not name itself: mine, his, my brother's, that of blue;
        "" for every other word.
        """
        tok = self.toks[at]
        if tok.has("theirs"):
            return self.speaker if tok.has("theirs", "mine") else self._owner(Tok(tok.word, {"who": "his"}, 0), at)
        if tok.has("another", "that-of"):
            beside = self.look(at, 1, ("of", "article", "misc"), 3)
            return next((self._owner(one, index) for index, one in beside if self._owner(one, index)), "")
        if not (tok.has("who", "my", "his") or OWNED.search(tok.word.text)) or tok.has("who", "he", "i"):
            return ""  # she's got 3
        behind = [one for _, one in self.look(at, 1, ("size", "flag", "article", "number", "colour", "each"), 4)]
        return "" if any(one.roles.keys() & {*NOUNS, "there", "symbol"} for one in behind) else self._owner(tok, at)

    def _owner(self, tok: Tok, at: int) -> str:
        """Whom a word means; "" for none."""
        if tok.has("colour"):
            return tok.roles["colour"]
        if tok.has("who", "i", "my", "me", "am"):
            return self.speaker
        if tok.has("who", "other"):
            if name := tok.roles.get("name-of"):
                if name not in self.people:
                    free = [self.other, *(one for one in self.rest if one not in (self.other, self.speaker))]
                    self.people[name] = free[min(len(self.people), len(free) - 1)]
                    self.called[tok.word.text.rstrip("'’")] = self.people[name]
                return self.people[name]
            return self.other
        if tok.has("who", "he", "his"):
            before = [self._owner(one, index) for index, one in enumerate(self.toks[:at]) if self._is_person(one)]
            known = next((one for one in reversed(before) if one), "")
            anybody = any(self._is_person(one) for one in self.toks)
            if not known and not anybody and any(one.has("who", "my", "i", "me") for one in self.toks[:at]):
                place = next((one.has("kind") for _, one in self.look(at, 1, ("size", "flag", "number"), 3)), False)
                return self.speaker if tok.has("who", "his") and place else self.other  # my monk and his monastery
            return known or self.other
        return ""

    def _all(self, tok: Tok) -> list[str]:
        """Those whom "both of us" or "three players" means: the speaker first, then those who are named."""
        everybody = [self.speaker, self.other, *self.named, *self.rest]
        return list(dict.fromkeys(everybody))[: int(tok.roles.get("many", 2))]

    @staticmethod
    def _is_person(tok: Tok) -> bool:
        return tok.has("colour") or tok.has("who", "other")

    def _speaks(self) -> bool:
        return any(tok.has("who", "i", "my", "me", "both") for tok in self.toks)
