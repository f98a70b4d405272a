import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { ScanLanguage } from '#contract/languages.ts'
import type { FindPassages } from '../../features/answers/answering.ts'
import type { Limits } from '../../features/answers/budget.ts'
import { createBudget } from '../../features/answers/budget.ts'
import { draftRoutes } from '../../features/answers/drafts.routes.ts'
import { createDrafts } from '../../features/answers/drafts.ts'
import { translationRoutes } from '../../features/answers/translations.routes.ts'
import { createTranslations } from '../../features/answers/translations.ts'
import { createTurnEnd } from '../../features/answers/turn-end.ts'
import { createTurns } from '../../features/answers/turns.ts'
import type { Codes } from '../../features/codes/codes.legacy.ts'
import type { ScannableCode } from '../../features/codes/codes.views.ts'
import { questionRoutes } from '../../features/conversations/asked-questions.routes.ts'
import { createQuestions } from '../../features/conversations/asked-questions.ts'
import type { NoteMessages } from '../../features/conversations/counting.ts'
import { inboxRoutes } from '../../features/conversations/inbox.routes.ts'
import { createInbox } from '../../features/conversations/inbox.ts'
import type { Outbox } from '../../features/events/outbox.ts'
import type { Models } from '../../features/models/models.ts'
import type { RatedDown } from '../../features/notifications/ratings.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { VisitorPages } from '../../features/page/page.ts'
import type { Learning } from '../../features/questions/questions.legacy.ts'
import { assistantRoutes } from '../../features/visitor/assistant.routes.ts'
import { createAssistants } from '../../features/visitor/assistant.ts'
import { createChat } from '../../features/visitor/chat.pages.ts'
import { createEndConversation, startSweeper } from '../../features/visitor/endings.ts'
import { createFollowers } from '../../features/visitor/followers.ts'
import { createOwnerMessages } from '../../features/visitor/owner-messages.ts'
import { scanCookieOf, visitRoutes } from '../../features/visitor/visits.routes.ts'
import { createVisits } from '../../features/visitor/visits.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { addGauge } from '../../platform/kit/gauges.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Worker } from '../../platform/kit/worker.ts'
import type { Db, LoggedBase, Transaction } from '../../platform/store/database.ts'

interface ConversationsDeps extends LoggedBase {
  registry: Registry
  secrets: Secrets
  outbox: Outbox
  access: Access
  live: Streams
  codes: Codes
  models: Models
  requireModel: (name: string | null) => void
  limits: Limits
  idleSeconds: number
  countMessage: (tx: Transaction, organizationId: string) => Promise<boolean>
  noteMessages: NoteMessages
  ratedDown: RatedDown
  findPassages: FindPassages
  learning: Pick<Learning, 'note'>
  languageOf: (request: FastifyRequest, code?: ScannableCode) => ScanLanguage
  pages: VisitorPages
  https: boolean
  /** The path below which visitors reach the service. */
  root: string
  /** The same as an address. */
  scanHost: string
}

/** Wires the conversations: the visitor's side, the turns of the model, the inbox, and drafts. */
export const createConversationsSlice = (deps: ConversationsDeps) => {
  const { database, codes, models, root } = deps
  const { modelFor, costOf, estimateOutcome } = models
  const options = { ...deps, modelFor, costOf, estimateOutcome }
  const visitor = createVisitor(options)
  const drafts = createDrafts(options)
  const translations = createTranslations(options)
  const inbox = createInbox({
    ...deps,
    forgotten: (conversationId) => {
      database.signals.send({ kind: 'turn-stopped', conversationId })
      database.signals.send({ kind: 'conversation-changed', conversationId })
    },
  })
  const questions = createQuestions({ ...deps, db: database.db, inbox })
  const isDemo = (model: string | null) => models.modelFor(model).isDemo
  const chat = createChat({
    ...deps,
    ...visitor,
    async pageOf(shortId, language) {
      const code = await codes.forScan(shortId)
      if (code?.status !== 'active') return null
      return deps.pages.pageOf(code, { language, root, demo: isDemo(code.model) })
    },
  })
  const assistants = createAssistants({ ...deps, ...visitor, isDemo })
  return {
    isDemo,
    hasScanned: ({ headers }: FastifyRequest, codeId: string) =>
      visitor.visits.scanOf(scanCookieOf(headers), codeId) !== null,
    scanCookie: visitor.visits.scanCookie,
    ownerSays: visitor.ownerSays,
    chat: chat.pageOfTalk,
    api: async (app: FastifyInstance) => {
      app.register(questionRoutes(questions))
      app.register(inboxRoutes({ ...deps, inbox }))
      app.register(draftRoutes({ ...deps, drafts }))
      app.register(translationRoutes({ ...deps, translations }))
    },
    pages: async (app: FastifyInstance) => {
      app.register(visitRoutes({ ...deps, ...visitor }))
      app.register(chat.routes)
      app.register(assistantRoutes({ ...deps, assistants }))
    },
    start: visitor.start,
    stop: visitor.stop,
  }
}

type VisitorDeps = ConversationsDeps & Pick<Models, 'modelFor' | 'costOf' | 'estimateOutcome'>

/**
 * The visitor's side: the running turns, the streams that follow them, and the end of
 * conversations.
 */
const createVisitor = (deps: VisitorDeps) => {
  const { database, clock, log, limits, codes } = deps
  const idleMs = deps.idleSeconds * secondMs
  const byId = (db: Db, id: string) => codes.forTalk(db, 'id', id)
  const byShortId = (db: Db, shortId: string) => codes.forTalk(db, 'short_id', shortId)
  const endConversation = createEndConversation({ ...deps, codeOf: byId })
  const mostMessages = limits.messages
  const endTurn = createTurnEnd({ ...deps, idleMs, mostMessages, endConversation })
  const budget = createBudget(database, limits.tokensPerDay)
  const begun = (conversationId: string) =>
    deps.live.ring({ kind: 'conversation-changed', conversationId })
  const turns = createTurns({ ...deps, endTurn, budget, begun })
  addGauge(
    deps.registry,
    'qpr_answers_running',
    'Answers of models that run in this process.',
    turns.count,
  )
  const followers = createFollowers(database, turns)
  const visits = createVisits({
    ...deps,
    idleMs,
    codes: { byId, byShortId },
    turns,
    endTurn,
    endConversation,
  })
  let sweeper: Worker | undefined
  return {
    visits,
    followers,
    turns,
    ownerSays: createOwnerMessages({ ...deps, codeOf: byId, idleMs }),
    start() {
      sweeper = startSweeper({ database, clock, log, endTurn, endConversation, idleMs })
    },
    /** Interrupts running answers. The visitor can retry them. */
    async stop() {
      await Promise.all([turns.stop(), sweeper?.stop()])
    },
  }
}
