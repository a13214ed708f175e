"""Controls of the demonstration's room: the sample with its name and days."""

from __future__ import annotations

import datetime as dt
import re
from importlib.resources import files

CONTROLS = "wa-0417-thirteen-card"
DOCUMENT = b"%PDF-1.4\n% The document of a demonstration has no pages.\n%%EOF\n"
_SAMPLE = "washington-card-room.toml"


def revision_of(begins: dt.date) -> bytes:
    """First revision. begins: its first gaming day."""
    return _text(begins).encode()


def draft_of(begins: dt.date) -> bytes:
    """Second revision, a draft with surrenders at three units."""
    text = _text(begins).replace("revision = 1 ", "revision = 2 ")
    text = text.replace("The surrender amount is two units.", "The surrender amount is three units.")
    return re.sub(r"(\[surrender\.amount\]\nunits = )2", r"\g<1>3", text).encode()


def _text(begins: dt.date) -> str:
    sample = (files("rules") / "samples" / _SAMPLE).read_text("utf-8")
    text = sample.replace("wa-0000-thirteen-card", CONTROLS).replace("WA-0000", "WA-0417")
    return text.replace("in_force = { from = 2026-01-01 }", f"in_force = {{ from = {begins} }}")
