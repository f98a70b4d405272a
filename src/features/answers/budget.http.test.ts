import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { asking, openTalk, type Visitor } from '../../../test/harness/data/talk.ts'
import { type Provider, startProvider } from '../../../test/harness/providers/provider.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

const tokensPerDay = 10_000
const budget = {
  QPR_LIMIT_OUTPUT_TOKENS: '2000',
  QPR_LIMIT_TOKENS_PER_DAY: String(tokensPerDay),
  QPR_AI_STALL_SECONDS: '1',
}

// A process that asks a model for the first time loads its provider within this time.
const silence = { QPR_AI_FIRST_TOKEN_SECONDS: '5' }

const daysOf = async ({ database }: Service) =>
  await database.db.selectFrom('code_days').selectAll().execute()

const reservationOf = async ({ database }: Service): Promise<number> => {
  const { tokens_reserved } = await database.db
    .selectFrom('messages')
    .select('tokens_reserved')
    .where('role', '=', 'assistant')
    .executeTakeFirstOrThrow()
  return tokens_reserved
}

interface Scene {
  service: Service
  visitor: Visitor
  provider: Provider
}

const failed = async ({ service, visitor }: Scene) => {
  await eventually(async () => {
    const { messages } = await visitor.view()
    assert.equal(messages[1]?.status, 'failed')
  })
  await service.delete(`/v1/conversations/${visitor.conversation_id}`)
}

const settled = async (service: Service) =>
  await eventually(async () => assert.equal((await daysOf(service))[0]?.tokens_reserved, 0))

/** Ways in which an answer can end before the provider has counted its tokens. */
const endings: Record<
  string,
  { by: 'stall' | 'cut' | 'end'; end: (scene: Scene) => Promise<unknown> }
> = {
  'deleted by the visitor': { by: 'stall', end: ({ visitor }) => visitor.forget() },
  'deleted by the owner': {
    by: 'stall',
    end: ({ service, visitor }) => service.delete(`/v1/conversations/${visitor.conversation_id}`),
  },
  'stopped, then deleted': {
    by: 'stall',
    end: async ({ visitor }) => {
      await visitor.post('/stop')
      await visitor.forget()
    },
  },
  closed: { by: 'stall', end: ({ visitor }) => visitor.post('/close') },
  'stopped and deleted at the same time': {
    by: 'stall',
    end: ({ visitor }) => Promise.all([visitor.post('/stop'), visitor.forget()]),
  },
  'cut off by the provider': { by: 'cut', end: failed },
  'ended by the provider without a count': { by: 'end', end: failed },
  'left alone by a silent provider': { by: 'stall', end: failed },
}

const start = async (t: TestContext, settings = {}) => {
  const provider = await startProvider(t)
  const service = await startService(t, {
    settings: { ...asking(provider), ...budget, ...settings },
  })
  return { provider, service, code: await createCode(service) }
}

for (const [name, { by, end }] of Object.entries(endings)) {
  test(`answers that are ${name} use up the daily budget`, async (t) => {
    const { provider, service, code } = await start(t)
    provider.answerWith({ tokens: ['Yes', ', we'], fault: { after: 1, by } })
    let taken = 0
    let maximum = 0
    for (let tries = 0; tries < 8; tries++) {
      const visitor = await openTalk(service, code.short_id)
      const { status } = await visitor.say('Hello')
      if (status === 429) continue
      taken += 1
      await provider.waitFor(taken)
      if (taken === 1) maximum = Math.floor(tokensPerDay / (await reservationOf(service)))
      await end({ service, visitor, provider })
    }
    assert.ok(maximum >= 2 && maximum < 8, `${maximum} fit`)
    assert.equal(taken, maximum)
    const [day] = await daysOf(service)
    assert.equal(day?.tokens_reserved, 0)
    assert.ok((day?.tokens_used ?? 0) <= tokensPerDay)
  })
}

test('100 parallel visitors who delete their conversations at once cannot exceed the budget', async (t) => {
  const { provider, service, code } = await start(t)
  provider.answerWith({ tokens: ['Yes.'], usage: { input: 100, output: 2000 }, firstDelayMs: 20 })
  const visitors = await Promise.all(
    Array.from({ length: 100 }, () => openTalk(service, code.short_id)),
  )
  const taken = await Promise.all(
    visitors.map(async (visitor) => {
      const { status } = await visitor.say('Hello')
      await visitor.forget()
      return status === 202
    }),
  )
  const count = taken.filter(Boolean).length
  assert.ok(count >= 1 && count <= tokensPerDay / 2000, `${count} were taken`)
  await settled(service)
  assert.ok(provider.requests.length <= count)
})

test("a provider's count above the reservation is charged, and the budget is used up", async (t) => {
  const { provider, service, code } = await start(t)
  provider.answerWith({ tokens: ['Yes.'], usage: { input: 100, output: 50_000 } })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Hello')
  const [day] = await daysOf(service)
  assert.deepEqual([day?.tokens_used, day?.tokens_reserved], [50_100, 0])
  assert.equal((await visitor.say('And?')).body.code, 'daily_limit_reached')
})

test('a provider that refuses does not use up the budget', async (t) => {
  const { provider, service, code } = await start(t)
  provider.answerWith({ status: 503 })
  for (let n = 0; n < 8; n++) {
    const visitor = await openTalk(service, code.short_id)
    assert.equal((await visitor.ask('Hello')).end.event, 'error')
  }
})

test('a model that stalls and the fallback that answers are both charged', async (t) => {
  const settings = { ...silence, QPR_AI_MODEL: 'compatible:first,compatible:second' }
  const { provider, service, code } = await start(t, settings)
  const stall = { fault: { after: 0, by: 'stall' as const } }
  const answer = { tokens: ['Yes.'], usage: { input: 100, output: 10 } }
  provider.answerWith(({ body }) => (body.model === 'first' ? stall : answer))
  const visitor = await openTalk(service, code.short_id)
  assert.equal((await visitor.ask('Hello')).text, 'Yes.')
  const reservation = (await reservationOf(service)) / 2
  const [day] = await daysOf(service)
  assert.deepEqual([day?.tokens_used, day?.tokens_reserved], [reservation + 110, 0])
})

test('a fallback that exceeds the budget is not asked', async (t) => {
  const settings = {
    ...silence,
    QPR_AI_MODEL: 'compatible:first,compatible:second',
    QPR_LIMIT_TOKENS_PER_DAY: '4000',
  }
  const { provider, service, code } = await start(t, settings)
  provider.answerWith({ fault: { after: 0, by: 'stall' } })
  const visitor = await openTalk(service, code.short_id)
  assert.equal((await visitor.ask('Hello')).end.event, 'error')
  assert.equal(provider.requests.length, 1)
})

test('drafts whose reader disconnects use up the daily budget', async (t) => {
  const { provider, service } = await start(t)
  provider.answerWith({ tokens: ['Yes', ', we'], fault: { after: 1, by: 'stall' } })
  let taken = 0
  for (let tries = 0; tries < 8; tries++) {
    const leave = new AbortController()
    const response = await fetch(`${service.address}/v1/qpr-codes/preview-answer`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.key}` },
      body: JSON.stringify({
        name: 'Harbour Hotel',
        prompt: 'Breakfast is from 7 to 10.',
        messages: [{ role: 'visitor', text: 'Hello' }],
      }),
      signal: leave.signal,
    })
    if (response.status === 200) {
      taken += 1
      await provider.waitFor(taken)
    }
    leave.abort()
    await settled(service)
  }
  assert.ok(taken >= 2 && taken <= tokensPerDay / 2000, `${taken} were taken`)
})

test('a silent model is stopped when its code is deleted', async (t) => {
  const provider = await startProvider(t, { fault: { after: 0, by: 'stall' } })
  const service = await startService(t, { settings: asking(provider) })
  const code = await createCode(service)
  const visitor = await openTalk(service, code.short_id)
  await visitor.say('Hello')
  const [asked] = await provider.waitFor(1)
  const startedMs = performance.now()
  await service.delete(`/v1/qpr-codes/${code.id}`)
  assert.equal(await asked?.ended, false)
  assert.ok(performance.now() - startedMs < 4500, 'before its next heartbeat')
})
