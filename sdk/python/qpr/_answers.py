"""The parts of an answer, with and without async."""
from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._errors import AnswerError
from ._events import Event
from .errors import ConversationEnded

if TYPE_CHECKING:
    from . import types as t


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


def message_of(text: str) -> Any:
    # With an id, a message that is sent again is answered only once.
    return {"text": text, "client_id": uuid.uuid4().hex}


def running_in(visit: t.Visit) -> str | None:
    running = [one["message_id"] for one in visit["messages"] if one["status"] == "running"]
    return running[-1] if running else None
