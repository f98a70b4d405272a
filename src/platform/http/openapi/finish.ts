import { isDeepStrictEqual } from 'node:util'
import type { Media, OpenApiDocument, Operation, Response, Schemas } from './document.ts'
import { codesFor, errorCatalogue, errorExamples, responseName } from './errors.ts'
import { nameBodies, nameParts, operationsIn } from './names.ts'
import { mediaExample } from './schema.ts'

type Responses = Record<string, Response>

/** What no single route can add to the document: names, examples, headers and the catalogue. */
export const finished = (document: OpenApiDocument): OpenApiDocument => {
  const schemas: Schemas = { ...document.components?.schemas }
  const responses: Responses = {}
  for (const { path, method, operation } of operationsIn(document)) {
    addRequestExample(operation, schemas)
    if (document.paths?.[path]) describeResponses(path, method, operation)
    nameBodies(operation, schemas)
    shareErrors(operation, responses)
  }
  const { paths = {}, webhooks = {} } = document
  const shared: Schemas = {}
  const named = nameParts({ paths, webhooks, schemas }, shared)
  return {
    ...document,
    paths: named.paths,
    webhooks: named.webhooks,
    components: {
      ...document.components,
      schemas: sorted({ ...named.schemas, ...shared, ...catalogue(shared) }),
      responses: sorted(responses),
      headers: responseHeaders,
      examples: errorExamples(mentionedCodes([named.paths, responses])),
    },
  }
}

const catalogue = ({ ProblemCode }: Schemas): Schemas => ({
  ProblemCode: {
    ...ProblemCode,
    description: 'The code of an error. New codes may be added: then act on the status.',
    'x-enumDescriptions': errorCatalogue(),
  },
})

const mentionedCodes = (parts: object) =>
  new Set(
    [...JSON.stringify(parts).matchAll(/components\/examples\/(\w+)/g)].map(
      ([, code = '']) => code,
    ),
  )

/** Examples omit optional references, because the referenced objects do not exist. */
const isForeign = (field: string) => /^(organization|qpr_code|message)_id$/.test(field)

/** An example that can be sent as it is. */
const addRequestExample = ({ requestBody }: Operation, schemas: Schemas) => {
  const media = requestBody && 'content' in requestBody && requestBody.content['application/json']
  if (!media || media.example !== undefined || media.examples) return
  const { required = [] } = media.schema ?? {}
  const whole = mediaExample(media, schemas, 'sent')
  if (typeof whole !== 'object' || whole === null) return
  media.example = Object.fromEntries(
    Object.entries(whole).filter(([field]) => required.includes(field) || !isForeign(field)),
  )
}

const describeResponses = (path: string, method: string, operation: Operation) => {
  const needsKey = operation.security?.length !== 0
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if (!('description' in response)) continue
    const { content = {}, description } = response
    const contentTypes = Object.keys(content)
    response.headers = headersOf({ status, isPost: method === 'post', needsKey, contentTypes })
    const problem: Media | undefined = content['application/problem+json']
    if (!problem) continue
    problem.examples = Object.fromEntries(
      codesFor(status, path, description).map((code) => [
        code,
        { $ref: `#/components/examples/${code}` },
      ]),
    )
  }
}

/** Replaces each error response that many routes share by a reference to its name in `responses`. */
const shareErrors = ({ responses: own = {} }: Operation, responses: Responses) => {
  for (const [status, response] of Object.entries(own)) {
    const problem = 'content' in response && response.content?.['application/problem+json']
    if (!problem) continue
    const name = responseName(response.description, Object.keys(problem.examples ?? {}))
    if (!name) continue
    responses[name] ??= response
    // Another response of this description stays as it is.
    if (isDeepStrictEqual(responses[name], response)) {
      own[status] = { $ref: `#/components/responses/${name}` }
    }
  }
}

const sorted = <Part>(parts: Record<string, Part>): Record<string, Part> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', examples: [example] },
})

/** The headers of responses, by their name. */
const responseHeaders = {
  'Request-Id': text(
    'Identifies the request in the log of the service.',
    'req_01JB0000000000000000000000',
  ),
  'Retry-After': number('Seconds to wait before the next attempt.', 12),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  'Idempotent-Replayed': text(
    '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    'true',
  ),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="scans.csv"'),
  'X-RateLimit-Limit': number('Requests in a minute; only if the operator sets a limit.', 600),
  'X-RateLimit-Remaining': number('Requests that are left in this minute.', 599),
  'X-RateLimit-Reset': number('When the minute ends, in seconds since 1970.', 1769860800),
}

type HeaderName = keyof typeof responseHeaders

interface Described {
  status: string
  isPost: boolean
  needsKey: boolean
  contentTypes: string[]
}

const files = /^(text\/csv|application\/(x-ndjson|pdf))$/

/** The headers that a response can have. */
const headersOf = ({ status, isPost, needsKey, contentTypes }: Described) => {
  const isSuccess = status.startsWith('2')
  const isLimited = (isSuccess && needsKey) || status === '429'
  const names: (HeaderName | false)[] = [
    'Request-Id',
    (status === '429' || status === '503') && 'Retry-After',
    status === '401' && 'WWW-Authenticate',
    isSuccess && isPost && needsKey && 'Idempotent-Replayed',
    contentTypes.some((type) => files.test(type)) && 'Content-Disposition',
    isLimited && 'X-RateLimit-Limit',
    isLimited && 'X-RateLimit-Remaining',
    isLimited && 'X-RateLimit-Reset',
  ]
  return Object.fromEntries(
    names
      .filter((name) => name !== false)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
