"""A failed call is an exception: its class tells the kind, its ``code`` the exact reason."""
from __future__ import annotations

from typing import Any


class QprError(Exception):
    """Refused by the service, or without a response."""

    def __init__(
        self,
        detail: str,
        *,
        status: int = 0,
        code: str = "no_answer",
        request_id: str | None = None,
        errors: list[dict[str, str]] | None = None,
        limit: dict[str, Any] | None = None,
        organizations: list[dict[str, str]] | None = None,
        taken_by: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        #: 0 when there was no response.
        self.status = status
        #: Stable, for programs.
        self.code = code
        self.request_id = request_id
        #: The invalid fields, each with ``pointer``, ``code`` and ``message``.
        self.errors = errors or []
        #: The limit of the plan that was reached.
        self.limit = limit
        #: The organizations that need another owner first.
        self.organizations = organizations or []
        #: The member who has the conversation, for ``already_taken``.
        self.taken_by = taken_by
        #: How many seconds the service asks to wait.
        self.retry_after = retry_after
        #: The codes that earlier requests of a large ``codes.create_many`` have created.
        self.created: list[Any] = []


class ConnectionError(QprError):
    """There was no response."""


class TimeoutError(ConnectionError):
    """There was no response in time."""


class AuthenticationError(QprError):
    """The key is missing, unknown, expired or revoked."""


class PlanLimitError(QprError):
    """The limit of the plan is reached: see ``limit``."""


class PermissionError(QprError):
    """The role or the scope of the key does not allow it."""


class NotFoundError(QprError):
    """It does not exist, or this key has no access to it."""


class ConflictError(QprError):
    """The state of the object does not allow it, such as ``slug_taken``."""


class IdempotencyError(ConflictError):
    """The idempotency key was used for another request, or is still in use."""


class GoneError(QprError):
    """The code is archived, or the conversation has ended."""


class InvalidInputError(QprError):
    """A field or a parameter is invalid: see ``errors``."""


class RateLimitError(QprError):
    """Too many requests: see ``retry_after``."""


class UnavailableError(QprError):
    """Nothing was saved; with the code ``commit_unknown`` it may have been saved."""


class AnswerError(QprError):
    """An answer in a conversation failed. If it is ``retryable``, ``retry()`` may help."""

    def __init__(self, failed: dict[str, Any], streamed: str = "") -> None:
        super().__init__(failed["message"], status=200, code=failed["code"])
        self.retryable: bool = failed["retryable"]
        #: How much of the streamed text was kept, in UTF-16 code units.
        self.kept_characters: int = failed["kept_characters"]
        #: The text that was kept. Show it instead of what was streamed.
        self.answer: str = failed.get("text", _beginning(streamed, self.kept_characters))
        #: The passages that the kept text cites.
        self.citations: list[dict[str, Any]] = failed.get("citations", [])


def _beginning(text: str, units: int) -> str:
    """The service counts as JavaScript does: an emoji is two units."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")


class WebhookVerificationError(QprError):
    """The signature of a webhook is missing, wrong or too old."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail, code="invalid_signature")
