import type { Config } from '../config/config.ts'
import { createMinuteLimit } from '../http/limits/minute-limit.ts'
import { createImages } from '../images/images.ts'
import type { Clock } from '../kit/clock.ts'
import { isBuilt, projectFile } from '../kit/project.ts'
import { createThreads } from '../kit/threads.ts'
import type { Rules } from './rules.ts'

/** Work that is done beside the event loop, and how much of it one address may ask for. */
export const costlyWork = (config: Config, clock: Clock, codes: Rules['codes']) => {
  const threads = createThreads({
    file: projectFile(isBuilt ? 'dist/server/thread.js' : 'src/app/thread.ts'),
  })
  const mayCost = createMinuteLimit(config.QPR_LIMIT_COSTLY_PER_MINUTE, clock)
  return { threads, mayCost, images: createImages({ codes, threads, mayDraw: mayCost }) }
}
