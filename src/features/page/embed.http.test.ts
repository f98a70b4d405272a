import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type CodeView, createCode } from '../../../test/harness/data/given.ts'
import { getPlainly } from '../../../test/harness/data/scans.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { startService } from '../../../test/harness/service/shared.ts'

const maxBytes = 5000
const origins = ['https://www.example.com', 'http://127.0.0.1:8080']

test('embed.js has at most 5 KB, is compressed, cached and revalidated', async (t) => {
  const service = await startService(t)
  const get = (headers = {}) => getPlainly(service, '/embed.js', headers)
  const plain = await get()
  assert.equal(plain.status, 200)
  t.diagnostic(`${plain.bytes.length} bytes`)
  assert.ok(plain.bytes.length <= maxBytes, `${plain.bytes.length} bytes`)
  assert.match(plain.headers['content-type'] ?? '', /^text\/javascript/)
  assert.equal(plain.headers['cache-control'], 'public, max-age=3600')
  assert.equal(plain.headers['x-content-type-options'], 'nosniff')
  assert.equal(plain.headers['set-cookie'], undefined)
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await get({ 'Accept-Encoding': encoding })
    assert.equal(answer.headers['content-encoding'], encoding)
    assert.ok(answer.bytes.length < plain.bytes.length / 1.5, `${answer.bytes.length} bytes`)
    assert.deepEqual(decode(answer.bytes), plain.bytes)
    const known = { 'Accept-Encoding': encoding, 'If-None-Match': String(answer.headers.etag) }
    assert.equal((await get(known)).status, 304)
  }
  // It leaves no names in the page of the website.
  assert.match(
    plain.bytes.toString(),
    /^\(\(embedWords,embedColors\)=>\{.*\}\)\(\{"en":.*\},null\)$/s,
  )
})

test('the button has the colour of the code, of its brand or of its template', async (t) => {
  const service = await startService(t)
  const organizationId = await service.defaultOrganizationId()
  const code = await createCode(service, { template: 'retail', embed_origins: origins })
  const colorsOf = async (query: string) => {
    const { bytes, status } = await getPlainly(service, `/embed.js${query}`)
    assert.equal(status, 200, query)
    return JSON.parse(/,(null|\["#[^\]]*"\])\)$/.exec(bytes.toString())?.[1] ?? '')
  }
  assert.equal((await colorsOf(`?code=${code.short_id}`)).length, 2)
  await service.patch(`/v1/organizations/${organizationId}/brand`, { color: '#123456' })
  assert.equal((await colorsOf(`?code=${code.short_id}`))[0], '#123456')
  await service.patch(`/v1/qpr-codes/${code.id}`, { style: { color: '#5b1a66' } })
  assert.equal((await colorsOf(`?code=${code.short_id.toUpperCase()}`))[0], '#5b1a66')

  // Short ids cannot be guessed here: a code without websites looks like none.
  const hidden = await createCode(service, { style: { color: '#5b1a66' } })
  for (const query of [
    '',
    '?code=',
    `?code=${hidden.short_id}`,
    '?code=zzzzzzzz',
    '?code=a&code=b',
    '?code=%00',
    "?code=');alert(1)//",
    `?code=${'a'.repeat(5000)}`,
  ]) {
    assert.equal(await colorsOf(query), null, query)
  }
})

test('only the panel may be framed, and only by the origins of its code', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const framesOf = async (path: string) => {
    const { status, headers } = await service.get(path, { key: null })
    const policy = headers.get('content-security-policy') ?? ''
    return [status, /frame-ancestors ([^;]*)/.exec(policy)?.[1]]
  }
  const { short_id, id } = code
  assert.deepEqual(await framesOf(`/s/${short_id}/panel`), [200, "'none'"])
  await service.patch(`/v1/qpr-codes/${id}`, { embed_origins: origins })
  assert.deepEqual(await framesOf(`/s/${short_id}/panel`), [200, origins.join(' ')])
  assert.deepEqual(await framesOf(`/S/${short_id.toUpperCase()}/panel`), [200, origins.join(' ')])
  for (const path of [`/s/${short_id}`, `/s/${short_id}/chat`, '/signin', '/studio', '/']) {
    assert.equal((await framesOf(path))[1], "'none'", path)
  }
  assert.deepEqual(await framesOf('/s/zzzzzzzz/panel'), [404, "'none'"])
  await service.patch(`/v1/qpr-codes/${id}`, { status: 'archived' })
  assert.deepEqual(await framesOf(`/s/${short_id}/panel`), [410, origins.join(' ')])
})

test('opening a panel and talking in it counts no scan', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { embed_origins: origins })
  const panel = await service.get(`/s/${code.short_id}/panel`, { key: null })
  assert.equal(panel.headers.get('set-cookie'), null)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Hello')
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.equal(body.scans_total, 0)
})

test('an origin is accepted only as a browser spells it', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  assert.deepEqual((await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)).body.embed_origins, [])
  const path = `/v1/qpr-codes/${code.id}`
  for (const wrong of [
    '*',
    'https://*.example.com',
    'https://example.com/',
    'https://example.com/shop',
    'https://EXAMPLE.com',
    'https://example.com:443',
    'https://example.com:99999',
    'https://user@example.com',
    "https://example.com 'unsafe-inline'",
    'https://example.com;script-src',
    'example.com',
    'javascript:alert(1)',
    'null',
    'file://',
    '',
  ]) {
    const { status, body } = await service.patch<{ errors: { pointer: string }[] }>(path, {
      embed_origins: [origins[0], wrong],
    })
    assert.equal(status, 422, wrong)
    assert.equal(body.errors[0]?.pointer, '/embed_origins/1', wrong)
  }
  for (const embed_origins of [[origins[0], origins[0]], Array(21).fill('https://a.example')]) {
    assert.equal((await service.patch(path, { embed_origins })).status, 422)
  }
  const changed = await service.patch<CodeView>(path, { embed_origins: origins })
  assert.deepEqual(changed.body.embed_origins, origins)
})
