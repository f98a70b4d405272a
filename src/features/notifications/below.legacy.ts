import type { Context, Service } from '../../platform/context.ts'
import type { Invitations } from '../organizations/invitations.ts'
import type { Learning } from '../questions/learning.ts'
import type { Scans } from '../scans/scans.ts'
import type { Span } from './periods.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** Features below that are not functions yet. */
    readonly below: {
      invitations: Pick<Invitations, 'countOpen'>
      learning: Pick<Learning, 'unanswered'>
      scans: Pick<Scans, 'countBetween' | 'countBetweenOf' | 'history' | 'hoursBetween'>
    }
  }
}

type Reading = Pick<Context<unknown>, 'db' | 'service'>

export const countOpenInvitations = ({ db, service }: Reading, organizationId: string) =>
  service.below.invitations.countOpen(db, organizationId)

/** Scans of one organization in whole hours, for plan limits. */
export const countScansBetween = (
  { db, service }: Reading,
  organizationId: string,
  from: number,
  until: number,
) => service.below.scans.countBetween(db, organizationId, from, until)

/** The same for several organizations. */
export const countScansOfEach = (
  { db, service }: Reading,
  organizationIds: string[],
  from: number,
  until: number,
) => service.below.scans.countBetweenOf(db, organizationIds, from, until)

/** The hours that begin in a span, for summaries. Hours without a scan are left out. */
export const listScanHours = ({ db, service }: Reading, organizationId: string, span: Span) =>
  service.below.scans.hoursBetween(db, organizationId, span)

/** Scans as data with a limited retention. */
export const scanHistory = (service: Service) => service.below.scans.history

/** The open questions of a period, those of most conversations first. */
export const unansweredQuestions = (
  { service }: Reading,
  organizationId: string,
  span: Span,
  maximum: number,
) => service.below.learning.unanswered(organizationId, span, maximum)
