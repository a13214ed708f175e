"""Providers of OpenID Connect for tests: an independent one, and one that answers what a test has it answer."""

import hashlib
import os
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

import requests
import tomli_w
from flask import Flask, jsonify, redirect, request
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey
from werkzeug.serving import make_server

from auditor.access import openid
from auditor.access.openid_configuration import read_openid
from auditor.access.openid_provider import Provider
from auditor.access.signed_in import SignInOrigin
from auditor.store import Store
from auditor.store.service_clock import now
from tests.access.accounts import HOME
from tests.processes import forks

CLIENT, SECRET = "cardroom-auditor", "a secret: of the client"
PASSKEY = "urn:example:passkey"  # a second factor
BACK = "https://auditor.example.org/sign-in/openid"


@cache
def key_named(name: str) -> RSAKey:
    """A key of the provider: it takes long to make."""
    return RSAKey.generate_key(2048, {"kid": name, "alg": "RS256"})


def configured(folder: Path, port: int, host: str = "localhost", **more: object) -> Provider:
    """A provider at a port of this machine, as openid.toml names it."""
    secret = folder / "openid.secret"
    secret.write_text(f"{SECRET}\n")
    secret.chmod(0o600)
    stated = {
        "issuer": f"http://{host}:{port}", "client_id": CLIENT, "client_secret_file": "openid.secret", "name": "Staff",
        "hosts": [f"{host}:{port}"], "private": ["127.0.0.0/8", "::1/128"], **more,
    }  # fmt: skip
    (folder / "openid.toml").write_text(tomli_w.dumps(stated))
    settings = read_openid(folder)
    assert settings is not None
    return Provider(settings)


def visit(url: str, subject: str = "", back: str = BACK, **form: str) -> dict[str, str]:
    """What a browser comes back with: it goes to the provider's page, where a person says who it is."""
    page = requests.get(url, timeout=30, allow_redirects=False)
    if page.status_code == 200:  # a form
        page = requests.post(url, data={"sub": subject, **form}, timeout=30, allow_redirects=False)
    assert page.status_code in (302, 303), page.text
    address = page.headers["Location"]
    assert address.startswith(f"{back}?"), address
    return dict(parse_qsl(urlsplit(address).query))


@contextmanager
def independent(claims: dict[str, dict[str, object]]):
    """oidc-provider-mock in a process of its own, with claims by subject: its port."""
    ports = forks.Queue()
    process = forks.Process(target=_serve, args=(claims, ports), daemon=True)
    process.start()
    try:
        yield ports.get(timeout=60)
    finally:
        process.kill()
        process.join(30)


def _serve(claims, ports):
    from oidc_provider_mock import User, app

    users = [User(sub=subject, claims=each) for subject, each in claims.items()]
    server = make_server("localhost", 0, app(require_nonce=True, user_claims=users), threaded=True)
    ports.put(server.server_port)
    server.serve_forever()


class Scripted:
    """A provider that signs in whoever comes. claims, header, metadata, token: what it states besides or in place of what is due.

    It takes a code once, from the client with its secret, with the proof key and the address of the request.
    """

    def __init__(self) -> None:
        self.claims: dict[str, object] = {}
        self.header: dict[str, str] = {}
        self.metadata: dict[str, object] = {}
        self.user: dict[str, object] = {}
        self.answer: dict[str, str] = {}  # fields of the browser's way back
        self.key: object = key_named("first")
        self.published = [key_named("first")]
        self.token: tuple[object, int] | None = None
        self.asked: dict[str, str] = {}  # of the last authorization request
        self.requests: list[str] = []
        self.methods: list[str] = []  # by which the client said who it is
        self.codes: dict[str, dict[str, str]] = {}
        self.server = make_server("localhost", 0, self._app(), threaded=True)
        self.issuer = f"http://localhost:{self.server.server_port}"

    @contextmanager
    def running(self):
        """The same, answering."""
        thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.server.shutdown()
            thread.join(30)
            self.server.server_close()

    def _app(self) -> Flask:
        app = Flask("scripted")
        app.before_request(lambda: self.requests.append(f"{request.method} {request.path}"))
        app.get("/.well-known/openid-configuration")(self._describe)
        app.get("/keys")(lambda: KeySet(self.published).as_dict(private=False))
        app.get("/authorize")(self._authorize)
        app.post("/token")(self._give)
        app.get("/user")(self._show)
        return app

    def _describe(self):
        at = self.issuer
        return {
            "issuer": at, "authorization_endpoint": f"{at}/authorize", "token_endpoint": f"{at}/token",
            "jwks_uri": f"{at}/keys", "userinfo_endpoint": f"{at}/user", **self.metadata,
        }  # fmt: skip

    def _authorize(self):
        self.asked = dict(request.args)
        code = os.urandom(8).hex()
        self.codes[code] = self.asked
        back = {"code": code, "state": self.asked["state"], **self.answer}
        return redirect(f"{self.asked['redirect_uri']}?{urlencode({k: v for k, v in back.items() if v})}")

    def _give(self):
        form = request.form
        method, _, given = request.headers.get("Authorization", "").partition(" ")
        self.methods.append(method or "form")
        if method == "Basic":
            name, _, secret = b64decode(given).decode().partition(":")
            pair = (unquote_plus(name), unquote_plus(secret))
        else:
            pair = (form.get("client_id"), form.get("client_secret"))
        if pair != (CLIENT, SECRET):
            return jsonify(error="invalid_client"), 401
        asked = self.codes.pop(form["code"], None)
        challenge = (
            urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
        )
        if (
            asked is None
            or (challenge, "S256") != (asked["code_challenge"], asked["code_challenge_method"])
            or form["redirect_uri"] != asked["redirect_uri"]
        ):
            return jsonify(error="invalid_grant"), 400
        if self.token is not None:
            return self.token
        now = int(time.time())
        claims = {
            "iss": self.issuer, "sub": "dana-1", "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"],
            "email": "dana.reyes@example.org", "email_verified": True, **self.claims,
        }  # fmt: skip
        header = {"alg": "RS256", "kid": self.key.kid, **self.header}
        stated = {key: each for key, each in claims.items() if each is not None}
        text = jwt.encode({k: v for k, v in header.items() if v}, stated, self.key, [header["alg"]])
        return {"id_token": text, "access_token": "of-dana", "token_type": "Bearer"}

    def _show(self):
        assert request.headers["Authorization"] == "Bearer of-dana"
        return self.user


def shared_key() -> OctKey:
    """The secret that the client and the provider have in common, as a key."""
    return OctKey.import_key(SECRET.encode(), {"kid": "first"})


def provider_of(store: Store, scripted: Scripted, **more) -> Provider:
    """A scripted provider, as the folder of a store names it."""
    return configured(store.folder, scripted.server.server_port, **more)


def through(
    store: Store,
    provider: Provider,
    subject: str = "dana-1",
    token: str | None = None,
    at: str | None = None,
    client: SignInOrigin = HOME,
):
    """Somebody who begins, goes there and comes back: the sign-in and its token."""
    begun = openid.start(provider, BACK, at or now(), again=token is not None)
    return openid.finish(
        store, provider, begun.keep, visit(begun.url, subject), BACK, client, at or now(), token
    )
