"""What gunicorn starts without `auditor serve`:

    gunicorn --worker-class auditor.http.gunicorn_worker.BufferingWorker --threads 8 --bind 127.0.0.1:8417 wsgi:application

gunicorn's own workers serve it too (`--worker-class gthread`), and slow clients block them.

AUDITOR_DATA is the folder of the store; ./auditor-data where it is not set. `auditor keys make` makes its keys; with
AUDITOR_OPEN=1 the service runs without them, for trying things out. With AUDITOR_AUDIT_ON_ARRIVAL=0 what comes in is not
audited until somebody asks for it.
"""

import os
from pathlib import Path

from auditor.http import create_app
from auditor.http.app import follow_forks
from auditor.service_log import configure

configure()
application = create_app(
    Path(os.environ.get("AUDITOR_DATA", "auditor-data")),
    audit_on_arrival=os.environ.get("AUDITOR_AUDIT_ON_ARRIVAL") != "0",
    open_to_all=os.environ.get("AUDITOR_OPEN") == "1",
)
follow_forks(application)
