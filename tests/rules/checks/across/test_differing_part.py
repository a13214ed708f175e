"""SCR001 and PAY001: which rule of the hand's own controls a difference is about."""

import pytest

from rules.controls.library import library, load
from tests.folding import of_every
from tests.rules.build import A, B, C, D, audited, found, hand, seat, session
from tests.rules.open_face import CASH, EVENT, FOUL, QUEENS, X, Y, Z, missed, ofc

FLUSH = "AhAdKs KhKdQsQdJc JhTh9h8h7h"  # a straight flush at the back
OLYMPIC = session(ruleset="olympic-time")
FULL = session(ruleset="wsgc-full")
ACES = session(ruleset="hawaiian-gardens-aces")


def cited(controls, event, **fields):
    """The clause of the finding on seat 1, which all cases are about."""
    (net,) = (each for each in found(audited(controls, event, **fields), "SCR001") if each.seat == 1)
    return net.clause


def two(first, second, net, **fields):
    return hand(1, seat(1, first, net), seat(2, second, -net), **fields)


def face(first, second, net, *more, **fields):
    return ofc(1, seat(1, first, net, stack=50_000), seat(2, second, -net, stack=50_000), *more, **fields)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("controls", "event", "clause"),
    [
        # 13 units are due: three rows, three for the scoop, seven for queens in front
        (CASH, face(QUEENS, Y, 600), "CARN-royalty-top-QQ"),
        # 8 are due: four for the rows, four for the straight flush
        (FULL, two(FLUSH, C, 400), "WSGC-bonus-sf"),
        # 6 are due, and 3 of them for the scoop; in an event the scoop stands for the rows
        (CASH, face(X, Z, 300), "CARN-score-scoop"),
        (EVENT, face(X, Z, 300, dealer=1), "OFC1-scoop"),
        # two rows won and one lost; the scribe has one row more
        (CASH, face(X, Y, 300), "CARN-score-line"),
        (FULL, two(C, D, 300), "WSGC-24-sweep"),
        # the overall point, the dealer's compensation, the bet on aces, six for missing the hand
        (session(ruleset="classic-overall"), two(A, B, 300), "VAR-overall"),
        (session(ruleset="classic-ace-of-spades-dealer"), two(A, B, 300, dealer=1, forced_dealer=True), "ACE-SPADES-deal"),
        (ACES, hand(1, seat(1, A, 1000, stack=9000), seat(2, B, -1000, stack=9000), dealer=1), "HG-aces-values"),
        (EVENT, face(X, Z, 600, missed(3, stack=50_000, net=0), dealer=1), "OFC1-missed-hand"),
    ],
)  # fmt: skip
def test_a_part_that_was_left_out_is_cited(controls, event, clause):
    assert cited(controls, event) == clause


@pytest.mark.parametrize(
    ("net", "why"),
    [
        (200, "paid as a legal hand: one row lost, two won"),
        (-300, "the rows without the scoop"),
        (-100, "nothing that explains it"),
        (0, "nothing was paid"),
    ],
)
def test_a_foul_is_cited_under_olympic_rules(net, why):
    """Six units are due of a fouled hand to a legal one: as if it had been scooped."""
    assert cited(OLYMPIC, face(FOUL, Y, net, variant="pineapple")) == "CARN-foul-scooped", why


def test_a_legal_hand_that_was_paid_as_fouled_is_about_the_foul():
    event = hand(1, seat(1, A, -400, fouled=True), seat(2, B, 400))
    assert cited(FULL, event) == "WSGC-5a"


def test_a_royalty_is_cited_also_where_only_one_opponent_did_not_pay_it():
    """A straight flush wins 4 units of each, and all rows 4 more; seat 3 did not pay the bonus."""
    event = hand(1, seat(1, FLUSH, 1200), seat(2, C, -500), seat(3, D, -700))
    audit = audited(FULL, event)
    assert {each.seat: each.clause for each in found(audit, "SCR001")}[1] == "WSGC-bonus-sf"


def test_a_royalty_of_a_row_that_was_lost_is_not_cited():
    """Seat 1 wins the front and is due -12 units; its full house in the middle, worth one more if it won, lost to quads. The log
    has a unit less: that of the front.
    """
    full_house, quads = "KdQd5d TsThTd4s4h AsAhAc3s3h", "6c5c4d JsJhJdJc2s 9h8h7h6h5h"
    assert cited(session(ruleset="vietnamese"), two(full_house, quads, -1300)) == "PAGAT-score-simple"


def test_a_royalty_is_cited_by_its_own_item_and_not_by_the_first_of_the_list():
    """Four of a kind on either side, and the winner's paid 4 units more; the straight flush is the first of the list."""
    stacked = hand(1, seat(1, A, 600, stack=9000), seat(2, B, -600, stack=9000), dealer=1)
    audit = audited(session(ruleset="hawaiian-gardens"), stacked)
    assert {each.clause for each in found(audit, "SCR001")} == {"HG-add-quads"}


def test_what_chips_limit_is_about_the_chips():
    event = hand(1, seat(1, A, 1000, stack=9000), seat(2, B, -1000, stack=500), dealer=1)
    audit = audited(session(ruleset="hawaiian-gardens"), event)
    assert {each.clause for each in found(audit, "SCR001")} == {"HG-chips-cover"}


def test_transfers_cite_the_same():
    moved = ofc(1, seat(1, QUEENS), seat(2, Y), transfers=[{"payer": 2, "payee": 1, "amount": 600}])
    reported = found(audited(CASH, moved), "PAY001")
    assert [(each.seat, each.stated, each.expected, each.clause) for each in reported] == [
        (1, 600, 1300, "CARN-royalty-top-QQ"),
        (2, -600, -1300, "CARN-royalty-top-QQ"),
    ]


def test_a_pool_cites_the_ante_where_it_was_not_counted():
    rows = (A, B, C, D)
    nets = [900 + 300, 0, 0, 0]  # prizes, and nobody's ante
    event = hand(1, *(seat(n, row, net) for n, (row, net) in enumerate(zip(rows, nets, strict=True), 1)))
    audit = audited(session(ruleset="classic-pool"), event)
    assert {each.clause for each in found(audit, "SCR001")} == {"VAR-pool-ante"}


# ------------------------------------------------------------------------------- a room's own chips

OWN_CHIPS = """
[ruleset]
id = "room-chips"
revision = {revision}
title = "Room chips"
authority = "a card room of Washington"
family = "chinese"
extends = ["wsgc-base@1"]
in_force = {{ from = {starts} }}
summary = "Table stakes as the room wrote them."

[chips]
limit = "table_stakes"
cover = "gross_both_sides"
order = "from_button"
phases = ["rest"]
rebuy = "between_deals"
cite = "room:{section}"
text = "Nobody wins or loses more than he had in front of him, and chips come between deals."
"""


def own_chips(revision, starts, section):
    return OWN_CHIPS.format(revision=revision, starts=starts, section=section)


def of_the_room(*texts):
    """The library that ships, with the room's own controls."""
    return load(
        {f"{place}.toml": text for place, text in enumerate(texts)}, onto=library(), standing="approved"
    )


def broken(number, day):
    """A player loses more than he has, and buys chips in the middle of the deal."""
    return (
        hand(number, seat(1, A, 600, stack=9000), seat(2, B, -600, stack=500), dealer=1,
             at=f"{day}T21:13:00-07:00", ended_at=f"{day}T21:14:30-07:00"),
        {"event": "chips", "at": f"{day}T21:13:40-07:00", "seat": 2, "player": "P2", "kind": "add_on", "amount": 20_000},
    )  # fmt: skip


def test_pay008_and_pay010_cite_the_rooms_own_chips_and_not_another_documents():
    own = of_the_room(own_chips(1, "2026-01-01", "5.9"))
    audit = audited(session(ruleset="room-chips"), *broken(1, "2026-03-14"), library=own)
    for code in ("PAY008", "PAY010"):
        assert {each.clause for each in found(audit, code)} == {"room:5.9"}, code


def test_each_hand_cites_the_revision_of_its_own_day():
    revisions = own_chips(1, "2026-01-01", "5.9"), own_chips(2, "2026-03-15", "6.1")
    events = *broken(1, "2026-03-14"), *broken(2, "2026-03-15")
    audit = audited(session(ruleset="room-chips"), *events, library=of_the_room(*revisions))
    for code in ("PAY008", "PAY010"):
        assert {(each.hand, each.clause) for each in found(audit, code)} == {
            (1, "room:5.9"),
            (2, "room:6.1"),
        }, code


# ------------------------------------------------------------------------------- what a ruleset cites by a path


@of_every(
    ("ruleset", "path", "clauses"),
    [
        ("carnivale-ofc-2013", "royalty[front pair Q]", ["CARN-royalty-top-QQ"]),
        ("carnivale-ofc-2013", "event.level[level 6].value", ["CARN-level-06"]),
        ("wsgc-full", "rows.table.3-0-0", ["WSGC-24-sweep"]),
        ("wsgc-full", "rows.table.1-0-2", ["WSGC-24-two", "WSGC-24-sweep", "WSGC-6e"]),
        ("wsgc-full", "naturals.list[dragon]", ["WSGC-natural-list", "WSGC-natural-value"]),
        ("wsgc-full", "set_order.foul.price", ["WSGC-5a"]),
        ("wsgc-full", "stakes", []),
        ("wsgc-full", "chips.limit", []),
        ("ofc-cash", "fantasyland.entry", []),
        ("ofc-cash", "royalty[front pair 2]", []),
    ],
)
def test_citations_are_those_beside_the_parameter_or_around_it(ruleset, path, clauses):
    own = library().get(ruleset)
    assert own.citations(path) == clauses
    assert own.cite(path) == (clauses or [f"convention:{path}"])[0]


def test_of_several_clauses_beside_a_parameter_the_one_that_is_named_goes_first():
    own = library().get("hawaiian-gardens")
    assert own.cite("chips.rebuy") == "HG-chips-cover"
    assert own.cite("chips.rebuy", naming=("CARN-pay-order", "HG-chips-rebuy")) == "HG-chips-rebuy"


def test_a_card_rooms_own_section_goes_before_the_law_that_it_carries_out():
    text = own_chips(1, "2026-01-01", "5.9").replace(
        'cite = "room:5.9"', 'cite = ["room:5.9", "HG-chips-limit"]'
    )
    own = of_the_room(text).get("room-chips")
    assert own.cite("chips.limit", naming=("HG-chips-limit",)) == "room:5.9"


def test_no_clause_of_another_document_is_cited():
    text = own_chips(1, "2026-01-01", "5.9").replace('extends = ["wsgc-base@1"]', "extends = []")
    bare = load({"room": text.replace("family", "abstract = true\nfamily")}).revisions()[0]
    assert bare.cite("surrender.amount", naming=("WSGC-surrender",)) == "convention:surrender.amount"
    assert bare.cite("chips.limit", naming=("HG-chips-limit",)) == "room:5.9"
