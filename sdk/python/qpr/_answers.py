"""The parts of an answer, with and without async."""
from __future__ import annotations

import uuid
from dataclasses import dataclass, field
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
    #: At the end, the complete text. Show it instead of the deltas: marks of citations may be
    #: removed.
    answer: str = ""
    #: At the end, ``handoff`` if the service offers a person.
    offer: str | None = None
    #: At the end, a sentence of the service, because the answer claims a hand-over.
    notice: str | None = None
    #: At the end, the passages that the answer cites: ``number`` is 1 for the mark ``[1]``.
    citations: list[dict[str, Any]] = field(default_factory=list)


def part_of(event: Event[Any], message_id: str, streamed: str) -> AnswerPart | None:
    """None for other answers and unknown events. Raises when the answer failed.

    ``streamed`` is the text of the deltas before this event.
    """
    if event.event == "ended":
        detail = "This conversation has ended."
        raise ConversationEnded(detail, status=410, code="conversation_ended")
    data = event.data
    if not isinstance(data, dict) or data.get("message_id") != message_id:
        return None
    if event.event == "error":
        raise AnswerError(data, streamed)
    if event.event == "delta":
        return AnswerPart("delta", data["text"])
    if event.event == "finish":
        return AnswerPart(
            "finish",
            tokens=data["tokens"],
            truncated=data.get("truncated", False),
            message=data.get("message"),
            answer=data.get("text", streamed),
            citations=data.get("citations", []),
            offer=data.get("offer"),
            notice=data.get("notice"),
        )
    return None


def message_of(text: str) -> Any:
    # With an id, a message that is sent again is answered only once.
    return {"text": text, "client_id": uuid.uuid4().hex}


def is_said(visit: t.Visit, message_id: str) -> bool:
    """Whether the visitor said the message with this id."""
    said = [one for one in visit["messages"] if one["role"] == "visitor"]
    return any(one["message_id"] == message_id for one in said)


def running_in(visit: t.Visit) -> tuple[str, str] | None:
    """The id of the answer that runs, and its text so far."""
    running = [one for one in visit["messages"] if one["status"] == "running"]
    return (running[-1]["message_id"], running[-1]["text"]) if running else None
