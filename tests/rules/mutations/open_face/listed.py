"""The kinds of change that no audit can see, and why."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.mutations.open_face import why
from tests.rules.mutations.open_face.gaps import COULD_SHOW, UNTOUCHED_AND_NEEDED
from tests.rules.mutations.open_face.why import Case, Why

IN_OTHER_WORDS = (
    "marked played", "the cards of a row in another order", "the cards of an act in another order",
    "the same time of another offset", "an empty discard", "one more transfer of nothing", "eliminated twice",
)  # fmt: skip
NOT_RECORDED = (
    "a card", "a card of the discards", "a card that was dealt", "a card that was set", "a net", "a row", "a stack",
    "all clock calls", "all irregularities", "all placements", "all transfers", "fantasyland",
    "that the hand was missed", "the button", "the by of an irregularity", "the cards of an irregularity",
    "the discard of an act", "the discards", "the foul mark", "the level", "the nets of everybody",
    "the rows of everybody", "the ruling of an irregularity", "the seat of an event", "the seat of an irregularity",
    "the stacks of everybody", "the unit", "the units of a transfer", "the units of an irregularity",
    "the when of an irregularity", "when an act was", "when the hand ended", "when the hand was dealt",
    "whether the deal was void", "who called a clock", "who was eliminated",
)  # fmt: skip
OF_CARDS = (
    "another card", "two cards exchanged", "two rows exchanged", "cards of two seats exchanged",
    "rows of two seats exchanged",
)  # fmt: skip
OF_A_VOID_DEAL = (
    *OF_CARDS, "a card doubled", "a card dropped", "a card moved to another row", "a card that is there already",
    "a joker", "a player left out", "one more player", "one more player without cards",
    "one more player who missed the hand", "a played hand marked missed", "a seat that was dealt nothing",
    "another foul mark", "another fantasyland", "fantasyland", "another seat number",
)  # fmt: skip
OF_TIME = (
    "an act at another time", "a clock acted on", "a clock called at another time",
    "a clock never acted on", "one more clock call", "one more clock never acted on", "dealt some seconds from then",
    "dealt at another time", "ended some seconds from then", "ended at another time",
)  # fmt: skip
OF_RULINGS = (
    "one more irregularity", "an irregularity of another kind", "an irregularity of another seat",
    "an irregularity at another moment", "another ruling", "a penalty of other units",
)  # fmt: skip
OF_EVENTS = (
    "an event of another kind",
    "an event of another seat",
    "a ruling of an event",
    "an event at another time",
)
UNKNOWN_DUE = (
    "one more player without cards", "one more player who missed the hand", "a seat that was dealt nothing",
    "a missed hand marked played", "one more irregularity",
)  # fmt: skip

# Of the reasons of a kind the first that holds is the one that counts.
CANNOT_SHOW = (
    Why("it says the same in other words", why.always, IN_OTHER_WORDS),
    Why(
        "evidence is withdrawn: what it would have shown is untestable, or something else shows it (UNTOUCHED)",
        why.withdrawn,
        tuple(f"{each} not recorded" for each in NOT_RECORDED),
    ),
    Why("the deal was void, and an irregularity says why: nothing was won or lost", why.void, OF_A_VOID_DEAL),
    Why(
        "a penalty was ruled that the controls do not price: it can explain what was paid; undetermined",
        why.explained,
        ("an irregularity of another kind",),
    ),
    Why(
        "the hand is settled alike, and nothing else in it records what was changed",
        why.settled_alike,
        (
            *OF_CARDS,
            "another card of the discards",
            "another foul mark",
            "another unit",
            "void",
        ),
    ),
    Why(
        "what is due is not known any more, and has no price or is for a person to decide",
        why.not_known,
        UNKNOWN_DUE,
    ),
    Why(
        "no act and no payment of the hand counts from the button",
        why.settled_alike,
        ("another button", "a button at an empty seat"),
    ),
    Why("chips limit nothing in a cash game", why.unlimited, ("a stack where none were", "another stack")),
    Why(
        "the same is paid with other chips in front, and no hand before this one says how many there were",
        why.settled_alike,
        ("another stack",),
    ),
    Why(
        "the game has no levels, or nobody can be eliminated: undetermined",
        why.always,
        ("a level", "somebody eliminated where nobody can be"),
    ),
    Why(
        "another reading of how debts are paid puts out who is recorded: undetermined",
        why.limited,
        ("another one eliminated",),
    ),
    Why(
        "the chips in front limit what is paid: less than the units' worth may be right",
        why.limited,
        ("other units", "units of a part of a unit"),
    ),
    Why("a cash game settles in no order", why.unlimited, ("transfers in another order",)),
    Why(
        "the cards may as well have come in that order",
        why.of_one_street,
        ("two acts of a seat in another order",),
    ),
    Why(
        "who sets all cards at once may do so at any time",
        why.settled_alike,
        ("two neighbours in another order",),
    ),
    Why("one pseudonym is as good as another", why.always, ("another player id",)),
    Why("no rule asks for it", why.always, ("a clock called by another", "a note that no rule asks for")),
    Why(
        "what is noted twice happened once",
        why.settled_alike,
        ("a clock call twice", "an irregularity twice"),
    ),
    Why(
        "what nobody noted did not happen",
        why.settled_alike,
        ("a clock call left out", "an irregularity left out"),
    ),
    Why("it has no price, and nothing on record shows whether it happened", why.settled_alike, OF_RULINGS),
    Why("no rule speaks of it, or the player had nothing left to decide", why.always, OF_EVENTS),
    Why("the time fits all that it can be compared with", why.in_time, OF_TIME),
)

# Evidence that was withdrawn and leaves every check tested.
UNTOUCHED = {
    **UNTOUCHED_AND_NEEDED,
    "a stack not recorded": "chips limit nothing in a cash game",
    "the stacks of everybody not recorded": "chips limit nothing in a cash game",
    "all irregularities not recorded": "what nobody noted did not happen",
    "the ruling of an irregularity not recorded": "what nobody noted did not happen",
    "whether the deal was void not recorded": "what nobody noted did not happen",
    "the by of an irregularity not recorded": "no rule asks for it",
    "the cards of an irregularity not recorded": "no rule asks for it",
    "the when of an irregularity not recorded": "the hand was fouled, or no rule asks for it",
    "who called a clock not recorded": "no rule asks for it",
    "the units of an irregularity not recorded": "the controls have the price",
    "the units of a transfer not recorded": "the amount is compared with what was due",
    "the foul mark not recorded": "the cards decide, and the nets show how it was paid",
    "fantasyland not recorded": "the placements show it",
    "when the hand ended not recorded": "nothing follows",
}

# Checks that test only what a statement says: where it is withdrawn, nothing is left of it to test or to leave open.
OF_THE_STATEMENT = {
    "all irregularities not recorded": {"IRR012"},  # the number of cards that one states
}


def reasons(case: Case) -> Iterator[Why]:
    every = (*COULD_SHOW, *CANNOT_SHOW)
    yield from (each for each in every if case.change.what in each.kinds and each.holds(case))
