"""The application: the service with its addresses."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.routing import IntegerConverter

from auditor.access.key_limits import upload_limits
from auditor.access.keys import must_have_none
from auditor.engine import read_program
from auditor.evidence import SERVED, UnpackingLimits
from auditor.http import (  # noqa: F401 - some add to the blueprints of audits and rooms
    audit_api,
    controls_api,
    controls_steps_api,
    correction_api,
    day_api,
    event_api,
    gains_api,
    hold_api,
    home_api,
    incident_lists,
    issued_api,
    night_api,
    original_api,
    reference,
    reference_pages,
    register_api,
    report_api,
    room_api,
    room_incidents_api,
    room_terms_api,
    sample_api,
    screening_api,
    session_api,
    session_rulesets,
    workbook_api,
)
from auditor.http.access import ask_for_keys
from auditor.http.access_log import log_requests
from auditor.http.components import add_components
from auditor.http.context import AGAIN, EXTENSION, OPEN, TELEMETRY, UPLOAD_LIMITS, count_requests
from auditor.http.guards import guard
from auditor.http.host_and_origin_checks import NAMES
from auditor.http.kept_uploads import answer_kept_uploads
from auditor.http.patterns_api import pattern_of_field
from auditor.http.problem_answers import ProblemApi
from auditor.http.problem_table import answer_errors
from auditor.http.static_pages import pages
from auditor.http.telemetry import Telemetry
from auditor.http.web.forms import guard_forms
from auditor.http.web.site import add_pages
from auditor.service import WAIT_SECONDS, Service
from auditor.store import Store
from auditor.store.caller import Caller
from rules.version import VERSION

LARGEST_BODY = SERVED.decompressed

_ABOUT = """Takes the session logs of card rooms (`cardroom-log/1`), replays every hand under the room's
internal controls, and reports what differs.

Errors are RFC 9457 problems (`application/problem+json`); each says what was found and what to do.
Everything that is read has a strong ETag. A request brings its key as `Authorization: Bearer KEY`; `x-roles` of an address
says which roles may use it. What is not of the key's rooms does not exist for it (404).
"""


_LICENCE = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
_SERVERS = [{"url": "/", "description": "the service that this document comes from"}]


class _NumberConverter(IntegerConverter):
    """A number in an address, short enough for the store."""

    regex = "[0-9]{1,18}"


class _Json(DefaultJSONProvider):
    sort_keys = False
    ensure_ascii = False


def create_app(
    data: Path,
    *,
    limits: UnpackingLimits = SERVED,
    largest_body: int = LARGEST_BODY,
    wait: float = WAIT_SECONDS,
    work: bool = True,
    audit_on_arrival: bool = True,
    open_to_all: bool = False,
    names: Sequence[str] = (),
    addresses: Flask | None = None,
) -> Flask:
    """The service over a folder of data, as a WSGI application, which ``close_app`` closes.

    limits: of decompressed logs. largest_body: bytes of a request. wait: seconds for the end of a requested audit. work: False
    leaves the queue to other processes. audit_on_arrival: audits what comes in. open_to_all: without keys; raises KeyNotPossible
    where the folder has some. names: host names besides loopback. addresses: of ``create_addresses``, made before a fork.
    """
    app = addresses or create_addresses(largest_body)
    app.config[NAMES] = tuple(each.lower() for each in names)
    if open_to_all:
        _must_have_no_keys(data)
    open_service(
        app,
        data,
        limits=limits,
        wait=wait,
        work=work,
        audit_on_arrival=audit_on_arrival,
        open_to_all=open_to_all,
    )
    return app


def _must_have_no_keys(data: Path) -> None:
    store = Store(data)
    try:
        must_have_none(store)
    finally:
        store.close()


def create_addresses(largest_body: int = LARGEST_BODY) -> Flask:
    """The addresses and their description, without a service (``open_service``)."""
    app = Flask("auditor.http", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=largest_body,
        API_TITLE="Card-room auditor",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/v1",
        API_SPEC_OPTIONS={"info": {"description": _ABOUT, "license": _LICENCE}, "servers": _SERVERS},
    )
    app.json = _Json(app)
    app.url_map.converters["number"] = _NumberConverter
    count_requests(app)
    log_requests(app)
    guard(app)
    _register(app)
    add_pages(app)
    ask_for_keys(app)
    guard_forms(app)
    return app


def open_service(
    app: Flask,
    data: Path,
    *,
    limits: UnpackingLimits = SERVED,
    wait: float = WAIT_SECONDS,
    work: bool = True,
    audit_on_arrival: bool = True,
    open_to_all: bool = False,
) -> None:
    """Give an application the service over a folder of data, until ``close_app``."""
    telemetry = Telemetry()
    arrivals = Caller(open=open_to_all) if audit_on_arrival else None
    service = Service(data, telemetry.audited, limits, wait, arrivals)
    telemetry.watch(service.store, read_program().engine(service.registry.shipped.digest))
    app.config[OPEN] = open_to_all
    app.config[UPLOAD_LIMITS] = upload_limits()
    app.extensions[EXTENSION] = service
    app.extensions[TELEMETRY] = telemetry
    app.extensions[AGAIN] = partial(
        open_service, app, data, limits=limits, wait=wait, work=work, audit_on_arrival=audit_on_arrival,
        open_to_all=open_to_all,
    )  # fmt: skip
    if work:
        service.start()
    atexit.register(service.close)


def close_app(app: Flask) -> None:
    """Stop the worker and close the store."""
    service: Service = app.extensions[EXTENSION]
    atexit.unregister(service.close)
    service.close()


def follow_forks(app: Flask) -> None:
    """End the service before this process forks, and begin one in the child.

    Threads do not survive a fork, as of gunicorn's ``--preload``.
    """

    def end() -> None:
        service: Service = app.extensions[EXTENSION]
        close_app(app)
        service.wait_until_warm()  # a thread that is cut off in the middle leaves its locks behind

    os.register_at_fork(before=end, after_in_child=lambda: app.extensions[AGAIN]())


def _register(app: Flask) -> None:
    api = ProblemApi(app)
    answer_errors(app)
    answer_kept_uploads(app)
    api.register_converter(_NumberConverter, _number_schema)
    api.ma_plugin.converter.add_attribute_function(pattern_of_field)
    add_components(api.spec)
    for blueprint in (
        session_api.blueprint,
        audit_api.blueprint,
        room_api.blueprint,
        room_incidents_api.blueprint,
        incident_lists.blueprint,
        hold_api.blueprint,
        sample_api.blueprint,
        screening_api.blueprint,
        issued_api.blueprint,
        home_api.blueprint,
        night_api.blueprint,
        original_api.blueprint,
        event_api.tournaments,
        event_api.ledgers,
        register_api.blueprint,
        reference.blueprint,
    ):
        api.register_blueprint(blueprint)
    app.register_blueprint(pages)
    app.register_blueprint(register_api.tiled)
    app.register_blueprint(reference_pages.blueprint)


def _number_schema(_: Any) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}
