"""One message to one endpoint: its signature, and where it is sent and where not."""

import base64
import ipaddress

import pytest

from auditor.outgoing.addresses import may_be_called
from auditor.webhooks.webhook_configuration import BadWebhooks, Webhooks, read_webhooks
from auditor.webhooks.webhook_sending import NotDelivered, send, signature
from tests.folding import of_every
from tests.webhooks.kit import HERE, KEY, SECRET, receiving, written

AT = 1_770_000_000
TLS = {"url": "https://localhost:{port}/in", "hosts": '"localhost:{port}"', "private": '"127.0.0.1", "::1"'}


def sent(folder, port, **options):
    webhooks = read_webhooks(written(folder, port, **options).parent)
    send(webhooks, webhooks.endpoints["tracker"], "msg_1", b'{"type":"webhook.test"}', AT)


def why_not(folder, port, **options):
    with pytest.raises(NotDelivered) as refused:
        sent(folder, port, **options)
    assert "t-secret" not in str(refused.value)
    return str(refused.value)


def test_the_signature_is_that_of_standard_webhooks():
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    found = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_message_is_signed_and_names_its_host(tmp_path):
    with receiving() as receiver:
        sent(tmp_path, receiver.port)
    (got,) = receiver.got
    assert (got.path, got.body) == ("/in?token=t-secret", b'{"type":"webhook.test"}')
    assert (got.headers["webhook-id"], got.headers["webhook-timestamp"]) == ("msg_1", str(AT))
    assert got.headers["webhook-signature"] == signature(KEY, "msg_1", AT, got.body)
    assert (got.headers["host"], got.headers["content-type"]) == (
        f"127.0.0.1:{receiver.port}",
        "application/json",
    )
    assert SECRET not in str(got.headers)


def test_a_redirect_is_not_followed(tmp_path):
    with receiving() as other, receiving(307, location=f"http://127.0.0.1:{other.port}/in") as receiver:
        assert why_not(tmp_path, receiver.port) == "it answers 307; redirects are not followed"
    assert (len(receiver.got), other.got) == (1, [])


def test_a_private_address_is_called_only_if_it_is_listed(tmp_path):
    with receiving() as receiver:
        words = why_not(tmp_path, receiver.port, private='"10.0.0.0/8"')
        assert words.startswith("127.0.0.1 is at 127.0.0.1, which is not a public address; `private`")
        assert "localhost is at " in why_not(tmp_path, receiver.port, **{**TLS, "private": ""})
    assert receiver.got == []


@of_every(
    ("address", "called"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("64:ff9b::5db8:d822", True),
        ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False), ("169.254.169.254", False),
        ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.1.1", False), ("255.255.255.255", False), ("::1", False),
        ("::", False), ("fe80::1", False), ("fd00::1", False), ("ff02::1", False), ("::ffff:10.1.2.3", False),
        ("::ffff:127.0.0.1", False), ("64:ff9b::a01:203", False), ("64:ff9b::7f00:1", False), ("2002:a01:203::1", False),
    ],
)  # fmt: skip
def test_only_public_addresses_are_called(address, called):
    assert may_be_called(ipaddress.ip_address(address), ()) is called


def test_a_listed_network_is_called():
    webhooks = Webhooks(private=(ipaddress.ip_network("10.1.0.0/16"),))
    assert may_be_called(ipaddress.ip_address("10.1.2.3"), webhooks.private)
    assert not may_be_called(ipaddress.ip_address("10.2.2.3"), webhooks.private)


def test_a_certificate_must_be_trusted_and_of_the_name(tmp_path):
    own, other = f'ca = "{HERE}/localhost.pem"', f'ca = "{HERE}/other.example.pem"'
    with receiving(certificate="localhost.pem") as receiver:
        sent(tmp_path, receiver.port, **TLS, more=own)
        assert why_not(tmp_path, receiver.port, **TLS).startswith("its certificate is not trusted")
        assert why_not(tmp_path, receiver.port, **TLS, more=other).startswith(
            "its certificate is not trusted"
        )
    assert [each.headers["host"] for each in receiver.got] == [f"localhost:{receiver.port}"]
    with receiving(certificate="other.example.pem") as receiver:
        assert why_not(tmp_path, receiver.port, **TLS, more=other).startswith(
            "its certificate is not trusted"
        )
    assert receiver.got == []


def test_who_does_not_answer_is_named_without_the_address(tmp_path, monkeypatch):
    with receiving() as receiver:
        pass
    assert why_not(tmp_path, receiver.port) == "nothing answers there, or the connection broke"
    monkeypatch.setattr("auditor.outgoing.outgoing_posting.TIMEOUT_SECONDS", (5.0, 0.2))
    with receiving(0) as receiver:
        assert why_not(tmp_path, receiver.port) == "it does not answer in time"
    nowhere = {"url": "https://nowhere.invalid/in", "hosts": '"nowhere.invalid"'}
    assert why_not(tmp_path, 0, **nowhere) == "the host nowhere.invalid is not known"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hosts": '"hooks.example"'}, r"127\.0\.0\.1:7 is not among the hosts that the file lists"),
        ({"url": "https://hooks.example:8443/in", "hosts": '"hooks.example"'}, "hooks.example:8443 is not among the hosts"),
        ({"url": "https://evil.example/in"}, "evil.example:443 is not among the hosts"),
        ({"url": "http://hooks.example/in", "hosts": '"hooks.example"'}, "its url is to begin with https://"),
        ({"url": "https://me:t-secret@hooks.example/in"}, "its url is to be https://HOST/PATH, without a user"),
        ({"url": "ftp://hooks.example/in"}, "its url is to be https://HOST/PATH"),
        ({"url": "https://[::1/in"}, "its url cannot be read"),
        ({"more": 'events = ["audit.begun"]'}, "there is no event 'audit.begun'; there are audit.finished, audit.failed, log"),
        ({"more": "colour = 3"}, "unknown field `colour`"),
        ({"private": '"10.0.0.1/8"'}, "'10.0.0.1/8' is no address and no network"),
        ({"more": f'[[endpoint]]\nname = "short"\nurl = "http://127.0.0.1:7/"\nsecret = "whsec_{"AAAA" * 5}"'},
         "endpoint short: its secret is to be whsec_ and the base64 of 24 to 64 random bytes"),
        ({"more": f'[[endpoint]]\nname = "tracker"\nurl = "http://127.0.0.1:7/"\nsecret = "{SECRET}"'}, "the same name"),
    ],
)  # fmt: skip
def test_a_configuration_that_cannot_be_used_is_refused_without_its_secrets(tmp_path, options, words):
    with pytest.raises(BadWebhooks, match=words) as refused:
        read_webhooks(written(tmp_path, 7, **options).parent)
    assert "t-secret" not in str(refused.value)
    assert SECRET[6:] not in str(refused.value)


def test_a_configuration_that_others_can_read_is_refused(tmp_path):
    written(tmp_path, 7).chmod(0o640)
    with pytest.raises(
        BadWebhooks, match=r"can be read by others than its owner \(mode 640\), and has secrets"
    ):
        read_webhooks(tmp_path)


def test_without_a_file_nobody_is_called(tmp_path, monkeypatch):
    assert read_webhooks(tmp_path).endpoints == {}
    monkeypatch.setenv("AUDITOR_WEBHOOKS", str(tmp_path / "gone.toml"))
    with pytest.raises(BadWebhooks, match=r"AUDITOR_WEBHOOKS names .*gone\.toml, which does not exist"):
        read_webhooks(tmp_path)


def test_a_secret_is_in_no_text_of_an_endpoint(tmp_path):
    text = repr(read_webhooks(written(tmp_path, 7).parent))
    assert "t-secret" not in text
    assert "secret of the tests" not in text
