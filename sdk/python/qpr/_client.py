"""The API of a QPR service, with and without async."""
from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Self, TypedDict, Unpack

import httpx

from ._api import Api, AsyncApi
from ._async_resources import AsyncResources
from ._conversation import AsyncConversation, Conversation
from ._request import Options
from ._resources import Resources


class Limits(TypedDict, total=False):
    """``timeout`` is in seconds, for one attempt. ``max_retries`` counts after the first attempt."""

    timeout: float
    max_retries: int


class Settings(Limits, total=False):
    """How a client reaches the service."""

    base_url: str | None
    headers: Mapping[str, str] | None


def _options(api_key: str | None, settings: Settings) -> Options:
    address = settings.get("base_url") or os.environ.get("QPR_URL") or "http://localhost:3000"
    return Options(
        api_key or os.environ.get("QPR_API_KEY") or None,
        address.rstrip("/"),
        settings.get("timeout", 60.0),
        settings.get("max_retries", 3),
        {"User-Agent": "qpr-python/0.1.0", **(settings.get("headers") or {})},
    )


def _settings(options: Options, limits: Limits) -> Settings:
    """The settings of a client with other limits."""
    return {
        "base_url": options.base_url,
        "headers": options.headers,
        "timeout": limits.get("timeout", options.timeout),
        "max_retries": limits.get("max_retries", options.max_retries),
    }


class Qpr(Resources):
    """``qpr.codes.create(…)``, ``qpr.webhooks.list()`` and all other operations."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        http_client: httpx.Client | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self._http = http_client or httpx.Client()
        self._options = _options(api_key, settings)
        super().__init__(Api(self._options, self._http))

    def with_options(self, **limits: Unpack[Limits]) -> Qpr:
        """The same client with other limits, for some calls."""
        settings = _settings(self._options, limits)
        return Qpr(self._options.api_key, http_client=self._http, **settings)

    def talk(self, short_id: str) -> Conversation:
        """Opens a conversation with a code, as a visitor."""
        opened = self.visitors.open(short_id)
        return Conversation(self.visitors, opened["token"], opened)

    def resume(self, token: str) -> Conversation:
        """A conversation that was opened earlier."""
        return Conversation(self.visitors, token)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncQpr(AsyncResources):
    """The same as ``Qpr``, for ``await`` and ``async for``."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self._http = http_client or httpx.AsyncClient()
        self._options = _options(api_key, settings)
        super().__init__(AsyncApi(self._options, self._http))

    def with_options(self, **limits: Unpack[Limits]) -> AsyncQpr:
        """The same client with other limits, for some calls."""
        settings = _settings(self._options, limits)
        return AsyncQpr(self._options.api_key, http_client=self._http, **settings)

    async def talk(self, short_id: str) -> AsyncConversation:
        """Opens a conversation with a code, as a visitor."""
        opened = await self.visitors.open(short_id)
        return AsyncConversation(self.visitors, opened["token"], opened)

    def resume(self, token: str) -> AsyncConversation:
        """A conversation that was opened earlier."""
        return AsyncConversation(self.visitors, token)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
