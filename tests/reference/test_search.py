"""Search over the reference: every word must be found, names come first, and nothing but words counts."""

import pytest

from auditor.reference.reference_search import near, search


def names(query):
    return [hit.entry.name for hit in search(query)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("SCR001", "SCR001 net-differs"),
        ("scr001", "SCR001 net-differs"),
        ("  hg-sweep-6 ", "HG-sweep-6"),
        ("amb-foul", "AMB-FOUL"),
        ("hawaiian-gardens", "hawaiian-gardens"),
        ("external:LEDGER-balance", "external:LEDGER-balance"),
        ("net-differs", "SCR001 net-differs"),
    ],
)
def test_a_name_comes_first(query, first):
    assert names(query)[0] == first


def test_each_kind_of_page_is_found_by_words_of_its_text():
    kinds = {hit.entry.kind for hit in search("surrender")}
    assert kinds == {"check", "clause", "ambiguity", "system", "parameters"}


def test_every_word_must_be_found_and_begin_a_word():
    both = set(names("drop box"))
    assert both == set(names("drop")) & set(names("box"))
    assert both
    assert "FEE020 drop-differs-from-fees" in both
    assert names("rop") == []  # inside of "drop"
    assert names("drop xylophone") == []


def test_a_hit_has_the_text_around_the_first_word():
    (hit,) = [hit for hit in search("rebuy chips") if hit.entry.name == "hawaiian-gardens"] or [None]
    assert hit is None or "rebuy" in hit.excerpt.lower()
    found = next(hit for hit in search("wheel") if hit.entry.kind == "ambiguity")
    assert len(found.excerpt) < 200


@pytest.mark.parametrize("query", ["", "   ", "***", "()[]\\", ".*", "(?i)"])
def test_what_has_no_word_or_is_no_word_is_no_pattern(query):
    assert all(hit.entry for hit in search(query))
    if not any(letter.isalnum() for letter in query):
        assert search(query) == []


def test_markup_is_no_part_of_a_text():
    for hit in search("units"):
        assert not set("*`|[]") & set(hit.entry.text)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("checks/SCR099", "SCR001 net-differs"),
        ("clauses/HG-swep", "HG-sp-one-colour"),
        ("systems/wsgc-9", "wsgc-base"),
    ],
)
def test_names_near_a_wrong_one(wrong, right):
    found = [each.name for each in near(wrong)]
    assert 0 < len(found) <= 6
    assert found[0][:2].lower() == right[:2].lower()


def test_nothing_is_near_a_name_of_another_kind():
    assert near("xyzzy") == []
    assert near("") == []
