// Real processes that are killed while two members and the assistant take turns: three of them on one
// PostgreSQL, and the one that SQLite has.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { suite, type TestContext, test } from 'node:test'
import { rounds } from '../../../test/harness/checks/depth.ts'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import type { Code } from '../../../test/harness/data/given.ts'
import type { HandledConversation, PeopleVisit } from '../../../test/harness/data/people.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { type Provider, startProvider } from '../../../test/harness/providers/provider.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import type { Client, ProblemBody } from '../../../test/harness/service/client.ts'
import { anyPostgres, newDatabase } from '../../../test/harness/service/postgres.ts'
import { type Machine, newMachine, testKey } from '../../../test/harness/service/process.ts'

type Node = Client & { address: string }

interface World {
  provider: Provider
  /** Any of them may refuse connections for a while. */
  nodes: Node[]
  ben: string
  /** Kills a process, and starts another one. */
  kill(): Promise<void>
}

const settingsFor = (provider: Provider) => ({
  QPR_SECRET: 'the-same-secret-for-all-of-them',
  QPR_LIMIT_MESSAGES_PER_MINUTE: '1000',
  QPR_LIMIT_HANDOFFS_PER_HOUR: '1000,1000',
  ...asking(provider),
})

/** Answers run while members press. */
const speaking = { tokens: ['Yes', ' of', ' course', '.'], delayMs: 20 }

/** A second member, who joins by the mail of an invitation. */
const inviteBen = async (t: TestContext, node: Node, machine: Machine, settings: object) => {
  const mailbox = await openMailbox(t, { folder: join(machine.folder, 'data') })
  const email = 'ben@example.com'
  await node.post(`/v1/organizations/${await organizationOf(node)}/members`, {
    email,
    role: 'editor',
  })
  const link = await mailbox.linkTo(email)
  assert.equal((await node.post(link, undefined, { key: null })).status, 303)
  const { stdout } = await machine.run(['keys', 'create', '--user', email], { ...settings })
  return stdout.trim()
}

const organizationOf = async (node: Node) => {
  const { body } = await node.get<{ organizations: { id: string }[] }>('/v1/organizations')
  return body.organizations[0]?.id ?? ''
}

const startPostgresWorld = async (t: TestContext): Promise<World> => {
  const ends: (() => unknown)[] = []
  t.after(async () => {
    // The server ends last.
    for (const end of ends.reverse()) await end()
  })
  const group = { after: (end: () => unknown) => void ends.push(end) }
  const postgresUrl = await anyPostgres(group)
  const provider = await startProvider(group, speaking)
  const settings = { ...settingsFor(provider), DATABASE_URL: await newDatabase(postgresUrl) }
  const machines = [await newMachine(group), await newMachine(group), await newMachine(group)]
  const [first, second, third] = machines as [Machine, Machine, Machine]
  const running = new Map<Machine, Awaited<ReturnType<Machine['serve']>>>()
  for (const machine of [first, second]) running.set(machine, await machine.serve(settings))
  await third.serveHere(settings)
  const nodes = await Promise.all(
    machines.map(async (machine) => ({ ...(await machine.connect()), address: machine.address })),
  )
  let killed = 0
  return {
    provider,
    nodes,
    ben: await inviteBen(t, nodes[0] as Node, first, settings),
    async kill() {
      const machine = killed++ % 2 === 0 ? first : second
      await running.get(machine)?.stop('SIGKILL')
      running.set(machine, await machine.serve(settings))
    },
  }
}

const startSqliteWorld = async (t: TestContext): Promise<World> => {
  const provider = await startProvider(t, speaking)
  const settings = settingsFor(provider)
  const machine = await newMachine(t)
  let running = await machine.serve(settings)
  const node = { ...(await machine.connect()), address: machine.address }
  return {
    provider,
    nodes: [node, node, node],
    ben: await inviteBen(t, node, machine, settings),
    async kill() {
      await running.stop('SIGKILL')
      running = await machine.serve(settings)
    },
  }
}

interface Seen {
  /** When the event arrived, by the clock of `performance`. */
  atMs: number
  id: string
  event: string
  data: { role?: string; handling?: string; text?: string }
}

/** Follows as a browser does: a lost connection continues behind the last event. */
const follow = (t: TestContext, node: Node, token: string) => {
  const events: Seen[] = []
  const abort = new AbortController()
  t.after(() => abort.abort())
  const connect = async () => {
    const response = await fetch(`${node.address}/c/${token}/events`, {
      signal: abort.signal,
      headers: { 'Last-Event-ID': events.at(-1)?.id ?? '1-end' },
    })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id = '', event = '', data = ''] =
          /^id: (\S+)\nevent: (\S+)\ndata: (.*)$/.exec(block) ?? []
        if (id && event !== 'typing')
          events.push({ atMs: performance.now(), id, event, data: JSON.parse(data) })
      }
    }
    if (!abort.signal.aborted) throw new Error('the connection was lost')
  }
  eventually(() => (abort.signal.aborted ? Promise.resolve() : connect()), 600_000).catch(
    () => undefined,
  )
  return { events, close: () => abort.abort() }
}

/** Each event once, in the order of the turns; between a hand-off and its end only people speak. */
const assertLog = (events: Seen[]) => {
  const ends = events.filter(({ event }) => event !== 'delta')
  const turns = ends.map(({ id }) => Number(id.split('-')[0]))
  assert.deepEqual(
    turns,
    [...new Set(turns)].toSorted((a, b) => a - b),
  )
  let handling = 'assistant'
  for (const { event, data, id } of events) {
    if (event === 'handling') handling = data.handling ?? ''
    else if (handling !== 'assistant') assert.equal(data.role, 'owner', `${id} ${event}`)
  }
}

/** Asks again until there is an answer, with what makes the request one request. */
const persistently = <T extends ProblemBody>(
  call: () => Promise<{ status: number; body: T; text: string }>,
) =>
  eventually(async () => {
    const answer = await call()
    assert.notEqual(answer.body?.code, 'idempotency_key_in_flight')
    // While PostgreSQL notices the end of a killed process that held a lock.
    assert.notEqual(answer.status, 503)
    return answer
  }, 60_000)

const takeTurns = async (t: TestContext, { nodes, provider, ben, kill }: World, code: Code) => {
  const [first, second, third] = nodes as [Node, Node, Node]
  const visitor = await openTalk(third, code.short_id)
  const { token, conversation_id: id } = visitor
  await visitor.ask('Hello')
  const readers = nodes.map((node) => follow(t, node, token))
  const said: string[] = []
  const say = async (node: Node, text: string) => {
    const body = { text, client_id: randomUUID() }
    const answer = await persistently(() => node.post(`/c/${token}/messages`, body, { key: null }))
    if (answer.status === 202) said.push(text)
    else assert.deepEqual([answer.status, answer.body.code], [409, 'answer_running'])
  }
  const call = (node: Node, rest: string, key: string, body?: object) => {
    const headers = { 'Idempotency-Key': randomUUID() }
    return persistently(() =>
      node.post<HandledConversation>(`/v1/conversations/${id}${rest}`, body, { key, headers }),
    )
  }
  const written: string[] = []
  const write = async (node: Node, key: string, text: string) => {
    const { status, body } = await call(node, '/messages', key, { text })
    if (status === 201) written.push(text)
    else assert.deepEqual([status, body.code], [409, 'not_taken'])
  }
  for (let turn = 0; turn < 3; turn++) {
    // Everything at once, at every process, one of which is killed meanwhile.
    const [taken, refused] = await Promise.all([
      call(second, '/take', testKey),
      call(first, '/take', ben),
      say(first, `a${turn}`),
      say(second, `b${turn}`),
      persistently(() => third.post(`/c/${token}/handoff`, undefined, { key: null })),
      write(third, testKey, `w${turn}`),
      write(second, ben, `v${turn}`),
      turn === 1 && kill(),
    ])
    assert.deepEqual([taken.status, refused.status].toSorted(), [200, 409])
    const loser = taken.status === 409 ? taken : refused
    assert.equal(loser.body.code, 'already_taken')
    await Promise.all([
      say(first, `c${turn}`),
      say(third, `d${turn}`),
      write(second, testKey, `x${turn}`),
      write(first, ben, `y${turn}`),
    ])
    // One of both has it.
    assert.equal(written.filter((text) => /^[xy]/.test(text) && text.endsWith(`${turn}`)).length, 1)
    assert.equal((await call(third, '/release', testKey)).status, 200)
  }
  // What begins with c and d was sent to a person.
  const asked = provider.requests.map(({ body }) => {
    const { messages = [] } = body as { messages?: { content: unknown }[] }
    return String(messages.at(-1)?.content)
  })
  assert.deepEqual(
    asked.filter((text) => /^[cd]\d/.test(text)),
    [],
  )
  const { messages, last_event_id } = (await second.get<PeopleVisit>(`/c/${token}`, { key: null }))
    .body
  const texts = (role: string) => messages.filter((one) => one.role === role).map((one) => one.text)
  assert.deepEqual(texts('visitor').toSorted(), ['Hello', ...said].toSorted())
  assert.deepEqual(texts('owner').toSorted(), written.toSorted())
  for (const { events, close } of readers) {
    await eventually(async () => assert.equal(events.at(-1)?.id, last_event_id))
    close()
    assertLog(events)
    const owners = events.filter(({ event, data }) => event === 'delta' && data.role === 'owner')
    assert.deepEqual(owners.map(({ data }) => data.text).toSorted(), written.toSorted())
  }
}

const waitMs = 30_000
/** Ten times what a wait may be over: processes that are killed again and again share a busy machine. */
const lateMs = 60_000

const worlds = { SQLite: startSqliteWorld, PostgreSQL: startPostgresWorld }

suite('people and processes', { concurrency: true }, () => {
  for (const [engine, start] of Object.entries(worlds)) {
    test(`${engine}: turns of people and the assistant lose nothing to kill -9, and nobody waits in silence`, async (t) => {
      const world = await start(t)
      const { nodes } = world
      const [first, second, third] = nodes as [Node, Node, Node]
      await third.request('PUT', `/v1/organizations/${await organizationOf(third)}/handoff`, {
        body: { enabled: true, wait_seconds: waitMs / 1000 },
      })
      const fields = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
      const { body: code } = await third.post<Code>('/v1/qpr-codes', fields)
      // The process that took the hand-off is killed while the visitor waits.
      const waiting = await openTalk(first, code.short_id)
      await waiting.ask('Hello')
      const startedMs = performance.now()
      assert.equal((await waiting.post('/handoff')).status, 202)
      const reader = follow(t, second, waiting.token)
      for (let round = 0; round < rounds(1, 12); round++) await takeTurns(t, world, code)
      const told = () => reader.events.find(({ data }) => data.handling === 'assistant')
      await eventually(async () => assert.ok(told()), 120_000)
      const waitedMs = Math.round((told()?.atMs ?? 0) - startedMs)
      reader.close()
      t.diagnostic(`told after ${waitedMs} ms`)
      assert.ok(waitedMs >= waitMs)
      assert.ok(waitedMs <= waitMs + lateMs, `told after ${waitedMs} ms`)
      const { notice } = (await second.get<PeopleVisit>(`/c/${waiting.token}`, { key: null })).body
      assert.match(notice ?? '', /nobody could come in time/)
    })
  }
})
