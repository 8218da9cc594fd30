"""Which scenarios show which rules."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from typing import NamedTuple

from adjudicator.cli import common, door
from adjudicator.cli.check import gathered
from adjudicator.errors import Problems

DEFAULT = "scenarios"


class Shown(NamedTuple):
    """One scenario that shows a rule."""

    title: str
    file: str
    line: int


def shown(folder: str | None, ids: Collection[str] = ()) -> dict[str, list[Shown]]:
    """The scenarios that show each rule: an expectation that is met names it, and its ruling cites it.

    `folder` is a folder or file of scenarios, by default ``scenarios`` where there is one. With `ids`, only files
    that name one of these rules are run. A file that cannot be read shows nothing. Raises Problems when `folder` is
    named and is not there.
    """
    if folder is None:
        if not os.path.isdir(DEFAULT):
            return {}
        folder = DEFAULT
    elif not os.path.exists(folder):
        raise common.problem("no-such-folder", folder)
    named = re.compile("|".join(map(re.escape, ids)) if ids else "", re.IGNORECASE)
    found: dict[str, list[Shown]] = {}
    for path in gathered([folder])[0]:
        try:
            text = door.source(path)
            if not named.search(text):
                continue
            answers = door.settled(text, path).answers
        except Problems:
            continue
        for answer in answers:
            cites = set(answer.ruling.in_full().rules) if answer.met else set()
            for rule in {rule for one in answer.expected for rule in one.because} & cites:
                where = Shown(answer.scenario, path, answer.line)
                if where not in found.setdefault(rule, []):
                    found[rule].append(where)
    return found
