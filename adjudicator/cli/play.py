"""``adjudicator play --random N``: games played at random, one a line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import click

from adjudicator.api.chance import described, random_game, row
from adjudicator.api.errors import MissingFact
from adjudicator.cli import common
from adjudicator.cli.progress import watched
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems
from adjudicator.report.style import wrap
from adjudicator.rulebook.loader import EDITIONS, rule
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon


@click.command("play", cls=common.Help)
@click.option("--random", "random_", type=click.IntRange(1), required=True, metavar="N")
@click.option("--seed", default="1", metavar="SEED")
@click.option("--use", default="", metavar="WORDS")
@click.option("--players", "number", type=click.IntRange(2, 6), default=2)
@click.option("--tiles", "drawn", type=click.IntRange(1), metavar="N")
@click.option("--edition", type=click.Choice(EDITIONS))
@click.option("--rule", multiple=True, metavar="NAME=VALUE")
@click.option("--out", "-o", metavar="OUT")
@click.option("--lang", type=click.Choice(codes()))
def command(
    random_: int,
    seed: str,
    use: str,
    number: int,
    drawn: int | None,
    edition: str | None,
    rule: tuple[str, ...],
    out: str | None,
    lang: str | None,
) -> int:
    """Shown from the phrases ``help.play``."""
    reader = common.reader_of(lang, "simple")
    said: dict[str, Any] = {"players": number, "tiles": drawn}
    if edition:
        said["edition"] = edition
    try:
        said["options"] = dict(_switch(one) for one in rule)
        said["expansions"] = _expansions(use, reader.lang)
        _describes(said["expansions"], reader)
        rows = _rows(random_, seed, said)
        if out is None or out == "-":
            for line in rows:
                common.say(line, end="")
        else:
            common.write(out, watched(rows, random_, reader.speech().label("play-doing")))
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE
    return EXIT_FINE


def _describes(expansions: list[str], reader: common.Reader) -> None:
    """Says which tiles are none that anybody printed. Raises Problems."""
    speech = reader.speech()
    for ident in described(expansions):
        name = speech.lexicon.expansion_title(rule(ident).folder)
        text = speech.label("play-described", expansion=name, rule=ident)
        common.say(wrap(text, reader.style(error=True).width), err=True)


def _rows(number: int, seed: str, said: dict[str, Any]) -> Iterator[str]:
    """The games as lines of JSON. Raises Problems."""
    for game in range(1, number + 1):
        own = f"{seed}/{game}"  # each game stands alone: the hundredth is made without the others
        try:
            found = random_game(random.Random(own), title=f"Random {own}", **said)
        except MissingFact as lack:
            raise common.problem("play-game", "", number=game, seed=own, what=str(lack)) from None
        yield json.dumps(row(found, seed=own), ensure_ascii=False) + "\n"


def _switch(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip(), value.strip()


def _expansions(use: str, lang: str | None) -> list[str]:
    """The expansions named behind ``use`` in the reader's language or in English, in English. Raises Problems."""
    names = [lexicon(code) for code in dict.fromkeys((lang or fallback(), fallback()))]
    found: list[str] = []
    for word in (part.strip() for part in use.split(",") if part.strip()):
        for one in names:
            try:
                found.append(lexicon(fallback()).expansion_word(one.expansion(word)))
                break
            except LookupError:
                continue
        else:
            raise common.problem("unknown-expansion", word=word)
    return found
