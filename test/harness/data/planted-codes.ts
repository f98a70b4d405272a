// Existing codes, many more than a test could create over HTTP.
import { lowestId } from '../../../src/platform/kit/ids.ts'
import { blankContents } from '../../../src/platform/store/tables.codes.ts'
import { naturalOrder } from '../../../src/platform/text/text.ts'
import type { Service } from '../service/service.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

/** Codes in the default organization, named `Table 1` and so on; the last is the newest. */
export const plantCodes = async (
  { database, defaultOrganizationId }: Service,
  count: number,
  nameOf = (number: number) => `Table ${number}`,
) => {
  const organization_id = await defaultOrganizationId()
  const rows = Array.from({ length: count }, (_, index) => {
    const name = nameOf(index + 1)
    return {
      id: lowestId('qpr', start + index),
      organization_id,
      // Eight characters of our alphabet, which has no letter o.
      short_id: (index + 1).toString(10).padStart(8, '0'),
      name,
      name_folded: name.toLowerCase(),
      name_order: naturalOrder(name.toLowerCase()),
      template: 'business' as const,
      status: 'active' as const,
      scans_total: index % 977,
      created_at: start + index,
      updated_at: start + index,
      tags: '[]',
    }
  })
  await database.transaction(async ({ db }) => {
    for (let i = 0; i < rows.length; i += 500) {
      const some = rows.slice(i, i + 500)
      await db.insertInto('codes').values(some).execute()
      const contents = some.map(({ id }) => ({
        ...blankContents,
        code_id: id,
        prompt: 'You are the host of a small café.',
      }))
      await db.insertInto('code_contents').values(contents).execute()
    }
    await db
      .updateTable('organizations')
      .set((row) => ({ codes_active: row('codes_active', '+', count) }))
      .where('id', '=', organization_id)
      .execute()
  })
}
