import { createImages } from '../features/images/images.ts'
import { createModelMetrics } from '../features/models/metrics.ts'
import { createModels } from '../features/models/models.ts'
import { embedPages } from '../features/page/embed.pages.ts'
import { createVisitorPages } from '../features/page/page.ts'
import { readScripts } from '../features/page/script.ts'
import { languageOf } from '../features/visitor/scan.pages.ts'
import { createMinuteLimit } from '../platform/http/limits/minute-limit.ts'
import { createThreads } from '../platform/kit/threads.ts'
import type { Parts } from './parts.ts'
import { addressesOf, conversationLimits, factsOf, modelOptions, threadFile } from './settings.ts'
import { createConversationsSlice } from './slices/conversations.ts'
import type { Slices } from './slices.ts'

/**
 * The parts that only the running service has: models, conversations, and images drawn by threads.
 */
export const composeVisitors = async (parts: Parts, { rules, shared }: Slices) => {
  const { config, database, clock, log } = parts
  const { codes, scans } = rules
  const { https, scanPath } = addressesOf(config)
  // First, because it fails when the script is not built, and nothing is open yet.
  const scripts = readScripts()
  const pages = createVisitorPages(scripts)
  const threads = (parts.createThreads ?? createThreads)({ file: threadFile })
  const mayCost = createMinuteLimit(config.QPR_LIMIT_COSTLY_PER_MINUTE, clock)
  const images = createImages({ database, clock, codes, threads, mayDraw: mayCost })
  const models = await createModels({
    ...modelOptions(config, clock, log),
    ...createModelMetrics(shared.registry),
    threads,
  })
  const conversations = createConversationsSlice({
    ...shared,
    ...rules,
    models,
    limits: conversationLimits(config),
    idleSeconds: config.QPR_CONVERSATION_IDLE_SECONDS,
    noteMessages: scans.noteMessages,
    findPassages: rules.findPassages,
    languageOf,
    pages,
    https,
    root: scanPath,
    scanHost: config.QPR_SCAN_HOST,
  })
  const facts = () => factsOf(config, models)
  return {
    pages,
    embed: embedPages(scripts.embed),
    threads,
    mayCost,
    images,
    models,
    conversations,
    facts,
  }
}
