"""What every closed system pays, typed out: the nine of the commission (004), and those of 003."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Royalty:
    """A row that pays more than others. In units."""

    row: str  # front, middle, back
    hand: str  # trips, full_house, quads, straight_flush (a royal flush is one)
    units: int
    total: bool  # True: instead of the row's unit; False: on top of it
    when: str  # held: win or lose; won: only where the row is won


@dataclass(frozen=True)
class Sweep:
    """What it is worth to win all three rows."""

    op: str  # add: to the row price; set: instead of the row price; multiply
    units: int
    scope: str = "base_and_bonus"  # what is multiplied; the other reading is base: the row price alone
    min_opponents: int = 1
    needs: str = "all_opponents"  # the other reading is live_opponents: naturals and surrenders do not block


@dataclass(frozen=True)
class Natural:
    id: str
    pattern: str
    value: int | None  # None: the text names no price
    rank: int | None
    args: dict = field(default_factory=dict)
    tiebreak: str | None = None  # pairs_high_to_low, back_middle_front


@dataclass(frozen=True)
class System:
    id: str
    players: tuple[int, int] = (2, 4)
    topology: str = "all_pairs"  # all_pairs, banker, pool, single_winner
    banker_wins_ties: bool = False
    tied_row_earns_royalty: bool = True  # where the banker wins the tie
    equal_rows_foul: bool = False
    table: dict[str, int] | None = None  # row price by rows won-lost-tied; None: a unit for each row
    royalties: tuple[Royalty, ...] = ()
    sweep: Sweep | None = None  # all three rows from one opponent
    table_sweep: Sweep | None = None  # all three rows from every opponent; goes before the other
    overall_point: int = 0
    overall_by_rows: bool = False  # a contrast, not a reading
    naturals: tuple[Natural, ...] = ()
    must_declare: bool = True
    natural_against_natural: str = "difference"  # or higher_rank_full, higher_value_full
    odd_card_breaks_ties: bool = False  # between six pairs and the same six pairs
    straights_as_poker_hands: bool = (
        False  # a straight flush beats a straight, between two of three straights
    )
    surrender: int | None = None  # None: the system has none
    surrender_against_natural: str = "surrender_amount"  # or special_value
    pool: int | None = None  # what each pays in
    pool_all_rows: int = 0  # more from each other player for whoever wins all three rows
    aces: tuple[int, ...] | None = None  # the side bet: worth by the number of aces
    aces_skip_surrender: bool = False
    dealer_compensation: int = 0  # to a forced dealer, from each opponent
    table_stakes: bool = False  # settled in order, limited by stacks


def royalties(total: bool, when: str, **units: int) -> tuple[Royalty, ...]:
    """Written as front_trips=3, middle_quads=8 and so on."""
    split = [(*name.split("_", 1), amount) for name, amount in units.items()]
    return tuple(Royalty(row, hand, amount, total, when) for row, hand, amount in split)


def six_pairs(value: int, rank: int, name: str = "six_pairs", tiebreak: str | None = None) -> Natural:
    return Natural(name, "six_pairs", value, rank, {}, tiebreak)


# ---------------------------------------------------------------- the commission's (004)

WSGC_BONUSES = royalties(
    total=False, when="held",
    back_straight_flush=4, middle_straight_flush=4, back_quads=3, middle_quads=3, middle_full_house=1, front_trips=2,
)  # fmt: skip
WSGC_BONUSES_WON = tuple(replace(each, when="won") for each in WSGC_BONUSES)  # another reading
WSGC_NATURALS = (
    Natural("three_straights", "three_straights", 3, 1),
    Natural("three_flushes", "three_flushes", 3, 1),
    six_pairs(3, 1),
    Natural("dragon", "thirteen_ranks", 3, 1),
)

wsgc_base = System("wsgc-base", must_declare=False)
wsgc_2_4 = replace(wsgc_base, id="wsgc-2-4", table={"3-0-0": 4, "2-1-0": 2, "2-0-1": 2, "1-0-2": 0})
wsgc_1_6 = replace(wsgc_base, id="wsgc-1-6", table={"3-0-0": 6, "2-1-0": 1, "2-0-1": 1, "1-0-2": 0})
wsgc_naturals = replace(wsgc_base, id="wsgc-naturals", naturals=WSGC_NATURALS)
WSGC = [
    wsgc_base,
    wsgc_2_4,
    wsgc_1_6,
    replace(wsgc_base, id="wsgc-base-bonuses", royalties=WSGC_BONUSES),
    replace(wsgc_2_4, id="wsgc-2-4-bonuses", royalties=WSGC_BONUSES),
    replace(wsgc_1_6, id="wsgc-1-6-bonuses", royalties=WSGC_BONUSES),
    wsgc_naturals,
    replace(wsgc_naturals, id="wsgc-surrender", surrender=2),
    replace(wsgc_2_4, id="wsgc-full", royalties=WSGC_BONUSES, naturals=WSGC_NATURALS, surrender=2),
]

# ---------------------------------------------------------------- classic (003)

INCREASED = royalties(
    total=True, when="won",
    front_trips=3, middle_full_house=2, back_quads=4, middle_quads=4, back_straight_flush=5, middle_straight_flush=5,
)  # fmt: skip
HIGHER_MIDDLE = royalties(
    total=True, when="won",
    front_trips=3, middle_full_house=2, back_quads=4, middle_quads=5, back_straight_flush=5, middle_straight_flush=6,
)  # fmt: skip
EXTRA_LOSING = royalties(
    total=False, when="held",
    front_trips=2, middle_full_house=1, back_quads=3, middle_quads=3, back_straight_flush=4, middle_straight_flush=4,
)  # fmt: skip
CLASSIC_NATURALS = (
    six_pairs(3, 1, tiebreak="pairs_high_to_low"),
    Natural("three_straights", "three_straights", 3, 2, tiebreak="back_middle_front"),
    Natural("three_flushes", "three_flushes", 3, 3, tiebreak="back_middle_front"),
    Natural("complete_straight", "thirteen_ranks", 13, 4),
)

simple = System("classic-simple", players=(4, 4))
increased = replace(simple, id="classic-increased", royalties=INCREASED)
specials = replace(
    increased, id="classic-specials", naturals=CLASSIC_NATURALS, natural_against_natural="higher_rank_full"
)
house = replace(simple, id="classic-house", topology="banker", banker_wins_ties=True)
overall = replace(simple, id="classic-overall", overall_point=1)
extra_losing = replace(simple, id="classic-extra-losing", royalties=EXTRA_LOSING)
pool = replace(simple, id="classic-pool", topology="pool", pool=3)
CLASSIC = [
    simple,
    increased,
    specials,
    house,
    replace(house, id="classic-house-increased", royalties=INCREASED),
    replace(simple, id="classic-sweep-1", sweep=Sweep("add", 1)),
    replace(simple, id="classic-sweep-3", sweep=Sweep("add", 3)),
    replace(simple, id="classic-higher-middle", royalties=HIGHER_MIDDLE),
    overall,
    replace(overall, id="classic-overall-increased", royalties=INCREASED),
    extra_losing,
    replace(extra_losing, id="classic-extra-losing-overall", overall_point=1),
    replace(simple, id="classic-surrender", surrender=1),
    replace(overall, id="classic-surrender-overall", surrender=2),
    replace(house, id="classic-surrender-house", surrender=1),
    pool,
    replace(pool, id="classic-pool-all", pool_all_rows=3),
    replace(simple, id="classic-single-winner", topology="single_winner"),
    replace(
        specials,
        id="classic-no-pictures",
        naturals=(*CLASSIC_NATURALS, Natural("no_pictures", "no_pictures", None, None)),
    ),
    replace(simple, id="classic-ace-of-spades-dealer", dealer_compensation=1),
]

# ---------------------------------------------------------------- regional and house versions (003)

malayan = System(
    "malayan",
    players=(4, 4),
    topology="banker",
    banker_wins_ties=True,
    royalties=royalties(
        total=False, when="held",
        front_trips=2, middle_full_house=2, back_quads=4, middle_quads=6, back_straight_flush=6,
        middle_straight_flush=8,
    ),
    naturals=(
        Natural("three_flushes", "three_flushes", 3, 1),
        Natural("three_straights", "three_straights", 4, 2),
        six_pairs(4, 3, "six_and_half_pairs"),
        Natural("five_pairs_and_trips", "five_pairs_and_trips", 5, 4),
        Natural("four_trips", "four_trips_and_odd", 6, 5),
        Natural("same_colour", "colour_split", 10, 6, {"minority": 0}),
        Natural("small", "rank_range", 10, 7, {"low": "2", "high": "8"}),
        Natural("big", "rank_range", 10, 8, {"low": "8", "high": "A"}),
        Natural("three_quads", "three_quads_and_odd", 16, 9),
        Natural("three_straight_flushes", "three_straight_flushes", 18, 10),
        Natural("twelve_pictures", "all_pictures", 18, 11),
        Natural("one_suit", "one_suit", 26, 12),
    ),
    natural_against_natural="difference",
)  # fmt: skip

vietnamese = System(
    "vietnamese",
    royalties=royalties(
        total=True, when="won",
        front_trips=3, middle_full_house=2, back_quads=4, middle_quads=8, back_straight_flush=5,
        middle_straight_flush=10,
    ),
    naturals=(
        Natural("three_straights", "three_straights", 3, 1),
        Natural("three_flushes", "three_flushes", 3, 1),
        six_pairs(3, 1),
        Natural("five_pairs_and_trips", "five_pairs_and_trips", 6, 2),
        Natural("complete_straight", "thirteen_ranks", 13, 3),
        Natural("one_suit", "one_suit", 26, 4),
    ),
    natural_against_natural="higher_value_full",
)  # fmt: skip


def claims(small_cards_to: str, dragon: int) -> tuple[Natural, ...]:
    """Singapore's naturals; some play the last two differently."""
    return (
        six_pairs(3, 1, "six_and_half_pairs"),
        Natural("three_straights", "three_straights", 3, 1),
        Natural("three_flushes", "three_flushes", 3, 1),
        Natural("small_cards", "rank_range", 3, 1, {"low": "2", "high": small_cards_to}),
        Natural("dragon", "thirteen_ranks", dragon, 2),
    )


singapore = System(
    "singapore",
    royalties=royalties(
        total=True, when="won",
        front_trips=3, middle_full_house=2, back_quads=4, middle_quads=8, back_straight_flush=7,
        middle_straight_flush=14,
    ),
    naturals=claims("9", 13),
    natural_against_natural="higher_value_full",
)  # fmt: skip

hawaiian_gardens = System(
    "hawaiian-gardens",
    table={"3-0-0": 6, "2-1-0": 1, "2-0-1": 1, "1-0-2": 0},
    sweep=Sweep("set", 6),
    table_sweep=Sweep("set", 9, min_opponents=2),
    royalties=royalties(
        total=False, when="won",
        back_straight_flush=5, middle_straight_flush=10, back_quads=4, middle_quads=8, middle_full_house=2,
        front_trips=3,
    ),
    naturals=(
        Natural("three_straights", "three_straights", 4, 1),
        Natural("three_flushes", "three_flushes", 4, 1),
        Natural("twelve_one_colour", "colour_split", 4, 1, {"minority": 1}),
        six_pairs(4, 1),
        Natural("same_colour", "colour_split", 6, 2, {"minority": 0}),
        Natural("complete_straight", "thirteen_ranks", 13, 3),
        Natural("one_suit", "one_suit", 39, 4),
    ),
    natural_against_natural="difference",
    surrender=3,
    table_stakes=True,
)  # fmt: skip

REGIONAL = [
    malayan,
    vietnamese,
    replace(
        vietnamese,
        id="vietnamese-multipliers",
        sweep=Sweep("multiply", 2),
        table_sweep=Sweep("multiply", 3, min_opponents=2),
    ),
    singapore,
    replace(singapore, id="singapore-variants", naturals=claims("T", 26)),
    replace(singapore, id="singapore-sweep", table_sweep=Sweep("multiply", 2, min_opponents=2)),
    hawaiian_gardens,
    replace(hawaiian_gardens, id="hawaiian-gardens-aces", aces=(0, 1, 2, 6, 8)),
    System("one-four", table={"3-0-0": 4, "2-1-0": 1, "2-0-1": 2, "1-0-2": 1}, surrender=2),
]

SYSTEMS = {system.id: system for system in [*WSGC, *CLASSIC, *REGIONAL]}
