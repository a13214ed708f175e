"""What a value of a parameter means in open-face play, in a sentence. Other values have the sentence of closed games."""

from __future__ import annotations

from typing import Any

OPEN_FACE: dict[str, dict[Any, str]] = {
    "stakes.medium": {
        "cash": "Units are paid in money.",
        "tournament_chips": "Points are paid in tournament chips, which are no money: all amounts here are chips.",
    },
    "ranking.royal": {
        "apart": "A royal flush earns its own royalties, and not those of a straight flush as well.",
        "both": "A royal flush earns its own royalties and those of a straight flush.",
    },
    "ranking.wheel": {
        "low": "A-2-3-4-5 is the lowest straight; of one suit it is the lowest straight flush, and no royal flush.",
    },
    "placement.order": {
        "left_of_button": "Players act seat by seat, clockwise, beginning with the seat to the left of the button.",
    },
    "set_order.foul.royalties": {
        "paid": "It also pays the royalties of each legal hand.",
        "none": "It does not pay the royalties of a legal hand.",
    },
    "set_order.foul.own_royalties": {
        "void": "Its own royalties count for nothing.",
        "kept": "Its own royalties are paid to it as to a legal hand.",
        "paid": "Its own royalties count against it: it pays them to each opponent.",
    },
    "set_order.foul.against_foul": {
        "nothing": "Two fouled hands owe each other nothing.",
        "rows": "Two fouled hands compare their rows, without royalties.",
    },
    "royalties.both": {
        "both_pay": "If both players of a pair hold royalties, each pays the other, so that the difference moves.",
        "higher_only": "If both players of a pair hold royalties in a row, only the higher one is paid.",
    },
    "sweep.pair.two_and_a_tie": {
        True: "Two rows won and one tied are a scoop as well.",
        False: "All three rows must be won; two and a tie are no scoop.",
    },
    "penalties.missed_hand.receives": {
        "nothing": "He is paid nothing in that hand, not even what a fouled hand pays.",
        "fouls": "He is paid no penalties, but fouled hands pay him as they pay every player.",
    },
    "penalties.missed_hand.active": {
        "dealt_in": "Every player who was dealt in is active, also with a fouled hand.",
        "legal": "Only legal hands are active.",
    },
    "penalties.exposed_card.active": {
        "dealt_in": "Every player who was dealt in is active, also with a fouled hand.",
        "legal": "Only legal hands are active.",
    },
    "chips.limit": {
        "table_stakes": "Nobody can win or lose more chips in a hand than he began it with.",
        "in_full": "A debt is paid in full. What a player has been paid in the hand he can pay on in it.",
    },
    "chips.cover": {
        "gross_both_sides": (
            "A payment uses up the chips of both: those of the payer, and as many of the winner's own, who puts what he wins "
            "aside until the hand is settled. A player whose chips were all in action neither pays nor is paid."
        ),
        "payer_only": "Only the payer's chips limit a payment; those of the winner are used up as far as they go.",
    },
    "chips.order": {
        "left_of_button": "The seat to the left of the button comes first, the others follow clockwise.",
        "from_first_seat": "The seat of the lowest number comes first, the others follow clockwise.",
    },
    "chips.sequence": {
        "pairs": (
            "What two players owe each other is one amount, and pairs are settled one after the other: the first player with "
            "the second, third and fourth, then the second with the third and fourth, then the third with the fourth."
        ),
        "payer_rounds": "Each player in turn pays all that he owes.",
        "receiver_rounds": "Each player in turn is paid all that he is owed.",
    },
    "chips.fraction": {
        "exact": "A player who has too little pays what he has, even if that is no whole point.",
        "whole_units": "A player who has too little pays as many whole points as he can.",
    },
    "chips.penalties": {
        "with_rest": "Penalties are a part of that amount.",
        "first": "Penalties are paid before everything else.",
        "last": "Penalties are paid after everything else.",
    },
    "chips.elimination": {
        "no_chips": "A player who has no chips at the end of a hand is out of the event.",
    },
    "chips.zero": {
        "stays": (
            "A player who has paid his debts with his last chip is not out while others may still pay him; he is out "
            "if he has nothing at the end of the hand."
        ),
        "out_at_once": "A player who has paid his last chip is out at once.",
    },
    "clock.expiry.then": {
        "force": (
            "When the time is over the card goes to the first row, from the front on, in which it does not make a foul "
            "certain. Nobody's hand is fouled for time."
        ),
        "foul": "When the time is over the hand is ruled fouled, whatever its cards are, and pays as any fouled hand.",
    },
    "clock.expiry.guaranteed": {
        "no_completion": "A foul is certain where no cards that are still unseen can complete the hand legally.",
        "complete_rows": "A foul is certain where rows that are complete are out of order.",
    },
    "clock.expiry.no_row": {
        "front_most": "Where every row makes a foul certain, it goes to the first row from the front that has room.",
        "back_most": "Where every row makes a foul certain, it goes to the first row from the back that has room.",
        "choice": "Where every row makes a foul certain, the player chooses.",
    },
    "clock.expiry.first_five": {
        "one_by_one": "Of the first five cards those not yet placed go one by one, as they were dealt, by the same rule.",
        "foul": "A player who has not placed his first five cards in time has a fouled hand.",
    },
    "presence.leaving": {
        "foul": (
            "The hand of a player who leaves the table while something is left to decide is ruled fouled, and pays as any "
            "fouled hand."
        ),
    },
    "presence.no_decisions": {
        "one_row_or_dead": (
            "Nothing is left to decide where all cards to come can go in one row only, or where the hand is fouled past rescue."
        ),
        "examples": (
            "Nothing is left to decide in two situations only: where all cards to come can go in front only, or where the "
            "hand is fouled past rescue."
        ),
    },
    "event.levels.counter": {
        "table": "The hands are those of the table: a player who is moved plays at the level of his new table.",
        "global": "The hands are those of the event, all tables together.",
        "player": "The hands are those of each player.",
    },
    "event.levels.after_last": {
        "repeat": "The last level goes on until the event is won.",
        "undefined": "Hands after the last level are outside the schedule.",
    },
}  # fmt: skip
