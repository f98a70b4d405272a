import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { accountRoutes } from '../features/accounts/account.routes.ts'
import { invitationPages } from '../features/accounts/invitation.pages.ts'
import { keyRoutes } from '../features/accounts/keys.routes.ts'
import { accountPages } from '../features/accounts/pages.ts'
import { sessionTokenOf } from '../features/accounts/sessions.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { billingRoutes } from '../features/billing/billing.routes.ts'
import { stripeRoutes } from '../features/billing/stripe.routes.ts'
import { drawingRoutes, imageRoutes } from '../features/images/images.routes.ts'
import { printRoutes } from '../features/images/print.routes.ts'
import { jobRoutes } from '../features/jobs/jobs.routes.ts'
import { startRefreshing } from '../features/knowledge/refreshing.ts'
import { notificationRoutes } from '../features/notifications/notifications.routes.ts'
import { unsubscribePages } from '../features/notifications/unsubscribe.pages.ts'
import { brandRoutes } from '../features/organizations/brands.routes.ts'
import { memberRoutes, organizationRoutes } from '../features/organizations/organizations.routes.ts'
import { followEmbeddingModel } from '../features/retrieval/embedding.ts'
import { insightRoutes } from '../features/scans/insight.routes.ts'
import { scanRoutes } from '../features/scans/scans.routes.ts'
import { startSweeper } from '../features/visitor/sweeper.ts'
import { requireActor } from '../platform/http/callers/authentication.ts'
import { refuseInOrder } from '../platform/http/callers/gate.ts'
import { acceptLargeJson } from '../platform/http/input/large-body.ts'
import { signCursors } from '../platform/http/input/signed-cursors.ts'
import { projectFile } from '../platform/kit/project.ts'
import { startPartitionKeeper } from '../platform/store/partitions/keeper.ts'
import { docsPages } from './docs.pages.ts'
import { gateOf } from './gate.ts'
import { unsignedCursorsUntil } from './installation.ts'
import { startJanitor } from './janitor.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import type { Parts } from './parts.ts'
import { createGuardedServer } from './server.ts'
import { addressesOf } from './settings.ts'
import { codesApi } from './slices/codes.ts'
import { conversationsApi, visitorPages } from './slices/conversations.ts'
import { knowledgeApi } from './slices/knowledge.ts'
import { composeSlices, type Rules } from './slices.ts'
import { studioPages } from './studio.pages.ts'
import { composeVisitors } from './visitors.ts'

/** Built by `npm run studio:build`. */
const studioFolder = fileURLToPath(projectFile('web/studio/dist/current'))

/** Built by `npm run docs:build`. */
const docsFolder = fileURLToPath(projectFile('web/docs/dist/site'))

/** The whole service, ready to listen. */
export const createApp = async (parts: Parts) => {
  const { config, database } = parts
  const slices = await composeSlices(parts, () => visitors)
  const { rules, authenticator, mailSender, webhooks } = slices
  const { live, service } = slices.shared
  const visitors = await composeVisitors(parts, slices)
  const { threads, turns } = visitors

  const server = await createGuardedServer(parts, slices.shared.registry)
  const { origin, basePath } = addressesOf(config)
  server.decorate('service', service)
  const unsignedUntil = await unsignedCursorsUntil(database)
  signCursors(server, { ...slices.shared, unsignedUntil })
  server.register(async (api) => {
    const sessionCookie = (request: FastifyRequest) => sessionTokenOf(service, request)
    requireActor(api, { authenticator, sessionCookie, origin })
    const gate = gateOf(service)
    refuseInOrder(api, gate)
    api.decorate('change', slices.shared.change)
    acceptLargeJson(api, threads, gate)
    api.register(codesApi)
    api.register(drawingRoutes)
    api.register(printRoutes)
    api.register(organizationRoutes)
    api.register(memberRoutes)
    api.register(brandRoutes)
    api.register(notificationRoutes)
    api.register(keyRoutes)
    api.register(accountRoutes)
    api.register(billingRoutes)
    api.register(scanRoutes)
    api.register(insightRoutes)
    api.register(jobRoutes)
    api.register(auditRoutes)
    api.register(conversationsApi)
    api.register(knowledgeApi)
    api.register(webhooks.api)
  })
  server.register(mcpRoutes({ authenticator, origin }))
  server.register(accountPages)
  server.register(invitationPages)
  server.register(unsubscribePages)
  server.register(studioPages({ folder: studioFolder, basePath }))
  server.register(docsPages({ folder: docsFolder, baseUrl: config.QPR_BASE_URL, basePath }))
  if (service.stripe) server.register(stripeRoutes(service.stripe))
  server.register(imageRoutes)
  server.register(visitorPages)
  server.register(visitors.scanPages)
  server.addHook('preClose', async () => live.closeAll())
  await server.ready()

  authenticator.start()
  mailSender.start()
  rules.notificationSender.start()
  webhooks.delivery.start()
  const sweeper = startSweeper(service)
  rules.runner.start()
  rules.longRunner.start()
  const refreshing = startRefreshing(service)
  await followEmbeddingModel(service)
  rules.stripe?.start()
  const isKeeper = parts.siblings?.role !== 'helper'
  const janitor = isKeeper ? startJanitor(janitorOptions(parts, rules)) : null
  const partitions = isKeeper ? startPartitionKeeper(parts) : null
  const limitWatch = isKeeper ? rules.limitWatch.start() : null
  return {
    server,
    service,
    rules,
    /** Resolves when everything that had expired before the start is deleted. */
    tidied: async () => await janitor?.idle(),
    async close() {
      // First, because a job that is still claimed when the process is killed counts as a crash.
      const runnersStopped = Promise.all([rules.runner.stop(), rules.longRunner.stop()])
      await Promise.all([
        server.close(),
        webhooks.delivery.stop(),
        turns.stop(),
        sweeper.stop(),
        limitWatch?.stop(),
        rules.notificationSender.stop(),
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
        rules.stripe?.stop(),
      ])
    },
  }
}

const janitorOptions = ({ config, database, clock, log }: Parts, rules: Rules) => ({
  database,
  clock,
  log,
  scanRetentionDays: config.QPR_SCAN_RETENTION_DAYS,
  conversationRetentionDays: config.QPR_CONVERSATION_RETENTION_DAYS,
  auditRetentionDays: config.QPR_AUDIT_RETENTION_DAYS,
  applyPlans: rules.applyRetention,
})
