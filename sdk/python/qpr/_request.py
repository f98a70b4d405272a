"""What requests have in common, with and without async."""
from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ._errors import IdempotencyError, QprError

#: A longer wait is left to the caller.
LONGEST_WAIT = 60.0
#: The service sends a comment every 15 s; a stream that is silent for longer is dead.
SILENCE = 45.0


@dataclass(frozen=True)
class Options:
    api_key: str | None
    base_url: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str] = field(default_factory=dict)


def path(template: str, **places: object) -> str:
    return template.format(**{name: quote(str(value), safe="") for name, value in places.items()})


def arguments(
    options: Options,
    method: str,
    address: str,
    *,
    query: Mapping[str, Any] | None = None,
    body: Mapping[str, Any] | None = None,
    content: bytes | None = None,
    content_type: str | None = None,
    idempotency_key: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The arguments of ``httpx.Client.build_request``, the same for every attempt."""
    sent: dict[str, str] = {}
    is_api = address.startswith("/v1")
    # Visitors have no key: it must not reach the addresses that are made for browsers.
    if options.api_key and is_api:
        sent["Authorization"] = f"Bearer {options.api_key}"
    if method == "POST" and is_api:
        sent["Idempotency-Key"] = idempotency_key or uuid.uuid4().hex
    if content_type:
        sent["Content-Type"] = content_type
    sent.update(options.headers)
    sent.update(headers or {})
    built: dict[str, Any] = {"method": method, "url": options.base_url + address, "headers": sent}
    if query:
        built["params"] = {name: _shown(value) for name, value in query.items() if value is not None}
    if content is not None:
        built["content"] = content
    elif body is not None:
        built["json"] = dict(body)
    return built


def _shown(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def backoff(attempt: int, longest: float = 8.0) -> float:
    """Doubles, with a random part: clients that failed together must not return together."""
    return min(longest, 0.5 * 2**attempt) * (0.5 + random.random() / 2)


def wait_after(error: QprError, attempt: int, options: Options, method: str) -> float | None:
    """How long to wait before the next attempt; None: give up."""
    is_passing = error.status in (0, 408, 429, 502, 503, 504) or (
        isinstance(error, IdempotencyError) and error.status == 409
    )
    if not is_passing or attempt >= options.max_retries:
        return None
    wait = max(error.retry_after or 0.0, backoff(attempt))
    return wait if wait <= LONGEST_WAIT else None
