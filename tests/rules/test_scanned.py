"""Lines that are scanned give what decoded lines give: the same columns, the same events, the same refusals, word for word."""

import json
import random
import shutil
import sysconfig
from pathlib import Path

import msgspec
import numpy as np
import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.findings.written import json_pieces
from rules.records import reader, scanned
from rules.records.events import ChineseHand, OfcHand
from rules.records.flatten import Flattener
from rules.records.reader import LONGEST_LINE, decode_line
from simulation import simulate
from tests.folding import of_every
from tests.rules.build import A, B, close, hand, log, seat, session
from tests.rules.lines import every_line, full_hand, open_face_hand
from tests.rules.mangle import damaged, mistyped, odd
from tests.rules.open_face import X, Y, ofc
from tests.rules.pot_lines import every_pot_line, full_pot_hand
from tests.rules.readers import assert_read_alike, differences, read
from tests.rules.test_fuzz import every_closed_line, every_open_face_line

AT_ONCE = 20
RULESETS = [each.id for each in library().rulesets() if each.family in ("chinese", "ofc", "pot")]
SESSION, CLOSE = log(), log(close(1))[len(log()) :]
ANN_BOB = (seat(1, A, 300, player="ann"), seat(2, B, -300, player="bob"))
PLAIN = json.dumps(hand(1, *ANN_BOB)).encode()
CHIPS = {
    "event": "chips",
    "at": "2026-03-14T19:00:00-07:00",
    "seat": 1,
    "player": "ann",
    "kind": "add_on",
    "amount": 5,
}


def lines_of(*lines):
    return SESSION + b"".join(line + b"\n" for line in lines) + CLOSE


def test_the_scanner_is_there_where_a_compiler_is():
    """Else `make setup` did not build it, and these tests compare a reader with itself."""
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    assert scanned.compiled is not None or shutil.which("cc") is None or not headers.exists()


@pytest.mark.parametrize(
    ("kind", "line"), [(ChineseHand, full_hand()), (OfcHand, every_open_face_line()[-5])]
)
def test_a_hand_with_every_field_is_scanned(kind, line):
    text = b"\n".join([b"{}", json.dumps(line).encode(), msgspec.json.encode(line), b""])
    found = scanned.scan([Flattener(kind).scanner], text, LONGEST_LINE)
    ((places, fields),) = found.taken
    assert (found.lines, places, found.others) == (4, [1, 2], [(0, b"{}"), (3, b"")])
    assert set(fields) == set(kind.__struct_fields__)
    assert np.frombuffer(fields["hand"].values, np.int64).tolist() == [line["hand"]] * 2
    assert fields["at"].values == [line["at"]] * 2
    player = fields["seats"].more["player"]
    assert player.more[: len(line["seats"])] == list(dict.fromkeys(each["player"] for each in line["seats"]))


def test_lines_of_other_kinds_alone_are_not_scanned():
    """They are decoded once, and not first beside hands that are not there."""
    scanners = [Flattener(kind).scanner for kind in reader.SCANNED]
    assert scanned.scan(scanners, SESSION + json.dumps(full_pot_hand()).encode(), LONGEST_LINE) is None


def test_a_field_of_every_type_is_in_the_tables():
    """A new field of a type that the scanner does not know fails here, not where a log is read."""
    for kind in (ChineseHand, OfcHand):
        assert Flattener(kind).scanner.fields
        (tag, fields, tables) = scanned._TABLES[kind]
        assert tag == json.dumps(kind.__struct_config__.tag).encode()
        assert [each.name for each in fields] == list(kind.__struct_fields__)
        assert [each[0].decode() for each in tables] == list(kind.__struct_encode_fields__)


TAKEN = [
    PLAIN,
    msgspec.json.encode(json.loads(PLAIN)),
    PLAIN.replace(b", ", b" ,\t").replace(b": ", b" : ").replace(b"[", b"[ ").replace(b"}", b" }"),
    b"  " + PLAIN + b" \t\r",
    PLAIN.replace(b'"net": 300', b'"net": 1000000000000'),
    PLAIN.replace(b'"net": 300', b'"net": -1000000000000'),
    PLAIN.replace(b'"net": 300', b'"net": 0'),
    PLAIN.replace(b'"ann"', b'"' + b"x" * 64 + b'"'),
    PLAIN.replace(b'"ann"', b'"a~ !#{}[],:"'),
    PLAIN.replace(b'"front": "', b'"front": "2c'),
    PLAIN.replace(b'"front": "', b'"front": "2'),
    PLAIN.replace(b'"front": "', b'"front": "' + b"2c" * 197),
    PLAIN.replace(b'"front": "', b'"front": "x" , "dealt": "'),
    PLAIN.replace(b'"front": "', b'"front": "", "dealt": "'),
    PLAIN.replace(b'"hand"', b'"irregularities": [], "transfers": [ ], "fees": [], "hand"'),
]
LEFT = [
    PLAIN.replace(b'"net": 300', b'"net": 1000000000001'),
    PLAIN.replace(b'"net": 300', b'"net": 99999999999999999999'),
    PLAIN.replace(b'"net": 300', b'"net": -0'),
    PLAIN.replace(b'"net": 300', b'"net": 0300'),
    PLAIN.replace(b'"net": 300', b'"net": 300.0'),
    PLAIN.replace(b'"net": 300', b'"net": 3e2'),
    PLAIN.replace(b'"net": 300', b'"net": null'),
    PLAIN.replace(b'"net": 300', b'"net": 1, "net": 300'),
    PLAIN.replace(b'"net": 300', b'"net": 300, "_note": 1'),
    PLAIN.replace(b'"net": 300', b'"net": 300, "tip": 1'),
    PLAIN.replace(b'"ann"', b'"' + b"x" * 65 + b'"'),
    PLAIN.replace(b'"ann"', b'""'),
    PLAIN.replace(b'"ann"', b'"\\u0061nn"'),
    PLAIN.replace(b'"ann"', "\"änn\"".encode()),
    PLAIN.replace(b'"ann"', b'"a\x7fnn"'),
    PLAIN.replace(b'"ann"', b'"a\tnn"'),
    PLAIN.replace(b'"ann"', b'"a\x00nn"'),
    PLAIN.replace(b'"front": "', b'"front": "' + b"2c" * 200),
    PLAIN.replace(b'"front": "', b'"front": "\\"2c'),
    PLAIN[:-1],
    PLAIN.replace(b", ", b",\n", 1),
    PLAIN.replace(b'"ann"', b'"a\nn"'),
    PLAIN + b"}",
    PLAIN + b" x",
    PLAIN + b"\x00",
    PLAIN[:-1] + b",}",
    PLAIN.replace(b'"hand": 1', b'"hand": 1,'),
    PLAIN.replace(b'"hand": 1, ', b""),
    PLAIN.replace(b'"hand"', b'"fees": [{"kind": "tip", "amount": 1}], "hand"'),
    PLAIN.replace(b'"hand"', b'"pool": {"contributions": [], "awards": [{}]}, "hand"'),
    PLAIN.replace(b'"hand"', b'"pool": {"contributions": [}, "awards": []}, "hand"'),
]  # fmt: skip


@of_every("line", TAKEN, ids=bytes.decode)
def test_a_line_that_is_written_plainly_is_scanned(line):
    assert assert_read_alike(lines_of(line, PLAIN)) == (scanned.compiled is not None)


@of_every("line", LEFT, ids=repr)
def test_any_other_line_is_decoded_with_its_batch(line):
    assert assert_read_alike(lines_of(PLAIN, line, PLAIN)) == 0


@of_every("count", [0, 1, 10, 11])
def test_a_list_has_as_many_items_as_its_type_allows(count):
    seats = [seat(number % 10 + 1, None, 0, player=f"p{number}") for number in range(count)]
    batches = assert_read_alike(log(session(), hand(1, *seats), close(1)))
    assert batches == (scanned.compiled is not None and 1 <= count <= 10)


def assert_any_order_is_read_alike(count, seed):
    """Hands of three games, events between them, blank lines, a second session, events after the close: in any order."""
    chance = random.Random(seed)
    open_face = ofc(4, seat(1, X, player="dan"), seat(2, Y, player="cat"))
    some = [hand(1, *ANN_BOB), full_hand(2), open_face, full_pot_hand(), CHIPS, CHIPS | {"player": "eve"}]
    batches = 0
    for _ in range(count):
        events = [json.dumps(each).encode() for each in chance.choices(some, k=chance.randrange(1, 9))]
        for _ in range(chance.randrange(2)):
            events.insert(
                chance.randrange(len(events) + 1), chance.choice([SESSION[:-1], CLOSE[:-1], b"", b"{}"])
            )
        data = (
            chance.choice([SESSION, SESSION, b""])
            + b"\n".join(events)
            + chance.choice([b"\n" + CLOSE, b"\n", b""])
        )
        batches += assert_read_alike(data, chunk=chance.choice([100, 1 << 20]))
    assert batches > count // 6 or scanned.compiled is None


def test_other_events_keep_their_places(monkeypatch):
    monkeypatch.setattr(reader, "LINES_AT_ONCE", 3)
    assert_any_order_is_read_alike(12, seed=3)


@pytest.mark.slow
@pytest.mark.sampled(16, within=True)
@pytest.mark.parametrize("at_once", [1, 2, 4, 512])
def test_other_events_keep_their_places_in_batches_of_any_size(at_once, monkeypatch, share):
    monkeypatch.setattr(reader, "LINES_AT_ONCE", at_once)
    assert_any_order_is_read_alike(share(1_000), seed=at_once)


def test_names_have_the_order_of_decoded_lines():
    """Names are numbered field by field, the hands of a batch one after the other."""
    hands = [
        hand(1, *ANN_BOB, fees=[{"kind": "rake", "amount": 1}], dealer_id="D-1"),
        hand(2, *ANN_BOB, irregularities=[{"kind": "misdeal", "by": "D-2"}], dealer_id="rake"),
        full_hand(3),
    ]
    data = log(session(), *hands, close(3))
    assert assert_read_alike(data) == (scanned.compiled is not None)
    (block,) = read(data, scanning=True)[0]["blocks"]
    assert list(block.names)[:6] == ["D-1", "rake", "D-7", "K-1", "M-3", "hand_fee"]
    assert list(block.players)[:2] == ["ann", "bob"]


def rewritten(line, chance):
    """A line written in another way, most of which a reader of JSON must take for the same."""
    way = chance.randrange(5)
    if way == 0:
        return msgspec.json.encode(json.loads(line))
    if way == 1:
        return json.dumps(shuffled(json.loads(line), chance)).encode()
    places = [place for place, byte in enumerate(line) if byte in b",:{}[]"]
    place = chance.choice(places)
    if way == 2:
        return line[:place] + chance.choice([b" ", b"\t", b"\r", b"\x0b", b"  "]) + line[place:]
    digits = [place for place, byte in enumerate(line) if byte in b"0123456789"]
    place = chance.choice(digits)
    if way == 3:
        return line[:place] + chance.choice([b"0", b"-", b".0", b"e0", b"0" * 11, b"9" * 18]) + line[place:]
    letters = [place for place, byte in enumerate(line) if byte in b"acdefnt"]
    place = chance.choice(letters)
    return line[:place] + f"\\u{line[place]:04x}".encode() + line[place + 1 :]


def shuffled(value, chance):
    """The same value with the fields of each object in another order, but for the first."""
    if isinstance(value, dict):
        first, *others = value
        chance.shuffle(others)
        return {key: shuffled(value[key], chance) for key in (first, *others)}
    return [shuffled(each, chance) for each in value] if isinstance(value, list) else value


def changed(event, chance):
    line = json.dumps(event).encode()
    way = chance.choice([damaged, mistyped, mistyped, odd, odd, rewritten, rewritten])
    return odd(event, chance) if way is odd else way(line, chance)


EVENTS = {
    "closed": every_closed_line,
    "open face": lambda: [*every_open_face_line(), open_face_hand()],
    "pot": lambda: [*every_pot_line(), full_pot_hand(), *every_line()],
}


def assert_changed_lines_are_read_alike(game, count, seed):
    """What is scanned can be decoded, and is the same columns with the same problems; some others are compared, too."""
    chance = random.Random(seed)
    events = [each for each in EVENTS[game]() if each["event"] not in ("session", "close")]
    scanners = [Flattener(kind).scanner for kind in reader.SCANNED] if scanned.compiled else []
    taken = {kind: [] for kind in reader.SCANNED}
    for number in range(count):
        line = changed(chance.choice(events), chance)
        if b"\n" not in line and scanned.compiled and is_scanned(scanners, line):
            taken[type(decode_line(line))].append(line)
        elif number % 50 == 0:
            assert_read_alike(lines_of(line))
    assert game == "pot" or scanned.compiled is None or sum(map(len, taken.values())) > count // 6
    groups = [
        lines[start : start + AT_ONCE] for lines in taken.values() for start in range(0, len(lines), AT_ONCE)
    ]
    for some in groups:
        assert assert_read_alike(lines_of(*some, json.dumps(CHIPS).encode())) == 1


def is_scanned(scanners, line):
    found = scanned.scan(scanners, line, LONGEST_LINE)
    return found is not None and not found.others


@pytest.mark.parametrize("game", EVENTS)
def test_a_few_changed_lines_are_read_alike(game):
    assert_changed_lines_are_read_alike(game, 100, seed=7)


@pytest.mark.slow
@pytest.mark.sampled(40, within=True)
@pytest.mark.parametrize("game", EVENTS)
def test_two_hundred_thousand_changed_lines_are_read_alike(game, share):
    assert_changed_lines_are_read_alike(game, share(70_000), seed=417)


@pytest.mark.slow
@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("evidence", ["rows", "full"])
def test_a_simulated_log_has_the_same_columns_and_the_same_audit(name, evidence, monkeypatch):
    data = simulate(library().get(name), hands=150, seed=11, faults=0.3, evidence=evidence).log()
    batches = assert_read_alike(data, chunk=50_000)
    assert batches > 0 or scanned.compiled is None or library().get(name).family == "pot"
    audits = []
    for compiled in (scanned.compiled, None):
        monkeypatch.setattr(scanned, "FROM", 0)
        monkeypatch.setattr(scanned, "compiled", compiled)
        audits.append(b"".join(json_pieces(audit_log(BytesSource(data)))))
    assert audits[0] == audits[1]


def test_a_difference_is_found():
    """The comparison of these tests sees a value, a type and a place."""
    one, other = ({"a": [1, np.array([1, 2], kind)]} for kind in (np.int64, np.int8))
    assert differences(one, other) == [".a[1]: array([1, 2]) and array([1, 2], dtype=int8)"]
    assert differences([1, 2], [1, 3]) == ["[1]: 2 and 3"]


def test_a_scanner_of_another_source_is_not_used(monkeypatch):
    """As in a checkout whose scanner was not compiled again after a change: its engine would not be the one that it states."""

    class OfAnotherSource:
        SOURCE_SHA256 = "0" * 64

    scanned._is_of_the_source.cache_clear()
    monkeypatch.setattr(scanned, "compiled", OfAnotherSource)
    monkeypatch.setattr(scanned, "_read", scanned.FROM)
    assert not scanned.wanted(1)
    scanned._is_of_the_source.cache_clear()


def test_a_process_with_few_lines_makes_no_tables(monkeypatch):
    monkeypatch.setattr(scanned, "_read", 0)
    assert not scanned.wanted(scanned.FROM)
    assert scanned.wanted(1) == (scanned.compiled is not None)
