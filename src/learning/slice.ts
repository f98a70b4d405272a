import type { LoggedBase } from '../storage/database.ts'
import { createGrouping } from './grouping.ts'
import { learningRoutes } from './learning.routes.ts'
import { createLearning } from './learning.ts'

type LearningDeps = LoggedBase &
  Omit<Parameters<typeof createGrouping>[0], keyof LoggedBase> &
  Omit<Parameters<typeof createLearning>[0], 'grouping'>

/** Wires the learning: the questions that were not answered, and what the owner answers. */
export const createLearningSlice = (deps: LearningDeps) => {
  const grouping = createGrouping(deps)
  const learning = createLearning({ ...deps, grouping })
  return {
    rules: { learning },
    api: learningRoutes(learning),
  }
}
