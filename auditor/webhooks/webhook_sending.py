"""One message to one endpoint, signed by Standard Webhooks and sent once."""

from __future__ import annotations

import base64
import hashlib
import hmac

from auditor.outgoing.outgoing_posting import NotReached, post
from auditor.webhooks.webhook_configuration import Endpoint, Webhooks


class NotDelivered(Exception):
    """An undelivered message, with the reason, without the address."""


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """Signature of a message: HMAC-SHA256 over id, time in seconds, and body."""
    signed = f"{message}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()}"


def send(webhooks: Webhooks, endpoint: Endpoint, message: str, body: bytes, timestamp: int) -> None:
    """Send a message. timestamp: of this attempt, seconds. Raises NotDelivered."""
    headers = {
        "Content-Type": "application/json",
        "webhook-id": message,
        "webhook-timestamp": f"{timestamp}",
        "webhook-signature": signature(endpoint.secret, message, timestamp, body),
    }
    try:
        status = post(endpoint.target, webhooks.private, headers, body).status
    except NotReached as error:
        raise NotDelivered(str(error)) from None
    if not 200 <= status < 300:
        led = "; redirects are not followed" if 300 <= status < 400 else ""
        raise NotDelivered(f"it answers {status}{led}")
