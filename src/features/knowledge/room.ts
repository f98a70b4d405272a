import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Plan } from '../../platform/store/tables.ts'
import { tooManyBytes, tooManyPages, tooManySources } from './sources.problems.ts'
import { megabytesOf, usage } from './sources.store.ts'

type KnowledgeLimit = 'knowledge_pages' | 'knowledge_mb'

interface RoomOptions {
  /** Locks the organization, so that parallel requests cannot exceed a limit. */
  organizations: { hold: (db: Db, id: string) => Promise<{ plan: Plan } | undefined> }
  gate: {
    limit: (plan: Plan, name: KnowledgeLimit) => number | null
    require: (plan: Plan, name: KnowledgeLimit, used: number, more?: number) => void
  }
  mostSources: number
  mostPages: number
  maxMegabytes: number
}

export type Room = ReturnType<typeof createRoom>

/** How much an organization may know: by its plan, and by the settings of the service. */
export const createRoom = (options: RoomOptions) => {
  const { organizations, gate, mostSources, mostPages, maxMegabytes } = options
  const hold = async (db: Db, organizationId: string) => {
    const held = await organizations.hold(db, organizationId)
    if (!held) throw problem(404, 'organization_not_found', 'There is no such organization.')
    return { plan: held.plan, ...(await usage(db, organizationId)) }
  }

  const requirePage = ({ plan, pages, sources }: Awaited<ReturnType<typeof hold>>) => {
    if (sources >= mostSources) throw tooManySources(mostSources)
    if (pages >= mostPages) throw tooManyPages(mostPages)
    gate.require(plan, 'knowledge_pages', pages)
  }

  return {
    /** Throws unless the organization may have another source. */
    async requireSource(db: Db, organizationId: string) {
      const used = await hold(db, organizationId)
      if (used.sources >= mostSources) throw tooManySources(mostSources)
      return used
    },

    /** Throws unless the organization may have another source with at least one page. */
    async requirePage(db: Db, organizationId: string) {
      requirePage(await hold(db, organizationId))
    },

    /** Throws unless the organization may also store a file of this size. */
    async requireFile(db: Db, organizationId: string, sizeBytes: number) {
      const used = await hold(db, organizationId)
      requirePage(used)
      const total = megabytesOf(used.bytes + sizeBytes)
      const ofPlan = gate.limit(used.plan, 'knowledge_mb')
      if (ofPlan !== null && ofPlan < maxMegabytes) {
        gate.require(used.plan, 'knowledge_mb', used.megabytes, total - used.megabytes)
      }
      if (total > maxMegabytes) throw tooManyBytes(maxMegabytes)
    },

    /** The pages that a source may have, in addition to those of the other sources. */
    async left(db: Db, organizationId: string, ownPages: number): Promise<number> {
      const { plan, pages } = await hold(db, organizationId)
      const maximum = Math.min(gate.limit(plan, 'knowledge_pages') ?? mostPages, mostPages)
      return Math.max(0, maximum - (pages - ownPages))
    },
  }
}
