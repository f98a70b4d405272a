import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../../features/jobs/jobs.legacy.ts'
import { createAddresses } from '../../features/knowledge/addresses.ts'
import { deleteBelongings } from '../../features/knowledge/departures.ts'
import { createFetcher } from '../../features/knowledge/fetching.ts'
import { createFileChore } from '../../features/knowledge/file-chore.ts'
import { fileRoutes } from '../../features/knowledge/files.routes.ts'
import { createKeep, createLook } from '../../features/knowledge/page-keeper.ts'
import { createPublishing } from '../../features/knowledge/publishing.ts'
import { createReading } from '../../features/knowledge/reading.ts'
import { createRefreshing } from '../../features/knowledge/refreshing.ts'
import { createRobots } from '../../features/knowledge/robots.ts'
import { createRoom } from '../../features/knowledge/room.ts'
import { sourceRoutes } from '../../features/knowledge/sources.routes.ts'
import {
  find,
  hold,
  type SourceRow,
  update,
  usage,
} from '../../features/knowledge/sources.store.ts'
import { createSources } from '../../features/knowledge/sources.ts'
import { createUploads } from '../../features/knowledge/uploads.ts'
import { createWebChore } from '../../features/knowledge/web-chore.ts'
import type { Access } from '../../features/organizations/access.ts'
import { createEmbedding } from '../../features/retrieval/embedding.ts'
import { createRetrieval } from '../../features/retrieval/retrieval.ts'
import { type SearchQuery, searchRoutes } from '../../features/retrieval/search.routes.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Chore } from '../../platform/jobs/chore.ts'
import type { createChild } from '../../platform/kit/child.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'
import type { LoggedBase, Transaction } from '../../platform/store/database.ts'

interface KnowledgeDeps extends LoggedBase {
  access: Access
  jobs: Pick<Jobs, 'add' | 'endParked'>
  organizations: Parameters<typeof createRoom>[0]['organizations']
  gate: Parameters<typeof createRoom>[0]['gate']
  codeOf: Parameters<typeof createSources>[0]['codeOf']
  guard: TargetGuard
  baseUrl: string
  createChild: typeof createChild
  /** The program of the child process. */
  readerFile: URL
  /** The file of the worker thread. */
  searchThreadFile: URL
  embedder: Parameters<typeof createEmbedding>[0]['embedder']
  promptTokens: number
  mostSources: number
  mostPages: number
  maxMegabytes: number
}

/** For a part of a file or a page, on a busy machine. */
const readingMs = 60 * secondMs
/** The number of rows that a request deletes itself; a job deletes the rest. */
const mostAtOnce = 1000

/** Sources, their passages, and the search for those that answer a question. */
export const createKnowledgeSlice = (deps: KnowledgeDeps) => {
  const { database, jobs, access, codeOf } = deps
  const child = deps.createChild({ file: deps.readerFile, timeoutMs: readingMs })
  const room = createRoom(deps)
  const jobOf = (source: SourceRow, userId: string | null) => ({
    organizationId: source.organization_id,
    subjectId: source.id,
    subjectName: source.title,
    userId,
    total: null,
  })
  const embedding = createEmbedding({
    ...deps,
    addJob: async (tx, source) => {
      await jobs.add(tx, { kind: 'embed_knowledge', ...jobOf(source, null) })
    },
  })
  const { embed } = embedding
  const process = async (tx: Transaction, source: SourceRow, userId: string | null) => {
    await jobs.add(tx, { kind: 'process_knowledge', ...jobOf(source, userId) })
  }
  const sources = createSources({
    ...deps,
    room,
    addresses: createAddresses(deps.guard),
    embed,
    process,
    clear: async (tx, source, userId) => {
      await jobs.endParked(tx, 'process_knowledge', source.id)
      await jobs.endParked(tx, 'embed_knowledge', source.id)
      const { isDone } = await deleteBelongings(tx, source.id, mostAtOnce)
      if (!isDone) await jobs.add(tx, { kind: 'delete_knowledge', ...jobOf(source, userId) })
    },
  })
  const uploads = createUploads(deps)
  const publishing = createPublishing({ ...deps, embed })
  const { readPart, readPage } = createReading({ ...deps, child })
  const readFile = createFileChore({ ...deps, room, publishing, read: readPart })
  const fetcher = createFetcher(deps)
  const robots = createRobots({ fetch: fetcher.fetch, child })
  const readWeb = createWebChore({
    ...deps,
    robots,
    look: createLook({ fetch: fetcher.fetch, robots, read: readPage }),
    keep: createKeep({ ...deps, room }),
    publishing,
  })
  const refreshing = createRefreshing({ ...deps, process })
  const retrieval = createRetrieval(deps)

  const search = async (actor: Actor, query: SearchQuery) => {
    const code = query.qpr_code_id === undefined ? null : await codeOf(actor, query.qpr_code_id)
    const named = code?.organization_id ?? query.organization_id
    const { id } = await access.organization(database.db, actor, named, 'knowledge:read')
    const found = await retrieval.search(id, code?.id ?? null, query.q, query.limit)
    return {
      passages: found.passages.map(({ sourceId, isAnswer: _, ...passage }) => ({
        ...passage,
        source_id: sourceId,
        score: found.scores.get(passage.id) ?? 0,
      })),
      is_whole: found.isWhole,
      best: found.best,
    }
  }

  const chores = {
    process_knowledge: {
      cannotCancel: 'Delete the source instead.',
      async step(step) {
        const source = await find(database.db, step.assignment.subjectId)
        if (source?.kind === 'file') return await readFile(step, source)
        if (source?.url) return await readWeb(step, source)
        await step.save(async () => ({ rows: 0, isDone: true }))
        return undefined
      },
      async giveUp(tx, subjectId, cause) {
        const source = await hold(tx.db, subjectId)
        if (source) await publishing.giveUp(tx, source, cause)
      },
      resume: (tx, subjectId) => update(tx.db, subjectId, { status: 'processing', reason: null }),
    },
    embed_knowledge: embedding.chore,
    delete_knowledge: {
      cannotCancel: 'Deleted data cannot be restored, so this job runs to its end.',
      async step({ maxRows, save }) {
        await save((tx: Transaction, { subjectId }) => deleteBelongings(tx, subjectId, maxRows))
        return undefined
      },
    },
  } satisfies Record<string, Chore>

  return {
    rules: {
      findPassages: retrieval.find,
      sources,
      refreshSources: refreshing.refreshDue,
      followEmbeddingModel: embedding.followModel,
    },
    chores,
    use: usage,
    api: async (app: FastifyInstance) => {
      app.register(searchRoutes({ search }))
      app.register(fileRoutes({ ...deps, sources, uploads }))
      app.register(sourceRoutes(sources))
    },
    start: refreshing.start,
    async stop() {
      await Promise.all([retrieval.close(), refreshing.stop(), child.close(), fetcher.close()])
    },
  }
}
