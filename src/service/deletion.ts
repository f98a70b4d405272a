import { deleteEntries } from '../features/audit/audit.store.ts'
import { remove as removeCode } from '../features/codes/codes.store.ts'
import * as codes from '../features/codes/departures.store.ts'
import { deleteVersions } from '../features/codes/history.store.ts'
import { deleteTagCounts, deleteTags } from '../features/codes/tags.store.ts'
import * as conversations from '../features/conversations/departures.store.ts'
import { deleteEvents } from '../features/deliveries/departures.store.ts'
import { addJob } from '../features/jobs/jobs.ts'
import { deleteSourcesOfOrganization } from '../features/knowledge/deletion.ts'
import * as scans from '../features/scans/departures.store.ts'
import { countScansBetween } from '../features/scans/scans.ts'
import { deleteScope, moveSums } from '../features/scans/transfers.ts'
import type { Change } from '../platform/context.ts'
import type { Facts } from '../platform/hooks.ts'
import { type Progress, runStages, type Stage } from '../platform/jobs/handlers.ts'
import { deleteParked } from '../platform/jobs/jobs.store.ts'
import { hourMs } from '../platform/kit/clock.ts'

/**
 * The number of rows that the request itself handles, so that small work is finished with the
 * response. A job handles the rest.
 */
const maxAtOnce = 1000

/** The rows of a deleted code. The sums come last, because its organization shares them. */
export const stagesOfCode = (codeId: string): Stage[] => [
  (change, maxRows) => conversations.deleteConversations(change, codeId, maxRows),
  (change, maxRows) => scans.deleteScans(change, codeId, maxRows),
  (change, maxRows) => conversations.deleteCodeDays(change, codeId, maxRows),
  (change, maxRows) => moveSums(change, codeId, maxRows),
]

const codesAtOnce = 50

/** Deletes the codes of a deleted organization, each with all of its rows. */
const deleteCodes = async (change: Change<unknown>, organizationId: string, maxRows: number) => {
  const some = await codes.listOfOrganization(change.db, organizationId, codesAtOnce)
  let rows = 0
  for (const { id, scope_id } of some) {
    const stages: Stage[] = [
      (within, left) => deleteVersions(within, id, left),
      ...stagesOfCode(id),
      (within, left) => deleteScope(within, scope_id ?? id, left),
    ]
    const progress = await runStages(change, stages, maxRows - rows)
    rows += progress.rows
    if (!progress.isDone) return maxRows
    await removeCode(change.db, organizationId, id)
    rows += 1
    if (rows >= maxRows) return maxRows
  }
  return some.length < codesAtOnce ? rows : maxRows
}

export const stagesOfOrganization = (organizationId: string): Stage[] => [
  (change, maxRows) => deleteCodes(change, organizationId, maxRows),
  (change, maxRows) => deleteSourcesOfOrganization(change, organizationId, maxRows),
  ({ db }) => deleteParked(db, organizationId, ['process_knowledge', 'embed_knowledge']),
  (change, maxRows) => deleteTags(change, organizationId, maxRows),
  (change, maxRows) => deleteTagCounts(change, organizationId, maxRows),
  (change, maxRows) => deleteEntries(change, organizationId, maxRows),
  (change, maxRows) => deleteEvents(change, organizationId, maxRows),
  (change, maxRows) => deleteScope(change, organizationId, maxRows),
]

interface MoveState {
  scans?: scans.ScanPlace | null
  conversations?: conversations.ConversationPlace | null
}

/** Moves the rows of a code to its new organization: scans, conversations, sums. */
export const moveRelatedRows = async (
  change: Change<unknown>,
  codeId: string,
  state: MoveState,
  maxRows: number,
): Promise<Progress> => {
  const to = await codes.organizationOf(change.db, codeId)
  // The code has been deleted since. The job of that deletion handles the rest.
  if (to === null) return { rows: 0, isDone: true }
  const { scans: scansAfter = { scannedAt: 0, id: -1 } } = state
  const { conversations: talksAfter = { startedAt: null, id: '' } } = state
  if (scansAfter) {
    const { rows, after } = await scans.moveScans(change, codeId, to, scansAfter, maxRows)
    if (after) return { rows, state: { scans: after }, isDone: false }
    return await moveRelatedRows(change, codeId, { scans: null }, maxRows - rows)
  }
  if (talksAfter) {
    const { rows, after } = await conversations.moveConversations(
      change,
      codeId,
      to,
      talksAfter,
      maxRows,
    )
    const next = { scans: null, conversations: after }
    if (rows >= maxRows) return { rows, state: next, isDone: false }
    return await moveRelatedRows(change, codeId, next, maxRows - rows)
  }
  const rows = await moveSums(change, codeId, maxRows)
  return { rows, state: { ...state }, isDone: rows < maxRows }
}

/** The sums of a code stay behind when it is deleted or moves; small steps take them along. */
export const leaveSums = (change: Change<unknown>, { code, to }: Facts['codeLeaving']) =>
  scans.leave(change, code.id, code.organization_id, to)

export const deleteRowsOfCode = async (
  change: Change<unknown>,
  { code, userId }: Facts['codeDeleted'],
) => {
  const { rows, isDone } = await runStages(change, stagesOfCode(code.id), maxAtOnce)
  if (isDone) return
  await addJob(change, {
    kind: 'delete_code',
    organizationId: code.organization_id,
    subjectId: code.id,
    subjectName: code.name,
    userId,
    total: Math.max(0, code.scans_total - rows),
  })
}

export const moveRowsOfCode = async (
  change: Change<unknown>,
  { code, userId }: Facts['codeMoved'],
) => {
  const { rows, isDone } = await moveRelatedRows(change, code.id, {}, maxAtOnce)
  if (isDone) return
  await addJob(change, {
    kind: 'move_code',
    organizationId: code.organization_id,
    subjectId: code.id,
    subjectName: code.name,
    userId,
    total: Math.max(0, code.scans_total - rows),
  })
}

/** The job belongs to the user's default organization, because its own organization is deleted. */
export const deleteRowsOfOrganization = async (
  change: Change<unknown>,
  { organization, actor }: Facts['organizationDeleted'],
) => {
  await scans.leaveForNowhere(change, organization.id)
  const total = await countScansBetween(change, organization.id, 0, change.now() + hourMs)
  const { rows, isDone } = await runStages(change, stagesOfOrganization(organization.id), maxAtOnce)
  if (isDone) return
  await addJob(change, {
    kind: 'delete_organization',
    organizationId: actor.defaultOrganizationId,
    subjectId: organization.id,
    subjectName: organization.name,
    userId: actor.userId,
    total: Math.max(0, total - rows),
  })
}
