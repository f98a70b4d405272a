import { auditFields } from '../../platform/audit.ts'
import { announce, type Change } from '../../platform/context.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { newId } from '../../platform/kit/ids.ts'
import { clean } from '../reading/form.ts'
import {
  addTokens,
  correctedPassages,
  deletePassage,
  findPassage,
  insertPassages,
  type PassageRow,
  tokensWith,
} from './documents.store.ts'
import { signalKnowledge } from './publishing.ts'
import type { Correction } from './sources.schema.ts'
import { updateSourceRow } from './sources.store.ts'
import { asShownPassage } from './sources.text.ts'
import { lockSource, notForKind } from './sources.ts'

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

/** The rows of a new reading, with the corrections of those that read as before. */
export const withCorrections = (rows: PassageRow[], former: PassageRow[]): PassageRow[] => {
  const texts = new Map(former.map((row) => [keyOf(row), row.text]))
  return rows.map((row) => corrected(row, texts.get(keyOf(row)) ?? null))
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
