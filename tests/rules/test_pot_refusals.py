"""What of pot-hand.md is refused: each with its line, the field's path, what stood there, what was expected."""

import pytest

from rules.pot_hands import ACTS, GAMES, LIMITS, POSTS, STREETS
from tests.folding import of_every
from tests.rules.pot_lines import every_pot_line, full_pot_hand, full_terms, pot_table_events
from tests.rules.pot_logs import pot_hand, pot_problems, pot_seat
from tests.rules.refused import put

TIME = "a time with its offset, such as 2026-03-14T19:42:10-07:00"
CARDS = "cards such as Qh (rank 23456789TJQKA, suit cdhs), ?? or JK; card 1 is "
ODD = "two characters a card; this text has an odd number"
LEFT_OUT = "; a field that was not recorded is left out"
FULL = full_pot_hand()
PLACE = {act["act"]: place for place, act in enumerate(FULL["acts"])}
PLACE["run"] = next(place for place, act in enumerate(FULL["acts"]) if act["act"] == "run")


def one_of(what, words):
    return f"one of the {what} " + ", ".join(words)


def without(event, *names):
    return {name: value for name, value in event.items() if name not in names}


def only(*events):
    (problem,) = pot_problems(*events)
    return problem


def test_every_line_is_taken():
    assert pot_problems(*every_pot_line()) == []


TURNS = [
    # words that the format does not have
    ("game", "horse", "game", '"horse"', one_of("games", GAMES)),
    ("game", "hold'em", "game", '"hold\'em"', one_of("games", GAMES) + " (did you mean 'holdem'?)"),
    ("limit", "spread_limit", "limit", '"spread_limit"', one_of("limits", LIMITS)),
    ("mix", "horse8", "mix", '"horse8"', "one of the values dealers_choice, eight_game, horse (did you mean 'horse'?)"),
    ("reached", "showdown", "reached", '"showdown"', one_of("streets", STREETS)),
    ("acts.7.street", "Flop", "acts[7].street", '"Flop"', one_of("streets", STREETS) + " (did you mean 'flop'?)"),
    ("acts.10.street", "eighth", "acts[10].street", '"eighth"', one_of("streets", STREETS)),
    ("acts.13.street", 1, "acts[13].street", "1", "text"),
    ("acts.3.act", "allin", "acts[3].act", '"allin"', one_of("acts", ACTS)),
    ("acts.3.act", "rise", "acts[3].act", '"rise"', one_of("acts", ACTS) + " (did you mean 'raise'?)"),
    ("acts.0.kind", "button_blind", "acts[0].kind", '"button_blind"', one_of("posts", POSTS)),
    ("acts.1.said", "uhm", "acts[1].said", '"uhm"', "one of the values all_in, bet, call, check, complete, fold, nothing"),
    ("acts.1.by", "player", "acts[1].by", '"player"', "one of the values dealer, floor, timeout"),
    ("irregularities.0.kind", "brawl", "irregularities[0].kind", '"brawl"', "one of the values"),
    ("irregularities.0.ruling", "ban", "irregularities[0].ruling", '"ban"', "one of the values"),
    ("pots.0.awards.0.half", "hi", "pots[0].awards[0].half", '"hi"', "one of the values"),
    ("fees.0.kind", "drop", "fees[0].kind", '"drop"', "one of the values"),
    # seats
    ("seats", FULL["seats"][:1], "seats", "[{", "a list of length >= 2"),
    ("seats", [pot_seat(n % 10 + 1) for n in range(11)], "seats", "[{", "a list of length <= 10"),
    ("seats.0.seat", 0, "seats[0].seat", "0", "a whole number >= 1"),
    ("seats.0.seat", 11, "seats[0].seat", "11", "a whole number <= 10"),
    ("acts.0.seat", 11, "acts[0].seat", "11", "a whole number <= 10"),
    ("acts.0.seat", 4, "acts[0].seat", "4", "a seat that the hand lists in `seats`"),
    ("acts.15.seat", 10, "acts[15].seat", "10", "a seat that the hand lists in `seats`"),
    ("seats.0.player", "c\n", "seats[0].player", '"c\\n"', "printable characters"),
    ("seats.0.player", "", "seats[0].player", '""', "text of length >= 1"),
    ("seats.0.status", "away", "seats[0].status", '"away"', "one of the values"),
    # numbers
    ("acts.18.times", 1, "acts[18].times", "1", "a whole number >= 2"),
    ("acts.8.run", 0, "acts[8].run", "0", "a whole number >= 1"),
    ("acts.1.to", 600.5, "acts[1].to", "600.5", "a whole number"),
    ("acts.1.to", -1, "acts[1].to", "-1", "a whole number >= 0"),
    ("acts.1.chips", [500], "acts[1].chips[0]", "500", "a list"),
    ("acts.1.chips", [[500], ["25"]], "acts[1].chips[1][0]", '"25"', "a whole number"),
    ("stakes.small_blind", 10**13, "stakes.small_blind", "10000000000000", "a whole number <= 1000000000000"),
    ("seats.0.live_in", -5, "seats[0].live_in", "-5", "a whole number >= 0"),
    ("irregularities.0.act", 24, "irregularities[0].act", "24", "how many of the hand's acts had happened: at most 23"),
    ("irregularities.0.act", -1, "irregularities[0].act", "-1", "a whole number >= 0"),
    # times
    ("shuffled_at", "19:59", "shuffled_at", '"19:59"', TIME),
    ("at", "2026-03-14T20:00:00", "at", '"2026-03-14T20:00:00"', TIME),
    ("acts.1.at", "2026-03-14T20:00:00", "acts[1].at", '"2026-03-14T20:00:00"', TIME),
    ("acts.15.acted_at", "", "acts[15].acted_at", '""', "text of length >= 1"),
    # null is not "not recorded", and no field is unknown
    ("acts.1.to", None, "acts[1].to", "null", "a whole number" + LEFT_OUT),
    ("acts.1.amount", 5, "acts[1].amount", "5", "no field 'amount'"),
    ("acts.3.cards", "AhAd", "acts[3].cards", '"AhAd"', "no field 'cards'"),
    ("seats.0.front", "AhAdAc", "seats[0].front", '"AhAdAc"', "no field 'front'"),
    ("unit", 100, "unit", "100", "no field 'unit'"),
    ("stakes.straddle", 400, "stakes.straddle", "400", "no field 'straddle'"),
]  # fmt: skip


@of_every(("path", "value", "field", "found", "expected"), TURNS)
def test_what_is_refused_is_named(path, value, field, found, expected):
    problem = only(pot_hand(), put(FULL, path, value))
    assert (problem.line, problem.field) == (3, field)
    assert problem.found.startswith(found)
    assert problem.expected.startswith(expected)


REQUIRED = [
    ("", ("hand", "game", "seats")),
    ("seats.0", ("seat", "player")),
    ("seats.0.cash_out", ("amount", "fee")),
    ("acts.0", ("act", "seat", "kind", "amount")),
    ("acts.1", ("seat",)),
    ("acts.2", ("seat", "amount")),
    ("acts.7", ("street", "cards")),
    ("acts.10", ("street", "seat")),
    ("acts.12", ("seat", "cards")),
    ("acts.13", ("seat", "street", "discard", "cards")),
    ("acts.15", ("seat", "at")),
    ("acts.18", ("times",)),
    ("acts.21", ("seat",)),
    ("pots.0", ("pot", "amount")),
    ("pots.0.awards.0", ("seat", "amount")),
    ("fees.0", ("kind", "amount")),
    ("irregularities.0", ("kind",)),
]


@of_every(("path", "name"), [(path, name) for path, names in REQUIRED for name in names])
def test_what_must_be_there_is_missed(path, name):
    event = FULL
    if path:
        holder = event
        for step in path.split("."):
            holder = holder[int(step) if step.isdigit() else step]
        event = put(FULL, path, without(holder, name))
    else:
        event = without(FULL, name)
    problem = only(event)
    expected_path = "".join(
        f"[{step}]" if step.isdigit() else f".{step}" for step in (*path.split("."), name) if step
    )
    assert (problem.line, problem.field, problem.found) == (
        2,
        expected_path.removeprefix("."),
        "no such field",
    )
    assert problem.expected == "this field, which every such event must have"


TEXTS_OF_CARDS = [
    "seats.0.hole", "seats.2.up", "seats.2.cards", "boards.0", "boards.1", "acts.7.cards", "acts.7.burn", "acts.9.cards",
    "acts.10.up", "acts.10.burn", "acts.11.down", "acts.12.cards", "acts.13.discard", "acts.13.cards", "acts.13.offered",
    "acts.21.cards",
]  # fmt: skip


@pytest.mark.slow
@of_every(
    ("path", "text"), [(path, text) for path in TEXTS_OF_CARDS for text in ("AhA", "1h", "ah", "é", "A\n")]
)
def test_cards_that_do_not_exist_are_refused_wherever_they_are(path, text):
    problem = only(pot_hand(), put(FULL, path, text), pot_hand(2))
    steps = [f"[{step}]" if step.isdigit() else f".{step}" for step in path.split(".")]
    assert (problem.line, problem.field) == (3, "".join(steps).removeprefix("."))
    assert problem.expected.startswith(ODD if len(text) % 2 else CARDS)


def test_a_seat_that_is_listed_twice():
    problem = only(pot_hand(1, pot_seat(2), pot_seat(1), pot_seat(2)))
    assert (problem.field, problem.found, problem.expected) == (
        "seats", "seat 2 twice", "every seat of a hand listed once",
    )  # fmt: skip


def test_a_card_that_is_neither_up_nor_down():
    problem = only(put(FULL, "acts.10", without(FULL["acts"][10], "up")))
    assert (problem.field, problem.found) == ("acts[10]", "neither up nor down")
    assert problem.expected == "the cards of the seat as `up`, `down` or both"
    assert pot_problems(put(FULL, "acts.10.down", "9h")) == []


def test_an_irregularity_after_the_last_act_is_taken_and_one_beyond_it_is_not():
    acts = [{"act": "fold", "seat": 1}, {"act": "fold", "seat": 2}]

    def at(act, acts):
        return pot_hand(acts=acts, irregularities=[{"kind": "misdeal"}, {"kind": "misdeal", "act": act}])

    assert pot_problems(at(2, acts)) == []
    problem = only(pot_hand(acts=acts), at(3, acts))
    assert (problem.line, problem.field, problem.found) == (3, "irregularities[1].act", "3")
    assert pot_problems(at(1, [])) != []
    assert pot_problems(at(1, None)) == []  # acts that were not recorded are not none


TABLE = pot_table_events()
OF_THE_TABLE = [
    (0, "charge", "free", "charge", '"free"', "one of the values"),
    (0, "limit", "no limit", "limit", '"no limit"', one_of("limits", LIMITS) + " (did you mean 'no_limit'?)"),
    (0, "consent", [11], "consent[0]", "11", "a whole number <= 10"),
    (0, "at", "20:00", "at", '"20:00"', TIME),
    (0, "by", "\x00", "by", '"\\u0000"', "printable characters"),
    (0, "unit", 5, "unit", "5", "no field 'unit'"),
    (1, "kind", "gone", "kind", '"gone"', "one of the values"),
    (1, "drawn", "1s", "drawn", '"1s"', CARDS),
    (1, "from_table", "a\n", "from_table", '"a\\n"', "printable characters"),
    (1, "waiting", -1, "waiting", "-1", "a whole number >= 0"),
    (2, "level", "10", "level", '"10"', "a whole number"),
    (2, "hand", 3, "hand", "3", "no field 'hand': a jackpot of the kind 'close' has none"),
    (3, "hit", "straight", "hit", '"straight"', "one of the values"),
    (3, "level", 3, "level", "3", "no field 'level': a jackpot of the kind 'hit' has none"),
    (3, "payouts.0.player", "a\n", "payouts[0].player", '"a\\n"', "printable characters"),
]


@of_every(("which", "path", "value", "field", "found", "expected"), OF_THE_TABLE)
def test_what_is_refused_beside_hands(which, path, value, field, found, expected):
    problem = only(put(TABLE[which], path, value)) if path != "hand" else only(TABLE[which] | {path: value})
    assert (problem.line, problem.field, problem.found) == (2, field, found)
    assert problem.expected.startswith(expected)


@pytest.mark.parametrize(
    ("which", "name", "kind"),
    [(2, "level", "close"), (3, "hit", "hit"), (3, "hand", "hit"), (3, "payouts", "hit")],
)
def test_each_kind_of_jackpot_has_its_fields(which, name, kind):
    problem = only(without(TABLE[which], name))
    assert (problem.field, problem.found) == (name, "no such field")
    assert problem.expected == f"this field, which every jackpot of the kind '{kind}' must have"


@pytest.mark.parametrize(("which", "name"), [(0, "at"), (1, "at"), (1, "player"), (1, "kind"), (2, "kind")])
def test_what_every_event_beside_hands_has(which, name):
    assert only(without(TABLE[which], name)).field == name


def test_problems_of_many_hands_are_in_the_order_of_their_lines():
    odd = [put(FULL, "acts.1.at", "x"), pot_hand(2), put(FULL, "acts.0.seat", 4), put(FULL, "boards.1", "x")]
    found = pot_problems(*odd)
    assert [(each.line, each.field) for each in found] == [
        (2, "acts[1].at"),
        (4, "acts[0].seat"),
        (5, "boards[1]"),
    ]


def test_fields_for_ones_own_use_are_ignored_everywhere():
    event = put(FULL, "acts.1._note", "x") | {"_own": 1}
    assert pot_problems(put(event, "seats.0._note", {"a": 1}), full_terms() | {"_own": 1}) == []


def test_events_of_tournaments_stay_reserved():
    problem = only({"event": "payout"})
    assert (
        problem.expected == "an event of cardroom-log/1; 'payout' is kept for a later version of the format"
    )
    assert "pot_hand, terms, seat, jackpot" in only({"event": "hand"}).expected
