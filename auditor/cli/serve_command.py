"""`auditor serve`: the service on this machine."""

from __future__ import annotations

from pathlib import Path

import click

EPILOG = """\b
Example:
  auditor serve --port 8417 --data /var/lib/auditor
  auditor serve --open          (to try things out, without keys)

\b
Exit status: 0 stopped; 2 it cannot be started (the port is taken, the folder cannot be used,
SQLite is too old, not a loopback address).
"""


@click.command("serve", epilog=EPILOG)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="A loopback address.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8417, show_default=True, help="0 picks a free one."
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), default="auditor-data", show_default=True,
    envvar="AUDITOR_DATA", show_envvar=True, metavar="DIR", help="Where logs and audits are kept.",
)  # fmt: skip
@click.option(
    "--open", "open_to_all", is_flag=True,
    help="Serve without keys, for trying things out: everybody on this machine may do everything.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes that answer requests and run audits; more than one for many clients.",
)  # fmt: skip
@click.option(
    "--behind-tls-proxy", "proxy_hops", type=click.IntRange(1, 10), default=None, metavar="HOPS",
    help="So many proxies pass requests on, and one terminates TLS: the client is whom they name.",
)  # fmt: skip
@click.option(
    "--name", "names", multiple=True, metavar="HOST",
    help="A host name that clients use for it, besides localhost; may be repeated.",
)  # fmt: skip
@click.option(
    "--audit-on-arrival/--no-audit-on-arrival", default=True, show_default=True, envvar="AUDITOR_AUDIT_ON_ARRIVAL",
    show_envvar=True, help="Audit each log, tournament and ledger when it comes in, once nothing that was asked for waits.",
)  # fmt: skip
def command(
    host: str,
    port: int,
    data: Path,
    open_to_all: bool,
    workers: int,
    proxy_hops: int | None,
    names: tuple[str, ...],
    audit_on_arrival: bool,
) -> None:
    """Run the service until it is stopped (Ctrl-C, or SIGTERM).

    It takes logs in over HTTP, keeps them, audits them and answers with reports; the API is documented
    at /docs. Every request needs a key: the first start prints an administrator's, and `auditor keys make` makes the others.
    """
    from auditor.http.server import serve

    serve(
        host, port, data, open_to_all=open_to_all, workers=workers, proxy_hops=proxy_hops or 0, names=names,
        audit_on_arrival=audit_on_arrival,
    )  # fmt: skip
