// An assistant sees the arguments of a tool, not the fields of the operation behind it.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { connectTo } from '../../../test/harness/service/assistant.ts'
import { startService } from '../../../test/harness/service/shared.ts'

interface Refusal {
  errors?: { pointer: string; message: string }[]
}

/** Calls each tool without arguments, and with a wrong value for each. Returns the refusals. */
const callWrongly = async (t: TestContext, address: string, key: string | null) => {
  const { client, call } = await connectTo(t, address, key)
  const { tools } = await client.listTools()
  let named = 0
  for (const { name, inputSchema } of tools) {
    const known = Object.keys(inputSchema.properties ?? {})
    const wrong = [{}, ...known.flatMap((one) => [{ [one]: '' }, { [one]: { x: [] } }])]
    for (const input of wrong) {
      const { isError, text, data } = await call(name, input)
      if (!isError) continue
      for (const { pointer, message } of (data as Refusal | undefined)?.errors ?? []) {
        const [, field = ''] = pointer.split('/')
        const where = `${name} ${JSON.stringify(input)}: ${text}`
        assert.ok(known.includes(field), where)
        assert.ok(message.startsWith(field) && text.includes(message), where)
        named += 1
      }
    }
  }
  return named
}

test('every tool of an owner names its own arguments in its errors', async (t) => {
  const service = await startService(t)
  assert.ok((await callWrongly(t, `${service.address}/mcp`, service.key)) > 40)
})

test('the tool of a visitor names its own arguments in its errors', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service)
  const address = `${service.address}/s/${short_id}/mcp`
  assert.ok((await callWrongly(t, address, null)) >= 3)
  const { call } = await connectTo(t, address, null)
  const long = await call('ask', { question: 'x'.repeat(4001) })
  assert.equal(long.text, 'question must have at most 4000 characters.')
})
