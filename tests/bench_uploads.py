"""Many clients at once: uploads, audits, reports and lists, against a service with several workers.

`python -m tests.bench_uploads URL CLIENTS UPLOADS HANDS` prints what they measured as JSON.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from itertools import count
from typing import Any
from urllib.parse import urlsplit

_REPORT = 20  # after one in so many uploads, its PDF, and a list


class Client:
    """One connection, which is kept open."""

    def __init__(self, url: str) -> None:
        at = urlsplit(url)
        assert at.hostname
        self._wire = http.client.HTTPConnection(at.hostname, at.port, timeout=120)
        self.errors: list[str] = []

    def ask(
        self, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        self._wire.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = self._wire.getresponse()
        found = answer.read()
        if answer.status >= 400:
            self.errors.append(f"{method} {path}: {answer.status}")
        return answer.status, found


def main() -> None:
    url, clients, uploads, hands = sys.argv[1], *map(int, sys.argv[2:])
    bodies = _bodies(uploads, int(hands))
    numbers, lock = count(), threading.Lock()
    finished: list[float] = []
    stored: list[float] = []
    errors: list[str] = []

    def work() -> None:
        client = Client(url)
        while True:
            with lock:
                number = next(numbers)
            if number >= uploads:
                break
            began = time.perf_counter()
            try:
                _, made = client.ask("POST", "/v1/sessions", bodies(number), "application/x-ndjson")
                stored.append(time.perf_counter() - began)
                asked = json.dumps({"sessions": [json.loads(made)["id"]]}).encode()
                audit = json.loads(client.ask("POST", "/v1/audits", asked)[1])
                while audit["state"] not in ("finished", "failed"):
                    time.sleep(0.02)
                    audit = json.loads(client.ask("GET", f"/v1/audits/{audit['id']}")[1])
                finished.append(time.perf_counter() - began)
                if audit["state"] == "failed":
                    client.errors.append(f"audit {audit['id']} failed")
                if number % _REPORT == 0:
                    client.ask("GET", f"/v1/audits/{audit['id']}/report.pdf")
                    client.ask("GET", "/v1/sessions?page_size=100")
            except (OSError, http.client.HTTPException, KeyError) as error:
                client.errors.append(f"upload {number}: {error!r}")
                client = _again(client, url)
        with lock:
            errors.extend(client.errors)

    began = time.perf_counter()
    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(
        json.dumps(
            {
                "errors": len(errors),
                **_spread("stored", stored),
                **_spread("finished", finished),
                "per_second": round(len(finished) / (time.perf_counter() - began), 1),
            }
        )
    )
    for each in errors[:10]:
        print(each, file=sys.stderr)


def _bodies(uploads: int, hands: int) -> Any:
    """The log of each number: the same hands in sessions of their own."""
    from rules.controls.library import library
    from simulation import simulate

    log = simulate(
        library().get("wsgc-base"), hands=hands, seed=1, players=(4, 4), session="bench-number"
    ).log()
    return lambda number: log.replace(b"bench-number", b"bench-%d" % number, 1)


def _again(client: Client, url: str) -> Client:
    fresh = Client(url)
    fresh.errors = client.errors
    return fresh


def _spread(name: str, seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    at = {"p50": 0.5, "p99": 0.99, "worst": 1.0}
    return {
        f"{name}_{each}": round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 3)
        for each, part in at.items()
    }


if __name__ == "__main__":
    main()
