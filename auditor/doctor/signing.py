"""With what reports are signed: a configuration that can be used, and certificates that are valid for a while yet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from auditor.doctor.fault import Fault
from auditor.signing.configuration import FILE, read_signing
from auditor.signing.secrets import BadSigning
from auditor.signing.validity import trouble
from auditor.store.connection import Connections


def signing(connections: Connections) -> Iterator[Fault]:
    """What is wrong with signing.toml, and with the time of its certificates. Nothing where there is no such file."""
    try:
        found = read_signing(connections.path.parent)
    except BadSigning as error:
        yield Fault("", FILE, "a configuration that can be used", str(error))
        return
    wrong = None if found is None else trouble(found, dt.datetime.now(dt.UTC))
    if wrong is not None:
        yield Fault("", FILE, "certificates that are valid for another 30 days", wrong)
