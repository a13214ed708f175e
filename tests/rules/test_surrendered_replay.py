"""What the replay of a hand says of seats that surrendered."""

from tests.rules.build import A, B, C, hand, replays, seat, session

GIVEN_UP = hand(1, seat(1, A, 200), seat(2, B, -400, surrendered=True), seat(3, C, 200))


def test_a_replay_says_that_a_surrender_has_no_price():
    (point,) = replays(GIVEN_UP)[0]["undetermined"]
    assert (point["code"], point["seats"]) == ("SUR001", [2])
    assert point["message"] == "Surrendered, and the ruleset has no price for a surrender."
    assert replays(session(ruleset="wsgc-surrender"), GIVEN_UP)[0]["undetermined"] == []


def test_a_replay_shows_the_bonuses_of_a_hand_unless_it_surrendered_or_the_deal_is_void():
    """Three aces in front are worth 2 units, three kings in the middle 1, four tens at the back 3."""
    full = "AhAdAs KhKdKsQsQd TsThTdTc9s"
    events = [
        hand(1, seat(1, full), seat(2, C)), hand(2, seat(1, full, surrendered=True), seat(2, C)),
        hand(3, seat(1, full), seat(2, C), void=True),
    ]  # fmt: skip
    shown = [each["seats"][0]["royalties"] for each in replays(session(ruleset="wsgc-full"), *events)]
    none = {"front": 0, "middle": 0, "back": 0}
    assert shown == [{"front": 2, "middle": 1, "back": 3}, none, none]
