"""Bodies that are cheap to send and were dear to answer, each under a name; the tests and `make bench` send them.

Run as a module, one attack is answered in this process, and what it took is printed as JSON.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import sys
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rules.controls.library import sample
from tests.http.filing import TERMS
from tests.http.kit import hand_line, log, session_line

LARGEST = 33_000_000  # bytes, close to what a request may have
TOML = "application/toml"
NDJSON = "application/x-ndjson"
JSON = "application/json"


@dataclass(frozen=True)
class Attack:
    """A request: where it goes, and what makes its body."""

    path: str
    body: Callable[[], bytes] = bytes
    media_type: str = NDJSON
    method: str = "POST"
    before: tuple[tuple[str, str, Callable[[], bytes], str], ...] = field(default=())


def _logs() -> dict[str, Callable[[], bytes]]:
    head = log()
    first = head.partition(b"\n")[0] + b"\n"
    hand = head.partition(b"\n")[2]
    event = (
        b'{"event":"fee","at":"2026-03-14T19:00:00-07:00","kind":"time","amount":1,"seat":1,"player":"P1",'
        b'"covers_from":"2026-03-14T19:00:00-07:00","covers_to":"2026-03-14T20:00:00-07:00"}\n'
    )
    return {
        "33 MB of newlines": lambda: b"\n" * LARGEST,
        "33 MB of newlines after a log": lambda: head + b"\n" * LARGEST,
        "33 MB of spaces": lambda: b" " * LARGEST,
        "33 MB of one line": lambda: b"x" * LARGEST,
        "33 MB of lines that are blank but for a space": lambda: head + b" \n" * (LARGEST // 2),
        "33 MB of lines that are {": lambda: first + b"{\n" * (LARGEST // 2),
        "33 MB of lines that are {}": lambda: first + b"{}\n" * (LARGEST // 3),
        "33 MB of lines that are null": lambda: first + b"null\n" * (LARGEST // 5),
        "33 MB of lines that are not UTF-8": lambda: first + b"\xff\n" * (LARGEST // 2),
        "lines of 1 MB that are lists": lambda: first + (b"[" * 1_000_000 + b"\n") * 32,
        "lines of 1 MB of empty lists": lambda: first + (b"[" + b"[]," * 330_000 + b"[]]\n") * 32,
        "lines of 1 MB of private fields": lambda: first + _private(hand) * 32,
        "lines of 1 MB of digits": lambda: (
            first + (b'{"event":"fee","amount":' + b"9" * 1_000_000 + b"}\n") * 32
        ),
        "lines of 1 MB of transfers": lambda: first + _transfers() * 32,
        "lines of 1 MB of seats": lambda: first + _seats() * 32,
        "lines of 1 MB of an unknown field": lambda: (
            first + (b'{"event":"fee","' + b"x" * 1_000_000 + b'":1}\n') * 32
        ),
        "a second session line, a million times": lambda: first * (LARGEST // len(first)),
        "hands before the session line": lambda: hand * (LARGEST // len(hand)),
        "events after the close": lambda: _closed(head) + hand * (LARGEST // len(hand)),
        "160,000 events outside of hands": lambda: first + event * 160_000,
        "hands with a card that does not exist": lambda: (
            first + hand.replace(b"9s8s6d", b"9s8sXX") * (LARGEST // len(hand))
        ),
        "hands with seats in no order and of odd sizes": lambda: (
            first + hand.replace(b"9s8s6d", b"9s8s") * 60_000
        ),
        "hands with a time that is none": lambda: (
            first + hand.replace(b"T17:01", b"Tnoon") * (LARGEST // len(hand))
        ),
        "hands of players that cannot be printed": lambda: _unprintable(first),
        "a session line of texts": lambda: (
            json.dumps(
                session_line(supersedes={"sha256": "0" * 64, "reason": "é" * 4000, "by": "x"})
            ).encode()
            + b"\n"
            + hand
        ),
    }


def _private(hand: bytes) -> bytes:
    fields = {f"_{number}": 1 for number in range(80_000)}
    return json.dumps(json.loads(hand) | fields).encode() + b"\n"


def _transfers() -> bytes:
    moved = [{"payer": 1, "payee": 2, "amount": 3}] * 26_000
    return json.dumps(hand_line(1) | {"transfers": moved}).encode() + b"\n"


def _seats() -> bytes:
    return json.dumps(hand_line(1) | {"seats": [{"seat": 1, "player": "x"}] * 30_000}).encode() + b"\n"


def _closed(head: bytes) -> bytes:
    return head + b'{"event":"close","at":"2026-03-14T23:00:00-07:00","hands":1}\n'


def _unprintable(first: bytes) -> bytes:
    hands = (json.dumps(hand_line(number, players=f"\u202e{number}-")) for number in range(20_000))
    return first + "\n".join(hands).encode() + b"\n"


def _zipped() -> dict[str, Callable[[], bytes]]:
    def members(count: int, content: bytes = b"") -> bytes:
        return gzip.compress(log(), mtime=0) + gzip.compress(content, mtime=0) * count

    def bomb(of: bytes, size: int) -> bytes:
        packer = zlib.compressobj(9, wbits=31)
        packed = [packer.compress(of * (1 << 20)) for _ in range(size // (1 << 20) // len(of))]
        return b"".join(packed) + packer.flush()

    return {
        "100,000 gzip members": lambda: members(100_000),
        "gzip members of a newline, 33 MB": lambda: members(LARGEST // 21, b"\n"),
        "1 GB of newlines as gzip": lambda: bomb(b"\n", 1 << 30),
        "1 GB of zeros as gzip": lambda: bomb(b"\0", 1 << 30),
        "log of 1 GB of {} that grows 190 times": lambda: _grows(190, b"{}\n"),
        "log of 1 GB of newlines that grows 190 times": lambda: _grows(190, b"\n"),
        "log of 1 GB of hands that grows 100 times": lambda: _hands_that_grow(),
        "nested gzip": lambda: gzip.compress(gzip.compress(log())),
    }


def _grows(times: int, of: bytes, size: int = 1 << 30) -> bytes:
    packer = zlib.compressobj(1, wbits=31)
    block = of * ((1 << 20) // len(of))
    out, made, given = [packer.compress(log())], 0, 0
    while given < size:
        noise = b'{"_":"' + os.urandom(1000).hex().encode() + b'"}\n'
        pieces = [packer.compress(block), packer.compress(noise), packer.flush(zlib.Z_SYNC_FLUSH)]
        given += len(block) + len(noise)
        made += sum(map(len, pieces))
        while made * times < given:
            noise = os.urandom(400).hex().encode() + b"\n"
            piece = packer.compress(noise) + packer.flush(zlib.Z_SYNC_FLUSH)
            pieces.append(piece)
            made += len(piece)
            given += len(noise)
        out += pieces
    return b"".join(out) + packer.flush()


def _hands_that_grow() -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    lines = log().splitlines(keepends=True)
    block = lines[1] * 2000
    out = [packer.compress(lines[0])]
    out += [packer.compress(block) for _ in range((1 << 30) // len(block))]
    return b"".join(out) + packer.flush()


def draft(*more: str, head: str = "") -> bytes:
    """A draft of controls: the sample, with more lines in [ruleset] or after it."""
    text = sample().replace("[ruleset.readings]", head + "\n[ruleset.readings]", 1)
    return (text + "\n" + "\n".join(more) + "\n").encode()


def _procedures(count: int) -> bytes:
    return draft(*map(PROCEDURE.format, range(count)))


def _fits(item: Callable[[int], str], size: int = 250_000) -> bytes:
    """As many items as make a body of a size."""
    found, length, number = [], len(draft()), 0
    while length < size:
        found.append(item(number))
        length += len(found[-1]) + 1
        number += 1
    return draft(*found)


def _controls() -> dict[str, Callable[[], bytes]]:
    return {
        "a key of 20,000 parts": lambda: (".".join("a" * 20_000) + "=1").encode(),
        "a key of 120,000 parts": lambda: (".".join("a" * 120_000) + "=1").encode(),
        "a table of 20,000 parts": lambda: ("[" + ".".join("a" * 20_000) + "]").encode(),
        "a table of 20,000 quoted parts": lambda: ("[" + ".".join(['"a"'] * 20_000) + "]").encode(),
        "keys of 50 parts, 250 kB": lambda: _fits(lambda n: f"x{n}." + ".".join("a" * 50) + "=1"),
        "keys of 15 parts, 250 kB": lambda: _fits(lambda n: f"x{n}." + ".".join("a" * 15) + "=1"),
        "tables in tables, 250 kB": lambda: _fits(lambda n: f"[x{n}.a.b.c.d.e.f]"),
        "one table of dotted keys, 250 kB": lambda: _fits(lambda n: f"a.b.c.d.e.f.k{n}=1"),
        "an inline table of dotted keys": lambda: draft(
            "x = {" + ",".join(f"a.b.c.k{n}=1" for n in range(20_000)) + "}"
        ),
        "2,000 procedures": lambda: _procedures(2_000),
        "2,700 procedures, 250 kB": lambda: _fits(PROCEDURE.format),
        "an array of arrays 100,000 deep": lambda: b"x = " + b"[" * 100_000,
        "inline tables 50,000 deep": lambda: b"x = " + b"{a=" * 50_000,
        "a number of 100,000 digits": lambda: b"x = " + b"9" * 100_000,
        "numbers of 4,000 digits": lambda: _fits(lambda n: f"x{n} = " + "9" * 4_000),
        "a hexadecimal number of 200,000 digits": lambda: b"x = 0x" + b"f" * 200_000,
        "a float of 200,000 digits": lambda: b"x = 1." + b"9" * 200_000,
        "a list of 100,000 numbers": lambda: draft("x = [" + "1," * 100_000 + "]"),
        "a line of spaces": lambda: b"x = 1" + b" " * 250_000 + b"y",
        "a string that does not end": lambda: b'x = """' + b'\\"' * 120_000,
        "escapes in a string": lambda: b'x = "' + b"\\u00e9" * 40_000 + b'"',
        "comments": lambda: draft("#" * 240_000),
        "10,000 comments": lambda: _fits(lambda n: "#"),
        "royalties": lambda: _fits(
            lambda n: '[[royalty]]\nrow="front"\nkind="pair"\nunits=1\ncite="room:9"\ntext="x"'
        ),
        "royalties without a citation": lambda: _fits(lambda n: '[[royalty]]\nrow="x"'),
        "naturals": lambda: _fits(lambda n: f'[[naturals.list]]\nid="n{n}"\nunits=1'),
        "side bets": lambda: _fits(lambda n: "[[side_bets]]"),
        "jackpots": lambda: _fits(lambda n: f'[[jackpots]]\nid="j{n}"'),
        "levels": lambda: _fits(lambda n: f"[[event.level]]\nlevel={n}\nvalue=1"),
        "severities": lambda: draft(
            "[severity]",
            *(f'{a}{b}{c}{n:03}="note"' for a in "ABC" for b in "ABC" for c in "A" for n in range(999)),
        ),
        "readings of an ambiguity": lambda: draft(
            "[reading.AMB-FOUL]", *(f'r{n}={{"stakes.unit_cap.max"=1}}' for n in range(6_000))
        ),
        "patches of a reading": lambda: draft(
            "[reading.AMB-FOUL]",
            "loses_all_rows={" + ",".join(f'"stakes.k{n}"=1' for n in range(10_000)) + "}",
        ),
        "patches of a reading that exist": lambda: _patches(),
        "patches of sections of a reading": lambda: _patches(5_000),
        "patches within lists": lambda: _list_patches(),
        "patches by a long path": lambda: draft(
            "[reading.AMB-FOUL]", 'loses_all_rows={"' + ".".join("a" * 120_000) + '"=1}'
        ),
        "readings of 5,000 ambiguities": lambda: draft(
            *["[reading]", *(f'"AMB-{n}"={{}}' for n in range(9_000))]
        ),
        "10,000 that it extends": lambda: draft().replace(
            b"extends = [", b"extends = [" + b'"x@1",' * 10_000
        ),
        "one that it extends, 10,000 times": lambda: draft().replace(
            b"extends = [", b"extends = [" + b'"wsgc-2-4@1",' * 10_000
        ),
        "a bound that it extends, 10,000 times": lambda: draft().replace(
            b"extends = [", b"extends = [" + b'"wac-230-15-080@2",' * 10_000
        ),
        "unknown sections": lambda: _fits(lambda n: f"[s{n}]"),
        "unknown keys of a section": lambda: draft("[clock]", *(f"k{n}=1" for n in range(24_000))),
        "citations that do not exist": lambda: draft("[clock]", "cite=[" + '"X",' * 50_000 + "]"),
        "citations of sections": lambda: draft(
            "[clock]", 'text="x"', "cite=[" + ",".join(f'"room:{n}"' for n in range(20_000)) + "]"
        ),
        "cited keys": lambda: draft(
            "[clock]", "cite=[]", "cited={" + ",".join(f'k{n}="room:{n}"' for n in range(10_000)) + "}"
        ),
        "texts of one section": lambda: _fits(
            lambda n: PROCEDURE.format(n) + f"{n}\ncards={{least={n},most={n}}}"
        ),
        "as many patches as are taken, in a long section": _most_patches,
        "as many procedures as are taken": lambda: draft(*(PROCEDURE.format(n) for n in range(250))),
        "as many procedures that lie apart": lambda: draft(
            *(f"{PROCEDURE.format(n)}\ncards={{least={n},most={n}}}" for n in range(180))
        ),
        "as many bases as are taken": lambda: draft().replace(
            b"extends = [", b"extends = [" + b'"wsgc-full@1",' * 13
        ),
        "a long id": lambda: draft().replace(b'"wa-0000-thirteen-card"', b'"' + b"a-" * 100_000 + b'"'),
        "a title of 240 kB": lambda: draft().replace(b"Internal controls of", b"x" * 220_000),
        "a byte that is not UTF-8 at the end": lambda: draft("#" * 200_000) + b"\xff",
        "33 MB of newlines as controls": lambda: b"\n" * LARGEST,
        "33 MB of a key": lambda: b"a" * LARGEST,
    }


PROCEDURE = '[irregularities.procedure.p{0}]\nkind="other"\nruling="warning"\ncite="room:4"\ntext="x"'


def _patches(count: int = 5_000) -> bytes:
    """Readings that set parameters which the controls have."""
    names = [f'"fees.limits.k{n}"=1' for n in range(count)]
    own = "".join(f"k{n}=1\n" for n in range(count))
    return draft("[fees.limits.x]", own, "[reading.AMB-FOUL]", "loses_all_rows={" + ",".join(names) + "}")


def _most_patches() -> bytes:
    names = ",".join(f'"irregularities.procedure.p{n}.units"=-1' for n in range(32))
    parts = (
        f'{PROCEDURE.format(n)}\nruling="penalty"\nunits=1'.replace('ruling="warning"\n', "")
        for n in range(220)
    )
    return draft(*parts, "[reading.AMB-FOUL]", f"loses_all_rows={{{names}}}")


def _list_patches() -> bytes:
    patches = ",".join(f'"royalty[].k{n}.units"=1' for n in range(2_000))
    return draft("[[royalty]]\nunits=1\n" * 5_000, "[reading.AMB-FOUL]", f"loses_all_rows={{{patches}}}")


def _form(parts: int) -> bytes:
    part = b'--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nx\r\n'
    return part * parts + b"--b--\r\n"


FORM = "multipart/form-data; boundary=b"
ROOM = "WA-0417"


def attacks() -> Mapping[str, Attack]:
    """Every attack by its name."""
    found = {name: Attack("/v1/sessions", body) for name, body in _logs().items()}
    found |= {name: Attack("/v1/sessions", body, "application/gzip") for name, body in _zipped().items()}
    room = (("PUT", f"/v1/rooms/{ROOM}", lambda: json.dumps(TERMS).encode(), JSON),)
    found |= {
        name: Attack(f"/v1/rooms/{ROOM}/controls?dry_run=true", body, TOML, before=room)
        for name, body in _controls().items()
    }
    audits = "/v1/audits"
    found |= {
        "100,000 session ids": Attack(
            audits, lambda: json.dumps({"sessions": list(range(1, 100_001))}).encode(), JSON
        ),
        "10,000 sessions that do not exist": Attack(
            audits, lambda: json.dumps({"sessions": list(range(1, 10_001))}).encode(), JSON
        ),
        "a session id 100,000 times": Attack(
            audits, lambda: json.dumps({"sessions": [1] * 300_000}).encode(), JSON
        ),
        "session ids that are texts": Attack(
            audits, lambda: json.dumps({"sessions": ["x"] * 200_000}).encode(), JSON
        ),
        "fields that do not exist": Attack(
            audits, lambda: json.dumps({f"k{n}": 1 for n in range(70_000)}).encode(), JSON
        ),
        "JSON 500,000 deep": Attack(audits, lambda: b"[" * 500_000, JSON),
        "JSON objects 100,000 deep": Attack(audits, lambda: b'{"a":' * 100_000, JSON),
        "a JSON number of 1,000,000 digits": Attack(
            audits, lambda: b'{"sessions":[' + b"9" * 1_000_000 + b"]}", JSON
        ),
        "JSON numbers of 4,000 digits": Attack(
            audits, lambda: json.dumps({"sessions": [10**4000] * 200}).encode(), JSON
        ),
        "33 MB of JSON": Attack(audits, lambda: b"[" + b"1," * (LARGEST // 2), JSON),
        "100,000 query parameters": Attack(
            "/v1/sessions?" + "&".join(f"p{n}=1" for n in range(100_000)), method="GET"
        ),
        "100,000 query parameters without a name": Attack("/v1/sessions?" + "&" * 500_000, method="GET"),
        "a query of 1 MB": Attack("/v1/sessions?room=" + "x" * 1_000_000, method="GET"),
        "a path of 1 MB": Attack("/v1/rooms/" + "x" * 1_000_000, method="GET"),
        "a form of 1,000,000 parts": Attack("/v1/sessions", lambda: _form(1_000_000), FORM),
        "a form of 900 parts": Attack("/v1/sessions", lambda: _form(900), FORM),
        "a form part of 1,000,000 headers": Attack(
            "/v1/sessions", lambda: b"--b\r\n" + b"X: y\r\n" * 1_000_000 + b"\r\nx\r\n--b--\r\n", FORM
        ),
        "a form that does not end": Attack(
            "/v1/sessions",
            lambda: (
                b"--b\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\n"
                + b"\r\n-" * (LARGEST // 3)
            ),
            FORM,
        ),
        "a form of a field of 30 MB": Attack(
            "/v1/sessions",
            lambda: (
                b'--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n'
                + b"x" * 30_000_000
                + b"\r\n--b--\r\n"
            ),
            FORM,
        ),
        "a document of 33 MB": Attack(
            f"/v1/rooms/{ROOM}/controls/a/1/document",
            lambda: b"%PDF-" + b"x" * LARGEST,
            "application/pdf",
            "PUT",
        ),
    }
    return found


def answered(name: str) -> dict[str, Any]:
    """What it takes to answer an attack in this process: processor seconds, and megabytes beyond those of the body."""
    from auditor.http.app import close_app, create_app

    attack = attacks()[name]
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder), open_to_all=True, work=False)
        try:
            client = app.test_client()
            client.post("/v1/sessions", data=log(), content_type=NDJSON)
            for method, path, body, kind in attack.before:
                client.open(path, method=method, data=body(), content_type=kind)
            client.post(f"/v1/rooms/{ROOM}/controls?dry_run=true", data=draft(), content_type=TOML)
            data = attack.body()
            before, began = _peak(reset=True), time.process_time()
            answer = client.open(attack.path, method=attack.method, data=data, content_type=attack.media_type)
            took = time.process_time() - began
            found = answer.get_json(silent=True) or {}
            return {
                "what": name,
                "bytes": len(data),
                "seconds": round(took, 2),
                "megabytes": round((_peak() - before) / 1e6),
                "status": answer.status_code,
                "answer": len(answer.get_data()),
                "detail": str(found.get("detail"))[:300],
                "problem": str((found.get("problems") or [""])[0])[:300],
            }
        finally:
            close_app(app)


def _peak(reset: bool = False) -> int:
    """The peak of this process's memory in bytes, since the last reset."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5")
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (120, 130))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    print(json.dumps(answered(sys.argv[1])))


if __name__ == "__main__":
    main()
