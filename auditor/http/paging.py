"""Lists in pages, by number and size, with links to the others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import marshmallow as ma
from flask import Response, request
from marshmallow.validate import Range
from msgspec.structs import asdict

from auditor.http.answer_structs import PaginationResource
from auditor.http.blueprint import answer
from auditor.store.rows import Page

LARGEST_PAGE = 1000
MOST_PAGES = 1_000_000


class PagedQuery(ma.Schema):
    """Page of a list."""

    page = ma.fields.Integer(
        load_default=1, validate=Range(1, MOST_PAGES), metadata={"description": "the page, from 1"}
    )
    page_size = ma.fields.Integer(
        load_default=100, validate=Range(1, LARGEST_PAGE), metadata={"description": "how many a page has"}
    )


def page_of(query: Mapping[str, Any]) -> Page:
    """The page that a query selects."""
    return Page(query["page"], query["page_size"])


def paged(name: str, items: list[Any], page: Page, total: int, **beside: Any) -> Response:
    """A page of a list as an answer: `{name: [...], "pagination": {...}}`, with members of the list as a whole between them."""
    pages = -(-total // page.size)
    place = PaginationResource(
        total=total,
        total_pages=pages,
        page=page.number,
        page_size=page.size,
        previous_page=min(page.number - 1, pages) if page.number > 1 and pages else None,
        next_page=page.number + 1 if page.number < pages else None,
    )
    links = [("first", 1), ("prev", place.previous_page), ("next", place.next_page)]
    link = ", ".join(f'<{_url(number)}>; rel="{rel}"' for rel, number in [*links, ("last", pages)] if number)
    headers = {"X-Pagination": json.dumps(asdict(place))}
    if link:
        headers["Link"] = link
    return answer({name: items, **beside, "pagination": place}, headers=headers)


def _url(page: int) -> str:
    return f"{request.path}?{urlencode({**request.args.to_dict(), 'page': page})}"
