import type { Registry } from 'prom-client'
import { refuseForeignVisitors } from '../http/callers/origin.ts'
import { hangUpWhenClosing } from '../http/closing.ts'
import { limitByAddress } from '../http/limits/address-limit.ts'
import { createProxyNotice } from '../http/limits/proxy-notice.ts'
import { limitRate } from '../http/limits/rate-limit.ts'
import { disconnectSlowReaders } from '../http/limits/slow-readers.ts'
import { limitStreams } from '../http/limits/stream-limit.ts'
import { trustProxies } from '../http/limits/trusted-proxies.ts'
import { describeApi } from '../http/openapi/openapi.ts'
import { waitUntilOpened } from '../http/opening.ts'
import { addOperations } from '../http/operations/operations.ts'
import { keepAnswers } from '../http/output/kept-answers.ts'
import { createServer } from '../http/server.ts'
import { secondMs } from '../kit/clock.ts'
import { version } from '../version.ts'
import { eventReference } from '../webhooks/events/event-reference.ts'
import type { Parts } from './parts.ts'
import { addressesOf } from './settings.ts'

/** The server with its limits, metrics and reference. The slices add the routes. */
export const createGuardedServer = async (
  { config, database, clock, log, tracing, siblings, opened }: Parts,
  registry: Registry,
) => {
  const { origin, scanOrigin, https } = addressesOf(config)
  const trustProxy = trustProxies(config.QPR_TRUST_PROXY)
  const server = createServer({
    log,
    trustProxy: config.QPR_TRUST_PROXY.length > 0 ? trustProxy : null,
    corsOrigins: config.QPR_CORS_ORIGINS,
    https,
  })
  // First, so that its span contains everything.
  tracing?.watch(server)
  hangUpWhenClosing(server)
  if (opened) waitUntilOpened(server, opened)
  refuseForeignVisitors(server, [origin, scanOrigin, ...config.QPR_CORS_ORIGINS])
  disconnectSlowReaders(server, config.QPR_SLOW_READER_SECONDS * secondMs)
  limitByAddress(server, {
    trustProxy,
    times: config.QPR_LIMIT_UNTRUSTED_PROXY,
    found: createProxyNotice({ database, clock, log }),
  })
  addOperations(server, {
    database,
    clock,
    metricsToken: config.QPR_METRICS_TOKEN,
    registry,
    version,
    siblings: siblings ?? null,
  })
  const [ofCaller, ofAddress] = config.QPR_LIMIT_STREAMS
  limitStreams(server, { ofCaller, ofAddress, registry })
  if (config.QPR_RATE_LIMIT !== null) limitRate(server, config.QPR_RATE_LIMIT, clock)
  keepAnswers(server, database)
  await describeApi(server, {
    version,
    baseUrl: config.QPR_BASE_URL,
    webhooks: eventReference(),
  })
  return server
}
