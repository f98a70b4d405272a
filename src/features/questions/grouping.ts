import { runUnaudited } from '../../platform/change.ts'
import type { Change, Context } from '../../platform/context.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import { embedderOf, understands } from '../models/embeddings.ts'
import * as store from './grouping.store.ts'
import { createGroups, type Features, featuresOf, type Groups } from './similarity.ts'

declare module '../../platform/context.ts' {
  interface Service {
    groupings: Groupings
  }
}

type Groupings = ReturnType<typeof createGroupings>

/** Requests that arrive while an organization's questions are grouped wait for the same work. */
export const createGroupings = () => {
  const running = new Map<string, Promise<number>>()
  return {
    runningIn: (organizationId: string) => running.get(organizationId),

    run(organizationId: string, work: () => Promise<number>): Promise<number> {
      const run = work().finally(() => running.delete(organizationId))
      running.set(organizationId, run)
      return run
    },
  }
}

/** The questions of one transaction, and the rows of one query: reading from SQLite is synchronous. */
const atOnce = 64
const vectorsMs = 5 * secondMs
/** With more groups than these, the oldest no longer attract new questions. */
const maxGroups = 2000
/** The newest questions of a group that a new one is compared with. */
const maxOfGroup = 3
/** The questions that are grouped before the groups are read again, which bounds the memory. */
const maxPlaced = 2000

/** The group of each question, and which of the groups are new. */
interface Plan {
  placed: Map<string, string[]>
  added: Set<string>
}

const asBytes = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** Copied, because a slice of the engine's buffer may not be aligned. */
const asVector = (bytes: Uint8Array | null) =>
  bytes && new Float32Array(Uint8Array.from(bytes).buffer)

const featuresIn = (asked: store.AskedText, model: string | null): Features =>
  featuresOf(asked.text, asked.vector_model === model ? asVector(asked.vector) : null)

/** The questions with their vectors. Without vectors words decide. */
const withVectors = async (
  context: Context<unknown>,
  organizationId: string,
  waiting: store.AskedText[],
): Promise<store.AskedText[]> => {
  const embedder = embedderOf(context)
  if (!embedder) return waiting
  const model = embedder.id
  const without = waiting.filter(
    ({ text, vector, vector_model }) =>
      (vector === null || vector_model !== model) && understands(embedder, text),
  )
  if (without.length === 0) return waiting
  try {
    const texts = without.map(({ text }) => text)
    const numbers = await embedder.embed(texts, organizationId, AbortSignal.timeout(vectorsMs))
    const vectors = new Map(
      without.map(({ answer_id }, at) => [
        answer_id,
        asBytes(Float32Array.from(numbers[at] ?? [])),
      ]),
    )
    await runUnaudited(context.service, async ({ db }) => {
      for (const [answerId, vector] of vectors) await store.saveVector(db, answerId, vector, model)
    })
    return waiting.map((one) => {
      const vector = vectors.get(one.answer_id)
      return vector ? { ...one, vector, vector_model: model } : one
    })
  } catch (error) {
    context.service.log.warn({ err: error }, 'questions are grouped without the embedding model')
    return waiting
  }
}

const knownGroups = async (
  context: Pick<Context, 'db' | 'service'>,
  organizationId: string,
): Promise<Groups> => {
  const yieldToLoop = createYield()
  const { db } = context
  const model = embedderOf(context)?.id ?? null
  const groups = createGroups()
  const ids = await store.listGroups(db, organizationId, maxGroups)
  for (let at = 0; at < ids.length; at += atOnce) {
    await yieldToLoop()
    const some = ids.slice(at, at + atOnce)
    for (const one of await store.listGrouped(db, some, maxOfGroup)) {
      await yieldToLoop()
      groups.add(one.group_id, featuresIn(one, model))
    }
  }
  return groups
}

const planFor = async (
  context: Pick<Context, 'now' | 'service'>,
  waiting: store.AskedText[],
  groups: Groups,
): Promise<Plan> => {
  const yieldToLoop = createYield()
  const plan: Plan = { placed: new Map(), added: new Set() }
  for (const one of waiting) {
    await yieldToLoop()
    const features = featuresIn(one, embedderOf(context)?.id ?? null)
    const found = groups.find(features)
    const groupId = found ?? newId('qst', context.now())
    if (!found) plan.added.add(groupId)
    groups.add(groupId, features)
    plan.placed.set(groupId, [...(plan.placed.get(groupId) ?? []), one.answer_id])
  }
  return plan
}

/** False when a group or a question of the plan has changed since it was read. */
const writePlan = async (change: Change<unknown>, organizationId: string, plan: Plan) => {
  const { db } = change
  const { placed, added } = plan
  const taken = [...placed.keys()].filter((id) => !added.has(id))
  if (!(await store.lockGroups(db, organizationId, taken))) return false
  if (!(await store.lockWaiting(db, organizationId, [...placed.values()].flat()))) return false
  await store.insertGroups(db, organizationId, [...added], change.now())
  for (const [groupId, answerIds] of placed) await store.place(db, groupId, answerIds)
  return true
}

/** Returns the number of questions that were grouped. */
const groupSome = async (context: Context<unknown>, organizationId: string): Promise<number> => {
  const { service } = context
  const groups = await knownGroups(context, organizationId)
  let total = 0
  while (total < maxPlaced) {
    const waiting = await store.listWaiting(context.db, organizationId, atOnce)
    if (waiting.length === 0) break
    const known = await withVectors(context, organizationId, waiting)
    const plan = await planFor(context, known, groups)
    const isPlaced = await runUnaudited(service, (change) =>
      writePlan(change, organizationId, plan),
    )
    // Another process was faster, or the owner changed a group: read them again.
    if (!isPlaced) return Math.max(1, total)
    total += waiting.length
  }
  return total
}

/**
 * Puts everything that was asked until now into groups, when it is read: grouping needs no worker,
 * and a question that was asked a moment ago is in the list. Words are compared before the
 * transaction, over several turns of the event loop: other writes must not wait for the words of a
 * visitor.
 */
export const groupQuestions = async (context: Context<unknown>, organizationId: string) => {
  const { groupings } = context.service
  const group = () => groupSome(context, organizationId)
  while (await store.isWaiting(context.db, organizationId)) {
    const running = groupings.runningIn(organizationId)
    // A question that was asked after the others began may be left.
    if (running) await running
    else if ((await groupings.run(organizationId, group)) === 0) return
  }
}

/** The group for a question; null: a new one. */
export const findGroup = async (
  context: Pick<Context, 'db' | 'service'>,
  organizationId: string,
  text: string,
): Promise<string | null> => (await knownGroups(context, organizationId)).find(featuresOf(text))

/** Puts one question into the group that `findGroup` has found. */
export const placeQuestion = async (
  change: Change<unknown>,
  organizationId: string,
  answerId: string,
  found: string | null,
) => {
  const { db } = change
  const isTaken = found !== null && (await store.lockGroups(db, organizationId, [found]))
  const groupId = isTaken ? found : newId('qst', change.now())
  if (!isTaken) await store.insertGroups(db, organizationId, [groupId], change.now())
  await store.place(db, groupId, [answerId])
}
