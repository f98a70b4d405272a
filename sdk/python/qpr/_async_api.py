"""Sends requests: authentication, retries, time limits, errors, pages and streams."""
from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx

from ._async_pages import AsyncPager
from ._errors import QprError
from ._events import Event, Parser
from ._parts import name_rows_of_whole, parts_of
from ._problems import error_of, no_answer
from ._request import SILENCE, Options, arguments, backoff, path, wait_after

__all__ = ["AsyncApi", "path"]


def _value(response: httpx.Response) -> Any:
    return response.json() if response.content else None


def _resumed(sent: dict[str, Any], last_id: str | None) -> dict[str, Any]:
    headers = {"Last-Event-ID": last_id} if last_id else {}
    return {**sent, "headers": {**(sent.get("headers") or {}), **headers}}


class AsyncApi:
    def __init__(self, options: Options, http: httpx.AsyncClient) -> None:
        self.options = options
        self.http = http

    async def send(
        self, method: str, address: str, *, is_stream: bool = False, **sent: Any
    ) -> httpx.Response:
        built = arguments(self.options, method, address, **sent)
        read_timeout = SILENCE if is_stream else self.options.timeout
        timeout = httpx.Timeout(self.options.timeout, read=read_timeout)
        attempt = 0
        while True:
            try:
                request = self.http.build_request(**built, timeout=timeout)
                # Another address must get neither the key nor the body, whatever the given client
                # does by default.
                response = await self.http.send(
                    request, stream=is_stream, follow_redirects=False
                )
                if response.is_success:
                    return response
                await response.aread()
                error = error_of(response)
            except httpx.TransportError as cause:
                error = no_answer(cause)
            wait = wait_after(error, attempt, self.options, method)
            if wait is None:
                raise error
            await asyncio.sleep(wait)
            attempt += 1

    async def json(self, method: str, address: str, **sent: Any) -> Any:
        return _value(await self.send(method, address, **sent))

    async def create_in_parts(
        self, method: str, address: str, *, body: Any, idempotency_key: str | None
    ) -> Any:
        """Creates the codes of a large call with several requests, one after the other."""
        parts = parts_of(body.get("codes", []))
        if len(parts) < 2:
            return await self.json(method, address, body=body, idempotency_key=idempotency_key)
        key = idempotency_key or uuid.uuid4().hex
        created: list[Any] = []
        for number, part in enumerate(parts, 1):
            sent = {**body, "codes": part}
            # A call that is repeated with the same key has the same parts, so none is created twice.
            own_key = key if number == 1 else f"{key}-{number}"
            try:
                answer = await self.json(method, address, body=sent, idempotency_key=own_key)
            except QprError as error:
                name_rows_of_whole(error, created)
                raise
            created.extend(answer["codes"])
        return {"codes": created}

    async def file(self, method: str, address: str, **sent: Any) -> bytes:
        return (await self.send(method, address, **sent)).content

    async def lines(self, method: str, address: str, **sent: Any) -> AsyncIterator[str]:
        response = await self.send(method, address, is_stream=True, **sent)
        try:
            async for line in response.aiter_lines():
                # Older versions of httpx keep the line break.
                yield line.rstrip("\r\n")
        except httpx.TransportError as cause:
            raise no_answer(cause) from cause
        finally:
            await response.aclose()

    def pages(self, method: str, address: str, *, items: str, query: Any = None) -> AsyncPager[Any]:
        async def fetch(cursor: str) -> Any:
            return await self.json(method, address, query={**(query or {}), "cursor": cursor})

        return AsyncPager(fetch, items)

    async def events(self, method: str, address: str, **sent: Any) -> AsyncIterator[Event[Any]]:
        """A stream that breaks off is resumed behind its last event. A POST is not sent again."""
        parser = Parser()
        failures = 0
        while True:
            response = await self.send(
                method, address, is_stream=True, **_resumed(sent, parser.last_id)
            )
            try:
                async for line in response.aiter_lines():
                    event = parser.feed(line.rstrip("\r\n"))
                    if event:
                        failures = 0
                        yield event
            except httpx.TransportError as cause:
                if method == "POST":
                    raise no_answer(cause) from cause
            finally:
                await response.aclose()
            if method == "POST":
                return
            parser.cut_off()
            await asyncio.sleep(backoff(failures, 30))
            failures += 1
