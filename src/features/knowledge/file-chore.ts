import type { Progress, Step } from '../../platform/jobs/chore.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import { tooMuchText } from '../reading/blocks.ts'
import type { Part, PartRequest } from '../reading/reader.ts'
import { maxSourceCharacters } from '../reading/unreadable.ts'
import * as store from './documents.store.ts'
import { passageRows, sumTokens } from './passages.ts'
import type { Publishing } from './publishing.ts'
import type { Room } from './room.ts'
import { hold, type SourceRow, update } from './sources.store.ts'
import { deleteChunks, readAgain } from './uploads.ts'

/** The place in a file, after the last saved part. */
interface Place {
  documentId: string
  from: number
  position: number
  tokens: number
  path: string[]
  /** The time that the parts took. Absent: begun by a version that did not count it. */
  tookMs?: number
}

/** A chunk is as large as hundreds of other rows. */
const maxChunks = 20

/** Many times what 2,000 pages take. */
const maxFileMs = 10 * minuteMs
/** A character of some scripts is three quarters of a token. */
const maxFileTokens = (3 / 4) * maxSourceCharacters

type ReadPart = Extract<Part, { kind: 'part' }>

interface FileChoreOptions extends Base {
  room: Room
  publishing: Publishing
  /** Reads a part of a file in a process of its own. Never rejects for a bad file. */
  read: (source: SourceRow, place: Omit<PartRequest, 'key'>) => Promise<Part>
}

/** Reads a file part by part. Each part is saved with its place, so that a killed process continues. */
export const createFileChore = ({ clock, room, publishing, read }: FileChoreOptions) => {
  const begin = async (tx: Transaction, source: SourceRow): Promise<Place> => {
    const documentId = newId('doc', clock.now())
    await store.insertDocument(tx.db, {
      ...store.blankDocument,
      id: documentId,
      source_id: source.id,
    })
    return { documentId, from: 0, position: 0, tokens: 0, path: [] }
  }

  /** Nothing can be read from the file, so only the reason is stored from here on. */
  const refuse = async (tx: Transaction, source: SourceRow, reason: string): Promise<Progress> => {
    await publishing.fail(tx, source, reason)
    // A file that was read before counts with its pages, and may be readable again.
    if (source.passages === 0) await update(tx.db, source.id, { size_bytes: 0 })
    return { rows: 0, state: { isRead: true }, isDone: false }
  }

  const keep = async (
    tx: Transaction,
    source: SourceRow,
    place: Place,
    part: ReadPart,
  ): Promise<Progress> => {
    const { pieces, next, pages, pagesDone, path, whenEmpty } = part
    const rows = passageRows(pieces, { ...place, sourceId: source.id }, clock.now())
    await store.insertPassages(tx.db, tx.engine, rows)
    const position = place.position + rows.length
    const tokens = place.tokens + sumTokens(rows)
    const tookMs = (place.tookMs ?? 0) + part.tookMs
    await update(tx.db, source.id, { progress_done: pagesDone, progress_total: pages })
    if (next !== null) {
      const state = { place: { ...place, from: next, position, tokens, path, tookMs } }
      return { rows: rows.length, state, isDone: false }
    }
    if (position === 0) return await refuse(tx, source, whenEmpty)
    for (const { id } of await store.liveDocuments(tx.db, source.id)) {
      await store.updateDocument(tx.db, id, { is_live: 0 })
    }
    const sums = { pages, passages: position, tokens }
    await store.updateDocument(tx.db, place.documentId, { ...sums, is_live: 1 })
    await publishing.publish(tx, source, null)
    return { rows: rows.length, state: { isRead: true }, isDone: false }
  }

  return async (
    { assignment, maxRows, outside, save }: Step,
    source: SourceRow,
  ): Promise<undefined> => {
    const { state } = assignment
    const place = state.place as Place | undefined
    if (state.isRead) {
      await save(async (tx) => {
        const chunks = source.size_bytes === 0 ? await deleteChunks(tx.db, source.id, maxChunks) : 0
        if (chunks > 0) return { rows: chunks, isDone: false }
        return await publishing.tidy(tx, source.id, maxRows)
      })
      return undefined
    }
    const { from = 0, path = [] } = place ?? {}
    const part = await outside(() => read(source, { from, path }))
    await save(async (tx) => {
      const held = await hold(tx.db, source.id)
      if (!held) return { rows: 0, isDone: true }
      if (part.kind === 'missing') return { rows: 0, isDone: false }
      const reason = part.kind === 'failed' ? part.reason : excessOf(place)
      if (reason !== null) return await refuse(tx, held, reason)
      const { pages } = part as ReadPart
      const lack = await shortage(tx, held, pages, room)
      if (lack !== null) {
        await publishing.fail(tx, held, lack)
        return { rows: 0, state: { isRead: true }, isDone: false }
      }
      return await keep(tx, held, place ?? (await begin(tx, held)), part as ReadPart)
    })
  }
}

/** Why no more parts are read: each is bounded, and so are all of them. */
const excessOf = (place: Place | undefined): string | null => {
  if (!place) return null
  if (place.tokens > maxFileTokens) return tooMuchText().message
  if ((place.tookMs ?? 0) <= maxFileMs) return null
  return 'Reading the file took too long. Split it into smaller files.'
}

/** Why the organization has no room for this number of pages; null when it has. */
const shortage = async (tx: Transaction, source: SourceRow, pages: number, room: Room) => {
  const left = await room.left(tx.db, source.organization_id, source.pages)
  if (pages <= left) return null
  return (
    `The file has ${pages} ${pages === 1 ? 'page' : 'pages'}, and the organization has room for ` +
    `${left} more. Delete other sources or choose a larger plan, ${readAgain}`
  )
}
