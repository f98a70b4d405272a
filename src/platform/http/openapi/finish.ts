import { isDeepStrictEqual } from 'node:util'
import type { Media, OpenApiDocument, Operation, Response, Schema } from './document.ts'
import { codesFor, errorCatalogue, errorExamples, responseName } from './errors.ts'
import { mediaExample } from './examples.ts'
import { headersOf, responseHeaders } from './headers.ts'
import { nameBodies, nameParts, operationsIn } from './names.ts'

type Schemas = Record<string, Schema>
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
