import { announce, type Change } from '../../platform/context.ts'
import { newId } from '../../platform/kit/ids.ts'
import { blocksOfMarkdown } from '../reading/markdown.ts'
import { piecesOf } from '../reading/split.ts'
import {
  blankDocument,
  deleteDocument,
  deletePassages,
  insertDocument,
  insertPassages,
  liveDocuments,
} from './documents.store.ts'
import { passageRows, sumTokens } from './passages.ts'
import { type SourceRow, update } from './sources.store.ts'

/** An answer has 8,000 characters at most, which is far fewer passages. */
const maxPassagesOfAnswer = 100

/**
 * Writes the passages of a question with its answer, in the transaction of its cause: the next
 * visitor gets the answer. The question is a heading, because it has the words of visitors.
 */
export const writeAnswer = async (
  change: Change<unknown>,
  source: SourceRow,
  { question, answer }: { question: string; answer: string },
) => {
  const { db, engine } = change
  const { id } = source
  const now = change.now()
  for (const { id: former } of await liveDocuments(db, id)) {
    await deletePassages(db, id, former, maxPassagesOfAnswer)
    await deleteDocument(db, former)
  }
  const documentId = newId('doc', now)
  const pieces = piecesOf(blocksOfMarkdown(answer), [question])
  const rows = passageRows(pieces, { sourceId: id, documentId, position: 0 }, now)
  const tokens = sumTokens(rows)
  await insertDocument(db, {
    ...blankDocument,
    id: documentId,
    source_id: id,
    is_live: 1,
    passages: rows.length,
    tokens,
  })
  await insertPassages(db, engine, rows)
  await update(db, id, {
    question,
    answer,
    passages: rows.length,
    tokens,
    size_bytes: Buffer.byteLength(question) + Buffer.byteLength(answer),
    version: source.version + 1,
    status: 'ready',
    refreshed_at: now,
    updated_at: now,
  })
  await announce(change, 'passagesAdded', source)
}

/** The title of a question is the question itself, in one line. */
export const titleOfQuestion = (question: string): string =>
  question.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
