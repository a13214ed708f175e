"""Files sent with the form of the upload page, as a browser sends them."""

import io
import re

from tests.http.web.kit import Person

NAMES = "file"


def form_token(page):
    """What each form of a page has."""
    return re.findall(r'name="form_token" value="(\w+)"', page.text)[0]


def send(person: Person, *files, only_try=False, alone=False, room="WA-0417", status=200, **fields):
    """Send files, each a name and its bytes, in one form. alone: as the script sends one. fields: what else is typed."""
    token = form_token(person.get(f"/rooms/{room}/upload"))
    data = {"form_token": token, **fields, NAMES: [(io.BytesIO(body), name) for name, body in files]}
    if only_try:
        data["only_try"] = "1"
    headers = {"X-One-File": "yes", "X-Form-Token": token} if alone else {}
    person.page = person.client.post(
        f"/rooms/{room}/upload", data=data, content_type="multipart/form-data", headers=headers
    )
    assert person.page.status_code == status, person.page.text[-2000:]
    return person.page


def answers(page):
    """What became of each file: the kind and its name."""
    kinds = re.findall(r'data-answer="([\w-]+)"', page.text)
    names = re.findall(r'<h2>.*?class="filename">([^<]*)<', page.text)
    return list(zip(kinds, names, strict=True))
