import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Feed } from '../../platform/http/output/live.ts'
import { topicOf } from '../../platform/http/output/streams.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Database } from '../../platform/store/database.ts'
import type { Access } from '../organizations/access.ts'
import * as store from './event-stream.store.ts'

type LiveEvent = Awaited<ReturnType<typeof store.listLive>>[number]

interface Options {
  database: Database
  access: Access
  /** Whether the key or session of an actor is still valid. */
  isInForce: (actor: Actor) => Promise<boolean>
}

interface Wish {
  /** Id or slug. Default: the default organization of the caller. */
  organization: string | undefined
  /** The id of the last received event; undefined: send all new events. */
  lastSeen: string | undefined
}

export type EventStreams = ReturnType<typeof createEventStreams>

/** Each new event of an organization, with exactly the bytes of a delivery. */
export const createEventStreams = ({ database, access, isInForce }: Options) => {
  const { db, engine } = database

  const organizationOf = (actor: Actor, idOrSlug: string | undefined) =>
    access.organization(db, actor, idOrSlug, 'webhooks:read')

  const mayStillRead = async (actor: Actor, organizationId: string): Promise<boolean> => {
    try {
      await organizationOf(actor, organizationId)
      return await isInForce(actor)
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }

  return {
    async feed(actor: Actor, { organization, lastSeen }: Wish): Promise<Feed<string, LiveEvent>> {
      const { id } = await organizationOf(actor, organization)
      return {
        beginning: await (lastSeen === undefined
          ? store.newestPlace(db, engine, id)
          : store.placeBehind(db, id, lastSeen)),
        read: (after, limit) => store.listLive(db, engine, id, after, limit),
        show: ({ type, body }) => ({ event: type, data: body }),
        topic: topicOf({ kind: 'events-added', organizationId: id }),
        mayFollow: () => mayStillRead(actor, id),
      }
    },
  }
}
