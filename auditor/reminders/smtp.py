"""Settings of mail: `smtp.toml` in the data folder, with the password elsewhere."""

from __future__ import annotations

import os
import smtplib
import ssl
import tomllib
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from auditor.signing.secrets import BadSigning, Pin, pin
from rules.typed import from_plain

FILE = "smtp.toml"
VARIABLE = "AUDITOR_SMTP"
TIMEOUT_SECONDS = 20.0
Security = Literal["starttls", "tls", "none"]
_PORTS: dict[str, int] = {"starttls": 587, "tls": 465, "none": 25}


class BadMail(ValueError):
    """Unusable settings, in words for the operator, without secrets."""


class NotSent(Exception):
    """A mail refused by the server, in words for the operator."""


@dataclass(frozen=True)
class Mail:
    """Settings of mail. service: the pages' address without a final slash; ca: file of trusted certificates, None for the
    system's; password: getter.
    """

    host: str
    port: int
    security: Security
    sender: Address
    service: str
    user: str | None = None
    password: Pin = field(default=lambda: None, repr=False)
    ca: str | None = None


class _File(Struct, forbid_unknown_fields=True, rename={"sender": "from"}):
    host: str
    sender: str
    service: str
    security: Security = "starttls"
    port: int | None = None
    user: str | None = None
    password_file: str | None = None
    password_variable: str | None = None
    ca: str | None = None


_read_file = from_plain(_File)


def is_set_up(folder: Path) -> bool:
    """Whether a data folder has settings, right or wrong."""
    return _path(folder).exists()


def read_mail(folder: Path) -> Mail | None:
    """Settings of a data folder, or None. Raises BadMail."""
    path = _path(folder)
    try:
        found = _read_file(tomllib.loads(path.read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        if VARIABLE in os.environ:
            raise BadMail(f"{VARIABLE} names {path}, which does not exist.") from None
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadMail(f"{path} cannot be read: {error}.") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadMail(f"{path}: {error}") from None
    try:
        return _mail(path.parent, found)
    except (BadMail, BadSigning) as error:
        raise BadMail(f"{path}: {error}") from None


def _path(folder: Path) -> Path:
    return Path(os.environ.get(VARIABLE) or folder / FILE)


def _mail(folder: Path, file: _File) -> Mail:
    if file.security == "none" and not _is_loopback(file.host):
        raise BadMail(
            'security = "none" is for a mail server on this machine alone. State "starttls" or "tls".'
        )
    secret = None if file.password_file is None else folder / file.password_file
    if (file.user is None) != (secret is None and file.password_variable is None):
        raise BadMail("user is stated with a password_file or a password_variable, or neither of them is.")
    variable = file.password_variable
    pin("password", secret, variable)  # it is there
    return Mail(
        file.host,
        _PORTS[file.security] if file.port is None else file.port,
        file.security,
        _sender(file.sender),
        _service(file.service),
        file.user,
        lambda: pin("password", secret, variable),
        None if file.ca is None else str(folder / file.ca),
    )


def _sender(text: str) -> Address:
    name, address = parseaddr(text)
    user, at, host = address.rpartition("@")
    try:
        if not (at and user and host):
            raise ValueError
        return Address(name, user, host)
    except ValueError:
        raise BadMail(
            f"from: {text!r} is no e-mail address; one such as auditor@example.org is expected."
        ) from None


def _service(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise BadMail(
            f"service: {text!r} is not the address of the pages, such as https://auditor.example.org."
        )
    return f"{parts.scheme}://{parts.netloc}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def send(mail: Mail, message: EmailMessage) -> None:
    """Send one message. Raises NotSent."""
    try:
        with _connected(mail) as server:
            if mail.user is not None:
                server.login(mail.user, mail.password() or "")
            server.send_message(message)
    except BadSigning as error:
        raise NotSent(str(error)) from None
    except smtplib.SMTPAuthenticationError:
        raise NotSent(f"{mail.host} does not take the user {mail.user} with this password.") from None
    except smtplib.SMTPRecipientsRefused as error:
        refused = ", ".join(f"{each}: {_said(reply[1])}" for each, reply in error.recipients.items())
        raise NotSent(f"{mail.host} refuses the recipient ({refused}).") from None
    except smtplib.SMTPNotSupportedError:
        raise NotSent(f'{mail.host} cannot do what security = "{mail.security}" and user need.') from None
    except smtplib.SMTPResponseException as error:
        raise NotSent(f"{mail.host} answers {error.smtp_code}: {_said(error.smtp_error)}.") from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"{mail.host}:{mail.port} cannot be used: {error}.") from None


def _connected(mail: Mail) -> smtplib.SMTP:
    context = ssl.create_default_context(cafile=mail.ca)
    if mail.security == "tls":
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=TIMEOUT_SECONDS, context=context)
    server = smtplib.SMTP(mail.host, mail.port, timeout=TIMEOUT_SECONDS)
    if mail.security == "starttls":
        try:
            server.starttls(context=context)
        except BaseException:
            server.close()
            raise
    return server


def _said(reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return " ".join(text.split())[:200].rstrip(".")
