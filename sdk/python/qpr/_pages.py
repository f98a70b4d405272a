"""Lists of any length, requested page by page."""
from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Pager(Generic[T]):
    """Iterate over it for all items; ``first_page()`` has the first ones and ``total``."""

    def __init__(self, fetch: Callable[[str], dict[str, Any]], items: str) -> None:
        self._fetch = fetch
        self._items = items

    def first_page(self) -> dict[str, Any]:
        return self._fetch("")

    def __iter__(self) -> Iterator[T]:
        cursor: str | None = ""
        while cursor is not None:
            page = self._fetch(cursor)
            yield from page[self._items]
            cursor = page.get("next_cursor")


class AsyncPager(Generic[T]):
    """Iterate over it with ``async for``; ``first_page()`` has the first items and ``total``."""

    def __init__(self, fetch: Callable[[str], Awaitable[dict[str, Any]]], items: str) -> None:
        self._fetch = fetch
        self._items = items

    async def first_page(self) -> dict[str, Any]:
        return await self._fetch("")

    async def __aiter__(self) -> AsyncIterator[T]:
        cursor: str | None = ""
        while cursor is not None:
            page = await self._fetch(cursor)
            for item in page[self._items]:
                yield item
            cursor = page.get("next_cursor")
