"""Prizes of a tournament's own in place of the filed table: TRN064."""

from rules.audit import BytesSource
from rules.audit.event_audit import audit_tournament
from tests.cases.money import evasion
from tests.rules.events.auditing import audited, found, row
from tests.rules.tournaments.build import busts, entries, header

FIRST_ALONE = {"places_bp": [10_000]}


def nine(**stated):
    return [header(**stated), *entries(9), *busts(*range(9, 1, -1))]


def counts(audit):
    found_ = row(audit, "TRN064")
    return found_.tested, found_.untestable, found_.inapplicable


def test_trn064_fires_as_an_open_point_where_the_controls_do_not_settle_it():
    (only,) = found(audited(nine(prizes=FIRST_ALONE)), "TRN064")
    assert (only.kind, only.severity, only.line) == ("undetermined", "note", 1)
    assert (only.stated, only.clause) == ("100 percent", "OLY-PRIZE-9-11")
    assert only.expected.endswith(" percent")
    assert "the controls do not say whether an event may have prizes of its own" in only.message


def test_trn064_fires_as_a_violation_where_the_table_holds_for_every_tournament():
    audit = audited(nine(prizes=FIRST_ALONE), readings={"AMB-OLY-prize-own": "table"})
    (only,) = found(audit, "TRN064")
    assert (only.kind, only.severity) == ("violation", "major")
    assert "the table holds for every tournament" in only.message


def test_trn064_quiet_where_the_controls_allow_it_and_where_the_shares_are_the_filed_ones():
    settled = audited(nine(prizes=FIRST_ALONE), readings={"AMB-OLY-prize-own": "published"})
    assert (found(settled, "TRN064"), counts(settled)) == ([], (1, 0, 0))
    (only,) = found(audited(nine(prizes=FIRST_ALONE)), "TRN064")
    filed = [round(float(each) * 100) for each in only.expected.removesuffix(" percent").split(", ")]
    same = audited(nine(prizes={"places_bp": filed}))
    assert (found(same, "TRN064"), counts(same)) == ([], (1, 0, 0))


def test_trn064_quiet_and_inapplicable_without_prizes_of_its_own_or_a_filed_table():
    assert counts(audited(nine())) == (0, 0, 1)
    own = header(ruleset="carnivale-event-2013", game="ofc", buy_in=500_000, prizes=FIRST_ALONE)
    audit = audited([own, *entries(2), *busts(2)])
    assert (found(audit, "TRN064"), counts(audit)) == ([], (0, 0, 1))


def test_trn064_fires_on_a_tournament_of_sixty_entries_that_pays_one_place(tmp_path):
    audit = audit_tournament(BytesSource(evasion("own-prize-table", tmp_path).read_bytes()))
    (only,) = found(audit, "TRN064")
    assert (only.stated, only.clause) == ("100 percent", "OLY-PRIZE-51-70")
    assert only.expected == "31.7, 20.7, 15.3, 10.8, 7.2, 5.8, 4.6, 3.9 percent"
