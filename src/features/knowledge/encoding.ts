import type { TextEncoding } from '#contract/encodings.ts'
import type { Change } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { canBeIn, formOf } from '../reading/form.ts'
import { readSourceAgain } from './source-jobs.ts'
import { type SourceRow, updateSourceRow } from './sources.store.ts'

/** Undefined when the source is not a file, or its content is deleted. */
const startOf = async ({ db }: Pick<Change, 'db'>, source: SourceRow) =>
  await db
    .selectFrom('knowledge_chunks')
    .select('data')
    .where('source_id', '=', source.id)
    .where('position', '=', 0)
    .executeTakeFirst()

/** Reads a text file again in the chosen encoding; null: in the one that is guessed. */
export const changeEncoding = async (
  change: Change,
  source: SourceRow,
  encoding: TextEncoding | null,
) => {
  const start = await startOf(change, source)
  if (!start || formOf(start.data) !== 'text') {
    throw invalidField(
      '/encoding',
      'not_allowed',
      'encoding is only possible for a text, CSV or HTML file whose content is stored.',
    )
  }
  if (encoding && !canBeIn(encoding, start.data)) {
    throw invalidField(
      '/encoding',
      'invalid',
      `The file is not in ${encoding}, because many of its bytes mean nothing there.`,
    )
  }
  await updateSourceRow(change.db, source.id, { encoding })
  await readSourceAgain(change, source)
}
