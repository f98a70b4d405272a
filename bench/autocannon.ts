// One load by autocannon, in a process of its own.
import autocannon from 'autocannon'
import type { Load, LoadResult } from './generator.ts'

const run = async ({ port, connections, durationMs, perSecond, request }: Load) => {
  const numbered = (text: string) => text.replaceAll('{n}', '[<id>]')
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: durationMs / 1000,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    idReplacement: JSON.stringify(request).includes('{n}'),
    requests: [
      {
        method: request.method as 'GET',
        path: numbered(request.path),
        headers: request.headers,
        ...(request.body !== undefined && { body: numbered(request.body) }),
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
