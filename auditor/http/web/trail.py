"""The way back: links into a page carry the lists that somebody came through, with what was chosen there.

An address has them as ``back``, one after the other, the list last left at the end. What it says is not trusted: each must be the
address of a list of this service, and is made anew from its room or number and from what may be chosen on that list, so that it
leads nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from flask import current_app, g, request, url_for
from msgspec import Struct
from werkzeug.exceptions import HTTPException

BACK = "back"
_MOST = 4
_BETWEEN = "|"  # two addresses, in which it is encoded
_LONGEST = 400  # characters of an address
_DATES_OF = {"room": "", "from": "", "until": "", "page": ""}
# Lists with what may be chosen on them, and what is chosen without it.
_LISTS: Mapping[str, Mapping[str, str]] = {
    "home": {},
    "rooms": {"until": "", "days": "14", "sort": "room", "search": "", "only": ""},
    "room": {"until": ""},
    "incidents": {
        "state": "",
        "severity": "",
        "kind": "",
        "table": "",
        "clause": "",
        "player": "",
        "search": "",
        "sort": "",
        "page": "",
    },
    "audits": {**_DATES_OF, "state": ""},
    "audit": {"page": ""},
    "reports": {**_DATES_OF, "edition": ""},
    "samples": {"room": "", "page": ""},
    "screening": {"year": "", "as_of": ""},
    "screening_units": {"year": "", "as_of": "", "indicator": "", "month": "", "page": ""},
    "screened_unit": {"as_of": ""},
    "session": {},
}
_NAMES = {
    "home": "Home", "rooms": "Rooms", "room": "Room", "incidents": "Incidents", "audits": "Audits", "audit": "Audit",
    "reports": "Issued reports", "samples": "Samples", "session": "Session",
    "screening": "Screening", "screening_units": "Units of an indicator", "screened_unit": "Alarm or unit",
}  # fmt: skip
_UNCHOSEN = {  # lists that are no part of where a page is
    "incident": ("incidents", "audit", "session", "home"), "day": ("home",), "session": ("home",), "revision": ("home",),
    "hand": ("screened_unit",), "screened_unit": ("home", "session", "screening_units"), "screening": ("home",),
}  # fmt: skip
_ONWARD = {
    "room", "room_today", "day", "session", "find_hand", "hand", "replay", "incidents", "incident", "answer_incident",
    "accept_answer", "return_answer", "close_incident", "audit", "audit_progress", "report", "sample", "room_controls",
    "room_terms", "revision", "upload", "nothing_played", "state_nothing_played", "comparison", "refused_file",
    "audit_correction", "screening", "screening_units", "screened_unit", "close_alarm",
}  # fmt: skip


class TrailStop(Struct, frozen=True):
    """A list that somebody came through. address: with what was chosen; chosen: whether anything was."""

    endpoint: str
    path: str
    address: str
    chosen: bool


class PageWay(Struct, frozen=True):
    """Place of a page, as names with addresses, and the list to go back to where that is none of these."""

    crumbs: Sequence[tuple[str, str | None]]
    back: tuple[str, str] | None


def with_way(endpoint: str, address: str) -> str:
    """The address of a page, with the lists that lead to it."""
    if endpoint not in _ONWARD:
        return address
    return _with_stops(address, _stops_to(endpoint, address.partition("?")[0]))


def stops() -> str:
    """The lists that somebody came through to this page, as a form carries them."""
    return _BETWEEN.join(each.address for each in _before())


def way(crumbs: Sequence[tuple[str, str | None]]) -> PageWay:
    """Place of a page, with what was chosen on the lists that somebody came through."""
    known = _before()
    shown: list[tuple[str, str | None]] = []
    paths = set()
    for name, address in crumbs:
        path = (address or "").partition("?")[0]
        paths.add(path)
        at = next((at for at, each in enumerate(known) if each.path == path), None)
        shown.append((name, address if at is None else _with_stops(known[at].address, known[:at])))
    others = [at for at, each in enumerate(known) if each.path not in {*paths, request.path}]
    if not others:
        return PageWay(shown, None)
    last = known[others[-1]]
    return PageWay(shown, (_NAMES[last.endpoint], _with_stops(last.address, known[: others[-1]])))


def _with_stops(address: str, stops: Sequence[TrailStop]) -> str:
    if not stops:
        return address
    carried = quote(_BETWEEN.join(each.address for each in stops), safe="/")
    return f"{address}{'&' if '?' in address else '?'}{BACK}={carried}"


def _stops_to(endpoint: str, path: str) -> list[TrailStop]:
    """The lists that lead from this page to another one."""
    known, here = _before(), _here()
    if here is not None and (here.chosen or here.endpoint in _UNCHOSEN.get(endpoint, ())):
        known = [*_until(known, here.path), here]
    return _until(known, path)[-_MOST:]


def _until(known: Sequence[TrailStop], path: str) -> list[TrailStop]:
    """The lists before one: who comes back to it has not come through it."""
    at = next((at for at, each in enumerate(known) if each.path == path), len(known))
    return list(known[:at])


def _before() -> list[TrailStop]:
    """The lists that the address of this page says somebody came through."""
    if "way_before" not in g:
        carried = request.args.get(BACK, "")[: _MOST * _LONGEST].split(_BETWEEN)
        found = [_stop(each) for each in carried[:_MOST]]
        g.way_before = [each for each in found if each is not None]
    known: list[TrailStop] = g.way_before
    return known


def _here() -> TrailStop | None:
    """This page, where it is a list."""
    if "way_here" not in g:
        is_list = request.method in ("GET", "HEAD") and not request.headers.get("HX-Request")
        g.way_here = _of(request.endpoint, request.view_args, request.args.to_dict()) if is_list else None
    here: TrailStop | None = g.way_here
    return here


def _stop(address: str) -> TrailStop | None:
    """A list by its address; None for anything else."""
    if len(address) > _LONGEST or not address.startswith("/") or address.startswith(("//", "/\\")):
        return None
    parts = urlsplit(address)
    try:
        endpoint, values = current_app.url_map.bind("").match(parts.path, "GET")
    except HTTPException:
        return None
    return _of(endpoint, values, {name: each[0] for name, each in parse_qs(parts.query).items()})


def _of(endpoint: str | None, values: Mapping[str, Any] | None, query: Mapping[str, str]) -> TrailStop | None:
    name = (endpoint or "").removeprefix("web.")
    if name not in _LISTS:
        return None
    usual = _LISTS[name]
    chosen = {each: query[each] for each in usual if query.get(each) not in (None, "", usual[each])}
    path = url_for(f"web.{name}", **(values or {}))
    address = url_for(f"web.{name}", **{**(values or {}), **chosen})
    return TrailStop(name, path, address, bool(chosen)) if len(address) <= _LONGEST else None
