import { createBounded, roughBytes } from '../../platform/kit/bounded.ts'
import { type Child, ChildEnded, ChildFailed, type createChild } from '../../platform/kit/child.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { Logger } from '../../platform/kit/log.ts'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'
import { TookTooLong } from '../../platform/kit/threads.ts'
import type { Database } from '../../platform/store/database.ts'
import { formOf } from '../reading/form.ts'
import type { PageRequest, PageResult } from '../reading/page.reader.ts'
import { maxPicturesMs } from '../reading/pictures.ts'
import type { Part, PartRequest } from '../reading/reader.ts'
import {
  type HashedAddress,
  maxRobotsBytes,
  maxRules,
  noRules,
  type RobotsRules,
  type SelectRequest,
} from '../reading/robots.rules.ts'
import { createFetcher, type Fetching, failed, type Refusal } from './fetching.ts'
import type { SourceRow } from './sources.store.ts'
import { findChunk } from './uploads.ts'

declare module '../../platform/context.ts' {
  interface Service {
    readers: Readers
  }
}

interface ReadersOptions {
  database: Database
  log: Logger
  guard: TargetGuard
  baseUrl: string
  createChild: typeof createChild
  /** The program of the child process. */
  readerFile: URL
}

/** The maximum time for a part of a file or a page, on a busy machine. */
const readingMs = 60 * secondMs

type Readers = ReturnType<typeof createReaders>

/** The connections to websites, and the process that reads files and pages. */
export const createReaders = (options: ReadersOptions) => {
  const child = options.createChild({ file: options.readerFile, timeoutMs: readingMs })
  const fetcher = createFetcher(options)
  return {
    guard: options.guard,
    fetch: fetcher.fetch,
    robots: createRobots({ fetch: fetcher.fetch, child }),
    ...createReading({ ...options, child }),

    async close() {
      await Promise.all([child.close(), fetcher.close()])
    },
  }
}

interface ReadingOptions extends Pick<ReadersOptions, 'database' | 'log'> {
  child: Child
}

/** Reads files in a process with limited time and memory, so that a bad file fails alone. */
const createReading = ({ database, log, child }: ReadingOptions) => {
  /** One chunk at a time: this process never has the whole file in memory. */
  async function* chunksOf(source: SourceRow): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position++) {
      const chunk = await findChunk(database.db, source, position)
      if (!chunk) return
      yield chunk.data
    }
  }

  /**
   * When the process ended, another one tries it once more: the first may have been killed by the
   * operator, or have been full from an earlier file.
   */
  const run = async <Result>(
    name: string,
    request: unknown,
    source: SourceRow,
    file?: () => AsyncIterable<Uint8Array>,
  ) => {
    const once = () => child.run<Result>(name, request, source.organization_id, file)
    const again = (error: unknown) => {
      if (error instanceof ChildEnded && !error.isFinal) return once()
      throw error
    }
    return await once().catch(again)
  }

  /** A failure of the process becomes a sentence. */
  const refuse = (source: SourceRow, error: unknown) => {
    const reason = reasonOf(error)
    // The source is not to blame: the database is away, or the service is shutting down.
    if (reason === null) throw error
    // The message of a parser can quote the document, so it is not logged.
    const { name, code } = error as Error & { code?: string }
    log.warn({ sourceId: source.id, error: name, code }, 'a source could not be read')
    return { kind: 'failed' as const, reason }
  }

  const isPdf = async (source: SourceRow) => {
    const start = await findChunk(database.db, source, 0)
    return start !== undefined && formOf(start.data) === 'pdf'
  }

  return {
    async readPart(
      source: SourceRow,
      { tookMs = 0, ...place }: Pick<PartRequest, 'from' | 'path' | 'tookMs' | 'isSent'>,
    ): Promise<Part> {
      const { id, encoding } = source
      const read = async (tookMs: number): Promise<Part> => {
        // The bytes of a source never change.
        const part: PartRequest = { ...place, tookMs, encoding, key: `${id} ${encoding}` }
        const known = place.from > 0 ? await run<Part>('readKnowledge', part, source) : null
        if (known && known.kind !== 'missing') return known
        return await run<Part>('readKnowledge', part, source, () => chunksOf(source))
      }
      /** A picture must not cost a PDF its text: this part and the rest are read without pictures. */
      const readText = async (error: unknown): Promise<Part> => {
        const isTooMuch = error instanceof TookTooLong || error instanceof ChildEnded
        if (tookMs > maxPicturesMs || !isTooMuch || !(await isPdf(source))) throw error
        const part = await read(maxPicturesMs + 1)
        if (part.kind !== 'part') return part
        return { ...part, tookMs: maxPicturesMs + 1 - tookMs + part.tookMs }
      }
      return await read(tookMs)
        .catch(readText)
        .catch((error) => refuse(source, error))
    },

    readPage: (source: SourceRow, page: PageRequest): Promise<PageResult> =>
      run<PageResult>('readWebPage', page, source).catch((error) => refuse(source, error)),
  }
}

/** Null unless the error is about the source. */
const reasonOf = (error: unknown): string | null => {
  if (error instanceof TookTooLong) {
    return 'Reading the file took too long. Split it into smaller files.'
  }
  if (error instanceof ChildEnded) {
    return 'Reading the file needs too much memory. Split it into smaller files.'
  }
  if (!(error instanceof ChildFailed)) return null
  return 'The file could not be read. It may be damaged; open it, save it again and upload the copy.'
}

/** One visit to a website. It asks each host for its robots.txt once. */
export interface Visitor {
  organizationId: string
  visitId: string
}

interface RobotsOptions {
  fetch: Fetching
  child: Child
}

/** The rules of the largest file need 2 MB. */
const cacheBytes = 16 * 2 ** 20

/** What websites allow in their robots.txt. Parsed and compared in the child process. */
const createRobots = ({ fetch, child }: RobotsOptions) => {
  /** Null: the website does not say now. */
  const cache = createBounded<{ rules: RobotsRules | null }>('robots', {
    bytes: cacheBytes,
    // The texts are ASCII, with one byte for a character.
    sizeOf: ({ rules }) => roughBytes(rules) / 2,
  })
  const keyOf = ({ visitId }: Visitor, { origin }: URL) => `${visitId} ${origin}`

  const read = async ({ organizationId }: Visitor, url: URL): Promise<RobotsRules | null> => {
    const found = await fetch(new URL('/robots.txt', url), {
      owner: organizationId,
      firstBytes: maxRobotsBytes,
    })
    if (found.kind === 'page') {
      const isText = found.type === '' || found.type.startsWith('text/')
      if (!isText || found.body.length === 0) return noRules
      return await child.run<RobotsRules>('parseRobots', found.body, organizationId)
    }
    // A website without the file allows everything, and one in trouble nothing, as for other crawlers.
    if (found.kind === 'unchanged' || found.cause === 'gone') return noRules
    return /status 4\d\d/.test(found.reason) ? noRules : null
  }

  const rulesOf = async (visitor: Visitor, url: URL): Promise<RobotsRules | null> => {
    const key = keyOf(visitor, url)
    const known = cache.get(key)
    if (known) return known.rules
    const rules = await read(visitor, url)
    cache.set(key, { rules })
    return rules
  }

  const compare = (visitor: Visitor, request: SelectRequest) =>
    child.run<HashedAddress[]>('selectAddresses', request, visitor.organizationId)

  return {
    /** The addresses in a list, as JSON, that the robots.txt of this page allows. */
    async select(visitor: Visitor, page: URL, links: string): Promise<HashedAddress[]> {
      const rules = links === '[]' ? null : await rulesOf(visitor, page)
      return rules ? await compare(visitor, { rules, origin: page.origin, links }) : []
    },

    /** Why this address must not be requested; null when it may. */
    async refusal(visitor: Visitor, url: URL): Promise<Refusal | null> {
      const rules = await rulesOf(visitor, url)
      if (!rules) {
        return failed(
          'broken',
          `The website ${url.hostname} could not be reached. Try again later.`,
        )
      }
      if (rules.isTooLong) return tooLong
      if (rules.rules.length === 0) return null
      const links = JSON.stringify([url.href])
      const allowed = await compare(visitor, { rules, origin: url.origin, links })
      return allowed.length === 1 ? null : forbidden
    },

    /** The pause before the next page of this website. */
    waitMs: (visitor: Visitor, url: URL): number =>
      (cache.get(keyOf(visitor, url))?.rules?.waitSeconds ?? 0) * secondMs,
  }
}

const forbidden = failed(
  'gone',
  'The file robots.txt of the website does not allow reading this address.',
)

const tooLong = failed(
  'gone',
  `The file robots.txt of the website has more than ${maxRules.toLocaleString('en')} rules, ` +
    'so it cannot be respected and nothing is read.',
)
