"""An authority's mandatory limits hold for all of its rooms, whatever a file says, by the hand's own day."""

import datetime as dt

import pytest
from msgspec.structs import replace

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.checks.catalogue import every_module
from rules.controls.authority import read
from rules.controls.examined_filing import examine
from rules.controls.library import APPROVED, library, load, sample
from rules.controls.mandatory_limits import NO_AUTHORITY, NO_ROOM, MandatoryLimits
from rules.controls.ruleset import Ruleset
from tests.rules.build import A, B, coverage, found, hand, log, seat, session, untestable
from tests.rules.fees import fee, paid
from tests.rules.filed import controls

LAW = '    "wac-230-15-080@2",'
ZONE = "America/Los_Angeles"
LOG = session(ruleset="wsgc-2-4", room="WA-0417")
BEFORE_ANY = "no revision of wac-230-15-080 was in force on the hand's day"


def room(*terms, controls=(), **fields):
    """A room of Washington; ``terms`` in place of the one set that holds from the beginning."""
    only = TermsOfRoom(ZONE, licence_class="F", authority="wsgc", **fields)
    return Room("WA-0417", terms or (only,), controls)


def taken(number, *fees, day="2026-03-14"):
    """A hand of two players, with nets as due under 2-4 scoring, and its fees."""
    return hand(number, seat(1, A), seat(2, B), at=f"{day}T20:{number:02d}:00-08:00", fees=list(fees))


def reported(*events, where=None, **asked):
    return audit_log(BytesSource(log(*events)), room=where or room(), **asked)


def own(text, room_id="wa-0417-thirteen"):
    """The library with a room's file that was approved, and the room that filed it."""
    registry = load({"own": text}, library(), APPROVED)
    return {"library": registry, "where": room(controls=(room_id,))}


def without_the_law(money):
    """The sample without the law in `extends`, that takes so much from each player."""
    text = sample().replace("wa-0000-thirteen-card", "wa-0417-thirteen").replace(LAW, "    #")
    return text.replace("money = 100 ", f"money = {money} ").replace(
        "[fees.hand_fee.player]",
        '[fees]\ncurrency = "USD"\ncite = "external:WAC-230-15-080"\n\n[fees.hand_fee.player]',
    )


# ------------------------------------------------------------------------------------------- hands of a log


def test_wac_230_15_080_3_five_hundred_dollars_a_hand_breaks_the_law_though_the_file_omits_it():
    day = session(ruleset="wa-0417-thirteen", room="WA-0417")
    audit = reported(
        day, taken(1, fee("hand_fee", 50000, seat=1, before_deal=True)), **own(without_the_law(50000))
    )
    (only,) = found(audit, "FEE007")
    assert (only.hand, only.seat, only.stated, only.expected, only.money) == (1, 1, 50000, 100, 49900)
    assert only.clause == "external:WAC-230-15-080-3"
    assert "the limit for a player is $1.00 (external:WAC-230-15-080-3)" in only.message
    # seat 2 paid nothing of what the room itself filed, and that is cited by the room's own section
    assert [(each.seat, each.expected, each.clause) for each in found(audit, "FEE009")] == [
        (2, 50000, "room:5.1")
    ]
    assert [(each.id, each.revision, each.hands, each.mandatory) for each in audit.rulesets] == [
        ("wa-0417-thirteen", 1, 1, None),
        ("wac-230-15-080", 2, 1, "wsgc"),
    ]
    assert [each.id for each in audit.played] == ["wa-0417-thirteen"]


def test_a_hand_that_breaks_both_by_one_fact_is_found_once_and_tested_once():
    """The sample extends the law and files the same dollar: one finding, that cites the law."""
    text = sample().replace("wa-0000-thirteen-card", "wa-0417-thirteen")
    day = session(ruleset="wa-0417-thirteen", room="WA-0417")
    fees = [fee("hand_fee", 150, seat=1, before_deal=True), fee("hand_fee", 100, seat=2, before_deal=True)]
    audit = reported(
        day,
        taken(1, *fees),
        taken(2, fee("hand_fee", 100, seat=1), fee("hand_fee", 100, seat=2)),
        **own(text),
    )
    (only,) = found(audit, "FEE007")
    assert (only.hand, only.seat, only.stated, only.expected, only.clause) == (
        1,
        1,
        150,
        100,
        "external:WAC-230-15-080-3",
    )
    counted = coverage(audit, "FEE007")
    assert (counted.tested, counted.differing, counted.agreeing, counted.untestable) == (2, 1, 1, 0)


def test_a_room_that_filed_less_than_the_law_allows_is_held_to_what_it_filed():
    text = without_the_law(50).replace("money = 50 ", "max_money = 80 ")
    day = session(ruleset="wa-0417-thirteen", room="WA-0417")
    (only,) = found(
        reported(day, taken(1, fee("hand_fee", 90, seat=1, before_deal=True)), **own(text)), "FEE007"
    )
    assert (only.stated, only.expected, only.clause) == (90, 80, "room:5.1")


def test_wac_230_15_080_5_a_rake_is_held_to_the_limit_of_its_own_day():
    """Controls from 2010 that extend the revision of 2016-12-23: a rake of fifty dollars of 2016-12-20 is too much."""
    text = controls(
        ruleset={"extends": ["wac-230-15-080@2", "wsgc-2-4@1"]},
        starts="2010-01-01",
        fees={"rake": {"kind": "percentage", "cite": "external:WAC-230-15-080-4"}},
    )
    day = session(ruleset="wa-0417-thirteen", room="WA-0417")
    rake = fee("rake", 5000, of=100_000)
    audit = reported(day, taken(1, rake, day="2016-12-20"), taken(2, rake, day="2016-12-24"), **own(text))
    (only,) = found(audit, "FEE006")
    assert (only.hand, only.stated, only.expected, only.clause) == (1, 5000, 500, "external:WAC-230-15-080-5")
    counted = coverage(audit, "FEE006")
    assert (counted.tested, counted.differing, counted.inapplicable) == (1, 1, 1)
    assert [(each.id, each.revision, each.hands, each.mandatory) for each in audit.rulesets] == [
        ("wa-0417-thirteen", 1, 2, None),
        ("wac-230-15-080", 1, 1, "wsgc"),
        ("wac-230-15-080", 2, 1, "wsgc"),
    ]


def test_hands_before_the_first_mandatory_revision_are_untestable():
    audit = reported(
        LOG, taken(1, fee("rake", 5000, of=6000), day="2007-05-01"), taken(2, fee("rake", 50, of=6000))
    )
    for code in ("FEE003", "FEE004", "FEE005", "FEE007", "FEE008"):
        counted = coverage(audit, code)
        assert (counted.tested, untestable(audit, code)) == (1, [(BEFORE_ANY, 1)]), code
    assert found(audit, "FEE005") == []


def test_nothing_is_mandatory_for_a_room_that_no_authority_of_the_library_licenses():
    events = LOG, taken(1, fee("hand_fee", 50000, seat=1))
    unlicensed = Room("WA-0417", (TermsOfRoom(ZONE, licence_class="F", authority="none"),))
    audit = audit_log(BytesSource(log(*events)), room=unlicensed)
    for code in ("FEE003", "FEE007", "FEE011"):
        assert (found(audit, code), untestable(audit, code)) == ([], []), code
    assert [each.mandatory for each in audit.rulesets] == [None]


@pytest.mark.parametrize(
    ("where", "reason"),
    [(Room("WA-0417", (TermsOfRoom(ZONE, licence_class="F"),)), NO_AUTHORITY), (None, NO_ROOM)],
)
def test_without_an_authority_on_record_the_limits_are_untestable(where, reason):
    events = LOG, taken(1, fee("hand_fee", 50000, seat=1))
    audit = audit_log(BytesSource(log(*events)), room=where)
    for code in ("FEE003", "FEE004", "FEE005", "FEE007", "FEE008", "FEE011", "FEE012", "FEE013"):
        assert untestable(audit, code) == [(reason, 1)], code
    for code in (
        "FEE001",
        "FEE006",
        "FEE009",
        "FEE010",
        "FEE014",
        "FEE019",
    ):  # no limit that an authority sets on that day
        assert coverage(audit, code).inapplicable == 1, code


def test_a_ruleset_that_states_the_limits_itself_is_tested_without_an_authority():
    events = session(ruleset="wac-230-15-080", room="WA-0417"), taken(1, fee("hand_fee", 50000, seat=1))
    audit = audit_log(BytesSource(log(*events)))
    assert [(each.stated, each.expected) for each in found(audit, "FEE007")] == [(50000, 100)]


def test_an_authority_can_be_named_for_a_log_whose_room_is_not_on_record():
    events = LOG, taken(1, fee("hand_fee", 50000, seat=1))
    audit = audit_log(BytesSource(log(*events)), authority="wsgc")
    assert [(each.stated, each.expected, each.clause) for each in found(audit, "FEE007")] == [
        (50000, 100, "external:WAC-230-15-080-3")
    ]


def test_an_authority_holds_from_the_day_of_the_terms_that_name_it():
    where = room(
        TermsOfRoom(ZONE, licence_class="F"),
        TermsOfRoom(ZONE, starts=dt.date(2026, 4, 1), licence_class="F", authority="wsgc"),
    )
    high = fee("hand_fee", 300, seat=1)
    audit = reported(LOG, taken(1, high, day="2026-03-31"), taken(2, high, day="2026-04-01"), where=where)
    assert [each.hand for each in found(audit, "FEE007")] == [2]
    assert untestable(audit, "FEE007") == [(NO_AUTHORITY, 1)]


def test_wac_230_15_080_6_collections_of_time_are_held_to_it_in_a_log_as_a_whole():
    audit = reported(LOG, taken(1), paid(1, 1500, 0, 60))
    (only,) = found(audit, "FEE011")
    assert (only.stated, only.expected, only.clause) == (1500, 1000, "external:WAC-230-15-080-6")


def test_wac_230_15_080_2_a_hand_fee_in_a_class_e_room_that_plays_a_ruleset_without_fees():
    where = room(TermsOfRoom(ZONE, licence_class="E", authority="wsgc"))
    (only,) = found(reported(LOG, taken(1, fee("hand_fee", 100)), where=where), "FEE003")
    assert (only.stated, only.expected, only.clause) == ("hand_fee", "time", "external:WAC-230-15-080-2")


def test_limits_in_another_currency_than_the_controls_are_untestable_and_not_mixed():
    where = room()
    revision = MandatoryLimits.of_room(library(), where).over(
        library().get("olympic-time"), dt.date(2026, 1, 1)
    )
    assert revision.params == library().get("olympic-time").params
    assert set(revision.unknown.values()) == {
        "the controls have fees in EUR, and the limits of wac-230-15-080@2 are in USD"
    }


def test_what_is_mandatory_moves_no_digest_and_is_laid_over_once():
    limits, filed = MandatoryLimits.of_room(library(), room()), library().get("wsgc-2-4")
    one, two = (limits.over(filed, dt.date(2026, 1, day)) for day in (1, 2))
    assert one is two
    assert (one.digest, one.as_filed, str(one)) == (filed.digest, filed, "wsgc-2-4@1")
    assert filed.get("fees") is None
    assert one.get("rows") == filed.get("rows")  # of a mandatory ruleset only its own part binds


def test_everything_that_an_authority_fixes_is_held_against_the_log_by_a_check():
    held = {path for entry in every_module() for path in entry.check.rule}
    limits = MandatoryLimits.of_room(library(), None)
    for part in limits.parts:
        for path in part.paths:
            assert any(f"{path}.".startswith(f"{each}.") for each in held), (str(part.revision), path)


# ------------------------------------------------------------------------------------------------ approval


def problems(text, where=None):
    return list(examine("x", text, library(), room=where or room()).problems)


def test_a_file_that_omits_the_law_is_refused_with_both_figures_and_the_clause():
    assert problems(without_the_law(50000)) == [
        "x: fees.hand_fee.player.money: 50000 goes past the 100 of fees.hand_fee.player.max_money that "
        "external:WAC-230-15-080-3 allows"
    ]
    assert problems(without_the_law(100)) == []


def test_a_limit_of_the_rooms_own_above_the_laws_is_refused_too():
    (only,) = problems(without_the_law(50).replace("money = 50 ", "max_money = 200 "))
    assert only == (
        "x: fees.hand_fee.player.max_money: 200 goes past the 100 that external:WAC-230-15-080-3 allows"
    )


def test_a_fee_for_the_hand_that_no_full_table_may_pay_is_refused():
    whole = {"money": 50000, "cite": "external:WAC-230-15-080"}
    fees = {
        "currency": "USD",
        "cite": "external:WAC-230-15-080",
        "hand_fee": {"hand": whole, "cite": "external:WAC-230-15-080"},
    }
    (only,) = problems(controls(fees=fees))
    assert only == (
        "x: fees.hand_fee.hand.money: 50000 goes past the 400 that 4 players may pay together by the 100 of "
        "fees.hand_fee.player.max_money that external:WAC-230-15-080-3 allows"
    )
    whole["money"] = 400
    assert problems(controls(fees=fees)) == []


def test_a_revision_of_the_law_that_ended_is_refused_for_controls_that_begin_later():
    (only,) = problems(sample().replace("wac-230-15-080@2", "wac-230-15-080@1"))
    assert only == (
        "x: ruleset.extends: wac-230-15-080@1 was in force until 2016-12-22, and these controls begin on 2026-01-01; "
        "extend wac-230-15-080@2, which is in force on that day (external:WAC-230-15-080)"
    )


def test_every_revision_that_is_mandatory_within_the_days_of_the_controls_binds_them():
    rake = {"kind": "fixed_per_hand", "amount": {"money": 900, "cite": "convention"}, "cite": "convention"}
    fees = {"currency": "USD", "cite": "convention", "rake": rake}
    (only,) = problems(controls(starts="2010-01-01", fees=fees))
    assert (
        only
        == "x: fees.rake.amount.money: 900 goes past the 500 of fees.rake.hand.max_money that external:WAC-230-15-080-5 allows"
    )
    assert problems(controls(starts="2016-12-23", fees=fees)) == []


def test_without_an_authority_on_record_nothing_can_be_approved_and_it_says_what_to_do():
    (only,) = problems(sample(), Room("WA-0417", (TermsOfRoom(ZONE, licence_class="F"),)))
    assert "the authority of room WA-0417 is not on record on 2026-01-01" in only
    assert "'auditor rooms put WA-0417 --authority ID …'" in only
    assert "wsgc (Washington State Gambling Commission)" in only


def test_controls_that_name_another_authority_than_the_rooms_are_refused():
    found_ = problems(
        sample().replace(
            'authority = "Washington State Gambling Commission"', 'authority = "Olympic Poker Club"'
        )
    )
    assert (
        "x: ruleset.authority: 'Olympic Poker Club', where room WA-0417 is licensed by 'Washington State Gambling Commission' "
        "(external:WAC-230-15-080)"
    ) in found_


def test_wac_230_15_080_2_a_hand_fee_of_a_class_e_room_is_refused_on_each_day_of_that_class():
    class_e = room(TermsOfRoom(ZONE, licence_class="E", authority="wsgc"))
    assert problems(sample(), class_e) == [
        "x: fees.hand_fee: filed, and the licence of room WA-0417 is of class E on 2026-01-01; that class may take time "
        "(external:WAC-230-15-080-2)"
    ]
    first = room().terms[0]
    later = room(first, replace(first, starts=dt.date(2026, 7, 1), licence_class="E"))
    (only,) = problems(sample(), later)
    assert "of class E on 2026-07-01" in only


def test_a_licence_class_that_is_not_on_record_is_a_warning():
    examined = examine("x", sample(), library(), room=room(TermsOfRoom(ZONE, authority="wsgc")))
    assert examined.problems == ()
    assert examined.warnings == (
        "the licence class of room WA-0417 is not on record on 2026-01-01: whether it may take hand_fee was not tested",
    )


def warned(text):
    """What an approver is told of a file without problems."""
    examined = examine("x", text, library(), room=room())
    assert examined.problems == ()
    return examined.warnings


def test_the_sample_is_approved_without_a_warning():
    assert warned(sample()) == ()


def test_wac_230_06_070_5_fewer_years_of_keeping_records_than_the_law_are_a_warning():
    (only,) = warned(sample().replace("[records]\n", "[records]\nkeep_years = 2\n"))
    assert only == (
        "records.keep_years: 2 is fewer than the 3 years for which records are kept by external:WAC-230-06-070-5; they are kept "
        "for 3"
    )
    assert warned(sample().replace("[records]\n", "[records]\nkeep_years = 3\n")) == ()


DROP = """
[fees.jackpot]
kind = "drop"
hand = {{ money = {} }}
cite = "room:5.3"
text = "A drop of each hand goes to the jackpot."
"""


def test_a_drop_for_a_jackpot_beside_a_fee_at_the_limit_of_the_law_is_a_warning():
    """Four players pay a dollar each, the most that the law allows: a dollar beside it is more."""
    found_ = warned(sample() + DROP.format(100))
    assert found_[0].startswith(
        "fees.jackpot.hand: a drop of 100 beside a fee of 100 from each of 4 players takes more from a hand than the 100 from "
        "each that external:WAC-230-15-080-3 lets a fee take"
    )
    half = sample().replace("money = 100 ", "money = 50 ") + DROP.format(100)
    assert not any(each.startswith("fees.jackpot") for each in warned(half))


def test_rules_of_the_authority_that_it_does_not_make_mandatory_are_a_warning():
    (found_,) = [each for each in warned(sample() + DROP.format(100)) if "wac-230-15-405@1" in each]
    assert "it is not among the rules that are mandatory for its rooms" in found_


def test_a_procedure_that_permits_any_ruling_of_any_other_irregularity_is_a_warning():
    rulings = '["misdeal", "hand_fouled", "hand_dead", "play_on", "penalty", "warning"]'
    anything = (
        f'\n[irregularities.procedure.anything]\nkind = "other"\nruling = {rulings}\nunits = 1\ncite = "room:4.16"\n'
        'text = "The supervisor rules as he sees fit."\n'
    )
    (only,) = warned(sample() + anything)
    assert only == (
        "irregularities.procedure.anything: an irregularity of kind other may be ruled in any way, so that no audit can find a "
        "ruling wrong (room:4.16)"
    )
    assert (
        warned(sample() + anything.replace(rulings, '["warning", "play_on"]').replace("units = 1\n", ""))
        == ()
    )


def test_a_misspelt_reading_is_a_problem_that_lists_those_there_are_and_cannot_be_played():
    examined = examine(
        "x", sample().replace('"AMB-PLAYERS" = "two_to_four"', '"AMB-PLAYERS" = "typo"'), library()
    )
    assert examined.problems == (
        "x: ruleset.readings: 'typo' is no reading of AMB-PLAYERS; there are: two_to_four, exactly_four, up_to_four",
    )
    assert not examined.playable


@pytest.mark.parametrize("digits", [4000, 5000])
def test_a_number_of_thousands_of_digits_is_a_problem(digits):
    examined = examine("x", sample().replace("money = 100 ", f"money = {'9' * digits} "), library())
    assert examined.ruleset is None
    (only,) = examined.problems
    assert (
        "number of more digits than any amount has" in only or "fees.hand_fee.player.money: must be" in only
    )


# ----------------------------------------------------------------------------------------------- the file


def test_the_authority_of_washington_has_its_parameters_with_their_clauses():
    assert [each.id for each in library().authorities.values() if each.licenses] == ["wsgc"]
    only = library().authorities["wsgc"]
    assert (only.id, only.title) == ("wsgc", "Washington State Gambling Commission")
    assert (only.mandatory, only.cites) == (
        ("wac-230-15-080", "wac-230-15-210"),
        ("external:WAC-230-15-080",),
    )
    assert (only.video_days.days, only.video_days.clause) == (7, "external:WAC-230-15-319")
    assert (only.response_days.days, only.response_days.clause) == (14, "convention")


def test_an_authority_is_part_of_the_librarys_digest_and_of_no_rulesets():
    registry = library()
    bare = type(registry)(registry.revisions())
    assert bare.digest != registry.digest
    assert {str(each): each.digest for each in bare.revisions()} == {
        str(each): each.digest for each in registry.revisions()
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[authority]\nid = "a"\ntitle = "A"\n', "Object missing required field `cite`"),
        (
            '[authority]\nid = "a"\ntitle = "A"\ncite = "nothing"\n',
            "authority.cite: the catalogue has no clause 'nothing'",
        ),
        (
            '[authority]\nid = "a"\ntitle = "A"\ncite = "convention"\n[video_days]\ndays = 0\ncite = "convention"\n',
            "video_days.days: 0",
        ),
        ('[authority]\nid = "a"\ntitle = "A"\ncite = "convention"\nmore = 1\n', "unknown field `more`"),
    ],
)
def test_a_bad_authority_file_says_what_is_wrong(text, says):
    with pytest.raises(ValueError, match=r"a/authority\.toml") as told_:
        read("a/authority.toml", text)
    assert says in str(told_.value)


def test_every_ruleset_that_is_mandatory_is_in_the_library():
    for each in library().authorities.values():
        for name in each.mandatory:
            assert isinstance(library().get(name), Ruleset)


def test_limits_of_tournaments_and_those_of_games_are_laid_over_their_own_kind_of_controls():
    shipped = library()
    limits = MandatoryLimits.of_room(
        shipped, Room("TEST-2", (TermsOfRoom("America/Los_Angeles", authority="wsgc"),))
    )
    day = dt.date(2026, 3, 14)

    def laid(name):
        return [str(each) for each in limits.over(shipped.choice(name).on(day), day).mandate.revisions]

    assert laid("wsgc-2-4") == ["wac-230-15-080@2"]
    assert laid("ofc-cash") == ["wac-230-15-080@2"]
    assert laid("olympic-tournament") == ["wac-230-15-210@1"]
    assert laid("olympic-jackpots") == []
