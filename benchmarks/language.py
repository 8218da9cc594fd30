"""Text to bound scenarios, against Lark's bare LALR parse of the same text.

    python benchmarks/language.py [--rounds N] [--scenarios N]

The aim: at least three fifths of the speed of the bare parse. The bare parse is Lark with its own contextual lexer
and the project's shape grammar, the English words filled in as terminals: it knows a statement from
another and nothing else. Ours reads the same text to scenarios with names resolved and words understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Lark, Tree
from startup import arguments, medians

from adjudicator import store
from adjudicator.binding.bind import bind
from adjudicator.syntax.document import read_document

AIM = 0.6

# What every language needs; all other terminals of the grammar are the English keywords they are called after.
TERMINALS = r"""
document: (statement? _END)*
KIND.2: /(city|road|field|monastery|garden|area)(?![\w-])/i
COLOUR.2: /(red|blue|green|yellow|black)(?![\w-])/i
TOPIC.2: /(score|final|points|majority|complete|tiles)(?![\w-])/i
VERB.2: /(draws|places|puts|moves)(?![\w-])/i
EFFECT.2: /(completes|extends|joins|starts)(?![\w-])/i
ORDINAL.2: /\d+\./
COORD.2: /\(-?\d+, *-?\d+\)/
TURNED.2: /[\w\/]+@(90|180|270)/
NUMBER: /-?\d+(?!\w)/
STRING: /"[^"\n]*"/
ATOM: /[^\W\d][\w\/+-]*/
_COLON: ":"
_COMMA: /,[ \n]*/
_BAR: "|"
_EQUALS: "="
_END: /[;\n]+ */
%ignore " "
"""


def scenario(number: int) -> str:
    """A small scenario with its expectation; no two numbers give the same text."""
    size = 3 + number % 7
    head = f'scenario "Dispute {number}"\n'
    match number % 4:
        case 0:
            coats = number % 3
            return head + (
                f"city Toulouse: complete, {size} tiles, {coats} coats\n  red: 2 meeples\n  black: meeple\n"
                f"ask score Toulouse\n  expect red {2 * (size + coats)}, black 0\n"
            )
        case 1:
            return head + (
                f"road R{number}: complete, {size} tiles\n  blue: meeple\n  red: meeple\n"
                f"ask score R{number}\n  expect red {size}, blue {size}\n"
            )
        case 2:
            return head + f"monastery M: {size} of 9 tiles\n  blue: meeple\nask score M\n  expect blue {size}\n"
        case _:
            return head + (
                f"field F: touches {size} complete cities\n  red: meeple\n  black: 2 meeples\n"
                f"ask score F\n  expect black {3 * size}, red 0\n"
            )


def text_of(count: int) -> str:
    """`count` scenarios as one text."""
    return "\n".join(scenario(number) for number in range(count))


def bare_parser() -> Callable[[str], Tree]:
    """Lark's own parse of English text by the shapes of the language: text in, tree out."""
    shapes = (store.grammar_folder() / "scenario.lark").read_text(encoding="utf-8")
    shapes = re.sub(r"//.*|^%declare.*", "", shapes, flags=re.MULTILINE)
    known = set(re.findall(r"^_?[A-Z_]+", TERMINALS, flags=re.MULTILINE))
    words = sorted(set(re.findall(r"\b_?[A-Z][A-Z_]*\b", shapes)) - known)
    keywords = [f"{word}.3: /{word.strip('_').lower().replace('_', ' ')}(?![\\w-])/i" for word in words]
    return Lark("\n".join([shapes, TERMINALS, *keywords]), parser="lalr", start="document").parse


def bound(text: str) -> int:
    """Our way: the text to bound scenarios; returns how many."""
    return len(bind(read_document(text)).scenarios)


def main() -> None:
    parser = arguments(__doc__, 7)
    parser.add_argument("--scenarios", type=int, default=500, help="how long the text is (%(default)s)")
    chosen = parser.parse_args()
    text = text_of(chosen.scenarios)
    bare = bare_parser()
    if bound(text) != chosen.scenarios:
        raise SystemExit("not every scenario was bound")
    ours, baseline = medians(lambda: bound(text), lambda: bare(text), chosen.rounds)
    size = len(text) / 1000
    print(f"text to bound scenarios     {ours * 1000:8.1f} ms  {size / ours:8.0f} KB/s")
    print(f"Lark's bare LALR parse      {baseline * 1000:8.1f} ms  {size / baseline:8.0f} KB/s")
    print(
        f"speed ratio {baseline / ours:.2f} (aim: at least {AIM}), {chosen.scenarios} scenarios, {chosen.rounds} rounds"
    )


if __name__ == "__main__":
    main()
