// The API reference as Markdown: a page for each group of operations, one for the events, one for
// the objects.
import {
  inlined,
  jsonMedia,
  type Media,
  type OpenApiDocument,
  type Operation,
  type RequestBody,
  type Response,
} from '../../src/platform/http/openapi/document.ts'
import { type Direction, isObject, mediaExample } from '../../src/platform/http/openapi/schema.ts'
import { asJson, curlCommand, takesKey } from './curl.ts'
import { type Endpoint, type Event, outlineOf } from './outline.ts'
import { cell, fieldTable, type Named, parameterTable, typeLabel } from './reference-fields.ts'
import { outsideCode, type Page, pageOf } from './sources.ts'

/** The pages of the reference, the overview first. */
export const referencePages = (document: OpenApiDocument): Page[] => {
  const { groups, events, objects } = outlineOf(document)
  const named: Named = {
    schemas: document.components?.schemas ?? {},
    anchors: new Map(objects.map(({ name, anchor }) => [name, anchor])),
  }
  const groupPages = groups
    .filter(({ endpoints }) => endpoints.length > 0)
    .map(({ anchor, title, description, endpoints }) => ({
      name: `reference/${anchor}`,
      title,
      markdown: joined(
        `# ${title}`,
        description,
        contentsOf(endpoints, ''),
        ...endpoints.map((endpoint) => operationSection(endpoint, document, named)),
      ),
      endpoints,
    }))
  const overview = joined(
    '# API reference',
    'Every operation, event and object of the API. The OpenAPI 3.1 document is at `/openapi.json`.',
    document.info.description ?? '',
    '## Headers of every response',
    parameterTable(
      commonHeadersOf(groups.flatMap(({ endpoints }) => endpoints)),
      'received',
      named,
    ),
    ...groupPages.map(({ name, title, endpoints }) =>
      joined(`## ${title}`, contentsOf(endpoints, fileOf(name))),
    ),
    '## Events and objects {#events}',
    '- [Events](events.md): what a webhook receives\n- [Objects](objects.md): the bodies of responses',
  )
  return [
    referencePage('reference/index', overview),
    ...groupPages.map(({ name, markdown }) => referencePage(name, markdown)),
    referencePage(
      'reference/events',
      joined(
        '# Events',
        'The body of a delivery to a webhook, for each type of event.',
        ...events.map((event) => eventSection(event, named)),
      ),
    ),
    referencePage(
      'reference/objects',
      joined(
        '# Objects',
        'The objects that responses contain.',
        ...objects.map((object) =>
          joined(
            `## ${object.title} {#${object.anchor}}`,
            object.schema.description ?? '',
            fieldTable(object.schema, 'received', named),
            exampleBlock('**Example**', object, named),
          ),
        ),
      ),
    ),
  ]
}

/** A description may contain `<`, but no HTML. */
const referencePage = (name: string, markdown: string): Page =>
  pageOf(
    name,
    outsideCode(markdown, (text) => text.replaceAll('<', '&lt;')),
  )

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n\n')

const fileOf = (name: string): string => `${name.replace(/^reference\//, '')}.md`

const contentsOf = (endpoints: readonly Endpoint[], file: string): string =>
  endpoints
    .map(({ title, method, path, anchor }) => {
      return `- [${title}: \`${method.toUpperCase()} ${path}\`](${file}#${anchor})`
    })
    .join('\n')

const operationSection = (endpoint: Endpoint, document: OpenApiDocument, named: Named): string => {
  const { operation, method, path } = endpoint
  const answers = answersOf(operation, /^[123]/)
  return joined(
    `## ${endpoint.title} {#${endpoint.anchor}}`,
    `\`${method.toUpperCase()} ${path}\``,
    accessOf(endpoint, document),
    operation.description ?? '',
    ...parametersOf(endpoint, 'sent', named),
    bodySection(operation, named),
    ...answers.map(([status, response]) => successSection(status, response, named)),
    errorsOf(operation),
    `**Request**\n\n\`\`\`sh\n${curlCommand(endpoint, document)}\n\`\`\``,
    ...answers.map(([status, response]) => responseExample(status, response, named)),
  )
}

const accessOf = (endpoint: Endpoint, document: OpenApiDocument): string => {
  const { 'x-roles': roles, deprecated } = endpoint.operation
  return [
    deprecated ? '**Deprecated.**' : '',
    roles ? `Roles: ${roles.join(', ')}.` : '',
    takesKey(endpoint, document) ? '' : 'No key needed.',
  ]
    .filter((note) => note !== '')
    .join(' ')
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

const parametersOf = (
  { parameters }: Endpoint | Event,
  direction: Direction,
  named: Named,
): string[] =>
  places.map(([place, title]) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    return found.length === 0 ? '' : joined(`**${title}**`, parameterTable(found, direction, named))
  })

const bodySection = ({ requestBody }: Operation, named: Named): string => {
  if (!requestBody) return ''
  const body = inlined<RequestBody>(requestBody)
  const schema = jsonMedia(body.content)?.schema
  const types = Object.keys(body.content).map((type) => `\`${type}\``)
  return joined(
    `**Body**${body.required ? '' : ' (optional)'}`,
    body.description ?? '',
    schema ? fieldTable(schema, 'sent', named) : types.join(', '),
  )
}

const successSection = (status: string, response: Response, named: Named): string => {
  const media = jsonMedia(response.content)
  const schema = media?.schema
  const label = schema && typeLabel(schema, named)
  const isShown = schema && (label?.startsWith('[') || !isObject(schema, named.schemas))
  const headers = headersOf(response).filter(({ name }) => !commonHeaders.includes(name))
  return joined(
    `**Response ${status}**: ${response.description}`,
    isShown ? `Body: ${label}` : '',
    schema && !label?.startsWith('[') ? fieldTable(schema, 'received', named) : '',
    headers.length === 0 ? '' : joined('**Headers**', parameterTable(headers, 'received', named)),
  )
}

const responseExample = (status: string, { content = {} }: Response, named: Named): string => {
  const title = `**Response ${status}**`
  const media = jsonMedia(content)
  if (media) return exampleBlock(title, media, named)
  const types = Object.keys(content).map((type) => `\`${type}\``)
  return joined(title, types.length === 0 ? 'No body.' : types.join(', '))
}

/** The document does not say whether a header is always present, so none is marked optional. */
const headersOf = ({ headers = {} }: Response) =>
  Object.entries(headers).map(([name, header]) => ({ ...inlined(header), name, required: true }))

/** Described once, on the first page. */
const commonHeaders = [
  'Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

const commonHeadersOf = (endpoints: readonly Endpoint[]) => {
  const all = endpoints
    .flatMap(({ operation }) => answersOf(operation, /^2/))
    .flatMap(([, response]) => headersOf(response))
  return commonHeaders.flatMap((name) => all.find((header) => header.name === name) ?? [])
}

const errorsOf = (operation: Operation): string => {
  const errors = answersOf(operation, /^[45]/)
  if (errors.length === 0) return ''
  const rows = errors.map(([status, { description, content }]) => {
    const codes = Object.keys(jsonMedia(content)?.examples ?? {}).map((code) => `\`${code}\``)
    return `| ${status} | ${cell(description)} | ${codes.join(', ')} |`
  })
  return joined(
    '**Errors** ([catalogue](../errors.md))',
    `| status | meaning | codes |\n|---|---|---|\n${rows.join('\n')}`,
  )
}

const eventSection = (event: Event, named: Named): string => {
  const { summary = '', description = '', requestBody } = event.operation
  const media = requestBody && jsonMedia(inlined<RequestBody>(requestBody).content)
  return joined(
    `## ${event.title} {#${event.anchor}}`,
    summary,
    description,
    ...parametersOf(event, 'received', named),
    media?.schema ? fieldTable(media.schema, 'received', named) : '',
    media ? exampleBlock('**Example**', media, named) : '',
  )
}

const answersOf = ({ responses = {} }: Operation, wanted: RegExp): [string, Response][] =>
  Object.entries(responses)
    .filter(([status]) => wanted.test(status))
    .map(([status, response]) => [status, inlined<Response>(response)])

const exampleBlock = (title: string, media: Media, { schemas }: Named): string =>
  joined(title, `\`\`\`json\n${asJson(mediaExample(media, schemas, 'received'))}\n\`\`\``)
