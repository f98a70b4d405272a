// An operation, an event or an object: its description on the left, an example on the right.

import { type Html, html } from '../../kit/html.ts'
import {
  inlined,
  jsonMedia,
  type Media,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type RequestBody,
  type Response,
} from './document.ts'
import {
  asJson,
  curlCommand,
  type Direction,
  givenExample,
  mediaExample,
  takesKey,
} from './examples.ts'
import { codeBlock, markdown } from './markdown.ts'
import type { Endpoint, Event, NamedObject } from './outline.ts'
import { coreOf, isObject, refName } from './schema.ts'
import { type Named, parameterTable, schemaTable, typeLabel } from './schema-view.ts'

type Answer = { status: string; response: Response }

export function endpointView(endpoint: Endpoint, document: OpenApiDocument, named: Named): Html {
  const { operation, method, path } = endpoint
  const examples = successesOf(operation).map(({ status, response }) => {
    const media = jsonMedia(response.content)
    return media && jsonExample(`Response ${status}`, media, named)
  })
  return entry(
    endpoint,
    html`<p class="route"><code>${methodLabel(method)} ${path}</code></p>
      ${access(endpoint, document)}
      ${exchange(endpoint, 'sent', named)}`,
    html`${example('Request', curlCommand(endpoint, document))}${examples}`,
  )
}

export function eventView(event: Event, named: Named): Html {
  const { requestBody, summary } = event.operation
  const media = requestBody && jsonMedia(inlined(requestBody).content)
  return entry(
    event,
    html`${summary && html`<p>${summary}</p>`}${exchange(event, 'received', named)}`,
    html`${media && jsonExample('Delivery', media, named)}`,
  )
}

export function objectView(object: NamedObject, named: Named): Html {
  return entry(
    object,
    html`${markdown(object.schema.description ?? '', 4)}${schemaTable(object.schema, 'received', named)}`,
    jsonExample(object.title, object, named),
  )
}

export function methodLabel(method: string): Html {
  return html`<b class="method ${method}">${method.toUpperCase()}</b>`
}

function entry(part: { anchor: string; title: string }, prose: Html, examples: Html): Html {
  return html`<article id="${part.anchor}" class="entry">
    <div class="prose">
      <h3><a href="#${part.anchor}">${part.title}</a></h3>
      ${prose}
    </div>
    <div class="examples">${examples}</div>
  </article>`
}

/**
 * The request and its response. `asked` tells whether the reader sends the request or receives it
 * from us.
 */
function exchange(part: Endpoint | Event, asked: Direction, named: Named): Html {
  const { operation, parameters } = part
  const { description = '', requestBody } = operation
  const errors = errorsOf(operation)
  return html`${markdown(description, 4)}
    ${parameterTables(parameters, asked, named)}
    ${requestBody && bodyView(inlined<RequestBody>(requestBody), asked, named)}
    ${successesOf(operation).map((answer) => successView(answer, named))}
    ${errors.length > 0 && errorTable(errors)}`
}

const successesOf = (operation: Operation) =>
  answersOf(operation).filter(({ status }) => /^[123]/.test(status))

const errorsOf = (operation: Operation) =>
  answersOf(operation).filter(({ status }) => !/^[123]/.test(status))

function answersOf({ responses = {} }: Operation): Answer[] {
  return Object.entries(responses).map(([status, response]) => ({
    status,
    response: inlined<Response>(response),
  }))
}

function access(endpoint: Endpoint, document: OpenApiDocument): Html {
  const { 'x-roles': roles, deprecated } = endpoint.operation
  const notes = [
    deprecated ? 'Deprecated' : '',
    roles ? `Roles: ${roles.join(', ')}` : '',
    takesKey(endpoint, document) ? '' : 'No key needed',
  ].filter((note) => note !== '')
  return html`${notes.length > 0 && html`<p class="access">${notes.join(' · ')}</p>`}`
}

function parameterTables(parameters: Parameter[], direction: Direction, named: Named): Html {
  const places = [
    { place: 'path', title: 'Path parameters', column: 'Parameter' },
    { place: 'query', title: 'Query parameters', column: 'Parameter' },
    { place: 'header', title: 'Headers', column: 'Header' },
  ]
  return html`${places.map(({ place, title, column }) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    if (found.length === 0) return undefined
    return html`<h4>${title}</h4>${parameterTable(column, found, direction, named)}`
  })}`
}

function bodyView(body: RequestBody, direction: Direction, named: Named): Html {
  const schema = jsonMedia(body.content)?.schema
  const about = body.description ?? (schema && coreOf(schema, named.schemas).description)
  return html`<h4>Body${!body.required && ' (optional)'}</h4>
    ${about && markdown(about, 5)}
    ${schema ? schemaTable(schema, direction, named) : html`<p>${mediaTypes(body.content)}</p>`}`
}

function successView({ status, response }: Answer, named: Named): Html {
  const schema = jsonMedia(response.content)?.schema
  const isLinked = schema && named.anchors.has(refName(schema) ?? '')
  const isPlain = schema && !isObject(schema, named.schemas)
  // The generator does not know whether a header is always present, so none is marked optional.
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => ({
    ...inlined(header),
    name,
    required: true,
  }))
  return html`<h4>Response <code>${status}</code></h4>
    ${markdown(response.description, 5)}
    ${(isLinked || isPlain) && html`<p>Body: ${typeLabel(schema, named)}</p>`}
    ${schema && !isLinked && schemaTable(schema, 'received', named)}
    ${!schema && response.content && html`<p>Body: ${mediaTypes(response.content)}</p>`}
    ${headers.length > 0 && parameterTable('Header', headers, 'received', named)}`
}

const mediaTypes = (content: object) =>
  html`${Object.keys(content).map((type) => html`<code>${type}</code> `)}`

function errorTable(errors: Answer[]): Html {
  return html`<h4>Errors</h4>
    <table class="errors">
      <thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
      <tbody>${errors.map(errorRow)}</tbody>
    </table>`
}

/**
 * The fields of errors are the same everywhere and are explained once, so show only the example.
 */
function errorRow({ status, response }: Answer): Html {
  const given = givenExample(jsonMedia(response.content) ?? {})
  return html`<tr><th scope="row"><code>${status}</code></th>
    <td>${markdown(response.description, 5)}
      ${given !== undefined && html`<details><summary>Example</summary>${codeBlock(asJson(given))}</details>`}
    </td></tr>`
}

const jsonExample = (title: string, media: Media, { schemas }: Named) =>
  example(title, asJson(mediaExample(media, schemas, 'received')))

const example = (title: string, text: string) =>
  html`<figure><figcaption>${title}</figcaption>${codeBlock(text)}</figure>`
