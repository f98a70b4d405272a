import { createGrouping } from '../../features/questions/grouping.ts'
import { learningRoutes } from '../../features/questions/learning.routes.ts'
import { createLearning } from '../../features/questions/learning.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

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
