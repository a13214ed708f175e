"""What a what-if would have changed: against what was in force on each hand's day, not against what was recorded."""

import datetime as dt

import msgspec
import pytest

from rules.audit import BytesSource, audit_log, both_ways
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import NotApproved, library
from rules.controls.what_if import against_in_force
from rules.controls.wording import wordings
from rules.results import Audit
from tests.rules.build import A, B, C, D, hand, log, seat, session
from tests.rules.controls_of_a_room import ROOM, WORDS, registry, revision
from tests.rules.effects import AFTER, BEFORE, because, by_player, given_up, played, tried

# ------------------------------------------------------------------------------------------- known answers


def test_a_draft_that_raises_the_surrender_moves_the_hand_that_was_given_up():
    """Seat 3 pays $2.00 to each of two under revision 1, and $5.00 to each under the draft: $6.00 more."""
    audit = tried(played(1), given_up(2))
    effect = audit.effect
    assert (effect.compared, effect.differing, effect.incomparable, effect.because) == (2, 1, 0, [])
    assert (effect.money, effect.units, effect.unpriced) == (600, 6, 0)
    [moved] = effect.largest
    assert (moved.room, moved.session, moved.hand, moved.line, moved.day, moved.money, moved.units) == (
        "WA-0417", "S-1", 2, 3, "2026-03-14", 600, 6,
    )  # fmt: skip
    # hand 1: +6, 0, -6 (three rows a pair); hand 2: seats 1 and 2 compare their rows, seat 3 pays both
    assert by_player(effect) == {
        "P1": (600 + 300 + 200, 600 + 300 + 500, 300),
        "P2": (0 - 300 + 200, 0 - 300 + 500, 300),
        "P3": (-600 - 400, -600 - 1000, -600),
    }
    assert [(each.player, each.hands, each.differing) for each in effect.players] == [
        ("P3", 2, 1), ("P1", 2, 1), ("P2", 2, 1),
    ]  # fmt: skip
    assert [(each.id, each.revision, each.digest, each.hands, each.standing) for each in effect.in_force] == [
        ("room-thirteen", 1, ROOM.get("room-thirteen@1").digest, 2, "approved")
    ]
    assert effect.pairs == [("room-thirteen@1", "room-thirteen@3")]
    assert [(each.month, each.hands, each.differing, each.money) for each in effect.months] == [
        ("2026-03", 2, 1, 600)
    ]
    assert (audit.what_if, audit.as_if, audit.rulesets[0].standing) == (True, True, "draft")


def test_the_effect_is_measured_from_the_controls_in_force_and_not_from_the_record():
    wrong = tried(given_up(1, nets=(123, 0, -123)))
    right = tried(given_up(1, nets=(500, -100, -400)))
    assert wrong.effect == right.effect == tried(given_up(1)).effect


def test_a_deal_that_cannot_have_happened_is_not_compared():
    """The ace of hearts is dealt twice in hand 2, so what it would have paid is not known either way."""
    twice = (A, "QhQcJs JhJd9h9d4s 8h8d8c8sAh", C)
    effect = tried(given_up(1), given_up(2, rows=twice)).effect
    assert (effect.compared, effect.money, effect.incomparable) == (1, 600, 1)
    assert because(effect) == {"the deal as recorded is impossible, so what was due is not known": 1}
    assert [each.hand for each in effect.largest] == [1]


def test_both_sides_of_a_date():
    """Revision 2 takes three units from 15 March on: the draft moves $6.00 before, $4.00 from then on."""
    effect = tried(given_up(1, BEFORE), given_up(2, AFTER), played(3, "2026-04-01T12:00:00-07:00")).effect
    assert [(each.hand, each.day, each.money) for each in effect.largest] == [
        (1, "2026-03-14", 600), (2, "2026-03-15", 400),
    ]  # fmt: skip
    assert [(each.revision, each.hands) for each in effect.in_force] == [(1, 1), (2, 2)]
    assert effect.pairs == [
        ("room-thirteen@1", "room-thirteen@3"),
        ("room-thirteen@2", "room-thirteen@3"),
    ]
    assert [(each.month, each.hands, each.differing, each.money) for each in effect.months] == [
        ("2026-03", 2, 2, 1000), ("2026-04", 1, 0, 0),
    ]  # fmt: skip


def test_the_rooms_gaming_day_selects_what_was_in_force():
    """Half past midnight of the 15th belongs to the gaming day of the 14th, where it begins at six."""
    room = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", dt.time(6)),))
    late = given_up(1, "2026-03-15T00:30:00-07:00")
    [of_the_room] = tried(late, room=room).effect.largest
    assert (of_the_room.day, of_the_room.money) == ("2026-03-14", 600)
    [as_written] = tried(late).effect.largest
    assert (as_written.day, as_written.money) == ("2026-03-15", 400)


def test_a_draft_brings_forward_the_last_day_of_nothing():
    """Revision 2 holds past the first day of the draft; an approved successor ends it the day before."""
    late = given_up(1, "2026-07-01T12:00:00-07:00")
    assert [each.revision for each in tried(late).effect.in_force] == [2]
    texts = [revision(1, 2, "2026-01-01"), revision(2, 3, "2026-03-15"), revision(3, 5, "2026-06-01")]
    approved = registry({"room-thirteen@2": "denied"}, *texts)
    effect = tried(late, ruleset="room-thirteen@1", library=approved).effect
    assert [each.revision for each in effect.in_force] == [3]
    assert tried(given_up(1, AFTER), library=approved).effect.in_force[0].revision == 1
    with pytest.raises(NotApproved):
        tried(late, as_if=False)


def test_where_the_session_names_nothing_its_rooms_only_controls_were_in_force():
    unnamed = session(ruleset=None, opened_at=BEFORE)
    room = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),), controls=("room-thirteen",))
    effect = tried(given_up(1), first=unnamed, room=room).effect
    assert (effect.money, effect.pairs) == (600, [("room-thirteen@1", "room-thirteen@3")])
    two = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),), controls=("room-thirteen", "wsgc-2-4"))
    for other in (None, two):
        effect = tried(given_up(1), first=unnamed, room=other).effect
        assert (effect.compared, effect.money, effect.units) == (0, None, 0)
        assert because(effect) == {
            "the room did not state which ruleset it played under, and does not have exactly one set of controls on record": 1
        }


def test_another_ruleset_than_the_rooms_only_controls_is_a_what_if():
    unnamed = session(ruleset=None, opened_at=BEFORE)
    room = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),), controls=("room-thirteen",))
    other = tried(given_up(1), first=unnamed, room=room, ruleset="wsgc-surrender", as_if=False)
    assert other.what_if
    assert other.effect.pairs == [("room-thirteen@1", "wsgc-surrender@1")]
    own = tried(given_up(1), first=unnamed, room=room, ruleset="room-thirteen", as_if=False)
    assert (own.what_if, own.effect) == (False, None)


# ------------------------------------------------------------------------------------------- what changes nothing


def test_the_same_controls_change_nothing():
    for ruleset, as_if in (("room-thirteen@1", True), ("room-thirteen@1", False)):
        audit = tried(played(1), given_up(2), ruleset=ruleset, as_if=as_if)
        if not audit.what_if:
            assert audit.effect is None
            continue
        effect = audit.effect
        assert (effect.compared, effect.differing, effect.money, effect.units) == (2, 0, 0, 0)
        assert effect.largest == []
        assert {each.difference for each in effect.players} == {0}


def test_other_controls_of_the_same_prices_change_nothing():
    same = registry({}, revision(1, 2, None), revision(1, 2, None, name="room-other"))
    effect = tried(played(1), given_up(2), ruleset="room-other", library=same).effect
    assert (effect.compared, effect.differing, effect.money) == (2, 0, 0)


def test_an_audit_that_is_no_what_if_has_no_effect():
    own = audit_log(BytesSource(log(session(ruleset="room-thirteen@1"), given_up(1))), library=ROOM)
    assert own.effect is None
    pinned = tried(given_up(1), ruleset="room-thirteen@1", as_if=False)
    assert (pinned.what_if, pinned.effect) == (False, None)


def test_a_void_deal_moves_nothing():
    effect = tried(given_up(1, void=True)).effect
    assert (effect.compared, effect.differing, effect.money) == (1, 0, 0)


# ------------------------------------------------------------------------------------------- what cannot be compared


@pytest.mark.parametrize(
    ("events", "options", "reason"),
    [
        ([given_up(1, "2025-12-31T12:00:00-08:00")], {},
         "as in force: no revision of the ruleset was in force on the hand's day"),
        ([given_up(1)], {"ruleset": "carnivale-ofc-2013", "as_if": True},
         "as tried: the ruleset is not of closed hands, and the hand was closed"),
        ([given_up(1)], {"ruleset": "carnivale-ofc-2013", "as_if": False},
         "as tried: no revision of the ruleset was in force on the hand's day"),
        ([given_up(1)], {"first": session(ruleset="ofc-cash")},
         "as in force: the ruleset is not of closed hands, and the hand was closed"),
        ([given_up(1)], {"first": session(ruleset="house-rules")},
         "the ruleset that the room played under is not known"),
        ([given_up(1)], {"first": session(ruleset="room-thirteen@3")},
         "the controls that the room said it played under were not approved"),
        ([given_up(1)], {"first": session(ruleset="wsgc-base")},
         "as in force: what was due cannot be worked out"),  # it knows no surrender
        ([given_up(1)], {"first": session(ruleset="room-thirteen@1"), "ruleset": "wsgc-base"},
         "as tried: what was due cannot be worked out"),
        ([hand(1, seat(1), seat(2, A), at=BEFORE)], {},
         "the record does not hold what was due under either"),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_compared_has_its_reason(events, options, reason):
    effect = tried(*events, **options).effect
    assert because(effect) == {reason: 1}
    assert (effect.compared, effect.incomparable, effect.money, effect.players) == (0, 1, None, [])


def test_every_hand_is_compared_or_has_a_reason():
    effect = tried(
        given_up(1, "2025-06-01T12:00:00Z"), given_up(2), hand(3, seat(1), seat(2), at=AFTER)
    ).effect
    assert (effect.compared, effect.incomparable, sum(because(effect).values())) == (1, 2, 2)


def test_without_a_unit_units_are_compared_and_no_money_is_named():
    opened = session(ruleset="room-thirteen", unit=None)
    effect = tried(given_up(1), played(2), first=opened).effect
    assert (effect.compared, effect.differing, effect.unpriced, effect.money, effect.units) == (
        2,
        1,
        1,
        None,
        6,
    )
    assert [(each.hand, each.money, each.units) for each in effect.largest] == [(1, None, 6)]
    assert set(by_player(effect).values()) == {(None, None, None)}
    assert [(each.month, each.money) for each in effect.months] == [("2026-03", None)]
    some = tried(given_up(1), given_up(2, unit=100), first=opened).effect
    assert (some.differing, some.unpriced, some.money, some.units) == (2, 1, 600, 12)
    assert [each.hand for each in some.largest] == [2, 1]


def test_where_the_comparison_breaks_down_the_audit_is_incomplete(monkeypatch):
    """What was found is still found: only the effect of these hands is not known."""
    from rules.audit import effect as module

    def broken(*_):
        raise RuntimeError("broken")

    whole = tried(played(1), given_up(2, nets=(1, 0, -1)))
    monkeypatch.setattr(module, "units_apart", broken)
    audit = tried(played(1), given_up(2, nets=(1, 0, -1)))
    assert (audit.complete, [each.code for each in audit.failures]) == (False, ["EFFECT"])
    assert because(audit.effect) == {"the comparison failed to run": 2}
    assert audit.findings == whole.findings


# ------------------------------------------------------------------------------------------- what is written of it


def test_an_audit_with_an_effect_can_be_written_and_read_again_and_an_old_one_too():
    audit = tried(played(1), given_up(2))
    written = msgspec.json.encode(audit, enc_hook=list)
    assert msgspec.json.decode(written, type=Audit) == audit
    old = msgspec.json.decode(written)
    del old["effect"]
    assert msgspec.convert(old, Audit).effect is None


def test_the_largest_hands_come_first_and_are_twenty_at_most():
    hands = [given_up(number, unit=100 + number % 7, rows=(A, B, C, D)) for number in range(1, 41)]
    effect = tried(*hands).effect
    assert (effect.differing, len(effect.largest)) == (40, 20)
    expected = sorted((-(100 + n % 7) * 9, n) for n in range(1, 41))[:20]
    assert [(-each.money, each.hand) for each in effect.largest] == expected


# ------------------------------------------------------------------------------------------- what a report shows


def test_the_largest_hands_are_read_again_both_ways_in_their_order():
    events = [given_up(1), played(2), given_up(3, AFTER), given_up(4, unit=300)]
    audit = tried(*events)
    opened = session(ruleset="room-thirteen", opened_at="2026-03-14T16:00:00-07:00")
    sources = {("WA-0417", "S-1"): BytesSource(log(opened, *events))}
    shown = list(both_ways(sources, audit, ROOM))
    assert [(one.hand, one.replay["ruleset"], other.replay["ruleset"]) for one, other in shown] == [
        (4, "room-thirteen@1", "room-thirteen@3"),
        (1, "room-thirteen@1", "room-thirteen@3"),
        (3, "room-thirteen@2", "room-thirteen@3"),
    ]
    one, other = ([seat["net"] for seat in each.replay["seats"]] for each in shown[0])
    assert (one, other) == ([1500, -300, -1200], [2400, 600, -3000])
    own = audit_log(BytesSource(log(opened, *events)), library=ROOM)
    assert list(both_ways(sources, own, ROOM)) == []


def test_what_was_in_force_is_compared_with_what_was_tried():
    reported = against_in_force(tried(given_up(1), given_up(2, AFTER)), ROOM)
    assert [(each.played, each.tried, each.known) for each in reported] == [
        ("room-thirteen@1", "room-thirteen@3", True),
        ("room-thirteen@2", "room-thirteen@3", True),
    ]
    [units, text] = reported[0].differences
    assert (units.parameter, units.a, units.b) == ("surrender.amount.units", 2, 5)
    assert text.parameter == "surrender.amount.text"
    [wording] = wordings(reported[0])
    assert (wording.section, wording.a, wording.b) == (
        "surrender.amount", WORDS.format(units=2), WORDS.format(units=5),
    )  # fmt: skip
    own = audit_log(BytesSource(log(session(), played(1))))
    assert against_in_force(own, ROOM) == []


def test_controls_that_changed_since_or_that_the_library_lacks_are_not_compared():
    audit = tried(given_up(1))
    other = registry({}, revision(1, 4, "2026-01-01"), revision(3, 5, "2026-06-01"))
    [one] = against_in_force(audit, other)
    assert (one.a, str(one.b), one.known) == (None, "room-thirteen@3", False)
    [one] = against_in_force(audit, library())
    assert (one.a, one.b, one.known) == (None, None, False)
    assert wordings(one) == []
