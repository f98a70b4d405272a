import type { Config } from '../config/config.ts'
import type { Models } from '../conversations/models/models.ts'
import { type Clock, secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import { version } from '../version.ts'
import { isPublicHost } from '../webhooks/delivery/target-guard.ts'

/** What the settings say of models. */
export const modelOptions = (config: Config, clock: Clock, log: Logger) => ({
  names: config.QPR_AI_MODEL,
  choices: config.QPR_AI_MODELS,
  keys: {
    openai: config.OPENAI_API_KEY,
    anthropic: config.ANTHROPIC_API_KEY,
    google: config.GOOGLE_GENERATIVE_AI_API_KEY,
    compatible: config.QPR_AI_API_KEY,
  },
  baseUrls: { compatible: config.QPR_AI_BASE_URL },
  ollamaHost: config.OLLAMA_HOST,
  prices: config.QPR_AI_PRICES,
  firstTokenMs: config.QPR_AI_FIRST_TOKEN_SECONDS * secondMs,
  stallMs: config.QPR_AI_STALL_SECONDS * secondMs,
  clock,
  log,
})

/** What a client wants to know of the service. */
export const factsOf = ({ QPR_BASE_URL, QPR_SCAN_HOST }: Config, models: Models) => {
  const { id, isDemo } = models.default()
  return {
    base_url: QPR_BASE_URL,
    scan_host: QPR_SCAN_HOST,
    scan_host_is_public: isPublicHost(QPR_SCAN_HOST),
    version,
    model: id,
    models: models.choices(),
    demo: isDemo,
  }
}

/** Below which path an address lies; empty where it lies at the top. */
export const pathOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '')
