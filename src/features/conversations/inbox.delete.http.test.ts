import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  idsIn,
  listConversations,
  noon,
  open,
  plantConversation,
  plantConversations,
} from '../../../test/harness/data/conversations.ts'
import { countRows, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { listScans, scan } from '../../../test/harness/data/scans.ts'
import { asking, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import { tidy } from '../../service/janitor.ts'
import { noteMessages } from '../scans/sums.ts'
import { deleteOldConversations } from './inbox.store.ts'

const notFound = { status: 404, code: 'conversation_not_found' }

test('a deleted conversation disappears with its messages; the others stay', async (t) => {
  const service = await startService(t)
  const [id, other] = await plantConversations(service, await createCode(service), [{}, {}])
  const path = `/v1/conversations/${id}`
  assert.equal((await service.delete(path)).status, 204)
  assertRefused(await service.get(path), notFound)
  assertRefused(await service.delete(path), notFound)
  assert.deepEqual(idsIn(await listConversations(service)), [other])
  assert.equal(await countRows(service, 'messages'), 2)
})

test('a deletion keeps the counts of the scan and causes no event', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await scan(service, code)
  const [before] = (await listScans(service)).scans
  const scanId = before?.id ?? 0
  const organizationId = await service.defaultOrganizationId()
  const talk = { codeId: code.id, organizationId, scanId, startedAt: noon, createdAt: noon }
  await service.database.transaction((tx) =>
    noteMessages(tx, talk, { conversations: 1, messages: 2 }),
  )
  const id = await plantConversation(service, code, { ...open, scan_id: scanId })
  const events = await countRows(service, 'events')
  assert.equal((await service.delete(`/v1/conversations/${id}`)).status, 204)
  const [after] = (await listScans(service)).scans
  assert.deepEqual([after?.conversation_started, after?.conversation_messages], [true, 2])
  assert.equal(await countRows(service, 'events'), events)
})

test('a running answer stops when its conversation is deleted, and its followers are told', async (t) => {
  const provider = await startProvider(t, {
    tokens: ['Yes', '.'],
    fault: { after: 1, by: 'stall' },
  })
  const service = await startService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  assert.equal((await visitor.say('Open?')).status, 202)
  const stream = await visitor.follow()
  assert.equal((await stream.next())?.event, 'delta')
  const path = `/v1/conversations/${visitor.conversation_id}`
  assert.equal((await service.delete(path)).status, 204)
  const [asked] = await provider.waitFor(1)
  assert.equal(await asked?.ended, false, 'the model is no longer asked')
  assert.equal((await stream.next())?.event, 'ended')
  assert.equal(await countRows(service, 'messages'), 0)
})

test('the conversations of a deleted code or organization are deleted with it', async (t) => {
  const service = await startService(t)
  const { id: organization_id } = await createOrganization(service)
  const code = await createCode(service)
  await plantConversations(service, code, [{}, { ...open, started_at: null, said: [] }])
  const there = await createCode(service, { organization_id })
  await plantConversation(service, there)
  await plantConversation(service, await createCode(service))
  assert.equal((await service.delete(`/v1/qpr-codes/${code.id}`)).status, 204)
  assert.equal(await countRows(service, 'conversations'), 2)
  assert.equal((await service.delete(`/v1/organizations/${organization_id}`)).status, 204)
  assert.equal(await countRows(service, 'conversations'), 1)
  assert.equal(await countRows(service, 'messages'), 2)
})

const start = async (t: TestContext, settings: Record<string, string> = {}) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings })
  return { clock, service, code: await createCode(service) }
}

/** One round of the work that the service does at its start and every hour. */
const cleanUp = ({ internals, config }: Service) => tidy(internals, config)

test('conversations that ended before QPR_CONVERSATION_RETENTION_DAYS are deleted, in any number', async (t) => {
  const { clock, service, code } = await start(t, { QPR_CONVERSATION_RETENTION_DAYS: '7' })
  // More than one step deletes.
  await plantConversations(service, code, Array(350).fill({ ended_at: noon }))
  const [late = '', talking = ''] = await plantConversations(service, code, [
    { ended_at: noon + minuteMs },
    open,
  ])
  clock.advance(7 * dayMs)
  await cleanUp(service)
  assert.equal((await listConversations(service)).total, 352)
  clock.advance(1)
  await cleanUp(service)
  assert.deepEqual(idsIn(await listConversations(service)).toSorted(), [late, talking].toSorted())
  assert.equal(await countRows(service, 'messages'), 4)
})

test('without the setting conversations are kept forever', async (t) => {
  const { clock, service, code } = await start(t)
  await plantConversation(service, code)
  clock.advance(10_000 * dayMs)
  await cleanUp(service)
  assert.equal((await listConversations(service)).total, 1)
})

test('old conversations are deleted in small steps, the oldest first', async (t) => {
  const { service, code } = await start(t)
  const talks = [3, 1, 2, 5, 4].map((minute) => ({ at: noon + minute * minuteMs }))
  const [third, , , fifth, fourth] = await plantConversations(service, code, talks)
  const left = async (deleted: number) => {
    const step = await service.database.transaction(({ db }) =>
      deleteOldConversations(db, noon + dayMs, 2),
    )
    assert.equal(step, deleted)
    return idsIn(await listConversations(service))
  }
  assert.deepEqual(await left(2), [fifth, fourth, third])
  assert.deepEqual(await left(2), [fifth])
  assert.deepEqual(await left(1), [])
  assert.deepEqual(await left(0), [])
})

test('expired rate windows of conversations are deleted', async (t) => {
  const { clock, service } = await start(t)
  const windows = [-1, 0, 1].map((ms) => ({
    id: String(ms),
    hits: 1,
    expires_at: clock.now() + ms,
  }))
  await service.database.transaction(({ db }) =>
    db.insertInto('rate_windows').values(windows).execute(),
  )
  await cleanUp(service)
  assert.equal(await countRows(service, 'rate_windows'), 2)
})
