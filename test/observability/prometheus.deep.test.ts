// Needs Prometheus with promtool: apt-get install prometheus

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from '../harness/checks/eventually.ts'
import { createCode } from '../harness/data/given.ts'
import { asking, openTalk } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { registerWebhook } from '../harness/receivers/webhooks.ts'
import { freePort } from '../harness/service/ports.ts'
import { startService } from '../harness/service/service.ts'
import { dashboardQueries, projectText } from './files.ts'

const run = promisify(execFile)
const rulesFolder = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url))
const token = 'a-token-for-prometheus'

test('promtool accepts the rules and the configuration, and the tests of the rules pass', async () => {
  const cwd = rulesFolder
  await run('promtool', ['check', 'rules', 'rules.yml'], { cwd })
  await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd })
  await run('promtool', ['test', 'rules', 'rules.test.yml'], { cwd })
})

interface Found {
  data: { result: { metric: Record<string, string>; value: [number, string] }[] }
}

/** A real Prometheus that scrapes a service every second, with our rules. */
const startPrometheus = async (t: TestContext, target: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-prometheus-'))
  await cp(join(rulesFolder, 'rules.yml'), join(folder, 'rules.yml'))
  const example = await projectText('deploy/prometheus/prometheus.yml')
  await writeFile(
    join(folder, 'prometheus.yml'),
    example
      .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
      .replace('# authorization: { credentials: … }', `authorization: { credentials: ${token} }`)
      .replace('127.0.0.1:3000', target),
  )
  const port = await freePort()
  const child = spawn(
    'prometheus',
    [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  t.after(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const ask = async <T>(path: string, query = ''): Promise<T> => {
    const url = `http://127.0.0.1:${port}/api/v1/${path}?query=${encodeURIComponent(query)}`
    const response = await fetch(url)
    assert.equal(response.status, 200, `${query}: ${await response.clone().text()}`)
    return (await response.json()) as T
  }
  return { query: async (query: string) => (await ask<Found>('query', query)).data.result, ask }
}

test('every query of the dashboard has a result in a Prometheus that scrapes the service', async (t) => {
  const provider = await startProvider(t)
  const service = await startService(t, {
    settings: { ...asking(provider), QPR_METRICS_TOKEN: token },
  })
  const receiver = await startReceiver(t)
  await registerWebhook(service, receiver.url)
  const code = await createCode(service)
  const traffic = async () => {
    await fetch(`${service.address}/s/${code.short_id}`)
    await (await openTalk(service, code.short_id)).ask('Hello')
  }
  const { query, ask } = await startPrometheus(t, new URL(service.address).host)
  await eventually(async () => {
    await traffic()
    const [scraped] = await query('qpr_scans_total')
    assert.ok(Number(scraped?.value[1]) > 0)
  })
  await eventually(async () => {
    await traffic()
    const rates = await query('sum(rate(qpr_model_calls_total[1m]))')
    assert.ok(Number(rates[0]?.value[1]) > 0)
  })
  for (const { title, query: text } of await dashboardQueries()) {
    const result = await query(text)
    assert.ok(result.length > 0, `${title}: ${text}`)
    for (const { value } of result) assert.notEqual(value[1], '', text)
  }
  const { data } = await ask<{ data: { groups: { rules: { name: string; health: string }[] }[] } }>(
    'rules',
  )
  await eventually(async () => {
    const rules = data.groups.flatMap((group) => group.rules)
    assert.ok(rules.length >= 10)
    for (const { name, health } of rules) assert.notEqual(health, 'err', name)
  })
  assert.deepEqual(await query('ALERTS{alertstate="firing"}'), [])
})
