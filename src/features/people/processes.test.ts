// Three processes of one service on one PostgreSQL, while a person and the assistant take turns.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rounds } from '../../../test/harness/checks/depth.ts'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import type { Code } from '../../../test/harness/data/given.ts'
import type { HandledConversation, PeopleVisit } from '../../../test/harness/data/people.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { anyPostgres, newDatabase } from '../../../test/harness/service/postgres.ts'
import { newMachine, testKey } from '../../../test/harness/service/process.ts'

// The server ends last.
const ends: (() => unknown)[] = []
const file = { after: (end: () => unknown) => void ends.push(end) }
const postgresUrl = await anyPostgres(file)
const provider = await startProvider(file, { tokens: ['Yes', '.'] })
const settings = {
  DATABASE_URL: await newDatabase(postgresUrl),
  QPR_SECRET: 'the-same-secret-for-all-of-them',
  QPR_LIMIT_MESSAGES_PER_MINUTE: '1000',
  QPR_LIMIT_HANDOFFS_PER_HOUR: '1000,1000',
  ...asking(provider),
}
after(async () => {
  for (const end of ends.reverse()) await end()
})

const serve = async () => {
  const running = await (await newMachine(file)).serve(settings)
  return { running, address: running.address, key: testKey, ...(await running.connect()) }
}
const first = await serve()
const second = await serve()
const here = await (await newMachine(file)).serveHere(settings)
const third = { address: here.address, key: testKey, ...(await here.connect()) }

const given = async () => {
  const { body } = await third.get<{ organizations: { id: string }[] }>('/v1/organizations')
  const path = `/v1/organizations/${body.organizations[0]?.id}/handoff`
  await third.request('PUT', path, { body: { enabled: true, wait_seconds: 30 } })
  const fields = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
  return (await third.post<Code>('/v1/qpr-codes', fields)).body
}

type Node = typeof third

const seen = async (node: Node, token: string) =>
  (await node.get<PeopleVisit>(`/c/${token}`, { key: null })).body

/** What each stream has received, as it would show it. */
const follow = (node: Node, token: string) => {
  const events: { id: string; event: string; data: Record<string, unknown> }[] = []
  const abort = new AbortController()
  const run = async () => {
    const response = await fetch(`${node.address}/c/${token}/events?after=1-end`, {
      signal: abort.signal,
    })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id = '', event = '', data = ''] =
          /^id: (\S+)\nevent: (\S+)\ndata: (.*)$/.exec(block) ?? []
        if (id) events.push({ id, event, data: JSON.parse(data) })
      }
    }
  }
  run().catch(() => undefined)
  return { events, close: () => abort.abort() }
}

test('no message is lost or doubled, one member takes it, and no model answers meanwhile', async () => {
  const code = await given()
  const nodes: Node[] = [first, second, third]
  for (let round = 0; round < rounds(2, 12); round++) {
    const visitor = await openTalk(first, code.short_id)
    const { token, conversation_id: id } = visitor
    await visitor.ask('Hello')
    const readers = nodes.map((node) => follow(node, token))
    const said: string[] = []
    const say = async (node: Node, text: string) => {
      const { status } = await node.post(`/c/${token}/messages`, { text }, { key: null })
      if (status === 202) said.push(text)
      else assert.equal(status, 409)
    }
    const call = (node: Node, rest: string, body?: object) =>
      node.post<HandledConversation>(`/v1/conversations/${id}${rest}`, body)
    const written: string[] = []
    const write = async (node: Node, text: string) => {
      const { status } = await call(node, '/messages', { text })
      if (status === 201) written.push(text)
      else assert.equal(status, 409)
    }
    // Everything at once, at every process, again and again.
    for (let turn = 0; turn < 4; turn++) {
      await Promise.all([
        say(first, `a${turn}`),
        say(second, `b${turn}`),
        third.post(`/c/${token}/handoff`, undefined, { key: null }),
        call(second, '/take'),
        call(first, '/take'),
        write(third, `w${turn}`),
      ])
      assert.equal((await seen(first, token)).handling, 'person')
      await Promise.all([say(first, `c${turn}`), say(third, `d${turn}`), write(second, `x${turn}`)])
      if (turn % 2 === 1) await call(third, '/release')
    }
    // Messages that begin with c and d were sent to a person.
    const asked = provider.requests.map(({ body }) => {
      const { messages = [] } = body as { messages?: { content: unknown }[] }
      return String(messages.at(-1)?.content)
    })
    assert.deepEqual(
      asked.filter((text) => /^[cd]\d/.test(text)),
      [],
    )
    const { messages, last_event_id } = await seen(second, token)
    const texts = (role: string) =>
      messages.filter((one) => one.role === role).map(({ text }) => text)
    assert.deepEqual(texts('visitor').toSorted(), ['Hello', ...said].toSorted())
    assert.deepEqual(texts('owner').toSorted(), written.toSorted())
    // Every stream has every event once, in the order of the log, up to the end.
    for (const { events, close } of readers) {
      await eventually(async () => assert.equal(events.at(-1)?.id, last_event_id))
      close()
      const ends = events.filter(({ event }) => event !== 'delta' && event !== 'typing')
      const turns = ends.map((one) => Number(one.id.split('-')[0]))
      assert.deepEqual(
        turns,
        [...new Set(turns)].toSorted((a, b) => a - b),
      )
      const owners = events.filter(({ event, data }) => event === 'delta' && data.role === 'owner')
      assert.deepEqual(owners.map(({ data }) => data.text).toSorted(), written.toSorted())
      assert.deepEqual(
        ends.filter(({ event }) => event === 'handling').map(({ id: at }) => at),
        readers[0]?.events.filter(({ event }) => event === 'handling').map(({ id: at }) => at),
      )
    }
  }
})

// The last test: two of the processes do not survive it.
test('a visitor hears in time that nobody came, although the processes were killed', async () => {
  const code = await given()
  const visitor = await openTalk(first, code.short_id)
  await visitor.ask('Hello')
  const { status } = await visitor.post('/handoff')
  assert.equal(status, 202)
  const startedMs = performance.now()
  await first.running.stop('SIGKILL')
  await second.running.stop('SIGKILL')
  await eventually(
    async () => assert.equal((await seen(third, visitor.token)).handling, 'assistant'),
    120_000,
  )
  assert.ok(performance.now() - startedMs > 20_000)
  assert.match((await seen(third, visitor.token)).notice ?? '', /nobody could come in time/)
})
