"""The reference for a browser: pages, and a search without scripts."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from auditor.http.access import public
from auditor.http.html_answers import html_page
from auditor.reference.markdown import ROOT
from auditor.reference.reference_html import html_of
from auditor.reference.reference_page_list import pages
from auditor.reference.reference_search import near, search

blueprint = Blueprint("reference_pages", __name__, url_prefix=ROOT)

SHOWN = 50  # results on a page
LONGEST_QUERY = 200


@blueprint.get("/search")
@public
def results() -> Response:
    """Pages that have every word of `q`."""
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    found = search(query)
    return html_page(
        "search.html", title=f"Search: {query}" if query else "Search", query=query, hits=found[:SHOWN], total=len(found)
    )  # fmt: skip


@blueprint.get("", defaults={"path": ""})
@blueprint.get("/", defaults={"path": "/"})
@blueprint.get("/<path:path>")
@public
def page(path: str) -> AnyResponse:
    """One page; a path that differs from one in capitals or by a slash at its end leads there."""
    found = pages().get(path)
    if found is not None:
        return html_page("page.html", title=found.title, content=html_of(path))
    wanted = path.rstrip("/").lower()
    same = next((each for each in pages() if each.lower() == wanted), None)
    if same is not None:
        return redirect(f"{ROOT}/{same}".rstrip("/"), 301)
    return html_page("missing.html", 404, title="No such page", path=path, near=near(path))
