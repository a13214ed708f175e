"""The verifier in a limited process: a costly file is ended, and the service goes on.

python verifier_process.py SECONDS BYTES ARGUMENTS OF THE VERIFIER

Started as a file, in a Python without environment variables and user folders.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Sequence
from pathlib import Path

NO_MEMORY = 4  # the exit status


def main(arguments: Sequence[str]) -> int:
    """Verify within a processor time (seconds) and an address space (bytes), writing no file."""
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
