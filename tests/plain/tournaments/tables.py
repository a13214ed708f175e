"""Tables of the documents: shares of prizes, factors of points, stacks."""

OLYMPIC = ("olympic-tournament", "olympic-ranking")

# Players from, to, and the shares of the places in hundredths of a percent.
PRIZES = (
    (1, 8, (6000, 4000)),
    (9, 11, (5000, 3000, 2000)),
    (12, 20, (4000, 2700, 1900, 1400)),
    (21, 30, (3600, 2500, 1750, 1280, 870)),
    (31, 50, (3400, 2300, 1650, 1190, 800, 660)),
    (51, 70, (3170, 2070, 1530, 1080, 720, 580, 460, 390)),
    (71, 100, (3050, 1950, 1370, 1000, 670, 540, 420, 370, 330, 300)),
    (101, 130, (2900, 1870, 1350, 950, 650, 520, 400, 340, 290, 260, 240, 230)),
    (131, 160, (2800, 1800, 1300, 930, 630, 500, 390, 330, 290, 255, 225, 200, 180, 170)),
)
POSITION = (30, 24, 20, 16, 14, 12, 10, 8, 6)
BUY_IN = ((0, "2"), (20, "2.5"), (35, "3"), (60, "3.5"), (120, "4"), (180, "4.5"), (250, "5"), (500, "5.5"))
PARTICIPANTS = ((1, "1"), (11, "1.5"), (21, "2"), (41, "2.5"), (71, "3"), (101, "3.5"), (151, "4"))
CARNIVALE_STACK = 15_000
EXACTLY_TWO = (
    "omaha",
    "omaha_hilo",
    "omaha5",
    "omaha5_hilo",
    "omaha6",
    "courchevel",
    "courchevel_hilo",
    "sviten",
)
NO_HIGH_CARDS = ("razz", "draw27", "draw27_single", "badugi", "soko", "short_deck", "mix")
DRAW = ("draw5", "draw27", "draw27_single", "badugi")
DEALT_IN_ALL = {
    "stud5": 5,
    "soko": 5,
    "stud7": 7,
    "stud_hilo": 7,
    "razz": 7,
}  # cards of a player, in games without a board
