import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { createImages } from '../features/images/images.ts'
import { createModelMetrics } from '../features/models/metrics.ts'
import { createModels } from '../features/models/models.ts'
import { embedPages } from '../features/page/embed.pages.ts'
import { createVisitorPages } from '../features/page/page.ts'
import { readScripts } from '../features/page/script.ts'
import { createRecorder } from '../features/scans/recorder.ts'
import { createDeviceKeys } from '../features/visitor/device-keys.ts'
import { languageOf, scanPages } from '../features/visitor/scan.pages.ts'
import { createMinuteLimit } from '../platform/http/limits/minute-limit.ts'
import { addGauge } from '../platform/kit/gauges.ts'
import { createPlaces } from '../platform/kit/places.ts'
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
  const { service, registry } = shared
  const { codes, scans } = rules
  const { https, scanPath } = addressesOf(config)
  // First, because it fails when the script is not built, and nothing is open yet.
  const scripts = readScripts()
  const pages = createVisitorPages(scripts)
  const threads = (parts.createThreads ?? createThreads)({ file: threadFile })
  const mayCost = createMinuteLimit(config.QPR_LIMIT_COSTLY_PER_MINUTE, clock)
  const images = createImages({ service, mayDraw: mayCost })
  const models = await createModels({
    ...modelOptions(config, clock, log),
    ...createModelMetrics(registry),
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
  const recordScans = () => {
    const counter = new Counter({
      name: 'qpr_scans_total',
      help: 'Scans that this process has recorded.',
      registers: [registry],
    })
    const recorder = createRecorder({ service, onRecorded: (scans) => counter.inc(scans) })
    addGauge(
      registry,
      'qpr_scans_waiting',
      'Scans that this process has not stored yet.',
      recorder.waiting,
    )
    return recorder
  }
  return {
    embed: embedPages(scripts.embed),
    scanPages: async (app: FastifyInstance) => {
      const { isDemo, hasScanned, scanCookie, chat } = conversations
      app.register(
        scanPages({
          database,
          clock,
          codes,
          recorder: recordScans(),
          deviceKeys: createDeviceKeys({ clock, https, root: scanPath }),
          places: createPlaces(config.QPR_GEO_DATABASE),
          pages,
          isDemo,
          hasScanned,
          scanCookie,
          chat,
          mayCompress: mayCost,
          https,
          root: scanPath,
        }),
      )
    },
    threads,
    images,
    models,
    conversations,
    facts,
  }
}
