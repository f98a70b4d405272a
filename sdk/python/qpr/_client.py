"""The API of a QPR service, with and without async."""
from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Self

import httpx

from ._api import Api, AsyncApi
from ._async_resources import AsyncResources
from ._conversation import AsyncConversation, Conversation
from ._request import Options
from ._resources import Resources


def _options(
    api_key: str | None,
    base_url: str | None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str] | None,
) -> Options:
    address = base_url or os.environ.get("QPR_URL") or "http://localhost:3000"
    key = api_key or os.environ.get("QPR_API_KEY") or None
    sent = {"User-Agent": "qpr-python/0.1.0", **(headers or {})}
    return Options(key, address.rstrip("/"), timeout, max_retries, sent)


class Qpr(Resources):
    """``qpr.codes.create(…)``, ``qpr.webhooks.list()`` and all other operations.

    ``timeout`` is in seconds, for one attempt. ``max_retries`` counts after the first attempt.
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60,
        max_retries: int = 3,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._http = http_client or httpx.Client()
        self._options = _options(api_key, base_url, timeout, max_retries, headers)
        super().__init__(Api(self._options, self._http))

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> Qpr:
        """The same client with other limits, for some calls."""
        options = self._options
        return Qpr(
            options.api_key,
            base_url=options.base_url,
            timeout=options.timeout if timeout is None else timeout,
            max_retries=options.max_retries if max_retries is None else max_retries,
            headers=options.headers,
            http_client=self._http,
        )

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
        base_url: str | None = None,
        timeout: float = 60,
        max_retries: int = 3,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http_client or httpx.AsyncClient()
        self._options = _options(api_key, base_url, timeout, max_retries, headers)
        super().__init__(AsyncApi(self._options, self._http))

    def with_options(
        self, *, timeout: float | None = None, max_retries: int | None = None
    ) -> AsyncQpr:
        """The same client with other limits, for some calls."""
        options = self._options
        return AsyncQpr(
            options.api_key,
            base_url=options.base_url,
            timeout=options.timeout if timeout is None else timeout,
            max_retries=options.max_retries if max_retries is None else max_retries,
            headers=options.headers,
            http_client=self._http,
        )

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
