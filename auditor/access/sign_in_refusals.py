"""Refusals of people who are not signed in, or may not go on, in words for them."""

from __future__ import annotations


class SignInRefused(ValueError):
    """A sign-in, or a step of one, that is refused."""


class WrongPassword(SignInRefused):
    """A sign-in name and a password that do not belong together. The words are the same for a name that has no account."""

    def __init__(self) -> None:
        super().__init__(
            "Wrong e-mail or password. Check both. If you lost the password, an administrator can invite you again."
        )


class WrongCode(SignInRefused):
    """A code of an authenticator, or a recovery code, that is not taken."""

    def __init__(self) -> None:
        super().__init__(
            "Wrong code, or a code that was used before. Wait for the next code, and check the clock of your device."
        )


class TooManyAttempts(SignInRefused):
    """Attempts that come too fast. retry_after: in how many seconds the next one is looked at."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__(f"Too many failed attempts to sign in. Try again in {_time(retry_after)}.")


class NotSignedIn(SignInRefused):
    """A token that is none, or whose time is over."""

    def __init__(self) -> None:
        super().__init__(
            "You are not signed in, or your sign-in has ended. Sign in. A sign-in ends after 30 minutes without use, after "
            "12 hours, and when your account changes."
        )


class SecondFactorNeeded(SignInRefused):
    """Somebody who gave the password, and not yet the code of the authenticator."""

    def __init__(self) -> None:
        super().__init__("Enter the code from your authenticator, or a recovery code.")


class EnrolmentNeeded(SignInRefused):
    """Somebody whose role decides, without an authenticator."""

    def __init__(self) -> None:
        super().__init__(
            "Your role makes decisions and needs a second factor. Set up an authenticator to continue."
        )


class EnrolmentRefused(SignInRefused):
    """An authenticator that cannot be set up, in words."""


class NotFresh(SignInRefused):
    """A decision for which the second factor was given too long ago, or never."""

    def __init__(self, minutes: int) -> None:
        super().__init__(
            f"A decision needs a second factor from the last {minutes} minutes. Enter the code again; your text is kept."
        )


class AccountDamaged(SignInRefused):
    """An account whose rows in the store are not as this program wrote them."""

    def __init__(self) -> None:
        super().__init__(
            "Your account was altered in the store, so nobody can sign in with it. Ask whoever runs the service to run "
            "`auditor doctor` and to restore a backup."
        )


class OpenIdRefused(SignInRefused):
    """Somebody whom a provider signed in and who is not signed in here, or who came back without that; in words."""


class ProviderUnusable(SignInRefused):
    """A provider that gives no answer, or none that can be used. why: for whoever runs the service; it has no secret."""

    def __init__(self, name: str, why: str) -> None:
        self.why = why
        super().__init__(
            f"{name} cannot sign you in now: {why}. Try again later. If it fails again, show this to whoever runs the service."
        )


def _time(seconds: int) -> str:
    if seconds < 120:
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    return f"{-(-seconds // 60)} minutes"
