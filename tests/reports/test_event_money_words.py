"""What a report and the command line say of the money of a tournament or a ledger."""

import json

from reports.money_words import nothing_owed, settlement, statements
from reports.story import Story
from tests.cases.money import cases
from tests.cli import kit
from tests.reports import events
from tests.reports.reading import Reading
from tests.rules.events.auditing import audited
from tests.rules.tournaments.build import busts, entries, header


def lines(name):
    """The lines of a known answer."""
    [(_, found)] = next(each["files"] for each in cases() if each["id"] == name).items()
    return found


def said(name):
    """Every sentence on the money of a known answer, with currencies and amounts beside each other."""
    audit = audited(lines(name))
    return [each.replace("\u00a0", " ") for each in (*statements(audit), *settlement(audit))]


def report(name):
    return " ".join(" ".join(Reading(events.pdf(audited(lines(name)))).pages).replace("\u00a0", " ").split())


def test_exchanged_prizes_say_who_owes_whom():
    sentences = said("MD-24")
    assert sentences[0] == "€30.00 was misallocated."
    assert sentences[-1] == "P02 owes P01 €30.00"
    text = report("MD-24")
    assert (
        "1 incident: 2 discrepancies by 11 checks that had something to test; €30.00 was misallocated."
        in text
    )
    assert "Difference: −€30.00. P02 owes P01 €30.00. €30.00 was misallocated." in text
    assert (
        "P01 – – −€30.00" in text
    )  # what it got in all is not known: what was paid for the entry is not recorded
    assert "Have P02 pay P01 €30.00" in text


def test_a_prize_that_is_short_is_owed_by_the_prize_account():
    assert said("MD-25")[-1] == "the prize account owes P02 €10.00"
    assert (
        "Nothing was under-collected where the record shows it; of 3 lines of the file it is not known"
        in " ".join(said("MD-25"))
    )


def test_an_entry_that_is_short_is_owed_to_the_prize_account():
    assert said("MD-26")[-1] == "P01 owes the prize account €5.00"
    assert "Whether money was misallocated is not known (no prize was recorded)." in said("MD-26")


def test_an_account_that_was_counted_short_lacks_it():
    assert said("MD-27")[2].startswith("€2.00 is unaccounted for. Of 1 line of the file it is not known")
    assert (
        said("MD-27")[-1] == "account olympic lacks €2.00 (unaccounted for), and nobody can be asked for it"
    )
    text = report("MD-27")
    assert "€2.00 is unaccounted for. Account olympic lacks €2.00." in text
    assert "account olympic unaccounted for 3 +€2.00" in text


def test_a_drop_above_its_limit_says_that_who_paid_is_not_on_record():
    assert said("MD-28")[-1] == "€1.00 (over-collected): who lacks it is not on record"
    assert "€1.00 was over-collected. Account olympic has it, and who paid it is not on record." in report(
        "MD-28"
    )


def test_where_nothing_differs_only_what_was_compared_is_said():
    paid = [
        {"event": "payout", "player": "P01", "amount": 9_000},
        {"event": "payout", "player": "P02", "amount": 6_000},
    ]
    whole = audited([header(fee=0), *entries(3, paid=5_000), *busts(3, 2), *paid])
    assert Story(whole).sections.get("restitution") is None
    assert (
        nothing_owed(whole) == "Nothing is owed: by the record, every player paid and was paid what was due."
    )
    part = nothing_owed(audited([header(fee=0), *entries(3), *busts(3, 2), *paid]))
    assert part.startswith(
        "Nothing that is known is owed. No money was misallocated. Nothing was over-collected where"
    )
    assert "nobody" not in part
    assert "account" not in part


def test_the_command_line_lists_who_owes_whom(tmp_path):
    path = tmp_path / "tournament.ndjson"
    path.write_text("".join(json.dumps(each) + "\n" for each in lines("MD-24")), "utf-8")
    text = kit.call("audit", path).out.replace("\u00a0", " ")
    assert "Who owes whom\nP02 owes P01 €30.00\n" in text
    assert "the prize of P01 is not the one due, €30.00 misallocated; P02 owes P01 €30.00" in text
