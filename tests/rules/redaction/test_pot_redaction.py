"""Pot games in the redacted edition: no player's id is left of any hand, seat event or jackpot."""

from __future__ import annotations

import json
from functools import partial

import msgspec
import pytest

from rules.audit import BytesSource, audit_log, exhibits
from rules.redaction import Redaction
from tests.rules.pot_exhibits import cases
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

KEY = b"k" * 32
_PLAYERS = ("rosa-417", "ben-202", "chu-993")
_SESSION = {"event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "anna-evening", "table": "T1",
            "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash"}  # fmt: skip


def _edition(data: bytes) -> tuple[str, str]:
    """The redacted audit of a log and the redacted exhibits of all its hands, as JSON."""
    source, audit = BytesSource(data), audit_log(BytesSource(data))
    redaction = Redaction(audit, KEY)
    room, session = audit.log.room, audit.log.session
    lines = [place for place, line in enumerate(data.splitlines(), 1) if b'"pot_hand"' in line]
    given = partial(exhibits, {(room, session): source}, audit)
    shown = redaction.exhibits(given)({(room, redaction.audit.log.session, line) for line in lines})
    audited = {name: getattr(redaction.audit, name) for name in redaction.audit.__struct_fields__}
    audited["findings"] = list(redaction.audit.findings)
    return msgspec.json.encode(audited, enc_hook=list).decode(), msgspec.json.encode(list(shown)).decode()


def _session() -> bytes:
    """A table with terms, seat events, a jackpot and two hands that break rules."""
    rosa, ben, chu = _PLAYERS
    seats = [pot_seat(1, player=rosa), pot_seat(2, 20_000, player=ben), pot_seat(3, player=chu)]
    acts = [{"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
            {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
            {"act": "raise", "seat": 3, "to": 399}, {"act": "fold", "seat": 1}, {"act": "fold", "seat": 2}]  # fmt: skip
    hit = {"event": "jackpot", "at": "2026-03-14T20:10:00+02:00", "kind": "hit", "hit": "bad_beat", "hand": 2,
           "payouts": [{"seat": 1, "player": rosa, "amount": 1000}, {"seat": 2, "player": ben, "amount": 1000}]}  # fmt: skip
    return pot_log(
        _SESSION,
        {"event": "seat", "at": "2026-03-14T19:10:00+02:00", "player": rosa, "kind": "seated", "seat": 1, "by": chu},
        {"event": "chips", "at": "2026-03-14T19:11:00+02:00", "player": ben, "seat": 2, "kind": "buy_in", "amount": 20_000},
        pot_hand(1, *seats, acts=acts, fees=[]),
        {"event": "seat", "at": "2026-03-14T20:01:00+02:00", "player": ben, "kind": "away", "seat": 2},
        pot_hand(2, *seats, acts=acts, fees=[], at="2026-03-14T20:02:00+02:00",
                 irregularities=[{"kind": "wrong_bet", "seat": 3, "by": chu, "note": f"{ben} saw it"}]),
        hit,
        {"event": "seat", "at": "2026-03-14T21:00:00+02:00", "player": rosa, "kind": "left", "seat": 1, "amount": 5},
    )  # fmt: skip


def test_no_player_of_a_table_of_pot_games_is_left():
    audit, shown = _edition(_session())
    for name in (*_PLAYERS, "anna-evening"):
        assert name not in audit
        assert name not in shown
    assert "raised to €3.99" in shown
    assert "a raise comes to €4.00 at least" in shown
    assert "BET003" in audit


def test_hands_keep_what_says_nothing_of_people():
    _, shown = _edition(_session())
    first, second = json.loads(shown)
    pot = first["pot"]
    assert {each["seat"]: each["due"] for each in pot["seats"]} == {1: -100, 2: -200, 3: 300}
    letters = [each["player"] for each in pot["seats"]]
    assert letters == [each["player"] for each in first["seats"]]
    assert letters == [each["player"] for each in second["pot"]["seats"]]
    assert all(len(each) == 1 for each in letters)
    assert [(each["by"], each["note"]) for each in second["irregularities"]] == [(None, None)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "case", sorted(each for each in cases() if each.startswith(("POT-JP", "POT-TAB", "POT-BET")))
)
def test_no_player_of_a_worked_hand_is_left(case):
    """Each player's id is made one that cannot be part of any other word."""
    events = [_with_long_ids(event) for event in cases()[case]["log"]]
    audit, shown = _edition(b"".join(json.dumps(event).encode() + b"\n" for event in events))
    assert "player-of-" not in audit
    assert "player-of-" not in shown


def _with_long_ids(value, key=""):
    if isinstance(value, dict):
        return {name: _with_long_ids(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_long_ids(each, key) for each in value]
    return f"player-of-{value}" if key == "player" else value
