// One load by autocannon, in a process of its own.
import autocannon from 'autocannon'
import type { Load, LoadResult } from './generator.ts'

const run = async ({ port, connections, durationMs, perSecond, request }: Load) => {
  const { method, path, headers, body } = request
  let sent = 0
  const numbered = (text: string) => text.replaceAll('{n}', String(sent))
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: durationMs / 1000,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [
      {
        method: method as 'GET',
        path,
        headers,
        ...(JSON.stringify(request).includes('{n}') && {
          setupRequest(next: object) {
            sent += 1
            return { ...next, path: numbered(path), body: body && numbered(body) }
          },
        }),
        ...(body !== undefined && { body }),
      },
    ],
  })
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx - result['3xx'] + result.errors + result.timeouts,
  } satisfies LoadResult
}

process.on('message', async (load: Load) => {
  process.send?.(await run(load))
  process.disconnect()
})
