import { createBounded } from '../../platform/kit/bounded.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { sha256Hex } from '../../platform/kit/ids.ts'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import type { Base } from '../../platform/store/database.ts'
import { allPages } from '../../platform/store/keyset.ts'
import { listPassages, type ShownPassage } from '../knowledge/documents.store.ts'
import type { Passage } from '../models/model.ts'
import { type JoinedRow, sourcesOf, type UsedSource, vectorsOf } from './retrieval.store.ts'

export const asPassage = (row: JoinedRow, source: UsedSource): Passage => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.document_title ?? source.title,
  url: row.url,
  headings: JSON.parse(row.headings),
  page: row.page,
  text: row.text,
  ...(source.kind === 'question' && { isAnswer: true as const }),
})

/** The passages in the order of the ids. A passage whose source is not in use any more is left out. */
export const passagesInOrder = (
  ids: string[],
  rows: JoinedRow[],
  sources: UsedSource[],
): Passage[] =>
  ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    const source = row && sources.find((one) => one.id === row.source_id)
    return source ? asPassage(row, source) : []
  })

/** The sources that a code answers from. */
export interface SourceSet {
  /** The same for every code with the same sources in the same state. */
  key: string
  organizationId: string
  sources: UsedSource[]
  passages: number
  tokens: number
}

/** A passage with its vector, if it has one of the model in use. */
type Stored = Passage & { vector: Uint8Array | null }

/** A lost signal delays a change by this time. */
const cachedMs = 5 * secondMs
const rowsAtOnce = 200

export type Sets = ReturnType<typeof createSets>

export const createSets = ({ database, clock }: Base) => {
  const known = createBounded<{ set: SourceSet; until: number }>('knowledge_sets', {
    bytes: 4 * 2 ** 20,
  })
  // Read with a newer number: what was read before a signal must not be cached after it.
  let changes = 0
  const unlisten = database.signals.listen(({ kind }) => {
    if (kind !== 'knowledge-changed' && kind !== 'reconnected') return
    changes += 1
    known.clear()
  })

  const read = async (organizationId: string, codeId: string | null): Promise<SourceSet> => {
    const sources = await sourcesOf(database.db, organizationId, codeId)
    const versions = sources.map(({ id, version }) => `${id} ${version}`)
    return {
      key: sha256Hex(versions.join('\n')),
      organizationId,
      sources,
      passages: sources.reduce((sum, one) => sum + one.passages, 0),
      tokens: sources.reduce((sum, one) => sum + one.tokens, 0),
    }
  }

  return {
    close: unlisten,

    /** All sources of the organization when `codeId` is null. */
    async of(organizationId: string, codeId: string | null): Promise<SourceSet> {
      // A code that moved has the sources of its new organization at once.
      const name = `${organizationId} ${codeId}`
      const cached = known.get(name)
      const now = clock.now()
      if (cached && cached.until > now) return cached.set
      const before = changes
      const set = await read(organizationId, codeId)
      if (before === changes) known.set(name, { set, until: now + cachedMs })
      return set
    },

    /** All passages in a stable order, so that providers can cache the prompt. */
    async *passages({ sources }: SourceSet, model: string | null): AsyncGenerator<Stored> {
      const yieldToLoop = createYield()
      for (const source of sources) {
        const pages = allPages<ShownPassage>(rowsAtOnce, (last) =>
          listPassages(database.db, source.id, {
            after: last ? [last.document_id, last.position] : null,
            offset: 0,
            maximum: rowsAtOnce,
          }),
        )
        for await (const rows of pages) {
          const vectors = await vectorsOf(database.db, rows, model)
          for (const row of rows) {
            yield { ...asPassage(row, source), vector: vectors.get(row.id) ?? null }
            await yieldToLoop()
          }
        }
      }
    },
  }
}
