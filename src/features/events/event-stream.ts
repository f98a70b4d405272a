import type { Context } from '../../platform/context.ts'
import { type Feed, topicOf } from '../../platform/http/output/streams.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isInForce } from '../accounts/authenticator.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './event-stream.store.ts'

type LiveEvent = Awaited<ReturnType<typeof store.listLive>>[number]

const mayStillRead = async (context: Context, organizationId: string): Promise<boolean> => {
  try {
    await requireOrganization(context, organizationId, 'webhooks:read')
    return await isInForce(context)
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/**
 * Each new event of an organization, with exactly the bytes of a delivery. `lastSeen` is the id of
 * the last received event; undefined: send all new events.
 */
export const eventFeed = async (
  context: Context,
  idOrSlug: string | undefined,
  lastSeen: string | undefined,
): Promise<Feed<string, LiveEvent>> => {
  const { db } = context
  const { engine } = context.service.database
  const { id } = await requireOrganization(context, idOrSlug, 'webhooks:read')
  return {
    beginning: await (lastSeen === undefined
      ? store.newestPlace(db, engine, id)
      : store.placeBehind(db, id, lastSeen)),
    read: (after, limit) => store.listLive(db, engine, id, after, limit),
    show: ({ type, body }) => ({ event: type, data: body }),
    topic: topicOf({ kind: 'events-added', organizationId: id }),
    mayFollow: () => mayStillRead(context, id),
  }
}
