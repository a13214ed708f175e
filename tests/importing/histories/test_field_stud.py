"""Seventh street of stud, which is dealt face down, and hands that a site folds for a player who is all in."""

from tests.folding import of_every
from tests.importing.histories.field_files import deviations, hands, nets, problems, read


@of_every(
    ("name", "expected"),
    [
        ("stud-river-called-a", {"Ann": 135, "Bob": -147, "Hero": -2}),
        ("stud-river-called-b", {"Oda": 270, "Piet": -294, "Hero": -4}),
        ("stud-river-hero-folded-a", {"Ann": 99, "Bob": -107, "Hero": -2}),
        ("stud-river-hero-folded-b", {"Oda": 198, "Piet": -214, "Hero": -4}),
        ("stud-seventh-unseen-a", {"Ann": -5, "Bob": 105, "Cid": -105}),
        ("stud-seventh-unseen-b", {"Eva": -5, "Fin": 28, "Gus": -25}),
    ],
)
def test_seventh_street_is_dealt_to_every_live_seat_though_nobody_sees_it(name, expected):
    done = read(f"{name}.txt")
    assert nets(done, *expected) == expected
    (row,) = hands(done)
    folded = {act["seat"] for act in row["acts"][:9] if act["act"] == "fold"}
    dealt = [act for act in row["acts"] if act["act"] == "card" and act["street"] == "seventh"]
    assert dealt == [
        {"act": "card", "street": "seventh", "seat": seat["seat"], "down": "??"}
        for seat in row["seats"]
        if seat["seat"] not in folded
    ]
    assert (problems(done), deviations(done)) == ([], [])


@of_every("part", ["a", "b"])
def test_a_fold_of_a_seat_that_is_all_in_is_the_sites(part):
    """The seat's whole stack was its ante: it has no turn to fold in. Pots that the same seats contest are one."""
    done = read(f"allin-folds-{part}.txt")
    (row,) = hands(done)
    kills = [act for act in row["acts"] if act["act"] == "fold" and act.get("by") == "dealer"]
    assert kills == [{"act": "fold", "seat": 3, "by": "dealer"}]
    assert (problems(done), deviations(done)) == ([], [])
