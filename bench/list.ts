import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compareWithBare, startBare } from './compare.ts'
import { create, createRequest } from './create.ts'
import { applyLoad } from './generator.ts'
import { newFolder, type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'
import { headers } from './requests.ts'

const durationMs = 3000
const connections = 64

const listRequest = { method: 'GET', path: '/v1/qpr-codes', headers }
/** Lists and images: against a bare server, beside a writer, and with many codes. */
export const bench = async () => {
  const service = await startService()
  for (let n = 0; n < 20; n++) await create(service)
  await compareWithBare('GET /v1/qpr-codes, 20 items', service, listRequest, {
    cpu: 3,
    throughput: 0.35,
  })
  await listWhileWriting(service)
  await imagesAgain(service)
  await service.stop()
  await growth()
}

/** The image of a code, requested many times. */
const imagesAgain = async (service: RunningService) => {
  const list = await fetch(service.address + listRequest.path, { headers })
  const { codes } = (await list.json()) as { codes: { short_id: string }[] }
  const path = `/qr/${codes[0]?.short_id}.png`
  const etag = (await fetch(service.address + path)).headers.get('etag') ?? ''
  const request = { method: 'GET', path, headers: {} }
  await compareWithBare('a PNG requested again', service, request, { throughput: 0.5 })
  const unchanged = { ...request, headers: { 'If-None-Match': etag } }
  await compareWithBare('304 of an image', service, unchanged, { cpu: 2, throughput: 0.6 })
}

/** Every commit clears the answer cache, so this is the cost of a list without the cache. */
const listWhileWriting = async (service: RunningService) => {
  const { port } = service
  const bareServer = await startBare(service, listRequest)
  const bare = await applyLoad({
    port: bareServer.port,
    connections,
    durationMs,
    request: listRequest,
  })
  bareServer.stop()
  const [writes, reads] = await Promise.all([
    applyLoad({ port, connections: 1, durationMs, request: createRequest }),
    applyLoad({ port, connections: connections - 1, durationMs, request: listRequest }),
  ])
  const ratio = reads.perSecond / bare.perSecond
  const text = `${Math.round(reads.perSecond)}/s of ${Math.round(bare.perSecond)}/s, beside ${Math.round(writes.perSecond)} creations/s`
  report('the list while one client creates', ratio.toFixed(2), '≥ 0.22', ratio >= 0.22, text)
}

/** The cost of the first page must not grow with the number of pages. */
const growth = async () => {
  const costs: number[] = []
  for (const count of [1000, 1_000_000]) {
    const folder = newFolder()
    const first = await startService({}, { folder })
    first.child.kill('SIGTERM')
    await new Promise((resolve) => first.child.once('exit', resolve))
    fill(join(folder, 'data', 'qpr.db'), count)
    const service = await startService({}, { folder })
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

/** Rows as the service writes them, directly into the file, because a million requests take too long. */
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
