import { createBreather } from '../kit/breather.ts'
import { secondMs } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import type { Db, LoggedBase, Transaction } from '../storage/database.ts'
import * as store from './grouping.store.ts'
import { createGroups, type Features, featuresOf } from './likeness.ts'

interface GroupingOptions extends LoggedBase {
  /** Locks the organization: parallel requests must not group the same question twice. */
  organizations: { hold: (db: Db, id: string) => Promise<unknown> }
  /** The model that computes vectors; null: words decide alone. */
  embedder: { embed(texts: string[], signal: AbortSignal): Promise<number[][]> } | null
}

const atOnce = 64
const vectorsMs = 5 * secondMs
/** With more questions than these, the oldest no longer attract new ones. */
const mostCompared = 5000

const asBytes = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** Copied, because a slice of the engine's buffer may not be aligned. */
const asVector = (bytes: Uint8Array | null) =>
  bytes && new Float32Array(Uint8Array.from(bytes).buffer)

const featuresIn = ({ text, vector }: store.AskedText): Features =>
  featuresOf(text, asVector(vector))

export type Grouping = ReturnType<typeof createGrouping>

/**
 * Puts questions into groups when they are read: grouping needs no worker, and a question that was
 * asked a moment ago is in the list.
 */
export const createGrouping = ({
  database,
  clock,
  log,
  organizations,
  embedder,
}: GroupingOptions) => {
  /** Before the transaction, which must not wait for a model. Without vectors words decide. */
  const addVectors = async (organizationId: string) => {
    if (!embedder) return
    const waiting = await store.listWaiting(database.db, organizationId, atOnce)
    const without = waiting.filter(({ vector }) => vector === null)
    if (without.length === 0) return
    try {
      const texts = without.map(({ text }) => text)
      const vectors = await embedder.embed(texts, AbortSignal.timeout(vectorsMs))
      await database.transaction(async ({ db }) => {
        for (const [at, { answer_id }] of without.entries()) {
          const vector = vectors[at]
          if (vector) await store.saveVector(db, answer_id, asBytes(Float32Array.from(vector)))
        }
      })
    } catch (error) {
      log.warn({ err: error }, 'questions are grouped without the embedding model')
    }
  }

  /** Returns the number of questions that were grouped. */
  const placeSome = async (tx: Transaction, organizationId: string): Promise<number> => {
    await organizations.hold(tx.db, organizationId)
    const waiting = await store.listWaiting(tx.db, organizationId, atOnce)
    if (waiting.length === 0) return 0
    const breathe = createBreather()
    const groups = createGroups()
    for (const one of await store.listGrouped(tx.db, organizationId, mostCompared)) {
      await breathe()
      if (one.group_id !== null) groups.add(one.group_id, featuresIn(one))
    }
    const placed = new Map<string, string[]>()
    for (const one of waiting) {
      await breathe()
      const features = featuresIn(one)
      const groupId = groups.find(features) ?? (await addGroup(tx.db, organizationId))
      groups.add(groupId, features)
      placed.set(groupId, [...(placed.get(groupId) ?? []), one.answer_id])
    }
    for (const [groupId, answerIds] of placed) await store.place(tx.db, groupId, answerIds)
    return waiting.length
  }

  const addGroup = async (db: Db, organizationId: string): Promise<string> => {
    const now = clock.now()
    const id = newId('qst', now)
    await store.insertGroup(db, {
      id,
      organization_id: organizationId,
      status: 'open',
      code_ids: null,
      source_id: null,
      answered_at: null,
      created_at: now,
    })
    return id
  }

  return {
    placeSome,

    /** Groups everything that was asked until now. */
    async settle(organizationId: string) {
      while (await store.isWaiting(database.db, organizationId)) {
        await addVectors(organizationId)
        const placed = await database.transaction((tx) => placeSome(tx, organizationId))
        if (placed < atOnce) return
      }
    },
  }
}
