"""The one door of the page's engine: a method by name, JSON in, JSON out, and never a traceback."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from contextlib import suppress
from types import FunctionType
from typing import Any

from adjudicator.errors import Problem, Problems, crash
from adjudicator.limits import Exhausted, Limit, measured_by, within
from adjudicator.report import as_json
from adjudicator.words.languages import codes, fallback
from adjudicator.words.say import speech

MODULES = ("ask", "share", "board", "own", "game")
"""The modules whose public functions may be called, each by ``module.function``."""
SECONDS = 8
"""What one call may take; the page stops the engine itself a little later."""
MEGABYTES = 300
"""What one call may take in memory."""


def held() -> float:
    """Bytes of the machine that the engine runs on, which grows and never shrinks: the engine counts no blocks."""
    machine: Any = importlib.import_module("pyodide_js")
    return float(machine._module.HEAP8.length)


with suppress(ImportError):  # there is none where these files are tested
    importlib.import_module("pyodide_js")
    measured_by(held)


def call(method: str, params: str) -> str:
    """The value of a `method` called with `params`, an object of its arguments, both as JSON.

    What goes wrong comes back as ``{"error": {"code", "message", "problems"}}`` in the language ``lang`` of `params`.
    """
    lang, text = fallback(), ""
    try:
        told: dict[str, Any] = json.loads(params)
        if told.get("lang") in codes():
            lang = told["lang"]
        text = str(told.get("text", ""))
        with within(Limit(SECONDS, MEGABYTES)):
            value = _function(method)(**told)
    except Exhausted as stop:
        value = _error((stop.as_problem(text),), lang)
    except Problems as error:
        value = _error(error.items, lang)
    except Exception as error:
        value = _error((crash(error),), lang)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _function(method: str) -> Callable[..., Any]:
    """The public function of one of the modules. Raises LookupError."""
    home, _, name = method.partition(".")
    if home not in MODULES or name.startswith("_"):
        raise LookupError(method)
    module = importlib.import_module(home)
    found = vars(module).get(name)
    if not isinstance(found, FunctionType) or found.__module__ != module.__name__:
        raise LookupError(method)
    return found


def _error(problems: tuple[Problem, ...], lang: str) -> dict[str, Any]:
    told = [as_json.problem(one, speech(lang)) for one in problems]
    first = told[0] if told else {"code": "crash", "message": ""}
    return {"error": {"code": first["code"], "message": first["message"], "problems": told}}
