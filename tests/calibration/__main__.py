"""Measures, keeps the figures, and writes the tables of docs/screening.md: `make calibrate`."""

import argparse
from pathlib import Path

from tests.calibration.measures import ROOMS, YEARS, MeasuredScreening, calibrated_rooms, planted_conduct
from tests.calibration.page import keep, write_tables

PAGE = Path(__file__).parents[2] / "docs" / "screening.md"


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--years", type=int, help="room-years of each kind")
    asked.add_argument("--kept", action="store_true", help="write the tables from the figures that are kept")
    options = asked.parse_args()
    if not options.kept:
        keep(PAGE, measure(dict.fromkeys(ROOMS, options.years) if options.years else YEARS))
    write_tables(PAGE)


def measure(years):
    rooms = {}
    for name, habits in ROOMS.items():
        rooms[name] = calibrated_rooms(years[name], habits)
        print(f"{name}: alarms in {years[name]} room-years {rooms[name].alarms}", flush=True)
    return MeasuredScreening(rooms, planted_conduct())


if __name__ == "__main__":
    main()
