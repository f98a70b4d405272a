"""A conversation as its visitor has it."""
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Unpack

from ._answers import AnswerPart, is_said, message_of, part_of, running_in

if TYPE_CHECKING:
    from . import types as t
    from ._async_resources import AsyncVisitors


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
        self._handling: str = "assistant"

    async def say(self, text: str) -> AsyncIterator[AnswerPart]:
        """Says something, and yields the answer as it arrives. A lost connection is resumed.

        Yields nothing while a person answers: ``get()`` has their messages.
        """
        sent = await self._visitors.say(self.token, **message_of(text))
        if self._handling != "assistant" and await self._is_for_person(sent["message_id"]):
            return
        async for part in self._answer(sent["message_id"]):
            yield part

    async def ask(self, text: str) -> str:
        """Says something, and returns the whole answer."""
        answer = ""
        async for part in self.say(text):
            answer = part.answer
        return answer

    async def retry(self) -> AsyncIterator[AnswerPart]:
        """Retries the last answer after an AnswerError that is retryable."""
        sent = await self._visitors.retry(self.token)
        async for part in self._answer(sent["message_id"]):
            yield part

    async def rest(self) -> AsyncIterator[AnswerPart]:
        """The rest of an answer that still runs, after ``qpr.resume(token)``."""
        visit = await self.get()
        running = running_in(visit)
        self._last_event_id = visit["last_event_id"]
        if running:
            async for part in self._answer(*running):
                yield part

    async def _answer(self, message_id: str, streamed: str = "") -> AsyncIterator[AnswerPart]:
        after: Any = {"after": self._last_event_id} if self._last_event_id else {}
        async for event in self._visitors.follow(self.token, **after):
            self._last_event_id = event.id
            if event.event == "handling" and await self._is_for_person(message_id):
                return
            part = part_of(event, message_id, streamed)
            if part:
                streamed += part.text
                yield part
                if part.type == "finish":
                    return

    async def _is_for_person(self, message_id: str) -> bool:
        # Then no model answers, and the id is that of the message itself.
        visit = await self.get()
        return is_said(visit, message_id)

    async def get(self) -> t.Visit:
        visit = await self._visitors.get(self.token)
        self._handling = visit["handling"]
        return visit

    async def ask_for_person(self) -> str:
        """Asks for a person, and returns ``handling``.

        Raises ``HandoffUnavailable`` with a sentence for the visitor.
        """
        asked = await self._visitors.ask_for_person(self.token)
        self._handling = asked["handling"]
        return asked["handling"]

    async def leave_lead(self, **lead: Unpack[t.LeaveLeadRequest]) -> t.LeaveLeadResponse:
        """Sends the form of the code, with the sentence of consent as it was shown."""
        return await self._visitors.leave_lead(self.token, **lead)

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
