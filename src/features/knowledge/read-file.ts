import type { Change, Context } from '../../platform/context.ts'
import type { JobProgress, JobStep } from '../../platform/jobs/handlers.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { maxSourceCharacters, readAgain, tooMuchText } from '../reading/blocks.ts'
import * as store from './documents.store.ts'
import { passageRows, sumTokens } from './documents.store.ts'
import { noteOnSeen, type PicturesDone, pagesLeftOut, readPartOf, whyUnread } from './pictures.ts'
import { deleteUnusedPassages, failSource, publishSource } from './publishing.ts'
import { pagesLeft } from './quota.ts'
import { lock, type SourceRow, updateSourceRow } from './sources.store.ts'
import { droppedCorrections, noteOnDropped, withCorrections } from './sources.text.ts'
import { deleteChunks } from './uploads.ts'

/** The place in a file, after the last saved part. */
interface Place extends PicturesDone {
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

type ReadPart = Extract<Awaited<ReturnType<typeof readPartOf>>, { kind: 'part' }>

const beginDocument = async (change: Change<unknown>, source: SourceRow): Promise<Place> => {
  const documentId = newId('doc', change.now())
  await store.insertDocument(change.db, {
    ...store.blankDocument,
    id: documentId,
    source_id: source.id,
  })
  return { documentId, from: 0, position: 0, tokens: 0, path: [] }
}

/** Nothing can be read from the file. Unless that may end, only the reason is stored from here on. */
const refuseFile = async (
  change: Change<unknown>,
  source: SourceRow,
  reason: string,
): Promise<JobProgress> => {
  await failSource(change, source, reason)
  // A file that was read before counts with its pages, and may be readable again.
  if (source.passages === 0 && !reason.endsWith(readAgain))
    await updateSourceRow(change.db, source.id, { size_bytes: 0 })
  return { rows: 0, state: { isRead: true }, isDone: false }
}

const savePart = async (
  change: Change<unknown>,
  source: SourceRow,
  place: Place,
  part: ReadPart,
): Promise<JobProgress> => {
  const { db, engine } = change
  const { pieces, next, pages, pagesDone, path, note, guess, pictures } = part
  const read = passageRows(pieces, { ...place, sourceId: source.id }, change.now())
  const corrected = await store.correctedPassages(db, source.id)
  const rows = withCorrections(read, corrected)
  await store.insertPassages(db, engine, rows)
  const position = place.position + rows.length
  const tokens = place.tokens + sumTokens(rows)
  const tookMs = (place.tookMs ?? 0) + part.tookMs
  await updateSourceRow(db, source.id, { progress_done: pagesDone, progress_total: pages })
  if (next !== null) {
    const state = { place: { ...place, from: next, position, tokens, path, tookMs, ...pictures } }
    return { rows: rows.length, state, isDone: false }
  }
  if (position === 0) return await refuseFile(change, source, whyUnread(pictures) ?? part.whenEmpty)
  // The file has not changed: the former text and its corrections are better than a gap.
  if (await store.hasPages(db, source.id, pagesLeftOut(pictures))) {
    return await refuseFile(
      change,
      source,
      `${whyUnread(pictures)} Until then, the former text stays.`,
    )
  }
  for (const { id } of await store.liveDocuments(db, source.id)) {
    await store.updateDocument(db, id, { is_live: 0 })
  }
  const sums = { pages, passages: position, tokens }
  await store.updateDocument(db, place.documentId, { ...sums, is_live: 1 })
  const dropped = droppedCorrections(corrected, await store.correctedPassages(db, source.id))
  const notes = [note, noteOnSeen(pictures), whyUnread(pictures), noteOnDropped(dropped)]
  await updateSourceRow(db, source.id, { guessed_encoding: guess })
  await publishSource(change, source, notes.filter(Boolean).join(' ') || null)
  return { rows: rows.length, state: { isRead: true }, isDone: false }
}

/** Reads a file part by part. Each part is saved with its place, so that a killed process continues. */
export const readFileStep = async (
  context: Context<unknown>,
  { assignment, maxRows, outside, save }: JobStep,
  source: SourceRow,
): Promise<undefined> => {
  const { state } = assignment
  const place = state.place as Place | undefined
  if (state.isRead) {
    await save(async ({ db }) => {
      const chunks = source.size_bytes === 0 ? await deleteChunks(db, source.id, maxChunks) : 0
      if (chunks > 0) return { rows: chunks, isDone: false }
      return await deleteUnusedPassages({ db }, source.id, maxRows)
    })
    return undefined
  }
  const part = await outside(() => readPartOf(context, source, place ?? { from: 0, path: [] }))
  await save(async (change) => {
    const locked = await lock(change.db, source.id)
    if (!locked) return { rows: 0, isDone: true }
    if (part.kind === 'missing') return { rows: 0, isDone: false }
    const reason = part.kind === 'failed' ? part.reason : excessOf(place)
    if (reason !== null) return await refuseFile(change, locked, reason)
    const { pages } = part as ReadPart
    const lack = await shortage(change, locked, pages)
    if (lack !== null) {
      await failSource(change, locked, lack)
      return { rows: 0, state: { isRead: true }, isDone: false }
    }
    const begun = place ?? (await beginDocument(change, locked))
    return await savePart(change, locked, begun, part as ReadPart)
  })
}

/** Why no more parts are read: each is bounded, and so are all of them. */
const excessOf = (place: Place | undefined): string | null => {
  if (!place) return null
  if (place.tokens > maxFileTokens) return tooMuchText().message
  if ((place.tookMs ?? 0) <= maxFileMs) return null
  return 'Reading the file took too long. Split it into smaller files.'
}

/** Why the quota of the organization does not allow this number of pages; null when it does. */
const shortage = async (change: Change<unknown>, source: SourceRow, pages: number) => {
  const left = await pagesLeft(change, source.organization_id, source.pages)
  if (pages <= left) return null
  return (
    `The file has ${pages} ${pages === 1 ? 'page' : 'pages'}, and the organization has room for ` +
    `${left} more. Delete other sources or choose a larger plan, ${readAgain}`
  )
}
