import { join } from 'node:path'
import { Registry } from 'prom-client'
import { createAuthenticator } from '../features/accounts/authenticator.ts'
import { createProvider } from '../features/accounts/company-provider.ts'
import { signInLink } from '../features/accounts/sign-ins.ts'
import { legacyRecorder } from '../features/audit/recorder.ts'
import { shortestRetention } from '../features/billing/retention.ts'
import { legacyCodes } from '../features/codes/codes.legacy.ts'
import { unknownShortId } from '../features/codes/drawings.ts'
import { addOwnerMessage } from '../features/conversations/conversations.ts'
import { history as conversationHistory } from '../features/conversations/inbox.store.ts'
import { sentencesIn } from '../features/conversations/sentences.ts'
import { monthUsedUp } from '../features/conversations/visits.problems.ts'
import { createMessages } from '../features/deliveries/message.ts'
import { createSender } from '../features/deliveries/sender.ts'
import { createRecentBodies } from '../features/events/recent-bodies.ts'
import { legacyJobs } from '../features/jobs/jobs.legacy.ts'
import { createEmbedder } from '../features/models/embeddings.ts'
import { access } from '../features/organizations/access.ts'
import { brandForMail } from '../features/organizations/brands.ts'
import { invitationLink } from '../features/organizations/invitations.ts'
import { legacyOrganizations } from '../features/organizations/organizations.legacy.ts'
import { createPlanGate } from '../features/plans/limits.ts'
import { meaningOf } from '../features/plans/plans.ts'
import { legacyScans } from '../features/scans/scans.legacy.ts'
import { createSigner } from '../features/webhooks/signature.ts'
import { newAudit } from '../platform/audit.ts'
import { changeContext, type Service } from '../platform/context.ts'
import { createChange } from '../platform/http/change.ts'
import { createStreams } from '../platform/http/output/streams.ts'
import { createChild } from '../platform/kit/child.ts'
import { secondMs } from '../platform/kit/clock.ts'
import { createNames } from '../platform/kit/names.ts'
import { createPlaces, type Places } from '../platform/kit/places.ts'
import { createSecrets } from '../platform/kit/secrets.ts'
import { createTargetGuard } from '../platform/kit/target-guard.ts'
import {
  deleteRowsOfCode,
  deleteRowsOfOrganization,
  leaveSums,
  moveRowsOfCode,
} from './deletion.ts'
import { checkSecret, masterSecret } from './installation.ts'
import { createRunners, jobHandlers } from './jobs.ts'
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
import { createBillingSlice } from './slices/billing.ts'
import { createKnowledgeSlice } from './slices/knowledge.ts'
import { createLearningSlice } from './slices/learning.ts'
import { createMailSlice } from './slices/mail.ts'
import { createNotificationsSlice } from './slices/notifications.ts'
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
  const baseUrl = config.QPR_BASE_URL
  const { origin, basePath, https, scanPath } = addressesOf(config)
  const company = companySettingsOf(config)
  const guard = createTargetGuard({
    allowPrivate: allowsPrivateTargets(config),
    resolve: createNames({ servers: config.QPR_DNS_SERVERS }),
  })
  const service: Service = {
    database,
    clock,
    log,
    secrets,
    get threads() {
      return visitors().threads
    },
    live: createStreams(database.signals, log),
    jobHandlers: jobHandlers(() => knowledge.chores),
    address: { baseUrl, origin, basePath, https },
    countryOf,
    mailWorker: { wake: () => mail.rules.mail.wake() },
    plans,
    invitations: {
      perDay: config.QPR_LIMIT_INVITATIONS_PER_DAY,
      mailSuffices: config.QPR_SIGNIN_BY_MAIL === 'on',
    },
    maxKeys: config.QPR_LIMIT_KEYS,
    signIns: {
      byMail: config.QPR_SIGNIN_BY_MAIL === 'on',
      sendsMail: config.QPR_SMTP_URL !== null,
      signup: config.QPR_SIGNUP,
      mailsPerHour: config.QPR_LIMIT_SIGNIN_MAILS_PER_HOUR,
    },
    company: company && {
      name: company.name,
      provider: createProvider({ ...company, callback: `${baseUrl}/signin/company/callback` }),
      domains: company.domains,
      roleClaim: company.roleClaim,
    },
    facts: () => visitors().facts(),
    brands: { sampleScanUrl: `${config.QPR_SCAN_HOST}/s/${unknownShortId}` },
    organizations: {
      createdPerDay: config.QPR_LIMIT_ORGANIZATIONS_PER_DAY,
      settlePayments: (id) => billing.rules.subscriptions.settlePayments(id),
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
    get models() {
      return visitors().models
    },
    codes: { baseUrl, scanHost: config.QPR_SCAN_HOST, maxVersions: config.QPR_LIMIT_VERSIONS },
    templates: { maxTemplates: config.QPR_LIMIT_TEMPLATES },
    get images() {
      return visitors().images
    },
    scanStreams: { isInForce: (actor) => authenticator.isInForce(actor) },
    analytics: {
      scanRetentionDays: shortestOf(config.QPR_SCAN_RETENTION_DAYS, shortestRetention(plans)),
      conversationRetentionDays: shortestOf(
        config.QPR_CONVERSATION_RETENTION_DAYS,
        shortestRetention(plans),
      ),
    },
    conversations: { idleMs: config.QPR_CONVERSATION_IDLE_SECONDS * secondMs },
    findPassages: (code, asked) => knowledge.rules.findPassages(code, asked),
    answerLimits: {
      messagesPerMinute: config.QPR_LIMIT_MESSAGES_PER_MINUTE,
      messages: config.QPR_LIMIT_MESSAGES,
      outputTokens: config.QPR_LIMIT_OUTPUT_TOKENS,
      tokensPerDay: config.QPR_LIMIT_TOKENS_PER_DAY,
    },
    get turns() {
      return visitors().turns
    },
    get pageScripts() {
      return visitors().pageScripts
    },
    visitor: {
      messagesPerMinute: config.QPR_LIMIT_MESSAGES_PER_MINUTE,
      openingsPerMinute: config.QPR_LIMIT_OPENINGS_PER_MINUTE,
      https,
      root: scanPath,
      scanHost: config.QPR_SCAN_HOST,
      mayCompress: (address) => visitors().mayCost(address),
    },
    reactions: {
      turnEnded: [
        async (change, { outcome, ...question }) => {
          if (outcome !== 'unknown' && outcome !== 'partly') return
          await learning.rules.learning.note(change, question)
        },
      ],
      messageCounted: [
        async (change, { organizationId, language }) => {
          if (await billing.rules.countMessage(change, organizationId)) return
          throw monthUsedUp(sentencesIn(language).usedUpThisMonth)
        },
      ],
      answerRatedDown: [
        (change, { organizationId, ...rating }) =>
          notifications.rules.ratedDown(change, organizationId, rating),
        async (change, { messageId: answerId, ...asked }) => {
          if (answerId === null) return
          await learning.rules.learning.note(change, { answerId, ...asked })
        },
      ],
      codeLeaving: [leaveSums],
      codeDeleted: [deleteRowsOfCode],
      codeMoved: [moveRowsOfCode],
      organizationDeleting: [
        (change, { id }) => billing.rules.subscriptions.requireUnpaid(change, id),
      ],
      organizationDeleted: [deleteRowsOfOrganization],
    },
  }
  const change = createChange(service)
  const recorder = legacyRecorder(service)
  const organizations = legacyOrganizations(service)
  const authenticator = createAuthenticator(service)
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
    live: service.live,
    registry,
    baseUrl,
  }

  const jobs = legacyJobs(service)
  const scans = legacyScans(service)
  const mail = createMailSlice({
    ...shared,
    links: {
      invitation: (id, expiresAt) => invitationLink({ service }, id, expiresAt),
      signIn: (id, next) => signInLink({ service }, id, next),
      unsubscribe: (reader) => notifications.unsubscribeLink(reader),
    },
    brandOf: (id) => brandForMail(database.db, id),
    quotes: {
      badRatings: (data) => notifications.quotes.badRatings(data),
      summary: (data) => notifications.quotes.summary(data),
    },
    meaningOf: (planChange) => meaningOf(plans, planChange),
    smtpUrl: config.QPR_SMTP_URL,
    from: config.QPR_MAIL_FROM,
    outboxDir: join(config.QPR_DATA_DIR, 'outbox'),
  })
  const notifications = createNotificationsSlice({
    ...shared,
    ...mail.rules,
    hoursBetween: scans.hoursBetween,
    unansweredIn: (id, span, most) => learning.rules.learning.unanswered(id, span, most),
  })
  const { isInForce } = authenticator
  const webhooks = createWebhooksSlice({
    ...shared,
    ...mail.rules,
    ...organizations,
    ...notifications.rules,
    isInForce,
    timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS,
    retrySeconds: config.QPR_WEBHOOK_RETRY_SECONDS,
  })
  const codes = legacyCodes(service)
  const embedder = createEmbedder(config.QPR_AI_EMBEDDING_MODEL, modelOptions(config, clock, log))
  const knowledge = createKnowledgeSlice({
    ...shared,
    jobs,
    ...organizations,
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
  const billing = await createBillingSlice({
    ...shared,
    ...mail.rules,
    ...organizations,
    ...notifications.rules,
    ...webhooks.rules,
    scans,
    knowledgeUse: knowledge.use,
    plans,
    stripeSettings: stripeSettingsOf(config, plans),
    histories: [scans.history, conversationHistory],
  })

  const learning = createLearningSlice({
    ...shared,
    ...organizations,
    codes,
    ...knowledge.rules,
    embedder,
    ownerSays: (tx, ...message) =>
      addOwnerMessage(changeContext(service, tx, null, newAudit()), ...message),
  })

  const rules = {
    ...mail.rules,
    ...notifications.rules,
    ...createRunners(service, log, registry),
    jobs,
    ...organizations,
    ...webhooks.rules,
    codes,
    scans,
    ...billing.rules,
    ...knowledge.rules,
    ...learning.rules,
    access,
    secrets,
  }
  return {
    rules,
    authenticator,
    mail,
    notifications,
    webhooks,
    codes,
    billing,
    knowledge,
    learning,
    shared,
  }
}

/** The shorter of two spans; null is unlimited. */
const shortestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
