import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { plantManyScans, plantScans } from '../../../test/harness/data/planted-scans.ts'
import { from, listScans, type Scan, scan } from '../../../test/harness/data/scans.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

const header =
  'id,qpr_code_id,short_id,scanned_at,country,region,city,device,conversation_started,conversation_messages,metadata'

const exported = async (service: Service, query: string) => {
  const answer = await service.get(`/v1/scans/export${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** All scans, oldest first. */
const allScans = async (service: Service): Promise<Scan[]> => {
  const scans: Scan[] = []
  for (;;) {
    const page = await listScans(service, `?limit=200&offset=${scans.length}`)
    scans.push(...page.scans)
    if (scans.length >= page.total) return scans.reverse()
  }
}

test('the default format of an export is CSV with a header line', async (t) => {
  const service = await startService(t, { clock: fakeClock('2026-01-31T12:00:00Z') })
  const code = await createCode(service)
  await scan(service, code)
  const { text, headers } = await exported(service, '')
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="scans.csv"')
  const [{ id } = { id: 0 }] = (await listScans(service)).scans
  const row = `${id},${code.id},${code.short_id},2026-01-31T12:00:00.000Z,,,,other,false,0,{}`
  assert.equal(text, `${header}\r\n${row}\r\n`)
})

test('CSV quotes cells with a comma, a quote or a line break', async (t) => {
  const service = await startService(t)
  await scan(service, await createCode(service, { metadata: { a: 'x,"y"', b: '\n' } }))
  const { text } = await exported(service, '')
  assert.ok(text.endsWith(',"{""a"":""x,\\""y\\"""",""b"":""\\n""}"\r\n'), text)
})

test('JSON Lines has one scan per line, in the format of the list', async (t) => {
  const service = await startService(t, { settings: { QPR_TRUST_PROXY: '127.0.0.1' } })
  const code = await createCode(service, { metadata: { note: 'two\nlines' } })
  await scan(service, code, from('8.8.8.8'))
  const { text, headers } = await exported(service, '?format=jsonl')
  assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="scans.jsonl"')
  assert.deepEqual([JSON.parse(text)], (await listScans(service)).scans)
})

test('an export of 1,200 scans has all of them, oldest first, in both formats', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantManyScans(service, code.id, 1200)
  const scans = await allScans(service)
  assert.equal(scans.length, 1200)
  const lines = (await exported(service, '?format=jsonl')).text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    scans,
  )
  const [first, ...rows] = (await exported(service, '?format=csv')).text.trimEnd().split('\r\n')
  assert.equal(first, header)
  assert.deepEqual(
    rows.map((row) => Number(row.split(',')[0])),
    scans.map(({ id }) => id),
  )
})

test('scans with the same time are all exported, across pages', async (t) => {
  const service = await startService(t, { clock: fakeClock('2026-01-31T12:00:00Z') })
  const code = await createCode(service)
  const at = Date.parse('2026-01-31T12:00:00Z')
  await plantScans(
    service,
    Array.from({ length: 600 }, () => ({ code, at })),
  )
  const lines = (await exported(service, '?format=jsonl')).text.trimEnd().split('\n')
  assert.equal(new Set(lines.map((line) => JSON.parse(line).id)).size, 600)
})

test('an export accepts the filters of the list', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const [code, other] = [await createCode(service), await createCode(service)]
  for (const one of [code, other, code, code]) {
    await scan(service, one)
    clock.advance(minuteMs)
  }
  const span = 'since=2026-01-31T12:01:00Z&until=2026-01-31T12:03:00Z'
  const { text } = await exported(service, `?format=jsonl&qpr_code_id=${code.short_id}&${span}`)
  assert.equal(JSON.parse(text).scanned_at, '2026-01-31T12:02:00.000Z')
})

test('an empty export is a header line, or empty', async (t) => {
  const service = await startService(t)
  assert.equal((await exported(service, '')).text, `${header}\r\n`)
  assert.equal((await exported(service, '?format=jsonl')).text, '')
})

test('an unknown format gets 422', async (t) => {
  const service = await startService(t)
  assertInvalid(await service.get('/v1/scans/export?format=xlsx'), 'format')
})
