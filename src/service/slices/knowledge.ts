import type { FastifyInstance } from 'fastify'
import { fileRoutes } from '../../features/knowledge/files.routes.ts'
import { sourceRoutes } from '../../features/knowledge/sources.routes.ts'
import { questionRoutes } from '../../features/questions/questions.routes.ts'
import { searchRoutes } from '../../features/retrieval/search.routes.ts'

/** The routes of sources, of the search in them, and of questions without an answer. */
export const knowledgeApi = async (app: FastifyInstance) => {
  app.register(searchRoutes)
  app.register(fileRoutes)
  app.register(sourceRoutes)
  app.register(questionRoutes)
}
