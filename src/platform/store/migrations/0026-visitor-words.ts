import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Statements } from './migrations.ts'

/** A question was copied into its source up to this length. */
const copiedCharacters = 300
const titleCharacters = 200

export const visitorWords: Statements = () => [removeVisitorWords]

/**
 * Removes the words of visitors from the sources of answers, from the jobs of these sources and from
 * the audit log, where the question of the source still equals a message. Before, an answer without a
 * wording of the owner took the question of a visitor as its title.
 */
export const removeVisitorWords = async (db: Kysely<Tables>) => {
  const learned = await db
    .selectFrom('question_groups as g')
    .innerJoin('knowledge_sources as s', 's.id', 'g.source_id')
    .select(['g.id as group_id', 's.id', 's.question', 's.answer', 's.version'])
    .execute()
  for (const source of learned) {
    if (source.question === null || source.answer === null) continue
    if (!(await isAsked(db, source.group_id, source.question))) continue
    const title = titleOf(source.answer)
    await db
      .updateTable('knowledge_sources')
      .set({ title, question: title, version: source.version + 1 })
      .where('id', '=', source.id)
      .execute()
    await db
      .updateTable('jobs')
      .set({ subject_name: title })
      .where('subject_id', '=', source.id)
      .execute()
    await replaceHeadings(db, source.id, source.question, title)
  }
  // Also of sources that are deleted, whose titles are not known any more.
  await db
    .updateTable('audit_entries')
    .set({ target_name: null })
    .where('target_id', 'in', (row) =>
      row.selectFrom('question_groups').select('source_id').where('source_id', 'is not', null),
    )
    .execute()
}

const titleOf = (answer: string): string =>
  answer.replace(/\s+/g, ' ').trim().slice(0, titleCharacters).toWellFormed()

const isAsked = async (db: Kysely<Tables>, groupId: string, question: string) => {
  const asked = await db
    .selectFrom('asked_questions as q')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.id', '=', 'q.asked_id').onRef('m.conversation_id', '=', 'q.conversation_id'),
    )
    .select('m.text')
    .where('q.group_id', '=', groupId)
    .execute()
  return asked.some(({ text }) => text.slice(0, copiedCharacters).toWellFormed() === question)
}

/** The question is the first heading above its answer. */
const replaceHeadings = async (
  db: Kysely<Tables>,
  sourceId: string,
  question: string,
  title: string,
) => {
  const passages = await db
    .selectFrom('knowledge_passages')
    .select(['id', 'headings'])
    .where('source_id', '=', sourceId)
    .execute()
  for (const { id, headings } of passages) {
    const replaced = (JSON.parse(headings) as string[]).map((one) =>
      one === question ? title : one,
    )
    await db
      .updateTable('knowledge_passages')
      .set({ headings: JSON.stringify(replaced) })
      .where('id', '=', id)
      .execute()
  }
}
