"""Timestamps of an authority (RFC 3161), from listed hosts only, without redirects and proxies."""

from __future__ import annotations

from asn1crypto import cms, tsp
from pyhanko.sign.timestamps import TimeStamper

from auditor.outgoing.outgoing_posting import NotReached, post
from auditor.signing.signing_configuration import Timestamps
from verifier.verify_report import Refused, must_be_plain

_MOST_BYTES = 65_536  # of an answer
_ASKS, _ANSWERS = "application/timestamp-query", "application/timestamp-reply"


class NoTimestamp(Exception):
    """A failed timestamp, with the reason."""


class GuardedTimeStamper(TimeStamper):
    """Client of a configuration's authority, for one signature."""

    def __init__(self, timestamps: Timestamps) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # of the library
        self._timestamps = timestamps

    async def async_request_tsa_response(self, req: tsp.TimeStampReq) -> tsp.TimeStampResp:
        """Answer of the authority. Raises NoTimestamp."""
        headers = {"Content-Type": _ASKS, "Accept": _ANSWERS}
        where = self._timestamps
        try:
            answer = post(where.target, where.private, headers, req.dump(), _MOST_BYTES)
        except NotReached as error:
            raise NoTimestamp(str(error)) from None
        if answer.status != 200:
            raise NoTimestamp(f"it answers {answer.status}")
        return tsp.TimeStampResp.load(answer.body)

    async def async_timestamp(self, message_digest: bytes, md_algorithm: str) -> cms.ContentInfo:
        """Timestamp of a digest. Raises NoTimestamp."""
        try:
            found: cms.ContentInfo = await super().async_timestamp(message_digest, md_algorithm)
            stamped = found["content"]["encap_content_info"]["content"].parsed["message_imprint"]
            same = stamped["hashed_message"].native == message_digest
            must_be_plain(found.dump())
        except NoTimestamp:
            raise
        except Refused:
            raise NoTimestamp("its timestamp is of a form that the verifier refuses") from None
        except Exception:  # whatever an answer makes the libraries do
            raise NoTimestamp("it refuses, or its answer is no timestamp of what it was sent") from None
        if not same:
            raise NoTimestamp("its timestamp is of another digest than the one sent")
        return found
