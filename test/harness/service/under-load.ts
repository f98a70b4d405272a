import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../checks/eventually.ts'
import { startKeyedWriters } from '../data/keyed-writers.ts'
import { newMachine, testKey } from './process.ts'
import { startPrimaryAndStandby } from './standby.ts'

/** The ids of all codes on this server. */
export const idsIn = async (url: string): Promise<Set<string>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from codes')
  await client.end()
  return new Set(rows.map(({ id }) => id))
}

/** A service under load, on a primary with a synchronous standby. */
export const startUnderLoad = async (t: TestContext) => {
  const servers = await startPrimaryAndStandby()
  t.after(servers.stop)
  const machine = await newMachine(t)
  const settings = { DATABASE_URL: servers.url }
  const service = await machine.serve(settings)
  const load = startKeyedWriters(service.address, testKey)
  t.after(load.stop)
  const writesSince = (at: number) => load.acknowledged.filter((one) => one.at > at).length
  /** Resolves when requests are acknowledged that were sent after this moment. */
  const writesAgain = async (since: number, withinMs?: number) => {
    await eventually(async () => assert.ok(writesSince(since) > 20), withinMs)
    const first = load.acknowledged.find((one) => one.at > since)?.at ?? Number.NaN
    return Math.round(first - since)
  }
  await writesAgain(performance.now())
  const check = async (url: string) => {
    await load.stop()
    const stored = await idsIn(url)
    const lost = load.acknowledged.filter(({ id }) => !stored.has(id))
    const { length } = load.acknowledged
    t.diagnostic(`${length} acknowledged, ${stored.size} stored, ${lost.length} lost`)
    t.diagnostic(`refused: ${JSON.stringify(load.refused)}; longest ${load.longestMs()} ms`)
    assert.deepEqual(lost, [])
    // Each is stored once: a repeated request has the key of the first.
    assert.ok(stored.size <= length + 8)
  }
  return { servers, machine, settings, service, load, writesSince, writesAgain, check }
}
