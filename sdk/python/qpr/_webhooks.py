"""The signatures of webhooks (Standard Webhooks)."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ._errors import WebhookVerificationError

if TYPE_CHECKING:
    from .types import WebhookEvent


def verify_webhook(
    payload: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = 300,
) -> WebhookEvent:
    """Checks the signature of a delivery and returns its event.

    ``payload`` is the raw body, not the parsed one. ``secret`` is that of the webhook, with
    ``whsec_``. A delivery may be ``tolerance`` seconds old.
    """
    body = payload.encode() if isinstance(payload, str) else payload
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if name not in given:
            raise WebhookVerificationError(f"The header {name} is missing.")
    timestamp = given["webhook-timestamp"]
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The delivery is too old, or its timestamp is wrong.")
    signed = f"{given['webhook-id']}.{timestamp}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # While a secret is rotated, there are two signatures.
    for signature in given["webhook-signature"].split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected):
            event: WebhookEvent = json.loads(body)
            return event
    raise WebhookVerificationError("The signature does not match.")


class Verifying:
    """Adds ``qpr.webhooks.verify``."""

    verify = staticmethod(verify_webhook)
