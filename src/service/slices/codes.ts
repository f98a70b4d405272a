import type { FastifyInstance } from 'fastify'
import { codeRoutes } from '../../features/codes/codes.routes.ts'
import { createCodes } from '../../features/codes/codes.ts'
import { historyRoutes } from '../../features/codes/history.routes.ts'
import { logoRoutes } from '../../features/codes/logo.routes.ts'
import { tagRoutes } from '../../features/codes/tags.routes.ts'
import { createTags } from '../../features/codes/tags.ts'
import { savedTemplateRoutes } from '../../features/templates/saved-templates.routes.ts'
import { createSavedTemplates } from '../../features/templates/saved-templates.ts'
import { templateRoutes } from '../../features/templates/templates.routes.ts'

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
