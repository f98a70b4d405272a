import type { Change, Context } from '../../platform/context.ts'
import type { PageResult } from '../reading/page.reader.ts'
import {
  correctedPassages,
  type DocumentRow,
  deletePassages,
  insertPassages,
  noContent,
  passageRows,
  sumTokens,
  totals,
  updateDocument,
} from './documents.store.ts'
import type { Fetched, Refusal } from './fetching.ts'
import { pagesLeft } from './quota.ts'
import type { Visitor } from './readers.ts'
import type { SourceRow } from './sources.store.ts'
import { withCorrections } from './sources.text.ts'

/** A page that was read now, or that has not changed. */
export type Seen =
  | { kind: 'same'; etag: string | null; url: URL }
  | { kind: 'moved'; to: string }
  | Refusal
  | {
      kind: 'new'
      hash: string
      etag: string | null
      url: URL
      result: Extract<PageResult, { kind: 'read' }>
    }

/** The maximum number of passages of one page, so that one step can replace them. */
const maxPassages = 2000

/** Fetches and reads a page, unless it is the same as before or robots.txt forbids it. */
export const fetchPage = async (
  { service: { readers } }: Pick<Context, 'service'>,
  source: SourceRow,
  document: DocumentRow,
  { host, visitor }: { host: string | null; visitor: Visitor },
): Promise<Seen> => {
  const url = new URL(document.url ?? '')
  // A sitemap has no text. It is read again, because its links have another depth.
  const isKnown = document.is_live === 1
  const fetched = await readers.fetch(url, {
    owner: source.organization_id,
    etag: isKnown ? document.etag : null,
    refuse: (hop) => readers.robots.refusal(visitor, hop),
  })
  if (fetched.kind === 'unchanged') {
    return { kind: 'same', etag: document.etag, url: fetched.url }
  }
  if (fetched.kind === 'failed') return fetched
  // The first address decides on the host; all others are read under their own address.
  if (host !== null && fetched.url.href !== url.href) return movedTo(fetched, host)
  const { body, hash, etag, type, charset } = fetched
  if (isKnown && hash === document.hash) return { kind: 'same', etag, url: fetched.url }
  const page = { url: fetched.url.href, host: host ?? fetched.url.host }
  const result = await readers.readPage(source, { body, type, charset, ...page })
  if (result.kind === 'failed') return { kind: 'failed', cause: 'gone', reason: result.reason }
  return { kind: 'new', hash, etag, url: fetched.url, result }
}

const movedTo = ({ url }: Fetched, host: string): Seen =>
  url.host === host
    ? { kind: 'moved', to: url.href }
    : { kind: 'failed', cause: 'gone', reason: 'The page is on another website.' }

/** Saves what was seen of a page. Returns false when the organization has no quota for it. */
export const savePage = async (
  change: Change<unknown>,
  source: SourceRow,
  document: DocumentRow,
  seen: Seen,
  round: number,
) => {
  const { db } = change
  if (seen.kind === 'same') {
    await updateDocument(db, document.id, { fetched_round: round, etag: seen.etag })
    return true
  }
  const isRetained = seen.kind === 'failed' && seen.cause === 'broken'
  if (isRetained) {
    await updateDocument(db, document.id, { fetched_round: round })
    return true
  }
  const corrected = (await correctedPassages(db, source.id)).filter(
    ({ document_id }) => document_id === document.id,
  )
  await deletePassages(db, source.id, document.id, maxPassages)
  await updateDocument(db, document.id, { ...noContent, fetched_round: round })
  if (seen.kind !== 'new') return true
  const { result, hash, etag } = seen
  const used = (await totals(db, source.id)).pages
  const left = await pagesLeft(change, source.organization_id, source.pages)
  if (used + result.pages > left) return false
  const pieces = result.pieces.slice(0, maxPassages)
  const place = { sourceId: source.id, documentId: document.id, position: 0 }
  const rows = withCorrections(passageRows(pieces, place, change.now()), corrected)
  await insertPassages(db, change.engine, rows)
  await updateDocument(db, document.id, {
    hash,
    etag,
    title: result.title,
    links: result.links,
    is_live: rows.length > 0 ? 1 : 0,
    pages: result.pages,
    passages: rows.length,
    tokens: sumTokens(rows),
  })
  return true
}
