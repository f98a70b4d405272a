"""The API of a QPR service."""
from __future__ import annotations

from types import TracebackType
from typing import Self, Unpack

import httpx

from ._async_api import AsyncApi
from ._async_conversation import AsyncConversation
from ._async_resources import AsyncResources
from ._settings import Limits, Settings, options_of, settings_of


class AsyncQpr(AsyncResources):
    """``qpr.codes.create(…)``, ``qpr.webhooks.list()`` and all other operations."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self._http = http_client or httpx.AsyncClient()
        self._options = options_of(api_key, settings)
        super().__init__(AsyncApi(self._options, self._http))

    def with_options(self, **limits: Unpack[Limits]) -> AsyncQpr:
        """The same client with other limits, for some calls."""
        settings = settings_of(self._options, limits)
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
