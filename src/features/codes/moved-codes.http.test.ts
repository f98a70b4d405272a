import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  type Conversations,
  type ConversationView,
  listConversations,
} from '../../../test/harness/data/conversations.ts'
import {
  type CodeView,
  countRows,
  createCode,
  createKey,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import { listQuestions, plantQuestions } from '../../../test/harness/data/questions.ts'
import { rebuildSums } from '../../../test/harness/data/rebuilt-sums.ts'
import {
  type Analytics,
  listScans,
  type Scans,
  scan,
  scansTotal,
  visit,
} from '../../../test/harness/data/scans.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { followEvents } from '../../../test/harness/receivers/events.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { followScans } from '../../../test/harness/receivers/scan-stream.ts'
import { connectTo } from '../../../test/harness/service/assistant.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { sendNotifications } from '../notifications/sender.ts'

/** Of a visitor of the former organization. */
const words = /Silva|arthritis/
const secret = 'I am Ana Silva, is there a sauna for my arthritis?'

/** Two organizations with a key for each, and a code of the first with a past. */
const start = async (t: TestContext, settings: Record<string, string> = {}) => {
  const clock = fakeClock('2099-06-17T18:00:00Z')
  const service = await startService(t, { clock, settings })
  const former = await service.defaultOrganizationId()
  const { id: current } = await createOrganization(service, { name: 'Elsewhere' })
  const keys = {
    former: (await createKey(service, { organization_id: former })).key,
    current: (await createKey(service, { organization_id: current })).key,
  }
  const code = await createCode(service, {
    name: 'Table 7',
    prompt: 'Breakfast is at seven.',
    metadata: { floor: 1 },
  })
  return { clock, service, former, current, keys, code }
}

const unhappy = async (service: Service, shortId: string, question: string) => {
  const visitor = await openTalk(service, shortId)
  await visitor.ask(question)
  await visitor.post('/rating', { rating: 'down', comment: `${question} Nothing!` })
  return visitor
}

const move = async (service: Service, { id }: { id: string }, organization_id: string) => {
  const moved = await service.patch<CodeView>(`/v1/qpr-codes/${id}`, { organization_id })
  assert.equal(moved.status, 200, moved.text)
  return moved.body
}

/** Everything that a key reads of the visitors of a code, or of an organization. */
const seenBy = async (service: Service, key: string, code: { id: string } | null) => {
  const query = code ? `?qpr_code_id=${code.id}` : '?'
  const read = async (path: string) => {
    const answer = await service.get(path, { key })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    return answer.text
  }
  const paths = [
    `/v1/scans${query}`,
    `/v1/scans/export${query}&format=jsonl`,
    `/v1/conversations${query}`,
    `/v1/conversations${query}&q=sauna`,
    `/v1/conversations${query}&status=open`,
    `/v1/conversations/export${query}&format=jsonl`,
    `/v1/questions${query}`,
    `/v1/analytics/questions${query}&period=all`,
    `/v1/analytics/answers${query}&period=all`,
    `/v1/analytics/hours${query}&period=all`,
    code ? `/v1/qpr-codes/${code.id}/analytics?period=all` : '/v1/analytics?period=all',
  ]
  return await Promise.all(paths.map(read))
}

const scansSeen = async (service: Service, key: string, code: { id: string }) => {
  const list = await listScans(service, `?qpr_code_id=${code.id}`, key)
  const whole = await listScans(service, '', key)
  const ofCode = await service.get<Analytics>(`/v1/qpr-codes/${code.id}/analytics`, { key })
  const analytics = await service.get<Analytics>('/v1/analytics', { key })
  const { body } = analytics
  const shares = body.devices.reduce((sum, { scans }) => sum + scans, 0)
  return [
    list.total,
    list.scans.length,
    whole.total,
    ofCode.body.scans_total,
    body.scans_total,
  ].concat(shares)
}

test('a move leaves scans, conversations, questions and sums in the former organization', async (t) => {
  const { clock, service, current, keys, code } = await start(t)
  await scan(service, code)
  clock.advance(hourMs)
  await scan(service, code)
  await (await unhappy(service, code.short_id, secret)).post('/close')
  await plantQuestions(service, code, [secret])
  clock.advance(dayMs)
  const ofCode = await seenBy(service, keys.former, code)
  const whole = await seenBy(service, keys.former, null)
  assert.match(ofCode.join(), words)
  await move(service, code, current)
  await service.patch(`/v1/qpr-codes/${code.id}`, { name: 'Bar', metadata: { floor: 2 } })

  assert.deepEqual(await seenBy(service, keys.former, code), ofCode)
  assert.deepEqual(await seenBy(service, keys.former, null), whole)
  const path = `?qpr_code_id=${code.short_id}`
  const [talk] = (await listConversations(service, path, keys.former)).conversations
  assert.deepEqual([talk?.code_name, talk?.short_id], ['Table 7', code.short_id])
  const [scanned] = (await listScans(service, path, keys.former)).scans
  assert.deepEqual([scanned?.short_id, scanned?.metadata], [code.short_id, { floor: 1 }])
  assertRefused(await service.get(`/v1/qpr-codes/${code.id}`, { key: keys.former }), {
    status: 404,
    code: 'code_not_found',
  })
})

test('the new organization has the total of the scans, and none of the former scans', async (t) => {
  const { clock, service, current, keys, code } = await start(t)
  for (let n = 0; n < 3; n++) await scan(service, code)
  clock.advance(dayMs)
  const moved = await move(service, code, current)
  assert.equal(moved.scans_total, 3)
  assert.deepEqual(await scansSeen(service, keys.current, code), [0, 0, 0, 0, 0, 0])
  assert.deepEqual(await scansSeen(service, keys.former, code), [3, 3, 3, 3, 3, 3])
  await scan(service, code)
  assert.equal(await scansTotal(service, code), 4)
  assert.deepEqual(await scansSeen(service, keys.current, code), [1, 1, 1, 1, 1, 1])
  assert.deepEqual(await scansSeen(service, keys.former, code), [3, 3, 3, 3, 3, 3])
})

test('the new organization reads no word and no scan of the former one, by any way', async (t) => {
  const { clock, service, former, current, keys, code } = await start(t)
  const receivers = { former: await startReceiver(t), current: await startReceiver(t) }
  for (const [name, organization_id] of Object.entries({ former, current })) {
    const { url } = receivers[name as 'former' | 'current']
    const made = await service.post('/v1/webhooks', { url, organization_id })
    assert.ok(made.status < 300, made.text)
  }
  const mailbox = await openMailbox(t, service)
  const there = 'keeper@example.com'
  const keeper = await service.keyOf('owner', current, there)
  await scan(service, code)
  const visitor = await unhappy(service, code.short_id, secret)
  await plantQuestions(service, code, [{ question: secret, rating: 'down' }])
  clock.advance(dayMs)
  const choice = { bad_rating: true, summary: 'daily', time_zone: 'UTC' }
  const chosen = await service.patch(`/v1/organizations/${current}/notifications`, choice, {
    key: keeper,
  })
  assert.equal(chosen.status, 200, chosen.text)
  await move(service, code, current)

  const seen = [
    ...(await seenBy(service, keys.current, code)),
    ...(await seenBy(service, keys.current, null)),
  ].join()
  assert.doesNotMatch(seen, words)
  assert.doesNotMatch(
    seen,
    new RegExp(`${visitor.conversation_id}|scanned_at|"(scans|tokens)":[1-9]`),
  )
  const path = `/v1/conversations/${visitor.conversation_id}`
  const [, answer] = (await service.get<ConversationView>(path, { key: keys.former })).body.messages
  const notFound = { status: 404, code: 'conversation_not_found' }
  assertRefused(await service.get(path, { key: keys.current }), notFound)
  assertRefused(await service.delete(path, { key: keys.current }), notFound)
  const report = { message_id: answer?.id ?? '' }
  const reported = await service.post('/v1/questions', report, { key: keys.current })
  assert.equal(reported.status, 404, reported.text)

  // The first that the streams show is what happens in the new organization.
  const as = { address: service.address, key: keys.current }
  const scans = await followScans(as, '?after=0')
  const ofCode = await followScans(as, `?after=0&qpr_code_id=${code.id}`)
  const events = await followEvents(as, '?after=evt_00000000000000000000000000')
  const { ask } = await connectTo(t, `${service.address}/mcp`, keys.current)
  for (const [tool, input] of [
    ['list_conversations', { qpr_code_id: code.id }],
    ['top_questions', {}],
    ['unanswered_questions', {}],
    ['read_insight', { id: code.id }],
  ] as const) {
    assert.doesNotMatch(JSON.stringify(await ask(tool, input)), words, tool)
  }
  clock.advance(minuteMs)
  await scan(service, code)
  const [own] = (await listScans(service, '', keys.current)).scans
  assert.equal((await scans.next())?.id, own?.id)
  assert.equal((await ofCode.next())?.id, own?.id)
  assert.equal((await events.next())?.data.scan_id, own?.id)

  // The end of the conversation is an event of the former organization alone.
  assert.equal((await visitor.post('/close')).status, 204)
  const completed = await eventually(async () => {
    const ended = receivers.former.requests.filter(({ body }) =>
      body.includes('conversation.completed'),
    )
    assert.equal(ended.length, 1)
    return ended
  })
  assert.match(completed[0]?.body ?? '', /"floor":1/)
  await receivers.current.waitFor(1)
  for (const { body } of receivers.current.requests) {
    assert.doesNotMatch(body, /conversation\.completed/)
  }

  clock.advance(dayMs)
  await sendNotifications(service.internals)
  const { text = '' } = await mailbox.mailTo(there)
  assert.match(text, /Scans: 1 /)
  for (const mail of await mailbox.all()) {
    const recipients = JSON.stringify(mail.to)
    if (recipients.includes(there)) assert.doesNotMatch(mail.text ?? '', words)
  }
})

test('an open conversation takes no more messages after the move; a new one is of the new organization', async (t) => {
  const { service, current, keys, code } = await start(t)
  const first = await scan(service, code)
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('When is breakfast?')
  await move(service, code, current)
  const refused = await visitor.say('And lunch?')
  assert.deepEqual([refused.status, refused.body.code], [410, 'conversation_ended'])
  assert.equal((await visitor.view()).messages.length, 2)
  assert.equal((await visitor.post('/rating', { rating: 'up' })).status, 204)

  const next = await openTalk(service, code.short_id, { Cookie: cookie })
  await next.ask('And lunch?')
  const listed = async (key: string) => (await listConversations(service, '', key)).conversations
  const [mine, ...others] = await listed(keys.current)
  assert.deepEqual([mine?.id, mine?.scan_id, others], [next.conversation_id, null, []])
  const [theirs, ...more] = await listed(keys.former)
  assert.deepEqual(
    [theirs?.id, theirs?.rating, theirs?.messages_count, more],
    [visitor.conversation_id, 'up', 2, []],
  )
})

test('deleting the code in the new organization deletes only what it had there', async (t) => {
  const { clock, service, current, keys, code } = await start(t)
  await scan(service, code)
  const visitor = await unhappy(service, code.short_id, secret)
  clock.advance(dayMs)
  const before = await seenBy(service, keys.former, null)
  await move(service, code, current)
  await scan(service, code)
  await (await openTalk(service, code.short_id)).ask('Open?')
  assert.equal((await service.delete(`/v1/qpr-codes/${code.id}`)).status, 204)

  assert.deepEqual(await seenBy(service, keys.former, null), before)
  const [talk] = (await listConversations(service, `?qpr_code_id=${code.id}`, keys.former))
    .conversations
  assert.equal(talk?.code_name, 'Table 7')
  assert.equal((await listScans(service, '', keys.current)).total, 0)
  assert.equal((await listConversations(service, '', keys.current)).total, 0)
  assert.equal((await visit(service, code.short_id)).status, 404)
  assertRefused(await service.get(`/v1/scans?qpr_code_id=${code.id}`, { key: keys.current }), {
    status: 404,
    code: 'code_not_found',
  })
  // The visitor still has the conversation deleted.
  assert.equal((await visitor.forget()).status, 204)
  assert.equal((await listConversations(service, '', keys.former)).total, 0)
  assert.equal(await countRows(service, 'messages'), 0)
  const { body } = await service.get<{ avg_messages_per_conversation: number }>('/v1/analytics', {
    key: keys.former,
  })
  assert.equal(body.avg_messages_per_conversation, 0)
})

test('deleting the former organization deletes the past of the code, which stays in the new one', async (t) => {
  const { clock, service, current, keys, code } = await start(t)
  const { id: home } = await createOrganization(service, { name: 'Home' })
  await move(service, code, home)
  await scan(service, code)
  await unhappy(service, code.short_id, secret)
  clock.advance(dayMs)
  await move(service, code, current)
  await scan(service, code)
  assert.equal((await service.delete(`/v1/organizations/${home}`)).status, 204)
  assert.deepEqual(await scansSeen(service, keys.current, code), [1, 1, 1, 1, 1, 1])
  assert.equal(await countRows(service, 'scans'), 1)
  assert.equal(await countRows(service, 'conversations'), 0)
  assert.equal(await countRows(service, 'code_days'), 0)
  const { db } = service.database
  for (const table of ['scan_hours', 'scan_shares', 'scan_devices', 'code_stays'] as const) {
    const rows = await db.selectFrom(table).select('scope_id').execute()
    const left = rows.filter(({ scope_id }) => scope_id.includes(home))
    assert.deepEqual(left, [], table)
  }
})

test('a code that returns has its past again, without that of the other organization', async (t) => {
  const { clock, service, former, current, keys, code } = await start(t)
  await scan(service, code)
  clock.advance(dayMs)
  await move(service, code, current)
  await scan(service, code)
  await (await openTalk(service, code.short_id)).ask(secret)
  clock.advance(dayMs)
  await move(service, code, former)
  await scan(service, code)
  assert.deepEqual(await scansSeen(service, keys.former, code), [2, 2, 2, 2, 2, 2])
  assert.deepEqual(await scansSeen(service, keys.current, code), [1, 1, 1, 1, 1, 1])
  assert.doesNotMatch((await seenBy(service, keys.former, code)).join(), words)
  assert.match((await seenBy(service, keys.current, code)).join(), words)
  assert.equal(await scansTotal(service, code), 3)
})

test('tokens and cost of the days before a move stay in the former organization', async (t) => {
  const { clock, service, former, current, keys, code } = await start(t)
  const daysOf = async (key: string, query = '') => {
    const path = `/v1/analytics/answers?period=all${query}`
    const answer = await service.get<{ timeseries: { answers: number }[] }>(path, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.timeseries.map(({ answers }) => answers).filter((answers) => answers > 0)
  }
  await unhappy(service, code.short_id, 'Where is the bar?')
  clock.advance(dayMs)
  await move(service, code, current)
  const ofCode = `&qpr_code_id=${code.id}`
  assert.deepEqual([await daysOf(keys.former), await daysOf(keys.former, ofCode)], [[1], [1]])
  assert.deepEqual([await daysOf(keys.current), await daysOf(keys.current, ofCode)], [[], []])
  await unhappy(service, code.short_id, 'Where is the bar?')
  clock.advance(dayMs)
  await move(service, code, former)
  assert.deepEqual([await daysOf(keys.former), await daysOf(keys.current)], [[1], [1]])
})

test('a member of both organizations reads the past of a code by naming the former one', async (t) => {
  const { clock, service, former, current, code } = await start(t)
  await scan(service, code)
  await unhappy(service, code.short_id, secret)
  clock.advance(dayMs)
  await move(service, code, current)
  const totals = async (query: string) => {
    const path = `?qpr_code_id=${code.id}${query}`
    const talks = await listConversations(service, path)
    const questions = await listQuestions(service, path.slice(1))
    return [(await listScans(service, path)).total, talks.total, questions.total]
  }
  assert.deepEqual(await totals(''), [0, 0, 0])
  assert.deepEqual(await totals(`&organization_id=${current}`), [0, 0, 0])
  assert.deepEqual(await totals(`&organization_id=${former}`), [1, 1, 1])
})

test('pages and exports of a code that has moved have exactly the rows of their organization', async (t) => {
  const { clock, service, former, current, keys, code } = await start(t)
  const owners: string[] = []
  for (const to of [former, current, former, current]) {
    if (owners.length > 0) await move(service, code, to)
    for (let n = 0; n < 5; n++) {
      await scan(service, code)
      await (await openTalk(service, code.short_id)).ask('Open?')
      clock.advance(hourMs)
      owners.push(to)
    }
  }
  const idsOf = async (key: string) => {
    const path = (list: string, cursor: string) =>
      `/v1/${list}?qpr_code_id=${code.id}&limit=3&cursor=${cursor}`
    const scans: number[] = []
    const talks: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await service.get<Scans>(path('scans', cursor), { key })
      scans.push(...body.scans.map(({ id }) => id))
      if (!body.next_cursor) break
      cursor = body.next_cursor
    }
    for (let cursor = ''; ; ) {
      const { body } = await service.get<Conversations>(path('conversations', cursor), { key })
      talks.push(...body.conversations.map(({ id }) => id))
      if (!body.next_cursor) break
      cursor = body.next_cursor
    }
    return { scans, talks }
  }
  const { db } = service.database
  const rows = async (table: 'scans' | 'conversations', organizationId: string) => {
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('id', 'desc')
      .execute()
    return found.map(({ id }) => id)
  }
  for (const [key, organizationId] of [
    [keys.former, former],
    [keys.current, current],
  ] as const) {
    const { scans, talks } = await idsOf(key)
    assert.deepEqual([scans.length, talks.length], [10, 10])
    assert.deepEqual(scans, await rows('scans', organizationId))
    assert.deepEqual(talks, await rows('conversations', organizationId))
    const lines = await service.get(`/v1/scans/export?qpr_code_id=${code.id}&format=jsonl`, { key })
    assert.equal(lines.text.trim().split('\n').length, 10)
    assert.deepEqual(await scansSeen(service, key, code), [10, 10, 10, 10, 10, 10])
  }
})

test('a rebuild keeps the sums of a moved code in both organizations, and its total', async (t) => {
  const { clock, service, current, keys, code } = await start(t)
  await scan(service, code)
  await unhappy(service, code.short_id, secret)
  clock.advance(dayMs)
  await move(service, code, current)
  await scan(service, code)
  await scan(service, code)
  const look = async () => [
    await scansSeen(service, keys.former, code),
    await scansSeen(service, keys.current, code),
    await scansTotal(service, code),
  ]
  const before = await look()
  await rebuildSums(service.database, clock, null)
  assert.deepEqual(await look(), before)
  await service.database.transaction(async ({ db }) => {
    await db.updateTable('scan_hours').set({ scans: 17 }).where('scope_id', '=', current).execute()
  })
  await rebuildSums(service.database, clock, null)
  assert.deepEqual(await look(), before)
})
