"""`auditor rooms` and `auditor controls`: a room's controls from a file to an approval, at the command line."""

import pytest

from tests.cli import kit
from tests.cli.kit import call as run
from tests.reports.reading import Reading
from tests.rules.filed import controls

ONE = "wa-0417-thirteen@1"


@pytest.fixture
def room(url):
    done = put(url)
    assert (done.status, done.out) == (0, "WA-0417: on record\n")
    return url


def put(url, *more):
    zone = ("--time-zone", "America/Los_Angeles", "--gaming-day-begins", "06:00")
    licence = ("--licence-class", "F", "--tables", 5, "--authority", "wsgc")
    return run("rooms", "put", "WA-0417", "--url", url, *zone, *licence, *more)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "thirteen.toml"

    def write(*args, **sections):
        path.write_text(controls(*args, **sections))
        return path

    return write


def step(url, what, *more, revision=ONE):
    return run("controls", what, "WA-0417", revision, "--by", "someone", "--url", url, *more)


def test_a_file_is_validated_without_a_service(file):
    path = file()
    good = run("controls", "validate", path)
    assert (good.status, good.err) == (0, "")
    assert good.out.startswith(f"{path}: {ONE}: nothing is wrong with it; digest ")
    over = {"unit_cap": {"max": 2000, "currency": "USD", "cite": "WSGC-3b"}}
    bad = run("controls", "validate", file(stakes=over, surrender=None))
    assert bad.status == 1
    assert bad.lines == [
        f"{path}: stakes.unit_cap.max: 2000 goes past the 1000 that WSGC-3b allows",
        f"{path}: surrender.allowed: missing; the controls must say whether a hand may be surrendered and, if so, for how "
        "much (WSGC-surrender)",
    ]
    assert run("controls", "validate", path, "--format", "json").json["problems"] == bad.lines


def test_the_sample_is_a_file_that_could_be_approved(tmp_path):
    path = tmp_path / "sample.toml"
    path.write_text(run("controls", "sample").out)
    done = run("controls", "validate", path)
    assert (done.status, len(done.lines)) == (0, 1)
    assert "wa-0000-thirteen-card@1: nothing is wrong with it" in done.out


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'[ruleset]\ntitle = "Caf\xe9"\n', "The file is not UTF-8 text (byte 22)"),
        ("[ruleset]".encode("utf-16"), "The file is not UTF-8 text (byte 0)"),
        (b"%PDF-1.7\n", "The file is a PDF document. Controls are filed as TOML"),
    ],
)
def test_a_file_that_is_not_text_is_rejected_before_it_is_parsed(tmp_path, body, said):
    path = tmp_path / "own.toml"
    path.write_bytes(body)
    for command in (("validate", path), ("gaps", path)):
        done = run("controls", *command)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"auditor: {path}: {said}")


def test_a_file_that_cannot_be_read_as_controls_is_rejected(tmp_path):
    path = tmp_path / "letter.toml"
    path.write_text("Dear commission,")
    done = run("controls", "validate", path)
    assert (done.status, done.err) == (2, "")
    assert done.out.startswith(f"{path}: not TOML: ")


def test_settings_that_need_an_approval_are_named(file):
    done = run("controls", "validate", file(severity={"SCR001": "note"}))
    assert done.status == 1
    assert "needs the reference of an approval: severity: the controls change how gravely" in done.lines[0]


def test_a_room_is_put_on_record_and_shown(room):
    assert put(room).out == "WA-0417: its terms are on record\n"
    (listed,) = run("rooms", "--url", room).lines
    assert (
        listed
        == "WA-0417  America/Los_Angeles, gaming day from 06:00; class F; 5 tables; authority wsgc  no controls"
    )
    assert run("rooms", "show", "WA-0417", "--url", room).lines == [
        "WA-0417",
        "  from the beginning: America/Los_Angeles, gaming day from 06:00; class F; 5 tables; authority wsgc",
        "  no controls were approved",
    ]
    wrong = put(room, "--fees", "tips")
    assert (wrong.status, wrong.out) == (2, "")
    assert "Must be one of: rake, hand_fee, time, none." in wrong.err


@pytest.mark.slow
def test_the_life_of_a_revision_at_the_command_line(room, file, tmp_path):
    past = f"{file()}: the first day, 2026-01-01, is past: no audit has hands of that day or later"
    assert run("controls", "upload", "WA-0417", file(), "--url", room, "--by", "compliance").lines == [
        f"{file()}: {ONE}: filed as a draft",
        past,
    ]
    document = tmp_path / "controls.pdf"
    document.write_bytes(b"%PDF-1.7 filed")
    assert run("controls", "attach", "WA-0417", ONE, document, "--url", room).status == 0
    assert step(room, "submit").out == f"{ONE}: submitted\n"
    assert step(room, "deny", "--reference", "L-1", "--reason", "unclear").out == f"{ONE}: denied\n"
    assert run("controls", "upload", "WA-0417", file(), "--url", room).lines == [
        f"{file()}: {ONE}: the draft is as sent",
        past,
    ]
    step(room, "submit")
    assert step(room, "approve", "--reference", "L-2").out == f"{ONE}: approved, in force from 2026-01-01\n"
    refused = step(room, "withdraw")
    assert refused.status == 2
    assert refused.err == (
        f"auditor: {ONE} is approved and cannot be withdrawn; that is possible for what is submitted.\n"
    )
    history = run("controls", "history", "WA-0417", ONE, "--url", room).lines
    assert [line.split("  ")[1].strip() for line in history] == [
        "draft", "document", "submitted", "denied", "draft", "submitted", "approved",
    ]  # fmt: skip
    assert history[-1].endswith("someone  reference L-2")
    shown = run("controls", "show", "WA-0417", ONE, "--url", room).out
    assert "Standing   in force\nIn force   from 2026-01-01\n" in shown


def test_obstacles_to_approval_are_reported_at_filing_and_at_submission(room, file):
    path = file(surrender=None)
    filed = run("controls", "upload", "WA-0417", path, "--url", room)
    assert filed.lines[:2] == [
        f"{path}: {ONE}: filed as a draft",
        f"{path}: it could not be approved in this form:",
    ]
    submitted = step(room, "submit")
    assert submitted.out == f"{ONE}: submitted\n"
    assert submitted.err == (
        f"auditor: {ONE} could not be approved in this form: 1 thing to mend, listed by 'auditor controls show WA-0417 {ONE}'.\n"
    )


def test_a_file_keeps_its_name(room, file, tmp_path):
    import requests

    run("controls", "upload", "WA-0417", file(), "--url", room)
    document = tmp_path / "filed controls.pdf"
    document.write_bytes(b"%PDF-1.7\n")
    run("controls", "attach", "WA-0417", ONE, document, "--url", room)
    found = requests.get(f"{room}/v1/rooms/WA-0417/controls/wa-0417-thirteen/1", timeout=30).json()
    assert [found[each]["filename"] for each in ("source", "document")] == [
        "thirteen.toml",
        "filed controls.pdf",
    ]


def test_missing_controls_are_reported_in_words(room, file):
    assert (
        run("controls", "list", "WA-0417", "--url", room).err
        == "auditor: Room WA-0417 has filed no controls.\n"
    )
    none = run("controls", "list", "WA-0417", "--on", "2026-07-15", "--url", room)
    assert (none.out, none.err) == ("", "auditor: Room WA-0417 is under no controls on 2026-07-15.\n")


def test_a_redline_shows_from_when_until_when_each_side_is_in_force(room, file):
    run("controls", "upload", "WA-0417", file(1, "2026-06-01", until="2026-06-30"), "--url", room)
    run("controls", "upload", "WA-0417", file(2, "2026-07-01"), "--url", room)
    done = run("controls", "diff", ONE, "wa-0417-thirteen@2", "--url", room)
    assert "in force from 2026-06-01 to 2026-06-30" in " ".join(done.out.split())
    assert "in force from 2026-07-01" in " ".join(done.out.split())
    assert done.lines[-1] == "No parameter differs: each has the same value and the same clauses."


def test_an_approval_that_is_refused_lists_all_that_is_in_the_way(room, file):
    run("controls", "upload", "WA-0417", file(surrender=None, fees=None), "--url", room)
    step(room, "submit")
    done = step(room, "approve", "--reference", "L-1")
    assert done.status == 2
    assert done.err.startswith(f"auditor: {ONE} cannot be approved: 2 things to mend.\n")
    assert f"  {ONE}: surrender.allowed: missing" in done.err
    assert f"  {ONE}: fees: missing" in done.err


@pytest.mark.slow
def test_which_revision_a_room_was_under_and_what_changed(room, file):
    for revision, starts in ((1, "2026-01-01"), (2, "2026-06-01")):
        surrender = {"allowed": False, "cite": "WSGC-surrender"}
        run(
            "controls",
            "upload",
            "WA-0417",
            file(revision, starts, surrender=surrender, stakes=unit(500 * revision)),
            "--url",
            room,
        )
        step(room, "submit", revision=f"wa-0417-thirteen@{revision}")
        step(room, "approve", "--reference", "L", revision=f"wa-0417-thirteen@{revision}")
    for day, named in (("2026-05-31", ONE), ("2026-06-01", "wa-0417-thirteen@2")):
        (line,) = run("controls", "list", "WA-0417", "--on", day, "--url", room).lines
        assert line.startswith(named)
    redline = run("controls", "diff", ONE, "wa-0417-thirteen@2", "--url", room)
    assert redline.status == 1
    assert "stakes.unit_cap.max  500 -> 1000" in redline.out
    assert "WSGC-3b" in redline.out
    assert run("controls", "diff", ONE, ONE, "--url", room).status == 0
    text = run("controls", "canonical", ONE, "--url", room).out
    assert text.startswith('[ruleset]\nid = "wa-0417-thirteen"\nrevision = 1\n')


def unit(money):
    return {"unit_cap": {"max": money, "currency": "USD", "cite": "WSGC-3b"}}


def test_a_missing_service_and_a_missing_revision_are_reported_in_words(file):
    away = run("controls", "list", "WA-0417", "--url", "http://127.0.0.1:1")
    assert (away.status, away.out) == (5, "")
    assert "cannot be reached" in away.err
    wrong = run("controls", "show", "WA-0417", "thirteen", "--url", "http://127.0.0.1:1")
    assert wrong.status == 2
    assert "'thirteen' is no revision; one looks like wa-0417-thirteen@2." in wrong.err


def test_a_file_is_tried_on_a_log_without_a_service(file, tmp_path):
    log = tmp_path / "evening.ndjson"
    log.write_bytes(kit.right(ruleset="wsgc-2-4"))
    done = run("audit", log, "--controls", file(), "--format", "json")
    reported = done.json
    assert (reported["what_if"], reported["as_if"]) == (True, True)
    (used,) = reported["rulesets"]
    assert (used["id"], used["revision"], used["standing"]) == ("wa-0417-thirteen", 1, "draft")
    assert reported["controls"][0]["as_tried"] == ONE
    (differ,) = (each for each in reported["controls"] if each["differing"])
    assert differ["command"] is None  # nobody else has the file
    said = f"wsgc-2-4@1 and {ONE} differ in {differ['differing']} parameters"
    assert said in " ".join(run("audit", log, "--controls", tmp_path / "thirteen.toml").out.split())
    pdf = tmp_path / "what-if.pdf"
    assert run("audit", log, "--controls", file(), "--pdf", pdf).status == done.status
    text = Reading(pdf.read_bytes()).text
    assert f"WHAT-IF OVER PAST HANDS {ONE}" in text  # the document that the service has
    assert "What changes, in plain words" in text
    assert "Annex: parameter by parameter" in text


def test_a_file_that_cannot_be_played_under_is_not_tried(file, tmp_path):
    log = tmp_path / "evening.ndjson"
    log.write_bytes(kit.right())
    path = file(surrender={"allowed": True, "cite": "WSGC-surrender"})
    done = run("audit", log, "--controls", path)
    assert (done.status, done.out) == (2, "")
    assert "surrender.amount: surrender is allowed, so its amount must be documented" in done.err
    both = run("audit", log, "--controls", file(), "--ruleset", "wsgc-base")
    assert both.status == 2
    assert "leave --ruleset out" in both.err


@pytest.mark.slow
def test_a_draft_is_tried_on_a_rooms_history_and_audits_are_compared(room, file, tmp_path):
    """Seat 1 surrenders nothing; a draft of one unit a row pays three where two-four pays four."""
    log = tmp_path / "evening.ndjson"
    log.write_bytes(kit.log(kit.hand(1, 400, -400), ruleset="wa-0417-thirteen"))
    run("controls", "upload", "WA-0417", file(), "--url", room)
    step(room, "submit")
    step(room, "approve", "--reference", "L-1")
    assert run("upload", log, "--url", room).status == 0
    run(
        "controls",
        "upload",
        "WA-0417",
        file(2, "2026-12-01", ruleset={"extends": ["wsgc-base@1"]}),
        "--url",
        room,
    )
    pdf = tmp_path / "what-if.pdf"
    done = run("controls", "try", "WA-0417", "wa-0417-thirteen@2", "--pdf", pdf, "--url", room)
    assert (done.status, done.err) == (0, "")
    assert done.lines == [
        "Tried        wa-0417-thirteen@2 (draft)",
        "Audit        1, 1 session",
        "Compared     1 hand",
        "Differently  1 hand",
        "Money        $1.00 would have gone to different players",
        "",
        "p-1                     −$1.00  in 1 hand",
        "p-2                     +$1.00  in 1 hand",
    ]
    assert pdf.read_bytes().startswith(b"%PDF-")
    again = run("audits", "again", 1, "--known", "then", "--url", room)
    assert (again.status, again.out[:32]) == (0, "Audit 2, audit 1 as known then: ")
    same = run("audits", "compare", 1, 2, "--url", room)
    assert same.status == 0
    assert same.lines[-1].startswith("unchanged: ")
    nobody = run("controls", "try", "WA-0417", "wa-0417-thirteen@2", "--from", "2027-01-01", "--url", room)
    assert (nobody.status, nobody.err) == (
        2, "auditor: No audit was made: there is no current session of room 'WA-0417' in these days.\n",
    )  # fmt: skip


@pytest.mark.slow
def test_a_gaming_day_is_audited_at_the_command_line(room, tmp_path):
    log = tmp_path / "evening.ndjson"
    log.write_bytes(kit.right(number=2))
    run("upload", log, "--url", room)
    pdf = tmp_path / "day.pdf"
    done = run("rooms", "day", "WA-0417", "2026-03-14", "--tables", "T1,T9", "--pdf", pdf, "--url", room)
    assert (done.status, done.err) == (1, "")
    assert done.lines[0].startswith(
        "WA-0417  2026-03-14, from 2026-03-14T06:00:00-07:00 to 2026-03-15T06:00:00-07:00"
    )
    assert done.lines[1:3] == ["Audit     1", "Sessions  1, 3 hands, 2 players"]
    assert [line.split("  ")[2] for line in done.lines if "LOG012" in line] == ["LOG012"]
    assert pdf.read_bytes().startswith(b"%PDF-")
    again = run("rooms", "day", "WA-0417", "2026-03-14", "--tables", "T9,T1", "--url", room)
    assert again.lines[1] == "Audit     1, as it was"
    early = run("rooms", "day", "WA-0417", "2999-01-01", "--url", room)
    assert early.status == 2
    assert "it is audited as a whole when it is over" in early.err


def test_a_draft_that_was_filed_by_mistake_is_discarded(room, file):
    run("controls", "upload", "WA-0417", file(), "--url", room)
    done = run(
        "controls", "discard", "WA-0417", ONE, "--by", "compliance", "--note", "by mistake", "--url", room
    )
    assert (done.status, done.out) == (0, f"{ONE}: discarded\n")
    assert run("controls", "show", "WA-0417", ONE, "--url", room).status == 2
    assert run("controls", "upload", "WA-0417", file(), "--url", room).lines[0].endswith("filed as a draft")
    step(room, "submit")
    late = run("controls", "discard", "WA-0417", ONE, "--url", room)
    assert late.status == 2
    assert "is submitted and cannot be discarded" in late.err


def test_a_room_is_shown_with_its_authority(room):
    assert "authority wsgc" in run("rooms", "show", "WA-0417", "--url", room).out
    wrong = put(room, "--authority", "nobody")
    assert wrong.status == 2
    assert "'nobody' is no authority of the library; it has: wsgc" in wrong.err


def test_a_warning_of_an_approval_is_printed(room, file):
    run("controls", "upload", "WA-0417", file(), "--url", room)
    step(room, "submit")
    done = step(room, "approve", "--reference", "L-1")
    assert done.status == 0
    assert (
        f"auditor: {ONE}: the first day, 2026-01-01, is past: no audit has hands of that day or later"
        in done.err
    )


def test_limits_of_an_authority_hold_for_a_log_without_a_service(tmp_path):
    log = tmp_path / "evening.ndjson"
    fees = [{"kind": "hand_fee", "amount": 50000, "seat": 1, "before_deal": True}]
    log.write_bytes(kit.log(kit.hand(1, fees=fees)))
    held = run("audit", log, "--authority", "wsgc", "--format", "json").json
    assert [(each["stated"], each["expected"]) for each in held["findings"] if each["code"] == "FEE007"] == [
        (50000, 100)
    ]
    assert [(each["id"], each["mandatory"]) for each in held["rulesets"]] == [
        ("wsgc-base", None),
        ("wac-230-15-080", "wsgc"),
    ]
    assert "Mandatory  wac-230-15-080@2" in run("audit", log, "--authority", "wsgc").out
    free = run("audit", log, "--format", "json").json
    (of_fees,) = (each for each in free["coverage"] if each["code"] == "FEE007")
    assert of_fees["because"] == [
        {"reason": "the room is not on record, so that the limits of its authority are not known", "hands": 1}
    ]
    wrong = run("audit", log, "--authority", "nobody")
    assert (wrong.status, wrong.out) == (2, "")
    assert "it has wsgc (Washington State Gambling Commission)" in wrong.err


# ------------------------------------------------------------------------------------------------- proposed terms


def test_terms_of_a_licensed_room_are_proposed_listed_and_approved(room):
    none = run("rooms", "terms", "WA-0417", "--url", room)
    assert (none.status, none.out, "Nothing was proposed as terms of WA-0417." in none.err) == (0, "", True)
    proposed = put(room, "--tables", 9, "--by", "Ops")
    assert (proposed.status, proposed.lines) == (
        0,
        [
            "WA-0417: proposed to its authority, which decides; the terms on record stay until then",
            "1  proposed  from the beginning  tables 5 -> 9  (Ops)",
        ],
    )
    assert run("rooms", "terms", "WA-0417", "--url", room).lines == proposed.lines[1:]
    assert "; 5 tables;" in run("rooms", "show", "WA-0417", "--url", room).out
    letter = ("--by", "Agent 12", "--reference", "WSGC-2026-118")
    done = run("rooms", "approve", "WA-0417", 1, *letter, "--url", room)
    assert (done.status, done.out) == (0, "WA-0417: proposal 1 is approved\n")
    assert "; 9 tables;" in run("rooms", "show", "WA-0417", "--url", room).out
    (listed,) = run("rooms", "terms", "WA-0417", "--url", room).lines
    assert listed == "1  approved  from the beginning  WSGC-2026-118  (Agent 12)"
    again = run("rooms", "approve", "WA-0417", 1, *letter, "--url", room)
    assert (again.status, "was approved at" in again.err) == (2, True)


def test_proposed_terms_are_refused_with_a_reason_or_withdrawn(room):
    put(room, "--tables", 9)
    put(room, "--licence-class", "E", "--from", "2026-07-01")
    letter = ("--by", "Agent 12", "--reference", "L-2")
    assert run("rooms", "refuse", "WA-0417", 1, *letter, "--url", room).status == 2
    done = run("rooms", "refuse", "WA-0417", 1, *letter, "--reason", "five it is", "--url", room)
    assert (done.status, done.out) == (0, "WA-0417: proposal 1 is refused\n")
    done = run("rooms", "withdraw", "WA-0417", 2, "--by", "Ops", "--url", room)
    assert (done.status, done.out) == (0, "WA-0417: proposal 2 is withdrawn\n")
    assert run("rooms", "terms", "WA-0417", "--url", room).lines == [
        "1  refused  from the beginning  L-2  five it is  (Agent 12)",
        "2  withdrawn  from 2026-07-01  (Ops)",
    ]
    standings = run("rooms", "terms", "WA-0417", "--format", "json", "--url", room).json
    assert [each["standing"] for each in standings] == ["refused", "withdrawn"]
    assert run("rooms", "withdraw", "WA-0417", 3, "--by", "Ops", "--url", room).status == 2
