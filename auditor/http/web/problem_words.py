"""A problem of the API as a page says it: a title and sentences for a person, without statuses, addresses or fields of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditor.http.web.form_words import in_words

_FAILED = 500
_TITLES = {
    400: "This request is not valid",
    401: "You are not signed in",
    403: "You may not do this",
    404: "There is nothing here",
    405: "This cannot be done here",
    409: "This cannot be done now",
    410: "This is no longer kept",
    412: "Somebody changed this meanwhile",
    413: "This is too large",
    422: "This was not taken",
    429: "Too much at once",
    503: "The service cannot do this now",
}


def of_page(problem: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The title, the first sentences and what is wrong one by one, of a problem's page. path: of the request."""
    detail = _detail(problem, path)
    errors = dict.fromkeys(in_words(each["detail"]) for each in problem.get("errors") or ())
    return {
        "title": _title(problem["status"]),
        "detail": detail,
        "errors": [each for each in errors if each not in detail],
    }


def _title(status: int) -> str:
    return _TITLES.get(status, "The service failed" if status >= _FAILED else "This cannot be done")


def _detail(problem: Mapping[str, Any], path: str) -> str:
    kind, status = problem["type"].rpartition(":")[2], problem["status"]
    if kind == "blank" and status == 404:
        return f"There is no page at {path}. Go back, or to the start."
    if kind == "blank" and status == 405:
        return f"Nothing is sent to {path} in this way. Open the page again and use its form."
    if kind == "invalid-request" and problem.get("errors"):
        return "Something in the address or in the form is not valid. Go back and correct it."
    return str(problem["detail"])
