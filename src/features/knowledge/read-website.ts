import type { Change, Context } from '../../platform/context.ts'
import type { JobProgress, JobStep } from '../../platform/jobs/handlers.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { sha256Hex } from '../../platform/kit/ids.ts'
import { normalized } from '../reading/links.ts'
import type { HashedAddress } from '../reading/robots.rules.ts'
import { correctedPassages, type DocumentRow } from './documents.store.ts'
import * as store from './frontier.store.ts'
import { deleteUnusedPassages, failSource, publishSource } from './publishing.ts'
import type { Visitor } from './readers.ts'
import { lock, type SourceRow, updateSourceRow } from './sources.store.ts'
import { droppedCorrections, noteOnDropped } from './sources.text.ts'
import { fetchPage, type Seen, savePage } from './website-page.ts'

/** The place in a visit to a website. */
interface Visit {
  round: number
  /** The host of the start address, after its redirects; null until it is read. */
  host: string | null
  startedAt: number
  note: string | null
  /** Why the first page without text has none. Absent: every page has text. */
  lack?: string
  /** The beginnings of corrections that this visit dropped. Absent: none. */
  dropped?: string[]
}

/** A visit ends after this time: a slow website must not occupy a runner for days. */
const longestVisitMs = 30 * minuteMs
const maxSitemaps = 50

/** Runs the work of a step in a transaction, unless the source is deleted. */
const saveStep = (
  { save }: JobStep,
  sourceId: string,
  work: (change: Change<unknown>, source: SourceRow) => Promise<JobProgress>,
) =>
  save(async (change) => {
    const source = await lock(change.db, sourceId)
    return source ? await work(change, source) : { rows: 0, isDone: true }
  })

const failVisit = async (
  change: Change<unknown>,
  source: SourceRow,
  reason: string,
): Promise<JobProgress> => {
  await failSource(change, source, reason)
  return { rows: 0, state: { isRead: true }, isDone: false }
}

const beginVisit = async (context: Context<unknown>, step: JobStep, source: SourceRow) => {
  const { robots } = context.service.readers
  const url = normalized(new URL(source.url ?? ''))
  const startedAt = context.now()
  const visitor = visitorOf(source, startedAt)
  const refusal = await step.outside(() => robots.refusal(visitor, url))
  const start = { url: url.href, hash: sha256Hex(url.href) }
  await saveStep(step, source.id, async (change, locked) => {
    if (refusal) return await failVisit(change, locked, refusal.reason)
    const round = await store.nextRound(change.db, locked.id)
    const place = { sourceId: locked.id, round, depth: 0, now: startedAt }
    await store.addPages(change, place, [start])
    const visit: Visit = { round, host: null, startedAt, note: null }
    return { rows: 0, state: { visit }, isDone: false }
  })
}

const finishVisit = (
  step: JobStep,
  source: SourceRow,
  { round, note, lack, dropped = [] }: Visit,
) =>
  saveStep(step, source.id, async (change, locked) => {
    const corrected = await correctedPassages(change.db, locked.id)
    await store.dropUnlinked(change.db, locked.id, round)
    const left = await correctedPassages(change.db, locked.id)
    const notes = [note, noteOnDropped([...dropped, ...droppedCorrections(corrected, left)])]
    await publishSource(change, locked, notes.filter(Boolean).join(' ') || null, lack)
    return { rows: 0, state: { isRead: true }, isDone: false }
  })

/** The pages that a page links to, which robots.txt allows and this visit does not know yet. */
const newPages = async (
  { db, service }: Context<unknown>,
  source: SourceRow,
  visit: Visit,
  document: DocumentRow,
  seen: Seen,
): Promise<Found> => {
  const isSitemap = seen.kind === 'new' && seen.result.isSitemap
  const depth = seen.kind === 'moved' || isSitemap ? document.depth : document.depth + 1
  if (source.kind === 'page' || depth > source.max_depth) return { depth, addresses: [] }
  const { page, links } = linksOf(document, seen)
  const visitor = visitorOf(source, visit.startedAt)
  const allowed = await service.readers.robots.select(visitor, page, links)
  const addresses = await store.unknownOf(db, source.id, visit.round, allowed)
  return { depth, addresses }
}

/** Adds pages to the visit. Returns a note when there are too many. */
const addPages = async (
  change: Change<unknown>,
  source: SourceRow,
  { round }: Visit,
  { depth, addresses }: Found,
): Promise<string | null> => {
  const { known } = await store.counts(change.db, source.id, round)
  // A sitemap and an address that redirects are no pages of their own.
  const empty = Math.min(maxSitemaps, await countEmptyPages(change, source, round))
  const added = addresses.slice(0, Math.max(0, source.max_pages - known + empty))
  await store.addPages(change, { sourceId: source.id, round, depth, now: change.now() }, added)
  const areAll = added.length === addresses.length
  return areAll ? null : `Only the first ${source.max_pages} pages were read.`
}

const visitPage = async (
  context: Context<unknown>,
  step: JobStep,
  source: SourceRow,
  visit: Visit,
  document: DocumentRow,
) => {
  const { round } = visit
  const isStart = visit.host === null
  const visitor = visitorOf(source, visit.startedAt)
  // Links are filtered before the transaction, because asking robots.txt may take a second.
  const { seen, found } = await step.outside(async () => {
    const seen = await fetchPage(context, source, document, { host: visit.host, visitor })
    return { seen, found: await newPages(context, source, visit, document, seen) }
  })
  await saveStep(step, source.id, async (change, locked) => {
    if (isStart && seen.kind === 'failed') return await failVisit(change, locked, seen.reason)
    const corrected = await correctedPassages(change.db, locked.id)
    const isWithinQuota = await savePage(change, locked, document, seen, round)
    const left = await correctedPassages(change.db, locked.id)
    const dropped = [...(visit.dropped ?? []), ...droppedCorrections(corrected, left)]
    const limit = isWithinQuota ? await addPages(change, locked, visit, found) : overQuota
    const { known, read } = await store.counts(change.db, locked.id, round)
    const pages = { progress_done: read, progress_total: known }
    await updateSourceRow(change.db, locked.id, { ...pages, ...titleOf(locked, isStart, seen) })
    const host = visit.host ?? linksOf(document, seen).page.host
    const lack = visit.lack ?? (seen.kind === 'new' ? seen.result.lack : null)
    const next: Visit = {
      ...visit,
      host,
      note: limit ?? visit.note,
      dropped,
      ...(lack && { lack }),
    }
    if (!isWithinQuota) await endVisit(change, locked.id, round)
    return { rows: 1, state: { visit: next }, isDone: false }
  })
}

/** Reads a page or a site, one page in a step, so that a killed process continues there. */
export const readWebsiteStep = async (
  context: Context<unknown>,
  step: JobStep,
  source: SourceRow,
): Promise<number | undefined> => {
  const { state } = step.assignment
  const visit = state.visit as Visit | undefined
  if (state.isRead) {
    await step.save((change) => deleteUnusedPassages(change, source.id, step.maxRows))
    return undefined
  }
  if (!visit) {
    await beginVisit(context, step, source)
    return undefined
  }
  const document = await store.nextPage(context.db, source.id, visit.round)
  const isLate = context.now() - visit.startedAt > longestVisitMs
  if (!document || isLate) {
    const note = document
      ? 'The website was too slow: reading stopped after 30 minutes.'
      : visit.note
    await finishVisit(step, source, { ...visit, note })
    return undefined
  }
  await visitPage(context, step, source, visit, document)
  const visitor = visitorOf(source, visit.startedAt)
  const waitMs = context.service.readers.robots.waitMs(visitor, new URL(document.url ?? ''))
  return waitMs > 0 ? waitMs : undefined
}

const overQuota = 'Reading stopped, because the organization has no room for more pages.'

/** The pages that a page leads to, before they are added. */
interface Found {
  depth: number
  addresses: HashedAddress[]
}

const visitorOf = (source: SourceRow, startedAt: number): Visitor => ({
  organizationId: source.organization_id,
  visitId: `${source.id} ${startedAt}`,
})

/** The links of a page, as JSON, and the address that served them. */
const linksOf = (document: DocumentRow, seen: Seen): { page: URL; links: string } => {
  const own = new URL(document.url ?? '')
  if (seen.kind === 'new') return { page: seen.url, links: seen.result.links }
  if (seen.kind === 'moved') return { page: new URL(seen.to), links: JSON.stringify([seen.to]) }
  if (seen.kind === 'same') return { page: seen.url, links: document.links }
  return { page: own, links: seen.cause === 'gone' ? '[]' : document.links }
}

/** A site has the title of its start page, until its owner chooses another. */
const titleOf = (source: SourceRow, isStart: boolean, seen: Seen) => {
  if (!isStart || seen.kind !== 'new' || seen.result.title === null) return {}
  const isOwn = source.url !== null && !source.title.startsWith(new URL(source.url).host)
  return isOwn ? {} : { title: seen.result.title }
}

/** Pages of this visit that were read and have no text. */
const countEmptyPages = async (
  { db }: Pick<Change, 'db'>,
  source: SourceRow,
  round: number,
): Promise<number> => {
  const { total } = await db
    .selectFrom('knowledge_documents')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('source_id', '=', source.id)
    .where('fetched_round', '=', round)
    .where('is_live', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The pages that are left count as read: the visit ends. */
const endVisit = async ({ db }: Pick<Change, 'db'>, sourceId: string, round: number) => {
  await db
    .updateTable('knowledge_documents')
    .set({ fetched_round: round })
    .where('source_id', '=', sourceId)
    .where('round', '=', round)
    .where('fetched_round', '<', round)
    .execute()
}
