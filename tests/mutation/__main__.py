"""Mutates the screening and prints what no test kills: `make mutate`."""

import argparse
from collections import Counter

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.survivors import followed, modules, survivors, warm


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("modules", nargs="*", help="modules of rules/screening; none: all that are mutated")
    asked.add_argument("--each", type=int, default=1, help="of the mutants of a module only each so manieth")
    options = asked.parse_args()
    names = options.modules or list(modules())
    warm()
    made, left = Counter(), Counter()
    for mutant, survives in survivors(names, followed(), options.each):
        made[mutant.module] += 1
        if survives and (mutant.module, mutant.text, mutant.change) not in EQUIVALENT:
            left[mutant.module] += 1
            print(f"survives: {mutant.words}", flush=True)
    for name in names:
        print(f"{name}: {made[name] - left[name]} of {made[name]} killed")
    print(f"together: {made.total() - left.total()} of {made.total()} killed")


if __name__ == "__main__":
    main()
