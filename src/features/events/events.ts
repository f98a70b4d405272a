import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { lowestId } from '../../platform/kit/ids.ts'
import { requireOrganization } from '../organizations/access.ts'
import type { EventQuery, EventSchema } from './events.schema.ts'
import * as store from './events.store.ts'

/** Later than the time of every id. */
const endOfTime = 2 ** 48 - 1

export const listEvents = async (context: Context, query: EventQuery) => {
  const { db } = context
  const { organization_id, event, since, until, limit, offset } = query
  const { id } = await requireOrganization(context, organization_id, 'webhooks:read')
  const span: store.Span = {
    organizationId: id,
    fromId: lowestId('evt', since === undefined ? 0 : Date.parse(since)),
    beforeId: lowestId('evt', until === undefined ? endOfTime : Date.parse(until)),
  }
  const filter = [id, event ?? null, since ?? null, until ?? null]
  const page = openPage({ list: 'events', filter, like: [''] as [string] }, query)
  const { rows, next } = page.close(await store.list(db, span, event, page), (row) => [row.id])
  const total = await store.count(db, span, event)
  return { events: rows.map(asEvent), total, limit, offset, ...next }
}

/** The API returns the body of an event unchanged. */
const asEvent = ({ body }: { body: string }) => JSON.parse(body) as Static<typeof EventSchema>
