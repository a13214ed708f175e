"""Measures, keeps the figures, and writes the tables of docs/screening.md: `make calibrate`."""

import argparse
import time
from pathlib import Path

from tests.calibration.measures import PARTS
from tests.calibration.page import keep, kept, write_tables

PAGE = Path(__file__).parents[2] / "docs" / "screening.md"


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--years", type=int, help="room-years of each kind")
    asked.add_argument(
        "--only", nargs="*", choices=PARTS, default=PARTS, help="measure these parts, and keep the others"
    )
    options = asked.parse_args()
    for part in options.only:
        found = kept(PAGE)
        began = time.monotonic()
        found.measure(part, options.years)
        keep(PAGE, found)
        print(f"{part}: {time.monotonic() - began:.0f} s", flush=True)
    write_tables(PAGE)


if __name__ == "__main__":
    main()
