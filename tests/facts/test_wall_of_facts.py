"""The wall around facts: no clock, no randomness, no SQL, no input or output, and nothing of the service."""

from tests.rules.test_walls import CLOCKS, DOORS, FILES, ROOT, Module

FOLDER = ROOT / "auditor" / "facts"
MAY_IMPORT = {
    "__future__", "auditor", "collections", "functools", "hashlib", "msgspec", "operator", "rules", "types", "typing",
}  # fmt: skip
OF_THE_HOUSE = ("auditor.facts", "rules.typed")


def modules():
    return [Module(path) for path in sorted(FOLDER.rglob("*.py"))]


def strangers(imported):
    """Imports that the wall leaves out."""
    return sorted(
        name
        for name in imported
        if (top := name.partition(".")[0]) not in MAY_IMPORT
        or (top in ("auditor", "rules") and not name.startswith(OF_THE_HOUSE))
    )


def test_facts_import_no_way_out_and_nothing_of_the_service():
    found = {module.name: strangers(module.imported) for module in modules()}
    assert len(found) > 20
    assert {name: names for name, names in found.items() if names} == {}
    assert not MAY_IMPORT & DOORS


def test_facts_look_at_no_clock_and_open_no_file():
    calls = [
        (module.name, line, name)
        for module in modules()
        for line, owner, name in module.calls
        if name in FILES or (owner, name) in CLOCKS
    ]
    assert calls == []


def test_a_way_out_is_found():
    assert strangers({"random", "sqlite3", "msgspec", "auditor.store.store", "auditor.facts.fold", "rules.times"}) == [
        "auditor.store.store", "random", "rules.times", "sqlite3",
    ]  # fmt: skip
