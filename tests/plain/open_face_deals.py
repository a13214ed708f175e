"""Random open-face hands, as a log's ofc_hand decodes, that exercise a system: what it prices and how it is paid."""

from __future__ import annotations

import random
from typing import Any

from tests.plain.open_face import acts
from tests.plain.open_face.acts import written
from tests.plain.open_face.cards import DECK, JOKER, ROWS, Cards, cards_of, without
from tests.plain.open_face.dealt import Setting, cards_in, legal, level, rich, set_well, twins, with_wheel
from tests.plain.open_face.event import level_of, smallest_chip
from tests.plain.open_face.systems import SYSTEMS, Rules

Hand = dict[str, Any]
UNITS = [1, 25, 100, 500]
IN_FRONT = [1, 2, 4, 6, 8, 12, 20, 40]  # units, where stacks are short


PLAYED_AS = {"olympic-deals": "ofc-pineapple"}  # the same game: the same hands of a seed


def deals(system: str, count: int, seed: int, slips: bool = False, jokers: int = 0) -> list[Hand]:
    """Hands numbered from 1, without nets.

    ``slips``: half of the hands whose placements are recorded have one of the faults of placing. ``jokers``: so many are
    in the deck.
    """
    chance = random.Random(f"{PLAYED_AS.get(system, system)} {seed}")
    return [a_hand(chance, system, number, slips, jokers) for number in range(1, count + 1)]


def a_hand(chance: random.Random, system: str, number: int, slips: bool, jokers: int) -> Hand:
    rules = SYSTEMS[system]
    settings = table(chance, chance.choice([2, 3] if rules.variant == "pineapple" else [2, 3, 3, 4, 4]))
    with_acts = chance.random() < 0.5
    lay_jokers(chance, settings, jokers)
    hand: Hand = {"event": "ofc_hand", "hand": number, "variant": rules.variant, "irregularities": []}
    sit_down(chance, hand, settings)
    lay_stakes(chance, hand, rules)
    if rules.fantasyland and chance.random() < 0.25:
        chance.choice(hand["seats"])["fantasyland"] = rules.fantasyland
    if rules.missed_units and chance.random() < 0.3:
        leave_out(chance, hand)
    expose(chance, hand, 0.3 if rules.exposed_units else 0.05)
    if chance.random() < 0.27:
        foul(chance, hand, with_acts)
    note_fouls(chance, hand)
    discards = throw_away(chance, hand)
    if with_acts:
        hand["placements"] = acts.placements(chance, hand, discards)
        if slips and chance.random() < 0.5:
            acts.slip(chance, hand, chance.choice(list(acts.SLIPS)))
    if not hand["irregularities"] and chance.random() < 0.8:
        del hand["irregularities"]
    return hand


# ---------------------------------------------------------------- cards


def table(chance: random.Random, players: int) -> list[Setting]:
    """Settings of one deck, all in order."""
    settings = fixed(chance)[:players]
    while len(settings) < players:
        left = without(DECK, [card for setting in settings for card in cards_in(setting)])
        settings.append(set_well(chance, chance.sample(left, 13)))
    chance.shuffle(settings)
    return settings


def fixed(chance: random.Random) -> list[Setting]:
    """What some of the players set, of cards that were put together for it."""
    kind = chance.choice(["plain", "twins", "twins", "level", "wheels", "rich", "rich", "rich"])
    if kind == "twins":
        return twins(chance)
    maker = {"level": level, "wheels": with_wheel, "rich": rich}.get(kind)
    settings: list[Setting] = []
    for _ in range(chance.choice([1, 2, 3]) if maker else 0):
        left = without(DECK, [card for setting in settings for card in cards_in(setting)])
        setting = maker(chance, left)
        settings += [setting] if setting else []
    return settings


def lay_jokers(chance: random.Random, settings: list[Setting], jokers: int) -> None:
    """They take the places of other cards; often of the card next to four of a kind."""
    rows = [row for setting in settings for row in setting.values()]
    odd = [(row, row.index(card)) for row in rows for card in row if beside_quads(card, row)]
    places = [(row, place) for row in rows for place in range(len(row))]
    for _ in range(chance.randint(0, jokers)):
        row, place = chance.choice(odd if odd and chance.random() < 0.4 else places)
        row[place] = JOKER


def beside_quads(card: str, row: Cards) -> bool:
    return any([other[0] for other in row].count(name) == 4 for name in {each[0] for each in row} - {card[0]})


# ---------------------------------------------------------------- seats and stakes


def sit_down(chance: random.Random, hand: Hand, settings: list[Setting]) -> None:
    numbers = chance.sample(range(1, 11), len(settings))
    hand["seats"] = [
        {"seat": number, "player": f"P{number}", **{row: written(setting[row]) for row in ROWS}}
        for number, setting in zip(numbers, settings, strict=True)
    ]
    hand["dealer"] = chance.choice(numbers)


def lay_stakes(chance: random.Random, hand: Hand, rules: Rules) -> None:
    """The unit, and stacks in front of everybody, of nobody, and now and then of some; often so little that it binds."""
    hand["unit"], chip = chance.choice(UNITS), 1
    if rules.payment == "matched":
        hand["level"], hand["unit"], _ = level_of(hand["hand"])
        chip = smallest_chip(hand["level"])
    limited = rules.payment != "due"
    how = chance.choice(["none", "much", "short", "short", "short"] if limited else ["none"] * 4 + ["short"])
    for seat in hand["seats"] if how != "none" else []:
        units = (
            chance.choice(IN_FRONT)
            if how == "short" and chance.random() < 0.6
            else chance.randrange(200, 2000)
        )
        odd = chance.choice([0, 0, chance.randrange(hand["unit"] // chip) * chip])
        seat["stack"] = units * hand["unit"] + odd
    if how != "none" and chance.random() < 0.03:
        del chance.choice(hand["seats"])["stack"]


def leave_out(chance: random.Random, hand: Hand) -> None:
    """One missed the hand, or two of four; mostly it was written down as well."""
    for seat in chance.sample(hand["seats"], 2 if len(hand["seats"]) == 4 and chance.random() < 0.4 else 1):
        for row in ROWS:
            del seat[row]
        seat["status"] = "missed"
        if chance.random() < 0.8:
            note(hand, "missed_hand", seat, "penalty")


def expose(chance: random.Random, hand: Hand, how_often: float) -> None:
    while chance.random() < how_often:
        ruling = chance.choice(["penalty", "penalty", "penalty", "warning", "play_on"])
        note(hand, "exposed_card", chance.choice(hand["seats"]), ruling)


def note(hand: Hand, kind: str, seat: Hand, ruling: str) -> None:
    hand["irregularities"].append({"kind": kind, "seat": seat["seat"], "ruling": ruling})


# ---------------------------------------------------------------- fouls


def foul(chance: random.Random, hand: Hand, with_acts: bool) -> None:
    """One hand or two: by the cards, or declared so while the cards are in order, perhaps before they were all set."""
    dealt_in = [seat for seat in hand["seats"] if "front" in seat]
    for seat in chance.sample(dealt_in, min(len(dealt_in), chance.choice([1, 1, 1, 2]))):
        if chance.random() < 0.6:
            lay_out_of_order(chance, seat, with_acts)
            continue
        if "fantasyland" not in seat and chance.random() < 0.4:
            acts.stopped(chance, hand, seat)
        seat["fouled"] = True
        kind = chance.choice(["clock_expired", "left_table", "other"])
        note(hand, kind, seat, chance.choice(["hand_fouled", "hand_fouled", "hand_dead"]))


def lay_out_of_order(chance: random.Random, seat: Hand, with_acts: bool) -> None:
    setting = setting_of(seat)
    setting["middle"], setting["back"] = setting["back"], setting["middle"]
    while legal(setting):
        cards = chance.sample(cards_in(setting), 13)
        setting = {"front": cards[:3], "middle": cards[3:8], "back": cards[8:]}
    if not with_acts and chance.random() < 0.1:
        setting["front"].append(setting["back"].pop())
    seat.update({row: written(cards) for row, cards in setting.items()})


def setting_of(seat: Hand) -> Setting:
    return {row: cards_of(seat[row]) for row in ROWS}


def note_fouls(chance: random.Random, hand: Hand) -> None:
    """Most hands out of order are marked so; now and then one is marked without a ruling, or ruled and not marked."""
    for seat in hand["seats"]:
        if "front" not in seat or "fouled" in seat:
            continue
        if not legal(setting_of(seat)):
            seat.update(chance.choice([{"fouled": True}] * 8 + [{}, {"fouled": False}]))
        elif chance.random() < 0.03:
            seat["fouled"] = True
        elif chance.random() < 0.02:
            seat["fouled"] = False
            note(hand, "other", seat, "hand_fouled")
        elif chance.random() < 0.3:
            seat["fouled"] = False


# ---------------------------------------------------------------- discards


def throw_away(chance: random.Random, hand: Hand) -> dict[int, Cards]:
    """By seat: one at each street of Pineapple but the first, what is more than thirteen in fantasyland."""
    played = [seat for seat in hand["seats"] if "front" in seat]
    laid = [card for seat in played for card in cards_in(setting_of(seat))]
    left = without(DECK, laid)
    chance.shuffle(left)
    thrown = {}
    for seat in played:
        size = thrown_by(hand, seat, len(cards_in(setting_of(seat))))
        thrown[seat["seat"]] = [left.pop() for _ in range(size)]
        if size and chance.random() < 0.8:
            seat["discards"] = written(thrown[seat["seat"]])
    return thrown


def thrown_by(hand: Hand, seat: Hand, cards: int) -> int:
    if "fantasyland" in seat:
        return seat["fantasyland"] - 13
    return (cards - 5) // 2 if hand["variant"] == "pineapple" else 0
