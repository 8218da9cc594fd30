"""A whole picture: the title, the table or the cards, the players beside them, the question and the answer below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.draw import facts, pen
from adjudicator.draw.board import Defs, Drawn, DrawnBoard, sign, stood
from adjudicator.draw.facts import holdings
from adjudicator.draw.path import SIZE
from adjudicator.draw.scene import Scene
from adjudicator.draw.shapes import sign as sign_of
from adjudicator.draw.sketch import Sketch
from adjudicator.draw.tile import FIELD
from adjudicator.draw.words import Column
from adjudicator.engine.sight import Standing
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face
from adjudicator.model.position import Occupant
from adjudicator.report import prose
from adjudicator.report.problems import message
from adjudicator.words.say import Speech

PANEL = 190.0
"""How wide the column of the players is."""
NARROWEST = 440.0
"""A picture is no narrower, so that its question can be read."""
MEEPLE = "meeple"


def drawn(scene: Scene, speech: Speech, caption: bool = True) -> str:
    """The picture of `scene` as SVG, of every position that may stand there; without `caption` title, question and
    answer are left to what stands round it.
    """
    return _below(scene.every, speech, caption, _name(scene, speech), _words(scene, speech))


def drawn_together(scenes: Sequence[Scene], speech: Speech) -> str:
    """The pictures of several scenes one below the other, as SVG."""
    name = "; ".join(_name(scene, speech) for scene in scenes)
    return _below(scenes, speech, True, name, " ".join(_words(scene, speech) for scene in scenes))


def _below(scenes: Sequence[Scene], speech: Speech, caption: bool, name: str, words: str) -> str:
    defs = Defs(speech)
    body: list[pen.Element] = []
    width = height = 0.0
    for number, scene in enumerate(scenes, 1):
        place = number, len(scenes)
        wide, high, elements = _whole(scene, speech, defs, caption, place)
        body += [pen.group(elements, transform=f"translate(0 {height:.0f})")] if height else elements
        width, height = max(width, wide), height + (round(high) if len(scenes) > 1 else high)
    return pen.sheet(width, height, name, words, list(defs.elements()), body)


def _name(scene: Scene, speech: Speech) -> str:
    """What the picture of a scene is called."""
    if scene.answer is None:
        return scene.title or speech.label("picture")
    return f"{scene.title}: {scene.answer.ask}" if scene.title else scene.answer.ask


def _words(scene: Scene, speech: Speech) -> str:
    """What is to be seen, and the answer, in words."""
    said = facts.caption(scene, speech)
    return said if scene.answer is None else f"{said} {prose.verdict(scene.answer.ruling, speech)}"


def _whole(
    scene: Scene, speech: Speech, defs: Defs, caption: bool, place: tuple[int, int]
) -> tuple[float, float, list[pen.Element]]:
    """Width and height of the picture of a scene, and what it is made of; `place` is which of how many it is."""
    parts: list[Drawn] = []
    if scene.tiles:
        parts.append(DrawnBoard(scene, defs, speech).drawn())
    if scene.features:
        wide = parts[0].width if parts else 0.0
        columns = max(3 if len(scene.features) > 4 else 2, int(wide // 264))
        parts.append(Sketch(scene, defs, speech, columns).drawn())
    main = max([0.0, *(part.width for part in parts)])
    players = _players(scene)
    width = max(NARROWEST, main + (PANEL if players else 0.0))
    body: list[pen.Element] = []
    head = Column(16, 8, width - 32)
    if scene.title and caption:
        head.say(scene.title, 18, "bold")
    if scene.supposed:
        head.say(facts.supposition(scene, place, speech), 14, "bold")
    for problem in scene.problems:
        head.say(message(problem, speech), 14)
    top = head.y + (10 if head.elements else 0)
    body += head.elements
    y = top
    for part in parts:
        body.append(pen.group(part.elements, transform=f"translate(0 {y:.0f})"))
        y += part.height
    if players:
        panel = _panel(scene, players, defs, speech, main + 4, top + 18)
        body += panel.elements
        y = max(y, panel.y + 12)
    foot = _foot(scene, speech, width, y, caption)
    body += foot.elements
    return width, foot.y + 14, body


def _players(scene: Scene) -> list[str]:
    """Everybody of whom the picture tells something, in the order of play where that is known."""
    seen = [*scene.setup.players, *scene.hands, *(stand.occupant.owner for stand in scene.standing)]
    seen += [one.owner for feature in scene.features for one in feature.occupants]
    return [player for player in dict.fromkeys(seen) if player]


def _panel(scene: Scene, players: list[str], defs: Defs, speech: Speech, x: float, y: float) -> Column:
    """The players one below the other: the letter of their colour, name, score, what they hold; then the stock."""
    column = Column(x + 40, y, PANEL - 50)
    for player in players:
        hand = scene.hands.get(player)
        column.elements += stood(
            defs, Standing((0, 0), None, False, Occupant(player, MEEPLE, "")), x + 18, column.y + 14, speech
        )
        name = scene.setup.names.get(player, "")
        column.say(f"{name} ({speech.colour(player)})" if name else speech.colour(player), 13, "bold")
        if hand is not None and hand.score is not None:
            column.say(speech.count(hand.score, "", "point"), 12)
        for said in holdings(hand, speech) if hand is not None else ():
            column.say(said, 11)
        column.gap(16)
    if scene.stock:
        column.say(speech.keyword("stock"), 13, "bold")
        for ident, number in scene.stock.items():
            if sign_of(ident) is not None:
                column.elements.append(pen.use(defs.sign(ident), x + 18, column.y + 12, 0.6))
            column.say(speech.count(number, "", ident), 12)
            column.gap(4)
    return column


def _foot(scene: Scene, speech: Speech, width: float, y: float, caption: bool) -> Column:
    """The question, the answer, and the reasons that the picture gives numbers."""
    column = Column(16, y + 2, width - 32)
    if scene.answer is None:
        return column
    if caption:
        column.say(f"> {scene.answer.ask}", 13, fill="#6b6153")
        column.gap(3)
        column.say(prose.verdict(scene.answer.ruling, speech), 15, "bold")
        column.gap(5)
    for number, reason in enumerate(scene.reasons, 1):
        if number <= 9:
            column.elements.append(
                pen.group([sign(reason.holds, 0, 9, 0)], transform=f"translate(16 {column.y + 12:.0f})scale(.7)")
            )
            column.say(f"{number}  {prose.finding(reason, speech)} ({reason.rule})", 12, indent=20)
            column.gap(3)
    return column


def contact_sheet(faces: Iterable[tuple[Face, int, str]], name: str, speech: Speech, columns: int = 8) -> str:
    """Faces side by side with a line below each, as SVG; each as (face, quarter turns, line)."""
    defs = Defs(speech)
    listed = list(faces)
    columns = min(columns, max(1, len(listed)))
    body: list[pen.Element] = []
    for place, (face, turns, said) in enumerate(listed):
        x, y = 12 + place % columns * (SIZE + 14), 12 + place // columns * (SIZE + 28)
        body.append(pen.rect(x, y, SIZE, SIZE, fill=FIELD))
        shift = {0: (0.0, 0.0), 1: (SIZE, 0.0), 2: (SIZE, SIZE), 3: (0.0, SIZE)}[turns & 3]
        body.append(pen.use(defs.face(face), x + shift[0], y + shift[1], 1.0, 90 * (turns & 3)))
        body.append(pen.rect(x, y, SIZE, SIZE, fill="none", stroke="#4e5b33", stroke_width=0.8))
        body.append(pen.text(said, x + SIZE / 2, y + SIZE + 13, 9.5, text_anchor="middle"))
    rows = -(-len(listed) // columns)
    width, height = 10 + columns * (SIZE + 14), 6 + rows * (SIZE + 28)
    told_faces = ", ".join(f"{said}" for _, _, said in listed)
    return pen.sheet(width, height, name, told_faces, list(defs.elements()), body)


def png(svg: str, zoom: float = 2.0) -> bytes:
    """The picture as PNG, `zoom` pixels to a unit. Raises Problems (``no-pictures``) where the library is missing."""
    try:
        import resvg_py
    except ImportError:
        raise Problems((Problem("no-pictures", values={"extra": "carcassonne-adjudicator[pictures]"}),)) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family="DejaVu Sans"))
