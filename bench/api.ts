import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compareWithBare, residentMegabytes } from './compare.ts'
import { apiKey, applyLoad, newFolder, type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'

const durationMs = 3000
const connections = 64
const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }

const listRequest = { method: 'GET', path: '/v1/qpr-codes', headers }
const createRequest = {
  method: 'POST',
  path: '/v1/qpr-codes',
  headers,
  body: JSON.stringify({
    name: 'Table {n}',
    prompt: 'You are the host of a small café. We close at six. '.repeat(10),
    template: 'hospitality',
    metadata: { table: '{n}' },
  }),
}

/** The core API: list and create against a bare server, growth, start, memory. */
export const bench = async () => {
  const service = await startService()
  for (let n = 0; n < 20; n++) await create(service)
  report(
    'start to first answered request',
    `${Math.round(service.startupMs)} ms`,
    '< 2000 ms',
    service.startupMs < 2000,
  )
  const resident = residentMegabytes(service)
  report('resident memory after the start', `${resident} MB`, '< 180 MB', resident < 180)
  await compareWithBare('GET /v1/qpr-codes, 20 items', service, listRequest, 0.3)
  await compareWithBare('POST /v1/qpr-codes, durable', service, createRequest, 0.15)
  await listWhileWriting(service)
  console.log(`        resident memory after the load: ${residentMegabytes(service)} MB`)
  await service.stop()
  await growth()
}

/** Every commit ends what is kept in memory: what a list costs when there is nothing to repeat. */
const listWhileWriting = async ({ port }: RunningService) => {
  const [writes, reads] = await Promise.all([
    applyLoad({ port, connections: 1, durationMs, request: createRequest }),
    applyLoad({ port, connections: connections - 1, durationMs, request: listRequest }),
  ])
  const rates = `${Math.round(reads.perSecond)}/s beside ${Math.round(writes.perSecond)} creations/s`
  console.log(`        the list while one client creates without pause: ${rates}`)
}

/** The first page must not cost more because there are more pages. */
const growth = async () => {
  const costs: number[] = []
  for (const count of [1000, 1_000_000]) {
    const folder = newFolder()
    const first = await startService({}, folder)
    first.child.kill('SIGTERM')
    await new Promise((resolve) => first.child.once('exit', resolve))
    fill(join(folder, 'data', 'qpr.db'), count)
    const service = await startService({}, folder)
    const load = { port: service.port, connections: 1, durationMs, request: listRequest }
    await applyLoad(load)
    const { total } = (await (
      await fetch(`${service.address}/v1/qpr-codes`, { headers })
    ).json()) as { total: number }
    if (total !== count) throw new Error(`the total is ${total}, not ${count}`)
    costs.push(
      median(
        [await applyLoad(load), await applyLoad(load), await applyLoad(load)].map(
          (result) => result.p50Ms,
        ),
      ),
    )
    await service.stop()
  }
  const [small = 0, large = 0] = costs
  const value = `${(large / small).toFixed(2)} (${small.toFixed(2)} → ${large.toFixed(2)} ms)`
  report('first page: 1,000,000 codes against 1,000', value, '≤ 1.3', large / small <= 1.3)
}

/** Rows as the service writes them, straight into the file: a million requests would take long. */
const fill = (file: string, count: number) => {
  const db = new DatabaseSync(file)
  db.exec(`
    begin;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into codes (id, organization_id, short_id, name, name_folded, template, status,
                       scans_total, created_at, updated_at)
    select printf('qpr_01%024d', i), (select id from organizations), printf('%08d', i),
           'Table ' || i, 'table ' || i, 'business', 'active', 0, 1767225600000 + i, 1767225600000 + i
    from n;
    insert into code_contents (code_id, suggestions, metadata, prompt)
    select id, '[]', '{}', 'You are the host of a small café. We close at six.' from codes;
    update organizations set codes_active = ${count};
    commit;
    pragma wal_checkpoint(truncate);
  `)
  db.close()
}

const create = async ({ address }: RunningService) => {
  const { method, path, body } = createRequest
  const response = await fetch(address + path, { method, headers, body })
  if (!response.ok) throw new Error(await response.text())
}
