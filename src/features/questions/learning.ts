import { maxLength } from '#contract/limits.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, Problem } from '../../platform/http/problem.ts'
import { mostCounted } from '../../platform/store/count-up-to.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { touch } from '../../platform/trail.ts'
import type { Codes } from '../codes/codes.legacy.ts'
import type { Sources } from '../knowledge/sources.ts'
import type { Access } from '../organizations/access.ts'
import { type Filter, readGroups, textsOf } from './asked.store.ts'
import { chosenCodes, codeIdsOf, knownCodesOf } from './codes.ts'
import { findText, type GroupRow, type NewQuestion, note } from './grouping.store.ts'
import type { Grouping } from './grouping.ts'
import {
  alreadyAnswered,
  answerNotFound,
  otherOrganization,
  questionNotFound,
} from './learning.problems.ts'
import type { NewAnswer, QuestionChanges, QuestionQuery } from './learning.schema.ts'
import * as store from './learning.store.ts'
import { asQuestion, questionIn, questionOf } from './learning.views.ts'
import { isAfter, type Place, placeOf, rankedGroups } from './ranking.ts'

interface LearningOptions extends Base {
  access: Access
  grouping: Grouping
  codes: Pick<Codes, 'retrieve'>
  sources: Pick<Sources, 'change' | 'addQuestion'>
  /** Adds an answer of the owner to an open conversation, whose visitor sees it at once. */
  ownerSays: (tx: Transaction, conversationId: string, text: string) => Promise<void>
}

export type Learning = ReturnType<typeof createLearning>

/** An answer reaches at most this many visitors who are still there. */
const maxNotified = 200
const shownQuestions = 100

/** The questions that the codes of an organization could not answer. */
export const createLearning = (options: LearningOptions) => {
  const { database, clock, access, grouping, codes, sources, ownerSays } = options

  const ranked = async (filter: Filter) => {
    await grouping.settle(filter.organizationId)
    return await rankedGroups(database.db, filter)
  }

  const scopeOf = async (actor: Actor, { qpr_code_id, organization_id }: QuestionQuery) => {
    const { db } = database
    if (qpr_code_id === undefined) {
      const { id } = await access.organization(db, actor, organization_id, 'conversations:read')
      return { organizationId: id, codeId: null }
    }
    const code = await codes.retrieve(actor, qpr_code_id)
    await access.organization(db, actor, code.organization_id, 'conversations:read')
    return { organizationId: code.organization_id, codeId: code.id }
  }

  const detailOf = async (db: Db, { id, organization_id: organizationId }: GroupRow) => {
    const filter = { organizationId, codeId: null, status: null, outcome: null, groupId: id }
    const [group] = await readGroups(db, filter, { newest: shownQuestions })
    if (!group) throw questionNotFound(id)
    const texts = await textsOf(db, group.newest)
    const known = await knownCodesOf(db, organizationId, [group])
    return {
      ...asQuestion(organizationId, group, texts, known),
      questions: group.newest.toReversed().map((row) => questionOf(row, texts)),
    }
  }

  const reached = async (
    db: Db,
    actor: Actor,
    id: string,
    permission: 'conversations:read' | 'knowledge:write',
  ) => {
    const reachable = access.reachable(db, actor)
    const group = await store.find(db, reachable, id, { hold: permission === 'knowledge:write' })
    if (!group) throw questionNotFound(id)
    await access.organization(db, actor, group.organization_id, permission)
    return group
  }

  const reachedAnswer = async (db: Db, actor: Actor, messageId: string) => {
    const answer = await store.findAnswer(db, access.reachable(db, actor), messageId)
    if (!answer || answer.status === 'running') throw answerNotFound(messageId)
    const { organization_id: organizationId, conversation_id: conversationId } = answer
    await access.organization(db, actor, organizationId, 'knowledge:write')
    return { organizationId, conversationId, createdAt: answer.created_at }
  }

  /** Without a name: the question is the visitor's, and the audit log outlives the conversation. */
  const noteChange = (db: Db, { id, organization_id }: GroupRow) =>
    touch(db, organization_id, [{ id, name: null }])

  /** False when the question has no source, or the owner has deleted it. */
  const changeSource = async (
    tx: Transaction,
    actor: Actor,
    { source_id }: GroupRow,
    changes: Parameters<Sources['change']>[3],
  ): Promise<boolean> => {
    if (source_id === null) return false
    try {
      await sources.change(tx, actor, source_id, changes)
      return true
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false
      throw error
    }
  }

  /** Only visitors of the codes that the answer is for: it may be wrong at another one. */
  const notifyWaiting = async (tx: Transaction, group: GroupRow, text: string) => {
    const waiting = await store.listOpen(tx.db, group, codeIdsOf(group), maxNotified)
    for (const id of waiting) await ownerSays(tx, id, text)
  }

  return {
    /** For a turn that ends without an answer, and for a bad rating. */
    note: (tx: Transaction, question: Omit<NewQuestion, 'now'>) =>
      note(tx.db, { ...question, now: clock.now() }),

    async list(actor: Actor, query: QuestionQuery) {
      const { limit, offset, status, outcome = null } = query
      const filter = { ...(await scopeOf(actor, query)), status, outcome }
      const groups = await ranked(filter)
      const like: Place = [0, 0, '']
      const page = openPage({ list: 'questions', filter: [filter], like }, query)
      const { after } = page
      const left = after ? groups.filter((group) => isAfter(group, after)) : groups
      const found = left.slice(page.offset, page.offset + page.most)
      const { rows, next } = page.close(found, placeOf)
      const texts = await textsOf(
        database.db,
        rows.flatMap(({ newest }) => newest),
      )
      const known = await knownCodesOf(database.db, filter.organizationId, rows)
      return {
        questions: rows.map((group) => asQuestion(filter.organizationId, group, texts, known)),
        total: Math.min(groups.length, mostCounted),
        limit,
        offset,
        ...next,
      }
    },

    async organizationOf(actor: Actor, id: string): Promise<string> {
      const group = await store.find(database.db, access.reachable(database.db, actor), id)
      if (!group) throw questionNotFound(id)
      return group.organization_id
    },

    async retrieve(actor: Actor, id: string) {
      const group = await reached(database.db, actor, id, 'conversations:read')
      return await detailOf(database.db, group)
    },

    /**
     * An answer that the owner finds wrong is a question that the code does not know. Its group is
     * found before the transaction.
     */
    async prepareReport(actor: Actor, messageId: string) {
      const answer = await reachedAnswer(database.db, actor, messageId)
      const asked = await findText(database.db, { ...answer, answerId: messageId })
      if (asked === null) throw answerNotFound(messageId)
      const found = await grouping.groupFor(answer.organizationId, asked)
      return async (tx: Transaction) => {
        const { db } = tx
        // Once more: the code may have moved to another organization.
        const { organizationId, conversationId, createdAt } = await reachedAnswer(
          db,
          actor,
          messageId,
        )
        await store.markUnknown(db, messageId, conversationId)
        await note(db, { answerId: messageId, conversationId, organizationId, now: createdAt })
        if ((await store.groupOf(db, messageId)) === null) {
          await grouping.place(tx, organizationId, messageId, found)
        }
        const id = (await store.groupOf(db, messageId)) ?? ''
        const group = await reached(db, actor, id, 'knowledge:write')
        noteChange(db, group)
        if (group.status === 'dismissed') await store.save(db, { ...group, status: 'open' })
        return await detailOf(db, group)
      }
    },

    /** The answer becomes knowledge immediately, and goes to visitors with an open conversation. */
    async answer(tx: Transaction, actor: Actor, id: string, input: NewAnswer) {
      const { db } = tx
      const group = await reached(db, actor, id, 'knowledge:write')
      const organizationId = group.organization_id
      const { answer, question } = input
      const codeIds = await chosenCodes(db, group, input.code_ids)
      const isChanged = await changeSource(tx, actor, group, {
        answer,
        code_ids: codeIds,
        ...(question !== undefined && { question, title: titleOf(question) }),
      })
      const text = { question: question ?? titleOf(answer), answer }
      const sourceId = isChanged
        ? group.source_id
        : await sources.addQuestion(tx, organizationId, text, codeIds)
      const answered: GroupRow = {
        ...group,
        status: 'answered',
        code_ids: codeIds && JSON.stringify(codeIds),
        source_id: sourceId,
        answered_at: clock.now(),
      }
      await store.save(db, answered)
      await notifyWaiting(tx, answered, answer)
      return await detailOf(db, answered)
    },

    async change(tx: Transaction, actor: Actor, id: string, changes: QuestionChanges) {
      const { db } = tx
      const group = await reached(db, actor, id, 'knowledge:write')
      const { status = group.status, code_ids } = changes
      if (group.status === 'answered' && status !== 'answered') throw alreadyAnswered()
      const codeIds = await chosenCodes(db, group, code_ids)
      if (code_ids !== undefined) await changeSource(tx, actor, group, { code_ids })
      const changed = { ...group, status, code_ids: codeIds && JSON.stringify(codeIds) }
      await store.save(db, changed)
      noteChange(db, group)
      return await detailOf(db, changed)
    },

    async merge(tx: Transaction, actor: Actor, id: string, others: string[]) {
      if (others.includes(id)) {
        throw invalidField('/question_ids', 'invalid', 'A question cannot be merged with itself.')
      }
      // In the order of their ids, so that two merges cannot deadlock.
      const groups = new Map<string, GroupRow>()
      for (const one of [id, ...others].toSorted()) {
        groups.set(one, await reached(tx.db, actor, one, 'knowledge:write'))
      }
      const into = groups.get(id) as GroupRow
      for (const { status, organization_id } of groups.values()) {
        if (organization_id !== into.organization_id) throw otherOrganization()
        if (status === 'answered') throw alreadyAnswered()
      }
      await store.mergeInto(tx.db, into, others)
      noteChange(tx.db, into)
      return await detailOf(tx.db, into)
    },

    /** For the summary mail: the open questions that were asked in a period. */
    async unanswered(organizationId: string, span: { from: number; until: number }, most: number) {
      const { from: since, until } = span
      const groups = await ranked({
        organizationId,
        codeId: null,
        status: 'open',
        outcome: 'unknown',
        since,
        until,
      })
      const first = groups.slice(0, most)
      const texts = await textsOf(
        database.db,
        first.flatMap(({ newest }) => newest),
      )
      return {
        total: groups.length,
        questions: first.map((group) => ({
          id: group.id,
          conversations: group.conversations.size,
          question: questionIn(group, texts),
        })),
      }
    },
  }
}

/** The words of the owner, never of a visitor: it is public, and outlives the conversation. */
const titleOf = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, maxLength.name).toWellFormed()
