import type { FastifyInstance } from 'fastify'
import type { Change } from '../http/change.ts'
import { codeRoutes } from './codes.routes.ts'
import { createCodes } from './codes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { logoRoutes } from './logo.routes.ts'
import { tagRoutes } from './tags/tags.routes.ts'
import { createTags } from './tags/tags.ts'
import { savedTemplateRoutes } from './templates/saved-templates.routes.ts'
import { createSavedTemplates } from './templates/saved-templates.ts'
import { templateRoutes } from './templates/templates.routes.ts'

type CodesDeps = Parameters<typeof createCodes>[0] &
  Omit<Parameters<typeof createSavedTemplates>[0], 'exampleOf'> & {
    change: Change
    checkLogo: Parameters<typeof logoRoutes>[0]['checkLogo']
  }

/** The codes, their history, tags, logos and templates. */
export const createCodesSlice = (deps: CodesDeps) => {
  const codes = createCodes(deps)
  const templates = createSavedTemplates({ ...deps, exampleOf: codes.exampleOf })
  return {
    rules: { codes },
    api: async (app: FastifyInstance) => {
      app.register(codeRoutes({ ...deps, codes }))
      app.register(historyRoutes({ ...deps, codes }))
      app.register(tagRoutes({ tags: createTags(deps) }))
      app.register(templateRoutes)
      app.register(savedTemplateRoutes({ ...deps, templates }))
      app.register(logoRoutes({ ...deps, codes }))
    },
  }
}
