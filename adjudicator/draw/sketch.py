"""A position that is told and not laid, as a picture: a card for each feature, lines for what lies near what."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.draw import pen
from adjudicator.draw.board import ASKED, BAD, GOOD, Defs, Drawn, sign, stood
from adjudicator.draw.facts import counted, facts, feature_name, ties
from adjudicator.draw.figures import shape
from adjudicator.draw.path import Point, number
from adjudicator.draw.scene import Scene
from adjudicator.draw.shapes import sign as sign_of
from adjudicator.draw.shapes import ways
from adjudicator.draw.tile import CITY, FIELD
from adjudicator.draw.words import Column, cut, width
from adjudicator.engine.sight import Standing
from adjudicator.model.position import Feature, Occupant
from adjudicator.words.say import Speech

WIDTH, GAP, HEAD = 230.0, 44.0, 34.0
STEP = 27.0
"""From one figure to the next."""
GROUNDS = {"city": CITY, "field": FIELD}
OTHER = "#e5ddea"
EDGE = "#85755a"


class Sketch:
    """The told features of a scene, laid out on a sheet."""

    def __init__(self, scene: Scene, defs: Defs, speech: Speech, columns: int) -> None:
        self.scene, self.defs, self.speech = scene, defs, speech
        self.columns = max(1, min(columns, len(scene.features)))
        self.boxes: dict[str, tuple[float, float, float]] = {}
        """Left, top and height of each card, by feature."""

    def drawn(self) -> Drawn:
        """All cards, in rows, and the lines between them."""
        cards: list[pen.Element] = []
        x = y = GAP
        height = 0.0
        for place, feature in enumerate(self.scene.features):
            if place and place % self.columns == 0:
                x, y, height = GAP, y + height + GAP, 0.0
            card, tall = self._card(feature, x, y)
            cards.append(card)
            self.boxes[feature.id] = (x, y, tall)
            height = max(height, tall)
            x += WIDTH + GAP
        bottom = y + height + GAP
        lines, labels = self._links()
        return Drawn([*lines, *cards, *labels], GAP + self.columns * (WIDTH + GAP), bottom)

    def _card(self, feature: Feature, x: float, y: float) -> tuple[pen.Element, float]:
        way = ways().get(feature.kind)
        colour = way.colours[1] if way is not None else GROUNDS.get(feature.kind, OTHER)
        column = Column(x + 12, y + HEAD + 2, WIDTH - 24)
        near = [said for link in self.scene.links if link.subject == feature.id for said in counted(link, self.speech)]
        for fact in [*facts(feature, self.speech), *near]:
            column.say(fact, 12)
        rows = list(self._figures(feature.occupants, x, column.y))
        bottom = rows[-1][1] if rows else column.y
        tall = bottom - y + 14
        parts = [
            pen.rect(x, y, WIDTH, tall, rx=8, fill="#ffffff", stroke=EDGE, stroke_width=1.2),
            pen.path(
                f"M{number(x)},{number(y + 8)}q0,-8 8,-8h{WIDTH - 16:g}q8,0 8,8v{HEAD - 8:g}h{-WIDTH:g}Z",
                fill=colour, stroke=EDGE, stroke_width="1.2",
            ),
        ]  # fmt: skip
        left = x + 12
        if sign_of(feature.kind) is not None:
            parts.append(pen.use(self.defs.sign(feature.kind), x + 20, y + HEAD / 2 + 1, 0.85))
            left += 24
        kind = self.speech.noun(feature.kind)
        said = kind if feature.id == feature.kind else f"{kind} {feature_name(feature.id, self.speech)}"
        room = WIDTH - (left - x) - 10
        parts.append(pen.text(cut(said, 14, room), left, y + 22, 14, font_weight="bold", fill=pen.INK))
        parts += column.elements
        for elements, _ in rows:
            parts += elements
        for mark in self.scene.marks:
            if mark.item.kind == "feature" and mark.item.parts[0] == feature.id:
                ring = {True: GOOD, False: BAD, None: ASKED}[mark.good]
                parts.insert(
                    0, pen.rect(x - 4, y - 4, WIDTH + 8, tall + 8, rx=11, fill="none", stroke=ring, stroke_width=5)
                )
                if mark.good is not None:
                    parts.append(sign(mark.good, mark.reason, x + WIDTH - 6, y + 4))
        return pen.group(parts), tall

    def _figures(
        self, occupants: tuple[Occupant, ...], x: float, top: float
    ) -> Iterator[tuple[list[pen.Element], float]]:
        """Rows of figures, each with its lower end."""
        left, y = x + 26.0, top + 24.0
        row: list[pen.Element] = []
        for one in occupants:
            wide = STEP * max(1.0, shape(one.figure).scale) + (10.0 if one.marks else 0.0)
            if row and left + wide - 12 > x + WIDTH:
                yield row, y + 16.0
                left, y, row = x + 26.0, y + 40.0, []
            row += stood(self.defs, Standing((0, 0), None, False, one), left, y, self.speech)
            left += wide
        if row:
            yield row, y + 16.0

    def _links(self) -> tuple[list[pen.Element], list[pen.Element]]:
        """A line from what each link is about to everything it names, and the word of the link to be laid on it."""
        lines: list[pen.Element] = []
        labels: list[pen.Element] = []
        for link in self.scene.links:
            tied = ties(link, self.scene)
            said = self.speech.keyword(link.kind.replace("-", "_"))
            for other in tied[1:]:
                (ax, ay), (bx, by) = self._ends(tied[0], other)
                d = f"M{number(ax)},{number(ay)}L{number(bx)},{number(by)}"
                lines.append(pen.stroke(d, "#8a7fa8", 3, stroke_dasharray="2 6", stroke_linecap="round"))
                x, y, room = (ax + bx) / 2, (ay + by) / 2, width(said, 9) + 4
                labels.append(pen.rect(x - room / 2, y - 7, room, 14, rx=7, fill="#eeeaf6"))
                labels.append(pen.text(said, x, y + 3, 9, text_anchor="middle", fill="#5d5280"))
        return lines, labels

    def _ends(self, one: str, other: str) -> tuple[Point, Point]:
        """Where the line between two cards leaves the one and reaches the other."""
        (ax, ay, atall), (bx, by, btall) = self.boxes[one], self.boxes[other]
        if ax == bx:
            upper, lower = (ay + atall, by) if ay < by else (ay, by + btall)
            return (ax + WIDTH / 2, upper), (bx + WIDTH / 2, lower)
        left, right = (ax + WIDTH, bx) if ax < bx else (ax, bx + WIDTH)
        return (left, ay + atall / 2), (right, by + btall / 2)
