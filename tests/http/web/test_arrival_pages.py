"""What an upload page says of what arrives: what no audit takes, what is odd, and files that are no logs."""

import csv
import hashlib
import io
import json
import re

from tests.http.histories import history
from tests.http.kit import hand_line, log
from tests.http.web.kit import DANA, signed_in, with_rooms, words
from tests.http.web.uploads import answers, send
from tests.importing.workbooks import content, put, written

FILLED = {"rooms": with_rooms}


def rows_of(answer):
    """A CSV as a spreadsheet opens it: with the mark by which it knows UTF-8."""
    assert answer.data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_a_ruleset_that_nobody_has_is_refused_with_the_one_that_may_be_meant(rooms, service):
    page = send(signed_in(rooms, DANA), ("a.ndjson", log(ruleset="wsgc-bsae")), status=422)
    assert answers(page) == [("refused", "a.ndjson")]
    said = words(page)
    assert (
        "The log can be read, and it cannot be audited. The file is kept as it arrived, and it is not a session."
        in said
    )
    assert '"wsgc-bsae", which is neither in the library nor of the room' in said
    assert "(did you mean 'wsgc-base'?)" in said
    assert "<mark>&#34;wsgc-bsae&#34;</mark>" in page.text
    assert service.store.sessions.count() == 0


def test_what_is_odd_stands_below_a_log_that_is_taken(rooms):
    dana = signed_in(rooms, DANA)
    hand = hand_line(1)
    hand["seats"][2]["player"] = "Anna Smith"
    tried = send(dana, ("a.ndjson", log(hand)), only_try=True)
    stored = send(dana, ("a.ndjson", log(hand)))
    for page, kind in ((tried, "valid"), (stored, "stored")):
        assert answers(page) == [(kind, "a.ndjson")]
        assert "To look at: A player is named as a person is, such as 'Anna Smith'." in words(page)
    assert "To look at" not in words(send(dana, ("b.ndjson", log(hand_line(9), session="S-2", table="T2"))))


def test_a_file_of_another_kind_is_one_sentence_and_no_bytes(rooms, service):
    dana = signed_in(rooms, DANA)
    files = {
        "scan.pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "The file is a PDF."),
        "photo.csv": (b"\x89PNG\r\n\x1a\n\x00\x00", "The file is an image (PNG)."),
        "setup.ndjson": (b"MZ\x90\x00\x03\x00", "The file is a program (.exe)."),
        "old.xls": (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99),
            "The file is a file of an old Office format",
        ),
        "holiday.zip": (_zip("photo.jpg"), "The file is a zip file that is not a workbook."),
        "broken.xlsx": (
            written(content())[:900],
            "The file is a zip file or a workbook that is damaged or cut off.",
        ),
        "empty.ndjson": (b"", "The file is empty."),
        "cut.ndjson": (log(hand_line(1))[:-30], "The file ends in the middle of line 2: it was cut off."),
    }
    for name, (body, sentence) in files.items():
        page = send(dana, (name, body), status=422)
        said = words(page)
        assert sentence in said, said
        assert 'class="list problems"' not in page.text, name
        assert "`" not in re.sub(r"(?s)<form.*", "", page.text), name
    assert (
        "Choose a log (.ndjson, plain or packed with gzip), a workbook (.xlsx), CSV or a hand history."
        in words(send(dana, ("scan.pdf", b"%PDF-1.7\n"), status=422))
    )


def _zip(name):
    import zipfile

    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, b"x")
    return made.getvalue()


def test_a_long_list_of_problems_is_ten_and_the_rest_as_csv(rooms):
    dana = signed_in(rooms, DANA)
    lines = log(*({**hand_line(number), "hand": f"={number}"} for number in range(1, 681)))
    page = send(dana, ("long.ndjson", lines), status=422)
    assert "680 lines cannot be read." in words(page)
    assert page.text.count('<tr class="quoted">') == 10
    assert "and 670 more, all of them as CSV" in words(page)
    (address,) = re.findall(r'href="([^"]+problems\.csv)"', page.text)
    head, *rows = rows_of(dana.get(address))
    assert head == ["line", "field", "found", "expected"]
    assert (len(rows), rows[0][:3], rows[679][:2]) == (680, ["2", "hand", '"=1"'], ["681", "hand"])
    refusal = dana.get(address.removesuffix("/problems.csv"))
    assert refusal.text.count('<tr class="quoted">') == 10
    assert address in refusal.text


def test_a_short_list_of_problems_has_no_csv(rooms):
    bad = log({**hand_line(1), "hand": "x"})
    page = send(signed_in(rooms, DANA), ("bad.ndjson", bad), status=422)
    assert "1 line cannot be read." in words(page)
    assert "problems.csv" not in page.text


def test_a_refused_file_of_another_kind_is_shown_without_its_bytes(rooms):
    dana = signed_in(rooms, DANA)
    body = b"%PDF-1.7 secret\n"
    page = send(dana, ("bad.pdf", body), status=422)
    shown = dana.get(f"/rooms/WA-0417/refused/{hashlib.sha256(body).hexdigest()}")
    assert "The file is a PDF. Expected is a session log" in words(shown)
    assert "secret" not in page.text + shown.text


def test_a_workbook_of_many_problems_lists_ten_and_the_rest_as_csv(rooms):
    dana = signed_in(rooms, DANA)
    sheets = content()
    for row in (2, 3, 4, 5):
        for column in ("front", "middle", "back", "net"):
            put(sheets, "Hands", row, column, "x?")
    page = send(dana, ("evening.xlsx", written(sheets)), status=422)
    (address,) = re.findall(r'href="([^"]+problems\.csv)"', page.text)
    head, *rows = rows_of(dana.get(address))
    assert head == ["place", "field", "found", "expected", "what to do"]
    assert len(rows) > 10
    assert {each[2] for each in rows} == {'"x?"'}
    assert f"and {len(rows) - 10} more, all of them as CSV" in words(page)


def test_a_history_is_asked_for_its_ruleset_which_is_a_choice(rooms, service):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("table.txt", history()), currency="USD", status=422)
    assert answers(page) == [("refused", "table.txt")]
    assert '<tr data-asks="ruleset">' in page.text
    (box,) = re.findall(r'(?s)<select id="ruleset".*?</select>', page.text)
    assert 'aria-invalid="true"' in box
    offered = re.findall(r'<option value="([^"]*)"', box)
    assert offered[0] == ""
    assert "standard-cash" in offered
    assert "wsgc-base" not in offered
    assert service.originals.without_session("WA-0417", "2000", "3000") == []
    taken = send(dana, ("table.txt", history()), currency="USD", ruleset="standard-cash")
    assert answers(taken) == [("stored", "table.txt")]
    first = json.loads(service.sessions.log(service.sessions.get(1)).splitlines()[0])
    assert first["ruleset"] == "standard-cash"
