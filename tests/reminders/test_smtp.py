"""The settings of `smtp.toml`, and a message sent to a real server of this machine."""

from email.message import EmailMessage

import pytest

from auditor.reminders.smtp import BadMail, NotSent, is_set_up, read_mail, send
from tests.reminders.servers import PASSWORD, USER, Inbox, certificate_of, listening

PLAIN = """
host = "localhost"
port = {port}
security = "none"
from = "Card-room auditor <auditor@example.org>"
service = "https://auditor.example.org/"
"""
SAFE = """
host = "localhost"
port = {port}
user = "auditor"
password_file = "smtp.password"
ca = "localhost.pem"
from = "auditor@example.org"
service = "https://auditor.example.org"
"""


def settings(folder, text=PLAIN, password=PASSWORD, port=0):
    (folder / "smtp.toml").write_text(text.format(port=port))
    secret = folder / "smtp.password"
    secret.write_text(f"{password}\n")
    secret.chmod(0o600)
    return read_mail(folder)


def message():
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "auditor@example.org", "dana@example.org", "Two answers due"
    made.set_content("What waits: 2 answers – today.\n")
    return made


def test_without_a_file_there_is_no_mail(tmp_path):
    assert read_mail(tmp_path) is None
    assert not is_set_up(tmp_path)


def test_settings_are_read_with_the_usual_port_of_their_security(tmp_path):
    found = settings(tmp_path, SAFE.replace("port = {port}\n", ""))
    assert (found.host, found.port, found.security, found.user) == ("localhost", 587, "starttls", "auditor")
    assert (str(found.sender), found.service) == ("auditor@example.org", "https://auditor.example.org")
    assert found.password() == PASSWORD
    assert PASSWORD not in repr(found)
    assert is_set_up(tmp_path)
    tls = settings(tmp_path, SAFE.replace("port = {port}\n", 'security = "tls"\n'))
    assert tls.port == 465


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('security = "none"', 'security = "ssl"', "Invalid enum value 'ssl' - at `$.security`"),
        ('host = "localhost"', 'host = "mail.example.org"', 'security = "none" is for a mail server on this machine alone'),
        ('from = "Card-room auditor <auditor@example.org>"', 'from = "nobody"', "from: 'nobody' is no e-mail address"),
        ('service = "https://auditor.example.org/"', 'service = "auditor"', "service: 'auditor' is not the address of the pages"),
        ('security = "none"', 'user = "x"', "user is stated with a password_file or a password_variable"),
        ('security = "none"', 'pass = "x"', "Object contains unknown field `pass`"),
        ('security = "none"', "security =", "Invalid value"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_used_say_why(tmp_path, before, after, says):
    with pytest.raises(BadMail) as error:
        settings(tmp_path, PLAIN.replace(before, after))
    assert str(error.value).startswith(f"{tmp_path / 'smtp.toml'}: ")
    assert says in str(error.value)


def test_a_password_that_others_can_read_is_refused(tmp_path):
    settings(tmp_path, SAFE, port=25)
    (tmp_path / "smtp.password").chmod(0o644)
    with pytest.raises(BadMail, match="can be read by others than its owner"):
        read_mail(tmp_path)


def test_a_message_arrives_as_it_was_written(tmp_path):
    inbox = Inbox()
    with listening(inbox) as port:
        send(settings(tmp_path, port=port), message())
    (got,) = inbox.messages
    assert (got["To"], got["Subject"]) == ("dana@example.org", "Two answers due")
    assert got.get_content().splitlines() == ["What waits: 2 answers – today."]
    assert inbox.tls == [False]


def test_a_message_is_sent_over_tls_with_a_user(tmp_path):
    inbox = Inbox()
    with listening(inbox, certificate_of(tmp_path)) as port:
        send(settings(tmp_path, SAFE, port=port), message())
    assert (inbox.tls, inbox.users) == ([True], [USER])


def test_a_wrong_password_and_a_certificate_that_is_not_trusted_are_named(tmp_path):
    inbox = Inbox()
    with listening(inbox, certificate_of(tmp_path)) as port:
        with pytest.raises(NotSent, match="localhost does not take the user auditor with this password"):
            send(settings(tmp_path, SAFE, "wrong", port), message())
        with pytest.raises(NotSent, match="certificate verify failed"):
            send(settings(tmp_path, SAFE.replace('ca = "localhost.pem"\n', ""), port=port), message())
    assert inbox.messages == []


def test_a_recipient_that_is_refused_and_a_server_that_is_not_there_are_named(tmp_path):
    inbox = Inbox()
    inbox.refuses.add("dana@example.org")
    with listening(inbox) as port:
        mail = settings(tmp_path, port=port)
        with pytest.raises(NotSent, match=r"refuses the recipient \(dana@example.org: no such mailbox\)"):
            send(mail, message())
    with pytest.raises(NotSent, match=f"localhost:{port} cannot be used"):
        send(mail, message())
