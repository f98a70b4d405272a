"""Splits a large call into requests that fit, with and without async."""
from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from ._errors import QprError

#: Codes that one request creates.
MAX_CODES = 500
#: The body of such a request, without 1 KB for the fields around the codes.
MAX_BYTES = 2 * 1024 * 1024 - 1024


def parts_of(rows: Sequence[Any]) -> list[list[Any]]:
    """Consecutive rows that fit into one request each. A row that is too large is alone."""
    parts: list[list[Any]] = []
    size = 0
    for row in rows:
        # Escapes and spaces, which some versions of httpx send, are counted.
        length = len(json.dumps(row)) + 2
        size += length
        if parts and len(parts[-1]) < MAX_CODES and size <= MAX_BYTES:
            parts[-1].append(row)
        else:
            parts.append([row])
            size = length
    return parts


def name_rows_of_whole(error: QprError, created: list[Any]) -> None:
    """The error names the rows of the whole call instead of those of its part."""

    def shifted(text: str) -> str:
        def row_of_whole(found: re.Match[str]) -> str:
            return f"{found[1]}{int(found[2]) + len(created)}"

        return re.sub(r"^(codes\.|/codes/)(\d+)", row_of_whole, text)

    error.created = created
    error.detail = shifted(error.detail)
    error.args = (error.detail,)
    error.errors = [
        {name: shifted(text) for name, text in one.items()} for one in error.errors
    ]
