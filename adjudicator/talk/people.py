"""The figures of a sentence: those that are named, and those of whom only the owner is."""

from __future__ import annotations

from typing import Any

from adjudicator.talk.slots import NOBODY, NOUNS, SEVERAL, Figures, Place, Tok, alike
from adjudicator.talk.subjects import Subjects
from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary


class People(Subjects):
    """The figures of a sentence: those that are named, and those of whom only the owner is."""

    def _people(self) -> None:
        """The figures that are named, and those of whom only the owner is."""
        toks = self.toks
        for at, tok in enumerate(toks):
            if tok.used or not (tok.has("figure") or tok.has("stance")):
                continue
            if self._is_general(tok):
                tok.used = True
                continue
            self._figure(at, tok)

    def _absent(self) -> None:
        """Figures that are said not to stand somewhere: my thief is not on that road any more."""
        for at, tok in enumerate(self.toks):
            before, after = self.at(at - 1), self.at(at + 1)
            if tok.used or not tok.has("not") or before is None or after is None:
                continue
            if before.roles.keys() & {"figure", "stance"} and after.roles.keys() & {"in", "there", "kind"}:
                for one in self.figures:
                    if one.at == at - 1:
                        one.number, tok.used = 0, True

    def _parts(self) -> None:
        """Tells one or two of several figures apart: two knights, one of them large, protected or with a ghost."""
        for at, tok in enumerate(self.toks):
            last = next((one for one in reversed(self.figures) if one.at < at and one.named), None)
            if tok.used or not tok.has("part") or last is None:
                continue
            number = int(tok.roles["part"])
            if 0 <= last.number <= number:
                continue
            one = Figures(last.owner, last.figure, number, at, last.kind)
            told = False
            for index, other in self.look(at, 1, ("article", "size", "there", "not", "filler"), 4):
                if other.has("flag", "protected") and not other.used:
                    one.flags.append("protected")
                    other.used = told = True
                known = next((figures for figures in self.figures if figures.at == index), None)
                if known is not None and (known.owner in ("", last.owner)):
                    self.figures.remove(known)
                    one.figure = known.figure
                    told = True
                told |= other.has("unit") or other.has("number") or other.has("article")
            if not told:
                continue
            last.number = last.number - number if last.number > 0 else SEVERAL
            self.figures.append(one)
            self.figures.sort(key=lambda figures: figures.at)
            tok.used = True

    def _imply(self) -> None:
        """The features that only a figure's name tells of: a knight's city, a monk's monastery."""
        for one in self.figures:
            if not one.kind or not one.number or any(place.kind in alike([one.kind]) for place in self.places):
                continue
            if one.kind == "monastery" and any(place.kind not in ("city", "road", "field") for place in self.places):
                continue
            self.places.append(Place(one.kind, one.at, implied=True))

    def _is_general(self, tok: Tok) -> bool:
        """Whether a figure is only asked about in general, in a clause of its own: does a wagon count as a meeple?"""
        clause = [one for one in self.toks if one.clause == tok.clause]
        others = [one for one in self.toks if one.clause != tok.clause]
        return (
            any(one.has("cue", "strength") for one in clause)
            and not any(one.has("kind") for one in clause)
            and any(one.has("figure") or one.has("stance") for one in others)
        )

    def _figure(self, at: int, tok: Tok) -> None:
        stance = tok.roles.get("stance", "")
        about: dict[str, Any] = tables()["stance"].get(stance, {})
        figure = str(about.get("figure") or tok.roles.get("figure", "meeple"))
        kind = str(about.get("kind", ""))
        role = "stance" if stance else "figure"
        several = next((one.several for one in tok.word.meanings if one.role == role), False)
        owners: list[str] = []
        number, none, flags, again, listed = tok.number, False, [], False, False
        for index, other in self.look(
            at, -1, ("size", "flag", "article", "number", "each", "alone", "another", "colour", "who", "not", "of")
        ):
            if other.has("colour") or other.has("who", "my", "his"):
                owner = self._owner(other, index)
                if not owners and owner:
                    owners = [owner, *self._chain(index, other)]
                    other.used = True
                    other.owns = tok.number < 0
                if not other.has("who", "my", "his"):
                    break
            elif other.has("who", "he", "me", "i", "other"):
                prior = self.at(index - 1)
                theirs = prior is not None and prior.roles.keys() & {"figure", "stance", "of"}
                if index >= at - 2 and not theirs:
                    owners = owners or [self._owner(other, index), *self._chain(index, other)]
                    other.used = True
                break
            elif other.has("who"):
                break
            if other.has("size") and figure == "meeple" and other.roles["size"] == "large":
                figure = "large-meeple"
            if other.has("flag", "protected"):
                flags.append("protected")
                other.used = True
                self.keys.discard("verb:protect")
            if other.has("article"):
                listed = True
                if number < 0:
                    number = 1
            if other.has("another"):
                again = True
                other.used = True
            if other.has("not"):
                none = True
                other.used = True
        behind = list(self.look(at, 1, ("size", "of", "flag", "from")))
        for index, other in behind:
            if other.has("size") or other.has("of"):
                continue
            if other.has("flag", "protected"):
                flags.append("protected")
                other.used = True
                self.keys.discard("verb:protect")
                continue
            if not owners and (other.has("colour") or other.has("who", "me", "other", "his", "he")):
                before = self.at(index - 1)
                of = before is not None and before.has("of")
                third = self.at(index + 1)
                last = third is None or third.has("break") or third.has("and")
                if of or other.has("colour") or other.has("who", "me") or (other.has("who", "he") and last):
                    taken = third is not None and (third.has("number") or third.roles.keys() & {"figure", "stance"})
                    listed_by = other.has("who") and tok.number >= 0 and third is not None and third.has("number")
                    if of or not taken or listed_by:
                        owners = [self._owner(other, index)]
                        other.used = other.owns = True
            break
        if not owners:
            owners = self._subjects(at)
        each = self._each(at, owners)
        shared, owners = len(each) > max(1, len(owners)), each
        tok.used = True
        if several and number < 0 and (again or vocabulary().supply(figure) == 1):
            number = 1  # my abbots garden; another of my knights
        if number < 0:
            number = SEVERAL if several else 1
        if none:
            number = 0
        if number == 0 and self.keys & {"cue:may", "cue:must"}:
            self.vague.append(at)
        told = self.at(at - 1)
        alike = tok.roles.get("number-of") == "noun" and told is not None and "number-of" in told.roles
        if alike and tok.number < 0 and told is not None and told.roles["number-of"] == "several":
            number = SEVERAL
        elif tok.roles.get("number-of") == "noun" and tok.number < 0 and not listed and told is not None:
            if any(told.word.start < word.start < tok.word.start for word in self.words):
                self.assumed.append("how-many")  # has knights, spelt like one knight
        if NOBODY in owners:
            owners, number = [""], 0
            self.nobody = True
        for owner in owners or [""]:
            same = self._same(owner, figure, kind, number if tok.number >= 0 or several else 1, at)
            if same is not None and tok.number >= 0 and self._listed(at) and vocabulary().supply(figure) != 1:
                same = None
            if same is not None and self._is_put(same, at):
                same = None  # where another one already stands
                owner = owner or (self.other if vocabulary().supply(figure) == 1 else "")
            if same is not None and not again and not (listed and same.number > 1) and number != 0:
                same.owner = same.owner or owner
                same.kind = same.kind or kind
                if tok.number >= 0:
                    same.number = tok.number
                same.flags += flags
                continue
            more = again or self._listed(at)
            self.figures.append(Figures(owner, figure, number, at, kind, flags=[*flags], shared=shared, more=more))

    def _same(self, owner: str, figure: str, kind: str, number: int, at: int) -> Figures | None:
        """The figures that were named already and are named again: two knights, and my knights later."""
        for one in reversed(self.figures):
            alike = one.figure == figure and (not kind or not one.kind or one.kind == kind)
            if not alike or (owner and one.owner and owner != one.owner):
                continue
            single = vocabulary().supply(figure) == 1
            if single and (owner == one.owner or not owner or not one.owner):
                return one
            tok = self.toks[one.at]
            if owner and not one.owner and number in (1, SEVERAL) and one.named and not single and tok.number < 2:
                bare = self.at(at - 1)
                if bare is None or not bare.roles.keys() & {"article", "number", "and", "colour", "who"}:
                    return one
            if owner and owner == one.owner and number in (one.number, SEVERAL, 1) and one.named:
                return one
        return None

    def _inside(self, at: int) -> bool:
        """Whether who stands at an index is said to be in or on something himself: I am in it, too."""
        over = ("too", "there", "who")
        return any(one.has("in") or one.has("kind") for step in (1, -1) for _, one in self.look(at, step, over, 3))

    def _is_put(self, one: Figures, at: int) -> bool:
        """Whether a figure is the one to be put, and the same word at an index tells of one that stands there."""
        if not self.keys & {"cue:may", "cue:must"} or "verb:put" not in self.keys:
            return False
        if any(self.toks[index].has("figure") or self.toks[index].has("stance") for index in range(one.at)):
            return False
        between = self.toks[one.at + 1 : at]
        return any(
            tok.has("kind") or tok.has("there") or tok.has("beside") or tok.has("cue", "where") for tok in between
        )

    def _listed(self, at: int) -> bool:
        """Whether a noun goes on a list: a knight and a knight."""
        tok = next(
            (
                one
                for _, one in self.look(at, -1, ("number", "article", "size", "colour", "who"), 4)
                if not one.roles.keys() & {"number", "article", "size", "colour", "who"}
            ),
            None,
        )
        return tok is not None and tok.has("and", "and")

    def _alike_too(self) -> None:
        """Who has what somebody else has: blue has a knight and so do I, celui de bleu."""
        for at, tok in enumerate(self.toks):
            if tok.used or not self.figures:
                continue
            last = [one for one in self.figures if one.at < at]
            if tok.has("too", "me", "other", "so") and last:
                owner = self.speaker if tok.roles["too"] == "me" else self.other
                if tok.has("too", "so"):
                    beside = self.at(at + 1)
                    owner = self._owner(beside, at + 1) if beside is not None else ""
                    if not owner or beside is None:
                        continue
                    beside.used = True
                if not any(one.owner == owner for one in self.figures):
                    self.figures.append(Figures(owner, last[-1].figure, last[-1].number, at, last[-1].kind))
                tok.used = True
            elif tok.has("another", "his-one") and last and self._last_noun(at) in ("figure", "stance"):
                people = [self._owner(one, index) for index, one in enumerate(self.toks[:at]) if self._is_person(one)]
                owner = next((one for one in reversed(people) if one != last[-1].owner), self.other)
                self.figures.append(Figures(owner, last[-1].figure, 1, at, last[-1].kind))
                tok.used = True
            elif tok.has("another", "that-of") and last:
                owner = next(
                    (
                        self._owner(one, index)
                        for index, one in self.look(at, 1, ("of",), 2)
                        if one.has("colour") or one.has("who")
                    ),
                    "",
                )
                if owner:
                    self.figures.append(Figures(owner, last[-1].figure, 1, at, last[-1].kind))
                    tok.used = True

    def _after_score(self, at: int) -> bool:
        """Whether somebody's points are told right before an index."""
        near = [one for _, one in self.look(at, -1, ("and", "break"), 2)]
        return bool(self.scores and near) and (near[-1].has("cue", "points") or near[-1].has("unit", "point", "score"))

    def _unnamed(self) -> None:
        """Who stands somewhere without a figure being named: red 2, only me in it, held by blue."""
        toks, asked = self.toks, bool(self.keys & {"cue:may", "cue:must"})
        for at, tok in enumerate(toks):
            is_one = tok.has("colour") or tok.has("who", "i", "me", "other", "he", "my", "his") or tok.has("theirs")
            if tok.used or not is_one:
                continue
            number = -1
            after, before = self.at(at + 1), self.at(at - 1)
            for step in (-1, 1):
                over = ("of", "in", "misc", "too", *(("verb", "effect", "cue") if step > 0 and not asked else ()))
                for _, other in self.look(at, step, over, 2):
                    if other.has("number") and not other.used and number < 0:
                        number = int(other.roles["number"])
                        other.used = True
                if number >= 0:
                    break
            beside = [one for one in (before, after) if one is not None and self._adjoin(tok, one)]
            stands = any(one.has("there") or one.has("alone") or one.has("and", "against") for one in beside)
            done = self.at(at - 2)
            listed = before is not None and before.has("and", "and")
            stands |= listed and any(one.at == at - 2 and not one.named for one in self.figures)
            by = before is not None and before.has("of") and before.word.meant.split()[-1] == "by"
            stands |= by and not (done is not None and done.roles.keys() & {"cue", "verb", "effect"})
            if after is not None and after.has("not", "there"):
                tok.used = after.used = True
                continue
            stands |= tok.has("theirs") and bool(self.figures) and self._last_noun(at) in ("figure", "stance")
            stands |= self._tied(at)
            alone = (before is None or before.has("break")) and (after is None or after.has("break"))
            if alone and tok.has("who", "me") and not self.figures and number < 0:
                stands = True  # a finished road of 4 tiles, mine
            near = [one for _, one in self.look(at, -1, ("size",), 2)]
            one_of = tok.has("colour") and bool(self.figures) and any(one.has("article") for one in near)
            if one_of and any(one.has("size") for one in near):
                self.vague.append(at)  # a big blue one
            if one_of and number < 0 and (after is None or not after.roles.keys() & set(NOUNS)):
                number = 1  # two red knights, a black one
            if not stands and number < 0:
                continue
            if number >= 0 and self._after_score(at) and self._owner(tok, at) not in self.scores:
                self.scores[self._owner(tok, at)] = number  # I have 12 points and he 9
                tok.used = True
                continue
            if number >= 0 and not self.figures and self.held and self.held[-1][0] != self._owner(tok, at):
                self.held.append((self._owner(tok, at), number, self.held[-1][2]))
                tok.used = True
                continue
            last = [one for one in self.figures if one.at < at and one.named]
            nearest = last[-1] if last else next(iter(self.figures), None)
            also = any(one.has("too", "also") for one in beside) and number < 0 and not self._inside(at)
            alike = number >= 0 or tok.has("theirs") or (also and bool(last) and last[-1].owner != self._owner(tok, at))
            like = nearest.figure if nearest is not None and alike else "meeple"
            kind = nearest.kind if nearest is not None and alike else ""
            if before is not None and before.has("size", "large"):
                like = "large-meeple"
            owner = self._theirs(at) if tok.has("theirs") else self._owner(tok, at)
            if owner == self.speaker and tok.has("who", "he", "his"):
                owner = self.other  # my knight and two of his
            single = len(self.places) < 2  # only me, with a ghost on my meeple
            own = [one for one in self.figures if one.owner == owner and (one.at < at or single)]
            if tok.has("theirs"):
                own = [one for one in own if one.at < at or one.figure == like]  # his one and his big one
            if number < 0 and own:
                tok.used = True
                continue
            if number < 0 and also and alike and nearest is not None:
                number = nearest.number
            made = Figures(owner, like, number if number >= 0 else 1, at, kind, named=False)
            self.figures.append(made)
            for _, other in self.look(at, 1, ("number", "filler", "there"), 3):
                if other.has("flag", "protected"):
                    made.flags.append("protected")
                    other.used = True
                    self.keys.discard("verb:protect")
            tok.used = True
