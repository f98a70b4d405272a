import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { noteFields, touch } from '../../platform/trail.ts'
import type { Access } from '../organizations/access.ts'
import type { Addresses } from './addresses.ts'
import { codesIn } from './codes.ts'
import { titleOfQuestion, writeAnswer } from './questions.ts'
import type { Room } from './room.ts'
import { nextRefresh } from './schedule.ts'
import {
  fileDeleted,
  notForKind,
  notRefreshable,
  required,
  sourceNotFound,
} from './sources.problems.ts'
import { asSource, newSource, titleOfFile } from './sources.rows.ts'
import type { FileQuery, NewSource, SourceChanges, SourceQuery } from './sources.schema.ts'
import * as store from './sources.store.ts'

interface SourcesOptions extends Base {
  access: Access
  /** The limits of the plan and of the service. */
  room: Room
  /** Checks the address of a page or site. */
  addresses: Addresses
  /** Starts reading a source, in the transaction of its cause. */
  process: (tx: Transaction, source: store.SourceRow, userId: string | null) => Promise<void>
  /** Deletes everything that belongs to a source, now or in steps. */
  clear: (tx: Transaction, source: store.SourceRow, userId: string) => Promise<void>
  /** Called when passages were added that have no vectors yet. */
  embed: (tx: Transaction, source: store.SourceRow) => Promise<void>
  /** A code that the actor reaches; 404 otherwise. */
  codeOf: (actor: Actor, idOrShortId: string) => Promise<{ id: string; organization_id: string }>
}

const usualMostPages = 200
const usualMostDepth = 3

export type Sources = ReturnType<typeof createSources>

/** The sources of an organization. */
export const createSources = (options: SourcesOptions) => {
  const { database, clock, access, room, addresses, process, clear, embed, codeOf } = options
  const { db } = database

  const shown = async (on: Db, row: store.SourceRow) =>
    asSource(row, (await store.codesOf(on, [row.id])).get(row.id))

  const reach = async (on: Db, actor: Actor, row: store.SourceRow | undefined, id: string) => {
    if (!row || !(await access.find(on, actor, row.organization_id))) throw sourceNotFound(id)
    return row
  }

  const holdForChange = async (tx: Transaction, actor: Actor, id: string) => {
    const row = await reach(tx.db, actor, await store.hold(tx.db, id), id)
    await access.organization(tx.db, actor, row.organization_id, 'knowledge:write')
    touch(tx.db, row.organization_id, [{ id, name: row.title }])
    return row
  }

  const tellChange = (tx: Transaction, organizationId: string) =>
    tx.afterCommit(() => database.signals.send({ kind: 'knowledge-changed', organizationId }))

  const add = async (tx: Transaction, row: store.SourceRow, codeIds: string[] | null) => {
    const codes = codeIds && (await codesIn(tx.db, row.organization_id, codeIds))
    await store.insert(tx.db, { ...row, all_codes: codes === null ? 1 : 0 })
    if (codes) await store.setCodes(tx.db, row.id, codes)
    touch(tx.db, row.organization_id, [{ id: row.id, name: row.title }])
    tellChange(tx, row.organization_id)
  }

  const addQuestion = async (
    tx: Transaction,
    organizationId: string,
    { question, answer, title }: { question: string; answer: string; title?: string },
    codeIds: string[] | null,
  ): Promise<string> => {
    const now = clock.now()
    await room.requireSource(tx.db, organizationId)
    const row = newSource(
      {
        id: newId('src', now),
        organization_id: organizationId,
        kind: 'question',
        title: title ?? titleOfQuestion(question),
        question,
        answer,
      },
      now,
    )
    await add(tx, row, codeIds)
    await writeAnswer(tx, { ...row, question, answer }, now)
    await embed(tx, row)
    return row.id
  }

  const addWeb = async (
    tx: Transaction,
    actor: Actor,
    organizationId: string,
    input: NewSource,
    url: URL,
  ) => {
    const now = clock.now()
    await room.requirePage(tx.db, organizationId)
    const row = newSource(
      {
        id: newId('src', now),
        organization_id: organizationId,
        kind: input.kind,
        title:
          input.title ?? `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 200),
        url: url.href,
        refresh: input.refresh ?? 'never',
        max_pages: input.kind === 'site' ? (input.max_pages ?? usualMostPages) : 1,
        max_depth: input.kind === 'site' ? (input.max_depth ?? usualMostDepth) : 0,
      },
      now,
    )
    await add(tx, row, input.code_ids ?? null)
    await process(tx, row, actor.userId)
    return row.id
  }

  const one = async (on: Db, id: string) => {
    const row = await store.find(on, id)
    if (!row) throw sourceNotFound(id)
    return await shown(on, row)
  }

  return {
    addQuestion,

    async list(actor: Actor, query: SourceQuery) {
      const { limit, offset, organization_id, qpr_code_id, kind, status } = query
      const code = qpr_code_id === undefined ? null : await codeOf(actor, qpr_code_id)
      const named = code?.organization_id ?? organization_id
      const { id } = await access.organization(db, actor, named, 'knowledge:read')
      const filter = {
        organizationId: id,
        ...(code && { codeId: code.id }),
        ...(kind && { kind }),
        ...(status && { status }),
      }
      const page = openPage(
        { list: 'knowledge', filter: [id, code?.id, kind, status], like: [''] as [string] },
        query,
      )
      const wanted = { after: page.after?.[0] ?? null, limit: page.most, offset: page.offset }
      const { rows, next } = page.close(await store.list(db, filter, wanted), (row) => [row.id])
      const codes = await store.codesOf(
        db,
        rows.map((row) => row.id),
      )
      const total = await store.count(db, filter)
      return {
        sources: rows.map((row) => asSource(row, codes.get(row.id))),
        total,
        limit,
        offset,
        ...next,
      }
    },

    async retrieve(actor: Actor, id: string) {
      const row = await reach(db, actor, await store.find(db, id), id)
      await access.organization(db, actor, row.organization_id, 'knowledge:read')
      return await shown(db, row)
    },

    async organizationOf(actor: Actor, id: string): Promise<string> {
      return (await reach(db, actor, await store.find(db, id), id)).organization_id
    },

    /** Looks up the host of an address before the transaction. */
    async prepareAdd(actor: Actor, input: NewSource) {
      const organization = await access.organization(
        db,
        actor,
        input.organization_id,
        'knowledge:write',
      )
      const { kind, question, answer, title } = input
      if (kind === 'question') {
        if (input.url !== undefined) throw notForKind('url', kind)
        if (question === undefined) throw required('question', kind)
        if (answer === undefined) throw required('answer', kind)
      } else if (input.url === undefined) throw required('url', kind)
      const url = input.url === undefined ? null : await addresses.check(input.url, organization.id)
      return async (tx: Transaction) => {
        const { id } = await access.organization(tx.db, actor, organization.id, 'knowledge:write')
        const codeIds = input.code_ids ?? null
        const text = { question: question ?? '', answer: answer ?? '', ...(title && { title }) }
        const sourceId = url
          ? await addWeb(tx, actor, id, input, url)
          : await addQuestion(tx, id, text, codeIds)
        return await one(tx.db, sourceId)
      }
    },

    /** `uploadId` becomes the id of the source: its bytes are already stored. */
    async addFile(
      tx: Transaction,
      actor: Actor,
      query: FileQuery,
      upload: { id: string; sizeBytes: number },
    ) {
      const { organization_id, name, code_ids } = query
      const { id } = await access.organization(tx.db, actor, organization_id, 'knowledge:write')
      await room.requireFile(tx.db, id, upload.sizeBytes)
      const row = newSource(
        {
          id: upload.id,
          organization_id: id,
          kind: 'file',
          title: titleOfFile(name),
          size_bytes: upload.sizeBytes,
        },
        clock.now(),
      )
      const codes = code_ids === undefined ? null : code_ids.split(',').map((one) => one.trim())
      noteFields(tx.db, ['name', ...(codes ? ['code_ids'] : [])])
      await add(tx, row, codes?.filter(Boolean) ?? null)
      await process(tx, row, actor.userId)
      return await one(tx.db, row.id)
    },

    async change(tx: Transaction, actor: Actor, id: string, changes: SourceChanges) {
      const row = await holdForChange(tx, actor, id)
      const { title, code_ids, refresh, question, answer } = changes
      const now = clock.now()
      if (row.kind !== 'question') {
        if (question !== undefined) throw notForKind('question', row.kind)
        if (answer !== undefined) throw notForKind('answer', row.kind)
      }
      if (refresh !== undefined && refresh !== 'never' && row.url === null) {
        throw notForKind('refresh', row.kind)
      }
      const codes = code_ids ? await codesIn(tx.db, row.organization_id, code_ids) : null
      if (code_ids !== undefined) await store.setCodes(tx.db, id, codes ?? [])
      await store.update(tx.db, id, {
        updated_at: now,
        version: row.version + 1,
        ...(title !== undefined && { title }),
        ...(code_ids !== undefined && { all_codes: codes === null ? 1 : 0 }),
        ...(refresh !== undefined && { refresh, refresh_at: nextRefresh(refresh, row, now) }),
      })
      if (question !== undefined || answer !== undefined) {
        const text = {
          question: question ?? row.question ?? '',
          answer: answer ?? row.answer ?? '',
        }
        await writeAnswer(tx, { id, version: row.version + 1, ...text }, now)
        await embed(tx, row)
      }
      tellChange(tx, row.organization_id)
      return await one(tx.db, id)
    },

    async refresh(tx: Transaction, actor: Actor, id: string) {
      const row = await holdForChange(tx, actor, id)
      if (row.kind === 'question') throw notRefreshable()
      if (row.kind === 'file' && row.size_bytes === 0) throw fileDeleted()
      await store.update(tx.db, id, {
        status: 'processing',
        reason: null,
        progress_done: 0,
        progress_total: null,
        updated_at: clock.now(),
      })
      await process(tx, row, actor.userId)
      return await one(tx.db, id)
    },

    async remove(tx: Transaction, actor: Actor, id: string) {
      const row = await holdForChange(tx, actor, id)
      await store.remove(tx.db, id)
      await clear(tx, row, actor.userId)
      tellChange(tx, row.organization_id)
    },
  }
}
