"""The pages' blueprint: each module of this package adds its addresses to it."""

from __future__ import annotations

from flask import Blueprint

web = Blueprint("web", __name__)
