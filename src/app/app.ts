import { fileURLToPath } from 'node:url'
import { accountRoutes } from '../accounts/account.routes.ts'
import { createAuthenticator } from '../accounts/authenticator.ts'
import { keyRoutes } from '../accounts/keys.routes.ts'
import { accountPages } from '../accounts/pages.ts'
import { createSessions } from '../accounts/sessions.ts'
import { billingRoutes } from '../billing/billing.routes.ts'
import { stripeRoutes } from '../billing/stripe/stripe.routes.ts'
import { codeRoutes } from '../codes/codes.routes.ts'
import { logoRoutes } from '../codes/logo.routes.ts'
import { templateRoutes } from '../codes/templates/templates.routes.ts'
import { createChat } from '../conversations/chat.pages.ts'
import { conversationRoutes } from '../conversations/conversations.routes.ts'
import { createConversations } from '../conversations/conversations.ts'
import { draftRoutes } from '../conversations/drafts.routes.ts'
import { createDrafts } from '../conversations/drafts.ts'
import { createModels } from '../conversations/models.ts'
import { questionRoutes } from '../conversations/questions.routes.ts'
import { createQuestions } from '../conversations/questions.ts'
import { createTalk } from '../conversations/talk.ts'
import { visitRoutes } from '../conversations/visits.routes.ts'
import { requireActor } from '../http/callers/authentication.ts'
import { refuseInOrder } from '../http/callers/gate.ts'
import { refuseForeignVisitors } from '../http/callers/origin.ts'
import { createChange } from '../http/change.ts'
import { hangUpWhenClosing } from '../http/closing.ts'
import { acceptLargeJson } from '../http/input/large-body.ts'
import { limitByAddress } from '../http/limits/address-limit.ts'
import { createProxyNotice } from '../http/limits/proxy-notice.ts'
import { limitRate } from '../http/limits/rate-limit.ts'
import { disconnectSlowReaders } from '../http/limits/slow-readers.ts'
import { limitStreams } from '../http/limits/stream-limit.ts'
import { serveReference } from '../http/openapi/docs.ts'
import { describeApi } from '../http/openapi/openapi.ts'
import { addOperations, createRegistry } from '../http/operations/operations.ts'
import { createLiveStreams } from '../http/output/live.ts'
import { createServer } from '../http/server.ts'
import { drawingRoutes, imageRoutes } from '../images/images.routes.ts'
import { jobRoutes } from '../jobs/jobs.routes.ts'
import { secondMs } from '../kit/clock.ts'
import { projectFile } from '../kit/project.ts'
import { access } from '../organizations/access.ts'
import { invitationPages } from '../organizations/invitation.pages.ts'
import { organizationRoutes } from '../organizations/organizations.routes.ts'
import { permissions } from '../organizations/roles.ts'
import { insightRoutes } from '../scans/analytics/insight.routes.ts'
import { createInsight } from '../scans/analytics/insight.ts'
import { createDeviceKeys } from '../scans/page/device-keys.ts'
import { languageOf, scanPages } from '../scans/page/pages.ts'
import { createPlaces } from '../scans/page/places.ts'
import { createRecorder } from '../scans/recording/recorder.ts'
import { scanRoutes } from '../scans/scans.routes.ts'
import { studioPages } from '../studio/studio.pages.ts'
import { version } from '../version.ts'
import { webhookApi } from '../webhooks/api.routes.ts'
import { createDelivery } from '../webhooks/delivery/delivery.ts'
import { eventReference } from '../webhooks/events/event-reference.ts'
import { eventStreamRoutes } from '../webhooks/events/event-stream.routes.ts'
import { createEventStreams } from '../webhooks/events/event-stream.ts'
import { costlyWork } from './costly.ts'
import { factsOf, modelOptions, pathOf } from './facts.ts'
import { gateOf } from './gate.ts'
import { startJanitor } from './janitor.ts'
import { composeRules, type Parts } from './rules.ts'

/** What `npm run studio:build` makes. */
const studioFolder = fileURLToPath(projectFile('web/studio/dist'))

/** The whole service, ready to listen. */
export const createApp = async (parts: Parts) => {
  const { config, database, clock, log } = parts
  // At a request, when they are known: rules come first.
  const rules = await composeRules(parts, () => models.choices())
  const { secrets, mail, members, organizations, invitations, signIns, keys, codes, scans } = rules
  const { origin, protocol } = new URL(config.QPR_BASE_URL)
  const basePath = pathOf(config.QPR_BASE_URL)
  const scanPath = pathOf(config.QPR_SCAN_HOST)
  const { origin: scanOrigin } = new URL(config.QPR_SCAN_HOST)
  const https = protocol === 'https:'
  const sessions = createSessions(database, clock, https)
  const authenticator = createAuthenticator({ database, clock, log, sessions })
  const change = createChange({ database, secrets, clock })

  const live = createLiveStreams(database.signals)
  const models = await createModels(modelOptions(config, clock, log))
  const limits = {
    messagesPerMinute: config.QPR_LIMIT_MESSAGES_PER_MINUTE,
    messages: config.QPR_LIMIT_MESSAGES,
    openingsPerMinute: config.QPR_LIMIT_OPENINGS_PER_MINUTE,
    outputTokens: config.QPR_LIMIT_OUTPUT_TOKENS,
    tokensPerDay: config.QPR_LIMIT_TOKENS_PER_DAY,
  }
  const talk = createTalk({
    database,
    clock,
    log,
    secrets,
    outbox: rules.outbox,
    limits,
    idleSeconds: config.QPR_CONVERSATION_IDLE_SECONDS,
    codeBy: codes.forTalk,
    modelFor: models.modelFor,
    costOf: models.costOf,
    countMessage: rules.countMessage,
    noteMessages: scans.noteMessages,
  })
  const drafts = createDrafts({
    database,
    clock,
    log,
    access: rules.access,
    requireModel: rules.requireModel,
    limits,
    modelFor: models.modelFor,
    costOf: models.costOf,
  })
  const isDemo = (model: string | null) => models.modelFor(model).isDemo
  const chat = createChat({
    database,
    talk,
    https,
    root: scanPath,
    languageOf,
    async pageOf(shortId, language) {
      const code = await codes.forScan(shortId)
      if (code?.status !== 'active') return null
      return { ...code, language, root: scanPath, demo: isDemo(code.model) }
    },
  })
  const registry = createRegistry()
  const delivery = createDelivery({
    database,
    clock,
    log,
    mail,
    owners: members.owners,
    sender: rules.sender,
    messages: rules.messages,
    recentBodies: rules.recentBodies,
    timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS,
    retrySeconds: config.QPR_WEBHOOK_RETRY_SECONDS,
    registry,
  })
  const { threads, mayCost, images } = costlyWork(config, clock, codes)
  const conversations = createConversations({
    database,
    access: rules.access,
    codes,
    forgotten: (conversationId) => {
      database.signals.send({ kind: 'turn-stopped', conversationId })
      database.signals.send({ kind: 'conversation-changed', conversationId })
    },
  })

  const insight = createInsight({ db: database.db, clock, access: rules.access, scans })
  const questions = createQuestions({ db: database.db, clock, conversations })

  const server = createServer({
    log,
    trustProxy: config.QPR_TRUST_PROXY,
    corsOrigins: config.QPR_CORS_ORIGINS,
    https,
  })
  hangUpWhenClosing(server)
  refuseForeignVisitors(server, [origin, scanOrigin, ...config.QPR_CORS_ORIGINS])
  disconnectSlowReaders(server, config.QPR_SLOW_READER_SECONDS * secondMs)
  limitByAddress(server, {
    trustProxy: config.QPR_TRUST_PROXY,
    times: config.QPR_LIMIT_UNTRUSTED_PROXY,
    found: createProxyNotice({ database, clock, log }),
  })
  addOperations(server, {
    database,
    clock,
    metricsToken: config.QPR_METRICS_TOKEN,
    registry,
  })
  const [ofCaller, ofAddress] = config.QPR_LIMIT_STREAMS
  limitStreams(server, { ofCaller, ofAddress })
  if (config.QPR_RATE_LIMIT !== null) limitRate(server, config.QPR_RATE_LIMIT, clock)
  await describeApi(server, {
    version,
    baseUrl: config.QPR_BASE_URL,
    webhooks: eventReference(),
  })
  serveReference(server)

  server.register(async (api) => {
    requireActor(api, { authenticator, sessionCookie: sessions.tokenOf, origin })
    const gate = gateOf(database, rules)
    refuseInOrder(api, gate)
    acceptLargeJson(api, threads, gate)
    api.register(codeRoutes({ codes, change, roles: permissions }))
    api.register(templateRoutes)
    api.register(logoRoutes({ codes, change, checkLogo: images.checkLogo, roles: permissions }))
    api.register(drawingRoutes({ images, roles: permissions }))
    api.register(organizationRoutes({ organizations, members, invitations, change }))
    api.register(keyRoutes({ keys, change }))
    const { plans, subscriptions, usage } = rules
    api.register(billingRoutes({ plans, subscriptions, usage, change, roles: permissions }))
    api.register(accountRoutes({ sessions, change, facts: () => factsOf(config, models) }))
    api.register(
      scanRoutes({
        database,
        scans,
        live,
        roles: permissions,
        isInForce: authenticator.isInForce,
      }),
    )
    api.register(jobRoutes({ jobs: rules.jobs, change, roles: permissions }))
    api.register(insightRoutes({ insight, roles: permissions }))
    api.register(questionRoutes({ questions, roles: permissions }))
    api.register(conversationRoutes({ database, conversations, change, roles: permissions }))
    api.register(draftRoutes({ drafts, roles: permissions, languageOf }))
    api.register(webhookApi({ rules: rules.webhooks, change, roles: permissions }))
    api.register(
      eventStreamRoutes({
        streams: createEventStreams({ database, access, isInForce: authenticator.isInForce }),
        live,
        roles: permissions,
      }),
    )
  })
  server.register(
    accountPages({
      database,
      sessions,
      signIns,
      origin,
      basePath,
      organizationsOf: organizations.ofUser,
    }),
  )
  server.register(invitationPages({ database, invitations, sessions, origin, basePath }))
  server.register(studioPages({ folder: studioFolder, basePath }))
  if (rules.stripe) server.register(stripeRoutes(rules.stripe))
  server.register(imageRoutes(images))
  server.register(visitRoutes({ database, ...talk, languageOf }))
  server.register(chat.routes)
  server.register(
    scanPages({
      database,
      clock,
      codes,
      recorder: createRecorder({
        database,
        clock,
        outbox: rules.outbox,
        recorded: (organizationIds) => {
          for (const organizationId of organizationIds) {
            database.signals.send({ kind: 'scans-recorded', organizationId })
          }
        },
      }),
      deviceKeys: createDeviceKeys({ clock, https, root: scanPath }),
      places: createPlaces(config.QPR_GEO_DATABASE),
      isDemo,
      scanCookie: talk.visits.scanCookie,
      chat: chat.pageOfTalk,
      mayCompress: mayCost,
      https,
      root: scanPath,
    }),
  )
  server.addHook('preClose', async () => {
    live.closeAll()
    talk.followers.closeAll()
    drafts.closeAll()
  })
  await server.ready()

  mail.start()
  delivery.start()
  talk.start()
  rules.runner.start()
  rules.stripe?.start()
  const janitor = startJanitor({
    database,
    clock,
    log,
    scanRetentionDays: config.QPR_SCAN_RETENTION_DAYS,
    conversationRetentionDays: config.QPR_CONVERSATION_RETENTION_DAYS,
    applyPlans: rules.applyRetention,
  })
  const limitWatch = rules.limitWatch.start(log)
  return {
    server,
    rules,
    /** Resolves when what had expired before the start is deleted. */
    tidied: janitor.idle,
    async close() {
      await Promise.all([server.close(), delivery.stop(), talk.stop(), limitWatch.stop()])
      await Promise.all([
        mail.stop(),
        janitor.stop(),
        rules.runner.stop(),
        authenticator.stop(),
        threads.close(),
        // Not before: whoever is paying is answered first.
        rules.stripe?.stop(),
      ])
    },
  }
}
