"""Remedies of errors: one fact, and what to do at a page, by a request or by a command, where these differ."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Channel = Literal["page", "api", "command"]


class Remedy(Struct, frozen=True):
    """Sentences of what to do; "" for nothing.

    page: names no address or command, for it is read on paper and in logs too.
    """

    page: str = ""
    api: str = ""
    command: str = ""

    def for_channel(self, channel: Channel) -> str:
        """Sentences of a channel."""
        return {"page": self.page, "api": self.api, "command": self.command}[channel]


def with_remedy(fact: str, remedy: str) -> str:
    """Text of a fact and its remedy."""
    return f"{fact} {remedy}" if remedy else fact


def those_there_are(page: str, address: str, command: str = "") -> Remedy:
    """Place of a list. page: such as "The list of rooms"; address: of the API; command: without `auditor`."""
    return Remedy(
        f"{page} shows those there are.",
        f"GET {address} lists those there are.",
        f"`auditor {command}` lists those there are." if command else "",
    )


AUDITS = those_there_are("The list of audits", "/v1/audits")
HOLDS = Remedy("", "GET /v1/holds lists those there are.", "`auditor holds list` lists those there are.")
ORIGINALS = Remedy("", "GET /v1/originals lists those there are.")
ROOMS = those_there_are("The list of rooms", "/v1/rooms", "rooms")
SAMPLES = those_there_are("The list of samples", "/v1/samples")
SESSIONS = those_there_are("The list of sessions", "/v1/sessions", "sessions list")


def unknown_room(room: str) -> Remedy:
    """Remedy for a room not on record, or mistyped."""
    return Remedy(
        "The list of rooms shows those there are; an administrator puts another one on record.",
        f"PUT /v1/rooms/{room} puts it there; GET /v1/rooms lists those there are.",
        f"`auditor rooms put {room}` puts it there; `auditor rooms` lists those there are.",
    )


def by_request(page: str, request: str, does: str, command: str = "") -> Remedy:
    """One action: a page's sentence, a request with its effect, and the command of the same effect."""
    return Remedy(page, f"{request} {does}", f"`auditor {command}` {does}" if command else page)
