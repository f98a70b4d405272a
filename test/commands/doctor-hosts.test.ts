import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Claims, startFakePostgres } from '../harness/service/fake-postgres.ts'
import { newMachine } from '../harness/service/process.ts'

const standby: Claims = { isWritable: false, system: '1', timeline: null }

interface Report {
  findings: { subject: string; ok: boolean; text: string }[]
}

test('qpr doctor checks each of several PostgreSQL servers, and says what cannot be read', async (t) => {
  const machine = await newMachine(t)
  const first = await startFakePostgres(t, { isWritable: true, system: '1', timeline: 3 })
  const second = await startFakePostgres(t, { ...standby })
  const [{ host }, { host: other }] = [new URL(first.url), new URL(second.url)]
  const DATABASE_URL = `postgres://qpr@${host},${other}/qpr`
  const look = async () => {
    const { stdout, code } = await machine.run(['doctor', '--json'], { DATABASE_URL })
    const { findings } = JSON.parse(stdout) as Report
    return {
      code,
      findings: findings.filter(({ subject }) => ['host', 'primary'].includes(subject)),
    }
  }
  assert.deepEqual((await look()).findings, [
    { subject: 'host', ok: true, text: `${host} accepts writes (timeline 3)` },
    { subject: 'host', ok: true, text: `${other} is a standby` },
    { subject: 'primary', ok: true, text: host },
  ])

  Object.assign(first.claims, { timeline: null })
  const [unread] = (await look()).findings
  assert.ok(unread?.ok)
  assert.match(unread.text, /timeline cannot be read.*grant execute on function/)

  Object.assign(first.claims, { timeline: 3 })
  Object.assign(second.claims, { isWritable: true, timeline: 3 })
  const same = await look()
  assert.equal(same.code, 1)
  assert.equal(same.findings[2]?.ok, false)
  assert.match(same.findings[2]?.text ?? '', /cannot be told apart. Stop the wrong one/)

  second.stop()
  const [, down] = (await look()).findings
  assert.equal(down?.ok, false)
  assert.match(down?.text ?? '', /does not answer: /)
})
