// The most expensive requests without a key: images, long URLs and headers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/platform/http/openapi/document.ts'
import { operationsOf } from '../harness/checks/document.ts'
import { type Code, createCode } from '../harness/data/given.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { assertCheap, validRequest } from './cost.ts'
import { type Sender, startSender } from './sender.ts'

const begin = async (t: Parameters<typeof startService>[0], settings = {}) => {
  const service = await startService(t, { settings })
  const sender = startSender()
  t.after(sender.stop)
  return { service, sender }
}

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`

const zigzag = (points: number) =>
  Array.from({ length: points }, (_, i) => `L${i % 100} ${(i * 37) % 97}`).join('')

/** Each is accepted, or refused as too detailed. */
const logos: Record<string, string> = {
  'many crossings': svg(`<path d="M0 0${zigzag(900)}"/>`),
  'too many points': svg(`<path d="M0 0${zigzag(9000)}"/>`),
  'round corners': svg(
    `<path fill="none" stroke="#000" stroke-width="60" stroke-linejoin="round" stroke-linecap="round" d="M0 0${'l1 1l-1 0'.repeat(6000)}"/>`,
  ),
  'many shapes': svg('<rect width="9" height="9" fill="#123"/>'.repeat(1500)),
  'many classes': svg(
    `<style>${'.a{fill:#123}'.repeat(1500)}</style>${'<rect class="a" width="9" height="9"/>'.repeat(900)}`,
  ),
}

const putLogo = (service: Service, sender: Sender, { id }: Code, name: string, logo: string) =>
  assertCheap(service, sender, {
    name: `a logo with ${name}`,
    method: 'PUT',
    path: `/v1/qpr-codes/${id}/logo`,
    headers: { 'Content-Type': 'image/svg+xml' },
    body: logo,
  })

test('the largest images and the most detailed logos block the event loop for less than 50 ms', async (t) => {
  const { service, sender } = await begin(t)
  const plain = await createCode(service)
  const detailed = await createCode(service)
  const accepted: string[] = []
  for (const [name, logo] of Object.entries(logos)) {
    if ((await putLogo(service, sender, detailed, name, logo)).status === 204) accepted.push(name)
    const preview = { qpr_code_id: detailed.id, size: 4096, style: { dots: 'dots' } }
    const path = '/v1/qpr-codes/preview-image'
    const body = JSON.stringify(preview)
    await assertCheap(service, sender, { name: `preview, ${name}`, method: 'POST', path, body })
  }
  assert.ok(accepted.includes('many crossings'), accepted.join())
  const files = [
    'png?size=4096&dots=dots',
    'png',
    'svg',
    'pdf?size_mm=1000',
    'png?size=4096&dots=rounded&eyes=circle',
  ]
  for (const { short_id } of [plain, detailed]) {
    for (const file of files) {
      const path = `/qr/${short_id}.${file}`
      const { status } = await assertCheap(service, sender, {
        name: path,
        method: 'GET',
        path,
        isOpen: true,
      })
      assert.equal(status, 200)
    }
  }
})

const long = 15_000

test('the longest URLs and headers of every operation cost little', async (t) => {
  const { service, sender } = await begin(t, { QPR_LIMIT_OPENINGS_PER_MINUTE: '1000' })
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json')
  const headers: Record<string, string> = {
    Authorization: `Bearer ${'a'.repeat(long)}`,
    Cookie: 'qpr_session=a; '.repeat(long / 15),
    'Accept-Language': 'de-DE;q=0.5,'.repeat(long / 12),
    'Accept-Encoding': 'br;q=0, '.repeat(long / 8),
    'If-None-Match': 'W/"a", '.repeat(long / 8),
    'User-Agent': 'Mozilla/5.0 (Linux; Android 9) '.repeat(long / 31),
    'Idempotency-Key': 'a '.repeat(long / 2),
    'X-Forwarded-For': '1.2.3.4, '.repeat(long / 9),
    Referer: `http://${'a.'.repeat(long / 2)}`,
  }
  const names = Object.keys(headers)
  for (const [turn, operation] of operationsOf(document).entries()) {
    const { method } = operation
    const { path } = await validRequest(service, operation)
    const [address = ''] = path.split('?')
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
    const queries = [
      `x=${'a'.repeat(long)}`,
      'a=1&'.repeat(long / 4),
      '%F0%9F%8F%A8'.repeat(long / 12),
      ...parameters.map(({ name }) => `${name}=${'1'.repeat(long)}`).slice(0, 3),
      ...parameters.map(({ name }) => `${name}=1&`.repeat(long / (name.length + 3))).slice(0, 2),
    ]
    for (const query of queries) {
      const name = `${operation.name}?${query.slice(0, 30)}`
      await assertCheap(service, sender, { name, method, path: `${address}?${query}` })
    }
    // All of them in turn: two in each operation.
    for (const header of [names[turn % names.length], names[(turn + 4) % names.length]]) {
      if (header === undefined) continue
      const value = { [header]: headers[header] ?? '' }
      await assertCheap(service, sender, {
        name: `${operation.name} ${header}`,
        method,
        path: address,
        headers: value,
      })
    }
  }
  const { short_id } = await createCode(service)
  const paths = [
    `/s/${short_id}`,
    `/s/${'a'.repeat(long)}`,
    '/docs',
    '/openapi.json',
    '/signin',
    '/studio',
  ]
  for (const path of paths) {
    for (const header of names) {
      const value = { [header]: headers[header] ?? '' }
      await assertCheap(service, sender, {
        name: `${path.slice(0, 40)} ${header}`,
        method: 'GET',
        path,
        headers: value,
        isOpen: true,
      })
    }
  }
})
