import { createTurns } from '../features/answers/turns.ts'
import { createImages } from '../features/images/images.ts'
import { createModelMetrics } from '../features/models/metrics.ts'
import { createModels } from '../features/models/models.ts'
import { preparedScripts } from '../features/page/page.ts'
import { readScripts } from '../features/page/script.ts'
import { createMinuteLimit } from '../platform/http/limits/minute-limit.ts'
import { addGauge } from '../platform/kit/gauges.ts'
import { createThreads } from '../platform/kit/threads.ts'
import type { Parts } from './parts.ts'
import { factsOf, modelOptions, threadFile } from './settings.ts'
import type { Slices } from './slices.ts'

/** The parts that only the running service has. */
export const composeVisitors = async (parts: Parts, { rules, shared }: Slices) => {
  const { config, database, clock, log } = parts
  const { service, registry } = shared
  // First, because it fails when the script is not built, and nothing is open yet.
  const pageScripts = preparedScripts(readScripts())
  const threads = (parts.createThreads ?? createThreads)({ file: threadFile })
  const mayCost = createMinuteLimit(config.QPR_LIMIT_COSTLY_PER_MINUTE, clock)
  const images = createImages({ database, clock, codes: rules.codes, threads, mayDraw: mayCost })
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
  const facts = () => factsOf(config, models)
  return { pageScripts, threads, mayCost, images, models, turns, facts }
}
