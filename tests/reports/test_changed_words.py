"""What differs between two logs, in the words of the game: a hand, a seat, cards, payments, acts, and what is new or left out."""

from __future__ import annotations

from reports.changed_words import changed_places, first_sentences
from rules.audit import BytesSource
from rules.records.compared_facts import changed_facts
from rules.results import CHIPS, ChangedFact
from tests.rules.build import A, B, close, hand, log, seat, session

AT = "2026-03-14T20:00:00-07:00"


def said(before: bytes, after: bytes, money: str = "USD") -> list[str]:
    sources = (BytesSource(before).chunks(), BytesSource(after).chunks())
    return [
        sentence for place in changed_places(changed_facts(*sources), money) for sentence in place.sentences
    ]


def two(number, *, nets=(200, -200), **fields):
    return hand(number, seat(1, A, nets[0]), seat(2, B, nets[1]), **fields)


def open_face(placements, **fields):
    seats = [{"seat": 1, "player": "p-1", "net": 400}, {"seat": 2, "player": "p-2", "net": -400}]
    return {
        "event": "ofc_hand",
        "hand": 7,
        "variant": "ofc",
        "seats": seats,
        "placements": placements,
        **fields,
    }


def pot(acts, pots=(), **fields):
    seats = [{"seat": 1, "player": "p-1", "stack": 20_000}, {"seat": 2, "player": "p-2", "stack": 18_000}]
    return {
        "event": "pot_hand",
        "hand": 12,
        "game": "holdem",
        "seats": seats,
        "acts": acts,
        "pots": list(pots),
        **fields,
    }


def chips(**fields):
    return {"event": "chips", "at": AT, "seat": 3, "player": "p-3", "kind": "buy_in", **fields}


def test_a_net_and_cards_of_a_closed_hand():
    first = log(two(17), two(18))
    second = log(
        two(17, nets=(400, -200)), hand(18, seat(1, A, 200), seat(2, B.replace("QhQcJs", "QhQdJs"), -200))
    )
    assert said(first, second) == [
        "Hand 17, seat 1: net $2.00 → $4.00",
        "Hand 18, seat 2: front row Qh Qc Js → Qh Qd Js",
    ]


def test_hands_that_only_one_log_has():
    assert said(log(two(17), two(20)), log(two(17), two(18))) == ["Hand 20 is left out", "Hand 18 is new"]


def test_a_seat_that_is_new_and_a_player_in_another_seat():
    third = {"seat": 3, "player": "p-9", "net": 0}
    first, second = two(1), two(1)
    second["seats"] = [{**second["seats"][0], "player": "p-8"}, second["seats"][1], third]
    old = first["seats"][0]["player"]
    assert said(log(first), log(second)) == [
        f"Hand 1, seat 1: player {old} → p-8",
        "Hand 1, seat 3 (player p-9, net $0.00) is new",
    ]


def test_payments_and_fees():
    first = two(
        3,
        transfers=[{"payer": 2, "payee": 1, "amount": 100}, {"payer": 3, "payee": 1, "amount": 300}],
        fees=[],
    )
    second = two(
        3,
        transfers=[{"payer": 2, "payee": 1, "amount": 200}],
        fees=[{"kind": "hand_fee", "amount": 50, "seat": 1}],
    )
    assert said(log(first), log(second)) == [
        "Hand 3, payment from seat 2 to seat 1: amount $1.00 → $2.00",
        "Hand 3, payment from seat 3 to seat 1 ($3.00) is left out",
        "Hand 3: fees none → 1 recorded",
    ]


def test_one_fee_of_several():
    rake = {"kind": "rake", "amount": 100, "seat": 2}
    fee = {"kind": "hand_fee", "amount": 50, "seat": 1}
    assert said(log(two(3, fees=[rake])), log(two(3, fees=[{**rake, "amount": 50}, fee]))) == [
        "Hand 3, rake of seat 2: amount $1.00 → $0.50",
        "Hand 3, hand fee of seat 1 ($0.50) is new",
    ]


def test_what_was_not_recorded_is_said_to_be_so():
    assert said(log(two(3)), log(two(3, void=True))) == ["Hand 3: declared a misdeal not recorded → yes"]


def test_placements_of_an_open_face_hand_in_chips():
    placed = {"seat": 1, "dealt": "AsKd2c", "front": "As", "middle": "", "back": "Kd2c"}
    other = {"seat": 2, "dealt": "3c", "front": "3c"}
    first = log(open_face([placed, other]))
    second = log(
        open_face([{**placed, "front": "", "middle": "As"}, other, {**other, "seat": 1}], eliminated=[2])
    )
    assert said(first, second, CHIPS) == [
        "Hand 7, seat 1, placement 1: front row As → none",
        "Hand 7, seat 1, placement 1: middle row none → As",
        "Hand 7, seat 1, placement 2 (cards dealt 3c, front row 3c) is new",
        "Hand 7: eliminated seats not recorded → 2",
    ]
    nets = open_face([placed])
    nets["seats"][0]["net"] = 1_400
    assert said(log(open_face([placed])), log(nets), CHIPS) == [
        "Hand 7, seat 1: net 400\u00a0chips → 1,400\u00a0chips"
    ]


def test_acts_and_pots_of_a_pot_game():
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "raise", "seat": 2, "to": 600},
    ]
    main = {"pot": 0, "amount": 3_100, "awards": [{"seat": 2, "amount": 2_850}]}
    first = log(pot(acts, [main], stakes={"small_blind": 100}))
    changed = [acts[0], {**acts[1], "to": 800}, {"act": "fold", "seat": 1}]
    side = {"pot": 1, "amount": 500}
    second = log(pot(changed, [{**main, "amount": 3_300}, side], stakes={"small_blind": 200}))
    assert said(first, second) == [
        "Hand 12, act 2: to $6.00 → $8.00",
        "Hand 12, act 3 (fold, seat 1) is new",
        "Hand 12, main pot: amount $31.00 → $33.00",
        "Hand 12, side pot 1 ($5.00) is new",
        "Hand 12: small blind $1.00 → $2.00",
    ]


def test_an_award_that_went_to_another_seat_and_a_board():
    main = {"pot": 0, "amount": 3_100, "awards": [{"seat": 2, "amount": 2_850}]}
    first = log(pot([{"act": "board", "street": "flop", "cards": "2c7dJh"}], [main]))
    awarded = {**main, "awards": [{"seat": 1, "amount": 2_850}]}
    second = log(pot([{"act": "board", "street": "flop", "cards": "2c7dJs"}], [awarded]))
    assert said(first, second) == [
        "Hand 12, act 1: cards 2c 7d Jh → 2c 7d Js",
        "Hand 12, main pot, award to seat 1 ($28.50) is new",
        "Hand 12, main pot, award to seat 2 ($28.50) is left out",
    ]


def test_the_facts_of_the_session_and_its_close():
    first = log(session(unit=100, ruleset="wsgc-base"), two(1), close(1))
    second = log(
        session(unit=200, ruleset="wsgc-full", staff={"dealer": "s-1"}),
        two(1),
        close(2, totals={"rake": 150}),
    )
    assert said(first, second) == [
        "Session: value of a unit $1.00 → $2.00",
        "Session: ruleset wsgc-base → wsgc-full",
        "Session: dealer not recorded → s-1",
        "Close: hands 1 → 2",
        "Close: total of rake not recorded → $1.50",
    ]


def test_lines_beside_the_hands():
    first = log(two(1), chips(amount=20_000))
    toke = {"event": "toke", "at": "2026-03-14T21:00:00-07:00", "seat": 2, "player": "p-2", "amount": 500}
    assert said(first, log(two(1), chips(amount=30_000), toke)) == [
        "Chips of seat 3 (line 3): amount $200.00 → $300.00",
        "Toke of seat 2, $5.00, 21:00:00 (line 4) is new",
    ]
    assert said(first, log(two(1))) == ["Buy-in of seat 3, $200.00, 20:00:00 (line 3) is left out"]


def test_what_says_the_same_and_where_a_log_comes_from_say_nothing():
    """Other order of fields, what a correction supersedes, and the original of a derived log are no change of the play."""
    first = two(1)
    turned = dict(reversed(first.items()))
    stated = {"sha256": "0" * 64, "reason": "r", "by": "s-1"}
    second = log(session(supersedes=stated, _derived_from={"sha256": "1" * 64}), turned)
    assert said(log(session(), first), second) == []


def test_a_long_text_that_differs_in_its_end_is_not_shown_as_the_same_twice():
    notes = [
        hand(1, seat(1, A, 0), irregularities=[{"kind": "other", "note": "n" * 500 + end}]) for end in "ab"
    ]
    [sentence] = said(*map(log, notes))
    assert sentence.startswith("Hand 1, irregularity 1: note nnn")
    assert sentence.endswith("… (otherwise)")


def test_the_first_sentences_are_bounded():
    fact = ChangedFact(
        event="chinese_hand", hand=1, seat=1, field="net", before=1, after=2, before_line=2, after_line=2
    )
    places = changed_places([fact, fact, fact], None)
    assert first_sentences(places, 2) == ["Hand 1, seat 1: net 0.01 → 0.02"] * 2
