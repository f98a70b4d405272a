import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows, createCode } from '../../../test/harness/data/given.ts'
import {
  iPhone,
  laptop,
  listScans,
  scan,
  scanEvents,
  scansTotal,
  visit,
} from '../../../test/harness/data/scans.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

/** Checks that nothing was counted: no row, no counter, no event. */
const assertNotCounted = async (service: Service, code: { id: string }, what: string) => {
  assert.deepEqual(
    [
      await countRows(service, 'scans'),
      await scansTotal(service, code),
      (await scanEvents(service)).length,
    ],
    [0, 0, 0],
    what,
  )
}

test('a scan answers 200 with an HTML page that must not be cached', async (t) => {
  const service = await startService(t)
  const { status, headers } = await visit(service, (await createCode(service)).short_id)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('the page shows the name and the welcome message, escaped', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, {
    name: 'Fish & <b>Chips</b>',
    welcome_message: '"Moin" <script>alert(1)</script>',
  })
  const { text } = await scan(service, code)
  assert.match(text, /<h1[^>]*><bdi>Fish &amp; &lt;b&gt;Chips&lt;\/b&gt;<\/bdi><\/h1>/)
  assert.match(text, /&quot;Moin&quot; &lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.doesNotMatch(text, /<b>|<script>/)
})

test('the default welcome message on the page equals that of the API', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: 'Harbour Hotel', template: 'hospitality' })
  const { body } = await service.get<{ welcome_message: string }>(`/v1/qpr-codes/${code.id}`)
  const escaped = body.welcome_message.replaceAll("'", '&#39;')
  assert.ok((await scan(service, code)).text.includes(escaped))
})

test('a scan is stored, counted and has its event before its response', async (t) => {
  const service = await startOwnService(t, { clock: fakeClock('2026-01-31T12:00:00.007Z') })
  const code = await createCode(service)
  await scan(service, code, { 'User-Agent': iPhone })
  const { scans } = await listScans(service)
  assert.equal(scans.length, 1)
  assert.equal(scans[0]?.qpr_code_id, code.id)
  assert.equal(scans[0]?.scanned_at, '2026-01-31T12:00:00.007Z')
  assert.equal(await scansTotal(service, code), 1)
  assert.equal((await scanEvents(service)).length, 1)
})

test('scan.created has exactly the five fields of the contract, and the metadata of the code', async (t) => {
  const service = await startOwnService(t, { clock: fakeClock('2026-01-31T12:00:00.007Z') })
  const code = await createCode(service, { metadata: { table: 12, list: [null, 'ä'] } })
  await scan(service, code)
  const [row] = (await listScans(service)).scans
  const [event] = await scanEvents(service)
  assert.match(event.id, /^evt_[0-9A-Z]{26}$/)
  assert.equal(typeof event.data.scan_id, 'number')
  assert.deepEqual(event, {
    event: 'scan.created',
    id: event.id,
    created_at: '2026-01-31T12:00:00.007Z',
    data: {
      scan_id: row?.id,
      qpr_code_id: code.id,
      short_id: code.short_id,
      scanned_at: '2026-01-31T12:00:00.007Z',
      metadata: { table: 12, list: [null, 'ä'] },
    },
    organization_id: await service.defaultOrganizationId(),
  })
})

test('scan.created of a code without metadata has an empty object', async (t) => {
  const service = await startService(t)
  await scan(service, await createCode(service))
  assert.deepEqual((await scanEvents(service))[0].data.metadata, {})
})

test('HEAD is not a scan', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  const { status, text } = await service.request('HEAD', `/s/${code.short_id}`, { key: null })
  assert.deepEqual([status, text], [200, ''])
  await assertNotCounted(service, code, 'HEAD')
})

test('a prefetch is not a scan', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  for (const headers of [
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { Purpose: 'prefetch' },
  ]) {
    await scan(service, code, { 'User-Agent': laptop, ...headers })
    await assertNotCounted(service, code, JSON.stringify(headers))
  }
})

test('link previews and search engines get the page, and are not scans', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  for (const crawler of [
    'Twitterbot/1.0',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'TelegramBot (like TwitterBot)',
  ]) {
    const { text } = await scan(service, code, { 'User-Agent': crawler })
    assert.match(text, /Harbour Hotel/)
    await assertNotCounted(service, code, crawler)
  }
})

test('a person’s browser and a plain HTTP client are scans', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  for (const client of [
    iPhone,
    laptop,
    'curl/8.9.1',
    'node',
    'Wget/1.24.5',
    'python-requests/2.32.3',
    // Opened in the browser of an app, by a person.
    `${iPhone} [FBAN/FBIOS;FBAV/468.0]`,
    `${iPhone} Instagram 340.0.0.22.109`,
    '',
  ]) {
    const before = await scansTotal(service, code)
    await scan(service, code, { 'User-Agent': client })
    assert.equal(await scansTotal(service, code), before + 1, client)
  }
})

test('short ids in upper and lower case, and /S/, lead to the same code', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await scan(service, { short_id: code.short_id.toUpperCase() })
  const upper = `/S/${code.short_id.toUpperCase()}`
  assert.equal((await service.get(upper, { key: null })).status, 200)
  assert.equal(await scansTotal(service, code), 2)
})

test('the URL of the conversation shows the page, and is never a scan', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  for (const prefix of ['/s', '/S']) {
    const { status, text } = await service.get(`${prefix}/${code.short_id}/chat`, { key: null })
    assert.equal(status, 200)
    assert.match(text, /Harbour Hotel/)
  }
  await assertNotCounted(service, code, 'chat')
})

test('a changed name, welcome message and status appear at the next scan', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  const changeTo = async (changes: object) => {
    clock.advance(1)
    await service.patch(`/v1/qpr-codes/${code.id}`, changes)
    return await visit(service, code.short_id)
  }
  await scan(service, code)
  assert.match((await changeTo({ name: 'Seaside Hotel' })).text, /<h1[^>]*><bdi>Seaside Hotel</)
  assert.match((await changeTo({ welcome_message: 'Ahoy!' })).text, /Ahoy!/)
  assert.equal((await changeTo({ status: 'archived' })).status, 410)
  assert.equal((await changeTo({ status: 'active' })).status, 200)
  assert.deepEqual((await listScans(service)).total, 4)
})

test('a deleted code gets 404 from its next scan on, and its scans are deleted', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  await scan(service, code)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  assert.equal((await visit(service, code.short_id)).status, 404)
  assert.equal(await countRows(service, 'scans'), 0)
})

test('changed metadata is in the event of the next scan', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service, { metadata: { table: 1 } })
  await scan(service, code)
  await service.patch(`/v1/qpr-codes/${code.id}`, { metadata: { table: 2 } })
  await scan(service, code)
  const events = await scanEvents(service)
  assert.deepEqual(
    events.map(({ data }) => data.metadata),
    [{ table: 1 }, { table: 2 }],
  )
})
