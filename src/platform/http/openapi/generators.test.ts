// What client generators and linters expect of the document.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { problemCodes } from '#contract/problem-codes.ts'
import { filesIn, sourceOf } from '../../../../test/harness/checks/imports.ts'
import { expanded } from '../../../../web/docs/expanded.ts'
import { describeService } from '../../../service/document.ts'
import type { OpenApiDocument, Operation, Schema } from './document.ts'
import { operationsIn } from './names.ts'

// No test changes it.
let made: Promise<OpenApiDocument> | undefined
const readDocument = () => {
  made ??= describeService('https://codes.harbour-hotels.test')
  return made
}

test('the recommended rules of Redocly pass without a warning', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(await readDocument()),
    config: await createConfig({ extends: ['recommended'] }),
  })
  const told = problems.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} ${location[0]?.pointer}`
  })
  assert.deepEqual(told, [])
})

test('the document names its licence, its contact and every webhook', async () => {
  const { info, webhooks = {} } = await readDocument()
  assert.equal(info.license?.identifier, 'MIT')
  assert.equal(info.contact?.url, 'https://codes.harbour-hotels.test/docs')
  const ids = Object.values(webhooks).map((item) => 'post' in item && item.post?.operationId)
  assert.ok(ids.includes('onScanCreated'))
  for (const id of ids) assert.match(String(id), /^on[A-Z]\w+$/)
})

/** The schemas of the bodies and of the data of streams. */
const bodiesOf = ({ requestBody, responses = {} }: Operation): Schema[] =>
  [requestBody, ...Object.values(responses)].flatMap((part) => {
    if (!part || '$ref' in part) return []
    return Object.entries(part.content ?? {})
      .filter(([type]) => /json$|event-stream/.test(type) && !type.endsWith('x-ndjson'))
      .map(([, media]) => media.schema ?? {})
  })

test('every body and the data of every stream have a name', async () => {
  const unnamed = operationsIn(await readDocument()).flatMap(({ operation }) =>
    bodiesOf(operation)
      .filter(({ $ref }) => !$ref)
      .map(() => operation.operationId),
  )
  assert.deepEqual(unnamed, [])
})

test('every list of values has a name (see names.ts) and a type', async () => {
  const { components = {}, ...rest } = await readDocument()
  const unnamed: string[] = []
  const walk = (part: unknown, at: string) => {
    if (typeof part !== 'object' || part === null) return
    const { enum: values, type } = part as Schema
    if (Array.isArray(values)) {
      assert.equal(type, 'string', at)
      const isNamed = /^schemas\/\w+$/.test(at)
      if (values.length > 1 && !isNamed) unnamed.push(`${at}: ${JSON.stringify(values)}`)
    }
    for (const [key, inner] of Object.entries(part)) {
      if (key !== 'examples' && key !== 'example') walk(inner, `${at}/${key}`)
    }
  }
  walk({ schemas: components.schemas }.schemas, 'schemas')
  walk(rest, 'document')
  assert.deepEqual(unnamed, [])
})

test('every stream that can be resumed takes Last-Event-ID', async () => {
  for (const { method, operation } of operationsIn(await readDocument())) {
    const isStream = JSON.stringify(operation.responses ?? {}).includes('text/event-stream')
    const names = operation.parameters?.map((one) => ('name' in one ? one.name : ''))
    if (isStream && method === 'get') assert.ok(names?.includes('Last-Event-ID'))
  }
})

test('an error response that five operations have is written once (see errors.ts)', async () => {
  const operationsOf = new Map<string, string[]>()
  for (const { operation } of operationsIn(await readDocument())) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (status < '400' || '$ref' in response) continue
      const text = JSON.stringify(response)
      const others = operationsOf.get(text) ?? []
      operationsOf.set(text, [...others, `${operation.operationId} ${status}`])
    }
  }
  assert.ok(operationsOf.size > 0)
  assert.deepEqual(
    [...operationsOf.values()].filter((names) => names.length >= 5),
    [],
  )
})

test('every error response has the example of a code with its status, and Request-Id', async () => {
  for (const { operation } of operationsIn(expanded(await readDocument()))) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const where = `${operation.operationId} ${status}`
      if (!('description' in response) || status === '2XX') continue
      assert.ok(response.headers?.['Request-Id'], where)
      if (status === '429') assert.ok(response.headers?.['Retry-After'], where)
      if (status < '400') continue
      const { examples = {} } = response.content?.['application/problem+json'] ?? {}
      assert.notDeepEqual(Object.keys(examples), [], `${where}: name the code in its description`)
    }
  }
})

test('the catalogue has every code of the service with its status, and no other', () => {
  const sources = filesIn('src').map((file) => sourceOf('src', file))
  const unknown = sources.flatMap((text) =>
    [...text.matchAll(/\bproblem\(\s*(\d{3}),\s*'(\w+)'/g)]
      .filter(([, status, code]) => String(catalogued(code)?.[0]) !== status)
      .map(([, status, code]) => `${status} ${code}: add it to contract/problem-codes.ts`),
  )
  const thrown = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:tooOften|tooMany)\(\s*'(\w+)'/g)]
      .filter(([, code]) => catalogued(code)?.[0] !== 429)
      .map(([, code]) => `429 ${code}: add it to contract/problem-codes.ts`),
  )
  assert.deepEqual([...unknown, ...thrown], [])
  const all = sources.join('')
  const unused = Object.keys(problemCodes).filter((code) => !all.includes(`'${code}'`))
  assert.deepEqual(unused, [])
})

const catalogued = (code: string | undefined): readonly [number, string] | undefined =>
  (problemCodes as Record<string, readonly [number, string]>)[code ?? '']
