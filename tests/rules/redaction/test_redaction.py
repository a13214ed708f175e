"""The redacted edition of an audit: every field decided, nobody named, and nothing else changed."""

from __future__ import annotations

import itertools
from typing import get_type_hints

import pytest
from msgspec.structs import asdict, replace

from rules.checks.catalogue import every_check, quotes_nobody
from rules.redaction import WITHHELD, Redaction
from rules.redaction.policy import POLICY
from rules.redaction.redact import _letters
from rules.redaction.redaction_words import Names
from rules.results import (
    Audit,
    ChangedFact,
    Correction,
    CorrectionsSent,
    Debt,
    Diagnosis,
    Failure,
    Finding,
    IncidentHand,
    LogFacts,
    Restitution,
)
from rules.shown_hands import Exhibit, IrregularityRecord
from tests.reports import samples
from tests.rules.redaction.made_up import filled, has_text, types_in

KEY = b"k" * 32
TAINT = "zqx"
TYPES = sorted({*types_in(Audit), *types_in(Exhibit)}, key=lambda each: each.__name__)
FRACTIONS = {("Effect", "units"), ("HandEffect", "units")}  # numbers as text
CLOSED = {"document", "place", "sentence"}  # a sentence of the code is left out only where it names somebody


def found(*findings: Finding, **changes) -> Audit:
    """The redacted edition of an audit with some findings."""
    return Redaction(samples.audit(list(findings), **changes), KEY).audit


# ------------------------------------------------------------------------------------------- every field


@pytest.mark.parametrize("kind", TYPES, ids=lambda each: each.__name__)
def test_every_field_is_decided(kind):
    """Who adds a field says in `rules/redaction/policy.py` whether the public may read it."""
    assert set(POLICY[kind]) == set(kind.__struct_fields__)


@pytest.mark.parametrize("kind", TYPES, ids=lambda each: each.__name__)
def test_no_number_holds_text(kind):
    hints = get_type_hints(kind)
    numbers = [name for name, rule in POLICY[kind].items() if rule == "number"]
    assert [
        each for each in numbers if has_text(hints[each]) and (kind.__name__, each) not in FRACTIONS
    ] == []


def test_nothing_decides_about_a_type_that_is_in_no_audit():
    assert set(POLICY) == set(TYPES)


class _Wider(Restitution, frozen=True, kw_only=True):
    nickname: str


def test_a_type_that_nobody_decided_about_is_not_copied():
    wider = _Wider(player="P-1", hands=1, recorded=0, due=0, owed=0, nickname="Jane")
    with pytest.raises(KeyError, match="_Wider"):
        found(restitution=[wider])


def tainted(kind, name):
    free = POLICY[kind][name] not in CLOSED and (kind.__name__, name) not in FRACTIONS
    return f"{TAINT} {kind.__name__} {name}" if free else f"{kind.__name__}-{name}"


def texts(value):
    """Every text in plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in (*value.keys(), *value.values()):
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)
    elif hasattr(value, "__struct_fields__"):
        yield from texts(asdict(value))
    elif hasattr(value, "__iter__"):
        for each in value:
            yield from texts(each)


def test_no_text_of_any_field_but_those_of_documents_and_places_is_left():
    audit = filled(Audit, tainted)
    left = list(texts(Redaction(audit, KEY).audit))
    assert [each for each in left if TAINT in each] == []
    assert "Finding-clause" in left
    assert "LogFacts-table" in left


def test_no_text_of_a_hand_is_left():
    redaction = Redaction(samples.audit(), KEY)
    left = list(texts(redaction.exhibit(filled(Exhibit, tainted))))
    assert [each for each in left if TAINT in each] == []


# --------------------------------------------------------------------------------------------- sentences


def test_a_message_is_made_anew_unless_its_check_quotes_nobody():
    assert quotes_nobody("SET002")
    assert not quotes_nobody("PAY012")  # names the player of a toke
    assert not quotes_nobody("NEW001")  # no check: nothing is known of its messages


@pytest.mark.parametrize("code", [*(each.code for each in every_check()), "NEW001"])
def test_no_message_names_a_player_staff_or_session(code):
    log = samples.log(
        dealer="Anna Brown", supersedes_reason="row 2, typed wrong", supersedes_sha256="11" * 32
    )
    quoted = ("P-4472", "Anna Brown", "2026-03-14-T3", "row 2, typed wrong", "staff-07")
    findings = [
        samples.finding(
            number,
            code=code,
            message=f"Hand {number}: {each}; $1.00 (X).",
            stated=each,
            expected=f"not {each}",
        )
        for number, each in enumerate(quoted)
    ]
    audit = found(*findings, log=log, logs=[log], incidents=[])
    for each in audit.findings:
        for text in (each.message, each.stated, each.expected):
            assert not any(name in text for name in quoted)
    assert audit.findings[0].stated == audit.findings[0].player


def test_a_message_of_a_check_that_quotes_people_is_made_of_the_fields():
    finding = samples.finding(code="STK004", name="player-in-two-seats", stated="P-4472", expected=None, unit="player",
                              message="Player P-4472 is recorded in seats 2 and 5 of the same hand.")  # fmt: skip
    (made,) = found(finding).findings
    letter = made.player
    assert (
        made.message
        == f"Hand 17, seat 2, player {letter}: player in two seats; on record: {letter} (WSGC-6d)."
    )


def test_a_message_made_anew_states_money_as_people_write_it():
    (made,) = found(
        samples.finding(code="STK014", name="cash-out-differs", message="Player P-4472 took it.")
    ).findings
    assert (
        f"player {made.player}: cash out differs; on record: $1.00; expected: $3.00 (WSGC-6d)."
        in made.message
    )


def test_what_somebody_wrote_is_withheld_where_a_check_quotes_it():
    finding = samples.finding(
        code="SET005", stated="Jane's own hand", expected="no natural", message="Jane's own hand"
    )
    (made,) = found(finding).findings
    assert (made.stated, made.expected) == (WITHHELD, WITHHELD)
    assert "Jane" not in made.message


def test_a_message_of_numbers_stays_as_it_is():
    (made,) = found(samples.finding()).findings
    assert made.message == "Seat 2 is recorded as winning $1.00 in hand 17; by its rows it was due $3.00."


def test_an_id_that_is_a_number_costs_words_and_not_the_redaction():
    (made,) = found(samples.finding(player="2")).findings
    assert made.message.startswith("Hand 17, seat 2, player")


def test_a_name_is_found_as_a_word_and_a_phrase_anywhere():
    names = Names(["P-1", "Anna Brown", "wrong!"])
    assert names.in_text("Player P-1, seat 2")
    assert names.in_text("by Anna Brown's hand")
    assert names.in_text("it was wrong!")
    assert not names.in_text("Player P-12 and AP-1")


def test_a_title_is_worked_out_anew():
    finding = samples.finding(code="STK012", name="player-at-two-tables", seat=None)
    incident = samples.incident([finding], title="Player P-4472 sat at two tables at once")
    audit = found(finding, incidents=[incident])
    assert audit.incidents[0].title == f"Player {audit.findings[0].player} sat at two tables at once"


DIFFERS = "A seat's recorded result differs from what was due, in 3 hands"


@pytest.mark.parametrize(
    ("title", "made"),
    [
        ("A seat's payments differ, in 3 hands of dealer Anna Brown", f"{DIFFERS} of one dealer"),
        ("A seat's payments differ, in 3 hands of player P-4472", f"{DIFFERS} of one player"),
        ("A seat's payments differ, in 3 hands", DIFFERS),
        (
            "The results of 3 hands of dealer Anna fit wsgc-full@1",
            "The results of 3 hands of one dealer fit wsgc-full@1",
        ),
        ("The results of 3 hands of dealer Anna fit Anna@1", f"{DIFFERS} of one dealer"),
    ],
)
def test_a_pattern_says_of_whom_only_that_it_is_one_person(title, made):
    finding = samples.finding()
    hands = [IncidentHand("2026-03-14-T3", number) for number in (17, 18, 19)]
    incident = samples.incident([finding], pattern=True, hands=hands, title=title)
    fits = Diagnosis(
        ruleset="wsgc-full", revision=1, fitting=3, of=3, message="x", scope="dealer", who="Anna"
    )
    assert found(finding, incidents=[incident], diagnosis=[fits]).incidents[0].title == made


def test_a_diagnosis_names_no_dealer_and_a_player_by_letter():
    whole = Diagnosis(
        ruleset="wsgc-full", revision=1, fitting=8, of=9, message="The results of 8 of 9 hands fit wsgc-full."
    )
    dealer = replace(
        whole, scope="dealer", who="Anna Brown", first=3, last=40, message="that Anna Brown dealt"
    )
    player = replace(whole, scope="player", who="P-4472", message="the results of player P-4472")
    first, second, third = found(samples.finding(), diagnosis=[whole, dealer, player]).diagnosis
    assert first == whole
    assert second.who == WITHHELD
    assert (
        second.message == "In hands 3 to 40, the results that one dealer dealt: 8 of 9 hands fit wsgc-full."
    )
    assert third.message == f"The results of player {third.who} in 8 of 9 hands fit wsgc-full."


def test_the_words_of_a_program_that_failed_are_left_out():
    (made,) = found(failures=[Failure(code="STK004", message="KeyError: 'P-4472'")]).failures
    assert made == Failure(code="STK004", message="STK004 failed, and its result is not known.")


# ----------------------------------------------------------------------------------- letters, ids, digests


def test_letters_go_on_after_z():
    assert [_letters(each) for each in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]


def test_a_player_is_the_same_letter_everywhere():
    findings = [samples.finding(), samples.finding(18, player="P-4471")]
    audit = found(*findings)
    owed, owes = audit.findings[0].player, audit.findings[1].player
    assert {owed, owes} == {"A", "B"}
    assert audit.restitution[0].player == owed
    assert (audit.repayments[0].debtor, audit.repayments[0].creditor) == (owes, owed)
    assert audit.incidents[0].owes == [Debt(debtor=owes, creditor=owed, amount=200)]


def rows(*players):
    return [Restitution(player=each, hands=9, recorded=0, due=0, owed=0) for each in players]


def test_the_order_of_letters_says_nothing_of_the_ids_and_is_another_with_another_key():
    audit = samples.audit(restitution=rows(*(f"P-{number:02d}" for number in range(12))))
    orders = set()
    for key in (b"1" * 32, b"2" * 32, b"3" * 32):
        redaction = Redaction(audit, key)
        assert [each.player for each in redaction.audit.restitution] == [
            _letters(number) for number in range(12)
        ]
        hand = samples.exhibit()
        seats = [replace(hand.seats[0], player=f"P-{number:02d}") for number in range(12)]
        orders.add("".join(each.player for each in redaction.exhibit(replace(hand, seats=seats)).seats))
    assert len(orders) == 3
    assert "ABCDEFGHIJKL" not in orders


def test_a_player_has_other_letters_in_an_audit_of_other_logs():
    logs = [[samples.log(sha256=digest * 32)] for digest in ("11", "22", "33", "44")]
    players = [f"P-{number:02d}" for number in range(12)]
    letters = set()
    for each in logs:
        redaction = Redaction(samples.audit(log=each[0], logs=each, restitution=rows(*players)), KEY)
        letters.add(tuple(map(redaction._letter, players)))
    assert len(letters) == 4


def test_lists_of_players_are_in_the_order_of_their_letters_where_amounts_are_equal():
    owes = [
        Debt(debtor=one, creditor=other, amount=5)
        for one, other in itertools.permutations(("P-1", "P-2", "P-3"), 2)
    ]
    audit = found(samples.finding(), incidents=[samples.incident(owes=owes)])
    assert audit.incidents[0].owes == sorted(
        audit.incidents[0].owes, key=lambda each: (each.debtor, each.creditor)
    )


def test_fingerprints_ids_and_digests_are_keyed_and_fit_together():
    finding = samples.finding()
    plain = samples.audit([finding])
    one, again, other = (Redaction(plain, key).audit for key in (KEY, KEY, b"o" * 32))
    assert one == again
    for audit in (one, other):
        incident, (found_,) = audit.incidents[0], audit.findings
        assert incident.root == found_.fingerprint == incident.findings[0]
        assert len(incident.id) == 64
    pairs = [
        (one.findings[0].fingerprint, other.findings[0].fingerprint, finding.fingerprint),
        (one.incidents[0].id, other.incidents[0].id, plain.incidents[0].id),
        (one.log.sha256, other.log.sha256, plain.log.sha256),
    ]
    for values in pairs:
        assert len(set(values)) == 3


def test_what_was_not_recorded_is_not_withheld():
    log = found(log=samples.log(dealer=None)).log
    assert (log.dealer, log.supervisor, log.supersedes_by) == (None, WITHHELD, None)


def test_a_log_that_names_a_ruleset_of_its_own_is_not_quoted():
    assert found(log=samples.log(ruleset="wsgc-base@1")).log.ruleset == "wsgc-base@1"
    assert found(log=samples.log(ruleset="annas-own")).log.ruleset == WITHHELD
    assert found(log=samples.log(ruleset=None)).log.ruleset is None


# ------------------------------------------------------------------------------------ what is not redacted


def test_money_counts_cards_and_clauses_are_those_of_the_audit():
    plain = samples.audit([samples.finding(), samples.undetermined()])
    audit = Redaction(plain, KEY).audit
    for name in (
        "hands",
        "testable",
        "money_misallocated",
        "money_misrecorded",
        "coverage",
        "timeline",
        "engine",
        "rulesets",
    ):
        assert getattr(audit, name) == getattr(plain, name)
    for one, other in zip(audit.findings, plain.findings, strict=True):
        for name in (
            "code",
            "kind",
            "severity",
            "hand",
            "seat",
            "line",
            "money",
            "difference",
            "clause",
            "readings",
            "hands",
        ):
            assert getattr(one, name) == getattr(other, name)
    kept = [
        name for name, rule in POLICY[LogFacts].items() if rule in ("number", "place", "document", "time")
    ]
    assert {name: getattr(audit.log, name) for name in kept} == {
        name: getattr(plain.log, name) for name in kept
    }


def test_a_hand_keeps_cards_seats_and_amounts_and_loses_who_and_what_was_noted():
    irregularity = IrregularityRecord(kind="exposed_card", when="deal", seat=2, cards=1, ruling="warning", units=None,
                                      by="Anna Brown", note="Jane from Kent showed a card")  # fmt: skip
    plain = samples.exhibit(irregularities=[irregularity])
    redaction = Redaction(samples.audit(restitution=rows("P-4471", "P-4472")), KEY)
    shown = redaction.exhibit(plain)
    assert [each.player for each in shown.seats][2:] == ["C", "D"]  # whom only this hand names
    assert {each.player for each in shown.seats} == {"A", "B", "C", "D"}
    for one, other in zip(shown.seats, plain.seats, strict=True):
        assert (one.seat, one.front, one.middle, one.back, one.net) == (
            other.seat,
            other.front,
            other.middle,
            other.back,
            other.net,
        )
    assert shown.irregularities == [replace(irregularity, by=None, note=None)]
    assert (shown.video, shown.session, shown.replay) == (WITHHELD, "session-1", plain.replay)


def test_exhibits_are_asked_for_by_places_of_the_edition():
    redaction = Redaction(samples.audit(), KEY)
    asked = []

    def given(places):
        asked.extend(places)
        return [samples.exhibit()]

    (shown,) = redaction.exhibits(given)({("WA-0417", "session-1", 18)})
    assert asked == [("WA-0417", "2026-03-14-T3", 18)]
    assert shown.session == "session-1"


def test_findings_are_redacted_when_they_are_read_and_are_a_sequence():
    audit = found(*(samples.finding(number) for number in range(5)))
    assert [each.session for each in audit.findings[1:3]] == ["session-1", "session-1"]
    assert audit.findings[-1].hand == 4
    assert len(audit.findings) == 5


# ------------------------------------------------------------------------------------------- corrections


def test_what_a_correction_changed_names_nobody():
    """Numbers, cards and times stay; a player is a letter, and what a room wrote as it likes is withheld."""
    changed = [
        ("net", -100, -900), ("player", "P1", "P9"), ("front", "AhAdKs", None), ("at", None, "2026-03-14T16:00:00-07:00"),
        ("transfers[payer 2, payee 1, 2.].amount", 5, 6), ("staff.dealer", "D-7", "D-8"), ("_of_Jane", None, "Jane"),
    ]  # fmt: skip
    facts = [
        ChangedFact(event="chinese_hand", hand=2, seat=1, field=field, before=before, after=after, before_line=3, after_line=3)
        for field, before, after in changed
    ]  # fmt: skip
    sent = CorrectionsSent(days=90, room=3, table=2, sender=1)
    correction = replace(
        filled(Correction, tainted),
        facts=facts,
        findings=[samples.finding(player="P1")],
        sent_by="Jane",
        sent=sent,
    )
    made = found(correction=correction).correction
    assert [(each.field, each.before, each.after) for each in made.facts] == [
        ("net", -100, -900), ("player", "A", WITHHELD), ("front", "AhAdKs", None), ("at", None, "2026-03-14T16:00:00-07:00"),
        ("transfers[payer 2, payee 1, 2.].amount", 5, 6), ("staff.dealer", WITHHELD, WITHHELD), (WITHHELD, None, WITHHELD),
    ]  # fmt: skip
    assert (made.reason, made.stated_by, made.sent_by, made.sent) == (WITHHELD, WITHHELD, WITHHELD, sent)
    assert [each.player for each in made.findings] == ["A"]
