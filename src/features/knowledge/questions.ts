import { newId } from '../../platform/kit/ids.ts'
import type { Transaction } from '../../platform/store/database.ts'
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
import { update } from './sources.store.ts'

/** An answer has 8,000 characters at most, which is far fewer passages. */
const mostPassagesOfAnswer = 100

/**
 * Writes the passages of a question with its answer, in the transaction of its cause: the next
 * visitor gets the answer. The question is a heading, because it has the words of visitors.
 */
export const writeAnswer = async (
  tx: Transaction,
  source: { id: string; version: number; question: string; answer: string },
  now: number,
) => {
  const { id, question, answer } = source
  for (const { id: former } of await liveDocuments(tx.db, id)) {
    await deletePassages(tx.db, id, former, mostPassagesOfAnswer)
    await deleteDocument(tx.db, former)
  }
  const documentId = newId('doc', now)
  const pieces = piecesOf(blocksOfMarkdown(answer), [question])
  const rows = passageRows(pieces, { sourceId: id, documentId, position: 0 }, now)
  const tokens = sumTokens(rows)
  await insertDocument(tx.db, {
    ...blankDocument,
    id: documentId,
    source_id: id,
    is_live: 1,
    passages: rows.length,
    tokens,
  })
  await insertPassages(tx.db, tx.engine, rows)
  await update(tx.db, id, {
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
}

/** The title of a question is the question itself, in one line. */
export const titleOfQuestion = (question: string): string =>
  question.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
