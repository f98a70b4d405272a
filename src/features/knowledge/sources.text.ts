import { announce, auditFields, type Change, type Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { newId } from '../../platform/kit/ids.ts'
import { clean } from '../reading/form.ts'
import {
  addTokens,
  correctedPassages,
  countPassagesBefore,
  type DocumentPlace,
  deletePassage,
  findPassage,
  insertPassages,
  listPassages,
  type PassageRow,
  type ShownPassage,
  tokensWith,
  totals,
} from './documents.store.ts'
import { signalKnowledge } from './publishing.ts'
import type { Correction, TextQuery } from './sources.schema.ts'
import { updateSourceRow } from './sources.store.ts'
import { lockSource, notForKind, retrieveSource } from './sources.ts'

/** The text that was read, in the order of the source. */
export const readSourceText = async (context: Context, id: string, query: TextQuery) => {
  const { db } = context
  const { title } = await retrieveSource(context, id)
  const { passage_id: passageId, limit } = query
  const before = passageId === undefined ? null : await countPassagesBefore(db, id, passageId)
  const offset = before === null ? query.offset : before - (before % limit)
  const like: DocumentPlace = ['', 0]
  const page = openPage({ list: 'knowledge-text', filter: [id], like }, { ...query, offset })
  const { rows, next } = page.close(
    await listPassages(db, id, page),
    ({ document_id, position }): DocumentPlace => [document_id, position],
  )
  return {
    passages: rows.map((row) => asShownPassage(row, title)),
    total: (await totals(db, id)).passages,
    limit,
    offset,
    ...next,
  }
}

export const asShownPassage = (row: ShownPassage, title: string) => ({
  id: row.id,
  title: row.document_title ?? title,
  url: row.url,
  page: row.page,
  headings: JSON.parse(row.headings) as string[],
  text: row.text,
  read_text: row.read_text,
})

/** Corrections are compared with each part of a source that is read again. */
const maxCorrections = 500

/** Replaces the text of a passage, or restores what was read. The next answer uses it. */
export const correctText = async (change: Change, id: string, correction: Correction) => {
  const { db, engine } = change
  const source = await lockSource(change, id)
  auditFields(change, ['text'])
  if (source.kind === 'question') throw notForKind('text', source.kind)
  if (source.status === 'processing') throw beingRead()
  const former = await findPassage(db, id, correction.passage_id)
  if (!former) throw unknownPassage()
  const isLimited = former.read_text === null && correction.text !== null
  if (isLimited && (await correctedPassages(db, id)).length >= maxCorrections) {
    throw tooManyCorrections()
  }
  // A new id: a vector of the former text may be on its way.
  const { url, document_title, ...stored } = former
  const row = { ...corrected(stored, correction.text), id: newId('psg', change.now()) }
  await deletePassage(db, former.id)
  await insertPassages(db, engine, [row])
  const tokens = row.tokens - former.tokens
  await addTokens(db, former.document_id, tokens)
  await updateSourceRow(db, id, {
    tokens: source.tokens + tokens,
    version: source.version + 1,
    updated_at: change.now(),
  })
  signalKnowledge(change, source.organization_id)
  await announce(change, 'passagesAdded', source)
  return asShownPassage({ ...row, url, document_title }, source.title)
}

/** The passage with a text of its owner; null: with what was read. */
const corrected = (row: PassageRow, text: string | null): PassageRow => {
  const read = row.read_text ?? row.text
  const shown = text === null ? read : clean(text)
  const headings = JSON.parse(row.headings) as string[]
  return {
    ...row,
    text: shown,
    read_text: shown === read ? null : read,
    tokens: tokensWith(headings, shown),
  }
}

/** The same words below another heading, or on another page, say something else. */
const keyOf = ({ page, headings, text, read_text }: PassageRow): string =>
  `${page} ${headings} ${read_text ?? text}`

const placeOf = (row: PassageRow): string => `${row.position} ${keyOf(row)}`

/**
 * The rows of a new reading, with the corrections of those that read as before. Where several rows
 * have the same words, the place decides, because one correction must not become one of each.
 */
export const withCorrections = (rows: PassageRow[], former: PassageRow[]): PassageRow[] => {
  const byPlace = new Map(former.map((row) => [placeOf(row), row.text]))
  const byKey = new Map(former.map((row) => [keyOf(row), row.text]))
  const alike = Map.groupBy(rows, keyOf)
  return rows.map((row) => {
    const key = keyOf(row)
    const moved = alike.get(key)?.length === 1 ? byKey.get(key) : undefined
    return corrected(row, byPlace.get(placeOf(row)) ?? moved ?? null)
  })
}

const maxExcerpt = 60

/** The beginnings of the corrections that are gone after a new reading. */
export const droppedCorrections = (former: PassageRow[], left: PassageRow[]): string[] => {
  const keys = new Set(left.map(keyOf))
  return former
    .filter((row) => !keys.has(keyOf(row)))
    .map(({ text }) => text.replace(/\s+/g, ' ').slice(0, maxExcerpt).toWellFormed())
}

const maxNamed = 5

export const noteOnDropped = (dropped: string[]): string | null => {
  if (dropped.length === 0) return null
  const named = dropped.slice(0, maxNamed).map((text) => `“${text}”`)
  const more = dropped.length > maxNamed ? ', …' : ''
  return `The source has changed, so corrections were dropped (${dropped.length}): ${named.join(', ')}${more}`
}

const beingRead = () =>
  problem(409, 'source_processing', 'The source is being read. Correct it when that is finished.')

const unknownPassage = () =>
  invalidField('/passage_id', 'unknown', 'passage_id names no passage of the source any more.')

const tooManyCorrections = () =>
  limitReached(`The source already has the maximum of ${maxCorrections} corrections.`)
