import type { FastifyInstance } from 'fastify'
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
    checkLogo: Parameters<typeof logoRoutes>[0]['checkLogo']
  }

/** The codes, their history, tags, logos and templates. */
export const createCodesSlice = (deps: CodesDeps) => {
  const codes = createCodes(deps)
  const templates = createSavedTemplates({ ...deps, exampleOf: codes.exampleOf })
  return {
    rules: { codes },
    api: async (app: FastifyInstance) => {
      app.register(codeRoutes(codes))
      app.register(historyRoutes(codes))
      app.register(tagRoutes(createTags(deps)))
      app.register(templateRoutes)
      app.register(savedTemplateRoutes(templates))
      app.register(logoRoutes({ ...deps, codes }))
    },
  }
}
