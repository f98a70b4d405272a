"""QR codes that talk: the API of a QPR service."""
from . import errors, types
from ._answers import AnswerPart
from ._async_client import AsyncQpr
from ._async_conversation import AsyncConversation
from ._async_pages import AsyncPager
from ._client import Qpr
from ._conversation import Conversation
from ._errors import (
    AnswerError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    GoneError,
    IdempotencyError,
    InvalidInputError,
    NotFoundError,
    PermissionError,
    PlanLimitError,
    QprError,
    RateLimitError,
    TimeoutError,
    UnavailableError,
    WebhookVerificationError,
)
from ._events import Event
from ._pages import Pager
from ._webhooks import verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AnswerError",
    "AnswerPart",
    "AsyncConversation",
    "AsyncPager",
    "AsyncQpr",
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "Conversation",
    "Event",
    "GoneError",
    "IdempotencyError",
    "InvalidInputError",
    "NotFoundError",
    "Pager",
    "PermissionError",
    "PlanLimitError",
    "Qpr",
    "QprError",
    "RateLimitError",
    "TimeoutError",
    "UnavailableError",
    "WebhookVerificationError",
    "errors",
    "types",
    "verify_webhook",
]
