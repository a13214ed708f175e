"""Fees, jackpots, irregularities, clocks, levels, events, controls: where a ruleset has no such rule, or the game no such
thing, a check applies to no hand; where the rule holds and the record lacks what it needs, it is untestable. Neither agrees.
"""

from importlib.resources import files

import pytest

from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import checks
from rules.checks.support.check import POTS
from tests.rules.build import A, B, audited, coverage, found, hand, seat, session, untestable
from tests.rules.fees import WAC, fee, filed, reported
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, clocked, ofc, placed

SHEET = session(
    ruleset="wsgc-base"
)  # closed hands, no fees, no event, no procedure that says what must follow
OLYMPIC = session(
    ruleset="olympic-deals", opened_at="2013-07-13T17:00:00-07:00"
)  # says how long a clock runs, no more
UNRECORDED = "the fees of the hand were not recorded"
NO_TIME = "no collection of time is in the log"

FIXED = ["FEE001", "FEE009", "FEE010", "FEE021", "FEE022"]  # amounts that the controls fix
LIMITS = [
    "FEE003",
    "FEE004",
    "FEE005",
    "FEE006",
    "FEE007",
    "FEE008",
    "FEE011",
    "FEE012",
    "FEE013",
    "FEE014",
    "FEE019",
]
BEYOND_THE_LAW = [
    "FEE006",
    "FEE014",
    "FEE019",
    "FEE030",
    "FEE031",
    "FEE032",
    "FEE037",
]  # no limit of the law in force
LAW = [code for code in LIMITS if code not in BEYOND_THE_LAW]
SHARES = ["FEE015", "FEE016", "FEE017", "FEE018", "FEE038"]  # of a table that pays for its time
JACKPOTS = ["FEE002", "JKP001"]
PROCEDURES = ["IRR007", "IRR008", "IRR009", "IRR010", "IRR011"]
CLOCKS = ["CLK001", "CLK002", "CLK003", "CLK004", "CLK005", "CLK006"]
POT_GAMES = [entry.code for entry in checks() if entry.check.games == POTS]
EVENTS = ["LVL001", "LVL002", "LVL003", "TRN001", "TRN002", "TRN003", "TRN004", "TRN005"]


def closed(number=1, **fields):
    return hand(number, seat(1, A, 300), seat(2, B, -300), **fields)


def counts(audit, code):
    """(tested, untestable, inapplicable) hands."""
    row = coverage(audit, code)
    assert row.agreeing == row.tested - row.differing
    return row.tested, row.untestable, row.inapplicable


def under(fees, *hands):
    """An audit under controls with these fees and nothing else of the kind."""
    return audited(session(ruleset="filed"), *(hands or [closed(fees=[])]), library=filed(fees))


# ------------------------------------------------------------------------------- the ruleset has no such rule


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "code", [*FIXED, *SHARES, *JACKPOTS, *PROCEDURES, *CLOCKS, "CLK007", *EVENTS, *BEYOND_THE_LAW, *POT_GAMES]
)
def test_a_closed_hand_without_such_a_rule_is_no_agreement(code):
    assert counts(audited(SHEET, closed(), closed(2)), code) == (0, 0, 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("code", LAW)
def test_a_limit_of_the_law_is_untestable_where_the_authority_is_not_on_record(code):
    """The sheet states none of them; whether the law binds the room is not known."""
    because = "the room is not on record, so that the limits of its authority are not known"
    assert untestable(audited(SHEET, closed(), closed(2)), code) == [(because, 2)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", [*CLOCKS, *EVENTS, *PROCEDURES])
def test_an_open_face_hand_of_a_cash_game_has_no_clock_no_presence_and_no_event(code):
    """Not even where the record has calls of a clock, a level and stacks."""
    event = clocked(
        placed(1, seat(1, X, stack=900), seat(2, Y, stack=900), dealer=2, level=1), 9, after=3, took=31
    )
    assert counts(audited(CASH, event), code) == (0, 0, 1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("code", [*FIXED, "FEE002", *SHARES, "FEE014", "FEE019"])
def test_limits_of_the_law_fix_no_amount_and_share_nothing(code):
    """`wac-230-15-080` has limits of each kind of fee, and time; FEE018 holds whoever pays for time to be seated."""
    expected = (0, 1, 0) if code == "FEE018" else (0, 0, 1)
    assert counts(reported(WAC, closed(fees=[])), code) == expected


@pytest.mark.parametrize(
    ("fees", "codes"),
    [
        ('[fees]\ncurrency = "USD"\nCITE\n', [*FIXED, *LIMITS, *SHARES, "FEE002"]),
        ('[fees.rake]\nkind = "percentage"\nshare = { of = "wagers", max_bp = 1000, CITE }\nCITE\n',
         ["FEE001", "FEE006", "FEE021", "FEE022"]),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.hand_fee]\nplayer = { max_money = 100, CITE }\nCITE\n',
         ["FEE008", "FEE009", "FEE021", "FEE022"]),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.jackpot]\nkind = "drop"\nCITE\n', ["FEE002", "FEE010"]),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.time]\njoining = "next_period"\nCITE\n',
         ["FEE011", "FEE012", "FEE013", "FEE014", "FEE015", "FEE016", "FEE017"]),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.limits]\nkinds = ["rake"]\nCITE\n', ["FEE004", "FEE019"]),
    ],
    ids=["a currency", "a share of the wagers", "a most a player", "a drop", "time", "kinds without a limit"],
)  # fmt: skip
def test_a_section_without_the_figure_is_no_rule(fees, codes):
    audit = under(fees)
    assert {code: counts(audit, code) for code in codes} == dict.fromkeys(codes, (0, 0, 1))


def test_procedures_that_name_nobody_and_fine_nobody_leave_who_ruled_and_the_fine_alone():
    ruled = {"kind": "exposed_card", "when": "deal", "cards": 2, "ruling": "misdeal", "by": "S-2"}
    procedure = '[irregularities.procedure.shown]\nkind = "exposed_card"\nruling = "misdeal"\nCITE\n'
    audit = under(procedure, closed(void=True, irregularities=[ruled]))
    assert (counts(audit, "IRR009"), counts(audit, "IRR010")) == ((0, 0, 1), (0, 0, 1))
    assert counts(audit, "IRR008") == (1, 0, 0)


def test_controls_that_document_nothing_are_held_to_that():
    """A rule of every card room: a procedure for what goes wrong. A hand in which nothing did agrees."""
    shown = [{"kind": "exposed_card", "when": "deal", "ruling": "play_on"}]
    audit = under('[fees]\ncurrency = "USD"\nCITE\n', closed(), closed(2, irregularities=shown))
    assert [(each.hands, each.kind) for each in found(audit, "IRR003")] == [([2], "undetermined")]
    assert (counts(audit, "IRR003"), coverage(audit, "IRR003").open) == ((2, 0, 0), 1)


def test_a_clock_that_may_be_called_at_any_time_is_never_called_too_early():
    event = clocked(placed(1, seat(1, X), seat(2, Y), dealer=2), 18, after=0, took=5)
    audit = audited(EVENT, event)
    assert counts(audit, "CLK001") == (0, 0, 1)
    assert counts(audit, "CLK002") == counts(audit, "CLK003") == (1, 0, 0)


def test_a_clock_that_fouls_forces_no_card_and_one_that_forces_does():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, clock_calls=[])
    assert counts(audited(EVENT, event), "CLK004") == (0, 0, 1)
    assert counts(audited(CARNIVALE, event), "CLK004") == (1, 0, 0)


@pytest.mark.parametrize("code", ["CLK001", "CLK003", "CLK004", "CLK005", "CLK006"])
def test_a_time_alone_says_neither_when_it_may_be_called_nor_what_follows(code):
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, clock_calls=[])
    audit = audited(OLYMPIC, event)
    assert counts(audit, code) == (0, 0, 1)
    assert counts(audit, "CLK002") == (1, 0, 0)


def test_an_event_without_levels_has_none_to_compare():
    """`ofc-event` puts players out of the event, and has neither a schedule nor a starting stack nor an hour."""
    event = placed(1, seat(1, X, 50, stack=900), seat(2, Y, -50, stack=900), dealer=2, eliminated=[])
    audit = audited(EVENT, event)
    codes = ["LVL001", "LVL002", "LVL003", "TRN001", "TRN005"]
    assert {code: counts(audit, code) for code in codes} == dict.fromkeys(codes, (0, 0, 1))
    assert counts(audit, "TRN002") == counts(audit, "TRN003") == counts(audit, "TRN004") == (1, 0, 0)


def test_only_the_first_hand_of_an_event_begins_it():
    """TRN001: hand 1 of level 1 agrees, and the two hands after it have nothing to agree with."""
    stacks = [(15_000, 15_000), (15_350, 14_650), (15_700, 14_300)]
    hands = [
        ofc(n, seat(1, X, 350, stack=one), seat(2, Y, -350, stack=other), level=1, unit=50, dealer=2)
        for n, (one, other) in enumerate(stacks, 1)
    ]
    assert counts(audited(CARNIVALE, *hands), "TRN001") == (1, 0, 2)


# ------------------------------------------------------------------------------- by the revision of the hand's own day


def test_a_log_across_two_revisions_counts_the_hands_of_each():
    """`fees.rake.hand` ended with 2016-12-22: a rake of $50.00 the day before breaks it, and the day after has no such cap."""
    opened = session(ruleset="wac-230-15-080", opened_at="2016-12-22T20:00:00-08:00")
    raked = [fee("rake", 5_000, of=90_000)]
    days = ["2016-12-22T21:00:00-08:00", "2016-12-23T01:00:00-08:00", "2016-12-23T02:00:00-08:00"]
    audit = reported(opened, *(closed(n, at=day, fees=raked) for n, day in enumerate(days, 1)))
    assert [(each.hand, each.clause) for each in found(audit, "FEE006")] == [(1, "external:WAC-230-15-080-5")]
    assert counts(audit, "FEE006") == (1, 0, 2)
    assert counts(audit, "FEE005") == (3, 0, 0)


def test_hands_outside_every_revision_are_untestable_and_not_inapplicable():
    opened = session(ruleset="wac-230-15-080", opened_at="1900-05-01T20:00:00-08:00")
    audit = audited(opened, closed())
    reason = [("no revision of the ruleset was in force on the hand's day", 1)]
    assert [untestable(audit, code) for code in ("FEE006", "FEE011", "FEE018", "CTL002")] == [reason] * 4


# ------------------------------------------------------------------------------- the rule holds, and the record is short


@pytest.mark.sampled(3)
@pytest.mark.parametrize("code", ["FEE003", "FEE004", "FEE005", "FEE007", "FEE008"])
@pytest.mark.parametrize("void", [None, True], ids=["played", "void"])
def test_fees_that_nobody_recorded_are_untestable(code, void):
    assert untestable(reported(WAC, closed(void=void)), code) == [(UNRECORDED, 1)]
    assert counts(reported(WAC, closed(void=void, fees=[])), code) == (1, 0, 0)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("fees", "code"),
    [
        ('[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 300, CITE }\nCITE\n', "FEE001"),
        ('[fees.jackpot]\nkind = "part_of_rake"\nCITE\n', "FEE002"),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.rake]\nhand = { max_money = 500, CITE }\nCITE\n', "FEE006"),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.hand_fee]\nplayer = { money = 100, CITE }\nCITE\n', "FEE009"),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.jackpot]\nhand = { max_money = 100, CITE }\nCITE\n', "FEE010"),
        ('[fees]\ncurrency = "USD"\nCITE\n[fees.limits]\nkinds = ["rake"]\nhand = { max_money = 100, CITE }\nCITE\n', "FEE019"),
        ('[fees]\ncurrency = "USD"\nCITE\n', "FEE029"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("void", [None, True], ids=["played", "void"])
def test_a_fee_of_the_controls_that_nobody_recorded_is_untestable(fees, code, void):
    """Of a void deal too: it may have been taken."""
    assert untestable(under(fees, closed(void=void)), code) == [(UNRECORDED, 1)]


def test_time_that_nobody_recorded_is_untestable():
    audit = reported(WAC, closed(at="2026-03-14T16:10:00-07:00"))
    codes = ["FEE011", "FEE012", "FEE013", "FEE018"]
    assert [untestable(audit, code) for code in codes] == [[(NO_TIME, 1)]] * 4


def test_a_prohibition_is_tested_where_it_is_the_rule_that_nothing_is_there():
    """A Class E room may take no rake: a hand without one agrees, a hand with one does not, whatever else is stated."""
    audit = reported(WAC, closed(fees=[]), closed(2, fees=[fee("rake", 100, of=1_000)]), licence_class="E")
    assert [each.hand for each in found(audit, "FEE003")] == [2]
    assert counts(audit, "FEE003") == (2, 0, 0)


@pytest.mark.parametrize("code", ["IRR001", "IRR002", "IRR003", "IRR004", "IRR005", "IRR006"])
def test_a_hand_without_an_irregularity_on_record_had_none(code):
    """What binds every log: nothing void was paid, nothing went unrecorded, no ruling was ignored."""
    assert counts(audited(SHEET, closed()), code) == (1, 0, 0)


# ------------------------------------------------------------------------------- every check of these families


MINE = ("FEE", "JKP", "IRR", "CLK", "LVL", "TRN", "CTL")


def test_each_check_of_these_families_is_in_one_list_or_holds_for_every_hand():
    everywhere = {"FEE020", "FEE028", "FEE029", "CLK007", "CTL001", "CTL002", "CTL003", "CTL004"}
    everywhere |= {f"IRR00{n}" for n in range(1, 7)} | {"IRR012", "IRR017"}
    listed = {*FIXED, *LIMITS, *BEYOND_THE_LAW, *SHARES, *JACKPOTS, *PROCEDURES, *CLOCKS, *EVENTS}
    listed |= {code for code in POT_GAMES if code.startswith(MINE)}
    assert {entry.code for entry in checks() if entry.code.startswith(MINE)} == listed | everywhere


# ------------------------------------------------------------------------------- the sample log


DEMO = (files("auditor") / "samples" / "wa-0417-2026-03-14.ndjson").read_bytes()


def test_the_sample_log_claims_no_clock_no_event_no_jackpot_and_no_fee():
    """212 closed hands under `wsgc-full@1`, whose fees nobody recorded."""
    audit = audit_log(BytesSource(DEMO))
    mine = [row for row in audit.coverage if row.code.startswith(MINE)]
    assert {row.code for row in mine if row.inapplicable == 212} == {
        *FIXED, *BEYOND_THE_LAW, *SHARES, *JACKPOTS, *PROCEDURES, *CLOCKS, "CLK007", *EVENTS,
        *(code for code in POT_GAMES if code.startswith(MINE)),
    }  # fmt: skip
    assert {
        row.code: [(each.reason, each.hands) for each in row.because] for row in mine if row.untestable
    } == {
        "FEE020": [
            ("no drop box was counted after the last hand, or the time of a count does not fit its line", 212)
        ],
        **{
            key: [("the room is not on record, so that the limits of its authority are not known", 212)]
            for key in (*LAW, "CTL004")
        },
        "FEE028": [("the room is not on record", 212)],
        "FEE029": [(UNRECORDED, 212)],
        "CTL003": [("the room is not on record", 212)],
    }
    tested = [row for row in mine if row.tested]
    assert {row.code for row in tested} == {
        "CTL001",
        "CTL002",
        *(f"IRR00{n}" for n in range(1, 7)),
        "IRR012",
        "IRR017",
    }
    assert {row.tested for row in tested} == {212}
