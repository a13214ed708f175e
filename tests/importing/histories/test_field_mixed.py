"""Files that were put together of the texts of several sites."""

from tests.importing.histories.field_files import FIELD, hands, nets, problems, read
from tests.importing.histories.originals import brought_in, originals

WINNING = originals("winning")["winning/55280000.txt"]
_DO = "Save them as a file of their own, and import that too."


def test_hands_of_another_site_are_counted_and_those_of_the_first_are_read():
    for part, names, amounts in (
        ("a", ("Bea", "Cal", "Dov"), (-4130, 3980, -100)),
        ("b", ("Sven", "Tess", "Uma"), (-8260, 7960, -200)),
    ):
        done = read(f"mixed-sites-{part}.txt")
        assert problems(done) == [(True, "line 1", "1 hand of GGPoker", "hands of PokerStars only", _DO)]
        assert nets(done, *names) == dict(zip(names, amounts, strict=True))


def test_hands_of_other_sites_between_and_after_cost_no_hand():
    first, second = (FIELD / "mixed-sites-a.txt").read_text().split("\n\n\n")
    again = second.replace("#9001", "#9002")
    done = brought_in(f"{second}\n\n{first}\n\n{WINNING}\n\n{first}\n\n{again}")
    assert [hand["hand"] for hand in hands(done)] == [9001, 9002]
    line = second.count("\n") + 3
    after = line + first.count("\n") + 2
    assert problems(done) == [
        (True, f"line {line}", "2 hands of GGPoker", "hands of PokerStars only", _DO),
        (True, f"line {after}", "1 hand of the Winning Poker Network", "hands of PokerStars only", _DO),
    ]
