// The load comes from a program that costs less than the servers it measures: wrk where it is
// installed, otherwise autocannon in a process of its own.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Load {
  port: number
  connections: number
  durationMs: number
  /** Maximum requests a second over all connections; unlimited when omitted. */
  perSecond?: number
  /** The numbers for `{n}`, again and again; 1, 2, … when omitted. */
  numbers?: [from: number, to: number]
  /** Sent repeatedly; `{n}` becomes a different number in each request. */
  request: { method: string; path: string; headers: Record<string, string>; body?: string }
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses that were neither 2xx nor 304. */
  failures: number
}

const run = promisify(execFile)

const hasWrk = await run('wrk', ['--version']).then(
  () => true,
  // It prints its version and exits with 1.
  (error: { stdout?: string; code?: unknown }) => error.code !== 'ENOENT',
)

export const generatorName = hasWrk ? 'wrk' : 'autocannon'

export const applyLoad = (load: Load): Promise<LoadResult> =>
  // wrk cannot hold a rate.
  hasWrk && load.perSecond === undefined ? applyWrk(load) : applyAutocannon(load)

const applyAutocannon = async (load: Load): Promise<LoadResult> => {
  const child = fork(fileURLToPath(new URL('autocannon.ts', import.meta.url)))
  child.send(load)
  const [result] = await once(child, 'message')
  return result as LoadResult
}

const applyWrk = async (load: Load): Promise<LoadResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-bench-'))
  try {
    const script = join(folder, 'request.lua')
    await writeFile(script, luaOf(load.request, load.numbers))
    const { stdout } = await run('wrk', [
      '--threads=1',
      `--connections=${load.connections}`,
      `--duration=${Math.ceil(load.durationMs / 1000)}s`,
      `--script=${script}`,
      `http://127.0.0.1:${load.port}/`,
    ])
    return JSON.parse(stdout.slice(stdout.indexOf('RESULT ') + 'RESULT '.length))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const luaOf = (
  { method, path, headers, body = '' }: Load['request'],
  [from, to]: [number, number] = [1, Number.MAX_SAFE_INTEGER],
): string => {
  // JSON's escapes are Lua's too, as long as the text is ASCII.
  const text = (value: string) => JSON.stringify(value)
  const isNumbered = [path, body, ...Object.values(headers)].some((part) => part.includes('{n}'))
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${text(name)}] = ${text(value)}`,
  )
  return `
wrk.method = ${text(method)}
${body === '' ? '' : `wrk.body = ${text(body)}`}
${lines.join('\n')}
local n = ${from - 1}
local fixed
request = function()
  ${
    isNumbered
      ? `n = n < ${to} and n + 1 or ${from}
  local number = tostring(n)
  local text = ${text(body)}
  return wrk.format(nil, (string.gsub(${text(path)}, "{n}", number)), nil, text ~= "" and (string.gsub(text, "{n}", number)) or nil)`
      : `fixed = fixed or wrk.format(nil, ${text(path)})
  return fixed`
  }
end
done = function(summary, latency)
  io.write(string.format('RESULT {"requests":%d,"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"failures":%d}',
    summary.requests, summary.requests / summary.duration * 1000000,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
end
`
}
