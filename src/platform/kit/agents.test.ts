import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { createAgents } from './agents.ts'
import { createTargetGuard } from './target-guard.ts'

const startAgents = (t: TestContext, allowPrivate = true) => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const guard = createTargetGuard({ allowPrivate, resolve })
  const agents = createAgents({ guard, timeoutMs: 10_000 })
  t.after(() => agents.close())
  return agents
}

const get = { method: 'GET', path: '/' } as const

test('the address of a name and an IP literal are checked by the guard', async (t) => {
  const { url } = await startReceiver(t)
  const agent = await startAgents(t, false).agentOf('one')
  for (const origin of [url, url.replace('127.0.0.1', 'name.example')]) {
    await assert.rejects(agent.request({ ...get, origin }), /private targets are not allowed/)
  }
})

test('the agent of an owner is kept while it has a connection, and no longer', async (t) => {
  const receiver = await startReceiver(t)
  const { agentOf } = startAgents(t)
  const agent = await agentOf('one')
  const { body } = await agent.request({ ...get, origin: receiver.url })
  await body.dump()
  assert.equal(await agentOf('one'), agent)
  const disconnected = once(agent, 'disconnect')
  receiver.server.closeAllConnections()
  await disconnected
  assert.notEqual(await agentOf('one'), agent)
})

test('the agent of an owner is not kept after a connection that failed', async (t) => {
  const { agentOf } = startAgents(t, false)
  const agent = await agentOf('one')
  await assert.rejects(agent.request({ ...get, origin: 'http://127.0.0.1' }))
  assert.notEqual(await agentOf('one'), agent)
})
