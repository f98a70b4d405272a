"""Retries, time limits, streams that break off, and signatures."""
from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time

import httpx
import pytest
import qpr as sdk
from qpr import AsyncQpr, Qpr
from qpr._problems import error_of
from servers import answering, send_events, send_json

PROBLEM = "application/problem+json"


def busy_twice(handler, number):
    if number < 2:
        problem = {"code": "rate_limited", "detail": "Too many requests.", "request_id": "req_1"}
        send_json(handler, 429, problem, Retry_After="1" if number == 0 else "0")
    else:
        send_json(handler, 200, {"id": "qpr_1"})


def test_a_busy_service_is_asked_again_with_the_same_idempotency_key():
    with answering(busy_twice) as (url, seen):
        began = time.monotonic()
        assert Qpr("key", base_url=url).codes.create(name="a", prompt="b") == {"id": "qpr_1"}
        assert time.monotonic() - began >= 1, "Retry-After was ignored"
        keys = {headers["idempotency-key"] for _, _, headers in seen.requests}
        assert (len(seen.requests), len(keys)) == (3, 1)
        assert seen.requests[0][2]["authorization"] == "Bearer key"


def test_the_async_client_asks_again_too():
    async def walk(url):
        async with AsyncQpr("key", base_url=url) as qpr:
            return await qpr.codes.create(name="a", prompt="b")

    with answering(busy_twice) as (url, seen):
        assert asyncio.run(walk(url)) == {"id": "qpr_1"}
        assert len({headers["idempotency-key"] for _, _, headers in seen.requests}) == 1


def test_other_errors_are_not_retried_and_retries_end():
    def refuse(handler, _):
        send_json(handler, 409, {"code": "slug_taken", "detail": "Taken.", "request_id": "req_1"})

    with answering(refuse) as (url, seen):
        with pytest.raises(sdk.errors.SlugTaken):
            Qpr("key", base_url=url).organizations.create(name="a")
        assert len(seen.requests) == 1
    with answering(lambda handler, _: send_json(handler, 503, {}, Retry_After="0")) as (url, seen):
        with pytest.raises(sdk.UnavailableError):
            Qpr("key", base_url=url, max_retries=1).account.get()
        assert len(seen.requests) == 2
    with answering(lambda handler, _: send_json(handler, 429, {}, Retry_After="3600")) as (url, seen):
        with pytest.raises(sdk.RateLimitError) as caught:
            Qpr("key", base_url=url).account.get()
        assert (len(seen.requests), caught.value.retry_after) == (1, 3600)


def test_every_code_has_a_class_of_its_own():
    assert len(set(sdk.errors.by_code.values())) == len(sdk.errors.by_code) > 90
    for code, kind in sdk.errors.by_code.items():
        assert kind.__name__ == "".join(word.capitalize() for word in code.split("_"))
        refuse = httpx.Response(
            409, json={"code": code, "detail": "No."}, headers={"Content-Type": PROBLEM}
        )
        assert type(error_of(refuse)) is kind
    newer = httpx.Response(409, json={"code": "newer"}, headers={"Content-Type": PROBLEM})
    assert type(error_of(newer)) is sdk.ConflictError


def test_a_silent_service_is_a_timeout():
    with answering(lambda handler, _: time.sleep(1)) as (url, _):
        with pytest.raises(sdk.TimeoutError):
            Qpr("key", base_url=url, timeout=0.2, max_retries=0).account.get()


def block(id, event, **data):
    return f"id: {id}\nevent: {event}\ndata: {json.dumps(data)}\n\n"


def interrupted(handler, number):
    """The stream breaks off in the middle of an event."""
    if handler.command == "POST":
        send_json(handler, 202, {"message_id": "msg_1"})
    elif number == 1:
        half = block("1-9", "delta", message_id="msg_1", text="ast is")[:30]
        send_events(handler, block("1-5", "delta", message_id="msg_1", text="Break") + half)
    else:
        rest = block("1-9", "delta", message_id="msg_1", text="fast at 7.")
        send_events(handler, rest + block("1-end", "finish", message_id="msg_1", tokens=4))


def test_an_answer_that_breaks_off_is_resumed_behind_its_last_event():
    with answering(interrupted) as (url, seen):
        assert Qpr("key", base_url=url).resume("token").ask("When?") == "Breakfast at 7."
        assert seen.requests[2][2]["last-event-id"] == "1-5"
        assert "authorization" not in seen.requests[0][2], "a visitor has no key"


def test_an_async_answer_is_resumed_too():
    async def walk(url):
        async with AsyncQpr(base_url=url) as qpr:
            return await qpr.resume("token").ask("When?")

    with answering(interrupted) as (url, _):
        assert asyncio.run(walk(url)) == "Breakfast at 7."


def test_a_failed_answer_is_an_error():
    def fail(handler, _):
        if handler.command == "POST":
            return send_json(handler, 202, {"message_id": "msg_1"})
        failed = {"code": "model_failed", "message": "Please try again.", "retryable": True}
        send_events(handler, block("1-end", "error", message_id="msg_1", kept_characters=0, **failed))

    with answering(fail) as (url, _):
        with pytest.raises(sdk.AnswerError) as caught:
            Qpr(base_url=url).resume("token").ask("When?")
        assert (caught.value.detail, caught.value.retryable) == ("Please try again.", True)


STREAMED = block("1-5", "delta", message_id="msg_1", text="Dogs swim 🐕 [1].") + block(
    "1-9", "delta", message_id="msg_1", text=" It opens at 8 [2]."
)


def ending(event, **data):
    def answer(handler, _):
        if handler.command == "POST":
            return send_json(handler, 202, {"message_id": "msg_1"})
        unknown = block("1-1", "typing", message_id="msg_1", text="!") + "event: new\ndata: [1]\n\n"
        send_events(handler, unknown + STREAMED + block("1-end", event, message_id="msg_1", **data))

    return answer


def test_the_end_of_an_answer_has_its_complete_text_and_its_citations():
    final = "Dogs swim 🐕. It opens at 8 [1]."
    citation = {"number": 1, "title": "House manual", "quote": "opens at 8"}
    with answering(ending("finish", tokens=9, text=final, citations=[citation])) as (url, _):
        *deltas, end = Qpr(base_url=url).resume("token").say("When?")
        assert [one.text for one in deltas] == ["Dogs swim 🐕 [1].", " It opens at 8 [2]."]
        assert (end.type, end.text, end.answer, end.citations) == ("finish", "", final, [citation])
        assert Qpr(base_url=url).resume("token").ask("When?") == final

    async def walk(url):
        async with AsyncQpr(base_url=url) as qpr:
            return await qpr.resume("token").ask("When?")

    with answering(ending("finish", tokens=9, text=final)) as (url, _):
        assert asyncio.run(walk(url)) == final


def test_a_failed_answer_has_the_text_that_was_kept():
    failed = {"code": "model_failed", "message": "Please try again.", "retryable": True}
    with answering(ending("error", kept_characters=12, **failed)) as (url, _):
        with pytest.raises(sdk.AnswerError) as caught:
            Qpr(base_url=url).resume("token").ask("When?")
        assert (caught.value.answer, caught.value.citations) == ("Dogs swim 🐕", [])


def test_a_redirect_is_not_followed_and_sends_the_key_nowhere():
    def welcome(handler, _):
        send_json(handler, 200, {"codes": []})

    with answering(welcome) as (other, received):
        for status in (301, 302, 303, 307, 308):

            def elsewhere(handler, _, status=status):
                send_json(handler, status, {}, Location=f"{other}/v1/qpr-codes")

            with answering(elsewhere) as (url, seen), httpx.Client(follow_redirects=True) as given:
                for client in (Qpr("key", base_url=url), Qpr("key", base_url=url, http_client=given)):
                    with pytest.raises(sdk.QprError) as caught:
                        client.codes.create(name="A", prompt="B")
                    assert (caught.value.status, caught.value.code) == (status, "redirected")
                    assert other in caught.value.detail
                assert len(seen.requests) == 2, "a redirect is not retried"
        assert received.requests == []


def test_signatures_are_checked():
    secret = "whsec_" + base64.b64encode(b"k" * 32).decode()
    body = b'{"event":"scan.created","id":"evt_1"}'
    now = str(int(time.time()))
    digest = hmac.new(b"k" * 32, f"evt_1.{now}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    headers = {"Webhook-Id": "evt_1", "Webhook-Timestamp": now, "Webhook-Signature": f"v1,x {signature}"}
    assert Qpr().webhooks.verify(body, headers, secret)["id"] == "evt_1"
    wrong = [
        (body + b" ", headers),
        (body, {**headers, "Webhook-Signature": "v1,x"}),
        (body, {**headers, "Webhook-Timestamp": str(int(now) - 301)}),
        (body, {"Webhook-Id": "evt_1"}),
    ]
    for payload, given in wrong:
        with pytest.raises(sdk.WebhookVerificationError):
            sdk.verify_webhook(payload, given, secret)
