"""Files of controls that are cheap to send and dear to examine: what they are refused for, and how much is done for them."""

import pytest

from rules.controls import library as loading
from rules.controls import schema
from rules.controls.examined_filing import NotText, examine, text_of
from rules.controls.library import library
from rules.controls.toml_text import LARGEST, MOST_VALUES, NotToml, parsed
from tests.attacks import draft

DEEP = "not TOML that can be read: it is nested too deep"
MANY = "not TOML that can be read: it has more than 2,000 values, and no ruleset has so many"


def examined(body):
    return examine("draft", body.decode(), library())


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 20_000) + "=1",
        "[" + ".".join("a" * 20_000) + "]",
        "[[" + " . ".join(['"a"'] * 20_000) + "]]",
        "x={" + ".".join("a" * 20_000) + "=1}",
        'x="""a"""", ' + ".".join(["'a'"] * 20_000) + "=1",
        "x = " + "[" * 100_000,
        "x = " + "{a=" * 50_000,
        ".".join("a" * 17) + "=1",
    ],
)
def test_what_is_nested_too_deep_is_refused_before_it_is_read(text):
    with pytest.raises(NotToml) as refused:
        parsed(text)
    assert str(refused.value) in (DEEP, MANY)


@pytest.mark.parametrize(
    "text",
    [
        'text = "' + "a." * 30 + '"',
        "text = '" + "a." * 30 + "'",
        'text = """\n' + "a." * 30 + '\n""""',
        "text = '''\n" + "a." * 30 + "\n'''",
        "# " + "a." * 30 + "\ntext = 1",
        'text = "\\"" # ' + "a." * 30,
        ".".join("a" * 15) + " = 1",
        "text = 1." + "5" * 50,
    ],
)
def test_dots_in_texts_comments_and_numbers_divide_no_key(text):
    assert parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "x = [" + "1," * 100_000 + "]",
        "[[side_bets]]\n" * 15_000,
        "\n".join(f"[x{n}.a.b.c.d.e.f]" for n in range(5_000)),
        "x = {" + ",".join(f"a.b.c.k{n}=1" for n in range(20_000)) + "}",
        "\n".join(f"k{n}=1" for n in range(MOST_VALUES + 1)),
    ],
)
def test_more_values_than_any_ruleset_has_are_refused(text):
    with pytest.raises(NotToml, match=MANY):
        parsed(text)


def test_as_many_values_as_are_taken():
    assert len(parsed("\n".join(f"k{n}=1" for n in range(MOST_VALUES)))) == MOST_VALUES


def test_a_number_of_100_000_digits_is_refused():
    with pytest.raises(NotToml, match="a number of more digits than any amount has"):
        parsed("x = " + "9" * 100_000)


def test_a_file_of_more_than_256_000_bytes_is_refused():
    with pytest.raises(NotText) as refused:
        text_of(b"#" * (LARGEST + 1))
    assert str(refused.value) == (
        "The file has 256,001 bytes. A file of controls has at most 256,000; a wording that is longer belongs into the "
        "document that is attached to it."
    )
    assert text_of(b"#" * LARGEST)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (draft("x = [" + "1," * 3_000 + "]"), f"draft: {MANY}"),
        (
            draft().replace(b"extends = [", b"extends = [" + b'"wsgc-2-4@1",' * 20),
            "draft: ruleset.extends: at most 16 rulesets can be extended",
        ),
        (
            draft(
                "[reading.AMB-FOUL]",
                "loses_all_rows={" + ",".join(f'"stakes.k{n}"=1' for n in range(40)) + "}",
            ),
            "draft: reading: 40 parameters are set by readings; at most 32 can be",
        ),
        (
            draft("[reading.AMB-FOUL]", 'loses_all_rows={"' + ".".join("a" * 50_000) + '"=1}'),
            "draft: reading.AMB-FOUL.loses_all_rows",
        ),
    ],
)
def test_what_explodes_is_a_problem_of_the_file(body, problem):
    found = examined(body)
    assert found.ruleset is None
    assert any(each.startswith(problem) for each in found.problems)


def test_of_overlapping_procedures_a_hundred_pairs_are_reported():
    parts = (
        f'[irregularities.procedure.p{n}]\nkind="other"\nruling="warning"\ncite="room:4"\ntext="x"'
        for n in range(300)
    )
    overlaps = [
        each for each in examined(draft(*parts)).problems if "could be of this procedure and of" in each
    ]
    assert len(overlaps) == 100
    assert "irregularities.procedure.p1: an irregularity could be of this procedure and of p0" in overlaps[0]


def test_a_reading_is_tried_on_its_own_section_alone(monkeypatch):
    """Each parameter that a reading sets cost the examination of the whole file once more."""
    seen = []
    real = schema.problems_of
    monkeypatch.setattr(schema, "problems_of", lambda data: seen.append(set(data)) or real(data))
    found = loading.examined(
        {"draft": draft("[reading.AMB-WSGC-SUR-AMOUNT]", 'config={"surrender.amount.units"=-1}').decode()},
        library(),
    )
    assert seen[1:] == [{"ruleset", "surrender"}]
    assert any("surrender.amount.units: must be greater than or equal to" in each for each in found[0])
