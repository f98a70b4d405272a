// node bench/upgrade.ts COMMIT [ROUNDS]
//
// Upgrades from the version of a commit to this one, with two processes of the former version under
// load on one PostgreSQL with 2,000,000 scans (QPR_BENCH_SCANS). Prints failed requests and the
// longest response of each round. Needs the git history and about 3 GB of disk.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createDatabase, dropDatabase, startPostgres } from '../test/harness/service/postgres.ts'
import { apiKey, freePort } from './processes.ts'

const [commit = 'HEAD', rounds = '10'] = process.argv.slice(2)
const scans = Number(process.env.QPR_BENCH_SCANS ?? 2_000_000)
const here = fileURLToPath(new URL('..', import.meta.url))
const seconds = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const checkOut = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'qpr-former-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: here, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  // With its own packages, and built as an installation is.
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'ignore' })
  return folder
}

const serve = async (program: string, databaseUrl: string) => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'qpr-upgrade-'))
  const child = spawn(process.execPath, [join(program, 'bin/program.js'), 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      QPR_SECRET: 'bench-secret-0123456789',
      QPR_API_KEY: apiKey,
      QPR_LOG_LEVEL: 'error',
    },
  })
  let output = ''
  const running = new Promise<void>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data
      if (output.includes('QPR is running.')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => reject(new Error(`exit ${code}: ${output.slice(-2000)}`)))
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await running
  return { address: `http://127.0.0.1:${port}`, stop }
}

const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }

const createCode = async (address: string, name: string) => {
  const body = JSON.stringify({ name, prompt: 'You are the concierge.' })
  return await fetch(`${address}/v1/qpr-codes`, { method: 'POST', headers, body })
}

/** The rows of a service that has run for months, with the schema of the former version. */
const fill = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into scans (code_id, organization_id, scanned_at, device, device_key, country,
       conversation_started, conversation_messages)
     select c.id, c.organization_id, (extract(epoch from now()) * 1000)::bigint - n * 2000, 'mobile',
       lpad(to_hex(n), 16, '0'), 'DE', 0, 0
     from generate_series(1, $1::bigint) n
     join (select id, organization_id, row_number() over (order by id) - 1 as at,
             count(*) over () as codes from codes) c on c.at = n % c.codes`,
    [scans],
  )
  await client.query(
    `insert into events (id, organization_id, type, created_at, body)
     select 'evt_01' || lpad(n::text, 24, '0'), (select id from organizations limit 1),
       'scan.created', 0, '{}' from generate_series(1, $1::bigint / 10) n`,
    [scans],
  )
  await client.query(
    `insert into conversations (id, organization_id, code_id, token_hash, language, is_demo, status,
       turns, messages_count, tokens_in, tokens_out, cost_micros, created_at, started_at, ended_at)
     select 'conv_01' || lpad(n::text, 24, '0'), c.organization_id, c.id, n::text, 'en', 0, 'ended',
       1, 1, 0, 0, 0, n, n, n
     from generate_series(1, $1::bigint / 20) n
     cross join (select id, organization_id from codes limit 1) c`,
    [scans],
  )
  await client.query(
    `insert into messages (id, conversation_id, turn, role, text, text_folded, status,
       tokens_reserved, created_at)
     select 'msg_01' || lpad(n::text, 24, '0'), 'conv_01' || lpad(n::text, 24, '0'), 1, 'assistant',
       'text', 'text', 'done', 0, 0 from generate_series(1, $1::bigint / 20) n`,
    [scans],
  )
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** Requests without pause, at each of the processes. */
const startLoad = (addresses: string[], shortIds: string[]) => {
  let isOver = false
  const seen = { requests: 0, longestMs: 0, failed: [] as string[] }
  const ask = async (send: () => Promise<Response>) => {
    const startedAt = performance.now()
    try {
      const response = await send()
      await response.text()
      if (response.status !== 200) seen.failed.push(String(response.status))
    } catch (error) {
      seen.failed.push(String(error))
    }
    seen.requests += 1
    seen.longestMs = Math.max(seen.longestMs, performance.now() - startedAt)
  }
  const loop = async (send: (n: number) => Promise<Response>) => {
    for (let n = 0; !isOver; n++) await ask(() => send(n))
  }
  const clients = addresses.flatMap((address, at) => [
    ...Array.from({ length: 4 }, (_, client) =>
      loop((n) => fetch(`${address}/s/${shortIds[(n * 4 + client) % shortIds.length]}`)),
    ),
    loop((n) => createCode(address, `Table ${at} ${n}`)),
    loop(() => fetch(`${address}/v1/scans?limit=20`, { headers })),
  ])
  return {
    seen,
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/** The longest time for which a session of a process waited for a lock: not what a busy machine adds. */
const watchLocks = (client: Client) => {
  let longestMs = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms
         from pg_stat_activity where wait_event_type = 'Lock' and application_name like 'qpr %'
           and query not like 'alter%' and query not like 'lock%' and query not like '%trigger%'`,
      )
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0)
      await seconds(20)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return longestMs
  }
}

const round = async (former: string, url: string) => {
  const old = [await serve(former, url), await serve(former, url)]
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ short_id: string }>('select short_id from codes limit 50')
  const load = startLoad(
    old.map(({ address }) => address),
    rows.map(({ short_id }) => short_id),
  )
  await seconds(2000)
  const before = load.seen.longestMs
  load.seen.longestMs = 0
  const lockedFor = watchLocks(client)
  const startedAt = performance.now()
  const next = await serve(here, url)
    .then(({ stop }) => ({ stop, error: null }))
    .catch((error: Error) => ({ stop: async () => undefined, error }))
  const startMs = performance.now() - startedAt
  await seconds(2000)
  await load.stop()
  const lockMs = await lockedFor()
  const { rows: left } = await client.query<{ n: string }>(
    `select count(*) as n from codes where name_order = ''`,
  )
  await client.end()
  for (const { stop } of [...old, next]) await stop()
  return { ...load.seen, before, lockMs, startMs, empty: Number(left[0]?.n), error: next.error }
}

const postgres = await startPostgres({ fsync: 'on', settings: { max_wal_size: '4GB' } })
const former = checkOut()
try {
  const url = await createDatabase(postgres.url, 'seeded')
  const service = await serve(former, url)
  for (let n = 0; n < 100; n++) await createCode(service.address, `Table ${n}`)
  await service.stop()
  await fill(url)
  console.log(`From ${commit}, ${scans.toLocaleString('en')} scans`)
  console.log(
    '| round | started | requests | failed | longest before | longest during | longest lock wait | empty |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (let n = 1; n <= Number(rounds); n++) {
    const copy = await createDatabase(postgres.url, `round_${n}`, 'seeded')
    const seen = await round(former, copy)
    const started = seen.error ? `no: ${seen.error.message}` : `${Math.round(seen.startMs)} ms`
    const cells = [
      n,
      started,
      seen.requests,
      seen.failed.length,
      `${Math.round(seen.before)} ms`,
      `${Math.round(seen.longestMs)} ms`,
      `${Math.round(seen.lockMs)} ms`,
      seen.empty,
    ]
    console.log(`| ${cells.join(' | ')} |`)
    if (seen.failed.length > 0) console.log([...new Set(seen.failed)].slice(0, 5))
    await dropDatabase(copy)
  }
} finally {
  rmSync(former, { recursive: true, force: true })
  await postgres.stop()
}
