"""Exit statuses, relied on by programs. Any command may end with `OVERWRITTEN` of `auditor/installation.py`."""

OK = 0
FINDINGS = 1  # at or above --fail-on; of nightly: new ones
DIFFERENT = 1  # of rulesets diff: something differs, as with diff(1)
DAMAGED = 1  # of doctor, backup and restore: a store that is not as it was written
NOT_CONTINUED = (
    1  # of follow and export --log: a log that does not continue its copy, or is not as it was signed
)
CONFLICT = 1  # of upload: another file is on record for a session
REPORT_REFUSED = 1  # of verify
NOT_DELIVERED = 1  # of webhooks test
REFUSED = 2  # a log was refused; also click's status for wrong usage
INCOMPLETE = 3  # a check failed to run, or an audit could not be finished
NOT_STORED = 3  # of upload: the service failed on a log
NOT_VERIFIED = 3  # of verify: no step is refused, and some lack a key or a file
NOT_ON_RECORD = (
    4  # of upload and watch: the service keeps a file, and has it on record once its record is sound
)
MISSING = 4  # an expected log is not there
REGISTER_DIFFERS = 4  # of nightly: the register does not have what it had
UNREACHABLE = 5  # the service cannot be reached
BROKE_DOWN = 70  # a fault of this program (EX_SOFTWARE)
IO_ERROR = 74  # the disk is full, a file went away (EX_IOERR)
INTERRUPTED = 130  # 128 + SIGINT
PIPE_CLOSED = 141  # 128 + SIGPIPE: whoever read the output has stopped
