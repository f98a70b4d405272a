import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '#contract/event-types.ts'
import type { OpenApiDocument, Schema } from '../../src/platform/http/openapi/document.ts'
import { describeService } from '../../src/service/document.ts'
import { operationsOf } from '../../test/harness/checks/document.ts'
import { besideExamples } from './columns.ts'
import { expanded } from './expanded.ts'
import { referencePages } from './reference.ts'

const source = await describeService('http://localhost:3000')
const document = expanded(source)
const pages = new Map(referencePages(document).map(({ name, markdown }) => [name, markdown]))
const reference = [...pages.values()].join('\n')
const operations = operationsOf(source)

/** The section of an operation, an event or an object. */
const section = (anchor: string, text = reference): string => {
  const start = text.indexOf(` {#${anchor.toLowerCase()}}`)
  assert.notEqual(start, -1, `no ${anchor}`)
  const end = text.slice(start).search(/\n##? /)
  return end === -1 ? text.slice(start) : text.slice(start, start + end)
}

test('every operation has its section: method, path, summary and roles', () => {
  assert.ok(operations.length > 100)
  const overview = pages.get('reference/index') ?? ''
  for (const { name, operation } of operations) {
    const { operationId = '', summary = '?', 'x-roles': roles } = operation
    assert.ok(section(operationId).includes(`\`${name}\``), name)
    assert.ok(reference.includes(`## ${summary} {#${operationId.toLowerCase()}}`), name)
    assert.ok(overview.includes(`#${operationId.toLowerCase()})`), name)
    if (roles) assert.ok(section(operationId).includes(`Roles: ${roles.join(', ')}.`), name)
  }
  assert.match(section('getImage'), /No key needed/)
})

test('every description of an operation, a parameter and a response is in the reference', () => {
  const flat = (text: string) => text.replaceAll('\\|', '|').replaceAll(/\s+/g, ' ').trim()
  const shown = flat(reference)
  const groups = document.tags?.map(({ description }) => description) ?? []
  const texts = operations.flatMap(({ operation, parameters }) => [
    operation.description,
    ...parameters.map(({ description }) => description),
    ...Object.values(operation.responses ?? {}).map(
      (one) => 'description' in one && one.description,
    ),
  ])
  const wanted = new Set([document.info.description, ...groups, ...texts].filter(Boolean))
  assert.ok(wanted.size > 200)
  for (const text of wanted) assert.ok(shown.includes(flat(String(text))), String(text))
})

test('a field shows its type as people write it, its limits and its default', () => {
  const create = section('createCode')
  assert.match(create, /\| `name` \*\*required\*\* \| string \| [^|]+ 1 to 200 characters\. \|/)
  assert.match(
    create,
    /\| `template` \| string \| [^|]+Default: `business`\. One of `business`, [^|]+\|/,
  )
  assert.match(
    create,
    /\| `suggestions` \| string\[\] \| Up to four [^|]+ Each 1–200 characters\. \|/,
  )
  assert.match(create, /\| `contact\.label` \*\*required\*\* \| string \|/)
  assert.match(create, /\| `Idempotency-Key` \| string \| [^|]+ Example: `"order-4711"`\. \|/)
  assert.match(section('listCodes'), /\| `limit` \| integer \| [^|]+1 to \d+\. Default: `\d+`\. \|/)
  assert.match(section('listScans'), /\| `since` \| timestamp \|/)
  assert.match(section('problem'), /\| `errors\[\]\.pointer` \| string \|/)
})

test('nothing is said twice: neither a limit, nor a default, nor a header of every response', () => {
  const rows = reference.match(/^\| `.*$/gm) ?? []
  assert.ok(rows.length > 1000)
  const isTwice = (row: string) =>
    (row.match(/\bdefault: /gi)?.length ?? 0) > 1 ||
    [...row.matchAll(/([\d,]+)–([\d,]+)/g)].some(([, from, to]) => row.includes(`${from} to ${to}`))
  assert.deepEqual(rows.filter(isTwice), [])
  assert.equal(rows.filter((row) => row.startsWith('| `Request-Id`')).length, 1)
})

test('an object is described once, and responses link to it', () => {
  const objects = pages.get('reference/objects') ?? ''
  const anchors = [...objects.matchAll(/^## .* \{#(.+)\}$/gm)].map(([, anchor = '']) => anchor)
  assert.ok(anchors.length > 10)
  const targets = [...reference.matchAll(/\]\(objects\.md#([^)]+)\)/g)].map(([, to = '']) => to)
  assert.ok(targets.length > 50)
  assert.deepEqual(
    [...new Set(targets)].filter((target) => !anchors.includes(target)),
    [],
  )
  assert.match(section('getCode'), /Body: \[.+\]\(objects\.md#/)
})

test('intersections, unions and recursive schemas are readable', () => {
  const schema: Schema = {
    allOf: [
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      {
        type: 'object',
        properties: {
          value: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
          tags: { type: ['array', 'null'], items: { type: 'string' } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          old: { type: 'string', deprecated: true },
        },
      },
    ],
  }
  const content = { 'application/json': { schema } }
  const tree: OpenApiDocument = {
    info: document.info,
    tags: [{ name: 'Trees' }],
    paths: {
      '/tree': {
        get: {
          operationId: 'getTree',
          tags: ['Trees'],
          responses: { 200: { description: 'It.', content } },
        },
      },
    },
    components: { schemas: { Node: schema } },
  }
  const shown = section(
    'getTree',
    referencePages(tree)
      .map(({ markdown }) => markdown)
      .join('\n'),
  )
  assert.match(
    shown,
    /\| `id` \| string \| {2}\|\n\| `value` optional \| string or integer or null \|/,
  )
  assert.match(shown, /\| `tags` optional \| string\[\] or null \|/)
  assert.match(shown, /\| `labels` optional \| object of string \|/)
  assert.match(shown, /\| `children` optional \| \[Node\]\(objects\.md#node\)\[\] \|/)
  assert.match(shown, /\| `old` optional, deprecated \| string \|/)
})

test('errors show their status, meaning and codes', () => {
  const create = section('createCode')
  assert.match(create, /\| 409 \| [^|]+ \| `idempotency_key_in_flight` \|/)
  assert.match(create, /\| 422 \| [^|]+ \| `invalid_input`, /)
})

test('every operation ends with a request to paste and its response', () => {
  for (const { name, method, operation } of operations) {
    const [, examples = ''] = section(operation.operationId ?? '').split('\n**Request**\n')
    assert.match(examples, /^\*\*Response [123]\d\d\*\*\n\n(```json\n|`\w+\/|No body\.)/m, name)
    const [command = ''] =
      section(operation.operationId ?? '').match(/^curl [\s\S]*?(?=\n```$)/m) ?? []
    const [, address = ''] = /'(http:\/\/localhost:3000\/[^']+)'/.exec(command) ?? []
    assert.doesNotMatch(address, /[{}]/, name)
    assert.ok(method === 'GET' || command.startsWith(`curl -X ${method} `), name)
    const [, body] = /-d '([^']*)'/.exec(command) ?? []
    if (body !== undefined) assert.doesNotThrow(() => JSON.parse(body), name)
  }
  assert.match(section('createCode'), /-H "Authorization: Bearer \$QPR_API_KEY" \\/)
  assert.doesNotMatch(section('getImage'), /Authorization/)
})

test('every event shows its fields, its headers and an example', () => {
  for (const type of eventTypes) {
    const event = section(type)
    for (const word of ['X-Service-Signature', 'webhook-signature', 'created_at', 'data']) {
      assert.ok(event.includes(`\`${word}\``), `${type}: ${word}`)
    }
    // A received body is complete: no field is optional.
    assert.doesNotMatch(event, /^\| `(event|id|created_at|data)`? (\*\*required|optional)/m)
    const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(event) ?? []
    assert.equal(JSON.parse(example).event, type)
  }
})

test('anchors are unique on a page, and no text of the document becomes HTML', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror="alert(2)">'
  const everywhere: OpenApiDocument = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    ['description', 'summary', 'pattern'].includes(key) ? hostile : value,
  )
  for (const { name, markdown } of referencePages(everywhere)) {
    const anchors = [...markdown.matchAll(/^## .*\{#(.+)\}$/gm)].map(([, anchor]) => anchor)
    assert.equal(new Set(anchors).size, anchors.length, name)
    assert.doesNotMatch(markdown.replaceAll(/^```.*?^```$|`[^`\n]+`/gms, ''), /<(script|img)/, name)
  }
})

test('on the site the examples stand beside their text', () => {
  const shown = besideExamples(pages.get('reference/codes') ?? '')
  const count = (part: string) => shown.split(part).length - 1
  assert.ok(count('<div class="beside">') > 10)
  assert.equal(count('<div class="examples">\n\n**Request**'), count('<div class="beside">'))
  assert.equal(count('<div'), count('</div>'))
  assert.match(shown, /^## List codes \{#listcodes\}\n\n<div class="beside">\n<div>\n\n`GET/m)
})
