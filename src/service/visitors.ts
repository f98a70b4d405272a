import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { createTurns } from '../features/answers/turns.ts'
import { createImages } from '../features/images/images.ts'
import { createModelMetrics } from '../features/models/metrics.ts'
import { createModels } from '../features/models/models.ts'
import { preparedScripts } from '../features/page/page.ts'
import { readScripts } from '../features/page/script.ts'
import { createRecorder } from '../features/scans/recorder.ts'
import { scanPages } from '../features/visitor/scan.pages.ts'
import type { Service } from '../platform/context.ts'
import { createMinuteLimit } from '../platform/http/limits/rates.ts'
import { addGauge } from '../platform/kit/gauges.ts'
import { createPlaces } from '../platform/kit/places.ts'
import { entryFile } from '../platform/kit/project.ts'
import { createThreads } from '../platform/kit/threads.ts'
import type { Parts } from './compose.ts'
import { accountFacts, modelOptions } from './settings.ts'

/** The parts that only the running service has. */
export const composeVisitors = async (parts: Parts, service: Service, registry: Registry) => {
  const { config, clock, log } = parts
  // First, because it fails when the script is not built, and nothing is open yet.
  const pageScripts = preparedScripts(readScripts())
  const threads = (parts.createThreads ?? createThreads)({ file: entryFile('thread') })
  const mayCost = createMinuteLimit(config.QPR_LIMIT_COSTLY_PER_MINUTE, clock)
  const images = createImages({ service, mayDraw: mayCost })
  const models = await createModels({
    ...modelOptions(config, clock, log),
    ...createModelMetrics(registry),
    threads,
  })
  const turns = createTurns(service)
  addGauge(
    registry,
    'qpr_answers_running',
    'Answers of models that run in this process.',
    turns.count,
  )
  const facts = () => accountFacts(config, models, service.embedder)
  /** Only when the service starts, because no command needs the recorder or the country database. */
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
    scanPages: async (app: FastifyInstance) => {
      const places = createPlaces(config.QPR_GEO_DATABASE)
      app.register(scanPages({ recorder: recordScans(), places }))
    },
    pageScripts,
    threads,
    mayCost,
    images,
    models,
    turns,
    facts,
  }
}
