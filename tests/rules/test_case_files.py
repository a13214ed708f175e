"""Case files of checks: what their lines mean, and what a case says that is wrong."""

import pytest

from tests.rules import build
from tests.rules.build import A, B, hand, seat, session
from tests.rules.case_lines import event_of, joined
from tests.rules.checks.case_audits import Differs
from tests.rules.checks.case_files import CaseFile, cases
from tests.rules.checks.case_scripts import Shared, steps_of
from tests.rules.open_face import CASH, X, Y, clocked, ofc, placed, swapped, with_act
from tests.rules.tournaments.build import entries, header

NET = "[SCR001]\n\"fires at a seat\" = '''\nhand 1 | 1 A net=$won | 2 B net=-$won\nfinds seat=1 stated=$won expected=300{}\n'''\n"


def written(tmp_path, text):
    path = tmp_path / "scr.toml"
    path.write_text(text, "utf-8")
    return path


def collected(request, tmp_path, text):
    return list(CaseFile.from_parent(request.session, path=written(tmp_path, text)).collect())


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("hand 1 void | 1 A net=300 | 2 B 4s>9s fouled=false",
         hand(1, seat(1, A, 300), seat(2, B.replace("4s", "9s"), fouled=False), void=True)),
        ("hand 2 | 1 AhAd KsKhKd QsQd +7c dealt=A | 5 player=b",
         hand(2, seat(1, "AhAd KsKhKd QsQd7c", dealt="".join(A.split())), seat(5, player="b"))),
        ("hand 3 at=19:42 | 1 | 2 pays 1 300 units=3 | fee rake 400 | fee jackpot 100 of=900 | irregularity misdeal",
         hand(3, seat(1), at="2026-03-14T19:42:00-07:00", irregularities=[{"kind": "misdeal"}],
              transfers=[{"payer": 2, "payee": 1, "amount": 300, "units": 3}],
              fees=[{"kind": "rake", "amount": 400}, {"kind": "jackpot", "amount": 100, "of": 900}])),
        ("hand 4 fees=[] | 1 front=AhAdKs | pool.awards seat=1 row=front amount=400",
         hand(4, seat(1, front="AhAdKs"), fees=[], pool={"awards": [{"seat": 1, "row": "front", "amount": 400}]})),
        ("ofc 7 dealer=2 at=null | 1 X | 2 Y", ofc(7, seat(1, X), seat(2, Y), dealer=2, at=None)),
        ("placed 1 dealer=2 | 1 X | 2 Y | swap 3 5 | act 3 dealt=8c | clock 9 after=30 took=5",
         clocked(with_act(swapped(placed(1, seat(1, X), seat(2, Y), dealer=2), 3, 5), 3, dealt="8c"), 9, after=30, took=5)),
        ("session wsgc-2-4 unit=null currency=EUR", session(ruleset="wsgc-2-4", unit=None, currency="EUR")),
        ("session ofc-cash", CASH),
        ("close 3 totals.rake=400", build.close(3, totals={"rake": 400})),
        ('toke 50 seat=1 player="7" by="a b"', {"event": "toke", "amount": 50, "seat": 1, "player": "7", "by": "a b"}),
    ],
)  # fmt: skip
def test_a_line_of_a_log_is_the_event_that_it_names(line, event):
    assert event_of(line, {}) == [event]


def test_a_range_is_a_line_for_each_number_and_an_indented_line_goes_on():
    assert event_of("hand 1..3 void | 1", {}) == [hand(number, seat(1), void=True) for number in (1, 2, 3)]
    assert event_of("entry 1..2", {}, in_log=False) == entries(2)
    assert event_of("tournament kind=reentry stack=null", {}, in_log=False) == [
        {name: value for name, value in header(kind="reentry").items() if name != "stack"}
    ]
    assert joined("hand 1\n    | 1 A\nhand 2\n") == ["hand 1 | 1 A", "hand 2"]


def test_a_case_has_a_step_for_each_line_of_values_and_between_dividers():
    text = (
        "hand 1 | 1 A net=$won\nfinds stated=$won\nwith won=100\nwith won=200\n--\nsession wsgc-2-4\nhand 1\n"
    )
    one, two, three = steps_of(text, Shared({}, {}, session="wsgc-full"))
    assert [each.finds for each in (one, two, three)] == [["stated=100"], ["stated=200"], []]
    assert [each.files[0][0]["ruleset"] for each in (one, two, three)] == [
        "wsgc-full",
        "wsgc-full",
        "wsgc-2-4",
    ]
    assert one.files[0][1] == hand(1, seat(1, A, 100))


def test_each_case_is_a_test_by_the_name_of_its_code(request, tmp_path):
    (item,) = collected(request, tmp_path, NET.format("\nwith won=200\nwith won=100"))
    assert item.name == "test_scr001_fires_at_a_seat"
    assert item.reportinfo()[1] == 1
    with pytest.raises(Differs):
        item.runtest()  # seat 2 has a finding, too


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ("", '+ hand=1 seat=2 Hand 1, seat 2: the log records −$2.00'),
        (" | seat=2 stated=-200 expected=-301", "+ seat=2 stated=-200 expected=-300"),
        (' | seat=2 "−$4.00 was due"', '+ seat=2 "Hand 1, seat 2: the log records −$2.00'),
        (" | seat=2 stated=true", "+ seat=2 stated=-200"),
        (" | seat=2 | seat=3", "- seat=3"),
        (" | seat=2\nuntestable 1 no unit was recorded", "- 1 no unit was recorded"),
        (" | seat=2\ncoverage tested=2 differing=1", "+ tested=1"),
        (" | seat=2\nalso SCR002 stated=100", "- stated=100"),
        (" | seat=2\nincident Nothing of this title", "- Nothing of this title"),
        (" | seat=2\naudit hands=2", "+ hands=1"),
    ],
)  # fmt: skip
def test_a_case_that_differs_shows_its_place_and_what_was_found(request, tmp_path, more, shown):
    (item,) = collected(request, tmp_path, NET.format(f"{more}\nwith won=200"))
    with pytest.raises(Differs) as found:
        item.runtest()
    text = item.repr_failure(found)
    assert text.startswith(f"{tmp_path / 'scr.toml'}:2: SCR001 fires at a seat\n")
    assert shown in text


def test_a_line_of_no_known_kind_is_refused(request, tmp_path):
    """A result that is misspelled would else hold nothing."""
    (item,) = collected(request, tmp_path, '[SCR001]\n"quiet here" = "hand 1 | 1 A\\nfound seat=1"\n')
    with pytest.raises(Differs) as refused:
        item.runtest()
    assert "found" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[SCR001]\n"fires at a seat" = "hand 1 | 1 A"\n', "no step of a case that fires has a finding"),
        (
            '[SCR001]\n"quiet at a seat" = "hand 1\\nfinds seat=1"\n',
            "every step of a case that is quiet has a finding",
        ),
        ('[SCR001]\n"at a seat" = "hand 1"\n', "a title begins with fires or quiet"),
        ('[scores]\n"quiet at a seat" = "hand 1"\n', "[scores] is not the code of a check"),
    ],
)
def test_what_is_no_case_is_refused(tmp_path, text, why):
    with pytest.raises(AssertionError) as refused:
        list(cases(written(tmp_path, text)))
    assert why in str(refused.value)
