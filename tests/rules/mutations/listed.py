"""The kinds of change that no audit of one hand can see, and why."""

ALIKE = "the hand is settled alike, and nothing else in it records what was changed"
UNPRICED = "the controls have no price for what happened, and what they do say still holds; undetermined"
WITHDRAWN = (
    "evidence is withdrawn: what it would have shown is untestable, which the coverage says; it is no breach"
)

WHY = {
    ALIKE: [
        "another card, the same due",
        "cards exchanged, the same due",
        "rows exchanged, the same due",
        "rows of other sizes exchanged, the same due",  # of a natural, which needs no rows
        "cards of two seats exchanged, the same due",
        "rows of two seats exchanged, the same due",
        "hands of two seats exchanged, the same due",
        "surrendered, the same due",
        "surrendered no more, the same due",
        "a surrender not recorded, the same due",
        "a declaration not recorded, the same due",
        "another natural declared, held too, the same due",
        "a ruling on a hand, the same due",
        "another banker, the same due",
        "another mark of the side bet, the same due",
        "one more player, the same due",
        "another unit, nothing due",
        "void, nothing due",
        "a misdeal ruled, nothing settled",
        "a player left out who won and lost nothing",
    ],
    UNPRICED: [
        "another card, no price",
        "cards exchanged, no price",
        "rows exchanged, no price",
        "rows of other sizes exchanged, no price",
        "cards of two seats exchanged, no price",
        "rows of two seats exchanged, no price",
        "hands of two seats exchanged, no price",
        "a ruling on a hand, no price",
        "one more player, no price",
        "another unit, no price",
        "nets exchanged, no price",
        "paid the other way, no price",
        "paid to another, no price",
        "paid by another, no price",
        "a transfer left out, no price",
        "a transfer twice, no price",
        "one more transfer, no price",
    ],
    WITHDRAWN: [
        "a card not recorded",
        "a row not recorded",
        "no row recorded",
        "a dealt card not recorded",
        "the deal of a seat not recorded",
        "a net not recorded",
        "the unit not recorded",
        "a stack not recorded",
        "the button not recorded",
        "the banker not recorded",
        "no transfers recorded",
        "the units of a transfer not recorded",
        "no pool recorded",
        "no fees recorded",
        "the time not recorded",
        "the foul mark not recorded",  # the cards decide
    ],
    "absent says the same": ["a mark left out that says no"],
    "it says what the rest of the record says": ["a mark that says what is so anyway"],
    "whether it is a foul is a reading of the controls: level rows, rows of a natural nobody declared; undetermined": [
        "marked fouled as a reading has it"
    ],
    "no payment of the hand depends on where the button is": ["another button"],
    "whether it is a dead button shows in the hands before; undetermined where it may be": [
        "a button at an empty seat"
    ],
    "no payment of the hand depends on where a player sits": ["another seat number"],
    "one pseudonym is as good as another": ["another player id"],
    "the game does not limit payments by stacks, or this stack suffices, or not all are known": [
        "a stack that limits nothing"
    ],
    "the game settles in no order, or not these payments": ["transfers in another order"],
    "the chips in front limit what is paid; less than the units' worth may be right": [
        "more units than the chips in front allowed to be paid"
    ],
    "only the rake is fixed; which part of it goes to the jackpot is stated nowhere": [
        "a fee that no rule fixes"
    ],
    "the game has no rule for a banker, a forced dealer or a side bet: undetermined": [
        "a mark that the game has no rule for"
    ],
    "it moves no money by itself": ["a ruling that changes nothing"],
    "no rule speaks of it": ["a note that no rule asks for"],
}
UNPRICED_RULESETS = {"classic-single-winner", "classic-no-pictures"}
CANNOT_SHOW = {what: why for why, kinds in WHY.items() for what in kinds}
