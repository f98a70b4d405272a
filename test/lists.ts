// Lists by cursor, for the tests of paging.
import assert from 'node:assert/strict'
import type { Answer } from './harness/service/client.ts'
import type { Service } from './harness/service/service.ts'

export type Page = Record<string, unknown> & { next_cursor?: string | null }

export const rowsIn = (page: Page) =>
  Object.values(page).find((value) => Array.isArray(value)) as Record<string, unknown>[]

export const idOf = (row: Record<string, unknown>) =>
  row.id ?? row.invitation_id ?? row.version ?? row.tag

/** All pages by cursor; `between` changes the list meanwhile. */
export const walk = async (
  service: Service,
  path: string,
  limit = 2,
  between = async () => undefined as unknown,
) => {
  const ids: unknown[] = []
  const cursors: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const join = path.includes('?') ? '&' : '?'
    const asked: string = `${path}${join}limit=${limit}&cursor=${encodeURIComponent(cursor)}`
    const { status, body, text }: Answer<Page> = await service.get<Page>(asked)
    assert.equal(status, 200, `${asked}: ${text}`)
    assert.ok(rowsIn(body).length <= limit, asked)
    ids.push(...rowsIn(body).map(idOf))
    assert.notEqual(body.next_cursor, undefined, asked)
    cursor = body.next_cursor ?? null
    if (cursor !== null) {
      cursors.push(cursor)
      await between()
    }
  }
  return { ids, cursors }
}
