"""Keys in PKCS#11 tokens; needs cardroom-auditor[pkcs11]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from asn1crypto import x509
from pyhanko.sign.signers.pdf_cms import Signer

from auditor.signing.signing_configuration import Token


class NoToken(Exception):
    """A token that does not sign, with the reason, without PIN."""


@contextmanager
def token_signer(token: Token, chain: Sequence[x509.Certificate]) -> Iterator[Signer]:
    """Signer with a token's key while its session is open. chain: signer's certificate first. Raises NoToken."""
    try:
        from pkcs11.exceptions import PKCS11Error
        from pyhanko.config.pkcs11 import TokenCriteria
        from pyhanko.sign.pkcs11 import PKCS11Signer, open_pkcs11_session
    except ImportError:
        raise NoToken(
            "the program was installed without what it needs for PKCS#11: pip install 'cardroom-auditor[pkcs11]'"
        ) from None
    certificate, *above = chain
    try:
        session = open_pkcs11_session(
            str(token.module), token_criteria=TokenCriteria(label=token.token), user_pin=token.pin()
        )
        with session:
            yield PKCS11Signer(
                session,
                signing_cert=certificate,
                ca_chain=above,
                key_label=token.key,
                embed_roots=False,
                use_raw_mechanism=certificate.public_key.algorithm
                == "ec",  # not every token hashes for these keys
            )
    except (PKCS11Error, RuntimeError) as error:
        said = str(error) or _in_words(type(error).__name__)
        raise NoToken(
            f"the token {token.token!r} of {token.module} does not sign with {token.key!r}: {said}"
        ) from None


def _in_words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
