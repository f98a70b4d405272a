import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from './document.ts'
import { document } from './reference.fixture.ts'
import { referenceStyle, renderReference } from './reference.ts'

const page = renderReference(document)

test('every operation is on the page, with its method, its path and its roles', () => {
  for (const title of ['Create a code', 'List codes', 'Delete a code', 'Invite a member']) {
    assert.match(page, new RegExp(`<h3><a href="#\\w+">${title}</a></h3>`))
  }
  const route = section(page, 'deleteCode').match(/<p class="route">.*<\/p>/)?.[0]
  assert.equal(plain(route), 'DELETE /v1/qpr-codes/{id}')
  assert.match(section(page, 'deleteCode'), /Roles: owner, admin</)
  assert.match(section(page, 'get-healthz'), /No key needed/)
})

test('every text of the document is on the page', () => {
  const shown = plain(page)
  const texts = textsOf(document).flatMap((text) => text.split(/[\n|]/))
  assert.ok(texts.length > 100)
  for (const text of texts) {
    const words = text.replace(/^(#+|-+) ?|`+|\*\*/g, '').trim()
    assert.ok(shown.includes(words), `missing: ${text}`)
  }
})

test('the prose becomes headings, paragraphs, lists, tables and code', () => {
  assert.match(page, /<section id="authentication">\s<h2><a href="#authentication">Authentication</)
  assert.match(page, /<p>Every error is <code>application\/problem\+json<\/code>:<\/p>/)
  assert.match(page, /<pre tabindex="0"><code>\{ &quot;status&quot;: 422, .*\}<\/code><\/pre>/)
  assert.match(page, /<th scope="col">when<\/th>.*<td>404<\/td><td>.*<strong>someone else</s)
  assert.match(page, /<ul><li>Emits <code>qpr_code\.created<\/code>\.<\/li><li>/)
})

test('a field shows its type, its limits, its default and its example', () => {
  const create = plain(section(page, 'createCode'))
  assert.match(create, /name string required Human-readable name\. 1–200 characters/)
  assert.match(create, /one of business, rewards, .*, retail · default business/)
  assert.match(create, /at most 4 items · each 1–200 characters · example \["When is breakfast\?"]/)
  const list = plain(section(page, 'listCodes'))
  assert.match(list, /limit integer How many to return\. 1–100 · default 20/)
  const update = plain(section(page, 'updateCode'))
  assert.match(update, /contact object or null The button to a person\./)
  assert.match(update, /contact\.label string required What the button says\./)
  assert.match(plain(section(page, 'problem')), /errors\[]\.pointer string JSON pointer/)
})

test('an object is described once, and responses link to it', () => {
  assert.match(section(page, 'getCode'), /Body: <a href="#qpr-code">QPR code<\/a>/)
  assert.match(section(page, 'listCodes'), /array of <a href="#code-in-a-list">/)
  assert.ok(page.includes('<article id="qpr-code"'))
  assert.ok(!page.includes('CodeInput'), 'the fields of a body are shown with its operation')
})

test('intersections, unions and recursive schemas are readable', () => {
  const schema = {
    allOf: [
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      {
        type: 'object',
        properties: {
          value: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
          tags: { type: ['array', 'null'], items: { type: 'string' } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        },
      },
    ],
  }
  const tree = renderReference({
    info: document.info,
    paths: {
      '/tree': {
        get: {
          operationId: 'getTree',
          responses: { 200: { description: 'It.', content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas: { Node: schema } },
  })
  const shown = plain(section(tree, 'getTree'))
  assert.match(shown, /id string value string or integer or null optional/)
  assert.match(shown, /tags array of string or null optional labels object of string optional/)
  assert.match(section(tree, 'getTree'), /array of <a href="#node">Node<\/a>/)
})

test('errors show their status, code and meaning', () => {
  const create = plain(section(page, 'createCode'))
  assert.match(create, /401 unauthorized: no key, or an unknown, expired or revoked one\./)
  assert.match(create, /409 idempotency_key_in_flight: .* Example \{ "status": 409/)
})

test('the curl example can be sent unchanged', () => {
  const curl = plain(section(page, 'createCode').match(/<figure>.*?<pre.*?<\/pre>/s)?.[0])
  assert.match(curl, /curl -X POST \\ 'http:\/\/localhost:3000\/v1\/qpr-codes' \\/)
  assert.match(curl, /-H "Authorization: Bearer \$QPR_API_KEY" \\/)
  assert.match(curl, /-H 'Content-Type: application\/json' \\/)
  const body: unknown = JSON.parse(curl.match(/-d '([^']*)'/)?.[1] ?? '')
  assert.deepEqual(body, {
    name: 'Harbour Hotel',
    prompt: "You are the concierge of the Harbour Hotel. Breakfast's from 7 to 10.",
    welcome_message: 'Welcome! How can I make your stay exceptional?',
    template: 'hospitality',
    suggestions: ['When is breakfast?'],
    metadata: { room: '12' },
  })
  assert.match(
    plain(section(page, 'getCode')),
    /curl 'http:\/\/localhost:3000\/v1\/qpr-codes\/k7m2/,
  )
  assert.doesNotMatch(section(page, 'get-healthz'), /Authorization/)
})

test('the example of a response has every field', () => {
  const response = section(page, 'listCodes').match(/Response 200<\/figcaption>(.*?)<\/pre>/s)?.[1]
  const { codes, total }: { codes: object[]; total: number } = JSON.parse(plain(response))
  assert.equal(total, 1)
  assert.ok(codes[0] && 'scan_url' in codes[0] && 'created_at' in codes[0])
})

test('texts of the document are escaped', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror="alert(2)">'
  const everywhere: OpenApiDocument = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    ['description', 'summary', 'title', 'example', 'pattern'].includes(key) ? hostile : value,
  )
  const attacked = renderReference(everywhere)
  assert.doesNotMatch(attacked, /<(script|img)/)
  assert.ok(attacked.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  assert.ok(section(page, 'createCode').includes('A <code>&lt;script&gt;</code> in a'))
})

test('the page needs no script, no inline style and no other host', () => {
  assert.doesNotMatch(page, /<script|\sstyle=|\son\w+=|javascript:/)
  for (const [, address] of page.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
    assert.match(address ?? '', /^(#|openapi\.json$|docs\/|data:image)/)
  }
  assert.doesNotMatch(referenceStyle, /@import|url\(/)
  assert.equal(page.match(/<style>(.*?)<\/style>/s)?.[1], referenceStyle)
})

test('anchors are unique, and every link on the page leads to one', () => {
  const twice: OpenApiDocument = { ...document, tags: [{ name: 'Errors' }, { name: 'Objects' }] }
  for (const rendered of [page, renderReference(twice)]) {
    const ids = [...rendered.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, id] of rendered.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(id), id)
  }
})

test('there is one h1, and no heading skips a level', () => {
  const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  assert.equal(levels.filter((level) => level === 1).length, 1)
  for (const [index, level] of levels.entries()) {
    assert.ok(level <= (levels[index - 1] ?? 0) + 1, `h${level} after h${levels[index - 1]}`)
  }
})

test('events have their own section, if there are any', () => {
  assert.match(plain(section(page, 'qpr_code.created')), /A code was created through the API\./)
  const { webhooks: _, ...withoutEvents } = document
  assert.doesNotMatch(renderReference(withoutEvents), /id="events"/)
})

/** The part of the page between an anchor and the next entry. */
function section(rendered: string, anchor: string): string {
  const start = rendered.indexOf(`<article id="${anchor}"`)
  assert.notEqual(start, -1, `no ${anchor}`)
  return rendered.slice(start, rendered.indexOf('</article>', start))
}

/** The visible text of a piece of HTML. */
function plain(piece = ''): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return piece
    .replace(/<\/?[a-z][^>]*>/g, (tag) => (/^<\/?(a|b|code|strong)\b/.test(tag) ? '' : ' '))
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Every summary, description, example and name of a field in a part of the document. */
function textsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    const own = ['summary', 'description', 'example'].includes(key) && typeof value === 'string'
    const examples = key === 'examples' && Array.isArray(value) ? value : []
    const fields = key === 'properties' ? Object.keys(value) : []
    const strings = [...(own ? [value] : []), ...examples, ...fields]
    return [...strings.filter((text) => typeof text === 'string'), ...textsOf(value)]
  })
}
