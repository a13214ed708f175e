"""Bytes in: gzip recognised by its first bytes, streamed, limited to its caps; files read without being loaded whole."""

import gzip
import hashlib
import random
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest

from auditor.evidence import (
    CHUNK,
    Evidence,
    FileEvidence,
    TooLarge,
    UnpackingLimits,
    Unreadable,
    decompressed,
)
from rules.records.problems import Refused

TEXT = b"".join(b'{"event": "chinese_hand", "hand": %d}\n' % number for number in range(30_000))


def pieces(body: bytes, size: int) -> list[bytes]:
    return [body[at : at + size] for at in range(0, len(body), size)]


@pytest.mark.parametrize("size", [2, 3, 97, 4096, CHUNK])
def test_gzip_comes_out_whole_however_it_is_cut(size):
    body = TEXT[:20_000]
    assert b"".join(decompressed(pieces(gzip.compress(body), size))) == body
    assert b"".join(decompressed(pieces(body, size))) == body


@pytest.mark.parametrize("size", [2, 5, 1000, CHUNK])
def test_gzip_of_many_members_is_their_sum(size):
    members = [gzip.compress(part) for part in (TEXT[:900], b"", TEXT[900:5000], TEXT[5000:9000])]
    assert b"".join(decompressed(pieces(b"".join(members), size))) == TEXT[:9000]


def test_large_output_comes_in_chunks():
    sizes = [
        len(chunk)
        for chunk in Evidence(gzip.compress(b"x" * (5 * CHUNK + 7)), UnpackingLimits(ratio=10**6)).chunks()
    ]
    assert sizes == [CHUNK] * 5 + [7]


def test_evidence_is_known_by_what_was_received_and_by_what_it_holds():
    body = gzip.compress(TEXT, mtime=0)
    evidence = Evidence(body)
    assert (evidence.sha256, evidence.size) == (hashlib.sha256(body).hexdigest(), len(body))
    assert evidence.content_sha256 == Evidence(TEXT).content_sha256 == hashlib.sha256(TEXT).hexdigest()
    assert (evidence.media_type, Evidence(TEXT).media_type) == ("application/gzip", "application/x-ndjson")


@pytest.mark.parametrize("kept", [2, 10, 500, 5000])
def test_gzip_that_was_cut_off_is_refused_with_the_line_it_came_to(kept):
    whole = gzip.compress(TEXT)
    with pytest.raises(Unreadable) as reported:
        b"".join(Evidence(whole[:kept]).chunks())
    (problem,) = reported.value.problems
    assert problem.found == "gzip data that ends in the middle"
    read = b"".join(_until_refused(whole[:kept]))
    assert problem.line == read.count(b"\n") + 1
    assert isinstance(reported.value, Refused)
    assert str(reported.value).startswith("The file ends in the middle of its gzip data: it was cut off.")


def _until_refused(body: bytes) -> list[bytes]:
    read: list[bytes] = []
    with suppress(Unreadable):
        read.extend(Evidence(body).chunks())
    return read


@pytest.mark.slow
def test_damaged_gzip_is_refused_wherever_the_damage_is():
    whole = gzip.compress(TEXT)
    chance = random.Random(7)
    for _ in range(200):
        at = chance.randrange(10, len(whole) - 4)
        damaged = whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]
        with pytest.raises(Unreadable, match="gzip data that"):
            b"".join(Evidence(damaged).chunks())


@pytest.mark.parametrize("tail", [b"\0", b"\n", b"{}", b"\x1f\x8c", b"\0" * 512])
def test_bytes_after_the_gzip_data_are_refused(tail):
    for size in (1000, CHUNK):
        with pytest.raises(Unreadable, match="after the end of the gzip data"):
            b"".join(decompressed(pieces(gzip.compress(TEXT[:900]) + tail, size)))


def test_the_cap_on_size_says_the_cap_and_where():
    with pytest.raises(
        TooLarge, match="more than 10,000 bytes once decompressed; expected at most 10,000 bytes"
    ):
        b"".join(Evidence(gzip.compress(TEXT), UnpackingLimits(decompressed=10_000)).chunks())
    exact = UnpackingLimits(decompressed=len(TEXT))
    assert b"".join(Evidence(gzip.compress(TEXT), exact).chunks()) == TEXT


@pytest.mark.slow
def test_a_bomb_is_refused_before_it_has_grown():
    bomb = gzip.compress(b"\n" * (64 << 20), 9)
    tracemalloc.start()
    with pytest.raises(
        TooLarge, match=r"grows \d+ times on decompression; expected a log that grows at most 200 times"
    ):
        for _ in Evidence(bomb).chunks():
            pass
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 8 * CHUNK


def test_a_short_log_may_be_as_regular_as_it_likes():
    body = TEXT[:40] * 20_000
    packed = gzip.compress(body)
    assert len(body) > 200 * len(packed)
    assert b"".join(Evidence(packed).chunks()) == body


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_is_read_in_pieces_and_known_by_its_bytes(tmp_path: Path, packed):
    path = tmp_path / "log"
    path.write_bytes(gzip.compress(TEXT) if packed else TEXT)
    source = FileEvidence(path)
    assert source.size == path.stat().st_size
    assert b"".join(source.chunks()) == TEXT
    assert source.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert source.size == path.stat().st_size
    assert b"".join(source.chunks()) == TEXT
    assert FileEvidence(path).sha256 == source.sha256


def test_a_file_is_not_held(tmp_path: Path):
    path = tmp_path / "log"
    with path.open("wb") as file:
        for _ in range(40):
            file.write(TEXT)
    tracemalloc.start()
    for _ in FileEvidence(path).chunks():
        pass
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size > 30 * CHUNK
    assert most < 4 * CHUNK


def test_a_file_that_is_not_there_is_an_error_of_the_file(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        list(FileEvidence(tmp_path / "none").chunks())


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_members_that_inflate_to_more_than_a_chunk(tmp_path, pieces):
    """The end of a long member is its end, whatever zlib still holds back: no member is read for ever."""
    member = b"x" * 1_100_000 + b"\n"
    evidence = Evidence(b"".join(gzip.compress(member) for _ in range(pieces)))
    assert b"".join(evidence.chunks()) == member * pieces


def test_what_follows_a_long_member_is_refused():
    evidence = Evidence(gzip.compress(b"x" * 1_100_000 + b"\n") + b"\0" * 512)
    with pytest.raises(Unreadable) as refused:
        list(evidence.chunks())
    assert "bytes after the end of the gzip data" in str(refused.value.problems[0])
