import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { createAuthenticator } from '../features/accounts/authenticator.ts'
import { invitationPages } from '../features/accounts/invitation.pages.ts'
import { accountPages } from '../features/accounts/pages.ts'
import { sessionTokenOf } from '../features/accounts/sessions.ts'
import { applyRetention } from '../features/billing/retention.ts'
import { stripeRoutes } from '../features/billing/stripe.api.ts'
import { startLimitWatch } from '../features/billing/watch.ts'
import { imageRoutes } from '../features/images/images.api.ts'
import { startRefreshing } from '../features/knowledge/refreshing.ts'
import { createNotificationSender } from '../features/notifications/sender.ts'
import { unsubscribePages } from '../features/notifications/unsubscribe.pages.ts'
import { embedPages } from '../features/page/embed.pages.ts'
import { followEmbeddingModel } from '../features/retrieval/embedding.ts'
import { assistantRoutes } from '../features/visitor/assistant.api.ts'
import { chatPages } from '../features/visitor/chat.pages.ts'
import { startSweeper } from '../features/visitor/sweeper.ts'
import { visitRoutes } from '../features/visitor/visits.api.ts'
import type { Service } from '../platform/context.ts'
import { requireActor } from '../platform/http/callers/authentication.ts'
import { refuseInOrder } from '../platform/http/callers/gate.ts'
import { createChange } from '../platform/http/change.ts'
import { acceptLargeJson } from '../platform/http/input/large-body.ts'
import { signCursors } from '../platform/http/input/signed-cursors.ts'
import { projectFile } from '../platform/kit/project.ts'
import { startPartitionKeeper } from '../platform/store/partitions/keeper.ts'
import { composeService } from './compose.ts'
import { docsPages } from './docs.pages.ts'
import { gateOf } from './gate.ts'
import { unsignedCursorsUntil } from './installation.ts'
import { startJanitor } from './janitor.ts'
import { mcpRoutes } from './mcp/mcp.api.ts'
import type { Parts } from './parts.ts'
import { ownerRoutes } from './routes.ts'
import { createGuardedServer } from './server.ts'
import { addressesOf } from './settings.ts'
import { studioPages } from './studio.pages.ts'
import { composeVisitors } from './visitors.ts'

/** Built by `npm run studio:build`. */
const studioFolder = fileURLToPath(projectFile('web/studio/dist/current'))

/** Built by `npm run docs:build`. */
const docsFolder = fileURLToPath(projectFile('web/docs/dist/site'))

/** The whole service, ready to listen. */
export const createApp = async (parts: Parts) => {
  const { config, database, clock } = parts
  const composed = await composeService(parts, () => visitors)
  const { service, registry, stripe, mailSender, delivery, runner, longRunner } = composed
  const visitors = await composeVisitors(parts, service, registry)
  const authenticator = createAuthenticator(service)
  const notificationSender = createNotificationSender(service)
  const { threads, turns } = visitors

  const server = await createGuardedServer(parts, registry)
  const { origin, basePath } = addressesOf(config)
  server.decorate('service', service)
  const unsignedUntil = await unsignedCursorsUntil(database)
  signCursors(server, { secrets: service.secrets, clock, unsignedUntil })
  server.register(async (api) => {
    const sessionCookie = (request: FastifyRequest) => sessionTokenOf(service, request)
    requireActor(api, { authenticator, sessionCookie, origin })
    const gate = gateOf(service)
    refuseInOrder(api, gate)
    api.decorate('change', createChange(service))
    acceptLargeJson(api, threads, gate)
    for (const one of ownerRoutes) api.register(one)
  })
  server.register(mcpRoutes({ authenticator, origin }))
  server.register(accountPages)
  server.register(invitationPages)
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

  authenticator.start()
  mailSender.start()
  notificationSender.start()
  delivery.start()
  const sweeper = startSweeper(service)
  runner.start()
  longRunner.start()
  const refreshing = startRefreshing(service)
  await followEmbeddingModel(service)
  stripe?.start()
  const isKeeper = parts.siblings?.role !== 'helper'
  const janitor = isKeeper ? startJanitor(janitorOptions(parts, service)) : null
  const partitions = isKeeper ? startPartitionKeeper(parts) : null
  const limitWatch = isKeeper ? startLimitWatch(service) : null
  return {
    server,
    service,
    workers: { runner, longRunner, notificationSender, stripe },
    /** Resolves when everything that had expired before the start is deleted. */
    tidied: async () => await janitor?.idle(),
    async close() {
      // First, because a job that is still claimed when the process is killed counts as a crash.
      const runnersStopped = Promise.all([runner.stop(), longRunner.stop()])
      await Promise.all([
        server.close(),
        delivery.stop(),
        turns.stop(),
        sweeper.stop(),
        limitWatch?.stop(),
        notificationSender.stop(),
      ])
      await Promise.all([
        // Again, for messages that arrived before the server was closed.
        turns.stop(),
        mailSender.stop(),
        service.retrieval.close(),
        service.readers.close(),
        refreshing.stop(),
        janitor?.stop(),
        partitions?.stop(),
        runnersStopped,
        authenticator.stop(),
        threads.close(),
        // After the server, so that an owner who is paying still gets a response.
        stripe?.stop(),
      ])
    },
  }
}

const janitorOptions = ({ config, database, clock, log }: Parts, service: Service) => ({
  database,
  clock,
  log,
  scanRetentionDays: config.QPR_SCAN_RETENTION_DAYS,
  conversationRetentionDays: config.QPR_CONVERSATION_RETENTION_DAYS,
  auditRetentionDays: config.QPR_AUDIT_RETENTION_DAYS,
  applyPlans: () => applyRetention(service),
})
