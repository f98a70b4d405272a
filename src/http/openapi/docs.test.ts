import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { operationsOf } from '../../../test/harness/checks/document.ts'
import { startService } from '../../../test/harness/service/service.ts'
import type { OpenApiDocument } from '../reference/document.ts'

const readPage = async (t: TestContext) => {
  const { get } = await startService(t)
  const document = (await get<OpenApiDocument>('/openapi.json', { key: null })).body
  const { status, headers, text } = await get('/docs', { key: null })
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8/)
  return { document, headers, page: text }
}

/** The visible text. */
const plain = (html: string) =>
  html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

test('/docs shows every operation: its summary, its method and its path', async (t) => {
  const { document, page } = await readPage(t)
  const shown = plain(page)
  const operations = operationsOf(document)
  assert.ok(operations.length > 15)
  for (const { name, operation } of operations) {
    assert.ok(shown.includes(name), name)
    assert.ok(shown.includes(operation.summary ?? '?'), operation.summary)
    assert.ok(page.includes(`id="${operation.operationId}"`), operation.operationId)
  }
})

test('/docs has a command to paste for every operation', async (t) => {
  const { document, page } = await readPage(t)
  const commands = plain(page).match(/curl (-X [A-Z]+ )?\\? ?'[^']+'/g) ?? []
  assert.equal(commands.length, operationsOf(document).length)
  for (const command of commands) assert.doesNotMatch(command, /[{}]/)
})

test('the policy of /docs allows no script, no inline style and no frame', async (t) => {
  const { headers } = await readPage(t)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /style-src 'sha256-[\w+/=]+'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
})

test('/docs loads nothing from another host and contains no script', async (t) => {
  const { page } = await readPage(t)
  const loaded = [...page.matchAll(/\s(?:href|src|srcset|action|poster|data)="([^"]*)"/g)]
  assert.ok(loaded.length > 20)
  for (const [, address = ''] of loaded) {
    const { protocol, host } = new URL(address, 'http://here/docs')
    assert.ok(protocol === 'data:' || host === 'here', address)
  }
  assert.doesNotMatch(page, /<script|<iframe|<object|\son\w+=|style="|@import|url\((?!["']?data:)/)
})

test('the reference may be cached, and needs no key', async (t) => {
  const { get } = await startService(t)
  for (const path of ['/openapi.json', '/docs']) {
    const { headers } = await get(path, { key: null })
    assert.equal(headers.get('cache-control'), 'public, max-age=300', path)
  }
})
