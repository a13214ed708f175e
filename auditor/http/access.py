"""Declared access of every address, and the key or sign-in of every request.

An address names a resource and an action of `auditor.access.roles`, or is public; else the application does not start. The
role is examined before anything is looked for, and what is not of the key's rooms is not found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, g, request

from auditor.access.key_refusals import BadKey, KeyDamaged, KeyExpired, KeyRevoked, NoKey
from auditor.access.keys import authenticate
from auditor.access.roles import TABLE, Need, caller_of, must_be_permitted
from auditor.errors import NotPermitted, RecordDamaged
from auditor.http.access_log import about
from auditor.http.context import OPEN, UPLOAD_LIMITS, base_service
from auditor.http.last_verified import ADDRESSES, end_with_requests, go_by_last_verified
from auditor.http.sign_in import somebody, visitor
from auditor.store.caller import Caller
from auditor.store.connection import StoreError

View = TypeVar("View", bound=Callable[..., Any])
PUBLIC: Need = ("public", "read")
_OF_LIBRARIES = (
    "pages.static",
    "api-docs.openapi_json",
)  # public: nothing of ours is in them but the description
_SCHEME = "Bearer"


class Undeclared(RuntimeError):
    """An address that does not say what it needs."""


def needs(resource: str, action: str) -> Callable[[View], View]:
    """Declare what a view needs."""
    if (resource, action) not in TABLE:
        raise Undeclared(f"auditor/access/roles.py has no row {resource}, {action}.")
    return _declare((resource, action))


def public(view: View) -> View:
    """Declare that a view needs no key."""
    return _declare(PUBLIC)(view)


def for_people(resource: str, action: str) -> Callable[[View], View]:
    """Declare what a page needs of somebody who signed in."""
    if (resource, action) not in TABLE:
        raise Undeclared(f"auditor/access/roles.py has no row {resource}, {action}.")
    return _declare((resource, action), page=True)


def for_visitors(view: View) -> View:
    """Declare that a page is for everybody, and shows who signed in."""
    return _declare(PUBLIC, page=True)(view)


def _declare(need: Need, *, page: bool = False) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        vars(view).update(access=need, page=page)
        return view

    return decorate


def is_page(app: Flask, endpoint: str | None) -> bool:
    """Whether an endpoint is a page for people."""
    return endpoint is not None and getattr(app.view_functions.get(endpoint), "page", False)


def need_of(app: Flask, endpoint: str) -> Need:
    """Need of an endpoint. Raises Undeclared."""
    if endpoint in _OF_LIBRARIES:
        return PUBLIC
    need: Need | None = getattr(app.view_functions[endpoint], "access", None)
    if need is None:
        raise Undeclared(f"The address of {endpoint} does not say what it needs: see auditor/http/access.py.")
    return need


def ask_for_keys(app: Flask) -> None:
    """Answer every request of an application for the key that it brings. Raises Undeclared."""
    for rule in app.url_map.iter_rules():
        need_of(app, rule.endpoint)
    app.before_request(_identify)
    end_with_requests(app)


def _identify() -> None:
    rule = request.url_rule
    if rule is None or (request.method == "OPTIONS" and getattr(rule, "provide_automatic_options", False)):
        return  # nothing is there, or only the methods are asked for
    try:
        _identify_for(rule.endpoint)
    except RecordDamaged as damaged:
        if rule.endpoint not in ADDRESSES:
            raise
        go_by_last_verified(damaged)
        _identify_for(rule.endpoint)


def _identify_for(endpoint: str) -> None:
    need = need_of(current_app, endpoint)
    page = is_page(current_app, endpoint)
    if page and not current_app.config[OPEN]:
        g.signed = visitor()
    if need == PUBLIC:
        return
    if current_app.config[OPEN]:
        g.caller = Caller(open=True, limits=current_app.config[UPLOAD_LIMITS])
        return
    store = base_service().store
    try:
        key = somebody().person.key if page else authenticate(store, _brought())
    except (KeyDamaged, KeyExpired, KeyRevoked) as error:
        about(key=error.key)
        raise
    g.key = key  # before it is refused anything, so that the access log has whose request it was
    must_be_permitted(key, need)
    factor = g.signed.record.factor if page else None
    g.caller = caller_of(store, key, need, current_app.config[UPLOAD_LIMITS], factor)


def caller_may(resource: str, action: str) -> bool:
    """Whether whoever asks may do something else too; everybody, where the service runs without keys."""
    try:
        must_also_be_permitted(resource, action)
    except NotPermitted:
        return False
    return True


def must_also_be_permitted(resource: str, action: str) -> None:
    """Raise NotPermitted where whoever asks may not do something that a request needs beside its address."""
    if not current_app.config[OPEN]:
        must_be_permitted(g.key, (resource, action))


def may_also(resource: str, action: str) -> bool:
    """Whether the key on a public request permits more, or the service runs without keys."""
    if current_app.config[OPEN]:
        return True
    try:
        must_be_permitted(authenticate(base_service().store, _brought()), (resource, action))
    except (BadKey, KeyDamaged, KeyExpired, KeyRevoked, NoKey, NotPermitted, StoreError):
        return False
    return True


def _brought() -> str:
    """The key that a request brings. Raises NoKey."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != _SCHEME.lower() or not text.strip():
        raise NoKey
    return text.strip()
