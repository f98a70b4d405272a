import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { scanLanguages } from '#contract/languages.ts'
import { countRows, createCode } from '../../../test/harness/data/given.ts'
import {
  iPhone,
  scan,
  scanEvents,
  scansTotal,
  visit,
  visitPlainly,
} from '../../../test/harness/data/scans.ts'
import { cookieOf } from '../../../test/harness/service/session.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'
import { scanWords } from '../page/words.ts'

test('an unknown short id gets a 404 page for people', async (t) => {
  const service = await startService(t)
  for (const shortId of ['zzzzzzzz', '0', 'x'.repeat(1000), '%00', '..%2f', '%F0%9F%8F%A8']) {
    const { status, headers, text } = await visit(service, shortId)
    assert.equal(status, 404, shortId)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<h1>This code leads nowhere<\/h1>/)
  }
})

test('an archived code gets a 410 page for people, and is not counted', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await service.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  const { status, headers, text } = await visit(service, code.short_id)
  assert.equal(status, 410)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(text, /<h1>This code is no longer in use<\/h1>/)
  assert.doesNotMatch(text, /Harbour Hotel/)
  assert.equal(await countRows(service, 'scans'), 0)
})

test('the pages exist in eleven languages, Arabic from right to left', async (t) => {
  const service = await startService(t)
  const known = await createCode(service)
  const archived = await createCode(service)
  await service.patch(`/v1/qpr-codes/${archived.id}`, { status: 'archived' })
  assert.equal(scanLanguages.length, 11)
  for (const language of scanLanguages) {
    await t.test(language, async () => {
      const headers = { 'Accept-Language': `${language}-XX,${language};q=0.9,en;q=0.5` }
      const words = scanWords[language]
      const pages: [string, string][] = [
        [known.short_id, words.assistant],
        ['zzzzzzzz', words.unknown.title],
        [archived.short_id, words.archived.title],
      ]
      for (const [shortId, shown] of pages) {
        const { text } = await visit(service, shortId, headers)
        assert.ok(text.includes(shown), text)
        const direction = language === 'ar' ? 'rtl' : 'ltr'
        assert.ok(text.includes(`<html lang="${language}" dir="${direction}">`), text)
      }
    })
  }
})

test('an unsupported language gets English', async (t) => {
  const service = await startService(t)
  for (const language of ['sw', '*', '', 'x'.repeat(500), ';;q=,']) {
    const { text } = await visit(service, 'zzzzzzzz', { 'Accept-Language': language })
    assert.match(text, /<html lang="en"/, language)
  }
})

test('the pages allow only their own script and style', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  for (const shortId of [code.short_id, 'zzzzzzzz']) {
    const policy = (await visit(service, shortId)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='/)
    assert.doesNotMatch(policy, /unsafe|data:|\*|https?:/)
    assert.match(policy, /frame-ancestors 'none'; base-uri 'none'/)
    if (shortId !== code.short_id) continue
    assert.match(policy, /; style-src 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='; /)
    assert.match(policy, /; script-src(?: 'sha256-[\w+/]{43}='){3}; connect-src 'self'; /)
    assert.match(policy, /; form-action 'self'; /)
  }
})

test("the page is sent as br, gzip or plain, by the browser's preference", async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const ask = (accepted: string) => visitPlainly(service, code, { 'Accept-Encoding': accepted })
  const plain = await visitPlainly(service, code)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.match(plain.bytes.toString(), /Harbour Hotel/)
  const gzip = await ask('gzip, deflate')
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes)
  const br = await ask('gzip, deflate, br')
  assert.equal(br.headers['content-encoding'], 'br')
  assert.deepEqual(brotliDecompressSync(br.bytes), plain.bytes)
  for (const { headers } of [plain, gzip, br]) assert.match(headers.vary ?? '', /Accept-Encoding/)
})

test('an encoding that the browser refuses by q=0 is not sent', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const { headers } = await scan(service, code, { 'Accept-Encoding': 'br;q=0, gzip' })
  assert.equal(headers.get('content-encoding'), 'gzip')
})

test('a visitor gets a device cookie for a year, which does not change', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const first = await scan(service, code, { 'User-Agent': iPhone })
  const [cookie = ''] = first.headers.getSetCookie()
  assert.match(
    cookie,
    /^qpr_device=[A-Za-z0-9_-]{22}; Max-Age=31536000; Path=\/s; HttpOnly; SameSite=Lax$/,
  )
  const again = await scan(service, code, { 'User-Agent': iPhone, Cookie: cookieOf(first) })
  const names = again.headers.getSetCookie().map((one) => one.split('=')[0])
  assert.deepEqual(names, ['qpr_scan'], 'each scan has its own')
})

test('over https the device cookie is secure', async (t) => {
  const service = await startService(t, { settings: { QPR_BASE_URL: 'https://qpr.example' } })
  const { headers } = await scan(service, await createCode(service))
  assert.match(headers.getSetCookie()[0] ?? '', /; Secure$/)
})

test('pages for crawlers and of unknown codes set no cookie', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const crawled = await scan(service, code, { 'User-Agent': 'Twitterbot/1.0' })
  const unknown = await visit(service, 'zzzzzzzz')
  for (const { headers } of [crawled, unknown]) assert.deepEqual(headers.getSetCookie(), [])
})

test('counters, rows and events agree after 100 parallel scans of several codes', async (t) => {
  const service = await startOwnService(t)
  const codes = await Promise.all(Array.from({ length: 7 }, () => createCode(service)))
  const hits = Array.from({ length: 100 }, (_, i) => codes[i % 7] ?? assert.fail())
  await Promise.all(hits.map((code) => scan(service, code)))
  const events = await scanEvents(service)
  assert.equal(new Set(events.map(({ data }) => data.scan_id)).size, 100)
  assert.equal(await countRows(service, 'scans'), 100)
  for (const code of codes) {
    const made = hits.filter((hit) => hit === code).length
    assert.equal(await scansTotal(service, code), made)
    const rows = await service.get<{ total: number }>(`/v1/scans?qpr_code_id=${code.id}`)
    assert.equal(rows.body.total, made)
    assert.equal(events.filter(({ data }) => data.qpr_code_id === code.id).length, made)
  }
})

test('a code that is deleted meanwhile does not fail the scans of others', async (t) => {
  const service = await startOwnService(t)
  const [doomed, other] = [await createCode(service), await createCode(service)]
  await scan(service, doomed)
  const [deleted, ...answers] = await Promise.all([
    service.delete(`/v1/qpr-codes/${doomed.id}`),
    ...Array.from({ length: 60 }, (_, i) => visit(service, [doomed, other][i % 2]?.short_id ?? '')),
  ])
  assert.equal(deleted?.status, 204)
  const ofDoomed = answers.filter((_, i) => i % 2 === 0).map(({ status }) => status)
  const ofOther = answers.filter((_, i) => i % 2 === 1).map(({ status }) => status)
  assert.deepEqual(new Set(ofOther), new Set([200]))
  assert.ok(ofDoomed.every((status) => status === 200 || status === 404))
  assert.equal(await scansTotal(service, other), 30)
  assert.equal(await countRows(service, 'scans'), 30)
})
