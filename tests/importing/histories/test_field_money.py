"""Texts in other encodings and currencies, with other spaces and heads, names that look alike, and chips without a currency."""

import hashlib

from tests.folding import of_every
from tests.importing.histories.field_files import FIELD, deviations, hands, nets, problems, read
from tests.importing.histories.originals import log, logs
from tests.importing.histories.test_pokerstars import BLINDS, hand

FIRST, SECOND = ("Bea", "Cal", "Dov"), ("Sven", "Tess", "Uma")
NETS = {"a": (-4130, 3980, -100), "b": (-8260, 7960, -200)}


def in_one_hand(name, names, amounts, **session):
    """A file has one hand with these nets, and nothing to find; its session says so."""
    done = read(name)
    assert nets(done, *names) == dict(zip(names, amounts, strict=True))
    (rows,) = logs(done)
    assert {key: rows[0][key] for key in session} == session
    assert deviations(done) == []
    return done


@of_every(("kind", "currency"), [("yuan", "CNY"), ("rupee", "INR"), ("nbsp", "USD")])
def test_amounts_of_a_currency_and_no_break_spaces_are_read(kind, currency):
    for part, names, fee in (("a", FIRST, 250), ("b", SECOND, 500)):
        done = in_one_hand(f"{kind}-{part}.txt", names, NETS[part], currency=currency)
        assert problems(done) == []
        assert hands(done)[0]["fees"] == [{"kind": "rake", "amount": fee}]


def test_rupees_are_written_with_two_letters_and_a_space_too():
    done = in_one_hand("rupees-a.txt", ("Ann", "Bob", "Cid"), (0, -50, 50), currency="INR")
    assert problems(done) == []
    assert hands(done)[0]["at"] == "2019-02-18T08:06:50-05:00"


def test_a_text_in_windows_1252_is_read_with_a_note_and_names_keep_their_letters():
    for part, names in (("a", ("Bea", "Cal", "Dové")), ("b", ("Sven", "Tess", "Dové"))):
        done = in_one_hand(f"cp1252-name-{part}.txt", names, NETS[part])
        do = "See that the names are right; else save the file as UTF-8 and import it again."
        assert problems(done) == [
            (False, "line 5", "the byte 0xe9, read as Windows-1252", "text in UTF-8", do)
        ]
        data = (FIELD / f"cp1252-name-{part}.txt").read_bytes()
        assert done.sha256 == hashlib.sha256(data).hexdigest()


def test_names_that_differ_in_the_form_of_a_letter_are_of_several_players():
    composed, combining = "caf\u00e9", "cafe\u0301"
    for part, amounts in NETS.items():
        done = read(f"names-nfc-nfd-{part}.txt")
        names = (composed, combining, "CAFÉ")
        assert nets(done, *names) == dict(zip(names, amounts, strict=True))
        assert (problems(done), deviations(done)) == ([], [])


def test_a_head_of_2007_has_a_dash_before_the_time_and_its_zone_in_brackets():
    done = in_one_hand("header-2007-a.txt", ("Ann", "Bob", "Cid"), (0, -50, 50), currency="USD")
    assert problems(done) == []
    assert hands(done)[0]["at"] == "2007-10-15T10:09:17-04:00"


@of_every(
    ("central", "eastern", "at"),
    [
        ("2:30:00 CET", "2019/10/26 20:30:00 ET", "2019-10-27T03:30:00+03:00"),
        ("2:30:00 CET", "2019/10/26 21:30:00 ET", "2019-10-27T03:30:00+02:00"),
        ("3:30:00 CET", "2019/10/26 22:30:00 ET", "2019-10-27T04:30:00+02:00"),
    ],
)
def test_the_eastern_time_says_which_of_a_repeated_hour_is_meant(central, eastern, at):
    _, row = log(hand(*BLINDS, at=f"2019/10/27 {central} [{eastern}]"))
    assert row["at"] == at  # in Tallinn


def test_a_tournament_of_2007_counts_chips():
    done = read("header-2007-b.txt")
    (rows,) = logs(done)
    assert (rows[0]["tournament"], rows[0]["table"]) == ("555", "555 8")
    assert rows[1]["at"] == "2007-03-25T02:30:00-04:00"
    assert [seat["stack"] for seat in rows[1]["seats"]] == [1720, 480, 600, 9000]
    assert nets(done, "Ann", "Bob", "Cid", "Dee") == {"Ann": -600, "Bob": -480, "Cid": 1200, "Dee": -120}
    assert (problems(done), deviations(done)) == ([], [])


def test_chips_of_open_hand_history_count_as_the_stated_currency_and_are_listed_as_play_money():
    done = read("ohh-chips-a.ohh")
    do = "Take the hand out, unless chips are meant to count as --currency."
    assert problems(done) == [(False, "line 1", "play money", "a hand that is played for money", do)]
    (rows,) = logs(done)
    assert (rows[0]["currency"], rows[0]["table"]) == ("USD", "Sample Table")
    assert nets(done, "Ann", "Bob") == {"Ann": -100, "Bob": 100}
    assert rows[1]["pots"] == [{"pot": 0, "amount": 200, "awards": [{"seat": 2, "amount": 200}]}]
    assert deviations(done) == []
    (rows,) = logs(read("ohh-chips-a.ohh", currency="JPY"))
    assert [seat["stack"] for seat in rows[1]["seats"]] == [100, 100]
