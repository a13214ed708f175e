"""Refusals of sign-ins, in words for the person."""

from __future__ import annotations


class SignInRefused(ValueError):
    """A refused sign-in or step of one."""


class WrongPassword(SignInRefused):
    """A sign-in name and password that do not match, in the same words for unknown names."""

    def __init__(self) -> None:
        super().__init__(
            "Wrong e-mail or password. Check both. If you lost the password, an administrator can invite you again."
        )


class WrongCode(SignInRefused):
    """A wrong code of an authenticator or recovery."""

    def __init__(self) -> None:
        super().__init__(
            "Wrong code, or a code that was used before. Wait for the next code, and check the clock of your device."
        )


class TooManyAttempts(SignInRefused):
    """Attempts too fast. retry_after: seconds to the next."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__(f"Too many failed attempts to sign in. Try again in {_time(retry_after)}.")


class NotSignedIn(SignInRefused):
    """An unknown or expired token."""

    def __init__(self) -> None:
        super().__init__(
            "You are not signed in, or your sign-in has ended. Sign in. A sign-in ends after 30 minutes without use, after "
            "12 hours, and when your account changes."
        )


class SecondFactorNeeded(SignInRefused):
    """A person with the password given, but not the code."""

    def __init__(self) -> None:
        super().__init__("Enter the code from your authenticator, or a recovery code.")


class EnrolmentNeeded(SignInRefused):
    """Somebody whose role decides, without an authenticator."""

    def __init__(self) -> None:
        super().__init__(
            "Your role makes decisions and needs a second factor. Set up an authenticator to continue."
        )


class EnrolmentRefused(SignInRefused):
    """An authenticator that cannot be enrolled, in words."""


class NotFresh(SignInRefused):
    """A decision without a recent second factor."""

    def __init__(self, minutes: int) -> None:
        super().__init__(
            f"A decision needs a second factor from the last {minutes} minutes. Enter the code again; your text is kept."
        )


class AccountDamaged(SignInRefused):
    """An account with altered rows."""

    def __init__(self) -> None:
        super().__init__(
            "Your account was altered in the store, so nobody can sign in with it. Ask whoever runs the service to run "
            "`auditor doctor` and to restore a backup."
        )


class OpenIdRefused(SignInRefused):
    """A person whom the provider signed in, but not this service, or who came back without that; in words."""


class ProviderUnusable(SignInRefused):
    """A provider without a usable answer. why: for the operator, without secrets."""

    def __init__(self, name: str, why: str) -> None:
        self.why = why
        super().__init__(
            f"{name} cannot sign you in now: {why}. Try again later. If it fails again, show this to whoever runs the service."
        )


def _time(seconds: int) -> str:
    if seconds < 120:
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    return f"{-(-seconds // 60)} minutes"
