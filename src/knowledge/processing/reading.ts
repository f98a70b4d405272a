import { createBreather } from '../../kit/breather.ts'
import type { Logger } from '../../kit/log.ts'
import { type Threads, TookTooLong, TookTooMuch } from '../../kit/threads.ts'
import type { Database } from '../../storage/database.ts'
import type { SourceRow } from '../sources/sources.store.ts'
import type { PageRequest, PageResult } from '../web/page.thread.ts'
import type { Part, PartRequest } from './reader.thread.ts'

interface ReadingOptions {
  database: Database
  log: Logger
  threads: Threads
}

/** Reads files in a thread with limited time and memory, so that a bad file fails alone. */
export const createReading = ({ database, log, threads }: ReadingOptions) => {
  const load = async (source: SourceRow): Promise<SharedArrayBuffer> => {
    const file = new SharedArrayBuffer(source.size_bytes)
    const bytes = new Uint8Array(file)
    const breathe = createBreather()
    let at = 0
    for (let position = 0; at < source.size_bytes; position++) {
      const chunk = await database.db
        .selectFrom('knowledge_chunks')
        .select('data')
        .where('source_id', '=', source.id)
        .where('position', '=', position)
        .executeTakeFirst()
      if (!chunk) break
      bytes.set(chunk.data.subarray(0, source.size_bytes - at), at)
      at += chunk.data.length
      await breathe()
    }
    return file
  }

  /** A failure of the thread becomes a sentence. */
  const run = async <Result>(name: string, request: unknown, source: SourceRow) => {
    try {
      return await threads.run<Result>(name, request, source.organization_id)
    } catch (error) {
      // The message of a parser can quote the document, so it is not logged.
      const { name, code } = error as Error & { code?: string }
      log.warn({ sourceId: source.id, error: name, code }, 'a source could not be read')
      return { kind: 'failed' as const, reason: reasonOf(error) }
    }
  }

  return {
    async readPart(source: SourceRow, part: Pick<PartRequest, 'from' | 'path'>): Promise<Part> {
      // The bytes of a source never change.
      const request: PartRequest = { ...part, key: source.id, file: null }
      const known = part.from > 0 ? await run<Part>('readKnowledge', request, source) : null
      if (known && known.kind !== 'missing') return known
      const file = await load(source)
      return await run<Part>('readKnowledge', { ...request, file }, source)
    },

    readPage: (source: SourceRow, page: PageRequest): Promise<PageResult> =>
      run<PageResult>('readWebPage', page, source),
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof TookTooLong) {
    return 'Reading the file took too long. Split it into smaller files.'
  }
  const { code } = error as { code?: string }
  if (error instanceof TookTooMuch || code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return 'Reading the file needs too much memory. Split it into smaller files.'
  }
  return 'The file could not be read. It may be damaged; open it, save it again and upload the copy.'
}
