"""Whoever was invited opens the link: its code is in the form, and was sent to no server."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_link_of_an_invitation_fills_its_code_in(site, someone, script):
    page = someone("telephone", script=script)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/invitation#k7qm2x-abcdef-234567-zzzzzz")
    code = page.get_by_label("The code of your invitation")
    expect(code).to_have_value("k7qm2x-abcdef-234567-zzzzzz" if script else "")
    assert asked[0].partition("#")[0] == f"{site.url}/invitation"
    page.get_by_label("Use a password that you use nowhere else.").fill("a password of some length")
    page.get_by_label("New password, again").fill("a password of some length")
    code.fill("k7qm2x-abcdef-234567-zzzzzz")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is none of this service")
    assert not any("abcdef" in each.partition("#")[0] for each in asked)
