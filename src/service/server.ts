import type { Registry } from 'prom-client'
import { eventReference } from '../features/events/event-schemas.ts'
import { refuseForeignVisitors } from '../platform/http/callers/origin.ts'
import { limitByAddress, reportProxy, trustProxies } from '../platform/http/limits/addresses.ts'
import { limitRate } from '../platform/http/limits/rates.ts'
import { disconnectSlowReaders } from '../platform/http/limits/slow-clients.ts'
import { limitStreams } from '../platform/http/limits/stream-limit.ts'
import { describeApi } from '../platform/http/openapi/openapi.ts'
import { addOperations } from '../platform/http/operations.ts'
import { cacheAnswers } from '../platform/http/output/cached-answers.ts'
import { createServer, hangUpWhenClosing, waitUntilOpened } from '../platform/http/server.ts'
import { secondMs } from '../platform/kit/clock.ts'
import { version } from '../platform/kit/project.ts'
import type { Parts } from './compose.ts'
import { addressesOf } from './settings.ts'

/** The server with its limits, metrics and reference. `app.ts` adds the routes. */
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
    found: reportProxy({ database, clock, log }),
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
  cacheAnswers(server, database)
  await describeApi(server, {
    version,
    baseUrl: config.QPR_BASE_URL,
    webhooks: eventReference(),
  })
  return server
}
