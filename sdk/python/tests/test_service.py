"""Against a real service: QPR_URL and QPR_API_KEY name it."""
from __future__ import annotations

import asyncio
import json
import threading

import pytest
import qpr as sdk
from qpr import AsyncQpr, Qpr

PROMPT = "You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30."


@pytest.fixture(scope="module")
def qpr():
    with Qpr() as client:
        yield client


def test_a_code_is_created_changed_listed_and_deleted(qpr):
    code = qpr.codes.create(name="Harbour Hotel", prompt=PROMPT, tags=["lobby"])
    assert qpr.codes.update(code["id"], title="The Harbour")["title"] == "The Harbour"
    assert [one["id"] for one in qpr.codes.list(tag=["lobby"])] == [code["id"]]
    assert qpr.images.get(f"{code['short_id']}.png", size=128).startswith(b"\x89PNG")
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    qpr.images.set_logo(code["id"], svg, "image/svg+xml")
    assert b"<svg" in qpr.images.get_logo(code["id"])
    assert qpr.visitors.about(code["short_id"])["title"] == "The Harbour"
    assert qpr.codes.delete(code["id"]) is None
    with pytest.raises(sdk.errors.CodeNotFound) as caught:
        qpr.codes.get(code["id"])
    assert isinstance(caught.value, sdk.NotFoundError)
    assert (caught.value.status, caught.value.code) == (404, "code_not_found")
    assert caught.value.request_id.startswith("req_")


def test_lists_are_read_page_by_page(qpr):
    names = [f"Table {number}" for number in range(7)]
    qpr.codes.create_many(codes=[{"name": name, "prompt": PROMPT} for name in names])
    listed = [one["name"] for one in qpr.codes.list(q="Table", limit=3, sort="oldest")]
    assert sorted(listed) == names
    assert qpr.codes.list(q="Table", limit=3).first_page()["total"] == 7


def test_a_large_import_is_split_and_an_error_names_the_row_of_the_whole(qpr):
    codes = [{"name": f"Room {number}", "prompt": PROMPT} for number in range(501)]
    broken = [*codes, {"name": "", "prompt": PROMPT}]
    with pytest.raises(sdk.errors.InvalidInput) as caught:
        qpr.codes.create_many(codes=broken, idempotency_key="the-rooms")
    assert caught.value.errors[0]["pointer"] == "/codes/501/name"
    assert str(caught.value).startswith("codes.501.name ")
    assert len(caught.value.created) == 500
    again = qpr.codes.create_many(codes=codes, idempotency_key="the-rooms")
    assert [one["name"] for one in again["codes"]] == [one["name"] for one in codes]
    assert qpr.codes.list(q="Room").first_page()["total"] == 501


def test_a_large_import_is_split_by_its_size(qpr):
    codes = [{"name": f"Suite {number}", "prompt": "é" * 32_000} for number in range(40)]
    created = qpr.codes.create_many(codes=codes)["codes"]
    assert [one["name"] for one in created] == [one["name"] for one in codes]


def test_a_person_answers_and_the_visitor_leaves_an_address(qpr):
    organization = qpr.account.get()["default_organization_id"]
    qpr.organizations.set_handoff(organization, enabled=True)
    consent = "You may contact me."
    fields = [{"key": "email", "label": "E-mail", "type": "email", "required": True}]
    form = {"title": "Write to us", "fields": fields, "consent": consent}
    code = qpr.codes.create(name="Harbour Hotel", prompt=PROMPT, lead_form=form)
    conversation = qpr.talk(code["short_id"])
    conversation.ask("When is breakfast?")
    assert conversation.ask_for_person() == "waiting"
    assert conversation.ask("Is anybody there?") == ""
    conversation_id = conversation.opened["conversation_id"]
    qpr.conversations.take(conversation_id)
    qpr.conversations.write(conversation_id, text="Yes, I am.")
    assert conversation.get()["messages"][-1]["text"] == "Yes, I am."
    qpr.conversations.release(conversation_id)
    assert conversation.ask("When is breakfast?") != ""
    lead = conversation.leave_lead(values={"email": "Ana@example.com"}, consent=consent)
    assert [one["id"] for one in qpr.leads.list(email="ana@example.com")] == [lead["lead_id"]]
    qpr.leads.delete(lead["lead_id"])
    qpr.organizations.set_handoff(organization, enabled=False)
    with pytest.raises(sdk.errors.HandoffUnavailable):
        conversation.ask_for_person()


def test_errors_have_classes(qpr):
    with pytest.raises(sdk.errors.InvalidInput) as caught:
        qpr.codes.create(name=" ", prompt=PROMPT)
    assert caught.value.errors[0]["pointer"] == "/name"
    with pytest.raises(sdk.AuthenticationError):
        Qpr("an-unknown-key").codes.list().first_page()
    with pytest.raises(sdk.IdempotencyError):
        qpr.codes.create(name="One", prompt=PROMPT, idempotency_key="the-same")
        qpr.codes.create(name="Other", prompt=PROMPT, idempotency_key="the-same")
    viewer = qpr.api_keys.create(name="Reader", role="viewer")
    with pytest.raises(sdk.PermissionError):
        Qpr(viewer["key"]).codes.create(name="One", prompt=PROMPT)
    with pytest.raises(sdk.ConnectionError):
        Qpr(base_url="http://127.0.0.1:1", max_retries=0).account.get()


def test_a_conversation_is_streamed_resumed_and_closed(qpr):
    code = qpr.codes.create(name="Harbour Hotel", prompt=PROMPT)
    conversation = qpr.talk(code["short_id"])
    assert conversation.opened["demo"] is True
    parts = list(conversation.say("When is breakfast?"))
    assert "7" in "".join(part.text for part in parts)
    assert parts[-1].type == "finish"
    again = qpr.resume(conversation.token)
    assert list(again.rest()) == []
    assert again.ask("When is breakfast?")
    again.rate(rating="up")
    assert [one["role"] for one in again.get()["messages"]] == ["visitor", "assistant"] * 2
    again.close()
    with pytest.raises(sdk.errors.ConversationEnded) as caught:
        again.ask("Are you there?")
    assert caught.value.code == "conversation_ended"
    found = list(qpr.conversations.list(qpr_code_id=code["id"]))
    assert [one["rating"] for one in found] == ["up"]
    lines = list(qpr.conversations.export(format="jsonl", qpr_code_id=code["id"]))
    assert json.loads(lines[0])["id"] == found[0]["id"]


def test_events_are_followed_live(qpr):
    found = []
    first = qpr.codes.create(name="Before", prompt=PROMPT)
    last = next(event for event in qpr.events.list() if event["event"] == "qpr_code.created")
    stream = qpr.events.stream(after=last["id"])
    thread = threading.Thread(target=lambda: found.append(next(stream)), daemon=True)
    thread.start()
    code = qpr.codes.create(name="After", prompt=PROMPT)
    thread.join(20)
    assert found[0].event == "qpr_code.created"
    assert found[0].data["data"]["id"] == code["id"] != first["id"]


def test_knowledge_is_added_and_found(qpr):
    qpr.knowledge.add(kind="question", question="Is there a sauna?", answer="Yes, from 4 to 9.")
    passages = qpr.knowledge.search(q="sauna")["passages"]
    assert "from 4 to 9" in passages[0]["text"]
    source = qpr.knowledge.upload(b"# Pool\n\nThe pool is on the roof.", "text/markdown", name="pool.md")
    assert source["kind"] == "file"


def test_the_async_client_has_the_same_methods():
    async def walk():
        async with AsyncQpr() as qpr:
            code = await qpr.codes.create(name="Terrace", prompt=PROMPT)
            conversation = await qpr.talk(code["short_id"])
            text = "".join([part.text async for part in conversation.say("When is breakfast?")])
            assert "7" in text
            assert code["id"] in [one["id"] async for one in qpr.codes.list(limit=2)]
            lines = [line async for line in qpr.scans.export(format="csv")]
            assert lines[0].startswith("id,")
            stream = qpr.events.stream(after=(await qpr.events.list().first_page())["events"][-1]["id"])
            async for event in stream:
                assert event.event
                break
            await stream.aclose()
            with pytest.raises(sdk.NotFoundError):
                await qpr.with_options(max_retries=0).codes.get("unknown")

    asyncio.run(walk())
    plain, other = Qpr(), AsyncQpr()
    for name, resource in vars(plain).items():
        if not name.startswith("_"):
            methods = {one for one in dir(resource) if not one.startswith("_")}
            assert methods == {one for one in dir(getattr(other, name)) if not one.startswith("_")}
