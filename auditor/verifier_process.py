"""The verifier of reports in a process of its own: a file made to cost much is ended, and the service goes on.

python verifier_process.py SECONDS BYTES ARGUMENTS OF THE VERIFIER

It is started as a file, in a Python that looks at no variable of the environment and at no folder but those of packages.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Sequence
from pathlib import Path

NO_MEMORY = 4  # the exit status


def main(arguments: Sequence[str]) -> int:
    """Verify within a processor time (seconds) and an address space (bytes), and write no file."""
    sys.path.append(
        str(Path(__file__).parents[1])
    )  # where the verifier is beside the program, installed or not
    from verifier import verify_report

    seconds, size = int(arguments[0]), int(arguments[1])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        return verify_report.main(arguments[2:])
    except (MemoryError, SystemError):  # the second is what some modules of C raise without memory
        return NO_MEMORY


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
