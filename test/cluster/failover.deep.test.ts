// What was acknowledged is stored, whatever happens to the primary.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { secondMs } from '../../src/platform/kit/clock.ts'
import { idsIn, startUnderLoad } from '../harness/service/under-load.ts'

test('the service survives 60 s without a primary, and goes on after the promotion', async (t) => {
  const { servers, service, load, writesAgain, check } = await startUnderLoad(t)
  await servers.killPrimary()
  await wait(60 * secondMs)
  await servers.promote()
  const againMs = await writesAgain(performance.now())
  t.diagnostic(`the first write ${againMs} ms after the promotion`)
  assert.equal(load.refused.no_answer, undefined, 'the process stayed')
  assert.equal((await fetch(`${service.address}/healthz`)).status, 200)
  await check(servers.standbyUrl)
})

test('an old primary that returns unfenced gets no write, also after a restart', async (t) => {
  const { servers, machine, settings, service, load, writesAgain, check } = await startUnderLoad(t)
  await servers.killPrimary()
  await servers.promote()
  await writesAgain(performance.now())
  const operator = new Client({ connectionString: servers.standbyUrl })
  await operator.connect()
  t.after(() => operator.end().catch(() => undefined))
  await servers.returnOldPrimary()
  const before = (await idsIn(servers.primaryUrl)).size
  for (let round = 0; round < 10; round++) {
    // Lost connections make the service look for the primary again.
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'qpr %'`,
    )
    await writesAgain(performance.now())
  }
  await check(servers.standbyUrl)
  assert.equal((await idsIn(servers.primaryUrl)).size, before)
  t.diagnostic(`${load.acknowledged.length} writes, 0 of them to the old primary`)

  await service.stop()
  await operator.end()
  await servers.stopStandby()
  const refused = await machine.run(['serve'], settings)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /old primary \(timeline 1; 2 was used\)/)
  await servers.startStandby()
  const again = await machine.serve(settings)
  const api = await again.connect()
  assert.equal((await api.post('/v1/qpr-codes', { name: 'new', prompt: 'Hi.' })).status, 200)
  assert.equal((await idsIn(servers.primaryUrl)).size, before)
})
