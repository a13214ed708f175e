"""SET: how open-face cards were placed, street by street and in turn."""

from tests.rules.build import audited, breaches, coverage, found, seat, untestable
from tests.rules.open_face import (
    CARNIVALE,
    CASH,
    EVENT,
    PINEAPPLE,
    QUEENS,
    X,
    Y,
    Z,
    ofc,
    placed,
    swapped,
    with_act,
)

UNPLACED = ("the placements were not recorded", 1)

DISCARDS = "2h3h5c6s"  # nobody's in a hand of X or QUEENS and Y


def two(number=1, one=X, other=Y, dealer=2, **fields):
    """Seat 1 acts first: its acts are placements 1, 3, 5 and so on, those of seat 2 placements 2, 4, 6."""
    return placed(number, seat(1, one), seat(2, other), dealer=dealer, **fields)


def pineapple(number=1, one=X, discards=DISCARDS):
    """Five placements of each seat: five cards, and then four times three of which one is discarded."""
    seats = (seat(1, one, discards=discards), seat(2, Y, discards="4h5s7s8c"))
    return placed(number, *seats, dealer=2, variant="pineapple")


# ------------------------------------------------------------------------------- SET010 placed-not-as-dealt


def test_set010_quiet_for_the_same_cards_in_any_order():
    assert found(audited(CASH, two(), with_act(two(2), 1, dealt="3c6d7hAsAc")), "SET010") == []
    assert found(audited(PINEAPPLE, pineapple()), "SET010") == []


# ------------------------------------------------------------------------------- SET011 street-size


def test_set011_fires_for_a_street_too_many():
    event = two()
    event["placements"].append({"seat": 1, "dealt": "2h", "front": "", "middle": "2h", "back": ""})
    (street,) = found(audited(CASH, event), "SET011")
    assert (street.seat, street.stated, street.expected) == (1, "1 dealt, 1 set", "no more cards")
    assert "placement 19: 1 dealt, 1 set; the street requires no more cards" in street.message


def test_set011_fires_where_who_is_in_fantasyland_was_dealt_on_street_by_street():
    event = two()
    event["seats"][0]["fantasyland"] = 13
    reported = found(audited(CASH, event), "SET011")
    assert [each.expected for each in reported] == ["13 dealt, 13 set", *["no more cards"] * 8]


def test_set011_quiet_where_a_hand_was_stopped_half_way():
    """Streets that did not come are no streets of a wrong size."""
    event = two()
    del event["placements"][7:]
    assert found(audited(CASH, event), "SET011") == []


def test_set011_quiet_where_only_the_placements_show_fantasyland():
    first = placed(1, seat(1, QUEENS), seat(2, Z), dealer=2)
    second = placed(2, seat(1, X, fantasyland=13), seat(2, Y), dealer=1)
    del second["seats"][0]["fantasyland"]
    audit = audited(CASH, first, second)
    assert found(audit, "SET011") == found(audit, "SET012") == found(audit, "SET015") == []


# ------------------------------------------------------------------------------- SET012 out-of-turn


def test_set012_fires_by_the_button_and_not_by_the_number_of_the_seat():
    three = placed(1, seat(1, X), seat(2, Y), seat(3, Z), dealer=1)  # 2, 3, 1
    assert found(audited(CASH, three), "SET012") == []
    reported = found(audited(CASH, three | {"dealer": 3}), "SET012")
    assert {(each.seat, each.stated) for each in reported} == {(1, "after seat 3")}


def test_set012_quiet_where_who_is_in_fantasyland_sets_at_any_time():
    event = placed(1, seat(1, X, fantasyland=13), seat(2, Y), dealer=2)
    first, *rest = event["placements"]
    for place in (0, 4, len(rest)):
        moved = event | {"placements": [*rest[:place], first, *rest[place:]]}
        audit = audited(CASH, moved)
        assert found(audit, "SET012") == []
        assert coverage(audit, "SET012").tested == 1


def test_set012_quiet_and_untestable_where_the_button_or_the_placements_were_not_recorded():
    event = swapped(two(), 5, 6)
    del event["dealer"]
    audit = audited(CASH, event, ofc(2, seat(1, X), seat(2, Y), dealer=2))
    assert found(audit, "SET012") == []
    assert untestable(audit, "SET012") == [("the button was not recorded", 1), UNPLACED]


def test_set012_quiet_and_untestable_where_a_placement_is_missing():
    event = two()
    del event["placements"][4]
    audit = audited(CASH, event)
    assert found(audit, "SET012") == []
    reason = "a placement of a seat is missing, so its turns cannot be counted"
    assert untestable(audit, "SET012") == [(reason, 1)]
    assert found(audit, "SET013") != []


# ------------------------------------------------------------------------------- SET013 rows-not-as-placed


def showdown(event, **rows):
    """The hand with other final rows of seat 1."""
    return event | {"seats": [event["seats"][0] | rows, *event["seats"][1:]]}


def test_set013_fires_at_both_rows_between_which_a_card_has_moved():
    moved = showdown(two(), front="Kh9dJc", middle="8s8h4c5d2s")  # 4c and Jc were set the other way round
    reported = found(audited(CARNIVALE, moved), "SET013")
    assert [(each.hand, each.seat, each.stated, each.expected) for each in reported] == [
        (1, 1, "Kh9dJc", "Kh9d4c"),
        (1, 1, "8s8h4c5d2s", "8s8hJc5d2s"),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("violation", "critical", "CARN-deal-single")
    }
    assert "the final front is Kh9dJc; Kh9d4c was placed there" in reported[0].message


def test_set013_fires_where_a_card_came_in_at_the_showdown():
    (other,) = found(audited(CASH, showdown(two(), back="AcAsAd6d3c")), "SET013")
    assert (other.stated, other.expected) == ("AcAsAd6d3c", "AcAs7h6d3c")


def test_set013_fires_for_a_row_of_another_size():
    (empty,) = found(audited(CASH, showdown(two(), front="")), "SET013")
    assert (empty.stated, empty.expected) == ("", "Kh9d4c")
    assert "the final front is empty; Kh9d4c was placed there" in empty.message


def test_set013_fires_where_the_discards_are_others():
    (other,) = found(audited(PINEAPPLE, showdown(pineapple(), discards="2h3h5c6h")), "SET013")
    assert (other.seat, other.stated, other.expected) == (1, "2h3h5c6h", "2h3h5c6s")
    assert "the final discards are 2h3h5c6h; 2h3h5c6s was placed there" in other.message


def test_set013_quiet_for_the_same_cards_in_any_order():
    event = showdown(two(), front="4c9dKh")
    assert found(audited(CASH, event), "SET013") == []
    assert found(audited(PINEAPPLE, showdown(pineapple(), discards="6s5c3h2h")), "SET013") == []


def test_set013_quiet_where_discards_of_the_showdown_were_not_recorded():
    event = pineapple()
    del event["seats"][0]["discards"]
    audit = audited(PINEAPPLE, event)
    assert found(audit, "SET013") == []
    assert coverage(audit, "SET013").agreeing == 1


def test_set013_quiet_and_untestable_where_rows_or_cards_were_not_recorded():
    unset = two(2)
    del unset["seats"][0]["front"]
    for event, reason in (
        (ofc(1, seat(1, X), seat(2, Y)), UNPLACED[0]),
        (unset, "the final rows of a seat were not recorded"),
        (showdown(two(), front="Kh9d??"), "a card of a placement or of a row was not recorded"),
        (with_act(two(), 3, dealt="??", middle="??"), "a card of a placement or of a row was not recorded"),
    ):
        audit = audited(CASH, event)
        assert found(audit, "SET013") == []
        assert untestable(audit, "SET013") == [(reason, 1)]


def test_set013_quiet_where_only_the_seat_says_what_was_discarded():
    event = placed(
        1, seat(1, X, discards="2hAd6s7s"), seat(2, Y, discards="Kd3h6hJs"), dealer=2, variant="pineapple"
    )
    for act in event["placements"]:
        act.pop("discard", None)
    audit = audited(PINEAPPLE, event)
    assert [each.code for each in breaches(audit)] == []
    (wrong,) = found(
        audited(
            PINEAPPLE, event | {"seats": [event["seats"][0] | {"discards": "2hAd6s8h"}, event["seats"][1]]}
        ),
        "SET013",
    )
    assert (wrong.seat, wrong.stated, wrong.expected) == (1, "2hAd6s8h", "2hAd6s7s")


# ------------------------------------------------------------------------------- SET018 placed-by-nobody


def test_set018_fires_where_a_placement_or_a_call_names_a_seat_in_which_nobody_sat():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2)
    event["placements"].append({"seat": 7, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    event["clock_calls"] = [{"at": event["placements"][3]["at"], "seat": 9}]
    reported = found(audited(EVENT, event), "SET018")
    assert [(each.hand, each.seat, each.stated) for each in reported] == [(1, None, 7), (1, None, 9)]
    assert "a placement names seat 7, where nobody sat" in reported[0].message


def test_set018_quiet_in_a_void_deal():
    event = placed(1, seat(1, X), seat(2, Y), dealer=2, void=True)
    event["placements"].append({"seat": 7, "dealt": "2c", "front": "2c", "middle": "", "back": ""})
    assert found(audited(EVENT, event), "SET018") == []
