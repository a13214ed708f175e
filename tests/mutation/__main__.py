"""Mutates the screening and prints what no test kills: `make mutate`."""

import argparse
import os
import tempfile
import time
from collections import Counter

from tests.mutation.survivors import killers, modules, survivors, warm


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("modules", nargs="*", help="modules of rules/screening; none: all that are mutated")
    asked.add_argument("--each", type=int, default=1, help="of the mutants of a module only each so manieth")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder  # of tests in processes that end without tidying
        warm()
        with killers() as shown:
            report(options.modules or list(modules()), shown, options.each)


def report(names, shown, each):
    """Print survivors as they are found, and the figures of each module."""
    made, left = Counter(), Counter()
    for name in names:
        began = time.perf_counter()
        for mutant, survives in survivors([name], shown, each):
            made[name] += 1
            if survives:
                left[name] += 1
                print(f"survives: {mutant.words}", flush=True)
        killed, took = made[name] - left[name], time.perf_counter() - began
        print(f"{name}: {killed} of {made[name]} killed in {took:.0f} s", flush=True)
    print(f"together: {made.total() - left.total()} of {made.total()} killed")


if __name__ == "__main__":
    main()
