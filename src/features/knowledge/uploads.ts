import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { TextEncoding } from '#contract/encodings.ts'
import type { Change, Context } from '../../platform/context.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { newId } from '../../platform/kit/ids.ts'
import { countDeleted, type Db } from '../../platform/store/database.ts'
import { readAgain } from '../reading/blocks.ts'
import { canBeIn, formOf } from '../reading/form.ts'
import { deleteRelatedRows, readSourceAgain } from './source-jobs.ts'
import { maxFileBytes } from './sources.schema.ts'
import { type SourceRow, updateSourceRow } from './sources.store.ts'

/** A row of this size takes about a millisecond to write. */
const chunkBytes = 256 * 1024

export interface Upload {
  id: string
  sizeBytes: number
  /** SHA-256 of the file. */
  hash: string
}

const writeChunk = (
  { service }: Pick<Context, 'service'>,
  id: string,
  position: number,
  data: Uint8Array,
) =>
  service.database.transaction(async ({ db }) => {
    await db.insertInto('knowledge_chunks').values({ source_id: id, position, data }).execute()
  })

/** Deletes an upload that became no source. */
export const discardUpload = ({ service }: Pick<Context, 'service'>, id: string) =>
  service.database.transaction(async (tx) => {
    const isOpen = await takeUpload(tx.db, id)
    if (isOpen) await deleteRelatedRows(tx, id, maxFileBytes / chunkBytes + 10)
  })

const receiveChunks = async (
  context: Pick<Context, 'service'>,
  id: string,
  body: Readable,
): Promise<Upload> => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let position = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const flush = async () => {
    const data = Buffer.concat(waiting)
    if (position === 0 && formOf(data) === null) throw unsupportedFile(data)
    await writeChunk(context, id, position, data)
    position += 1
    waiting = []
    waitingBytes = 0
  }
  // An error does not destroy the request, so that the client can read the answer before it closes.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    sizeBytes += chunk.length
    if (sizeBytes > maxFileBytes) throw fileTooLarge()
    hash.update(chunk)
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= chunkBytes) await flush()
  }
  if (sizeBytes === 0) throw emptyFile()
  if (waitingBytes > 0) await flush()
  return { id, sizeBytes, hash: hash.digest('hex') }
}

/**
 * Streams a file into the database, so that any process can read it. An upload belongs to no source
 * until it is complete. Afterwards `takeUpload` makes a source of it, or `discardUpload` deletes it.
 */
export const receiveUpload = async (
  context: Context,
  body: Readable | undefined,
): Promise<Upload> => {
  if (!body) throw emptyFile()
  const now = context.now()
  const id = newId('src', now)
  await context.service.database.transaction(async ({ db }) => {
    await db.insertInto('knowledge_uploads').values({ id, created_at: now }).execute()
  })
  try {
    return await receiveChunks(context, id, body)
  } catch (error) {
    body.resume()
    await discardUpload(context, id)
    throw error
  }
}

/** The upload becomes a source in the same transaction. False when it is no upload any more. */
export const takeUpload = async (db: Db, id: string): Promise<boolean> =>
  (await countDeleted(db.deleteFrom('knowledge_uploads').where('id', '=', id))) > 0

/** Undefined after the end of a file, when its content is deleted, and when the source is no file. */
export const findChunk = async (db: Db, { id }: SourceRow, position: number) =>
  await db
    .selectFrom('knowledge_chunks')
    .select('data')
    .where('source_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()

/** Reads a text file again in the chosen encoding; null: in the one that is guessed. */
export const changeEncoding = async (
  change: Change,
  source: SourceRow,
  encoding: TextEncoding | null,
) => {
  // Of a file that cannot be read, the content is deleted in steps.
  const start = source.size_bytes === 0 ? undefined : await findChunk(change.db, source, 0)
  if (!start || formOf(start.data) !== 'text') {
    throw invalidField(
      '/encoding',
      'not_allowed',
      'encoding is only possible for a text, CSV or HTML file whose content is stored.',
    )
  }
  if (encoding && !canBeIn(encoding, start.data)) {
    throw invalidField(
      '/encoding',
      'invalid',
      `The file is not in ${encoding}, because many of its bytes mean nothing there.`,
    )
  }
  await updateSourceRow(change.db, source.id, { encoding })
  await readSourceAgain(change, source)
}

/** Uploads of processes that ended before the upload was complete. */
export const deleteOldUploads = async (db: Db, before: number): Promise<number> => {
  const old = await db
    .selectFrom('knowledge_uploads')
    .select('id')
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  if (!old) return 0
  await db.deleteFrom('knowledge_chunks').where('source_id', '=', old.id).execute()
  await db.deleteFrom('knowledge_uploads').where('id', '=', old.id).execute()
  return 1
}

/** Deletes some of the bytes of a file. Returns 0 when none are left. */
export const deleteChunks = async (db: Db, sourceId: string, maxChunks: number): Promise<number> =>
  await countDeleted(
    db
      .deleteFrom('knowledge_chunks')
      .where('source_id', '=', sourceId)
      .where('position', 'in', (chunks) =>
        chunks
          .selectFrom('knowledge_chunks')
          .select('position')
          .where('source_id', '=', sourceId)
          .limit(maxChunks),
      ),
  )

/** Files that a former version could not read, and kept. Those that only exceed a limit stay. */
export const deleteUnreadableFiles = async (db: Db, maxChunks: number): Promise<number> => {
  const file = await db
    .selectFrom('knowledge_sources')
    .select('id')
    .where('kind', '=', 'file')
    .where('status', '=', 'failed')
    .where('passages', '=', 0)
    .where('size_bytes', '>', 0)
    .where('reason', 'not like', `%${readAgain}`)
    // A parked job reads the file again when it is retried.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.subject_id', '=', 'knowledge_sources.id')
            .where('jobs.status', '=', 'parked'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  if (!file) return 0
  const deleted = await deleteChunks(db, file.id, maxChunks)
  if (deleted === 0) {
    await db
      .updateTable('knowledge_sources')
      .set({ size_bytes: 0 })
      .where('id', '=', file.id)
      .where('status', '=', 'failed')
      .execute()
  }
  return 1
}

export const fileTooLarge = () =>
  problem(413, 'file_too_large', 'The file is larger than 20 MB. Split it, or remove its images.')

const emptyFile = () => problem(422, 'empty_file', 'The file is empty.')

/** The first bytes of old Office files, and of new ones with a password. */
const officeMark = 'd0cf11e0a1b11ae1'

const unsupportedFile = (head: Buffer) =>
  problem(
    422,
    'unsupported_file',
    head.toString('hex', 0, 8) === officeMark
      ? 'This is an old Office file or has a password. Save it as PDF, DOCX, XLSX or PPTX without a password.'
      : 'This is not a PDF, DOCX, XLSX, PPTX, JPEG, PNG, HTML, Markdown, CSV or text file. Save it as one of these.',
  )
