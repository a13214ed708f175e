"""Prometheus counters of the service. Those of the store are read from it and survive restarts.

Processes with the same PROMETHEUS_MULTIPROC_DIR count together. The library reads that on import, so it is imported late.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from flask import Response, g, request

from auditor.inbox_health import inbox_state
from auditor.store import Store
from auditor.store.rows import STATES, AuditRecord
from rules.results import Engine

if TYPE_CHECKING:
    from prometheus_client.core import Metric

COMMON_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Telemetry:
    """Counters of one application: of its process, or of all that share a folder."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        self._stores = CollectorRegistry()
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "auditor_http_requests", "Requests", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "auditor_http_request_seconds", "Time to answer", ["method", "route"], registry=self._registry,
            buckets=_SECONDS,
        )  # fmt: skip
        self._uploads = Counter("auditor_uploads", "Logs sent", ["outcome"], registry=self._registry)
        self._audits = Histogram(
            "auditor_audit_seconds",
            "Time an audit took",
            ["state"],
            registry=self._registry,
            buckets=_SECONDS,
        )
        self._hands = Counter("auditor_hands_audited", "Hands audited", registry=self._registry)

    def watch(self, store: Store, engine: Engine) -> None:
        """Read a store when the counters are read, and name the engine."""
        self._stores.register(_StoreCollector(store))
        self._stores.register(_BuildCollector(engine))

    def uploaded(self, outcome: str) -> None:
        """A log came in: stored, same, conflict, refused, rejected, limited, purged, kept, dry_run."""
        self._uploads.labels(outcome).inc()

    def audited(self, audit: AuditRecord, state: str, seconds: float) -> None:
        """An audit ended."""
        self._audits.labels(state).observe(seconds)
        if state == "finished":
            self._hands.inc(audit.hands_total)

    def text(self) -> bytes:
        """Everything in Prometheus's text format."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        counted = self._registry
        if COMMON_FOLDER in os.environ:
            counted = CollectorRegistry()
            MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
        return bytes(generate_latest(counted) + generate_latest(self._stores))

    def count(self, response: Response) -> Response:
        """A request was answered."""
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        self._requests.labels(method, route, str(response.status_code)).inc()
        if "began" in g:
            self._seconds.labels(method, route).observe(time.perf_counter() - g.began)
        return response


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def begin_request() -> None:
    """Note when the current request began."""
    g.began = time.perf_counter()


class _BuildCollector:
    """A sample of 1, whose labels are the engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def describe(self) -> Iterator[Metric]:
        return iter(())

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        labels = {name: f"{value}" for name, value in msgspec.structs.asdict(self._engine).items()}
        found = GaugeMetricFamily("auditor_build_info", "The engine", labels=[*labels])
        found.add_metric([*labels.values()], 1)
        yield found


class _StoreCollector:
    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> Iterator[Metric]:
        return iter(())

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        inbox = inbox_state(self._store.inbox)
        yield GaugeMetricFamily("auditor_inbox_uploads", "Uploads that are not on record yet", inbox.waiting)
        audits = GaugeMetricFamily("auditor_audits", "Audits in the store", labels=["state"])
        states = self._store.audits.by_state()
        for state in STATES:
            audits.add_metric([state], states.get(state, 0))
        yield audits
        yield GaugeMetricFamily("auditor_sessions", "Sessions in the store", self._store.sessions.count())
        files = GaugeMetricFamily("auditor_evidence_files", "Files kept", labels=["outcome"])
        size = GaugeMetricFamily("auditor_evidence_bytes", "Bytes kept", labels=["outcome"])
        totals = self._store.evidence.totals()
        for outcome in ("session", "conflict", "refused"):
            count, total = totals.get(outcome, (0, 0))
            files.add_metric([outcome], count)
            size.add_metric([outcome], total)
        yield files
        yield size
