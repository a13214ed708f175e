"""A card room's own controls: procedures merged and refused, its own sections cited and quoted, the sample set."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.clauses import ambiguities, catalogue
from rules.controls.examined_filing import examine
from rules.controls.library import BadRuleset, library, load, sample, sources
from rules.controls.procedure_of_irregularity import covering, documented, overlapping, procedures
from rules.controls.quotes import with_quotes
from rules.replay.readings import other_readings
from tests.folding import of_every
from tests.rules.build import (
    A,
    B,
    C,
    D,
    audited,
    breaches,
    close,
    coverage,
    found,
    hand,
    seat,
    session,
    untestable,
)
from tests.rules.rulesets import BASE, PART, beside_the_library
from tests.rules.test_library import SHIPPED

ONE = """
[irregularities.procedure.shown]
kind = "exposed_card"
when = "deal"
cards = { least = 2 }
ruling = "misdeal"
cite = "room:4.2"
text = "Two cards are a misdeal."
"""
OTHER = """
[irregularities.procedure.joker]
kind = "joker_dealt"
ruling = "misdeal"
cite = "room:4.3"
text = "A joker is a misdeal."
"""

AGAIN = """
[irregularities.procedure.shown]
kind = "exposed_card"
ruling = "play_on"
cite = "room:7"
text = "They play on."
"""


def refused(*texts):
    names = ("base.toml", "part.toml", "third.toml")
    with pytest.raises(BadRuleset) as bad:
        load(dict(zip(names, texts, strict=False)))
    return list(bad.value.problems)


def only(*texts):
    (problem,) = refused(*texts)
    return problem


# ------------------------------------------------------------------------------- procedures in a file


def test_who_extends_a_file_adds_to_its_procedures_and_changes_them_by_name():
    room = PART.split("[[royalty]]")[0] + OTHER + AGAIN
    merged = load({"a": BASE + ONE, "b": room}).get("part")
    assert set(procedures(merged)) == {"exposed_card", "joker_dealt"}
    (shown,) = procedures(merged)["exposed_card"]
    assert (shown.rulings, shown.least, shown.clause, shown.text) == (
        ("play_on",),
        2,
        "room:7",
        "They play on.",
    )


def test_what_an_authority_fixes_of_a_procedure_stays():
    fixed = BASE + ONE.replace('cite = "room:4.2"', 'cite = "WSGC-irregularities"\nfixed = true')
    room = PART.split("[[royalty]]")[0] + AGAIN
    problem = only(fixed, room)
    assert problem.startswith(
        "part.toml: irregularities.procedure.shown.ruling: 'play_on' where 'misdeal' is fixed"
    )


@pytest.mark.parametrize(
    ("old", "new", "path", "said"),
    [
        (
            'kind = "exposed_card"',
            'kind = "shown_card"',
            "shown.kind",
            "must be one of: misdeal, exposed_card",
        ),
        ('when = "deal"', 'when = "dealing"', "shown.when", "must be one of, or a list of: deal, setting"),
        ('when = "deal"', "when = []", "shown.when", "must be one of, or a list of"),
        ('when = "deal"', 'when = ["deal", "deal"]', "shown.when", "names one twice"),
        ("least = 2", "min = 2", "shown.cards.min", "no such section or key"),
        ("least = 2", "least = -1", "shown.cards.least", "greater than or equal to 0"),
        ('ruling = "misdeal"', "", "shown.ruling", "missing"),
        ('cite = "room:4.2"', "", "shown.cite", "missing"),
        ('ruling = "misdeal"', 'ruling = "void"', "shown.ruling", "must be one of, or a list of: misdeal"),
        (
            'ruling = "misdeal"',
            'ruling = "misdeal"\nby = "floor"',
            "shown.by",
            "a list of: dealer, supervisor",
        ),
        ("procedure.shown]", 'procedure."Two cards"]', "Two cards", "small letters, digits and hyphens"),
    ],
)
def test_a_procedure_that_a_file_may_not_have(old, new, path, said):
    assert old in ONE
    problem = only(BASE + ONE.replace(old, new))
    assert problem.startswith(f"base.toml: irregularities.procedure.{path}"), problem
    assert said in problem


@pytest.mark.parametrize(
    ("old", "new", "path", "said"),
    [
        ("least = 2", "least = 3, most = 2", "shown.cards", "at least 3 and at most 2 cannot both hold"),
        (
            'ruling = "misdeal"',
            'ruling = "misdeal"\nunits = 2',
            "shown.units",
            "2 of a penalty, which is none of its",
        ),
    ],
)
def test_a_procedure_that_contradicts_itself(old, new, path, said):
    problem = only(BASE + ONE.replace(old, new))
    assert problem.startswith(f"base.toml: irregularities.procedure.{path}: "), problem
    assert said in problem


@pytest.mark.parametrize(
    ("when", "cards", "refuses"),
    [
        ('when = "deal"', "cards = { most = 1 }", False),
        ('when = "play"', "", False),
        ('when = ["play", "deal"]', "cards = { least = 5 }", True),
        ("", "cards = { most = 2 }", True),
        ("", "", True),
    ],
)
def test_two_procedures_do_not_cover_the_same_irregularity(when, cards, refuses):
    more = (
        ONE.replace("shown", "again").replace('when = "deal"', when).replace("cards = { least = 2 }", cards)
    )
    if not refuses:
        load({"a": BASE + ONE + more})
        return
    assert only(BASE + ONE + more) == (
        "base.toml: irregularities.procedure.again: an irregularity could be of this procedure and of shown: keep their "
        "moments or numbers of cards apart"
    )


def test_a_procedure_does_not_say_again_what_a_section_says():
    head = '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "House"\nfamily = "ofc"\nextends = ["ofc-event@1"]\n'
    for kind, extra, said in (
        ("clock_expired", "", "the section clock states what follows clock_expired"),
        ("left_table", "", "the section presence states what follows left_table"),
        ("missed_hand", "units = 2", "the penalty for missed_hand is priced by penalties.missed_hand"),
    ):
        body = f'[irregularities.procedure.own]\nkind = "{kind}"\nruling = "penalty"\ncite = "OFC1-expose"\n{extra}\n'
        with pytest.raises(BadRuleset) as bad:
            beside_the_library({"own.toml": head + body})
        (problem,) = bad.value.problems
        assert said in problem


def test_what_follows_once_there_is_no_misdeal_needs_the_point_from_which_there_is_none():
    late = ONE.replace('when = "deal"', 'when = "deal"\ntoo_late = "hand_dead"')
    assert only(BASE + late) == (
        "base.toml: irregularities.procedure.shown.too_late: no number of players is stated "
        "(irregularities.no_misdeal) from which on it would follow"
    )
    load({"a": BASE + late + '[irregularities.no_misdeal]\nacted = 2\ncite = "WSGC-irregularities"\n'})


@of_every("ruleset", library().rulesets(), ids=str)
def test_under_no_reading_of_the_library_two_procedures_cover_the_same(ruleset):
    for one in (
        ruleset,
        *(o for each in ambiguities().values() for o in other_readings(ruleset, each).values()),
    ):
        assert list(overlapping(one)) == []


MOMENTS = ("deal", "setting", "play", "showdown", "settlement")


@given(st.sampled_from(MOMENTS), st.integers(0, 20))
def test_what_covers_an_irregularity_covers_it_from_any_lack_of_evidence_on(when, cards):
    """With less on record, the procedure reported is never a different one than with more."""
    ruleset = library().get("olympic-deals")
    for kind in procedures(ruleset):
        whole = covering(ruleset, kind, when, (cards, cards))
        assert not whole.missing
        for less in (
            covering(ruleset, kind, None, (cards, cards)),
            covering(ruleset, kind, when, None),
            covering(ruleset, kind),
        ):
            assert less.missing or less == whole


def test_a_kind_is_documented_by_a_list_or_by_a_procedure():
    ruleset = load(
        {"a": BASE + ONE + '[irregularities]\ndocumented = ["boxed_card"]\ncite = "WSGC-irregularities"\n'}
    ).get("base")
    assert [documented(ruleset, kind) for kind in ("boxed_card", "exposed_card", "joker_dealt")] == [
        True,
        True,
        False,
    ]


# ------------------------------------------------------------------------------- a room's own sections


def test_a_section_of_the_rooms_own_document_is_cited_beside_the_text_that_quotes_it():
    ruleset = load(
        {"a": BASE.replace('cite = "WSGC-6d"', 'cite = ["room:2.1", "WSGC-6d"]\ntext = "A row is a unit."')}
    ).get("base")
    assert ruleset.wording("room:2.1") == "A row is a unit."
    assert ruleset.wording("WSGC-6d") == catalogue()["WSGC-6d"].statement
    assert ruleset.wording("room:2.2") is ruleset.wording("convention") is None


@pytest.mark.parametrize(
    ("cite", "said"),
    [
        ('"room:2.1"', "'room:2.1' is of the card room's own document: quote it beside, as text"),
        ('"room:2.1"\ntext = " "', "quote it beside, as text"),
        ('"room:"\ntext = "A row."', "'room:' names no section: write it as in room:4.2"),
        ('"room:2 1"\ntext = "A row."', "names no section"),
        ('"WSGC-6d"\ntext = "A row."\ncited = { "3-0-0" = "room:2.1" }', "quote it beside"),
    ],
)
def test_a_section_that_is_not_quoted_or_not_named(cite, said):
    problem = only(BASE.replace('cite = "WSGC-6d"', f"cite = {cite}"))
    assert problem.startswith("base.toml: rows.cite: "), problem
    assert said in problem


def test_every_quoted_sentence_of_a_section_appears_once_in_order():
    rows = BASE.replace('cite = "WSGC-6d"', 'cite = "room:2"\ntext = "A row is a unit."')
    both = rows.replace('cite = "WSGC-6c"', 'cite = "room:2"\ntext = "All play all."')
    again = both.replace('cite = "WSGC-5a"', 'cite = "room:2"\ntext = "All play all."')
    assert load({"a": again}).get("base").wording("room:2") == "All play all. A row is a unit."


def test_reports_quote_the_catalogue_and_every_section_beside_it():
    first = BASE.replace('cite = "WSGC-6d"', 'cite = "room:2"\ntext = "A row is a unit."')
    second = first.replace("revision = 1", "revision = 2").replace(
        "in_force = {}", "in_force = { from = 2026-01-01 }"
    )
    same = load({"a": first, "b": second})
    reported = with_quotes(same.revisions())["room:2"]
    assert (reported.source, reported.statement) == ("Base, section 2", "A row is a unit.")
    other = load({"a": first, "b": second.replace("A row is", "A row pays")})
    assert (
        with_quotes(other.revisions())["room:2"].statement
        == "base@1: A row is a unit. base@2: A row pays a unit."
    )
    assert dict(catalogue()).items() <= with_quotes(other.revisions()).items()


def test_no_file_of_the_library_cites_a_rooms_own_document():
    assert [name for name, text in SHIPPED.items() if "room:" in text] == []


# ------------------------------------------------------------------------------- surrender in a file


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ('payees = "banker"', "surrender.payees: 'banker', where the game has no banker"),
        ("against_surrender = 1", "surrender.against_surrender: two who surrendered owe each other the same"),
    ],
)
def test_a_surrender_that_the_game_cannot_pay(field, said):
    more = f'[surrender]\nallowed = true\namount = {{ units = 2, cite = "WSGC-surrender" }}\n{field}\ncite = "WSGC-surrender"\n'
    assert said in only(BASE + more)


def test_a_surrender_to_others_than_the_banker_where_there_is_one():
    head = '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "House"\nfamily = "chinese"\n'
    own = head + 'extends = ["classic-surrender-house@1"]\n[surrender]\npayees = "live_only"\n'
    with pytest.raises(BadRuleset) as bad:
        beside_the_library({"own.toml": own})
    (problem,) = bad.value.problems
    assert problem == "own.toml: surrender.payees: 'live_only', where the players settle with a banker alone"


# ------------------------------------------------------------------------------- the sample set


@cache
def room():
    return beside_the_library({"wa-0000/1.toml": sample()})


AT_TABLE = session(ruleset="wa-0000-thirteen-card", staff={"dealer": "D-7", "supervisor": "S-2"})
FEES = [{"kind": "hand_fee", "amount": 100, "seat": n, "before_deal": True} for n in (1, 2)]


def dealt(number, *irregularities, rows=(A, B), nets=(400, -400), **fields):
    seats = [seat(n, cards, net) for n, (cards, net) in enumerate(zip(rows, nets, strict=True), 1)]
    return hand(number, *seats, fees=FEES, irregularities=list(irregularities), **fields)


def test_the_sources_of_the_library_are_its_files():
    assert sources() == SHIPPED


def test_the_sample_documents_every_part_in_its_own_words():
    ruleset = room().get("wa-0000-thirteen-card")
    assert ruleset.in_force == {"from": "2026-01-01"}
    assert set(procedures(ruleset)) >= {
        "misdeal", "exposed_card", "wrong_card_count", "joker_dealt", "duplicate_card", "unprotected_hand", "left_table",
    }  # fmt: skip
    for path in ("rows", "set_order", "set_order.foul", "stakes.unit_cap", "surrender", "surrender.amount", "naturals",
                 "irregularities", "fees.hand_fee.player"):  # fmt: skip
        section = ruleset.cite(path)
        assert section.startswith("room:"), path
        assert ruleset.wording(section), path
    open_ = [
        each.id
        for each in ambiguities().values()
        if ruleset.concerns(each) and each.id not in ruleset.readings
    ]
    assert [name for name in open_ if other_readings(ruleset, ambiguities()[name])] == []


def test_the_sample_could_be_approved_as_it_is():
    examined = examine("sample", sample(), library())
    assert (examined.problems, examined.asked) == ((), ())


def test_a_fee_above_what_the_law_allows_is_refused_in_the_sample():
    """external:WAC-230-15-080-3: one dollar a player a hand at most."""
    (problem,) = examine("sample", sample().replace("money = 100 ", "money = 150 "), library()).problems
    assert problem == (
        "sample: fees.hand_fee.player.money: 150 goes past the 100 of fees.hand_fee.player.max_money that "
        "external:WAC-230-15-080-3 allows"
    )


def test_a_session_that_was_played_by_the_sample_has_no_findings():
    replaced = {"kind": "exposed_card", "when": "deal", "cards": 1, "ruling": "play_on", "by": "D-7"}
    misdeal = {"kind": "exposed_card", "when": "deal", "cards": 2, "ruling": "misdeal", "by": "S-2"}
    audit = audited(
        AT_TABLE,
        dealt(1),
        dealt(2, replaced, rows=(C, D)),
        dealt(3, misdeal, rows=(None, None), nets=(0, 0), void=True),
        close(3),
        library=room(),
    )
    assert audit.findings == []
    assert audit.complete


def test_a_finding_quotes_the_samples_own_section_and_so_can_a_report():
    audit = audited(
        AT_TABLE,
        dealt(1, {"kind": "exposed_card", "when": "deal", "cards": 2, "ruling": "play_on", "by": "S-2"}),
        hand(2, seat(1, A, 300), seat(2, B, -300, surrendered=True), fees=FEES),
        library=room(),
    )
    reported = {each.code: each for each in breaches(audit)}
    assert reported["IRR008"].clause == "room:4.2"
    assert "(room:4.2: “Two or more cards exposed in dealing are a misdeal.”)" in reported["IRR008"].message
    assert reported["SUR002"].clause == "room:3.1"
    quoted = with_quotes(room().get(f"{each.id}@{each.revision}") for each in audit.rulesets)
    assert quoted["room:3.1"].statement == "The surrender amount is two units."
    assert (
        quoted["room:3.1"].source
        == "Internal controls of card room WA-0000, Thirteen Card Poker, section 3.1"
    )
    assert {each.clause for each in audit.findings} <= set(quoted)


def test_what_the_sheet_fixes_the_sample_cannot_change():
    for old, new, said in (
        ("max = 500", "max = 1500", "stakes.unit_cap.max: 1500 goes past the 1000 that WSGC-3b allows"),
        (
            "[rows]\n",
            '[table]\ndeck = { cards = 53, cite = "room:1", text = "A joker more." }\n\n[rows]\n',
            "is fixed by WSGC-1a",
        ),
    ):
        with pytest.raises(BadRuleset) as bad:
            beside_the_library({"wa-0000/1.toml": sample().replace(old, new, 1)})
        assert said in str(bad.value)


def test_a_surrender_under_the_sample_pays_each_live_player_and_its_moment_is_untestable():
    seats = [seat(1, A, 600), seat(2, B, -400, surrendered=True), seat(3, C, -200)]
    audit = audited(AT_TABLE, hand(1, *seats, fees=FEES), library=room())
    assert found(audit, "SUR002") == found(audit, "SUR004") == []
    assert coverage(audit, "SUR002").agreeing == 1
    assert untestable(audit, "SUR004") == [("a log does not record the moment of a surrender", 1)]
