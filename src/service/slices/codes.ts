import type { FastifyInstance } from 'fastify'
import { codeRoutes } from '../../features/codes/codes.routes.ts'
import { historyRoutes } from '../../features/codes/history.routes.ts'
import { logoRoutes } from '../../features/codes/logo.routes.ts'
import { tagRoutes } from '../../features/codes/tags.routes.ts'
import { savedTemplateRoutes } from '../../features/templates/saved-templates.routes.ts'
import { templateRoutes } from '../../features/templates/templates.routes.ts'

/** The routes of codes, their history, tags, logos and templates. */
export const codesApi = async (app: FastifyInstance) => {
  app.register(codeRoutes)
  app.register(historyRoutes)
  app.register(tagRoutes)
  app.register(templateRoutes)
  app.register(savedTemplateRoutes)
  app.register(logoRoutes)
}
