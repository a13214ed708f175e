"""Every recorded figure, placement, level and time of right open-face logs, changed in turn.

A log (``logs``) is made right by the plain scorer (tests.plain.open_face), and nothing is told of it. Each change of one
recorded fact is held against what a plain auditor (``told``) says of the whole log: it tells code, hand and seat of every
violation and discrepancy, and the audit must tell the same, no more and no less. ``told`` shares no code with rules/.
CANNOT_SHOW (``listed``) is the list of the kinds of change that no audit can see, with the reason for each.

``deal``, ``made`` and ``placed`` make logs; ``change`` and ``of_*`` change them; ``audit`` audits thousands of versions of
a log at once; ``gaps`` is what could be told and is not, as long as it is so.
"""
