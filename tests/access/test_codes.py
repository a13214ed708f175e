"""Codes: those of RFC 6238, which of them are taken, and those that are handed out."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.access import one_time_codes

SECRET = b"12345678901234567890"
VECTORS = [  # RFC 6238, appendix B, SHA-1
    (59, "94287082"),
    (1_111_111_109, "07081804"),
    (1_111_111_111, "14050471"),
    (1_234_567_890, "89005924"),
    (2_000_000_000, "69279037"),
    (20_000_000_000, "65353130"),
]


@pytest.mark.parametrize(("at", "code"), VECTORS)
def test_the_codes_are_those_of_the_rfc(at, code):
    assert one_time_codes.totp(SECRET, at // 30, 8) == code
    assert one_time_codes.totp(SECRET, at // 30) == code[-6:]
    assert one_time_codes.step_of(SECRET, code[-6:], at) == at // 30


def test_a_code_is_taken_in_its_step_and_the_next_one():
    code = one_time_codes.totp(SECRET, 100)
    taken = [at for at in range(2_900, 3_200) if one_time_codes.step_of(SECRET, code, at) == 100]
    assert taken == list(range(3_000, 3_060))


def test_spaces_of_a_code_are_no_part_of_it_and_nothing_else_is_a_code():
    code = one_time_codes.totp(SECRET, 100)
    assert one_time_codes.step_of(SECRET, f" {code[:3]} {code[3:]} ", 3_000) == 100
    for wrong in ("", code[:-1], f"{code}0", f"-{code[1:]}", "१२३४५६", "x" * 10_000):
        assert one_time_codes.step_of(SECRET, wrong, 3_000) is None


@given(st.binary(min_size=20, max_size=20), st.integers(60, 10**10))
def test_a_code_of_another_time_is_none(secret, at):
    shown = one_time_codes.totp(secret, at // 30 + 1)
    if shown not in {one_time_codes.totp(secret, at // 30), one_time_codes.totp(secret, at // 30 - 1)}:
        assert one_time_codes.step_of(secret, shown, at) is None


def test_an_authenticator_gets_the_secret_as_base32_and_as_an_address():
    assert one_time_codes.written(SECRET) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert one_time_codes.address(SECRET, "dana+floor@example.org", "Card room auditor") == (
        "otpauth://totp/Card%20room%20auditor%3Adana%2Bfloor%40example.org"
        "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Card%20room%20auditor"
    )
    assert len(one_time_codes.new_secret()) == 20
    assert one_time_codes.new_secret() != one_time_codes.new_secret()


def test_a_code_that_is_handed_out_has_120_random_bits_and_is_typed_in_any_way():
    code = one_time_codes.handed_out()
    assert re.fullmatch(r"[a-z2-7]{6}(-[a-z2-7]{6}){3}", code)
    assert len({one_time_codes.handed_out() for _ in range(100)}) == 100
    kept = one_time_codes.digest(code)
    assert re.fullmatch("[0-9a-f]{64}", kept)
    for typed in (code.upper(), code.replace("-", " "), code.replace("-", ""), f" {code}\n"):
        assert one_time_codes.digest(typed) == kept
    assert one_time_codes.digest(code[:-1]) != kept
