// Derives values for the parts of the service from the settings.

import { planNames } from '#contract/plans.ts'
import type { ServiceFacts } from '../features/accounts/account.api.ts'
import { createEmbedder, type Embedder } from '../features/models/embeddings.ts'
import {
  createLocalEmbedder,
  findLocalModel,
  IncompleteModel,
  localThreads,
} from '../features/models/local-model.ts'
import type { EmbeddingChoice } from '../features/models/model-name.ts'
import type { Models } from '../features/models/models.ts'
import { readPlans } from '../features/plans/plans.file.ts'
import type { Plans } from '../features/plans/plans.ts'
import { type Clock, secondMs } from '../platform/kit/clock.ts'
import type { Logger } from '../platform/kit/log.ts'
import { entryFile, version } from '../platform/kit/project.ts'
import { isPublicHost } from '../platform/kit/target-guard.ts'
import type { createThreads } from '../platform/kit/threads.ts'
import { BadSetting, type Config } from './config/config.ts'

/** The public addresses of the service and of the visitor's page. */
export const addressesOf = ({ QPR_BASE_URL, QPR_SCAN_HOST }: Config) => {
  const base = new URL(QPR_BASE_URL)
  const scans = new URL(QPR_SCAN_HOST)
  return {
    origin: base.origin,
    https: base.protocol === 'https:',
    basePath: pathOf(base),
    scanOrigin: scans.origin,
    scanPath: pathOf(scans),
  }
}

/** Empty for an address without a path. */
const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '')

export const plansIn = (file: string | null) => {
  try {
    return readPlans(file)
  } catch (error) {
    throw new BadSetting(`QPR_PLANS_FILE ${(error as Error).message}`)
  }
}

/** Null unless payments go through Stripe. Throws when a setting is missing. */
export const stripeSettingsOf = (config: Config, plans: Plans) => {
  if (config.QPR_BILLING !== 'stripe') return null
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  const missing = (what: string) => new BadSetting(`QPR_BILLING=stripe needs ${what}`)
  if (secretKey === null) {
    throw missing('STRIPE_SECRET_KEY: copy it from Developers, API keys, in the Stripe dashboard.')
  }
  if (webhookSecret === null) {
    throw missing(
      'STRIPE_WEBHOOK_SECRET: add an endpoint for ' +
        `${config.QPR_BASE_URL}/billing/stripe in the Stripe dashboard and copy its secret.`,
    )
  }
  if (planNames.every((name) => plans[name].stripePriceIds.length === 0)) {
    throw missing('a plan for sale: set QPR_PLANS_FILE to a file with stripe_price_ids.')
  }
  const returnUrl = `${config.QPR_BASE_URL}/studio`
  return { secretKey, webhookSecret, apiUrl: config.QPR_STRIPE_API_URL, returnUrl }
}

/** Null without a provider. Throws when a setting is missing. */
export const companySettingsOf = (config: Config) => {
  const { QPR_OIDC_ISSUER: issuer, QPR_OIDC_CLIENT_ID: clientId } = config
  if (issuer === null) {
    if (config.QPR_SIGNIN_BY_MAIL === 'on') return null
    throw new BadSetting(
      'QPR_SIGNIN_BY_MAIL=off needs QPR_OIDC_ISSUER. Without both, users cannot sign in.',
    )
  }
  if (clientId === null) {
    throw new BadSetting(
      'QPR_OIDC_ISSUER needs QPR_OIDC_CLIENT_ID: register this service at the provider with the ' +
        `redirect address ${config.QPR_BASE_URL}/signin/company/callback.`,
    )
  }
  return {
    issuer,
    clientId,
    clientSecret: config.QPR_OIDC_CLIENT_SECRET,
    name: config.QPR_OIDC_NAME,
    domains: config.QPR_OIDC_DOMAINS,
    roleClaim: config.QPR_OIDC_ROLE_CLAIM,
  }
}

export const allowsPrivateTargets = ({
  QPR_WEBHOOK_PRIVATE_TARGETS: targets,
  QPR_BASE_URL,
}: Config): boolean => (targets === 'auto' ? !isPublicHost(QPR_BASE_URL) : targets === 'allow')

/** How the providers of models are reached. */
const providersIn = (config: Config) => ({
  keys: {
    openai: config.OPENAI_API_KEY,
    anthropic: config.ANTHROPIC_API_KEY,
    google: config.GOOGLE_GENERATIVE_AI_API_KEY,
    compatible: config.QPR_AI_API_KEY,
  },
  baseUrls: {
    openai: config.OPENAI_BASE_URL,
    anthropic: config.ANTHROPIC_BASE_URL,
    google: config.GOOGLE_GENERATIVE_AI_BASE_URL,
    compatible: config.QPR_AI_BASE_URL,
  },
  ollamaHost: config.OLLAMA_HOST,
})

export const modelOptions = (config: Config, clock: Clock, log: Logger) => ({
  ...providersIn(config),
  names: config.QPR_AI_MODEL,
  choices: config.QPR_AI_MODELS,
  prices: config.QPR_AI_PRICES,
  firstTokenMs: config.QPR_AI_FIRST_TOKEN_SECONDS * secondMs,
  stallMs: config.QPR_AI_STALL_SECONDS * secondMs,
  clock,
  log,
})

/** The model that computes vectors; null: the search compares words. */
export const embedderIn = (config: Config, threadsOf: typeof createThreads): Embedder | null => {
  const installed: EmbeddingChoice = { kind: 'local', folder: null }
  const choice = config.QPR_AI_EMBEDDING_MODEL ?? installed
  if (choice.kind === 'none') return null
  if (choice.kind === 'provider') {
    return createEmbedder(choice.name, providersIn(config))
  }
  try {
    const model = findLocalModel(choice.folder)
    const file = entryFile('embedding-thread')
    return model && createLocalEmbedder(model, threadsOf({ ...localThreads, file }))
  } catch (error) {
    if (!(error instanceof IncompleteModel)) throw error
    throw new BadSetting(`QPR_AI_EMBEDDING_MODEL: ${error.message}`)
  }
}

const meaningOf = (embedder: Embedder | null): ServiceFacts['search_by_meaning'] => {
  if (!embedder) return 'none'
  return embedder.languages ? 'english' : 'all'
}

/** The facts in the response of GET /v1/account. */
export const accountFacts = (config: Config, models: Models, embedder: Embedder | null) => {
  const { QPR_BASE_URL, QPR_SCAN_HOST } = config
  const { id, isDemo } = models.modelFor(null)
  return {
    base_url: QPR_BASE_URL,
    scan_host: QPR_SCAN_HOST,
    scan_host_is_public: isPublicHost(QPR_SCAN_HOST),
    mail_configured: config.QPR_SMTP_URL !== null,
    version,
    model: id,
    models: models.choices(),
    search_by_meaning: meaningOf(embedder),
    currency: config.QPR_AI_CURRENCY,
    demo: isDemo,
  }
}
