import { type Static, Type } from 'typebox'
import type { ScanLanguage } from '#contract/languages.ts'
import type { Context } from '../../platform/context.ts'
import {
  Bool,
  GivenId,
  Int,
  Limit,
  Nullable,
  Num,
  named,
  OrganizationId,
  Str,
} from '../../platform/http/schema.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { unless } from '../../platform/kit/unless.ts'
import type { LoggedBase } from '../../platform/store/database.ts'
import { guessLanguage } from '../../platform/text/words.ts'
import { retrieveCode } from '../codes/codes.ts'
import { listPassages } from '../knowledge/documents.store.ts'
import { type Embedder, understands } from '../models/embeddings.ts'
import { type Found, maxPassages, type Passage } from '../models/model.ts'
import { requireOrganization } from '../organizations/access.ts'
import { isShort, packVector, type Query } from './index.ts'
import { createIndexes } from './indexes.ts'
import { passagesById, type UsedSource } from './retrieval.store.ts'
import {
  joinSearches,
  needsRewriting,
  previousOf,
  rewritten,
  type SearchedQuestion,
} from './rewriting.ts'
import { asPassage, createSets, passagesInOrder, type SourceSet } from './sets.ts'
import { createSearchThread } from './thread.ts'

const PassageSchema = named(
  'KnowledgePassage',
  Type.Object({
    id: Str('Passage id.', 'psg_01JB0000000000000000000000'),
    source_id: Str('The source.', 'src_01JB0000000000000000000000'),
    title: Str('The title of the source or of the web page.', 'House manual'),
    url: Nullable(
      Str('The address of the web page; null for files and questions.', 'https://example.com/help'),
    ),
    page: Nullable(Int('The page of a PDF, from 1; null otherwise.', 12)),
    headings: Type.Array(Type.String(), {
      description: 'The headings above the passage, from the outermost to the innermost.',
      examples: [['The house', 'Wellness']],
    }),
    text: Str('The text, as it is in the source.', 'The sauna is in the basement.'),
    score: Num('How well it fits the question; only comparable within one response.', 12.4),
  }),
)

export const SearchQuery = Type.Object({
  organization_id: OrganizationId,
  q: Str('The question, as a visitor would ask it.', 'Is there a sauna?', {
    minLength: 1,
    maxLength: 1000,
    format: 'text',
  }),
  qpr_code_id: GivenId(
    'Only the sources of this code (id or short id). Default: all sources of the organization.',
    'qpr_01JB0000000000000000000000',
  ),
  limit: Limit(8, 20),
})
export type SearchQuery = Static<typeof SearchQuery>

export const SearchResult = Type.Object({
  passages: Type.Array(PassageSchema, { description: 'The passages, the best first.' }),
  is_whole: Bool(
    'The sources are small: everything goes into the prompt of every answer, and these are only ' +
      'the passages that fit best.',
    false,
  ),
  best: Num('0 to 1: how well the best passage covers the words of the question.', 0.8),
})
export type SearchResult = Static<typeof SearchResult>

declare module '../../platform/context.ts' {
  interface Service {
    retrieval: Retrieval
  }
}

interface RetrievalOptions extends LoggedBase {
  /** Up to this number of tokens, everything goes into the prompt. */
  promptTokens: number
  /** The maximum time by which the rewriting, with its search, delays the first word. */
  rewritingMs: number
  /** Null: the search compares words. */
  embedder: Embedder | null
  searchThreadFile: URL
}

const threadBytes = 256 * 2 ** 20
const threadMemoryMb = 768
/** A visitor waits for the vector of the question. */
const vectorMs = 3 * secondMs
/** The beginning of a source shows its language. */
const maxSampledSources = 20
const sampledPassages = 3

type Retrieval = ReturnType<typeof createRetrieval>

/** The indexes of the sources, which find the passages for a question. */
export const createRetrieval = (options: RetrievalOptions) => {
  const { database, log, promptTokens, rewritingMs, embedder } = options
  const sets = createSets(options)
  const languages = createBounded<ScanLanguage[]>('knowledge_languages', { bytes: 2 ** 20 })
  const wholes = createBounded<Passage[]>('knowledge_wholes', { bytes: 16 * 2 ** 20 })
  const thread = createSearchThread({
    file: options.searchThreadFile,
    budgetBytes: threadBytes,
    memoryMb: threadMemoryMb,
  })
  const model = embedder?.id ?? null
  const indexes = createIndexes({ thread, passagesOf: (set) => sets.passages(set, model) })

  const wholeOf = async (set: SourceSet): Promise<Passage[]> => {
    const known = wholes.get(set.key)
    if (known) return known
    const passages: Passage[] = []
    for await (const { vector: _, ...passage } of sets.passages(set, null)) passages.push(passage)
    wholes.set(set.key, passages)
    return passages
  }

  /** Without a vector the words alone decide. */
  const vectorOf = async (
    organizationId: string,
    { question, previous = '' }: Pick<Query, 'question' | 'previous'>,
  ): Promise<Uint8Array | null> => {
    const text = previous !== '' && isShort(question) ? `${previous}\n${question}` : question
    if (!embedder || !understands(embedder, text)) return null
    try {
      const [numbers] = await embedder.embed([text], organizationId, AbortSignal.timeout(vectorMs))
      return numbers ? packVector(numbers) : null
    } catch (error) {
      log.warn({ model, error: (error as Error).name }, 'the vector of a question is missing')
      return null
    }
  }

  const rank = async (
    set: SourceSet,
    { question, previous }: Pick<Query, 'question' | 'previous'>,
    limit: number,
  ) => {
    const vector = await vectorOf(set.organizationId, { question, previous })
    return await indexes.search(set, { question, previous, vector, limit })
  }

  const rankedPassages = async (set: SourceSet, ranked: { id: string }[]): Promise<Passage[]> => {
    const ids = ranked.map(({ id }) => id)
    return passagesInOrder(ids, await passagesById(database.db, database.engine, ids), set.sources)
  }

  const beginningOf = ({ id }: UsedSource, maximum: number) =>
    listPassages(database.db, id, { after: null, offset: 0, maximum })

  const languagesOf = async ({ key, sources }: SourceSet): Promise<ScanLanguage[]> => {
    const known = languages.get(key)
    if (known) return known
    const found = new Set<ScanLanguage>()
    for (const source of sources.slice(0, maxSampledSources)) {
      const rows = await beginningOf(source, sampledPassages)
      const language = guessLanguage(rows.map(({ text }) => text).join('\n'))
      if (language) found.add(language)
    }
    languages.set(key, [...found])
    return [...found]
  }

  /** Null when the question needs no other words, or when the model does not find them in time. */
  const rankInOtherWords = async (set: SourceSet, asked: SearchedQuestion, best: number) => {
    if (!asked.complete) return null
    const late = AbortSignal.timeout(rewritingMs)
    const search = async () => {
      const languages = await languagesOf(set)
      if (!needsRewriting(asked, { best, languages })) return null
      const titles = set.sources.map(({ title }) => title)
      const question = await rewritten(asked, { titles, languages }, late)
      return question === null ? null : await rank(set, { question }, maxPassages)
    }
    try {
      return await unless(late, search())
    } catch (error) {
      log.warn({ error: (error as Error).name }, 'a question was searched only as it is')
      return null
    }
  }

  /** The passages with all parts of the owner's answer that fits best. */
  const withWholeAnswer = async (set: SourceSet, passages: Passage[]): Promise<Passage[]> => {
    const [best] = passages
    const source = best?.isAnswer && set.sources.find(({ id }) => id === best.sourceId)
    if (!source || source.passages < 2) return passages
    const rows = await beginningOf(source, source.passages)
    const answer = rows.map((row) => asPassage(row, source))
    const others = passages.filter(({ sourceId }) => sourceId !== source.id)
    return [...answer, ...others].slice(0, Math.max(maxPassages, answer.length))
  }

  return {
    async close() {
      sets.close()
      await thread.close()
    },

    async find(
      code: { id: string; organizationId: string },
      asked: SearchedQuestion,
    ): Promise<Found> {
      const set = await sets.of(code.organizationId, code.id)
      if (set.passages === 0) return { passages: [], isWhole: true, best: 0 }
      const { question } = asked
      const previous = previousOf(asked)
      if (set.tokens <= promptTokens) {
        const { best } = await indexes.search(set, { question, previous, vector: null, limit: 1 })
        return { passages: await wholeOf(set), isWhole: true, best }
      }
      const { ranked, best } = await rank(set, { question, previous }, maxPassages)
      const others = await rankInOtherWords(set, asked, best)
      const joined = others ? joinSearches(others.ranked, ranked).slice(0, maxPassages) : ranked
      const passages = await withWholeAnswer(set, await rankedPassages(set, joined))
      return { passages, isWhole: false, best: Math.max(best, others?.best ?? 0) }
    },

    /** The best passages, even if everything would go into the prompt. */
    async search(organizationId: string, codeId: string | null, question: string, limit: number) {
      const set = await sets.of(organizationId, codeId)
      const isWhole = set.tokens <= promptTokens
      if (set.passages === 0) {
        return { passages: [], best: 0, isWhole, scores: new Map<string, number>() }
      }
      const { ranked, best } = await rank(set, { question }, limit)
      const scores = new Map(ranked.map(({ id, score }) => [id, score]))
      return { passages: await rankedPassages(set, ranked), best, isWhole, scores }
    },
  }
}

/** The passages from which a code answers a question. */
export const findPassages = (
  { service }: Pick<Context<unknown>, 'service'>,
  code: { id: string; organizationId: string },
  asked: SearchedQuestion,
): Promise<Found> => service.retrieval.find(code, asked)

/** The passages that an answer to this question would be based on, for the owner. */
export const searchKnowledge = async (
  context: Context,
  query: SearchQuery,
): Promise<SearchResult> => {
  const { qpr_code_id, organization_id, q, limit } = query
  const code = qpr_code_id === undefined ? null : await retrieveCode(context, qpr_code_id)
  const named = code?.organization_id ?? organization_id
  const { id } = await requireOrganization(context, named, 'knowledge:read')
  const found = await context.service.retrieval.search(id, code?.id ?? null, q, limit)
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
