"""Every address of a service about things that its store has, and what it answers."""

import re
from itertools import product
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

_NAME = re.compile(r"<(?:\w+:)?(\w+)>")
Things = list[dict[str, list[Any]]]  # values by the names in addresses, those together that are of one thing


def addresses_about(app: Flask, things: Things) -> list[tuple[str, str]]:
    """Every address about a thing, by its rule: of the API, and of the pages."""
    found = []
    for rule in sorted(app.url_map.iter_rules(), key=lambda each: each.rule):
        names = _NAME.findall(rule.rule)
        if "GET" not in (rule.methods or ()) or not names or not set(names) <= set().union(*things):
            continue
        for of_one in things:
            if set(names) <= set(of_one):
                template = _NAME.sub(lambda name: "{" + name[1] + "}", rule.rule)
                for values in product(*(of_one[name] for name in names)):
                    found.append((template, template.format(**dict(zip(names, values, strict=True)))))
    return sorted(set(found))


def addresses_of_lists(app: Flask) -> list[str]:
    """Every address that names no thing."""
    rules = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and "<" not in rule.rule
    }
    return sorted(rules)


def things_of(client: FlaskClient) -> Things:
    """What a service lists, by the names that addresses have."""

    def listed(path: str, name: str) -> list[Any]:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json[name]

    rooms = [each["id"] for each in listed("/v1/rooms", "rooms")]
    sessions = listed("/v1/sessions?page_size=1000", "sessions")
    found: Things = [
        {"audit": [each["id"] for each in listed("/v1/audits?page_size=1000", "audits")]},
        {"room": rooms, "date": sorted({each["day"] for each in sessions})},
        {"session": [each["id"] for each in sessions], "hand": [1, 2]},
        {"index": [0, 1]},
    ]
    for room in rooms:
        for each in listed(f"/v1/rooms/{room}/controls", "controls"):
            own, revision = [each["ruleset"]], [each["revision"]]
            found.append({"room": [room], "ruleset": own, "name": own, "revision": revision})
        incidents = listed(f"/v1/rooms/{room}/incidents?page_size=5", "incidents")
        found += [{"room": [room], "incident": [each["id"]]} for each in incidents]
    for name, at in (
        ("hold", "holds"),
        ("sample", "samples"),
        ("report", "reports"),
        ("original", "originals"),
    ):
        found.append({name: [each["id"] for each in listed(f"/v1/{at}", at)], "hand": [1], "room": rooms})
    for kind in ("tournaments", "ledgers"):
        found.append({"event": [each["id"] for each in listed(f"/v1/{kind}", kind)]})
    return found
