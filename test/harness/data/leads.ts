import assert from 'node:assert/strict'
import { newId } from '../../../src/platform/kit/ids.ts'
import type { Service } from '../service/service.ts'
import { createCode } from './given.ts'
import { openTalk } from './talk.ts'

const consent = 'You may contact me.'
const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const lead_form = {
  title: 'Leave a message',
  fields: keys.map((key) => ({ key, label: key, type: 'text', required: true })),
  consent,
}

/** A lead that a visitor left, all fields with one message, and copies of it in other rows. */
export const plantLeads = async (service: Service, count: number, message = 'A table for two') => {
  const code = await createCode(service, { lead_form })
  const visitor = await openTalk(service, code.short_id)
  const values = Object.fromEntries(keys.map((key) => [key, message]))
  const left = { values, consent }
  const { status, text } = await service.post(visitor.path('/lead'), left, { key: null })
  assert.equal(status, 201, text)
  await service.database.transaction(async ({ db }) => {
    const lead = await db
      .selectFrom('leads')
      .selectAll()
      .where('conversation_id', '=', visitor.conversation_id)
      .executeTakeFirstOrThrow()
    for (let more = 1; more < count; more++) {
      const created_at = lead.created_at - more
      const copy = { ...lead, id: newId('lead', created_at), created_at }
      await db.insertInto('leads').values(copy).execute()
    }
  })
}
