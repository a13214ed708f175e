"""Bytes in S3, or what speaks its protocol: an object `PREFIX/aa/SHA256` each."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.store.blobs.bytes_place import OWNER, BytesUnavailable, StoredBlob

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

RENEWED_AFTER = dt.timedelta(
    hours=12
)  # bytes that are put again are written again then, so that no cleaning takes them
_ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
_RETRY: RetryConfig = {"max_retries": 2, "retry_timeout": dt.timedelta(seconds=10)}
_NO_VERSION = (None, "", "null")
_first_user: list[int] = []  # the process that used the library first; its threads do not survive a fork


class BytesBucket:
    """Objects of a bucket, for all threads and processes. Each request to put states the SHA-256, as Object Lock wants it."""

    words = "the bucket that AUDITOR_BYTES names"
    folder: Path | None = None

    def __init__(self, bucket: str, prefix: str) -> None:
        self.bucket, self.prefix = bucket, prefix
        self._versions: bool | None = None
        try:
            import obstore
            from obstore.store import S3Store
        except ImportError as error:
            raise BytesUnavailable(
                f'AUDITOR_BYTES names a bucket of S3, which needs obstore: pip install "cardroom-auditor[s3]" ({error})'
            ) from error
        self._obstore = obstore
        over_http = any(os.environ.get(each, "").startswith("http://") for each in _ENDPOINTS)
        client: ClientConfig = {"connect_timeout": "5s", "timeout": "60s", "allow_http": over_http}
        with self._in_words():
            self._store = S3Store(
                bucket,
                prefix=prefix or None,
                config={"checksum_algorithm": "SHA256"},
                client_options=client,
                retry_config=_RETRY,
            )

    @property
    def address(self) -> str:
        """Bucket and prefix."""
        return f"s3://{self.bucket}/{self.prefix}" if self.prefix else f"s3://{self.bucket}"

    @property
    def keeps_versions(self) -> bool:
        """Whether an object that is written gets a version, so that an erased one stays as an earlier version."""
        if self._versions is None:
            owner = self._read(OWNER)
            if owner is None:
                return False
            self._versions = self._version_of(OWNER)
        return self._versions

    def owner(self) -> str | None:
        """Name of the register whose bytes these are; None: nobody's yet."""
        found = self._read(OWNER)
        return None if found is None else found.decode("utf-8", "replace").strip()

    def claim(self, owner: str) -> None:
        """Note whose bytes these are. The bucket is there already."""
        self._write(OWNER, f"{owner}\n".encode())

    def get(self, sha256: str) -> bytes | None:
        """Bytes under a digest; None where there are none."""
        found = self._read(_name(sha256))
        if found is None and self._read(OWNER) is None:
            raise BytesUnavailable(f"{self.words} is not there, or is another one: it has no object {OWNER}")
        return found

    def put(self, sha256: str, body: bytes) -> bytes | None:
        """Put bytes; what was there. The same bytes are written again only where they are old."""
        found = self._read(_name(sha256))
        if found != body or self._is_before(sha256, dt.datetime.now(dt.UTC) - RENEWED_AFTER):
            self._write(_name(sha256), body)
        return found

    @contextmanager
    def keeping(self, bodies: Mapping[str, bytes]) -> Iterator[dict[str, bytes | None]]:
        """Block at whose end bytes are there, also if somebody erased them meanwhile; what was there under each digest."""
        yield {sha256: self.put(sha256, body) for sha256, body in bodies.items()}
        with suppress(BytesUnavailable):  # they were put a moment ago, and are on record
            for sha256, body in bodies.items():
                if self._changed(sha256) is None:
                    self._write(_name(sha256), body)

    def erase(self, sha256: str, is_needed: Callable[[], bool], before: dt.datetime | None = None) -> bool:
        """Erase bytes unless they are needed, or were put there at a time or later; whether none are left.

        Nobody can lock an object: who needs them meanwhile has them put back.
        """
        if before is not None and not self._is_before(sha256, before):
            return self._changed(sha256) is None
        if is_needed():
            return False
        body = self._read(_name(sha256))
        with self._in_words():
            self._obstore.delete(self._store, _name(sha256))
        if body is not None and is_needed():
            self._write(_name(sha256), body)
            return False
        return True

    def blobs(self) -> Iterator[StoredBlob]:
        """All bytes below the prefix."""
        with self._in_words():
            for some in self._obstore.list(self._store):
                for each in some:
                    shard, _, sha256 = each["path"].rpartition("/")
                    if len(sha256) == 64 and shard == sha256[:2]:
                        yield StoredBlob(sha256, each["size"], each["last_modified"])

    def tidy(self, before: dt.datetime) -> None:
        """Return: a request that broke off leaves nothing."""

    def _is_before(self, sha256: str, at: dt.datetime) -> bool:
        changed = self._changed(sha256)
        return changed is not None and changed < at

    def _changed(self, sha256: str) -> dt.datetime | None:
        with self._in_words():
            with suppress(FileNotFoundError):
                return self._obstore.head(self._store, _name(sha256))["last_modified"]
            return None

    def _version_of(self, name: str) -> bool:
        with self._in_words():
            with suppress(FileNotFoundError):
                return self._obstore.head(self._store, name)["version"] not in _NO_VERSION
            return False

    def _read(self, name: str) -> bytes | None:
        with self._in_words():
            with suppress(FileNotFoundError):
                return bytes(self._obstore.get(self._store, name).bytes())
            return None

    def _write(self, name: str, body: bytes) -> None:
        with self._in_words():
            self._obstore.put(self._store, name, body, use_multipart=False)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        _must_not_be_forked()
        try:
            yield
        except BytesUnavailable:
            raise
        except (self._obstore.exceptions.BaseError, OSError, ValueError) as error:
            raise BytesUnavailable(
                f"{self.words} does not answer as it should", _first_line(error)
            ) from error


def _name(sha256: str) -> str:
    return f"{sha256[:2]}/{sha256}"


def _must_not_be_forked() -> None:
    """Raise BytesUnavailable in a process that was forked from one that used the library: it would wait for ever."""
    if not _first_user:
        _first_user.append(os.getpid())
    if _first_user[0] != os.getpid():
        raise BytesUnavailable(
            "the library for S3 was used before this process was forked. Start the service without --preload of gunicorn"
        )


def _first_line(error: Exception) -> str:
    text = f"{error}".strip().splitlines()
    return text[0][:300] if text else type(error).__name__
