"""What facts say was purged: files, results with their reports, and the files of incidents."""

from msgspec.structs import replace

from auditor.facts.fold import fold
from auditor.facts.kinds.facts_of_incidents import AttachedOnRecord
from auditor.facts.memory_tables import MemoryTables
from auditor.store.legacy.erased_rows import ErasedRows
from tests.facts.story import STORY

ROWS = [("evidence", "s" * 64), ("reports", 1), ("attachments", "k" * 64)]


def erased(*kinds):
    """The rows of which facts say it, without some kinds of facts."""
    facts = [fact for fact in STORY if fact.kind not in kinds]
    tables = MemoryTables()
    fold(tables, facts)
    found = ErasedRows(tables, facts)
    return [row for row in ROWS if found.has(*row)]


def test_a_purged_file_and_what_went_with_a_purged_result_are_erased():
    assert erased() == ROWS
    assert erased("evidence.purged") == ROWS[1:]
    assert erased("result.purged", "store.erased") == ROWS[:1]


def test_an_original_is_erased_with_its_file():
    tables = MemoryTables()
    (purge,) = (fact for fact in STORY if fact.kind == "evidence.purged")
    facts = [*STORY, replace(purge, number=9, of="o" * 64)]
    fold(tables, facts)
    found = ErasedRows(tables, facts)
    assert [key for key in (1, 2, 9) if found.has("originals", key)] == [1]


def test_a_list_of_screening_is_erased_with_the_last_log_that_it_rests_on():
    (purge,) = (fact for fact in STORY if fact.kind == "evidence.purged")
    others = [replace(purge, number=10 + at, of=letter * 64, adopted=True) for at, letter in enumerate("tu")]
    gone = []
    for facts in (STORY, [*STORY, others[0]], [*STORY, *others]):
        tables = MemoryTables()
        fold(tables, facts)
        gone.append(ErasedRows(tables, facts).has("screening_lists", 1))
    assert gone == [False, False, True]
    assert not ErasedRows(tables, STORY).has("screening_lists", 9)


def test_a_file_of_two_incidents_is_erased_with_both():
    tables = MemoryTables()
    (answer, *_) = (fact for fact in STORY if fact.kind == "incident.answered")
    finished = next(fact for fact in STORY if fact.kind == "audit.finished")
    (other,) = finished.new_incidents
    before = STORY.index(answer)
    facts = [
        *STORY[:before],
        replace(
            finished,
            number=3,
            sessions=(),
            statistics=(),
            sums=(),
            new_incidents=(replace(other, incident="j" * 64),),
        ),
        replace(
            answer, number=8, incident="j" * 64, audit=3, files=(AttachedOnRecord("k" * 64, 4, "text/plain"),)
        ),
        *STORY[before:],
    ]
    fold(tables, facts)
    found = ErasedRows(tables, facts)
    assert not found.has("attachments", "k" * 64)
