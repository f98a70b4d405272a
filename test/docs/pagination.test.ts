// The table of docs/pagination.md against the routes. After a change it prints the lines to paste.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeService } from '../../src/service/document.ts'
import { operationsOf } from '../harness/checks/document.ts'
import { projectFile } from '../harness/service/process.ts'

test('docs/pagination.md states the default and the maximum of each list, as the routes do', async () => {
  const operations = operationsOf(await describeService('http://localhost:3000'))
  const lists = operations.flatMap(({ method, path, parameters }) => {
    const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]))
    const limit = schemas.get('limit')
    if (method !== 'GET' || !limit) return []
    const ways = ['cursor', 'offset']
      .filter((name) => schemas.has(name))
      .map((name) => `\`${name}\``)
    const name = `\`GET ${path.replaceAll(/\{(\w+)\}/g, ':$1')}\``
    return [`| ${name} | ${limit.default} | ${limit.maximum} | ${ways.join(', ') || 'one page'} |`]
  })
  assert.ok(lists.length > 15)
  const page = readFileSync(projectFile('docs/pagination.md'), 'utf8')
  const [, section = ''] = page.split('\n## Limits\n')
  const stated = section.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? []
  assert.deepEqual(stated, lists.sort(), lists.join('\n'))
})
