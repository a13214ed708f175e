"""Names in any script: drawn with embedded faces, joined and ordered as they are read, and found again by a search."""

from __future__ import annotations

import pytest

from reports.scripts import (
    ARABIC,
    CONDENSED,
    HAN,
    HANGUL,
    HEBREW,
    MONO,
    REGULAR,
    SEMIBOLD,
    SUITS,
    FaceRun,
    face_runs,
    printable,
)
from reports.typography import SMALL, fitted, width
from rules.results import Restitution
from tests.folding import of_every
from tests.reports import samples
from tests.reports.reading import Reading

NAMES = {
    "Chinese": ("玩家一", "DroidSansFallback"),
    "Japanese": ("カードの王", "DroidSansFallback"),
    "Korean": ("김선수", "HangulFallback-Regular"),
    "Hebrew": ("דוד לוי", "NotoSansHebrew-Regular"),
    "Arabic": ("محمد علي", "NotoSansArabic-Regular"),
    "Cyrillic": ("Иван Жуков", "IBMPlexSans"),
    "Greek": ("Ωμέγα", "IBMPlexSans"),
}


def report(name: str) -> Reading:
    rows = [Restitution(player=name, hands=1, recorded=0, due=100, owed=100)]
    found = [samples.finding(player=name, message=f"The chips of {name} are not on record.")]
    log = samples.log(recorded_by=name, dealer=name)
    return Reading(samples.pdf(samples.audit(found, restitution=rows, log=log, logs=[log])))


def in_words(text: str, name: str) -> str:
    """The text, with the words of a name in their order: a reader may have the words of a line from left to right."""
    return text.replace(" ".join(name.split()[::-1]), name)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("script", NAMES)
def test_a_name_can_be_read_and_found_in_its_own_script(script):
    name, face = NAMES[script]
    shown = report(name)
    assert f"The chips of {name} are not on record." in in_words(shown.text, name)
    assert f"Recorded by {name}" in in_words(shown.text, name)
    assert "U+" not in shown.text.replace("[U+200B]", "")  # which the last section names
    assert any(str(font["/BaseFont"]).endswith(face) for font in shown.fonts())
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in shown.fonts())


@pytest.mark.slow
def test_a_document_embeds_only_what_it_shows():
    plain = samples.pdf(samples.audit([samples.finding()]))
    chinese = samples.pdf(samples.audit([samples.finding(player="玩家一")]))
    assert not any("Droid" in str(font["/BaseFont"]) for font in Reading(plain).fonts())
    assert len(chinese) - len(plain) < 40_000


@pytest.mark.slow
def test_the_same_names_give_the_same_bytes():
    names = [name for name, _ in NAMES.values()]
    found = [samples.finding(hand, player=name) for hand, name in enumerate(names, 17)]
    assert samples.pdf(samples.audit(found)) == samples.pdf(samples.audit(found))


def test_arabic_letters_join_and_stand_from_right_to_left():
    assert face_runs("علي", REGULAR) == (
        FaceRun(ARABIC, "\ufef2\ufee0\ufecb"),
    )  # final yeh, medial lam, initial ain
    assert face_runs("seat علي 12", REGULAR) == (
        FaceRun(REGULAR, "seat "),
        FaceRun(ARABIC, "\ufef2\ufee0\ufecb"),
        FaceRun(REGULAR, " 12"),
    )


def test_hebrew_is_set_from_right_to_left_within_a_left_to_right_line():
    assert face_runs("player דוד, seat 3", REGULAR) == (
        FaceRun(REGULAR, "player "),
        FaceRun(HEBREW, "דוד"[::-1]),
        FaceRun(REGULAR, ", seat 3"),
    )


@pytest.mark.parametrize("face", [REGULAR, SEMIBOLD, CONDENSED, MONO])
@pytest.mark.parametrize(
    ("char", "drawn"), [("玩", HAN), ("が", HAN), ("한", HANGUL), ("א", HEBREW), ("♠", SUITS)]
)
def test_each_style_falls_back_to_the_same_faces(face, char, drawn):
    assert face_runs(char, face) == (FaceRun(drawn, char),)


@of_every("code", range(0xAC00, 0xD7A4, 97))
def test_every_hangul_syllable_has_its_glyph(code):
    assert face_runs(chr(code), REGULAR) == (FaceRun(HANGUL, chr(code)),)


@pytest.mark.parametrize("name", [name for name, _ in NAMES.values()])
def test_what_is_measured_is_what_is_drawn(name):
    assert 0 < width(name, SMALL) < 80
    assert width(fitted(name * 20, SMALL, 60), SMALL) <= 60


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a[U+202E]b"),  # would turn what follows round
        ("محمّد", "محم[U+0651]د"),  # a mark above a letter, which a fallback face would not place
        ("🂡", "[U+1F0A1]"),
        ("\u0e01", "[U+0E01]"),  # Thai
        ("\x00", "[U+0000]"),
    ],
)
def test_invisible_characters_are_written_as_their_codes(text, shown):
    assert printable(text) == shown
