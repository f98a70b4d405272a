import type { Change } from '../../platform/context.ts'
import { limitReached, problem } from '../../platform/http/problem.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { planLimit, requireQuota } from '../plans/plans.ts'
import { megabytesOf, usage } from './sources.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** The limits of an organization in the settings. Its plan may allow less. */
    knowledge: {
      maxSources: number
      maxPages: number
      maxMegabytes: number
    }
  }
}

/** Locks the organization, so that parallel requests cannot exceed a limit. */
const lockUsage = async ({ db }: Change<unknown>, organizationId: string) => {
  const locked = await lockOrganization(db, organizationId)
  if (!locked) throw problem(404, 'organization_not_found', 'There is no such organization.')
  return { plan: locked.plan, ...(await usage(db, organizationId)) }
}

type Usage = Awaited<ReturnType<typeof lockUsage>>

const requireSource = ({ service }: Change<unknown>, { sources }: Usage) => {
  const { maxSources } = service.knowledge
  if (sources >= maxSources) throw tooManySources(maxSources)
}

const requirePage = (change: Change<unknown>, used: Usage) => {
  const { maxPages } = change.service.knowledge
  requireSource(change, used)
  if (used.pages >= maxPages) throw tooManyPages(maxPages)
  requireQuota(change, used.plan, 'knowledge_pages', used.pages)
}

/** Throws unless the organization may have another source. */
export const requireSourceQuota = async (change: Change<unknown>, organizationId: string) =>
  requireSource(change, await lockUsage(change, organizationId))

/** Throws unless the organization may have another source with at least one page. */
export const requirePageQuota = async (change: Change<unknown>, organizationId: string) =>
  requirePage(change, await lockUsage(change, organizationId))

/** Throws unless the organization may also store a file of this size. */
export const requireFileQuota = async (
  change: Change<unknown>,
  organizationId: string,
  sizeBytes: number,
) => {
  const { maxMegabytes } = change.service.knowledge
  const used = await lockUsage(change, organizationId)
  requirePage(change, used)
  const total = megabytesOf(used.bytes + sizeBytes)
  const ofPlan = planLimit(change, used.plan, 'knowledge_mb')
  if (ofPlan !== null && ofPlan < maxMegabytes) {
    requireQuota(change, used.plan, 'knowledge_mb', used.megabytes, total - used.megabytes)
  }
  if (total > maxMegabytes) throw tooManyBytes(maxMegabytes)
}

/** The number of pages that a source may have, in addition to those of the other sources. */
export const pagesLeft = async (
  change: Change<unknown>,
  organizationId: string,
  ownPages: number,
): Promise<number> => {
  const { maxPages } = change.service.knowledge
  const { plan, pages } = await lockUsage(change, organizationId)
  const maximum = Math.min(planLimit(change, plan, 'knowledge_pages') ?? maxPages, maxPages)
  return Math.max(0, maximum - (pages - ownPages))
}

const tooManySources = (maximum: number) =>
  limitReached(
    `This organization already has the maximum of ${maximum} sources. Delete a source that is no ` +
      'longer needed.',
  )

const tooManyPages = (maximum: number) =>
  limitReached(
    `This organization already has the maximum of ${maximum} pages. Delete a source that is no ` +
      'longer needed.',
  )

const tooManyBytes = (maximum: number) =>
  limitReached(
    `The files of this organization may have ${maximum} MB together. Delete a file that is no ` +
      'longer needed.',
  )
