import { join } from 'node:path'
import { Registry } from 'prom-client'
import { isAbove, may } from '#contract/roles.ts'
import { notifyLimitNear, notifyPlanChanged } from '../features/billing/notices.ts'
import { applyRetention, shortestRetention } from '../features/billing/retention.ts'
import { settlePayments } from '../features/billing/stripe.payments.ts'
import { createStripe } from '../features/billing/stripe.ts'
import { requireUnpaid } from '../features/billing/subscriptions.ts'
import { checkLimits, startLimitWatch } from '../features/billing/watch.ts'
import { legacyCodes } from '../features/codes/codes.legacy.ts'
import { unknownShortId } from '../features/codes/drawings.ts'
import { createMessages } from '../features/deliveries/message.ts'
import { createSender } from '../features/deliveries/sender.ts'
import { createRecentBodies } from '../features/events/recent-bodies.ts'
import { requireModel } from '../features/models/choices.ts'
import { createEmbedder } from '../features/models/embeddings.ts'
import { notifyWebhookFailing } from '../features/notifications/notifications.ts'
import { collectBadRating, type RatedDown } from '../features/notifications/ratings.ts'
import { createNotificationSender } from '../features/notifications/sender.ts'
import { access } from '../features/organizations/access.ts'
import { createPlanGate } from '../features/plans/limits.ts'
import { countMessage } from '../features/plans/monthly.ts'
import { createSigner } from '../features/webhooks/signature.ts'
import { auditOf, newAudit } from '../platform/audit.ts'
import { changeContext, readContext, type Service } from '../platform/context.ts'
import { createChange } from '../platform/http/change.ts'
import { createStreams } from '../platform/http/output/streams.ts'
import { browserOf } from '../platform/kit/browser.ts'
import { createChild } from '../platform/kit/child.ts'
import { hourMs } from '../platform/kit/clock.ts'
import { createNames } from '../platform/kit/names.ts'
import { createPlaces, type Places } from '../platform/kit/places.ts'
import { createSecrets } from '../platform/kit/secrets.ts'
import { createTargetGuard } from '../platform/kit/target-guard.ts'
import { createMailSender, createOutgoing } from '../platform/mail/mail.ts'
import { createMailMetrics } from '../platform/mail/metrics.ts'
import { createMailTransport } from '../platform/mail/transport.ts'
import type { Transaction } from '../platform/store/database.ts'
import { createChores, createDepartures } from './chores.ts'
import { checkSecret, masterSecret } from './installation.ts'
import { mailTexts } from './mail-texts.ts'
import type { Parts, Visitors } from './parts.ts'
import {
  addressesOf,
  allowsPrivateTargets,
  companySettingsOf,
  modelOptions,
  plansIn,
  readerFile,
  searchThreadFile,
  stripeSettingsOf,
} from './settings.ts'
import { createAccountsSlice } from './slices/accounts.ts'
import { createAuditSlice } from './slices/audit.ts'
import { createJobsSlice } from './slices/jobs.ts'
import { createKnowledgeSlice } from './slices/knowledge.ts'
import { createLearningSlice } from './slices/learning.ts'
import { createOrganizationsSlice } from './slices/organizations.ts'
import { createScansSlice } from './slices/scans.ts'
import { createWebhooksSlice } from './slices/webhooks.ts'

export type Slices = Awaited<ReturnType<typeof composeSlices>>
export type Rules = Slices['rules']

/**
 * Wires the slices together. Commands use the result without starting anything. Some slices need
 * each other, so a slice that is created later is called inside a function. `visitors` exists only
 * in the running service: models, images and conversations.
 */
export const composeSlices = async (parts: Parts, visitors: () => Visitors) => {
  const { config, database, clock, log } = parts
  const secrets = createSecrets(masterSecret(config))
  await checkSecret(database, secrets, clock.now())
  const plans = plansIn(config.QPR_PLANS_FILE)
  const gate = createPlanGate(plans)
  // Read with the first change, because no command needs the country database.
  let places: Places | undefined
  const countryOf = (address: string) => {
    places ??= createPlaces(config.QPR_GEO_DATABASE)
    return places(address).country
  }
  const audit = createAuditSlice({ database, clock, access, browserOf, countryOf })
  const { recorder } = audit.rules
  const baseUrl = config.QPR_BASE_URL
  const guard = createTargetGuard({
    allowPrivate: allowsPrivateTargets(config),
    resolve: createNames({ servers: config.QPR_DNS_SERVERS }),
  })
  const { origin, basePath, https, scanPath } = addressesOf(config)
  const service: Service = {
    database,
    clock,
    log,
    secrets,
    address: { baseUrl, origin, basePath, https },
    plans,
    brands: { sampleScanUrl: `${config.QPR_SCAN_HOST}/s/${unknownShortId}` },
    organizations: {
      createdPerDay: config.QPR_LIMIT_ORGANIZATIONS_PER_DAY,
      settlePayments: (id) => settlePayments(readContext(service, null), id),
    },
    events: { recentBodies: createRecentBodies(), express: null },
    webhooks: {
      guard,
      maxWebhooks: config.QPR_LIMIT_WEBHOOKS,
    },
    deliveries: {
      messages: createMessages(createSigner(secrets)),
      sender: createSender({ clock, guard, timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS }),
    },
    offeredModels: () => visitors().models.choices(),
    codes: { baseUrl, scanHost: config.QPR_SCAN_HOST, maxVersions: config.QPR_LIMIT_VERSIONS },
    templates: { maxTemplates: config.QPR_LIMIT_TEMPLATES },
    mailWorker: { wake: () => mailSender.wake() },
    recorder,
    get below() {
      return { ...organizations.rules, ...scans.rules, ...learning.rules }
    },
    get stripe() {
      return stripe
    },
    drawing: { checkLogo: (actor, logo) => visitors().images.checkLogo(actor, logo) },
    reactions: {
      codeLeaving: [
        (change, { code, to }) =>
          scans.rules.scans.leave(change, code.id, code.organization_id, to),
      ],
      codeDeleted: [
        (change, { code, userId }) =>
          departures.codeDeleted(change, userId, code.organization_id, code),
      ],
      codeMoved: [
        (change, { code, userId }) =>
          departures.codeMoved(change, userId, code.organization_id, code),
      ],
      organizationDeleting: [requireUnpaid],
      organizationDeleted: [
        async (change, { actor, organization }) => {
          const { leaveForNowhere, countBetween } = scans.rules.scans
          await leaveForNowhere(change, organization.id)
          const total = await countBetween(change.db, organization.id, 0, change.now() + hourMs)
          await departures.organizationDeleted(change, actor, organization, total)
        },
      ],
      webhookFailing: [notifyWebhookFailing],
      limitNear: [notifyLimitNear],
      planChanged: [notifyPlanChanged],
    },
  }
  const change = createChange({ service, record: recorder.recordChange })
  const live = createStreams(database.signals, log)
  const registry = new Registry()
  const shared = {
    service,
    database,
    clock,
    log,
    secrets,
    access,
    change,
    recorder,
    live,
    registry,
    baseUrl,
  }

  const mailSender = createMailSender({
    service,
    texts: mailTexts({
      invitation: (id, expiresAt) => organizations.rules.invitations.link(id, expiresAt),
      signIn: (id, next) => accounts.rules.signIns.link(id, next),
    }),
    transport: createMailTransport({
      smtpUrl: config.QPR_SMTP_URL,
      from: config.QPR_MAIL_FROM,
      outboxDir: join(config.QPR_DATA_DIR, 'outbox'),
      log,
    }),
    ended: createMailMetrics({ registry, database, clock }),
  })
  const mail = createOutgoing(service)
  const notificationSender = createNotificationSender(service)
  const accounts = createAccountsSlice({
    ...shared,
    mail,
    organizations: {
      found: (tx, input) => organizations.rules.organizations.found(tx, input),
      ofUser: (userId) => organizations.rules.organizations.ofUser(userId),
    },
    members: {
      add: (tx, ...member) => organizations.rules.members.add(tx, ...member),
      enroll: (tx, ...member) => organizations.rules.members.enroll(tx, ...member),
    },
    invitations: { look: (token) => organizations.rules.invitations.look(token) },
    byMail: config.QPR_SIGNIN_BY_MAIL === 'on',
    company: companySettingsOf(config),
    roles: { isAbove, may },
    facts: () => visitors().facts(),
    mostKeys: config.QPR_LIMIT_KEYS,
    signup: config.QPR_SIGNUP,
    sendsMail: config.QPR_SMTP_URL !== null,
    mailsPerHour: config.QPR_LIMIT_SIGNIN_MAILS_PER_HOUR,
  })
  const { isInForce } = accounts.authenticator
  const scanRetentionDays = shortestOf(config.QPR_SCAN_RETENTION_DAYS, shortestRetention(plans))
  const conversationRetentionDays = shortestOf(
    config.QPR_CONVERSATION_RETENTION_DAYS,
    shortestRetention(plans),
  )
  const jobs = createJobsSlice({
    ...shared,
    chores: createChores({
      database,
      clock,
      scanRetentionDays,
      conversationRetentionDays,
      knowledge: () => knowledge.chores,
    }),
  })
  const departures = createDepartures(jobs.rules.jobs)
  const organizations = createOrganizationsSlice({
    ...shared,
    mail,
    ...accounts.rules,
    gate,
    mailSuffices: config.QPR_SIGNIN_BY_MAIL === 'on',
    invitationsPerDay: config.QPR_LIMIT_INVITATIONS_PER_DAY,
  })
  const webhooks = createWebhooksSlice({
    ...shared,
    isInForce,
    timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS,
    retrySeconds: config.QPR_WEBHOOK_RETRY_SECONDS,
  })
  const codes = legacyCodes(service)
  const embedder = createEmbedder(config.QPR_AI_EMBEDDING_MODEL, modelOptions(config, clock, log))
  const knowledge = createKnowledgeSlice({
    ...shared,
    ...jobs.rules,
    ...organizations.rules,
    gate,
    codeOf: (actor, idOrShortId) => codes.retrieve(actor, idOrShortId),
    guard,
    createChild: parts.createChild ?? createChild,
    readerFile,
    searchThreadFile,
    embedder,
    promptTokens: config.QPR_KNOWLEDGE_PROMPT_TOKENS,
    mostSources: config.QPR_LIMIT_SOURCES,
    mostPages: config.QPR_LIMIT_KNOWLEDGE_PAGES,
    maxMegabytes: config.QPR_LIMIT_KNOWLEDGE_MB,
  })
  const scans = createScansSlice({
    ...shared,
    codes,
    ...webhooks.rules,
    isInForce,
    isDemo: (model) => visitors().conversations.isDemo(model),
    hasScanned: (request, codeId) => visitors().conversations.hasScanned(request, codeId),
    scanCookie: (codeId, scanId) => visitors().conversations.scanCookie(codeId, scanId),
    chat: (request, page) => visitors().conversations.chat(request, page),
    visitorPages: () => visitors().pages,
    mayCompress: (address) => visitors().mayCost(address),
    https,
    root: scanPath,
    geoDatabase: config.QPR_GEO_DATABASE,
  })
  const stripeSettings = stripeSettingsOf(config, plans)
  const stripe = stripeSettings && (await createStripe(service, stripeSettings))

  const learning = createLearningSlice({
    ...shared,
    ...organizations.rules,
    codes,
    ...knowledge.rules,
    embedder,
    ownerSays: (tx, ...message) => visitors().conversations.ownerSays(tx, ...message),
  })

  const changeOf = (tx: Transaction) =>
    changeContext(service, tx, null, auditOf(tx.db) ?? newAudit())
  const ratedDown: RatedDown = (tx, organizationId, rating) =>
    collectBadRating(changeOf(tx), { organizationId, ...rating })
  const rules = {
    ...audit.rules,
    notificationSender,
    ratedDown,
    countMessage: (tx: Transaction, organizationId: string) =>
      countMessage(changeOf(tx), organizationId),
    limitWatch: {
      check: () => checkLimits(service),
      start: () => startLimitWatch(service),
    },
    applyRetention: () => applyRetention(service),
    stripe,
    ...accounts.rules,
    ...jobs.rules,
    ...organizations.rules,
    ...webhooks.rules,
    codes,
    ...scans.rules,
    ...knowledge.rules,
    ...learning.rules,
    access,
    secrets,
    requireModel: (model: string | null) => requireModel({ service }, model),
  }
  return {
    rules,
    audit,
    mailSender,
    accounts,
    jobs,
    organizations,
    webhooks,
    codes,
    scans,
    knowledge,
    learning,
    shared,
  }
}

/** The shorter of two spans; null is unlimited. */
const shortestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
