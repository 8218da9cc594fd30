"""The monastery through which a knight may flee: which buildings lie beside a besieged city."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.expansions.besiegers.cities import BESIEGED, BESIEGERS, siege_squares
from adjudicator.model.position import Cell, Feature, Link
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Ref
from adjudicator.rulebook.loader import rule
from adjudicator.words.lexicon import fold

ANY_TILE = "any-tile"


def refuge(case: Case, city: Feature) -> Finding:
    """Whether a building stands where a knight of `city` may flee (NB-104, NB-106, NB-107).

    Raises Undetermined where the position does not tell.
    """
    anywhere = case.option("espace-variant") == ANY_TILE
    on_board = case.state.ground is not None and city.id not in case.state.features
    found = _on_board(case, city, anywhere) if on_board else _in_sketch(case, city, anywhere)
    if found is None and anywhere:
        case.lack("refuge-any-tile", city)
    if found is None:
        case.lack("refuge-siege-tile", city)
    values = {"city": Item("feature", (city.id,)), "building": Item("feature", (found or "",))}
    if found and case.state.feature(found).kind != "monastery":
        case.find("NB-106", "serves-as-refuge", building=values["building"])
    if anywhere:
        return Finding("NB-107", bool(found), "refuge-near-any-tile", values)
    return Finding("NB-104", bool(found), "refuge-near-siege-tile", values)


def _serves(kind: str) -> bool:
    return kind in rule("NB-106").allowed


def _on_board(case: Case, city: Feature, anywhere: bool) -> str | None:
    """The building beside a tile of `city`, "" for none, None where the table does not show it."""
    ground = case.state.ground
    if ground is None:
        return None
    squares: list[Cell] = siege_squares(case, city)
    if anywhere:
        squares = ground.cells(ground.root(case.state.segment_of(city.id)))
    if not squares:
        return None  # it was said to be besieged, and not where
    whole = not ground.partial
    for x, y in squares:
        for dx, dy in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
            for segment in ground.segments_at(x + dx, y + dy):
                if _serves(ground.kind(segment)):
                    return case.state.ident(segment)
            whole = whole and not ground.blank(x + dx, y + dy)
    return "" if whole else None


def _in_sketch(case: Case, city: Feature, anywhere: bool) -> str | None:
    """The building that `near` lines name, "" where they show that there is none, None where they do not tell."""
    beside_siege: list[str] | None = None
    beside_any: list[str] | None = None
    for link in case.state.links:
        where = _place(case, link, city) if link.kind == "near" else ""
        refs = [item for item in link.items[1:] if isinstance(item, Ref)] if where else []
        named = [case.state.feature(case.state.resolve(ref)) for ref in refs]
        buildings = [feature.id for feature in named if _serves(feature.kind)]
        if where == "siege":
            beside_siege = (beside_siege or []) + buildings
        elif where:
            beside_any = (beside_any or []) + buildings
    if anywhere:
        both = (beside_any or []) + (beside_siege or [])
        return both[0] if both else None if beside_any is None else ""
    if beside_siege is not None:
        return beside_siege[0] if beside_siege else ""
    return "" if beside_any == [] else None  # near no tile of the city is near no besieger tile of it


def _place(case: Case, link: Link, city: Feature) -> str:
    """What a `near` line is about: ``siege`` for a besieger tile of `city`, ``city`` for the city, "" for neither."""
    words = link.items[0]
    if not isinstance(words, tuple):
        return ""
    siege = any(word.id("symbol") == BESIEGERS or word.id("flag") == BESIEGED for word in words)
    rest = tuple(w for w in words if not (w.id("symbol") or w.id("flag") or w.id("keyword") in ("of", "on", "from")))
    if siege and not rest:
        return "siege"
    for tile in case.state.links:
        if tile.kind == "same-tile" and tile.subject and fold(tile.subject) == fold(link.subject):
            holds = [i for i in tile.items[1:] if isinstance(i, Ref) and case.state.resolve(i) == city.id]
            siege = any(isinstance(i, tuple) and BESIEGERS in i for i in tile.items[1:])
            return ("siege" if siege else "city") if holds else ""
    reader = Reader(rest, case.lang, link.span)
    try:
        figure = reader.figure()
        ref = figure.place if figure is not None else reader.ref()
        named = ref is not None and case.state.resolve(ref) == city.id
    except Mistake:
        return ""
    return ("siege" if siege else "city") if named else ""
