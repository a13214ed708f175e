"""What the players of a tournament were paid: bounties, prizes and ranking points; and what is left open."""

from typing import get_args

from rules.checks.tournament.trn057_silent_outcome import CHECK, WHAT
from rules.tournaments.tournament_undetermined import What
from tests.rules.events.auditing import audited, found, row
from tests.rules.tournaments.build import busts, entries, header


def reasons(audit, code):
    return {each.reason: each.hands for each in row(audit, code).because}


# ---------------------------------------------------------------- points: TRN056


def award(player, points):
    return {"event": "ranking_award", "player": player, "points": points}


RANKED = header(ruleset="olympic-ranking", ranking=True)


def test_trn056_quiet_where_the_points_are_due_not_awarded_or_not_known():
    audit = audited([RANKED, *entries(4), *busts(4), award("P04", 48), award("NOBODY", 1)])
    assert found(audit, "TRN056") == []
    assert row(audit, "TRN056").agreeing == 1
    assert reasons(audit, "TRN056") == {
        "the points due cannot be worked out: the place is not known, or the ruleset has no points": 3
    }
    finished = audited([RANKED, *entries(12), *busts(*range(12, 1, -1))])
    counted = row(finished, "TRN056")
    assert (counted.untestable, counted.inapplicable) == (9, 3)  # no points below the ninth place
    assert reasons(finished, "TRN056") == {"no points of the player were recorded": 9}


# ---------------------------------------------------------------- what is open: TRN057


def test_trn057_fires_on_everything_that_can_be_open():
    assert CHECK.code == "TRN057"
    assert set(WHAT) == set(get_args(What))


def test_trn057_fires_on_prizes_of_more_players_than_the_table_has():
    (only,) = found(audited([header(), *entries(161)]), "TRN057")
    assert only.message == (
        "The prizes are not determined: neither the tournament nor the ruleset has prizes for so many players "
        "(OLY-PRIZE-gap)."
    )
