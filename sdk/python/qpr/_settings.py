"""How a client reaches the service, with and without async."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypedDict

from ._request import Options


class Limits(TypedDict, total=False):
    """``timeout`` is in seconds, for one attempt. ``max_retries`` counts after the first attempt."""

    timeout: float
    max_retries: int


class Settings(Limits, total=False):
    """How a client reaches the service."""

    base_url: str | None
    headers: Mapping[str, str] | None


def options_of(api_key: str | None, settings: Settings) -> Options:
    address = settings.get("base_url") or os.environ.get("QPR_URL") or "http://localhost:3000"
    return Options(
        api_key or os.environ.get("QPR_API_KEY") or None,
        address.rstrip("/"),
        settings.get("timeout", 60.0),
        settings.get("max_retries", 3),
        {"User-Agent": "qpr-python/0.1.0", **(settings.get("headers") or {})},
    )


def settings_of(options: Options, limits: Limits) -> Settings:
    """The settings of a client with other limits."""
    return {
        "base_url": options.base_url,
        "headers": options.headers,
        "timeout": limits.get("timeout", options.timeout),
        "max_retries": limits.get("max_retries", options.max_retries),
    }
