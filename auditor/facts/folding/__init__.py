"""Handlers of facts, by subject. A handler of a released kind never changes."""

from auditor.facts.folding import folded_audits as folded_audits
from auditor.facts.folding import folded_factors as folded_factors
from auditor.facts.folding import folded_holds as folded_holds
from auditor.facts.folding import folded_incidents as folded_incidents
from auditor.facts.folding import folded_keys as folded_keys
from auditor.facts.folding import folded_log as folded_log
from auditor.facts.folding import folded_people as folded_people
from auditor.facts.folding import folded_reports as folded_reports
from auditor.facts.folding import folded_rooms as folded_rooms
from auditor.facts.folding import folded_rooms_history as folded_rooms_history
from auditor.facts.folding import folded_uploads as folded_uploads
