"""Every recorded figure, placement, level and time of right open-face logs, changed in turn.

A log (``logs``) is made right by the plain scorer (tests.plain.open_face), and has no finding. After each change of one
recorded fact a plain auditor (``expected``) works out code, hand and seat of every violation and discrepancy of the whole
log, and the audit must find the same, no more and no less. ``expected`` shares no code with rules/.
CANNOT_SHOW (``listed``) is the list of the kinds of change that no audit can see, with the reason for each.

``deal``, ``made`` and ``placed`` make logs; ``change`` and ``of_*`` change them; ``audit`` audits thousands of versions of
a log at once; ``gaps`` lists what could be found and is not yet.
"""
