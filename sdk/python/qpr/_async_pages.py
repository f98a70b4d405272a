"""Lists of any length, requested page by page."""
from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class AsyncPager(Generic[T]):
    """Iterate over it with ``async for``; ``first_page()`` has the first items and ``total``."""

    def __init__(self, fetch: Callable[[str], Any], items: str) -> None:
        self._fetch = fetch
        self._items = items

    async def first_page(self) -> dict[str, Any]:
        page: dict[str, Any] = await self._fetch("")
        return page

    async def __aiter__(self) -> AsyncIterator[T]:
        cursor: str | None = ""
        while cursor is not None:
            page = await self._fetch(cursor)
            for item in page[self._items]:
                yield item
            cursor = page.get("next_cursor")
