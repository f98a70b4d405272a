// Without JavaScript a visitor asks for a person and leaves an address with plain forms.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { memberOf, switchOn } from '../../../test/harness/data/people.ts'
import { fakeClock, type Service, startOwnService } from '../../../test/harness/service/shared.ts'

const lead_form = {
  title: 'Leave us a <message>',
  fields: [
    { key: 'name', label: 'Your name', type: 'text', required: true },
    { key: 'email', label: 'E-mail', help: 'For our answer', type: 'email', required: false },
    { key: 'phone', label: 'Telephone', type: 'tel', required: false },
    { key: 'nights', label: 'Nights', type: 'choice', required: false, choices: ['One', 'Two'] },
    { key: 'news', label: 'News?', type: 'yes_no', required: false },
  ],
  consent: 'You may contact me about "my" request.',
}

/** A browser without JavaScript: it follows 303 and keeps the cookie of the conversation. */
const browserAt = (service: Service, short_id: string, language: string) => {
  let cookie = ''
  const request = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(`${service.address}/s/${short_id}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { 'Accept-Language': language, Cookie: cookie },
      body: form ? new URLSearchParams(form) : null,
      redirect: 'manual',
    })
    cookie = /qpr_talk=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    const { status } = response
    return { status, location: response.headers.get('location') ?? '', html: await response.text() }
  }
  /** The page after a form that is accepted. */
  const submit = async (path: string, form: Record<string, string> = {}) => {
    const { status, location, html } = await request(path, form)
    assert.equal(status, 303, html)
    return (await request(location.replace(`/s/${short_id}`, ''))).html
  }
  return { request, submit }
}

interface Given {
  handoff?: object
  language?: string
  clock?: ReturnType<typeof fakeClock>
}

const start = async (t: TestContext, { handoff = {}, language = 'en', clock }: Given = {}) => {
  const service = await startOwnService(t, clock ? { clock } : {})
  await service.patch('/v1/account', { display_name: 'Ana <b>' })
  await switchOn(service, handoff)
  const code = await createCode(service, { lead_form })
  return { service, code, ...browserAt(service, code.short_id, language) }
}

const noticeIn = (html: string) => /id="notice"[^>]*>([^<]*)/.exec(html)?.[1]

const idOf = async (service: Service) => {
  const { body } = await service.get<{ conversations: { id: string }[] }>('/v1/conversations')
  return body.conversations[0]?.id ?? ''
}

test('without JavaScript a visitor waits, sees who answers, and is told when nobody is there', async (t) => {
  const { service, request, submit } = await start(t, { handoff: { wait_seconds: 90 } })
  const member = memberOf(service)
  const early = await request('/handoff', {})
  assert.equal(early.status, 409)
  assert.match(noticeIn(early.html) ?? '', /write your question first/)
  const first = await submit('/chat', { text: 'When is breakfast?' })
  assert.match(first, /action="[^"]*\/handoff\?lang=en#newest"/)

  const waiting = await submit('/handoff')
  assert.match(noticeIn(waiting) ?? '', /asked to join.* Maximum wait: 2 minutes/)
  assert.doesNotMatch(waiting, /id="person"/)
  assert.match(waiting, /http-equiv="refresh"/)
  const id = await idOf(service)
  await member.take(id)
  await member.write(id, 'I am here.')
  const taken = await submit('/chat', { text: 'Thank you' })
  assert.match(taken, /<bdi>Ana &lt;b&gt;<\/bdi> · person/)
  assert.match(noticeIn(taken) ?? '', /Ana &lt;b&gt; has joined/)
  assert.match(taken, /data-person aria-label="Ana &lt;b&gt; · [^"]+".*I am here\..*Thank you/s)
  assert.doesNotMatch(taken, /http-equiv="refresh"/, 'a reload would lose what is being written')
  await member.release(id)
  assert.match(noticeIn((await request('/chat')).html) ?? '', /assistant is answering again/)
})

test('without JavaScript a visitor outside the hours reads when people answer', async (t) => {
  const hours = { time_zone: 'Europe/Berlin', weekly: { fri: [['09:30', '12:00']] } }
  const handoff = { hours, closed_message: 'Wir schlafen <noch>.' }
  const wednesday = fakeClock('2026-07-01T12:00:00.000Z')
  const { submit, request } = await start(t, { handoff, language: 'de', clock: wednesday })
  await submit('/chat', { text: 'Wann gibt es Frühstück?' })
  const { status, html } = await request('/handoff', {})
  assert.equal(status, 409)
  assert.match(
    noticeIn(html) ?? '',
    /^Wir schlafen &lt;noch&gt;\. Wieder erreichbar: Freitag, .* um 09:30$/,
  )
})

test('without JavaScript a lead is left, and each error stands at its field', async (t) => {
  const { service, request, submit } = await start(t)
  const form = (await request('/lead?lang=en')).html
  for (const part of [
    '<h2 id="lead-title" dir="auto">Leave us a &lt;message&gt;</h2>',
    '<textarea id="field/name" name="values.name" required',
    '<small id="help/email" dir="auto">For our answer</small>',
    'type="tel"',
    '<option value="Two">Two</option>',
    '<option value="no">No</option>',
    'value="You may contact me about &quot;my&quot; request."',
  ])
    assert.ok(form.includes(part), part)

  const { consent } = lead_form
  const wrong = { 'values.name': '', 'values.email': 'x"><script>', 'values.news': 'no' }
  const refused = await request('/lead', wrong)
  assert.equal(refused.status, 422)
  const wrongAt = (pointer: string) =>
    new RegExp(`id="wrong${pointer}">([^<]*)<`).exec(refused.html)?.[1]
  assert.match(wrongAt('/values/name') ?? '', /fill this in/)
  assert.match(wrongAt('/values/email') ?? '', /e-mail address/)
  assert.match(wrongAt('/consent') ?? '', /read and confirm/)
  assert.equal(wrongAt('/values/phone'), '')
  assert.match(refused.html, /value="x&quot;&gt;&lt;script&gt;"/)
  assert.match(refused.html, /<option value="no" selected>/)
  assert.equal(refused.html.match(/aria-invalid="true"/g)?.length, 3)

  const sent = { 'values.name': 'Ana', 'values.email': 'ana@example.com', 'values.nights': 'Two' }
  const done = await submit('/lead', { ...sent, consent })
  assert.equal(noticeIn(done), 'Thank you. Your message has arrived.')
  const { body } = await service.get<{
    leads: { fields: { key: string; value: unknown }[]; consent: string }[]
  }>('/v1/leads')
  assert.deepEqual(
    body.leads.map(({ fields, consent: shown }) => [...fields.map(({ value }) => value), shown]),
    [['Ana', 'ana@example.com', 'Two', consent]],
  )
  for (let times = 1; times < 5; times++) await submit('/lead', { ...sent, consent })
  const full = await request('/lead', { ...sent, consent })
  assert.equal(full.status, 409)
  assert.match(full.html, /id="wrong" role="status">[^<]+ several times/)
})

test('the button and the form are on the page only while they are on', async (t) => {
  const { service, code, request } = await start(t, { handoff: { wait_seconds: 30 } })
  const page = await request('')
  assert.match(page.html, /id="people"[^>]*data-wait="Maximum wait: 30 seconds"/)
  await switchOn(service, { enabled: false })
  const off = await request('')
  assert.doesNotMatch(off.html, /id="person"|data-wait/)
  assert.match(off.html, /Leave us a &lt;message&gt;/)
  await service.patch(`/v1/qpr-codes/${code.id}`, { lead_form: null })
  assert.doesNotMatch((await request('')).html, /id="people"/)
  for (const form of [undefined, { consent: 'x' }]) {
    const { status, location } = await request('/lead', form)
    assert.equal(status, 303)
    assert.match(location, /\/chat/)
  }
})
