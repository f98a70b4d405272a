import { secondMs } from '../../platform/kit/clock.ts'
import type { Config } from '../../service/config/config.ts'
import { collectorOf } from '../../service/tracing.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'
import { patienceMs } from './models.ts'

/** Sends the collector an export without spans. */
export const checkTraces = async (config: Config): Promise<Finding[]> => {
  const check = 'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.'
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (endpoint === null) return [ok('traces', 'no collector is set: requests are not traced')]
  try {
    const { url, headers } = collectorOf(config, endpoint)
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (response.ok) return [ok('traces', `${endpoint} accepts them`)]
    return [wrong('traces', `${endpoint} answered with status ${response.status}. ${check}`)]
  } catch (error) {
    return [wrong('traces', `${endpoint} ${failure(error)} ${check}`)]
  }
}

const failure = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `did not answer within ${patienceMs / secondMs} s.`
  }
  // fetch says only that it failed.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as NodeJS.ErrnoException).code
  return `cannot be reached (${code ?? reason(cause)}).`
}
