"""``adjudicator play --random N``: games played at random, one a line."""

from __future__ import annotations

import json
import random
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
@click.option("--resume", is_flag=True)
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
    resume: bool,
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
        names = [f"{seed}/{game}" for game in range(1, random_ + 1)]  # a game has its own chance: none needs another
        if out is None or out == "-":
            if resume:
                raise common.problem("resume-without-out")
            for name in names:
                common.say(_line(name, said), end="")
        else:
            _file(out, names, said, resume, reader.speech().label("play-doing"))
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


def _line(name: str, said: dict[str, Any]) -> str:
    """The game of a name as a line of JSON. Raises Problems."""
    try:
        game = random_game(random.Random(name), title=f"Random {name}", **said)
    except MissingFact as lack:
        number = name.rpartition("/")[2]
        raise common.problem("play-game", "", number=number, seed=name, what=str(lack)) from None
    return json.dumps(row(game, seed=name), ensure_ascii=False) + "\n"


def _file(out: str, names: list[str], said: dict[str, Any], resume: bool, doing: str) -> None:
    """Writes the games to a file; one that was stopped is gone on with, and may have more games. Raises Problems."""
    from adjudicator.scale.results import Results
    from adjudicator.scale.sources import Unit

    results = Results(out, {"told": ["play", common.version(), said]}, resume)
    whole = False
    try:
        for unit in watched(results.left(map(Unit, names)), len(names), doing):
            results.write(unit, _line(unit.name, said).encode("utf-8", "backslashreplace"))
        whole = True
    finally:
        results.close(whole)


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
