"""An altered record is found: every case of the commission again, with one recorded fact changed.

Each change that alters what is due, repeats a card or contradicts another field of the hand must give a violation or a
discrepancy on that hand and on the seats concerned. What is due is told by the plain scorer, which shares no code with
rules/. CANNOT_SHOW lists the kinds of change that no audit of one hand can see, and why; the test holds the list to be
true as well: such a change gives no violation and no discrepancy.

Two versions of each case: `bare`, as it stands (rows and nets), and `full`, with the deal, stacks, flags and transfers
recorded too, so that there is more to contradict.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

import pytest

from rules.audit import BytesSource, audit_log
from tests.plain.deals import DECK
from tests.plain.scorer import SYSTEMS, Result, Seat, naturals_by_search, score
from tests.rules.build import Event
from tests.rules.lines import WSGC_CASES as CASES

ROWS = ("front", "middle", "back")
NATURALS = ("three_straights", "three_flushes", "six_pairs", "dragon")
CAP = 1000

CANNOT_SHOW = {
    "another card, the same due": "the hand would have been settled alike, and nothing else records which card it was",
    "cards exchanged, the same due": "as above: each card is still there once and every result is what it would be",
    "a card not recorded": "evidence is withdrawn, so the hand becomes untestable, which the coverage says; it is no breach",
    "a net not recorded": "as above: what is not recorded is never taken for wrong",
    "the unit not recorded": "as above: without a unit nothing about money can be tested",
    "another unit, nothing due": "where every pair comes to nothing, no money depends on the unit",
    "a stack": "no wsgc system limits payments by stacks; a loss beyond the stack is undetermined",
    "the foul mark not recorded": "absent: the cards decide, and whether the floor ruled is untestable (replay.md)",
    "a declaration not recorded": "declare = automatic: a natural wins whether or not declared; undetermined (replay.md)",
    "another natural declared, held too": "all naturals pay the same, and the claim is true",
    "void, nothing due": "nothing was won or lost either way; that the record does not say why is undetermined",
    "a button at an empty seat": "the controls say nothing of a dead button; undetermined",
    "another button": "no wsgc payment depends on where the button is",
    "another player id": "one pseudonym is as good as another",
    "another seat number": "no wsgc payment depends on where a player sits",
    "a player left out who won and lost nothing": "the results of the others are what they would be without him",
    "a mark that no wsgc system uses": "aces, banker and forced dealer change nothing in these systems",
}


@dataclass
class Change:
    """A hand with one fact changed. seats: where a breach must be told; hand: one that names no seat will do."""

    what: str
    hand: Event
    seats: set[int] = field(default_factory=set)
    somewhere: bool = False

    @property
    def shows(self) -> bool:
        return bool(self.seats) or self.somewhere


# ------------------------------------------------------------------------------- what is due, by the plain scorer


def cards_of(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def plain_seat(seat: Event) -> Seat:
    rows = (cards_of(seat[row]) for row in ROWS)
    return Seat(*rows, surrendered=seat.get("surrendered", False))


_naturals: dict[frozenset[str], set[str]] = {}


def naturals(cards: list[str]) -> set[str]:
    key = frozenset(cards)
    if key not in _naturals:
        _naturals[key] = naturals_by_search(cards)
    return _naturals[key]


def due(hand: Event, system: str) -> tuple[dict[int, int | None], Result]:
    """Money due by seat."""
    seats = sorted(hand["seats"], key=lambda each: each["seat"])
    result = score([plain_seat(seat) for seat in seats], system, naturals)
    money = [None if units is None else units * hand["unit"] for units in result.units]
    return dict(zip([seat["seat"] for seat in seats], money, strict=True)), result


def wronged(hand: Event, system: str) -> set[int]:
    """Seats whose recorded net is not what is due."""
    money, _ = due(hand, system)
    return {
        seat["seat"]
        for seat in hand["seats"]
        if "net" in seat and money[seat["seat"]] not in (None, seat["net"])
    }


def with_everything(hand: Event, system: str) -> Event:
    """The hand with all that can be recorded of it."""
    hand = deepcopy(hand)
    _, result = due(hand, system)
    numbers = sorted(seat["seat"] for seat in hand["seats"])
    for seat in hand["seats"]:
        place = numbers.index(seat["seat"])
        seat |= {"stack": 100_000, "dealt": "".join(sorted(cards_of("".join(seat[row] for row in ROWS))))}
        seat |= {"surrendered": seat.get("surrendered", False), "fouled": result.fouled[place]}
        if result.natural[place] and not seat["surrendered"]:
            seat["declared"] = sorted(result.natural[place])[0]
    hand["transfers"] = [
        {
            "payer": numbers[b if units > 0 else a],
            "payee": numbers[a if units > 0 else b],
            "units": abs(units),
            "amount": abs(units) * hand["unit"],
        }
        for (a, b), units in result.pairs.items()
        if units
    ]
    return hand


# ------------------------------------------------------------------------------- the changes


def changes(hand: Event, system: str) -> Iterator[Change]:
    full = "transfers" in hand
    yield from cards_changed(hand, system, full)
    yield from cards_exchanged(hand, system, full)
    yield from rows_of_another_size(hand)
    yield from results_changed(hand)
    yield from stakes_changed(hand, system)
    yield from flags_changed(hand, system)
    yield from declarations_changed(hand, system)
    yield from people_changed(hand, system, full)
    if full:
        yield from payments_changed(hand)
        yield from deals_changed(hand)


def put(hand: Event, place: int, name: str, value: object) -> Event:
    """The hand with another value in a seat; None takes the field out."""
    hand = deepcopy(hand)
    if value is None:
        hand["seats"][place].pop(name, None)
    else:
        hand["seats"][place][name] = value
    return hand


def with_card(row: str, at: int, card: str) -> str:
    return row[: 2 * at] + card + row[2 * at + 2 :]


def judged(what: str, alike: str, hand: Event, system: str, seats: set[int]) -> Change:
    """A change that shows at the seats it alters the due of, and at ``seats``; `alike` where there are none."""
    seats = wronged(hand, system) | seats
    return Change(what if seats else alike, hand, seats)


def at_odds(hand: Event, system: str) -> set[int]:
    """Seats whose foul mark or declaration their cards contradict."""
    _, result = due(hand, system)
    seats = sorted(hand["seats"], key=lambda each: each["seat"])
    odd = set()
    for seat, fouled in zip(seats, result.fouled, strict=True):
        held = naturals(plain_seat(seat).cards) if SYSTEMS[system].natural else set()
        if seat.get("fouled", fouled) != fouled or ("declared" in seat and seat["declared"] not in held):
            odd.add(seat["seat"])
    return odd


def cards_changed(hand: Event, system: str, full: bool) -> Iterator[Change]:
    """Each card of each row to every other card, to a joker, and to one that was not recorded."""
    there = {card for seat in hand["seats"] for row in ROWS for card in cards_of(seat[row])}
    for place, seat in enumerate(hand["seats"]):
        number = seat["seat"]
        for row in ROWS:
            for at, card in enumerate(cards_of(seat[row])):
                for other in [each for each in DECK if each != card][:: 10 if full else 1]:
                    changed = put(hand, place, row, with_card(seat[row], at, other))
                    if other in there:
                        yield Change("a card twice", changed, {number})
                    elif full:
                        yield Change("a card that was not dealt", changed, {number})
                    else:
                        odd = at_odds(changed, system)
                        yield judged("another card", "another card, the same due", changed, system, odd)
                joker = put(hand, place, row, with_card(seat[row], at, "JK"))
                yield Change("a joker", joker, {number})
                yield Change("a card not recorded", put(hand, place, row, with_card(seat[row], at, "??")))


def cards_exchanged(hand: Event, system: str, full: bool) -> Iterator[Change]:
    """Two cards, or two rows, of a seat exchanged; a card of one seat with a card of another."""
    alike = "cards exchanged, the same due"
    for place, seat in enumerate(hand["seats"]):
        for one, two in (("front", "middle"), ("front", "back"), ("middle", "back")):
            for at, card in enumerate(cards_of(seat[one])):
                for there, other in enumerate(cards_of(seat[two])):
                    changed = put(hand, place, one, with_card(seat[one], at, other))
                    changed["seats"][place][two] = with_card(seat[two], there, card)
                    yield judged("cards exchanged", alike, changed, system, at_odds(changed, system))
        changed = put(hand, place, "middle", seat["back"])
        changed["seats"][place]["back"] = seat["middle"]
        yield judged("rows exchanged", alike, changed, system, at_odds(changed, system))
    for one, mine in enumerate(hand["seats"]):
        for two, other in enumerate(hand["seats"][:one]):
            for row in ROWS:
                changed = put(hand, one, row, with_card(mine[row], 0, cards_of(other[row])[0]))
                changed["seats"][two][row] = with_card(other[row], 0, cards_of(mine[row])[0])
                odd = {mine["seat"], other["seat"]} if full else at_odds(changed, system)
                yield judged("cards of two seats exchanged", alike, changed, system, odd)


def rows_of_another_size(hand: Event) -> Iterator[Change]:
    there = {card for seat in hand["seats"] for row in ROWS for card in cards_of(seat[row])}
    spare = next((card for card in DECK if card not in there), "??")
    for place, seat in enumerate(hand["seats"]):
        for row in ROWS:
            yield Change("a card too few", put(hand, place, row, seat[row][2:]), {seat["seat"]})
            yield Change("a card too many", put(hand, place, row, seat[row] + spare), {seat["seat"]})
            yield Change("no cards", put(hand, place, row, ""), {seat["seat"]})


def results_changed(hand: Event) -> Iterator[Change]:
    unit = hand["unit"]
    for place, seat in enumerate(hand["seats"]):
        net, number = seat["net"], seat["seat"]
        for other in {net + 1, net - 1, net + unit, net - unit, -net, 0, net * 2, 10**12} - {net}:
            yield Change("another net", put(hand, place, "net", other), {number})
        for two, neighbour in enumerate(hand["seats"][:place]):
            if neighbour["net"] != net:
                changed = put(hand, place, "net", neighbour["net"])
                changed["seats"][two]["net"] = net
                yield Change("nets exchanged", changed, {number, neighbour["seat"]})
        yield Change("a net not recorded", put(hand, place, "net", None))


def stakes_changed(hand: Event, system: str) -> Iterator[Change]:
    with_result = {seat["seat"] for seat in hand["seats"] if seat["net"]}
    for unit in {hand["unit"] + 1, hand["unit"] * 2, 1, CAP + 1, 10**6} - {hand["unit"]}:
        changed = deepcopy(hand) | {"unit": unit}
        if with_result or unit > CAP:
            yield Change("another unit", changed, with_result, somewhere=unit > CAP)
        else:
            yield Change("another unit, nothing due", changed)
    less = {name: value for name, value in deepcopy(hand).items() if name != "unit"}
    yield Change("the unit not recorded", less)


def flags_changed(hand: Event, system: str) -> Iterator[Change]:
    offered = SYSTEMS[system].surrender is not None
    _, result = due(hand, system)
    numbers = sorted(seat["seat"] for seat in hand["seats"])
    for place, seat in enumerate(hand["seats"]):
        number = seat["seat"]
        fouled = result.fouled[numbers.index(number)]
        if seat.get("surrendered"):
            changed = put(hand, place, "surrendered", False)
            yield judged("surrendered no more", "surrendered no more", changed, system, set())
        else:
            changed = put(hand, place, "surrendered", True)
            odd = {number} if seat.get("fouled") or not offered else set()
            yield judged("surrendered", "surrendered", changed, system, odd)
        if seat.get("fouled"):
            yield Change("a foul passed over", put(hand, place, "fouled", False), {number})
            yield Change("the foul mark not recorded", put(hand, place, "fouled", None))
        else:
            assert not fouled
            yield Change("a legal hand marked fouled", put(hand, place, "fouled", True), {number})
        yield Change("a mark that no wsgc system uses", put(hand, place, "aces", True))
        if "stack" in seat:
            yield Change("a stack", put(hand, place, "stack", 0))
            yield Change("a stack", put(hand, place, "stack", 99))
    with_result = {seat["seat"] for seat in hand["seats"] if seat["net"]}
    yield Change("void" if with_result else "void, nothing due", deepcopy(hand) | {"void": True}, with_result)
    yield Change("a mark that no wsgc system uses", deepcopy(hand) | {"banker": numbers[0]})
    yield Change("a mark that no wsgc system uses", deepcopy(hand) | {"forced_dealer": True})
    for button in range(1, 11):
        if button in numbers:
            yield Change("another button", deepcopy(hand) | {"dealer": button})
        else:
            yield Change("a button at an empty seat", deepcopy(hand) | {"dealer": button})


def declarations_changed(hand: Event, system: str) -> Iterator[Change]:
    for place, seat in enumerate(hand["seats"]):
        held = naturals(plain_seat(seat).cards) if SYSTEMS[system].natural else set()
        for name in (*NATURALS, "four_flushes"):
            if name == seat.get("declared"):
                yield Change("a declaration not recorded", put(hand, place, "declared", None))
            elif name in held:
                yield Change("another natural declared, held too", put(hand, place, "declared", name))
            else:
                yield Change("a natural that is not held", put(hand, place, "declared", name), {seat["seat"]})


def people_changed(hand: Event, system: str, full: bool) -> Iterator[Change]:
    numbers = [seat["seat"] for seat in hand["seats"]]
    moving = {seat for moved in hand.get("transfers", ()) for seat in (moved["payer"], moved["payee"])}
    for place, seat in enumerate(hand["seats"]):
        for other in hand["seats"][:place]:
            changed = put(hand, place, "player", other["player"])
            yield Change("one player in two seats", changed, {seat["seat"], other["seat"]})
        yield Change("another player id", put(hand, place, "player", "P-new"))
        changed = put(hand, place, "seat", 9)
        if seat["seat"] in moving:
            yield Change("a seat number that others contradict", changed, somewhere=True)
        else:
            yield Change("another seat number", changed)
        left = deepcopy(hand)
        del left["seats"][place]
        gone = seat["seat"] in moving
        wrong = wronged(left, system)
        alike = "a player left out who won and lost nothing"
        yield Change(
            "a player left out" if wrong or gone else alike, left, wrong if not gone else set(), gone
        )
    more = deepcopy(hand)
    used = {card for seat in hand["seats"] for row in ROWS for card in cards_of(seat[row])}
    if len(numbers) < 4:
        rest = [card for card in DECK if card not in used]
        rows = {"front": rest[:3], "middle": rest[3:8], "back": rest[8:13]}
        more["seats"].append(
            {"seat": 10, "player": "P10", "net": 0, **{row: "".join(cards) for row, cards in rows.items()}}
        )
        wrong = wronged(more, system)
        assert wrong
        yield Change("one more player", more, wrong)
    else:
        more["seats"].append({"seat": 10, "player": "P10", "net": 0})
        yield Change("a fifth player", more, somewhere=True)


def payments_changed(hand: Event) -> Iterator[Change]:
    """Transfers, where they are recorded."""
    everybody = [seat["seat"] for seat in hand["seats"]]
    for place, moved in enumerate(hand["transfers"]):
        both = {moved["payer"], moved["payee"]}

        def altered(at: int = place, **values: int) -> Event:
            changed = deepcopy(hand)
            changed["transfers"][at] |= values
            return changed

        for amount in {0, moved["amount"] + 1, moved["amount"] - hand["unit"], moved["amount"] * 2} - {
            moved["amount"]
        }:
            yield Change("another amount", altered(amount=amount), both)
        yield Change("other units", altered(units=moved["units"] + 1), {moved["payer"]})
        yield Change("paid the other way", altered(payer=moved["payee"], payee=moved["payer"]), both)
        for third in set(everybody) - both:
            yield Change("paid to another", altered(payee=third), {moved["payee"], third})
        yield Change("paid to an empty seat", altered(payee=9), {moved["payer"]})
        yield Change("paid by an empty seat", altered(payer=9), somewhere=True)
        yield Change("paid to himself", altered(payee=moved["payer"]), {moved["payer"]})
        less = deepcopy(hand)
        del less["transfers"][place]
        yield Change("a transfer left out", less, both)
        twice = deepcopy(hand)
        twice["transfers"].append(dict(moved))
        yield Change("a transfer twice", twice, both)
    more = deepcopy(hand)
    more["transfers"].append({"payer": everybody[0], "payee": everybody[1], "amount": hand["unit"]})
    yield Change("one more transfer", more, set(everybody[:2]))


def deals_changed(hand: Event) -> Iterator[Change]:
    """The cards as dealt, where the rows are recorded too."""
    for place, seat in enumerate(hand["seats"]):
        for at, card in enumerate(cards_of(seat["dealt"])):
            for other in [each for each in DECK if each != card][::7]:
                yield Change(
                    "dealt another card",
                    put(hand, place, "dealt", with_card(seat["dealt"], at, other)),
                    {seat["seat"]},
                )
        yield Change("dealt twelve", put(hand, place, "dealt", seat["dealt"][2:]), {seat["seat"]})
        yield Change("dealt fourteen", put(hand, place, "dealt", seat["dealt"] + "2c"), {seat["seat"]})


# ------------------------------------------------------------------------------- the test

# Thousands of versions of one hand stand in one log: what only says so is left aside.
OF_THE_LOG = {"DCK005", "STK002"}


def breaches_by_hand(session: Event, hands: list[Event]) -> dict[int, list[tuple[str, int | None]]]:
    lines = [session, *({**hand, "hand": number} for number, hand in enumerate(hands))]
    audit = audit_log(BytesSource("\n".join(map(json.dumps, lines)).encode()))
    assert audit.complete, audit.failures
    told = defaultdict(list)
    for finding in audit.findings:
        if finding.kind in ("violation", "discrepancy") and finding.code not in OF_THE_LOG:
            told[finding.hand].append((finding.code, finding.seat))
    return told


@pytest.mark.parametrize("version", ["bare", "full"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_an_altered_record_is_found(case, version):
    session, hand = case["log"]
    system = case["ruleset"]
    if version == "full":
        hand = with_everything(hand, system)
    made = [Change("nothing", hand), *changes(hand, system)]
    told = breaches_by_hand(session, [change.hand for change in made])
    standing = set(told[0])
    assert {code for code, _ in standing} == ({"STK001"} if case["breaks"] else set())
    for number, change in enumerate(made[1:], 1):
        new = [found for found in told[number] if found not in standing]
        seen = (change.what, change.hand, new)
        if change.shows:
            assert new or (case["breaks"] == ["WSGC-3b"] and change.somewhere and told[number]), seen
            assert change.seats <= {seat for _, seat in new}, seen
        else:
            assert change.what in CANNOT_SHOW, seen
            assert new == [], seen


def test_the_list_of_what_cannot_show_is_no_longer_than_it_must_be():
    used = set()
    for case in CASES:
        _, hand = case["log"]
        for version in (hand, with_everything(hand, case["ruleset"])):
            used |= {change.what for change in changes(version, case["ruleset"]) if not change.shows}
    assert used == set(CANNOT_SHOW)
