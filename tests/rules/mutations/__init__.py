"""An altered record is found: cases of every ruleset again, with one recorded fact changed.

Each change that alters what is due, repeats a card or contradicts another field of the hand must give a violation or a
discrepancy on that hand and on the seats concerned, and on no others. `due` works out what is due and
`expected` what contradicts what, with the plain scorer (tests.plain.closed) and nothing of rules/. CANNOT_SHOW (`listed`)
lists the kinds of change that no audit of one hand can see, and why; the list is tested as well: such a change gives no
violation and no discrepancy.

Two versions of each hand: `bare`, as the case has it (rows and nets), and `full`, with the deal, stacks, marks, transfers,
pool and fees recorded too, so that there is more to contradict. What compares the hands of a log with each other (their
numbers, most of their times, the unit, whole deals) is tested in tests.rules.checks.
"""
