"""Facts of a tournament or a ledger (`rules.shown_events`)."""

from rules.audit.event_facts.ledger import ledger_facts as ledger_facts
from rules.audit.event_facts.tournament import tournament_facts as tournament_facts
