// Events, as they are stored and as they are streamed.
import assert from 'node:assert/strict'
import type { Service } from '../service/service.ts'
import { type Followed, followStream } from './live-stream.ts'

export interface EventBody {
  event: string
  id: string
  created_at: string
  data: Record<string, unknown>
}

/** The bodies of all events, oldest first, as they are stored. */
export const eventTexts = async ({ database }: Pick<Service, 'database'>): Promise<string[]> => {
  const rows = await database.db.selectFrom('events').select('body').orderBy('id').execute()
  return rows.map(({ body }) => body)
}

/** Follows the live stream of events. */
export const followEvents = async (
  followed: Followed,
  query = '',
  headers: Record<string, string> = {},
) => {
  const stream = await followStream(followed, `/v1/events/stream${query}`, headers)
  return {
    ...stream,
    /** The next event and its text; null when the service ended the stream. */
    async next(): Promise<(EventBody & { text: string }) | null> {
      const block = await stream.next()
      if (!block) return null
      const body = JSON.parse(block.data) as EventBody
      assert.deepEqual([block.event, block.id], [body.event, body.id])
      return { ...body, text: block.data }
    },
  }
}
