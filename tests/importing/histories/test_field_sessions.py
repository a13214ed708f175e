"""Hands of a history by sessions: nights of a table, pools, the hour that a clock repeats, and numbers of a site."""

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.folding import of_every
from tests.importing.histories.field_files import deviations, hands, nets, problems, read
from tests.importing.histories.originals import brought_in, log, logs
from tests.importing.histories.test_pokerstars import BLINDS, hand

ANN, ODA = ("Ann", "Bob", "Cid"), ("Oda", "Piet", "Quin")


def numbered(number, at, table="Halley II", word="Hand"):
    """A hand of a number, at a time, in which nobody has bet."""
    return hand(*BLINDS, at=at).replace("Hand #12", f"{word} #{number}").replace("Halley II", table)


def sessions(done):
    """The session, the table, the opening and the numbers of each log."""
    return [
        (first["session"], first["table"], first["opened_at"], [each["hand"] for each in rows])
        for first, *rows in logs(done)
    ]


@of_every("part", ["a", "b"])
def test_numbers_of_a_site_leave_gaps_that_are_no_finding(part):
    done = read(f"site-number-gap-{part}.txt")
    names, step = (ANN, 0) if part == "a" else (ODA, 1000)
    amount = 50 if part == "a" else 100
    assert nets(done, *names) == dict(zip(names, (amount, -amount, 0), strict=True))
    assert [each["hand"] for each in hands(done)] == [9201 + step, 9388 + step]
    assert (problems(done), deviations(done)) == ([], [])


def test_a_gap_in_numbers_of_a_site_is_untestable_with_its_reason():
    (derived,) = read("site-numbers-a.txt").logs
    audit = audit_log(BytesSource(derived.data), ruleset="standard-cash")
    (row,) = (each for each in audit.coverage if each.code == "LOG001")
    reason = "the numbers are those of a site and do not count the hands of this table"
    assert (row.tested, [(each.reason, each.hands) for each in row.because]) == (0, [(reason, 3)])


@of_every("part", ["a", "b"])
def test_two_nights_of_a_table_are_two_sessions(part):
    done = read(f"one-table-two-nights-{part}.txt")
    step = 0 if part == "a" else 1000
    assert [(name, opened, numbers) for name, _, opened, numbers in sessions(done)] == [
        (f"pokerstars-{501 + step}", "2024-11-02T20:00:00-04:00", [501 + step]),
        (f"pokerstars-{990 + step}", "2024-12-24T20:01:00-05:00", [990 + step]),
    ]
    assert (problems(done), deviations(done)) == ([], [])


def test_a_pause_of_six_hours_is_of_one_session_and_a_longer_one_is_not():
    first, second, third = "12:00:00", "18:00:00", "18:00:01"
    one = numbered(20, f"2021/03/21 {first} ET"), numbered(21, f"2021/03/21 {second} ET")
    two = numbered(20, f"2021/03/21 {first} ET"), numbered(21, f"2021/03/21 {third} ET")
    assert [each[3] for each in sessions(brought_in("\n\n\n".join(one)))] == [[20, 21]]
    assert [each[3] for each in sessions(brought_in("\n\n\n".join(two)))] == [[20], [21]]


def test_hands_of_a_pool_are_one_session():
    """Each hand of a pool has a table of its own, and nobody sits where he sat before."""
    pool = [numbered(40 + each, f"2021/03/21 13:0{each}:00 ET", "Aludra", "Zoom Hand") for each in range(3)]
    done = brought_in("\n\n\n".join(pool))
    assert [(name, table, numbers) for name, table, _, numbers in sessions(done)] == [
        ("pokerstars-40", "Aludra", [40, 41, 42])
    ]
    assert (problems(done), deviations(done)) == ([], [])


@of_every(
    ("name", "numbers", "times"),
    [
        ("dst-fall-back-a.txt", [501, 502, 503], ["01:58:00-04:00", "01:01:00-05:00", "01:03:00-05:00"]),
        ("dst-fall-back-b.txt", [1501, 1502, 1503], ["01:58:00-04:00", "01:01:00-05:00", "01:03:00-05:00"]),
        ("dst-a.txt", [6001, 6002, 6003], ["01:58:50-04:00", "01:00:30-05:00", "01:02:30-05:00"]),
    ],
)  # fmt: skip
def test_the_hour_that_comes_twice_is_read_in_the_order_of_the_file(name, numbers, times):
    done = read(name)
    assert [(each["hand"], each["at"][11:]) for each in hands(done)] == list(zip(numbers, times, strict=True))
    assert (problems(done), deviations(done)) == ([], [])


def test_hands_of_another_day_in_a_file_that_is_not_in_order_keep_their_times():
    """A file that was put together: the later day comes first."""
    texts = [numbered(30, "2021/11/07 12:00:00 ET"), numbered(20, "2021/11/07 01:30:00 ET")]
    assert [(each[2], each[3]) for each in sessions(brought_in("\n\n\n".join(texts)))] == [
        ("2021-11-07T07:30:00+02:00", [20]),
        ("2021-11-07T19:00:00+02:00", [30]),
    ]


def test_a_hand_without_a_time_is_in_the_session_of_its_table():
    first, *rows = log(hand(*BLINDS))
    assert (first["table"], len(rows)) == ("Halley II", 1)


def test_a_log_says_how_many_hands_of_the_file_could_not_be_read():
    """The second hand has a line that the importer does not know; the third is of another table."""
    texts = [numbered(number, f"2021/03/21 12:0{number}:00 ET") for number in (1, 2)]
    texts[1] = texts[1].replace("*** SUMMARY", "A line of no hand\n*** SUMMARY")
    done = brought_in("\n\n\n".join([*texts, numbered(3, "2021/03/21 12:03:00 ET", "Vesta")]))
    assert [(first["table"], first["history"]["left_out"]) for first, *_ in logs(done)] == [
        ("Halley II", 1),
        ("Vesta", 1),
    ]
    (found,) = (
        each
        for each in audit_log(BytesSource(done.logs[0].data), ruleset="standard-cash").findings
        if each.code == "LOG021"
    )
    assert (
        found.message
        == "1 hand of the hand history could not be read and is in no log (external:RECORD-complete)."
    )
    assert "left_out" not in logs(brought_in(texts[0]))[0][0]["history"]
