"""Files that are no workbook, or one that means harm: refused in words before anything large is made of them."""

import io
import random
import re
import resource
import zipfile

import pytest

from auditor.importing.importers import import_original
from auditor.importing.workbook import package
from auditor.importing.workbook.package import MOST_BYTES
from tests.importing.workbooks import content, written

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def refusal(data):
    """The only problem of a file that gives no log: what was found, what was expected, what to do."""
    done = import_original(data)
    assert done.logs == ()
    (problem,) = done.problems
    assert (problem.where, problem.refuses) == ("", True)
    return problem


def repacked(data, change, also=()):
    """A workbook with some parts changed: change(name, bytes) gives the new bytes, or None for none."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = change(name, old.read(name))
            if part is not None:
                new.writestr(name, part)
        for name, part in also:
            new.writestr(name, part)
    return made.getvalue()


def zipped(**parts):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return made.getvalue()


def as_it_is(name, part):
    return part


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "an empty file"),
        (OLE + bytes(600), "a file of an old Office format, such as .xls"),
        (OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le"), "a workbook with a password"),
        (b"\x1f\x8b\x08" + bytes(20), "a gzip file"),
        (b'{"event":"session"}\n', "lines of JSON"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"name;paid\n1;2\n", "a file of an unknown format"),
        (zipped(**{"content.xml": "x", "mimetype": "application/vnd.oasis.opendocument.spreadsheet"}),
         "an OpenDocument file, such as .ods"),
        (zipped(**{"xl/workbook.bin": "x"}), "a workbook in the .xlsb format"),
        (zipped(**{"a.txt": "x"}), "a zip file that is not a workbook"),
        (written(content())[:4000], "a zip file or a workbook that is damaged or cut off"),
    ],
)  # fmt: skip
def test_a_file_is_recognised_by_its_content(data, found):
    problem = refusal(data)
    assert problem.found == found
    assert problem.do.endswith(".")
    assert import_original(data).importer is None


def test_macros_are_refused():
    data = repacked(written(content()), as_it_is, [("xl/vbaProject.bin", b"x")])
    assert refusal(data).found == "a workbook with macros (.xlsm)"


@pytest.mark.slow
def test_a_zip_bomb_is_refused_before_it_is_unzipped_as_a_whole():
    def bomb(name, part):
        return b" " * (MOST_BYTES + (8 << 20)) if name == "xl/worksheets/sheet2.xml" else part

    data = repacked(written(content()), bomb)
    assert len(data) < 200_000
    problem = refusal(data)
    assert problem.found == "more than 64 MiB once unzipped"
    assert "a workbook of at most 64 MiB unzipped" in problem.expected


def test_a_size_that_the_zip_file_understates_does_not_help():
    data = bytearray(
        repacked(written(content()), lambda name, part: part + b" " * 100_000 * name.endswith("sheet2.xml"))
    )
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        real = archive.getinfo("xl/worksheets/sheet2.xml").file_size
    data = bytes(data).replace(real.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert refusal(data).found == "a workbook that is damaged or cut off"


@pytest.mark.parametrize("ref", ["XFD1048576", "A1048576", "XFD1"])
def test_a_cell_far_away_makes_no_large_table(ref):
    def far(name, part):
        more = f'<row r="{ref.lstrip("AXFD")}"><c r="{ref}"><v>1</v></c></row></sheetData>'.encode()
        return part.replace(b"</sheetData>", more) if name == "xl/worksheets/sheet2.xml" else part

    data = repacked(written(content()), far)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert refusal(data).found.startswith("a cell beyond row 60,000 or column 200 on the sheet Hands")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 200_000  # KiB


def test_entities_are_refused():
    def laughing(name, part):
        declared = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
        return part.replace(b"<worksheet", declared + b"<worksheet", 1) if "sheet2.xml" in name else part

    assert refusal(repacked(written(content()), laughing)).found == "a workbook with declarations (DOCTYPE)"

    def strings(name, part):
        declared = b'<!DOCTYPE x [<!ENTITY a "ha">]>'
        return part.replace(b"<sst", declared + b"<sst", 1) if name == "xl/sharedStrings.xml" else part

    assert refusal(repacked(written(content()), strings)).found == "a workbook with declarations (DOCTYPE)"


def test_another_encoding_is_refused():
    def turned(name, part):
        return part.replace(b'encoding="UTF-8"', b'encoding="UTF-7"') if "sheet2.xml" in name else part

    assert refusal(repacked(written(content()), turned)).found == "a workbook in UTF-7"


@pytest.mark.sampled(40)
def test_a_sheet_full_of_empty_elements_is_refused(share, monkeypatch):
    most = share(package.MOST_ELEMENTS)
    monkeypatch.setattr(package, "MOST_ELEMENTS", most)

    def filled(name, part):
        return (
            part.replace(b"</sheetData>", b"<a/>" * (most + 1) + b"</sheetData>")
            if "sheet2.xml" in name
            else part
        )

    assert refusal(repacked(written(content()), filled)).found == f"a part with more than {most:,} elements"


def test_one_long_text_in_a_great_many_cells_is_refused():
    cells = b"".join(b'<row r="%d">%b</row>' % (row, b'<c t="s"><v>0</v></c>' * 20) for row in range(1, 2000))

    def grown(name, part):
        if name == "xl/sharedStrings.xml":
            return part.replace(b"<si>", b"<si><t>" + b"x" * 4000 + b"</t></si><si>", 1)
        return (
            b"<worksheet><sheetData>" + cells + b"</sheetData></worksheet>" if "sheet2.xml" in name else part
        )

    found = refusal(repacked(written(content()), grown)).found
    assert found == "texts of more than 64 million characters on the sheet Hands"


def test_an_error_in_a_cell_is_never_taken_for_an_empty_one():
    def broken(name, part):
        return (
            re.sub(rb'<c r="F2"[^>]*><v>\d+', b'<c r="F2" t="e"><v>#N/A', part) if "sheet2" in name else part
        )

    done = import_original(repacked(written(content()), broken))
    assert done.logs == ()
    assert ("Hands!F2", "an error such as #N/A") in {(each.where, each.found) for each in done.problems}


def test_a_part_twice_is_refused():
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = repacked(written(content()), as_it_is, [("xl/worksheets/sheet2.xml", b"<worksheet/>")])
    assert "a part twice" in refusal(data).found


@pytest.mark.parametrize(
    "lost", ["xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"]
)
def test_a_workbook_without_one_of_its_parts_gives_no_log(lost):
    done = import_original(repacked(written(content()), lambda name, part: None if name == lost else part))
    assert done.logs == ()
    assert done.refused


def test_random_and_damaged_bytes_are_problems_and_never_exceptions():
    draw = random.Random(7)
    good = written(content())
    for _ in range(150):
        data = bytearray(good)
        for _ in range(draw.randint(1, 20)):
            data[draw.randrange(len(data))] = draw.randrange(256)
        _sane(bytes(data))
        _sane(good[: draw.randrange(len(good))])
        _sane(b"PK\x03\x04" + draw.randbytes(draw.randrange(400)))


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", "xl/worksheets/sheet2.xml", "xl/styles.xml", "xl/sharedStrings.xml"]
)
def test_damaged_xml_is_a_problem_and_never_an_exception(part):
    draw, good = random.Random(part), written(content())

    def damage(name, body):
        if name != part:
            return body
        data = bytearray(body)
        for _ in range(draw.randint(1, 6)):
            data[draw.randrange(len(data))] = draw.choice(b'<>/"=&;0123456789 ArcstvXZ\x00\xff')
        return bytes(data)

    for _ in range(60):
        _sane(repacked(good, damage))


def _sane(data):
    """Bytes that may be damaged give logs or problems; each problem says what was found and what to do."""
    done = import_original(data)
    assert done.logs or done.problems
    assert all(each.found and each.expected and each.do for each in done.problems)
