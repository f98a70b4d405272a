"""The exceptions of responses, and of requests without one."""
from __future__ import annotations

import email.utils
import time
from typing import Any

import httpx

from ._errors import ConnectionError, QprError, TimeoutError
from .errors import by_code, by_status


def error_of(response: httpx.Response) -> QprError:
    """The error of a response that was read; a page of a proxy gives only its status."""
    problem: dict[str, Any] = {}
    if response.headers.get("content-type", "").startswith("application/problem+json"):
        problem = response.json()
    status = response.status_code
    if 300 <= status < 400:
        location = response.headers.get("location", "another address")
        detail = f"The service redirects to {location}. Use its own address as base_url."
        return QprError(detail, status=status, code="redirected")
    code = problem.get("code", f"status_{status}")
    # A code that is newer than this SDK has the class of its status.
    kind = by_code.get(code) or by_status.get(status, QprError)
    return kind(
        problem.get("detail", f"The service answered {status}."),
        status=status,
        code=code,
        request_id=problem.get("request_id") or response.headers.get("request-id"),
        errors=problem.get("errors"),
        limit=problem.get("limit"),
        organizations=problem.get("organizations"),
        taken_by=problem.get("name"),
        retry_after=_seconds(response.headers.get("retry-after")),
    )


def no_answer(error: httpx.TransportError) -> ConnectionError:
    if isinstance(error, httpx.TimeoutException):
        return TimeoutError("There was no response in time.")
    return ConnectionError(f"There was no response: {error or type(error).__name__}.")


def _seconds(header: str | None) -> float | None:
    """``Retry-After`` has seconds or a date."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
