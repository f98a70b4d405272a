import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { permissions } from '#contract/roles.ts'
import { operationsOf } from '../../test/harness/checks/document.ts'
import { projectFile } from '../../test/harness/service/process.ts'
import { startService } from '../../test/harness/service/service.ts'
import { inlined, jsonMedia, type OpenApiDocument } from '../http/openapi/document.ts'
import { toolFor } from './tool-table.ts'
import { apiTools } from './tools.ts'

interface BodySchema {
  $ref?: string
  properties?: Record<string, object>
  required?: string[]
}

test('every tool is an operation of the API, with its arguments and its roles', async (t) => {
  const { get } = await startService(t)
  const { body: document } = await get<OpenApiDocument>('/openapi.json')
  const operations = operationsOf(document)
  const schemas = (document.components?.schemas ?? {}) as Record<string, BodySchema>
  for (const tool of apiTools) {
    const paths = [tool.path, ...(tool.pathWithout ? [tool.pathWithout] : [])]
    const known = new Set<string>()
    const required = new Set<string>()
    for (const path of paths) {
      const found = operations.find(({ name }) => name === `${tool.method} ${path}`)
      assert.ok(found, `${tool.name}: ${tool.method} ${path} is no operation`)
      const { operation, parameters } = found
      for (const { name } of parameters) known.add(name)
      const media = operation.requestBody && jsonMedia(inlined(operation.requestBody).content)
      const { $ref, ...given } = (media?.schema ?? {}) as BodySchema
      const schema = $ref ? schemas[$ref.split('/').at(-1) ?? ''] : given
      for (const name of Object.keys(schema?.properties ?? {})) known.add(name)
      for (const name of schema?.required ?? []) required.add(name)
      const roles = (operation as { 'x-roles'?: string[] })['x-roles']
      const lowest = roles && roles.length < 4 ? [`role ${roles.at(-1)} `] : []
      const { description } = toolFor(tool, async () => ({}))
      for (const words of lowest) assert.ok(description.includes(words), tool.name)
    }
    if (!tool.pathWithout) {
      for (const [, name = ''] of tool.path.matchAll(/\{(\w+)\}/g)) required.add(name)
    }
    const { properties, required: needed = [] } = tool.input
    const unknown = Object.keys(properties).filter((name) => !known.has(name))
    assert.deepEqual(unknown, [], `${tool.name} has arguments that the operation does not know`)
    const missing = [...required].filter((name) => !needed.includes(name) && !tool.fixed?.[name])
    assert.deepEqual(missing, [], `${tool.name} does not require all that the operation requires`)
    for (const name of needed) assert.ok(properties[name], `${tool.name} requires ${name}`)
    for (const name of Object.keys(tool.fixed ?? {})) assert.ok(known.has(name), tool.name)
  }
})

test('tools that change or delete are marked, and the others are not', () => {
  for (const { name, method, effect } of apiTools) {
    const effects = { GET: 'reads', POST: 'adds', PATCH: 'changes', DELETE: 'deletes' }
    assert.equal(effect, effects[method], name)
  }
  assert.ok(apiTools.length >= 10)
  assert.equal(new Set(apiTools.map(({ name }) => name)).size, apiTools.length)
  for (const { name } of apiTools) assert.match(name, /^[a-z]+(_[a-z]+)+$/)
})

test('docs/mcp.md lists every tool with its role, and its configurations are JSON', () => {
  const guide = readFileSync(projectFile('docs/mcp.md'), 'utf8')
  const listed = [...guide.matchAll(/^\| `(\w+)` \| [^|]+ \| (owner|admin|editor|viewer) \|$/gm)]
  assert.deepEqual(
    listed.map(([, name, role]) => [name, role]),
    apiTools.map(({ name, permission }) => [
      name,
      permission ? permissions[permission].at(-1) : 'viewer',
    ]),
  )
  const configurations = [...guide.matchAll(/^```json\n(.*?)^```$/gms)]
  assert.ok(configurations.length >= 4)
  for (const [, text = ''] of configurations) assert.match(JSON.stringify(JSON.parse(text)), /qpr/)
})
