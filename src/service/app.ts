import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { createAuthenticator } from '../features/accounts/authenticator.ts'
import { accountPages } from '../features/accounts/pages.ts'
import { sessionTokenOf } from '../features/accounts/sessions.ts'
import { stripeRoutes } from '../features/billing/billing.api.ts'
import { eventReference } from '../features/events/event-schemas.ts'
import { imageRoutes } from '../features/images/images.api.ts'
import { unsubscribePages } from '../features/notifications/unsubscribe.pages.ts'
import { embedPages } from '../features/page/embed.pages.ts'
import { followEmbeddingModel } from '../features/retrieval/embedding.ts'
import { assistantRoutes } from '../features/visitor/assistant.api.ts'
import { chatPages } from '../features/visitor/chat.pages.ts'
import { visitRoutes } from '../features/visitor/visits.api.ts'
import { requireActor } from '../platform/http/callers/authentication.ts'
import { refuseInOrder } from '../platform/http/callers/authorize.ts'
import { refuseForeignVisitors } from '../platform/http/callers/origin.ts'
import { createChange } from '../platform/http/change.ts'
import { hangUpWhenClosing } from '../platform/http/connections.ts'
import { signCursors } from '../platform/http/input/cursor.ts'
import { acceptLargeJson } from '../platform/http/input/large-body.ts'
import { limitByAddress, reportProxy, trustProxies } from '../platform/http/limits/addresses.ts'
import { limitRate, limitStreams } from '../platform/http/limits/rates.ts'
import { disconnectSlowReaders } from '../platform/http/limits/slow-clients.ts'
import { describeApi } from '../platform/http/openapi/openapi.ts'
import { addOperations } from '../platform/http/operations.ts'
import { cacheAnswers } from '../platform/http/output/cached-answers.ts'
import { createServer, waitUntilOpened } from '../platform/http/server.ts'
import { secondMs } from '../platform/kit/clock.ts'
import { projectFile, version } from '../platform/kit/project.ts'
import { composeService, type Parts } from './compose.ts'
import { unsignedCursorsUntil } from './installation.ts'
import { mcpRoutes } from './mcp/tools.ts'
import { authorizeOf, ownerRoutes } from './routes.ts'
import { createSchedule } from './schedule.ts'
import { addressesOf } from './settings.ts'
import { docsPages, studioPages } from './site.pages.ts'
import { composeVisitors } from './visitors.ts'

/** Built by `npm run studio:build`. */
const studioFolder = fileURLToPath(projectFile('web/studio/dist/current'))

/** Built by `npm run docs:build`. */
const docsFolder = fileURLToPath(projectFile('web/docs/dist/site'))

/** The whole service, ready to listen. */
export const createApp = async (parts: Parts) => {
  const { config, database, clock } = parts
  const composed = await composeService(parts, () => visitors)
  const { service, registry, stripe } = composed
  const visitors = await composeVisitors(parts, service, registry)
  const authenticator = createAuthenticator(service)
  const { threads, turns } = visitors

  const server = await createGuardedServer(parts, registry)
  const { origin, basePath } = addressesOf(config)
  server.decorate('service', service)
  const unsignedUntil = await unsignedCursorsUntil(database)
  signCursors(server, { secrets: service.secrets, clock, unsignedUntil })
  server.register(async (api) => {
    const sessionCookie = (request: FastifyRequest) => sessionTokenOf(service, request)
    requireActor(api, { authenticator, sessionCookie, origin })
    const authorize = authorizeOf(service)
    refuseInOrder(api, authorize)
    api.decorate('change', createChange(service))
    acceptLargeJson(api, threads, authorize)
    for (const one of ownerRoutes) api.register(one)
  })
  server.register(mcpRoutes({ authenticator, origin }))
  server.register(accountPages)
  server.register(unsubscribePages)
  server.register(studioPages({ folder: studioFolder, basePath }))
  server.register(docsPages({ folder: docsFolder, baseUrl: config.QPR_BASE_URL, basePath }))
  if (service.stripe) server.register(stripeRoutes(service.stripe))
  server.register(imageRoutes)
  server.register(visitRoutes)
  server.register(chatPages)
  server.register(assistantRoutes)
  server.register(embedPages)
  server.register(visitors.scanPages)
  server.addHook('preClose', async () => service.live.closeAll())
  await server.ready()

  const schedule = createSchedule({ ...composed, parts, authenticator, turns })
  schedule.start()
  await followEmbeddingModel(service)
  return {
    server,
    service,
    schedule,
    async close() {
      // First, because a job that is still claimed when the process is killed counts as a crash.
      const jobsStopped = schedule.stop('jobs', 'long_jobs')
      await Promise.all([
        server.close(),
        turns.stop(),
        schedule.stop('dispatcher', 'conversations', 'limits', 'notifications'),
      ])
      await Promise.all([
        // Again, for messages that arrived before the server was closed.
        turns.stop(),
        // After the server, so that mails of its last requests are sent, and that an owner who is
        // paying still gets a response.
        schedule.stop(),
        stripe?.client.close(),
        service.retrieval.close(),
        service.embedder?.close(),
        service.readers.close(),
        jobsStopped,
        threads.close(),
      ])
      await authenticator.flush()
    },
  }
}

/** The server with its limits, metrics and reference. `app.ts` adds the routes. */
const createGuardedServer = async (
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
