import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operationsOf } from '../../../test/harness/checks/document.ts'
import { projectFile } from '../../../test/harness/service/process.ts'
import { describeService } from '../document.ts'
import { apiTools, ownerOffers } from './tools.ts'

const document = await describeService('http://localhost:3000')
const operations = operationsOf(document)
const calls: object[] = []
const { tools } = ownerOffers(document)(
  async (call) => {
    calls.push(call)
    return {}
  },
  () => undefined,
)

const toolNamed = (name: string) =>
  tools.find((tool) => tool.name === name) ?? assert.fail(`no tool ${name}`)

const operationOf = (name: string) => {
  const { operationId } = apiTools.find((tool) => tool.name === name) ?? {}
  return operations.find(({ operation }) => operation.operationId === operationId)
}

test('every tool is an operation of the API, and tells its roles and its effect', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    apiTools.map(({ name }) => name),
  )
  const effects: Record<string, string> = {
    GET: 'reads',
    POST: 'adds',
    PATCH: 'changes',
    DELETE: 'deletes',
  }
  for (const { name, description, effect } of tools) {
    const found = operationOf(name) ?? assert.fail(name)
    assert.equal(effect, effects[found.method], name)
    const roles = found.operation['x-roles'] ?? []
    assert.equal(roles.length > 0 && roles.length < 4, /Needs the role/.test(description), name)
    assert.match(name, /^[a-z]+(_[a-z]+)+$/)
  }
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length)
})

test('the arguments of a tool are those of its operation, with their limits', () => {
  const { properties, required } = toolNamed('create_code').input
  assert.deepEqual(required, ['name', 'prompt'])
  assert.deepEqual([properties.name?.type, properties.name?.maxLength], ['string', 200])
  assert.ok(properties.template?.enum?.includes('hospitality'))
  assert.equal(properties.contact?.properties?.label?.type, 'string')
  assert.equal(properties.suggestions?.items?.maxLength, 200)
  assert.match(JSON.stringify(properties.translations), /"additionalProperties":.*\(en, de, /)
  assert.ok(properties.translations && !properties.translations.properties)
  assert.deepEqual(toolNamed('change_code').input.required, ['id'])
  assert.deepEqual(toolNamed('read_insight').input.required, [])
  const { input } = toolNamed('find_codes')
  assert.deepEqual(Object.keys(input.properties).sort(), [
    ...['limit', 'offset', 'organization_id', 'q', 'sort', 'status', 'tag'],
  ])
  assert.deepEqual(Object.keys(toolNamed('add_answer').input.properties).sort(), [
    ...['answer', 'code_ids', 'organization_id', 'question'],
  ])
  for (const { name, input } of tools) {
    for (const one of input.required ?? []) assert.ok(input.properties[one], `${name}: ${one}`)
    for (const [field, { description }] of Object.entries(input.properties)) {
      assert.ok(description, `${name}: ${field} has no description`)
    }
    // Every assistant reads all tools before its first answer.
    assert.ok(JSON.stringify(input).length < 6000, `${name}: ${JSON.stringify(input).length}`)
  }
})

test('a tool puts its arguments into the path, the query or the body', async () => {
  const { signal } = new AbortController()
  await toolNamed('read_insight').run({ period: '7d' }, signal)
  await toolNamed('read_insight').run({ id: 'a/b', period: '7d' }, signal)
  await toolNamed('change_code').run({ id: 'x', name: 'Garden' }, signal)
  await toolNamed('add_answer').run({ question: 'Q', answer: 'A' }, signal)
  assert.deepEqual(calls, [
    { method: 'GET', path: '/v1/analytics?period=7d' },
    { method: 'GET', path: '/v1/qpr-codes/a%2Fb/analytics?period=7d' },
    { method: 'PATCH', path: '/v1/qpr-codes/x', body: { name: 'Garden' } },
    {
      method: 'POST',
      path: '/v1/knowledge',
      body: { question: 'Q', answer: 'A', kind: 'question' },
    },
  ])
})

test('docs/mcp.md lists every tool with its role, and its configurations are JSON', () => {
  const guide = readFileSync(projectFile('docs/mcp.md'), 'utf8')
  const listed = [...guide.matchAll(/^\| `(\w+)` \| [^|]+ \| (owner|admin|editor|viewer) \|$/gm)]
  assert.deepEqual(
    listed.map(([, name, role]) => [name, role]),
    tools.map(({ name }) => [name, operationOf(name)?.operation['x-roles']?.at(-1) ?? 'viewer']),
  )
  const configurations = [...guide.matchAll(/^```json\n(.*?)^```$/gms)]
  assert.ok(configurations.length >= 4)
  for (const [, text = ''] of configurations) assert.match(JSON.stringify(JSON.parse(text)), /qpr/)
})
