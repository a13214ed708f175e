"""A keyed hand as the page's script sends it."""

from __future__ import annotations

import re
from typing import Any

import marshmallow as ma
import msgspec
from flask import request
from marshmallow import fields

from auditor.http.problem_answers import HttpProblem
from auditor.http.request_bodies import body_of_request

_LARGEST = 1 << 16  # bytes of a hand that a script saves
_PAGE = re.compile(r"[0-9a-f]{16,64}")


class SavedHand(ma.Schema):
    """A hand as the page's script sends it."""

    seen = fields.Integer(required=True, strict=True)
    page = fields.String(required=True, validate=lambda text: bool(_PAGE.fullmatch(text)))
    step = fields.Integer(required=True, strict=True)
    content = fields.Dict(required=True)


def hand_sent() -> dict[str, Any]:
    """The body of a request that saves a hand. Raises HttpProblem."""
    if (request.content_length or 0) > _LARGEST:
        raise HttpProblem(413, "too-large", f"A hand has at most {_LARGEST:,} bytes.")
    try:
        made: dict[str, Any] = SavedHand().load(msgspec.json.decode(body_of_request(request)))
    except (ma.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HttpProblem(422, "invalid-request", "This is no hand as the page's script sends it.") from error
    return made
