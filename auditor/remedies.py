"""Words of what to do about an error: one fact, and a remedy for each way in which somebody uses the service.

A page offers links and fields, a program sends requests, and somebody at the command line types commands. An error of
`auditor/errors.py` says what was found once, and has a remedy where the three differ.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Channel = Literal["page", "api", "command"]


class Remedy(Struct, frozen=True):
    """Sentences of what to do: at a page, by a request, by a command. Empty: nothing is said there.

    page: also for who reads an error on paper or in a log, so it names no address and no command.
    """

    page: str = ""
    api: str = ""
    command: str = ""

    def for_channel(self, channel: Channel) -> str:
        """The sentences of one of the three ways."""
        return {"page": self.page, "api": self.api, "command": self.command}[channel]


def with_remedy(fact: str, remedy: str) -> str:
    """A fact and what to do about it, as one text."""
    return f"{fact} {remedy}" if remedy else fact


def those_there_are(page: str, address: str, command: str = "") -> Remedy:
    """Place where those that exist are listed. page: "The list of rooms"; address: of the API; command: without `auditor`."""
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
    """A room that has to be put on record first, or that was mistyped."""
    return Remedy(
        "The list of rooms shows those there are; an administrator puts another one on record.",
        f"PUT /v1/rooms/{room} puts it there; GET /v1/rooms lists those there are.",
        f"`auditor rooms put {room}` puts it there; `auditor rooms` lists those there are.",
    )


def by_request(page: str, request: str, does: str, command: str = "") -> Remedy:
    """A remedy that is one action: a sentence for a page; a request and what it does; the command that does the same."""
    return Remedy(page, f"{request} {does}", f"`auditor {command}` {does}" if command else page)
