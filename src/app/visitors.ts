import { createChat } from '../conversations/chat.pages.ts'
import { createConversations } from '../conversations/conversations.ts'
import { createDrafts } from '../conversations/drafts.ts'
import { createModels } from '../conversations/models.ts'
import { createQuestions } from '../conversations/questions.ts'
import { createTalk } from '../conversations/talk.ts'
import { createMinuteLimit } from '../http/limits/minute-limit.ts'
import { createImages } from '../images/images.ts'
import { isBuilt, projectFile } from '../kit/project.ts'
import { createThreads } from '../kit/threads.ts'
import { languageOf } from '../scans/page/pages.ts'
import { addressesOf, conversationLimits, factsOf, modelOptions } from './settings.ts'
import type { Parts, Rules } from './slices.ts'

/** What only the running service has: models, conversations, and images drawn by threads. */
export const composeVisitors = async ({ config, database, clock, log }: Parts, rules: Rules) => {
  const { codes, scans } = rules
  const { https, scanPath } = addressesOf(config)
  const threads = createThreads({
    file: projectFile(isBuilt ? 'dist/server/thread.js' : 'src/app/thread.ts'),
  })
  const mayCost = createMinuteLimit(config.QPR_LIMIT_COSTLY_PER_MINUTE, clock)
  const images = createImages({ codes, threads, mayDraw: mayCost })
  const models = await createModels(modelOptions(config, clock, log))
  const limits = conversationLimits(config)
  const talk = createTalk({
    database,
    clock,
    log,
    secrets: rules.secrets,
    outbox: rules.outbox,
    limits,
    idleSeconds: config.QPR_CONVERSATION_IDLE_SECONDS,
    codeBy: codes.forTalk,
    modelFor: models.modelFor,
    costOf: models.costOf,
    countMessage: rules.countMessage,
    noteMessages: scans.noteMessages,
  })
  const drafts = createDrafts({
    database,
    clock,
    log,
    access: rules.access,
    requireModel: rules.requireModel,
    limits,
    modelFor: models.modelFor,
    costOf: models.costOf,
  })
  const isDemo = (model: string | null) => models.modelFor(model).isDemo
  const chat = createChat({
    database,
    talk,
    https,
    root: scanPath,
    languageOf,
    async pageOf(shortId, language) {
      const code = await codes.forScan(shortId)
      if (code?.status !== 'active') return null
      return { ...code, language, root: scanPath, demo: isDemo(code.model) }
    },
  })
  const conversations = createConversations({
    database,
    access: rules.access,
    codes,
    forgotten: (conversationId) => {
      database.signals.send({ kind: 'turn-stopped', conversationId })
      database.signals.send({ kind: 'conversation-changed', conversationId })
    },
  })
  const questions = createQuestions({ db: database.db, clock, conversations })
  const facts = () => factsOf(config, models)
  return {
    ...{ threads, mayCost, images, models, talk, drafts, isDemo, chat },
    ...{ conversations, questions, facts },
  }
}
