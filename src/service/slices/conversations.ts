import type { FastifyInstance } from 'fastify'
import { draftRoutes } from '../../features/answers/drafts.routes.ts'
import { translationRoutes } from '../../features/answers/translations.routes.ts'
import { questionRoutes } from '../../features/conversations/asked-questions.routes.ts'
import { inboxRoutes } from '../../features/conversations/inbox.routes.ts'
import { embedPages } from '../../features/page/embed.pages.ts'
import { assistantRoutes } from '../../features/visitor/assistant.routes.ts'
import { chatPages } from '../../features/visitor/chat.pages.ts'
import { visitRoutes } from '../../features/visitor/visits.routes.ts'

/** The routes of the owner: conversations, their questions, drafts and translations. */
export const conversationsApi = async (app: FastifyInstance) => {
  app.register(questionRoutes)
  app.register(inboxRoutes)
  app.register(draftRoutes)
  app.register(translationRoutes)
}

/** The routes of visitors, of their assistants, and of websites with a panel. */
export const visitorPages = async (app: FastifyInstance) => {
  app.register(visitRoutes)
  app.register(chatPages)
  app.register(assistantRoutes)
  app.register(embedPages)
}
