import type { Progress, Step } from '../../jobs/chore.ts'
import { minuteMs } from '../../kit/clock.ts'
import type { Base, Transaction } from '../../storage/database.ts'
import type { DocumentRow } from '../processing/documents.store.ts'
import type { Publishing } from '../processing/publishing.ts'
import { hold, type SourceRow, update } from '../sources/sources.store.ts'
import type { Fetching } from './fetching.ts'
import * as store from './frontier.store.ts'
import { normalized } from './links.ts'
import type { createKeep, createLook, Seen } from './page-keeper.ts'
import { createRobots, readRobots } from './robots.ts'

/** The place in a visit to a website. */
interface Visit {
  round: number
  /** Of the start address, after its redirects; null until it is read. */
  host: string | null
  robots: string
  startedAt: number
  note: string | null
}

interface WebChoreOptions extends Base {
  fetch: Fetching
  look: ReturnType<typeof createLook>
  keep: ReturnType<typeof createKeep>
  publishing: Publishing
}

/** A visit ends after this time: a slow website must not keep a runner busy for days. */
const longestVisitMs = 30 * minuteMs
const mostSitemaps = 50

/** Reads a page or a site, one page in a step, so that a killed process continues there. */
export const createWebChore = (options: WebChoreOptions) => {
  const { database, clock, fetch, look, keep, publishing } = options

  /** The work of a step in a transaction, unless the source is gone. */
  const saveStep = (
    { save }: Step,
    sourceId: string,
    work: (tx: Transaction, source: SourceRow) => Promise<Progress>,
  ) =>
    save(async (tx) => {
      const source = await hold(tx.db, sourceId)
      return source ? await work(tx, source) : { rows: 0, isDone: true }
    })

  const fail = async (tx: Transaction, source: SourceRow, reason: string): Promise<Progress> => {
    await publishing.fail(tx, source, reason)
    return { rows: 0, state: { isRead: true }, isDone: false }
  }

  const begin = async (step: Step, source: SourceRow) => {
    const url = normalized(new URL(source.url ?? ''))
    const robots = await step.outside(() => readRobots(fetch, url))
    await saveStep(step, source.id, async (tx, held) => {
      if (robots === null) {
        return await fail(
          tx,
          held,
          `The website ${url.hostname} could not be reached. Try again later.`,
        )
      }
      if (!createRobots(url.origin, robots).allows(url)) {
        return await fail(
          tx,
          held,
          'The file robots.txt of the website does not allow reading this address.',
        )
      }
      const now = clock.now()
      const round = await store.nextRound(tx.db, held.id)
      await store.addPages(tx.db, { sourceId: held.id, round, depth: 0, now }, [url.href], 1)
      const visit: Visit = { round, host: null, robots, startedAt: now, note: null }
      return { rows: 0, state: { visit }, isDone: false }
    })
  }

  const finish = (step: Step, source: SourceRow, { round, note }: Visit) =>
    saveStep(step, source.id, async (tx, held) => {
      await store.dropUnlinked(tx.db, held.id, round)
      await publishing.publish(tx, held, note)
      return { rows: 0, state: { isRead: true }, isDone: false }
    })

  /** Adds the pages that a page links to. Returns a note when not all have room. */
  const addLinks = async (
    tx: Transaction,
    source: SourceRow,
    visit: Visit,
    document: DocumentRow,
    seen: Seen,
  ): Promise<string | null> => {
    const { round, robots } = visit
    const isSitemap = seen.kind === 'new' && seen.result.isSitemap
    if (source.kind === 'page') return null
    const depth = seen.kind === 'moved' || isSitemap ? document.depth : document.depth + 1
    if (depth > source.max_depth && !isSitemap) return null
    const found =
      seen.kind === 'new' ? seen.links : seen.kind === 'moved' ? [seen.to] : linksOf(document)
    const rules = createRobots(new URL(document.url ?? '').origin, robots)
    const urls = found.filter((url) => rules.allows(new URL(url)))
    const { known } = await store.counts(tx.db, source.id, round)
    // A sitemap and an address that redirects are no pages of their own.
    const most = source.max_pages - known + Math.min(mostSitemaps, await emptyOf(tx, source, round))
    const place = { sourceId: source.id, round, depth, now: clock.now() }
    const hadRoom = await store.addPages(tx.db, place, urls, Math.max(0, most))
    return hadRoom ? null : `Only the first ${source.max_pages} pages were read.`
  }

  const visitPage = async (step: Step, source: SourceRow, visit: Visit, document: DocumentRow) => {
    const { round } = visit
    const isStart = visit.host === null
    const seen = await step.outside(() => look(source, document, visit.host))
    await saveStep(step, source.id, async (tx, held) => {
      if (isStart && seen.kind === 'failed') return await fail(tx, held, seen.reason)
      const hasRoom = await keep(tx, held, document, seen, round)
      const limit = hasRoom ? await addLinks(tx, held, visit, document, seen) : noRoom
      const { known, read } = await store.counts(tx.db, held.id, round)
      const pages = { progress_done: read, progress_total: known }
      await update(tx.db, held.id, { ...pages, ...titleOf(held, isStart, seen) })
      const host =
        visit.host ?? (seen.kind === 'new' ? seen.url.host : new URL(document.url ?? '').host)
      const next: Visit = { ...visit, host, note: limit ?? visit.note }
      if (!hasRoom) await stop(tx, held.id, round)
      return { rows: 1, state: { visit: next }, isDone: false }
    })
  }

  return async (step: Step, source: SourceRow): Promise<number | undefined> => {
    const { state } = step.assignment
    const visit = state.visit as Visit | undefined
    if (state.isRead) {
      await step.save((tx) => publishing.tidy(tx, source.id, step.most))
      return undefined
    }
    if (!visit) {
      await begin(step, source)
      return undefined
    }
    const document = await store.nextPage(database.db, source.id, visit.round)
    const isLate = clock.now() - visit.startedAt > longestVisitMs
    if (!document || isLate) {
      const note = document
        ? 'The website was too slow: reading stopped after 30 minutes.'
        : visit.note
      await finish(step, source, { ...visit, note })
      return undefined
    }
    await visitPage(step, source, visit, document)
    const { waitMs } = createRobots(new URL(document.url ?? '').origin, visit.robots)
    return waitMs > 0 ? waitMs : undefined
  }
}

const noRoom = 'Reading stopped, because the organization has no room for more pages.'

const linksOf = ({ links }: DocumentRow): string[] => JSON.parse(links)

/** A site has the title of its start page, until its owner chooses another. */
const titleOf = (source: SourceRow, isStart: boolean, seen: Seen) => {
  if (!isStart || seen.kind !== 'new' || seen.result.title === null) return {}
  const isOwn = source.url !== null && !source.title.startsWith(new URL(source.url).host)
  return isOwn ? {} : { title: seen.result.title }
}

/** Pages of this visit that were read and have no text. */
const emptyOf = async (tx: Transaction, source: SourceRow, round: number): Promise<number> => {
  const { total } = await tx.db
    .selectFrom('knowledge_documents')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('source_id', '=', source.id)
    .where('fetched_round', '=', round)
    .where('is_live', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The pages that are left count as read: the visit ends. */
const stop = async (tx: Transaction, sourceId: string, round: number) => {
  await tx.db
    .updateTable('knowledge_documents')
    .set({ fetched_round: round })
    .where('source_id', '=', sourceId)
    .where('round', '=', round)
    .where('fetched_round', '<', round)
    .execute()
}
