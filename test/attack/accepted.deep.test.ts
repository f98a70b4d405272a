// Large valid requests are handled without blocking the event loop.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../harness/data/given.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { assertCheap } from './cost.ts'
import { type Sender, startSender } from './sender.ts'

/** As many as a request may have, and as fit into 2 MB. */
const manyCodes = (fields: object) => {
  const codeAt = (i: number) => ({ name: `Code ${i}`, prompt: 'p', ...fields })
  const bytes = JSON.stringify(codeAt(500)).length + 1
  const length = Math.min(500, Math.floor((2 * 2 ** 20 - 20) / bytes))
  return JSON.stringify({ codes: Array.from({ length }, (_, i) => codeAt(i)) })
}

/** 16 KB as JSON, with as many values as possible. */
const metadata = { list: new Array(8000).fill(0) }

const largest: Record<string, () => string> = {
  'the longest prompts': () => manyCodes({ prompt: 'Dies ist ein Satz. '.repeat(1600) }),
  'the largest metadata': () => manyCodes({ metadata }),
  'styles of all kinds': () =>
    manyCodes({ style: { dots: 'rounded', level: 'H', color: '#112233' } }),
}

const post = (
  service: Service,
  sender: Sender,
  name: string,
  path: string,
  body: string,
  headers = {},
) => assertCheap(service, sender, { name, method: 'POST', path, body, headers, isHeavy: true })

test('as many of the largest codes as fit are created without blocking the event loop', async (t) => {
  const service = await startService(t)
  const sender = startSender()
  t.after(sender.stop)
  for (const [turn, [name, make]] of Object.entries(largest).entries()) {
    const body = make()
    const key = { 'Idempotency-Key': name.replaceAll(' ', '-') }
    const { status, text } = await post(service, sender, name, '/v1/qpr-codes/bulk', body, key)
    assert.equal(status, 200, text)
    // The stored response costs the same for each of them.
    if (turn > 0) continue
    const again = await post(service, sender, `${name}, again`, '/v1/qpr-codes/bulk', body, key)
    assert.equal(again.status, 200)
  }
})

test('500 codes are archived, changed and printed without blocking the event loop', async (t) => {
  const service = await startService(t)
  const sender = startSender()
  t.after(sender.stop)
  const { body } = await service.post<{ codes: { id: string }[] }>('/v1/qpr-codes/bulk', {
    codes: Array.from({ length: 500 }, (_, i) => ({ name: `Code ${i}`, prompt: 'p' })),
  })
  const ids = body.codes.map(({ id }) => id)
  const { short_id } = await createCode(service)
  const lists = Object.entries({ different: ids, same: ids.map(() => short_id) })
  for (const [name, some] of lists) {
    const json = JSON.stringify({ ids: some })
    for (const path of ['/v1/qpr-codes/print-sheet', '/v1/qpr-codes/archive']) {
      const { status } = await post(service, sender, `${path} ${name}`, path, json)
      assert.equal(status, 200)
    }
  }
  // The letter becomes 18 when a tag is folded.
  const tagged = (letter: string) =>
    Array.from({ length: 20 }, (_, i) => `${letter.repeat(37)} ${i}`)
  const changes: Record<string, object> = {
    tagged: { tags: { add: tagged('ﷺ') }, style: { dots: 'rounded', level: 'H' } },
    'tagged again': { tags: { add: tagged('x'), remove: tagged('ﷺ') } },
  }
  for (const [name, change] of Object.entries(changes)) {
    const body = JSON.stringify({ ids, ...change })
    const request = { name, method: 'PATCH', path: '/v1/qpr-codes/bulk', body }
    assert.equal((await assertCheap(service, sender, request)).status, 200)
  }
  const path = '/v1/qpr-codes/apply-brand'
  const applied = await post(service, sender, path, path, JSON.stringify({ ids }))
  assert.equal(applied.status, 200)
})
