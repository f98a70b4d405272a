import { join } from 'node:path'
import { Registry } from 'prom-client'
import type { ServiceFacts } from '../features/accounts/account.api.ts'
import { createProvider } from '../features/accounts/company-provider.ts'
import { readPicture } from '../features/answers/pictures.ts'
import type { Turns } from '../features/answers/turns.ts'
import { shortestRetention } from '../features/billing/retention.ts'
import { settlePayments } from '../features/billing/stripe.payments.ts'
import { createStripe } from '../features/billing/stripe.ts'
import { unknownShortId } from '../features/codes/drawings.ts'
import { createDelivery } from '../features/deliveries/delivery.ts'
import { createSender } from '../features/deliveries/sender.ts'
import { createRecentBodies } from '../features/events/outbox.ts'
import type { Images } from '../features/images/images.ts'
import { createReaders } from '../features/knowledge/readers.ts'
import type { Models } from '../features/models/models.ts'
import { isDemo } from '../features/models/models.ts'
import { createTyping } from '../features/people/answering.ts'
import { sendNotices } from '../features/people/notices.ts'
import { createGroupings } from '../features/questions/grouping.ts'
import { createRetrieval } from '../features/retrieval/retrieval.ts'
import { createSigner } from '../features/webhooks/signature.ts'
import { readContext, type Service } from '../platform/context.ts'
import type { MinuteLimit } from '../platform/http/limits/rates.ts'
import { createStreams } from '../platform/http/output/streams.ts'
import { createChild } from '../platform/kit/child.ts'
import { type Clock, secondMs } from '../platform/kit/clock.ts'
import type { Logger } from '../platform/kit/log.ts'
import { createNames } from '../platform/kit/names.ts'
import { createPlaces, type Places } from '../platform/kit/places.ts'
import { entryFile } from '../platform/kit/project.ts'
import { createSecrets } from '../platform/kit/secrets.ts'
import { createTargetGuard } from '../platform/kit/target-guard.ts'
import { createThreads, type Threads } from '../platform/kit/threads.ts'
import { createWorker } from '../platform/kit/worker.ts'
import { createMailMetrics, createMailSender } from '../platform/mail/mail.ts'
import { createMailTransport } from '../platform/mail/transport.ts'
import type { Database } from '../platform/store/database.ts'
import type { Config } from './config/config.ts'
import { checkSecret, masterSecret } from './installation.ts'
import { createRunners, jobHandlers } from './jobs.ts'
import { mailTexts } from './mail-texts.ts'
import { reactions } from './reactions.ts'
import {
  addressesOf,
  allowsPrivateTargets,
  companySettingsOf,
  embedderIn,
  plansIn,
  stripeSettingsOf,
} from './settings.ts'
import type { Siblings } from './siblings.ts'
import type { RunningTracing } from './tracing.ts'

export interface Parts {
  config: Config
  database: Database
  clock: Clock
  log: Logger
  /** Null, or absent: no request is traced. */
  tracing?: Pick<RunningTracing, 'watch'> | null
  /** Null, or absent: this is the only process of the service on this machine. */
  siblings?: Siblings | null
  /** Requests wait until it resolves. Absent: they are served at once. */
  opened?: Promise<void>
  /** Absent: the threads belong to this service. */
  createThreads?: typeof createThreads
  /** Absent: the child process belongs to this service. */
  createChild?: typeof createChild
}

const perHourOf = ([address, organization]: [number, number]) => ({ address, organization })

/** The parts of the running service that `composeService` refers to. */
interface Visitors {
  facts: () => ServiceFacts
  models: Models
  threads: Threads
  images: Images
  pageScripts: Service['pageScripts']
  turns: Turns
  mayCost: MinuteLimit
}

/**
 * Builds the parts of the service from the settings. Commands use the result without starting
 * anything. `visitors` exists only in the running service: models, images and conversations.
 */
export const composeService = async (parts: Parts, visitors: () => Visitors) => {
  const { config, database, clock, log } = parts
  const secrets = createSecrets(masterSecret(config))
  await checkSecret(database, secrets, clock.now())
  const plans = plansIn(config.QPR_PLANS_FILE)
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
  const embedder = embedderIn(config, parts.createThreads ?? createThreads)
  const recentBodies = createRecentBodies()
  const service: Service = {
    database,
    clock,
    log,
    secrets,
    get threads() {
      return visitors().threads
    },
    typing: createTyping(database.signals, clock),
    live: createStreams(database.signals, log),
    jobHandlers,
    address: { baseUrl, origin, basePath, https, scanPath, scanHost: config.QPR_SCAN_HOST },
    countryOf,
    mailWorker: { wake: () => mailSender.wake() },
    noticeWorker: { wake: () => noticeSender.wake() },
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
      settlePayments: (id) => settlePayments(readContext(service, null), id),
    },
    events: { recentBodies, express: null },
    webhooks: {
      guard,
      maxWebhooks: config.QPR_LIMIT_WEBHOOKS,
    },
    deliveries: {
      sign: createSigner(secrets),
      sender: createSender({ clock, guard, timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS }),
    },
    embedder,
    get models() {
      return visitors().models
    },
    codes: { maxVersions: config.QPR_LIMIT_VERSIONS },
    templates: { maxTemplates: config.QPR_LIMIT_TEMPLATES },
    get images() {
      return visitors().images
    },
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
      readerFile: entryFile('reader'),
    }),
    pictures: {
      canAsk: () => !isDemo({ service }, null),
      read: (...asked) => readPicture(readContext(service, null), ...asked),
    },
    retrieval: createRetrieval({
      database,
      clock,
      log,
      embedder,
      promptTokens: config.QPR_KNOWLEDGE_PROMPT_TOKENS,
      rewritingMs: config.QPR_AI_REWRITING_MS,
      searchThreadFile: entryFile('search-thread'),
    }),
    groupings: createGroupings(),
    conversations: { idleMs: config.QPR_CONVERSATION_IDLE_SECONDS * secondMs },
    privacy: { conversationDays: config.QPR_CONVERSATION_RETENTION_DAYS },
    handoffs: { perHour: perHourOf(config.QPR_LIMIT_HANDOFFS_PER_HOUR) },
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
      mayCompress: (address) => visitors().mayCost(address),
    },
    get stripe() {
      return stripe
    },
    reactions,
  }
  const registry = new Registry()
  const mailSender = createMailSender({
    service,
    texts: mailTexts,
    transport: createMailTransport({
      smtpUrl: config.QPR_SMTP_URL,
      from: config.QPR_MAIL_FROM,
      outboxDir: join(config.QPR_DATA_DIR, 'outbox'),
      log,
    }),
    ended: createMailMetrics({ registry, database, clock }),
  })
  const noticeSender = createWorker(() => sendNotices(service))
  const delivery = createDelivery({
    ...parts,
    ...service.deliveries,
    service,
    registry,
    recentBodies,
    timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS,
    retrySeconds: config.QPR_WEBHOOK_RETRY_SECONDS,
  })
  service.events.express = delivery.express
  const stripeSettings = stripeSettingsOf(config, plans)
  const stripe = stripeSettings && (await createStripe(service, stripeSettings))
  return {
    service,
    registry,
    stripe,
    mailSender,
    noticeSender,
    delivery,
    ...createRunners(service, registry),
  }
}

/** The shorter of two spans; null is unlimited. */
const shortestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
