import type { Media, OpenApiDocument, Operation, Schema } from './document.ts'
import { codesFor, errorCatalogue, errorExamples } from './errors.ts'
import { mediaExample } from './examples.ts'
import { headersOf, responseHeaders } from './headers.ts'
import { nameBodies, nameParts, operationsIn } from './names.ts'

type Schemas = Record<string, Schema>

/** What no single route can add to the document: names, examples, headers and the catalogue. */
export const finished = (document: OpenApiDocument): OpenApiDocument => {
  const schemas: Schemas = { ...document.components?.schemas }
  for (const { path, method, operation } of operationsIn(document)) {
    addRequestExample(operation, schemas)
    if (document.paths?.[path]) describeResponses(path, method, operation)
    nameBodies(operation, schemas)
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
      headers: responseHeaders,
      examples: errorExamples(mentionedCodes(named.paths)),
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

const mentionedCodes = (paths: object) =>
  new Set(
    [...JSON.stringify(paths).matchAll(/components\/examples\/(\w+)/g)].map(
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

const sorted = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
