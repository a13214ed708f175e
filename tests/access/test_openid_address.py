"""Which claim of a provider may have the address by which an account is found."""

import pytest

from auditor.access.openid_configuration import BadOpenId, read_openid

FILE = """
issuer = "https://login.example.org"
client_id = "auditor"
client_secret_variable = "OPENID_SECRET"
hosts = ["login.example.org"]
"""


def test_a_claim_that_nobody_says_to_be_verified_finds_no_account(tmp_path, monkeypatch):
    """Many providers let people set `preferred_username` themselves, and state that their `email` is verified."""
    monkeypatch.setenv("OPENID_SECRET", "a secret of some length")
    file = tmp_path / "openid.toml"
    file.write_text(f'{FILE}email_claim = "preferred_username"')
    with pytest.raises(
        BadOpenId, match="email_verified is about the claim 'email' and says nothing of 'preferred_user"
    ):
        read_openid(tmp_path)
    file.write_text(f'{FILE}email_claim = "upn"\nemail_always_verified = true')
    assert (found := read_openid(tmp_path)) is not None
    assert (found.email_claim, found.email_always_verified) == ("upn", True)
    file.write_text(FILE)
    assert (found := read_openid(tmp_path)) is not None
    assert (found.email_claim, found.email_always_verified) == ("email", False)
