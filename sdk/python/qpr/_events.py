"""Server-sent events."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Event(Generic[T]):
    """An event of a live stream."""

    #: Give it to ``after`` to continue behind this event.
    id: str | None
    event: str
    data: T


class Parser:
    """Takes lines and gives events. A block that is cut off is dropped."""

    def __init__(self) -> None:
        self.last_id: str | None = None
        self._fields: dict[str, str] = {}

    def feed(self, line: str) -> Event[Any] | None:
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data" and "data" in self._fields:
                value = f"{self._fields['data']}\n{value}"
            self._fields[name] = value
            return None
        fields, self._fields = self._fields, {}
        self.last_id = fields.get("id", self.last_id)
        if "data" not in fields:
            return None
        return Event(fields.get("id"), fields.get("event", "message"), json.loads(fields["data"]))

    def cut_off(self) -> None:
        """The connection was lost: what follows begins with a new block."""
        self._fields = {}
