"""The features of a sentence: which are named, whose they are, what they touch and in which state they are."""

from __future__ import annotations

from adjudicator.talk.counts import Counts
from adjudicator.talk.slots import (
    COMPLETE,
    EMPTY,
    INCOMPLETE,
    LINKS,
    LOOK,
    NOBODIES,
    NOUNS,
    SEVERAL,
    STATES,
    Place,
    Tok,
)
from adjudicator.words.vocabulary import vocabulary


class Features(Counts):
    """The features of a sentence: which are named, whose they are, what they touch and in which state they are."""

    def _kind(self, tok: Tok) -> str:
        if not tok.has("kind"):
            return ""
        kinds = [one.ident for one in tok.word.meanings if one.role == "kind"]
        if "haunted-castle" in kinds and len(kinds) > 1:
            if {"unit:ghost", "figure:guard", "cue:mist", "unit:misty-tile", "unit:misty-neighbour"} & self.keys:
                self.vague.append(self.toks.index(tok))
            spooky = {"figure:guard", "unit:misty-tile", "cue:mist", "unit:misty-neighbour"} & self.keys
            return "haunted-castle" if spooky and "city" in kinds else kinds[0]
        return kinds[0]

    def _features(self) -> None:
        """The features that are named: one of each kind, unless another one is."""
        toks = self.toks
        self.has_field = any(tok.has("kind", "field") or tok.has("stance", "farmer") for tok in toks)
        self.has_field |= any(tok.has("figure", "barn", "pig", "shepherd") for tok in toks)
        self.has_field |= bool({"figure:barn", "figure:pig"} & self.keys)
        for at, tok in enumerate(toks):
            kind = self._kind(tok)
            if not kind or tok.used:
                continue
            several = next((one.several for one in tok.word.meanings if one.role == "kind"), False)
            if self.has_field and kind in ("city", "castle") and self._touched(at, tok, several):
                continue
            owner, another, article = "", False, False
            sized = False
            for _, other in self.look(at, -1, (*LINKS, "colour", "who", "number", "of", "unit"), 6):
                sized |= other.has("unit", "tile")
                if other.has("unit") and not sized:
                    break
                if other.has("of") and not article:
                    break
                if other.has("another"):
                    another = True
                    other.used = True
                if other.has("article"):
                    article = True
                if other.has("effect") and article and (doer := self.at(toks.index(other) - 1)) is not None:
                    if doer.has("colour") or doer.has("who", "i", "other", "he", "both"):
                        break  # blue closed a city, which is not said to be his
                if other.has("each"):
                    self.vague.append(toks.index(other))
                if other.has("colour") or other.has("who", "my", "his", "other"):
                    owner = owner or self._owner(other, toks.index(other))
                    other.owns = True
                    if owner and not other.has("who", "other"):
                        other.used = True
                    break
                if other.has("of") and (holder := self.at(toks.index(other) - 1)) is not None and article:
                    if holder.has("colour") or holder.has("who", "i", "he", "other"):
                        owner = self._owner(holder, toks.index(holder))
                        holder.used = holder.owns = True
                    break
                if other.has("who", "i", "he") and article:
                    owner = self._owner(other, toks.index(other))  # I have a city
                    break
                if other.has("beside") or (other.has("number") and not sized):
                    break
            if not owner:
                for index, other in self.look(at, 1, ("of", "flag", "size")):
                    if other.has("colour") or other.has("who", "me", "other", "his"):
                        behind = self.at(index + 1)
                        linked = self.toks[index - 1].has("of")
                        if not linked and behind is not None and behind.roles.keys() & {*NOUNS, "number", "verb"}:
                            break
                        owner = self._owner(other, index)
                        other.used = other.owns = True
                        break
            beside = any(one.has("beside") for _, one in self.look(at, -1, ("article", "flag", "size"), 3))
            known = [one for one in self.places if one.kind == kind]
            joined = any(one.has("effect", "joins") for one in toks[:at])
            if (joined and len(known) == 1 and "effect:joins" in self.keys and known[0].owner != owner) or (
                joined
                and len(known) == 1
                and any(one.has("and") or one.has("of", "to", "with") for one in toks[max(0, at - 3) : at])
            ):
                another = True
            first = next((index for index, one in self.of_tok.items() if one in known), -1)
            if first >= 0 and self._lies_beside(at):
                another = True
                if toks[first].word.meant != tok.word.meant:
                    self.vague.append(first)  # a castle beside a city, which may be another sort of feature
            new = not known or another
            if known and owner and known[-1].owner and known[-1].owner != owner:
                match = [one for one in known if one.owner == owner]
                known, new = match or known, not match
            if (new and not (another and not known and len(self.places) == 0 and not article)) or new:
                place = Place(kind, at, owner, beside=beside)
                self.places.append(place)
            else:
                place = known[-1]
                place.owner = place.owner or owner
            tok.used = True
            if several or tok.number > 1:
                self.vague.append(at)
            self.of_tok[at] = place
            if "tiles" in tok.roles:
                place.units["tile"] = int(tok.roles["tiles"])

    def _own_ones(self) -> None:
        """Features that are told by their owner alone, beside one of their kind: mine has 4 tiles, on hers."""
        for at, tok in enumerate(self.toks):
            owner = "" if tok.used else self._theirs(at)
            known = [index for index in self.of_tok if index < at]
            if not owner or not known:
                continue
            place = self.of_tok[max(known)]
            after, before = self.at(at + 1), self.at(at - 1)
            if tok.has("another"):
                owners = [index for index, one in self.look(at, 1, ("of", "misc"), 3) if self._owner(one, index)]
                after = self.at(owners[-1] + 1) if owners else None
            told = after is not None and (after.has("number") or after.has("flag", *STATES))
            inside = before is not None and (before.has("in") or before.has("of", "to", "from"))
            joined = "effect:joins" in self.keys and len(self.places) == 1
            near = self._last_noun(at) == "kind"
            if not (joined or inside or (told and near)) or place.owner == owner:
                continue
            alike = [one for one in self.places if one.kind == place.kind and one.owner in (owner, "")]
            other = next((one for one in alike if one.owner == owner), None)
            if other is None and len(self.places) > 1 and "effect:joins" in self.keys and alike:
                other = alike[0]
                other.owner = owner  # joined with blue's: the other one is mine
            if other is None:
                other = Place(place.kind, at, owner)
                self.places.append(other)
            self.of_tok[at] = other
            tok.used = tok.owns = True
            if tok.has("another"):
                for _, one in self.look(at, 1, ("of", "misc"), 3):
                    if self._owner(one, at):
                        one.used = one.owns = True
            if after is not None and after.has("number") and not after.used:
                behind = self.at(self.toks.index(after) + 1)
                if behind is None or not behind.roles.keys() & {*NOUNS, "size"}:
                    other.units["tile"], after.used = int(after.roles["number"]), True

    def _lies_beside(self, at: int) -> bool:
        """Whether the feature at an index is said to lie beside one of its kind that was named before: beside it a city
        of 5, the city of 4 tiles next to it.
        """
        over = ("article", "flag", "size", "number", "who", "colour")
        near = [one for _, one in self.look(at, -1, over, 4) if one.has("beside") or one.has("around")]
        if near:
            near[0].used = True
            return True
        over = ("of", "number", "unit", "flag", "size", "with")
        for index, one in self.look(at, 1, over, 5):
            behind = self.at(index + 1)
            if one.has("beside") or one.has("around"):
                one.used = behind is None or behind.has("break") or behind.has("who", "he") or behind.has("theirs")
                return one.used
        return False

    def _more_touched(self) -> None:
        """Cities beside a field that are only told by their number and state: and one unfinished; four, three of them
        complete, which says nothing of a fourth one that pays.
        """
        field = next((one for one in self.places if one.touches), None)
        cities = [at for at, tok in enumerate(self.toks) if tok.has("kind", "city", "castle")]
        for at, tok in enumerate(self.toks):
            if field is None or not tok.has("number") or at - 1 in cities or not cities or at < cities[0]:
                continue
            behind = [one for _, one in self.look(at, 1, ("cue", "there", "misc", "of"), 3)]
            state = next((one for one in behind if one.has("flag", COMPLETE, INCOMPLETE)), None)
            if state is None or any(one.has("cue") and not one.has("cue", "partitive") for one in behind):
                continue
            told = (int(tok.roles["number"]), state.roles["flag"])
            whole = next((one for one in field.touches if one[1] == "" and one[0] > told[0]), None)
            if tok.used and (told not in field.touches or whole is None):
                continue
            if whole is not None:
                field.touches.remove(whole)
                before = [one for _, one in self.look(at, -1, ("cue", "article"), 2) if one.has("alone")]
                for one in before:
                    one.used = True
            if told not in field.touches:
                field.touches.append(told)
            tok.used = state.used = True

    def _touched(self, at: int, tok: Tok, several: bool) -> bool:
        """Takes a city that a field lies next to; False for one that is spoken of itself."""
        number = tok.number
        state, beside, none = "", False, False
        over = (*LINKS, "colour", "number", "beside", "not", "effect", "around", "who")
        for _, other in self.look(at, -1, over, 5):
            if other.has("beside") or other.has("verb", "touch"):
                beside = True
            if other.has("flag", COMPLETE, INCOMPLETE) and not state:
                state = other.roles["flag"]
                other.used = True
            if other.has("not"):
                none = True
                other.used = True
                break
            if other.has("stance") or other.has("kind"):
                break
        if not state:
            for _, other in self.look(at, 1, ("filler", "around", "there"), 3):
                if other.has("flag", COMPLETE, INCOMPLETE):
                    state = other.roles["flag"]
                    other.used = True
        own = tok.number < 0 and not several
        if own and not beside and not ((state or none) and self.places and self.places[-1].kind == "field"):
            return False
        if own and "stance:knight" in self.keys:
            return False
        fields = [one for one in self.places if one.kind == "field"]
        place = fields[-1] if fields else None
        if place is None:
            place = Place("field", at, implied=True)
            self.places.append(place)
        if none and state == COMPLETE:
            number = 0
        elif none:
            number, state = (0, COMPLETE) if several else (1, INCOMPLETE)
        elif number < 0:
            number = SEVERAL if several else 1
        for step in (-1, 1):
            for _, other in self.look(at, step, (*LINKS, "number", "cue", "beside", "around"), 3):
                if other.has("beside") or other.has("cue", "near") or other.has("around"):
                    other.used = True
        place.touches.append((number, state))
        tok.used = True
        return True

    def _states(self) -> None:
        for at, tok in enumerate(self.toks):
            if tok.used or not tok.has("flag", *STATES):
                continue
            flag = tok.roles["flag"]
            none = False
            for _, other in self.look(at, -1, ("size", "article", "there", "filler", "who", "alone"), 3):
                if other.has("not", "no"):
                    none = True
                    other.used = True
                if other.has("flag", EMPTY) and flag == COMPLETE and not other.used:
                    none = other.used = True
            place = self._state_of(at)
            if flag == EMPTY:
                holder = self.at(at - 1)
                named = holder is not None and holder.has("colour") and tok.word.meant.split()[0] in NOBODIES
                if holder is not None and (named or holder.has("who", "i", "he", "other", "me")):
                    tok.used = holder.used = True  # I have nobody there, which says nothing of the others
                    continue
            if flag == EMPTY:
                after = [one for _, one in self.look(at, 1, ("filler", "there", "who"), 3)]
                if any(one.has("flag", COMPLETE, INCOMPLETE) and one.has("effect") for one in after):
                    continue  # nobody closed it
            if none and flag == COMPLETE:
                flag = INCOMPLETE
            elif none and flag == INCOMPLETE:
                flag = COMPLETE
            elif none and flag == EMPTY:
                tok.used = True
                continue
            elif none:
                continue
            if place is None:
                continue
            if flag in (COMPLETE, INCOMPLETE) and "field" in vocabulary().kind_traits(place.kind):
                if flag == INCOMPLETE:
                    continue
                flag = "enclosed"
            if flag == COMPLETE and place.kind == "hole":
                flag = "enclosed"
            if flag == COMPLETE and INCOMPLETE in place.flags:
                if tok.has("effect"):
                    continue
                self.vague.append(at)
            if flag not in place.flags:
                place.flags.append(flag)
            tok.used = True

    def _state_of(self, at: int) -> Place | None:
        over = ["size", "article", "colour", "who", "number", "flag", "another", "alone", "unit"]
        if self.toks[at].has("flag", EMPTY):
            over.append("in")  # nobody on the monastery
        for index, other in self.look(at, 1, over):
            if index in self.of_tok:
                return self.of_tok[index]
            if other.has("break"):
                break
        before = [index for index in self.of_tok if index < at]
        clause = [index for index in before if self.toks[index].clause == self.toks[at].clause]
        if clause or before:
            return self.of_tok[max(clause or before)]
        after = [index for index in self.of_tok if index > at]
        if after:
            return self.of_tok[min(after)]
        return self.places[-1] if self.places else None

    def _mists(self) -> None:
        """A feature under mist that no tile extends or dispels: fog on the field."""
        if "effect:extends" in self.keys and "cue:dispels" not in self.keys and not self.of_tok:
            return
        for at, tok in enumerate(self.toks):
            if tok.used or not tok.has("cue", "mist") or self.keys & {"cue:dispels", "unit:ghost"}:
                continue
            before = self.at(at - 1)
            if before is not None and before.has("effect"):
                continue
            near = [index for index in self.of_tok if abs(index - at) <= LOOK and self.of_tok[index].kind == "field"]
            if near:
                self.of_tok[near[0]].flags.append("misty")
                tok.used = True
