import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLog } from '../../src/platform/kit/log.ts'
import { openDatabase } from '../../src/platform/store/open.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { addSource, processed, type Source } from '../harness/data/knowledge.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { anyPostgres, newDatabase } from '../harness/service/postgres.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'

interface Job {
  id: string
  status: string
  last_error: string | null
  finished_at: string | null
}

/** A website that never responds: a step of the job runs until the process is killed. */
const startSite = async (t: TestContext) => {
  const site = await startReceiver(t)
  site.handleWith(() => undefined)
  return site
}

/** The lease of a killed process lasts 30 s on PostgreSQL. Here it ends at once. */
const endLeases = async (url: string) => {
  const database = openDatabase(url, createLog('silent'))
  await database.transaction(({ db }) =>
    db.updateTable('jobs').set({ due_at: 0 }).where('claim', 'is not', null).execute(),
  )
  await database.close()
}

/**
 * Starts the service `signals.length` times, and ends each with its signal during the step. What SIGTERM
 * does, the service in this process does when it is stopped.
 */
const endDuringStep = async (
  t: TestContext,
  machine: Machine,
  url: string,
  signals: NodeJS.Signals[],
) => {
  const settings = { DATABASE_URL: url, QPR_LOG_LEVEL: 'silent' }
  const site = await startSite(t)
  let source: Source | undefined
  for (const signal of signals) {
    // The job may continue before the service is connected to.
    const seen = site.requests.length
    const start = signal === 'SIGKILL' ? machine.serve : machine.serveHere
    const service = await start(settings)
    const api = await service.connect()
    source ??= await addSource(api, { kind: 'page', url: site.url })
    await site.waitFor(seen + 1)
    await service.stop(signal)
    await endLeases(url)
  }
  assert.ok(source)
  return { site, source, settings }
}

const park = async (t: TestContext, machine: Machine, url: string) => {
  const { site, source, settings } = await endDuringStep(t, machine, url, ['SIGKILL', 'SIGKILL'])
  const requests = site.requests.length
  const service = await machine.serveHere(settings)
  const api = await service.connect()
  const { status, reason } = await processed(api, source.id)
  assert.equal(status, 'failed')
  assert.match(reason ?? '', /ended unexpectedly twice while it read this source/)
  const parked = async () => {
    const { body } = await api.get<{ jobs: Job[] }>('/v1/jobs?open=true')
    return body.jobs[0]
  }
  const job = await parked()
  assert.equal(job?.status, 'parked')
  assert.match(job?.last_error ?? '', /ended unexpectedly twice while it ran this job/)
  assert.equal(site.requests.length, requests)

  assert.equal((await api.post(`/v1/jobs/${job?.id}/retry`)).status, 200)
  await site.waitFor(requests + 1)
  assert.equal((await api.get<Source>(`/v1/knowledge/${source.id}`)).body.status, 'processing')
  await service.stop()
  return { source, settings, jobId: job?.id ?? '' }
}

const sqliteOf = ({ folder }: Machine) => `sqlite:${join(folder, 'data', 'qpr.db')}`

test('SQLite: a job whose step two processes do not survive is parked, and can be retried', async (t) => {
  const machine = await newMachine(t)
  const { source, settings, jobId } = await park(t, machine, sqliteOf(machine))

  // Without the service: the command works on the database itself.
  const refused = await machine.run(['jobs', 'cancel', jobId], settings)
  assert.equal(refused.code, 1)
  const cancelled = await machine.run(['jobs', 'cancel', jobId, '--force'], settings)
  assert.equal(cancelled.code, 0, cancelled.stderr)
  const api = await (await machine.serveHere(settings)).connect()
  const { body } = await api.get<Source>(`/v1/knowledge/${source.id}`)
  assert.deepEqual([body.status, body.reason], ['failed', 'Reading was cancelled by the operator.'])
  assert.equal((await api.get<Job>(`/v1/jobs/${jobId}`)).body.status, 'cancelled')
})

test('PostgreSQL: a job whose step two processes do not survive is parked, and can be retried', async (t) => {
  await park(t, await newMachine(t), await newDatabase(await anyPostgres(t)))
})

test('a process that ends by SIGTERM during a step does not count', async (t) => {
  const machine = await newMachine(t)
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGKILL', 'SIGTERM']
  const { site, source, settings } = await endDuringStep(t, machine, sqliteOf(machine), signals)
  site.answerWith({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Sauna</p>' })
  const api = await (await machine.serveHere(settings)).connect()
  assert.equal((await processed(api, source.id)).status, 'ready')
  await eventually(async () => {
    const { body } = await api.get<{ jobs: Job[] }>('/v1/jobs')
    assert.equal(body.jobs[0]?.status, 'succeeded')
  })
})
