"""An altered record is found: cases of every ruleset again, with one recorded fact changed.

Each change that alters what is due, repeats a card or contradicts another field of the hand must give a violation or a
discrepancy on that hand and on the seats concerned, and on no others. What is due, and what contradicts what, is told by
`due` and `told`, on top of the plain scorer (tests.plain.closed): nothing of rules/. CANNOT_SHOW (`listed`) is the list
of the kinds of change that no audit of one hand can see, and why; the list is held to be true as well: such a change
gives no violation and no discrepancy.

Two versions of each hand: `bare`, as the case has it (rows and nets), and `full`, with the deal, stacks, marks, transfers,
pool and fees recorded too, so that there is more to contradict. What holds hands of a log against each other (their
numbers, most of their times, the unit, whole deals) is in tests.rules.checks.
"""
