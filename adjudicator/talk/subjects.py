"""Who is said to have the figure at a place of the sentence: those before it, all of a chain, each of several."""

from __future__ import annotations

from adjudicator.talk.features import Features
from adjudicator.talk.slots import EMPTY, NOBODIES, NOBODY, Tok


class Subjects(Features):
    """Who is said to have the figure at a place of the sentence: those before it, all of a chain, each of several."""

    def _subjects(self, at: int) -> list[str]:
        """Who is said to have what stands at an index: blue has, me and green have, he puts."""
        toks = self.toks
        index = at - 1
        while index >= 0:
            tok = toks[index]
            if (tok.has("break") and tok.word.text != ":") or tok.has("against"):
                break
            if tok.has("claim") or (tok.has("kind") and index + 1 == at):
                break
            if tok.has("flag", EMPTY) and not tok.used and tok.word.meant.split()[0] in NOBODIES:
                tok.used = True
                return [NOBODY]
            if tok.has("who", "both"):
                tok.used = True
                return self._all(tok)
            behind = self.at(index - 1)
            me = tok.has("who", "me") and not (behind is not None and behind.has("of"))
            if tok.has("colour") or tok.has("who", "i", "other", "he", "am") or me:
                owners = [self._owner(tok, index)]
                before = index
                while (link := self.at(before - 1)) is not None and (link.has("and", "and") or link.has("break")):
                    more = self.at(before - 2)
                    if more is None or not (more.has("colour") or more.has("who", "i", "me", "other", "he")):
                        break
                    if more.used and not more.has("who", "i"):
                        break
                    if link.has("break") and len(owners) < 2:
                        break
                    owners.append(self._owner(more, before - 2))
                    more.used = True
                    before -= 2
                tok.used = True
                return list(dict.fromkeys(owners[::-1]))
            index -= 1
            if at - index > 12:
                break
        return []

    def _chain(self, at: int, tok: Tok) -> list[str]:
        """Those who are named before an owner with "and" between: black and yellow one knight each."""
        found = []
        if not (tok.has("colour") or tok.has("who", "me", "i", "other")):
            return []
        while (link := self.at(at - 1)) is not None and link.has("and", "and"):
            more = self.at(at - 2)
            if more is None or more.used or not (more.has("colour") or more.has("who", "i", "me", "other", "he")):
                break
            prior = self.at(at - 3)
            if prior is not None and (prior.has("of") or prior.roles.keys() & {"figure", "stance"}):
                break
            found.append(self._owner(more, at - 2))
            more.used = True
            at -= 2
        return found

    def _each(self, at: int, owners: list[str]) -> list[str]:
        """Both or all of those who have one each, where "each" stands beside a figure."""
        near = [
            (index, one)
            for step in (-1, 1)
            for index, one in self.look(
                at, step, ("number", "article", "size", "filler", "colour", "who", "and", "of"), 5
            )
            if one.has("each")
        ]
        if not near or len(owners) > 1:
            return owners
        index, tok = near[0]
        if owners and any(one.has("and") for one in self.toks[index:at]):
            return owners  # two knights each plus my mayor
        following = self.at(index + 1)
        if following is not None and following.roles.keys() & {"kind", "unit"}:
            return owners
        people = []
        for where, one in enumerate(self.toks):
            if (one.owns and self._owner(one, where) not in owners) or one.clause != self.toks[at].clause:
                continue
            if one.has("colour") or one.has("who", "i", "me", "other", "he", "both"):
                if one.has("who", "both"):
                    people += self._all(one)
                people.append(self._owner(one, where))
                if one.has("colour"):
                    one.used = True
        people = [one for one in dict.fromkeys(people) if one]
        if len(people) < 2 and not any(one.has("each") and one.clause != self.toks[at].clause for one in self.toks):
            more = [
                self._owner(one, where)
                for where, one in enumerate(self.toks)
                if not one.owns and (one.has("colour") or one.has("who", "i", "me", "other", "he"))
            ]
            people = [one for one in dict.fromkeys([*people, *more]) if one]
        if not people and tok.has("each", "both"):
            people = [self.speaker, self.other]
        if len(people) == 1 and self._speaks():
            people = [self.speaker, self.other]
        if len(people) < 2:
            return owners
        tok.used = True
        return people

    def _tied(self, at: int) -> bool:
        """Whether somebody is said to be even with somebody else: yellow and black are tied in it."""
        over = ("and", "colour", "who", "not", "filler")
        found = [one for _, one in self.look(at, 1, over, 3)]
        people = [
            one for step in (-1, 1) for _, one in self.look(at, step, over, 3) if one.has("colour") or one.has("who")
        ]
        return bool(found and found[-1].has("cue", "share", "tie-break") and people)
