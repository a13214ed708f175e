"""What a program does with a generated client: it uploads, audits and reads findings, and prints what it got.

Each of these programs runs in a process of its own, beside the client that was made for it. Its arguments: the service's
address, a key, and the files of a log and of another one as gzip.
"""

OPENAPI_PYTHON_CLIENT = """
import json, sys
from io import BytesIO
from pathlib import Path
from generated import AuthenticatedClient, models
from generated.api.audits import create_audit, list_findings
from generated.api.sessions import list_sessions, upload_session
from generated.types import File

url, key, plain, zipped = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)
said = []

def say(answer, *names):
    found = answer.parsed
    said.append([int(answer.status_code), type(found).__name__, *(getattr(found, name) for name in names)])
    return found

def upload(path, **options):
    return upload_session.sync_detailed(client=client, body=File(payload=BytesIO(Path(path).read_bytes())), **options)

say(upload(plain, dry_run=True), "already_stored")
say(upload(plain), "id", "session")
say(upload(plain), "id", "already_stored")
say(upload(zipped), "id", "session")
form = models.UploadSessionFilesBody(log=File(payload=BytesIO(Path(zipped).read_bytes()), file_name="a.ndjson.gz"))
say(upload_session.sync_detailed(client=client, body=form), "id", "already_stored")
audit = say(create_audit.sync_detailed(client=client, body=models.AuditRequest(pending=True)), "state", "money_misallocated")
say(create_audit.sync_detailed(client=client, body=models.AuditRequest(pending=True)), "audit", "message")
found = list_findings.sync(client=client, audit=audit.id)
said.append([[each.session_id, each.hand, each.seat, each.code, each.difference] for each in found.findings])
say(list_findings.sync_detailed(client=client, audit=99), "status", "detail")
print(json.dumps(said))
"""

OPENAPI_GENERATOR = """
import json, sys
from pathlib import Path
import generated

url, key, plain, zipped = sys.argv[1:]
said = []

def say(answer, *names):
    found = getattr(answer.data, "actual_instance", answer.data)
    said.append([answer.status_code, type(found).__name__, *(getattr(found, name) for name in names)])
    return found

with generated.ApiClient(generated.Configuration(host=url, access_token=key)) as client:
    sessions, audits = generated.SessionsApi(client), generated.AuditsApi(client)

    def upload(path, **options):
        return sessions.upload_session_with_http_info(Path(path).read_bytes(), **options)

    say(upload(plain, dry_run=True), "already_stored")
    say(upload(plain), "id", "session")
    say(upload(plain), "id", "already_stored")
    say(upload(zipped, _content_type="application/gzip"), "id", "session")
    say(upload(zipped), "id", "already_stored")
    audit = say(audits.create_audit_with_http_info(generated.AuditRequest(pending=True)), "state", "money_misallocated")
    say(audits.create_audit_with_http_info(generated.AuditRequest(pending=True)), "audit", "message")
    found = audits.list_findings(audit.id)
    said.append([[each.session_id, each.hand, each.seat, each.code, each.difference] for each in found.findings])
    try:
        audits.list_findings(99)
    except generated.ApiException as error:
        said.append([error.status, type(error.data).__name__, error.data.status, error.data.detail])
print(json.dumps(said))
"""
