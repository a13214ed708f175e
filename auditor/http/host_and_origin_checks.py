"""Checks of hosts and origins against DNS rebinding and cross-site requests.

The host has to be loopback or a configured name; the page that asks (`Origin`, `Sec-Fetch-Site`) one of the service itself.
Programs send neither header.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, current_app, request

from auditor.http.exposure import is_loopback
from auditor.http.problem_answers import HttpProblem

NAMES = "AUDITOR_NAMES"  # of the application's configuration: host names beyond loopback, in lower case
EXPOSED = "AUDITOR_EXPOSED"  # whether other machines may reach it; what serves it says so
_PRIVATE = ("/v1/", "/metrics")  # nothing there is for a page of another site, not even to read
_OTHER_SITES = ("cross-site", "same-site")


def only_own_sites(app: Flask) -> None:
    """Check the origin of every request of an application."""
    app.config.setdefault(NAMES, ())
    app.config.setdefault(EXPOSED, False)
    app.before_request(_from_here)
    app.before_request(_to_own_name)
    app.before_request(_of_own_page)


def _from_here() -> None:
    remote = request.remote_addr
    if remote and not current_app.config[EXPOSED] and not is_loopback(remote):
        raise HttpProblem(
            403,
            "loopback-only",
            f"The service answers only the machine it runs on; this request came from {remote}.",
        )


def _to_own_name() -> None:
    host = (urlsplit(f"//{request.host}").hostname or "").rstrip(".")
    if is_loopback(host) or host in current_app.config[NAMES]:
        return
    raise HttpProblem(
        403,
        "loopback-only",
        f"The service does not go by the name {host!r}. Use http://127.0.0.1 in its place; whoever runs the service gives it "
        "further names with auditor serve --name.",
    )


def _of_own_page() -> None:
    origin = request.headers.get("Origin")
    if origin is not None and not _is_own(origin):
        raise _foreign(origin)
    site = request.headers.get("Sec-Fetch-Site", "").strip().lower()
    if site in _OTHER_SITES and f"{request.path}/".startswith(_PRIVATE):
        raise _foreign(f"Sec-Fetch-Site: {site}")


def _foreign(what: str) -> HttpProblem:
    return HttpProblem(
        403,
        "foreign-origin",
        f"The service answers no page of another site ({what}). Open the address itself, or use a program.",
    )


def _is_own(origin: str) -> bool:
    try:
        found = urlsplit(origin)
        return found.scheme in ("http", "https") and found.netloc == request.host
    except ValueError:
        return False
