"""Corrections of open-face and pot logs through the pages: what differs in the words of the game, and what became of it."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from msgspec import Struct

from auditor.service import Service
from auditor.store.rows import Selection
from tests.http.test_uploads import sha256
from tests.http.web.kit import DANA, signed_in, with_rooms, words
from tests.http.web.uploads import form_token, send
from tests.rules.build import log, seat, session
from tests.rules.open_face import X, Y, at, placed, with_act
from tests.rules.pot_exhibits import cases
from tests.rules.pot_logs import pot_log

FILLED = {"rooms": with_rooms}
CASH = session(ruleset="ofc-cash", opened_at=at(-1200))
RIGHT = placed(1, seat(1, X, net=100), seat(2, Y, net=-100), dealer=2)
KEYED = with_act(placed(1, seat(1, X, net=-100), seat(2, Y, net=100), dealer=2), 3, front="8s", middle="")
POT = session(ruleset="olympic-cash", unit=None, opened_at="2026-03-14T19:00:00+02:00")


def side_pots(*nets: int) -> dict[str, Any]:
    """A worked hand with side pots, of which the nets are stated, as hand 1."""
    hand = cases()["POT-SIDE-03"]["log"][1]
    return {**hand, "seats": [{**each, "net": net} for each, net in zip(hand["seats"], nets, strict=True)]}


def bet_and_awarded(bet: int, amount: int) -> dict[str, Any]:
    """A worked hand with another bet on the flop, and another award of its one pot, as hand 2."""
    hand = cases()["POT-RAKE-18"]["log"][1]
    acts = [{**each, "to": bet} if each["act"] == "bet" else each for each in hand["acts"]]
    pots = [{**hand["pots"][0], "awards": [{"seat": 5, "amount": amount}]}]
    return {**hand, "hand": 2, "at": "2026-03-14T20:05:00+02:00", "acts": acts, "pots": pots}


class Corrected(Struct, frozen=True):
    """A log as it was keyed and the right one. said: what differs, as pages have it; rows: as the CSV has it, without lines.

    sides: incidents and money of both. gone: the incident that only the first log has.
    """

    wrong: bytes
    right: bytes
    said: str
    rows: list[list[str]]
    sides: str
    gone: str


GAMES = {
    "open-face": Corrected(
        log(CASH, KEYED),
        log(CASH, RIGHT),
        "Hand 1 seat 1: net −$1.00 → $1.00 seat 2: net $1.00 → −$1.00 "
        "seat 1, placement 2: front row 8s → none seat 1, placement 2: middle row none → 8s",
        [
            ["Hand 1, seat 1", "net", "−$1.00", "$1.00"],
            ["Hand 1, seat 2", "net", "$1.00", "−$1.00"],
            ["Hand 1, seat 1, placement 2", "front row", "8s", "none"],
            ["Hand 1, seat 1, placement 2", "middle row", "none", "8s"],
        ],
        "Misallocated $2.00 nothing",
        "Hand 1, seats 1 and 2 (P1 and P2): put too many cards into a row",
    ),
    "pot": Corrected(
        pot_log(POT, side_pots(9_900, -3_000, 12_100, -20_000), bet_and_awarded(900, 2_500)),
        pot_log(POT, side_pots(12_100, -3_000, 9_900, -20_000), bet_and_awarded(500, 2_800)),
        "Hand 1 seat 1: net $99.00 → $121.00 seat 3: net $121.00 → $99.00 "
        "Hand 2 act 10: to $9.00 → $5.00 main pot, award to seat 5: amount $25.00 → $28.00",
        [
            ["Hand 1, seat 1", "net", "$99.00", "$121.00"],
            ["Hand 1, seat 3", "net", "$121.00", "$99.00"],
            ["Hand 2, act 10", "to", "$9.00", "$5.00"],
            ["Hand 2, main pot, award to seat 5", "amount", "$25.00", "$28.00"],
        ],
        "Misallocated $22.00 nothing",
        "Hand 2, seat 5 (P5): was given another amount of a pot than was due",
    ),
}


@pytest.fixture(params=GAMES)
def game(request) -> Corrected:
    return GAMES[request.param]


@pytest.fixture
def dana(rooms, game):
    """Dana, who uploaded the log as it was keyed, which is audited, and then the right one."""
    person = signed_in(rooms, DANA)
    send(person, ("keyed.ndjson", game.wrong))
    audited(rooms.extensions["auditor"], 1)
    send(person, ("right.ndjson", game.right), status=422)
    return person


def audited(service: Service, number: int) -> None:
    made = service.auditing.ask(Selection(ids=(number,)), {"sessions": [number]}, None).audit
    assert made is not None
    assert made.state == "finished"


def conflict(game: Corrected) -> str:
    return f"/rooms/WA-0417/conflicts/{sha256(game.right)}"


def test_the_conflict_shows_what_differs_in_the_words_of_the_game(dana, game):
    assert f'href="{conflict(game)}"' in dana.page.text
    said = words(dana.get(conflict(game)))
    assert (
        f"What differs {len(game.rows)} From the log on record to the uploaded file. {game.said} All of it as CSV"
        in said
    )
    found = list(csv.reader(io.StringIO(dana.client.get(f"{conflict(game)}/changes.csv").text)))
    assert [row[:4] for row in found[1:]] == game.rows


def test_the_correction_is_on_record_with_both_results_side_by_side(dana, game, service):
    held = {
        "form_token": form_token(dana.get(conflict(game))),
        "seen": sha256(game.wrong),
        "reason": "keyed wrong",
        "by": "s-7",
    }
    made = dana.client.post(conflict(game), data=held)
    assert (made.status_code, made.headers["Location"]) == (303, "/sessions/2#correction")
    line, rest = service.sessions.log(service.sessions.get(2)).split(b"\n", 1)
    assert json.loads(line)["supersedes"] == {
        "sha256": sha256(game.wrong),
        "reason": "keyed wrong",
        "by": "s-7",
    }
    assert rest == game.right.split(b"\n", 1)[1]
    audited(service, 2)
    said = words(dana.get("/sessions/2"))
    assert "Reason: keyed wrong (s-7)" in said
    assert game.sides in said
    assert f"What it changed {len(game.rows)} {game.said}" in said
    only_first = said[said.index("Incidents that only the corrected log has") : said.index("What it changed")]
    assert game.gone in only_first
    assert game.gone not in said[said.rindex("To the audit") :]
