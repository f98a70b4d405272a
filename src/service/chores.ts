import { deleteEntries } from '../features/audit/audit.store.ts'
import { remove as removeCode } from '../features/codes/codes.store.ts'
import * as codes from '../features/codes/departures.store.ts'
import { deleteVersions } from '../features/codes/history.store.ts'
import { deleteTagCounts, deleteTags } from '../features/codes/tags.store.ts'
import * as conversations from '../features/conversations/departures.store.ts'
import { deleteEvents } from '../features/deliveries/departures.store.ts'
import type { Jobs } from '../features/jobs/jobs.ts'
import { deleteSourcesOfOrganization } from '../features/knowledge/deletion.ts'
import { knowledgeJobHandlers } from '../features/knowledge/job-handlers.ts'
import { embeddingJobHandler } from '../features/retrieval/embedding.ts'
import * as scans from '../features/scans/departures.store.ts'
import {
  firstWholeDay,
  type RebuildState,
  rebuildStart,
  rebuildStep,
} from '../features/scans/rebuild.ts'
import { deleteScope, moveSums } from '../features/scans/transfers.ts'
import type { Service } from '../platform/context.ts'
import { type Chore, type Progress, runStages, type Stage } from '../platform/jobs/chore.ts'
import { deleteParked } from '../platform/jobs/jobs.store.ts'
import { secondMs } from '../platform/kit/clock.ts'
import type { Transaction } from '../platform/store/database.ts'
import type { JobKind } from '../platform/store/tables.ts'

/**
 * The number of rows that the request itself handles, so that small work is finished with the
 * response.
 */
const mostAtOnce = 1000

/** The rows of a deleted code. The sums come last, because its organization shares them. */
const stagesOfCode = (codeId: string): Stage[] => [
  (tx, most) => conversations.deleteConversations(tx, codeId, most),
  (tx, most) => scans.deleteScans(tx, codeId, most),
  (tx, most) => conversations.deleteCodeDays(tx, codeId, most),
  (tx, most) => moveSums(tx, codeId, most),
]

const codesAtOnce = 50

/** Deletes the codes of a deleted organization, each with all of its rows. */
const deleteCodes = async (tx: Transaction, organizationId: string, most: number) => {
  const some = await codes.listOfOrganization(tx.db, organizationId, codesAtOnce)
  let rows = 0
  for (const { id, scope_id } of some) {
    const stages = [
      (within: Transaction, left: number) => deleteVersions(within, id, left),
      ...stagesOfCode(id),
      (within: Transaction, left: number) => deleteScope(within, scope_id ?? id, left),
    ]
    const progress = await runStages(tx, stages, most - rows)
    rows += progress.rows
    if (!progress.isDone) return most
    await removeCode(tx.db, organizationId, id)
    rows += 1
    if (rows >= most) return most
  }
  return some.length < codesAtOnce ? rows : most
}

const stagesOfOrganization = (organizationId: string): Stage[] => [
  (tx, most) => deleteCodes(tx, organizationId, most),
  (tx, most) => deleteSourcesOfOrganization(tx, organizationId, most),
  ({ db }) => deleteParked(db, organizationId, ['process_knowledge', 'embed_knowledge']),
  (tx, most) => deleteTags(tx, organizationId, most),
  (tx, most) => deleteTagCounts(tx, organizationId, most),
  (tx, most) => deleteEntries(tx, organizationId, most),
  (tx, most) => deleteEvents(tx, organizationId, most),
  (tx, most) => deleteScope(tx, organizationId, most),
]

interface MoveState {
  scans?: scans.ScanPlace | null
  conversations?: conversations.ConversationPlace | null
}

/** Moves the rows of a code to its new organization: scans, conversations, sums. */
const moveBelongings = async (
  tx: Transaction,
  codeId: string,
  state: MoveState,
  most: number,
): Promise<Progress> => {
  const to = await codes.organizationOf(tx.db, codeId)
  // The code has been deleted since. The job of that deletion handles the rest.
  if (to === null) return { rows: 0, isDone: true }
  const { scans: scansAfter = { scannedAt: 0, id: -1 } } = state
  const { conversations: talksAfter = { startedAt: null, id: '' } } = state
  if (scansAfter) {
    const { rows, after } = await scans.moveScans(tx, codeId, to, scansAfter, most)
    if (after) return { rows, state: { scans: after }, isDone: false }
    return await moveBelongings(tx, codeId, { scans: null }, most - rows)
  }
  if (talksAfter) {
    const { rows, after } = await conversations.moveConversations(tx, codeId, to, talksAfter, most)
    const next = { scans: null, conversations: after }
    if (rows >= most) return { rows, state: next, isDone: false }
    return await moveBelongings(tx, codeId, next, most - rows)
  }
  const rows = await moveSums(tx, codeId, most)
  return { rows, state: { ...state }, isDone: rows < most }
}

interface ChoresOptions {
  service: Service
  /** In days; null keeps scans forever. */
  scanRetentionDays: number | null
  conversationRetentionDays: number | null
}

/** The steps of each kind of job. */
export const createChores = (options: ChoresOptions): Record<JobKind, Chore> => {
  const { service, scanRetentionDays, conversationRetentionDays } = options
  const { database, clock } = service
  return {
    ...knowledgeJobHandlers(service),
    embed_knowledge: embeddingJobHandler(service),
    delete_code: {
      cannotCancel: 'Deleted data cannot be restored, so this job runs to its end.',
      step: async ({ most, save }) => {
        await save((tx, { subjectId }) => runStages(tx, stagesOfCode(subjectId), most))
        return undefined
      },
    },
    delete_organization: {
      cannotCancel: 'Deleted data cannot be restored, so this job runs to its end.',
      step: async ({ most, save }) => {
        await save((tx, { subjectId }) => runStages(tx, stagesOfOrganization(subjectId), most))
        return undefined
      },
    },
    move_code: {
      cannotCancel: 'The code has already moved. Move it back instead.',
      step: async ({ most, save }) => {
        await save((tx, { subjectId, state }) => moveBelongings(tx, subjectId, state, most))
        return undefined
      },
    },
    rebuild_analytics: {
      cannotCancel: null,
      async step({ assignment, save }) {
        const from = (assignment.state.place as RebuildState | undefined) ?? rebuildStart
        const firstDays = {
          scans: firstWholeDay(clock, scanRetentionDays),
          conversations: firstWholeDay(clock, conversationRetentionDays),
        }
        const step = await rebuildStep(database, from, firstDays, (work) =>
          save(async (tx) => {
            await work(tx)
            return { rows: 0, isDone: false }
          }),
        )
        // Moves and deletions of codes come first.
        if (!step) return secondMs
        const { state: place, scopes: rows } = step
        await save(async () => ({ rows, state: { place }, isDone: place === null }))
        return undefined
      },
    },
  }
}

interface LeavingCode {
  id: string
  name: string
  scans_total: number
}

/** Starts a job in the transaction of the request. Small work finishes there. */
export const createDepartures = (jobs: Pick<Jobs, 'add'>) => ({
  async codeDeleted(tx: Transaction, userId: string, organizationId: string, code: LeavingCode) {
    const { rows, isDone } = await runStages(tx, stagesOfCode(code.id), mostAtOnce)
    if (isDone) return
    await jobs.add(tx, {
      kind: 'delete_code',
      organizationId,
      subjectId: code.id,
      subjectName: code.name,
      userId,
      total: Math.max(0, code.scans_total - rows),
    })
  },

  async codeMoved(tx: Transaction, userId: string, organizationId: string, code: LeavingCode) {
    const { rows, isDone } = await moveBelongings(tx, code.id, {}, mostAtOnce)
    if (isDone) return
    await jobs.add(tx, {
      kind: 'move_code',
      organizationId,
      subjectId: code.id,
      subjectName: code.name,
      userId,
      total: Math.max(0, code.scans_total - rows),
    })
  },

  /**
   * The job belongs to the user's default organization, because its own organization is deleted.
   */
  async organizationDeleted(
    tx: Transaction,
    { userId, defaultOrganizationId }: { userId: string; defaultOrganizationId: string },
    organization: { id: string; name: string },
    scansTotal: number,
  ) {
    const { rows, isDone } = await runStages(tx, stagesOfOrganization(organization.id), mostAtOnce)
    if (isDone) return
    await jobs.add(tx, {
      kind: 'delete_organization',
      organizationId: defaultOrganizationId,
      subjectId: organization.id,
      subjectName: organization.name,
      userId,
      total: Math.max(0, scansTotal - rows),
    })
  },
})
