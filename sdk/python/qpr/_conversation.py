"""A conversation as its visitor has it."""
from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ._errors import AnswerError
from ._events import Event
from .errors import ConversationEnded

if TYPE_CHECKING:
    from . import types as t
    from ._async_resources import AsyncVisitors
    from ._resources import Visitors


@dataclass(frozen=True)
class AnswerPart:
    """A piece of an answer: text to append, or its end."""

    type: Literal["delta", "finish"]
    text: str = ""
    tokens: int | None = None
    truncated: bool = False
    #: Tells the visitor why the answer is incomplete.
    message: str | None = None


def part_of(event: Event[Any], message_id: str) -> AnswerPart | None:
    """None for events of other answers. Raises when the answer failed."""
    if event.event == "ended":
        detail = "This conversation has ended."
        raise ConversationEnded(detail, status=410, code="conversation_ended")
    data = event.data
    if data.get("message_id") != message_id:
        return None
    if event.event == "error":
        raise AnswerError(data)
    if event.event == "delta":
        return AnswerPart("delta", data["text"])
    if event.event == "finish":
        return AnswerPart(
            "finish", "", data["tokens"], data.get("truncated", False), data.get("message")
        )
    return None


def _message(text: str) -> Any:
    # With an id, a message that is sent again is answered only once.
    return {"text": text, "client_id": uuid.uuid4().hex}


def _running(visit: t.Visit) -> str | None:
    running = [one["message_id"] for one in visit["messages"] if one["status"] == "running"]
    return running[-1] if running else None


class Conversation:
    """Keep the ``token`` to resume the conversation later, with ``qpr.resume(token)``."""

    def __init__(self, visitors: Visitors, token: str, opened: t.OpenedConversation | None = None):
        self._visitors = visitors
        self.token = token
        #: The response that opened the conversation, unless it was resumed.
        self.opened = opened
        self._last_event_id: str | None = None

    def say(self, text: str) -> Iterator[AnswerPart]:
        """Says something, and yields the answer as it arrives. A lost connection is resumed."""
        sent = self._visitors.say(self.token, **_message(text))
        yield from self._answer(sent["message_id"])

    def ask(self, text: str) -> str:
        """Says something, and returns the whole answer."""
        return "".join(part.text for part in self.say(text))

    def retry(self) -> Iterator[AnswerPart]:
        """Retries the last answer after an AnswerError that is retryable."""
        yield from self._answer(self._visitors.retry(self.token)["message_id"])

    def rest(self) -> Iterator[AnswerPart]:
        """The rest of an answer that still runs, after ``qpr.resume(token)``."""
        visit = self.get()
        running = _running(visit)
        self._last_event_id = visit["last_event_id"]
        if running:
            yield from self._answer(running)

    def _answer(self, message_id: str) -> Iterator[AnswerPart]:
        after: Any = {"after": self._last_event_id} if self._last_event_id else {}
        for event in self._visitors.follow(self.token, **after):
            self._last_event_id = event.id
            part = part_of(event, message_id)
            if part:
                yield part
                if part.type == "finish":
                    return

    def get(self) -> t.Visit:
        return self._visitors.get(self.token)

    def stop(self) -> None:
        """Stops the answer; the partial text is kept."""
        self._visitors.stop(self.token)

    def rate(self, **rating: Unpack[t.RateConversationRequest]) -> None:
        self._visitors.rate(self.token, **rating)

    def close(self) -> None:
        """Ends the conversation."""
        self._visitors.close(self.token)

    def forget(self) -> None:
        """Deletes the conversation with all of its messages."""
        self._visitors.forget(self.token)


class AsyncConversation:
    """Keep the ``token`` to resume the conversation later, with ``qpr.resume(token)``."""

    def __init__(
        self, visitors: AsyncVisitors, token: str, opened: t.OpenedConversation | None = None
    ):
        self._visitors = visitors
        self.token = token
        #: The response that opened the conversation, unless it was resumed.
        self.opened = opened
        self._last_event_id: str | None = None

    async def say(self, text: str) -> AsyncIterator[AnswerPart]:
        """Says something, and yields the answer as it arrives. A lost connection is resumed."""
        sent = await self._visitors.say(self.token, **_message(text))
        async for part in self._answer(sent["message_id"]):
            yield part

    async def ask(self, text: str) -> str:
        """Says something, and returns the whole answer."""
        return "".join([part.text async for part in self.say(text)])

    async def retry(self) -> AsyncIterator[AnswerPart]:
        """Retries the last answer after an AnswerError that is retryable."""
        sent = await self._visitors.retry(self.token)
        async for part in self._answer(sent["message_id"]):
            yield part

    async def rest(self) -> AsyncIterator[AnswerPart]:
        """The rest of an answer that still runs, after ``qpr.resume(token)``."""
        visit = await self.get()
        running = _running(visit)
        self._last_event_id = visit["last_event_id"]
        if running:
            async for part in self._answer(running):
                yield part

    async def _answer(self, message_id: str) -> AsyncIterator[AnswerPart]:
        after: Any = {"after": self._last_event_id} if self._last_event_id else {}
        async for event in self._visitors.follow(self.token, **after):
            self._last_event_id = event.id
            part = part_of(event, message_id)
            if part:
                yield part
                if part.type == "finish":
                    return

    async def get(self) -> t.Visit:
        return await self._visitors.get(self.token)

    async def stop(self) -> None:
        """Stops the answer; the partial text is kept."""
        await self._visitors.stop(self.token)

    async def rate(self, **rating: Unpack[t.RateConversationRequest]) -> None:
        await self._visitors.rate(self.token, **rating)

    async def close(self) -> None:
        """Ends the conversation."""
        await self._visitors.close(self.token)

    async def forget(self) -> None:
        """Deletes the conversation with all of its messages."""
        await self._visitors.forget(self.token)
