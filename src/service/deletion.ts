import { draftsOf } from '../features/answers/budget.ts'
import { deleteEntries } from '../features/audit/audit.store.ts'
import { remove as removeCode } from '../features/codes/codes.store.ts'
import { deleteVersions } from '../features/codes/history.ts'
import * as stays from '../features/codes/stays.store.ts'
import { deleteTagCounts, deleteTags } from '../features/codes/tags.store.ts'
import * as conversations from '../features/conversations/deletion.store.ts'
import { deleteEvents } from '../features/deliveries/retention.store.ts'
import { addJob } from '../features/jobs/jobs.ts'
import { deleteSourcesOfOrganization } from '../features/knowledge/source-jobs.ts'
import { deleteSums } from '../features/scans/deleted-sums.ts'
import * as scans from '../features/scans/deletion.store.ts'
import { countScansBetween } from '../features/scans/scans.ts'
import type { Change, Facts } from '../platform/context.ts'
import { type JobProgress, runStages, type Stage } from '../platform/jobs/handlers.ts'
import { deleteParked } from '../platform/jobs/jobs.store.ts'
import { hourMs } from '../platform/kit/clock.ts'

/**
 * The number of rows that the request itself handles, so that small work is finished with the
 * response. A job handles the rest.
 */
const maxAtOnce = 1000

/**
 * The rows of a code in one organization. The sums come last, because the organization shares them:
 * they are subtracted from those of the organization `from`.
 */
const stagesOfCode = (code: stays.KnownCode, daysId: string, from: string | null): Stage[] => [
  (change, maxRows) => conversations.deleteConversations(change, code, maxRows),
  (change, maxRows) => scans.deleteScans(change, code, maxRows),
  (change, maxRows) => conversations.deleteCodeDays(change, daysId, maxRows),
  (change, maxRows) => deleteSums(change, code.scopeId, from, maxRows),
]

/** Deletes a part of the rows of a deleted code. What it left in former organizations stays. */
export const deletePartOfCode = async (
  change: Change<unknown>,
  codeId: string,
  organizationId: string,
  maxRows: number,
): Promise<JobProgress> => {
  // A process of the version before left no mark.
  const stay = { organizationId, since: 0, until: Number.MAX_SAFE_INTEGER }
  const unmarked = { id: codeId, organizationId, scopeId: codeId, stay }
  const code = (await stays.findStay(change.db, codeId, organizationId)) ?? unmarked
  const progress = await runStages(change, stagesOfCode(code, codeId, organizationId), maxRows)
  if (progress.isDone) await stays.remove(change.db, code)
  return progress
}

const codesAtOnce = 50

/** Deletes codes of a deleted organization, each with all of its rows. */
const deleteEach = async (
  change: Change<unknown>,
  codes: stays.KnownCode[],
  maxRows: number,
  stagesOf: (code: stays.KnownCode) => Stage[],
) => {
  let rows = 0
  for (const code of codes) {
    const progress = await runStages(change, stagesOf(code), maxRows - rows)
    rows += progress.rows
    if (!progress.isDone) return maxRows
    await stays.remove(change.db, code)
    await removeCode(change.db, code.organizationId, code.id)
    rows += 1
    if (rows >= maxRows) return maxRows
  }
  return codes.length < codesAtOnce ? rows : maxRows
}

const deleteCodes = async (change: Change<unknown>, organizationId: string, maxRows: number) => {
  const codes = await stays.listOwn(change.db, organizationId, codesAtOnce)
  return await deleteEach(change, codes, maxRows, (code) => [
    (within, left) => deleteVersions(within, code.id, left),
    ...stagesOfCode(code, code.id, null),
  ])
}

/** What codes left here that have moved away. */
const deletePast = async (change: Change<unknown>, organizationId: string, maxRows: number) => {
  const codes = await stays.listFormer(change.db, organizationId, codesAtOnce)
  return await deleteEach(change, codes, maxRows, (code) =>
    stagesOfCode(code, stays.stayId(code.id, organizationId), null),
  )
}

export const stagesOfOrganization = (organizationId: string): Stage[] => [
  (change, maxRows) => deleteCodes(change, organizationId, maxRows),
  (change, maxRows) => deletePast(change, organizationId, maxRows),
  (change, maxRows) => deleteSourcesOfOrganization(change, organizationId, maxRows),
  ({ db }) => deleteParked(db, organizationId, ['process_knowledge', 'embed_knowledge']),
  (change, maxRows) => conversations.deleteCodeDays(change, draftsOf(organizationId), maxRows),
  (change, maxRows) => deleteTags(change, organizationId, maxRows),
  (change, maxRows) => deleteTagCounts(change, organizationId, maxRows),
  (change, maxRows) => deleteEntries(change, organizationId, maxRows),
  (change, maxRows) => deleteEvents(change, organizationId, maxRows),
  (change, maxRows) => deleteSums(change, organizationId, null, maxRows),
]

export const deleteRowsOfCode = async (
  change: Change<unknown>,
  { code, userId }: Facts['codeDeleted'],
) => {
  const { id, organization_id } = code
  const { rows, isDone } = await deletePartOfCode(change, id, organization_id, maxAtOnce)
  if (isDone) return
  await addJob(change, {
    kind: 'delete_code',
    organizationId: organization_id,
    subjectId: id,
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
