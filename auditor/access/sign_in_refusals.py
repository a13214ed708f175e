"""Why somebody is not signed in, or may not go on, in words for that person."""

from __future__ import annotations


class SignInRefused(ValueError):
    """A sign-in, or a step of one, that is refused."""


class WrongPassword(SignInRefused):
    """A sign-in name and a password that do not belong together. The words are the same for a name that has no account."""

    def __init__(self) -> None:
        super().__init__(
            "The sign-in name and the password do not belong together. Look whether both are typed as they were set; an "
            "administrator can invite you again if you lost the password."
        )


class WrongCode(SignInRefused):
    """A code of an authenticator, or a recovery code, that is not taken."""

    def __init__(self) -> None:
        super().__init__(
            "This code is not the one that your authenticator shows now, or it was used already: each works once. Wait for the "
            "next one, and look whether the clock of your device is right."
        )


class TooManyAttempts(SignInRefused):
    """Attempts that come too fast. retry_after: in how many seconds the next one is looked at."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__(
            f"Too many attempts to sign in failed. Try again in {_time(retry_after)}; an attempt before that is not looked at."
        )


class NotSignedIn(SignInRefused):
    """A token that is none, or whose time is over."""

    def __init__(self) -> None:
        super().__init__(
            "You are not signed in, or your sign-in has ended: it does after 30 minutes without use, after 12 hours, and when "
            "your account changes. Sign in."
        )


class SecondFactorNeeded(SignInRefused):
    """Somebody who gave the password, and not yet the code of the authenticator."""

    def __init__(self) -> None:
        super().__init__("Give the code that your authenticator shows, or one of your recovery codes.")


class EnrolmentNeeded(SignInRefused):
    """Somebody whose role decides, without an authenticator."""

    def __init__(self) -> None:
        super().__init__(
            "Your role decides about controls, terms, answers, holds or accounts, and needs a second factor. Set up an "
            "authenticator to go on."
        )


class EnrolmentRefused(SignInRefused):
    """An authenticator that cannot be set up, in words."""


class NotFresh(SignInRefused):
    """A decision for which the second factor was given too long ago, or never."""

    def __init__(self, minutes: int) -> None:
        super().__init__(
            f"For a decision the second factor is given again within {minutes} minutes before it. Give it again; what you wrote "
            "is kept."
        )


class AccountDamaged(SignInRefused):
    """An account whose rows in the store are not as this program wrote them."""

    def __init__(self) -> None:
        super().__init__(
            "What the store has of your account is not what was written, so that nobody signs in with it. Whoever runs the "
            "service looks with `auditor doctor` for what else was altered, and restores a backup."
        )


class OpenIdRefused(SignInRefused):
    """Somebody whom a provider signed in and who is not signed in here, or who came back without that; in words."""


class ProviderUnusable(SignInRefused):
    """A provider that gives no answer, or none that can be used. why: for whoever runs the service; it has no secret."""

    def __init__(self, name: str, why: str) -> None:
        self.why = why
        super().__init__(
            f"{name} cannot sign you in now: {why}. Try again later; if that does not help, show this to whoever runs the "
            "service."
        )


def _time(seconds: int) -> str:
    if seconds < 120:
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    return f"{-(-seconds // 60)} minutes"
