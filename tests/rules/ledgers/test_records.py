"""What of ledger.md is refused: each with its line, the field's path, what was there, what was expected."""

from tests.cases.kept import CASES
from tests.folding import of_every
from tests.rules.ledgers.build import JACKPOT, bad_beat, closing, drop, header, problems, read, written
from tests.rules.ledgers.lines import every_event, every_line, full_close
from tests.rules.refused import put

TIME = "a time with its offset, such as 2026-03-14T19:42:10-07:00"
EVENTS = {each["event"]: each for each in every_line()}
LEDGERS = [case for case in CASES if "ledger" in case["files"]]


def only(*lines):
    (problem,) = problems(written(*lines))
    return problem


def test_every_line_is_taken():
    file = read(*every_line())
    (account,) = file.header.accounts
    assert (account.opening, account.closing_level, file.header.from_) == (1_000_000, 900_000, "2026-03-01")
    assert [line for line, _ in file.events] == list(range(2, len(every_event()) + 2))
    assert file.close[0] == len(every_line())
    assert file.close[1].balances == {"olympic": 5}


@of_every("case", LEDGERS, ids=lambda case: case["id"])
def test_the_ledgers_of_the_known_answers_are_taken(case):
    assert problems(written(*case["files"]["ledger"])) == []


TURNS = [
    ("ledger", "format", "cardroom-ledger/2", "format", '"cardroom-ledger/2"',
     "a format that is read here: cardroom-ledger/1"),
    ("ledger", "currency", "euro", "currency", '"euro"', "text of the form ^[A-Z]{3}$"),
    ("ledger", "from", "2026-02-30", "from", '"2026-02-30"', "a day, such as 2026-03-14"),
    ("ledger", "until", "2026-03-14T05:00:00+02:00", "until", '"2026-03-14T05:00:00+02:00"', "text of the form"),
    ("ledger", "accounts.0.kind", "jackpots", "accounts[0].kind", '"jackpots"', "(did you mean 'jackpot'?)"),
    ("ledger", "accounts.0.opening", -1, "accounts[0].opening", "-1", "a whole number >= 0"),
    ("ledger", "accounts.0.account", "a\n", "accounts[0].account", '"a\\n"', "printable characters"),
    ("ledger", "accounts", [JACKPOT, JACKPOT], "accounts[1].account", '"olympic"',
     "each account once; accounts[0] has it already"),
    ("ledger", "opening", 1, "opening", "1", "no field 'opening'"),
    ("drop", "event", "dorp", "event", '"dorp"', "(did you mean 'drop'?)"),
    ("drop", "amount", 50.5, "amount", "50.5", "a whole number"),
    ("drop", "amount", None, "amount", "null", "a field that was not recorded is left out"),
    ("drop", "session", "\t", "session", '"\\t"', "printable characters"),
    ("drop", "ruling", "by the floor", "ruling", '"by the floor"', "no field 'ruling'"),
    ("contribution", "prize_pool", "all", "prize_pool", '"all"', "a whole number"),
    ("diversion", "from", "a\n", "from", '"a\\n"', "printable characters"),
    ("diversion", "to", "", "to", '""', "text of length >= 1"),
    ("diversion", "approved", "yes", "approved", '"yes"', "true or false"),
    ("closing", "day", "14 March", "day", '"14 March"', "text of the form"),
    ("closing", "day", "2026-04-31", "day", '"2026-04-31"', "a day, such as 2026-03-14"),
    ("closing", "at", "noon", "at", '"noon"', TIME),
    ("count", "counted_by", "S1", "counted_by", '"S1"', "a list"),
    ("hit", "jackpot", "royal", "jackpot", '"royal"', "one of the values bad_beat, royal_flush"),
    ("hit", "game", "holdm", "game", '"holdm"', "(did you mean 'holdem'?)"),
    ("hit", "seats.0.role", "win", "seats[0].role", '"win"', "(did you mean 'winner'?)"),
    ("hit", "seats.1.seat", 1, "seats[1].seat", "1", "each seat once; seats[0] has it already"),
    ("hit", "seats.0.seat", 11, "seats[0].seat", "11", "a whole number <= 10"),
    ("hit", "seats.0.player", "\t", "seats[0].player", '"\\t"', "printable characters"),
    ("payout", "tournament", "D-1", "hit", '{"hit":"H1","tournament":"D-1"}', "one of `hit` and `tournament`"),
    ("award", "points", 187.5, "points", "187.5", "a whole number or text"),
    ("award", "points", "1/0", "points", '"1/0"', "text of the form"),
    ("ranking_payout", "period", "2026-Q5", "period", '"2026-Q5"', "text of the form"),
    ("ranking_payout", "prizes.0.player", "\t", "prizes[0].player", '"\\t"', "printable characters"),
    ("close", "balances.olympic", "5", "balances[...]", '{"olympic":"5"}', "a whole number"),
]  # fmt: skip


@of_every(("event", "path", "value", "field", "found", "expected"), TURNS)
def test_what_is_refused(event, path, value, field, found, expected):
    changed = put(EVENTS[event], path, value)
    problem = only(*([changed] if event == "ledger" else [header(), changed]))
    assert (problem.line, problem.field, problem.found) == (1 if event == "ledger" else 2, field, found)
    assert expected in problem.expected


REQUIRED = {
    "ledger": "format room ledger currency accounts", "drop": "account amount", "contribution": "account amount",
    "diversion": "from to amount", "closing": "account day balance", "count": "account amount",
    "hit": "hit account jackpot seats", "payout": "account player amount", "award": "account player points",
    "ranking_payout": "account period prizes", "close": "balances",
}  # fmt: skip


@of_every("event", every_line(), ids=lambda event: event["event"])
def test_every_field_that_must_be_there(event):
    required = REQUIRED[event["event"]].split()
    for name in set(event) - {"event"} - ({"hit"} if event["event"] == "payout" else set()):
        less = {key: value for key, value in event.items() if key != name}
        lines = [less] if event["event"] == "ledger" else [header(), less]
        expected = [(len(lines), name, "no such field", "this field, which every such event must have")]
        found = [(each.line, each.field, each.found, each.expected) for each in problems(written(*lines))]
        assert found == (expected if name in required else [])


def test_a_payout_is_of_a_hit_or_of_a_tournament():
    paid = {"event": "payout", "account": "olympic", "player": "S2", "amount": 5}
    assert (
        str(only(header(), paid)) == "line 2, hit: found none of them; expected one of `hit` and `tournament`"
    )
    assert problems(written(header(), paid | {"tournament": "D-1"})) == []


def test_a_file_begins_with_its_ledger_and_ends_with_its_close():
    assert (
        str(only(drop(5)))
        == 'line 1, event: found an event "drop"; expected the "ledger" event on the first line'
    )
    assert (
        str(only(header(), header()))
        == 'line 2, event: found a second "ledger" event; expected one, on the first line'
    )
    assert str(only(header(), full_close(), drop(5))) == (
        "line 3, event: found an event after the close; expected the close of line 2 to be last"
    )


def test_what_can_go_wrong_in_a_ledger_is_taken():
    wrong = [
        bad_beat(amount=10**9), bad_beat(), drop(1) | {"account": "elsewhere"}, closing("2026-03-14", 1),
        closing("2026-03-14", 2), {"event": "payout", "account": "olympic", "player": "X", "amount": 1, "hit": "none"},
        {"event": "close", "balances": {"elsewhere": 1}},
    ]  # fmt: skip
    assert problems(written(header(), *wrong)) == []
