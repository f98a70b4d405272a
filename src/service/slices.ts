import { join } from 'node:path'
import { Registry } from 'prom-client'
import { isAbove, may } from '#contract/roles.ts'
import type { FindPassages } from '../features/answers/answering.ts'
import { shortestRetention } from '../features/billing/retention.ts'
import { legacyCodes } from '../features/codes/codes.legacy.ts'
import { unknownShortId } from '../features/codes/drawings.ts'
import { history as conversationHistory } from '../features/conversations/inbox.store.ts'
import { createMessages } from '../features/deliveries/message.ts'
import { createSender } from '../features/deliveries/sender.ts'
import { createRecentBodies } from '../features/events/recent-bodies.ts'
import { createReaders } from '../features/knowledge/readers.ts'
import { usage as knowledgeUsage } from '../features/knowledge/sources.store.ts'
import { requireModel } from '../features/models/choices.ts'
import { createEmbedder } from '../features/models/embeddings.ts'
import { access } from '../features/organizations/access.ts'
import { createPlanGate } from '../features/plans/limits.ts'
import { meaningOf } from '../features/plans/plans.ts'
import { createGroupings } from '../features/questions/grouping.ts'
import { legacyLearning } from '../features/questions/questions.legacy.ts'
import { unansweredQuestions } from '../features/questions/questions.list.ts'
import { embedPassages } from '../features/retrieval/embedding.ts'
import { createRetrieval, findPassages } from '../features/retrieval/retrieval.ts'
import { legacyScans } from '../features/scans/scans.legacy.ts'
import { createSigner } from '../features/webhooks/signature.ts'
import { readContext, type Service } from '../platform/context.ts'
import { createChange } from '../platform/http/change.ts'
import { createStreams } from '../platform/http/output/streams.ts'
import { browserOf } from '../platform/kit/browser.ts'
import { createChild } from '../platform/kit/child.ts'
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
import { createBillingSlice } from './slices/billing.ts'
import { createMailSlice } from './slices/mail.ts'
import { createNotificationsSlice } from './slices/notifications.ts'
import { createOrganizationsSlice } from './slices/organizations.ts'
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
  const embedder = createEmbedder(config.QPR_AI_EMBEDDING_MODEL, modelOptions(config, clock, log))
  const service: Service = {
    database,
    clock,
    log,
    secrets,
    get threads() {
      return visitors().threads
    },
    live: createStreams(database.signals, log),
    jobHandlers,
    plans,
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
    embedder,
    offeredModels: () => visitors().models.choices(),
    codes: { baseUrl, scanHost: config.QPR_SCAN_HOST, maxVersions: config.QPR_LIMIT_VERSIONS },
    templates: { maxTemplates: config.QPR_LIMIT_TEMPLATES },
    get images() {
      return visitors().images
    },
    scanStreams: { isInForce: (actor) => accounts.authenticator.isInForce(actor) },
    analytics: {
      scanRetentionDays: shortestOf(config.QPR_SCAN_RETENTION_DAYS, shortestRetention(plans)),
      conversationRetentionDays: shortestOf(
        config.QPR_CONVERSATION_RETENTION_DAYS,
        shortestRetention(plans),
      ),
    },
    knowledge: {
      maxSources: config.QPR_LIMIT_SOURCES,
      maxPages: config.QPR_LIMIT_KNOWLEDGE_PAGES,
      maxMegabytes: config.QPR_LIMIT_KNOWLEDGE_MB,
    },
    readers: createReaders({
      database,
      log,
      guard,
      baseUrl,
      createChild: parts.createChild ?? createChild,
      readerFile,
    }),
    retrieval: createRetrieval({
      database,
      clock,
      log,
      embedder,
      promptTokens: config.QPR_KNOWLEDGE_PROMPT_TOKENS,
      searchThreadFile,
    }),
    groupings: createGroupings(),
    reactions: {
      passagesAdded: [embedPassages],
      questionAnswered: [
        async (change, { conversationIds, answer }) => {
          const { ownerSays } = visitors().conversations
          for (const id of conversationIds) await ownerSays(change, id, answer)
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
  const change = createChange({ service, record: recorder.recordChange })
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

  const scans = legacyScans(service)
  const mail = createMailSlice({
    ...shared,
    links: {
      invitation: (id, expiresAt) => organizations.rules.invitations.link(id, expiresAt),
      signIn: (id, next) => accounts.rules.signIns.link(id, next),
      unsubscribe: (reader) => notifications.unsubscribeLink(reader),
    },
    brandOf: (id) => organizations.rules.brands.forMail(id),
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
    unansweredIn: (id, span, most) =>
      unansweredQuestions(readContext(service, null), id, span, most),
  })
  const accounts = createAccountsSlice({
    ...shared,
    ...mail.rules,
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
  const organizations = createOrganizationsSlice({
    ...shared,
    ...mail.rules,
    ...accounts.rules,
    gate,
    mailSuffices: config.QPR_SIGNIN_BY_MAIL === 'on',
    invitationsPerDay: config.QPR_LIMIT_INVITATIONS_PER_DAY,
  })
  const webhooks = createWebhooksSlice({
    ...shared,
    ...mail.rules,
    ...organizations.rules,
    ...notifications.rules,
    isInForce,
    timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS,
    retrySeconds: config.QPR_WEBHOOK_RETRY_SECONDS,
  })
  const codes = legacyCodes(service)
  const billing = await createBillingSlice({
    ...shared,
    ...mail.rules,
    ...organizations.rules,
    ...notifications.rules,
    ...webhooks.rules,
    scans,
    knowledgeUse: knowledgeUsage,
    plans,
    stripeSettings: stripeSettingsOf(config, plans),
    histories: [scans.history, conversationHistory],
  })

  const rules = {
    ...audit.rules,
    ...mail.rules,
    ...notifications.rules,
    ...accounts.rules,
    ...createRunners(service, log, registry),
    ...organizations.rules,
    ...webhooks.rules,
    codes,
    scans,
    ...billing.rules,
    learning: legacyLearning(service),
    findPassages: ((code, asked) => findPassages({ service }, code, asked)) satisfies FindPassages,
    access,
    secrets,
    requireModel: (model: string | null) => requireModel({ service }, model),
  }
  return {
    rules,
    audit,
    mail,
    notifications,
    accounts,
    organizations,
    webhooks,
    codes,
    billing,
    shared,
  }
}

/** The shorter of two spans; null is unlimited. */
const shortestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
