"""What the numbers of a sentence count: the noun beside each, points that somebody has, a claim."""

from __future__ import annotations

from adjudicator.talk.owners import Owners
from adjudicator.talk.slots import NOUNS, Tok


class Counts(Owners):
    """What the numbers of a sentence count: the noun beside each, points that somebody has, a claim."""

    def _numbers(self) -> None:
        """Gives each number to the noun beside it."""
        over = ("size", "flag", "colour", "who", "filler", "article", "each", "not", "alone", "effect")
        toks = self.toks
        for at, tok in enumerate(toks):
            after = self.at(at + 1)
            last = after.has("break") and self._adjoin(tok, after) if after is not None else tok.word is self.words[-1]
            if tok.has("article") and len(tok.roles) == 1 and last:
                tok.roles = {"number": "1"}  # and I have one
            third = self.at(at + 2)
            if (
                tok.has("article")
                and len(tok.roles) == 1
                and after is not None
                and after.has("of")
                and third is not None
            ):
                if third.has("colour") or third.has("who", "me", "other", "his", "he"):
                    tok.roles = {"number": "1"}  # two of mine and one of green's
            if tok.has("article") and len(tok.roles) == 1 and after is not None and after.has("who", "me", "he"):
                if third is None or third.has("break") or third.has("and"):
                    tok.roles = {"number": "1"}  # deux à moi et un à lui
            if tok.has("sized"):
                sized = [one for _, one in self.look(at, 1, ("flag", "size", "article"), 3) if one.has("kind")]
                if sized:
                    self._tiles(sized[0], int(tok.roles["sized"]))
                    tok.used = True
                continue
            if tok.has("times"):
                before = self.at(at - 1)
                if before is not None and before.roles.keys() & {"figure", "stance"}:
                    before.number, tok.used = int(tok.roles["times"]), True
                continue
            if not tok.has("number") or tok.used:
                continue
            number = int(tok.roles["number"])
            of, place = self.at(at - 1), self.at(at - 2)
            if place is not None and place.has("flag") and not place.has("kind"):
                place = self.at(at - 3)  # une ville finie de 4
            if of is not None and of.has("of") and place is not None and place.has("kind") and self._ends(tok):
                self._tiles(place, number)  # a city of 5 with my knight
                tok.used = True
                continue
            or_behind = (after := self.at(at + 1)) is not None and after.has("and", "or")
            of, us = self.at(at + 1), self.at(at + 2)
            if of is not None and us is not None and of.has("of") and us.has("who", "me"):
                over_each = ("cue", "there", "number", "article", "size", "flag", "figure", "stance", "verb", "in")
                if any(one.has("each") for _, one in self.look(at + 2, 1, over_each, 5)):
                    self._crowd(tok, number)  # three of us have one each
                    us.used = of.used = True
                    us.roles = {"misc": "them"}
                    continue
            if of is not None and of.has("crowd") and number > 1:
                self._crowd(tok, number)
                of.used = True
                continue
            if or_behind and (third := self.at(at + 2)) is not None and third.has("number"):
                beyond = self.at(at + 3)
                if beyond is not None and beyond.roles.keys() & {"unit", "kind", "stance", "figure"}:
                    if not beyond.has("unit", "point"):
                        self.vague.append(at)
                        third.used = True
                    continue
                self.claims += [number, int(third.roles["number"])]
                tok.used = third.used = True
                continue
            counts = (noun_behind := self.at(at + 1)) is not None and noun_behind.roles.keys() & {*NOUNS, "size"}
            if noun_behind is not None and noun_behind.has("unit", "point", "score"):
                counts = False
            if (said := self.at(at - 1)) is not None and said.has("claim") and not counts:
                self.claims.append(number)
                tok.used = said.used = True
                continue
            noun, start = None, at
            whole = self.at(at + 2)
            if (
                (link := self.at(at + 1)) is not None
                and link.has("of")
                and whole is not None
                and whole.has("number", "8", "9")
            ):
                whole.used, start = True, at + 2  # seven of the eight around it
                self.of_nine |= whole.has("number", "9")
            if (unopened := self.at(start + 1)) is not None and unopened.has("cue", "unopened"):
                start, unopened.used = start + 1, True
            for index, other in self.look(
                start, 1, (*over, "of", "misc", "around", *(("cue",) if self._partitive(start) else ())), 6
            ):
                if other.has("of") and (index != start + 1 or not self._of_owner(index)):
                    break
                if other.has("cue", "partitive"):
                    other.used = True
                if other.roles.keys() & set(NOUNS) and other.number < 0:
                    noun = other
                    break
                if other.has("cue", "points") and self._sized(at) is not None:
                    break  # my city of 4 scores how much
                if other.has("cue", "points") or other.has("unit", "point", "score"):
                    holder = self.at(at - 1)
                    if (
                        index == at + 1
                        and holder is not None
                        and (holder.has("colour") or holder.has("who", "i", "other", "he", "both"))
                        and not any(
                            one.has("cue", "get", "gains") or one.has("verb", "get")
                            for one in self.toks[max(0, at - 2) : at]
                        )
                    ):
                        both = [self.speaker, self.other] if holder.has("who", "both") else [self._payer(holder, at)]
                        for one in both:
                            self.scores[one] = number
                        holder.used = other.used = True
                    else:
                        self.claims.append(number)
                    other.used = tok.used = True
                    break
                if other.has("number"):
                    break
            if tok.used:
                continue
            if noun is not None:
                noun.number, noun.before = number, True
                tok.used = True
                continue
            behind = self.at(at + 1)
            if behind is not None and behind.has("size"):
                place = next((one for one in reversed(toks[:at]) if one.has("kind")), None)
                self._tiles(place or next((one for one in toks[at:] if one.has("kind")), None), number)
                tok.used = behind.used = True
                continue
            if (place := self._sized(at)) is not None:
                self._tiles(place, number)
                tok.used = True
                continue
            before = self.at(at - 1)
            if before is not None and before.word.text == ":" and self.at(at - 2) is not None:
                before = self.at(at - 2)
            if before is not None and before.roles.keys() & {"figure", "stance", "unit"} and before.number < 0:
                if before.has("unit", "tile", "coat", "ghost", "inn", "misty-tile"):
                    before.number, tok.used = number, True
                    continue

    def _sized(self, at: int) -> Tok | None:
        """The feature in front of a number that counts its tiles: a city of 4, ma route finie de 5; None for none."""
        of = self.at(at - 1)
        if of is None or not of.has("of"):
            return None
        return next((one for _, one in self.look(at - 1, -1, ("flag", "state")) if one.has("kind")), None)

    def _crowd(self, tok: Tok, number: int) -> None:
        """Makes a number of players of a word: three of us, three players."""
        tok.roles, tok.used = {"who": "both", "many": str(number)}, True

    def _payer(self, holder: Tok, at: int) -> str:
        """Whose points are told at an index: not those of whom something is got from, in "from blue with 2 points"."""
        before = self.at(at - 2)
        return self.speaker if before is not None and before.has("of") else self._owner(holder, at - 1)

    def _partitive(self, at: int) -> bool:
        behind = self.at(at + 1)
        return behind is not None and behind.has("cue", "partitive")

    def _ends(self, tok: Tok) -> bool:
        """Whether nothing goes on behind a word: a mark, the end, or a word that says nothing."""
        behind = next((word for word in self.words if word.start > tok.word.start), None)
        return behind is None or not behind.meanings or behind.meanings[0].role in ("break", "filler", "common")

    def _of_owner(self, at: int) -> bool:
        """Whether "of" is followed by an owner or a thing: two of my knights, two of them shields."""
        behind = [self.at(at + 1), self.at(at + 2)]
        known = [one for one in behind if one is not None]
        if (known and known[0].has("who", "his", "my")) or (known and known[0].has("colour")):
            return len(known) < 2 or bool(known[1].roles.keys() & set(NOUNS) or known[1].has("size"))
        return bool(known) and bool(known[0].roles.keys() & {*NOUNS, "misc"} or known[0].has("who", "he"))

    def _tiles(self, tok: Tok | None, number: int) -> None:
        if tok is not None:
            tok.roles["tiles"] = str(number)
