import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import { assertProblem } from '../harness/checks/problems.ts'
import type { Code } from '../harness/data/given.ts'
import { createDatabase } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'
import { startWithoutStandby } from '../harness/service/without-standby.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

test('a change whose commit is not confirmed gets 503 commit_unknown, and is done once with the same Idempotency-Key', async (t) => {
  const primary = await startWithoutStandby()
  t.after(primary.stop)
  const machine = await newMachine(t)
  const service = await machine.serveHere({ DATABASE_URL: await createDatabase(primary.url) })
  const api = await service.connect()
  const { body: scanned } = await api.post<Code>('/v1/qpr-codes', newCode)
  const create = () =>
    api.post<Code>('/v1/qpr-codes', newCode, { headers: { 'idempotency-key': 'the same' } })

  await primary.requireStandby()
  const [created, scan] = [create(), api.get(`/s/${scanned.short_id}`, { key: null })]
  await eventually(async () => assert.ok((await primary.waits()) >= 2))
  await primary.endWaits('pg_cancel_backend')
  const unknown = await created
  const { detail } = assertProblem(unknown, 503, 'commit_unknown')
  assert.equal(detail, 'It may have been saved. Repeat it with the same Idempotency-Key.')
  assert.equal(unknown.headers.get('Retry-After'), '1')
  assert.equal((await scan).status, 503)

  await primary.releaseStandby()
  const again = await create()
  assert.equal(again.status, 200)
  assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
  const { body: list } = await api.get<{ total: number }>('/v1/qpr-codes')
  assert.equal(list.total, 2)
})
