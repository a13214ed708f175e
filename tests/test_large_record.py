"""The record of a state's size that measurements copy: the service serves it as its own."""

import pytest

from tests.large_record import begin, fill
from tests.services import application


@pytest.mark.slow
def test_what_is_copied_is_signed_and_served(tmp_path):
    with application(tmp_path / "data") as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        begin(client)
        fill(store, 5, lambda number: (f"WA-{number:04}", "2026-03-14", number == 4))
        assert store.signing.trouble is None
        copied = client.get("/v1/sessions?room=WA-0004").json["sessions"]
        assert [(each["session"], each["day"]) for each in copied] == [("S-4", "2026-03-14")]
        (incident,) = client.get("/v1/rooms/WA-0004/incidents").json["incidents"]
        assert (incident["session"], incident["state"]) == ("S-4", "open")
        assert store.damage.all() == []
