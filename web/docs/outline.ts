// The reference as a list of parts in reading order, each with its anchor.

import {
  inlined,
  type Method,
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
} from '../../src/http/openapi/document.ts'
import { isObject, refName } from '../../src/http/openapi/schema.ts'

export type Endpoint = {
  anchor: string
  title: string
  method: Method
  path: string
  operation: Operation
  parameters: Parameter[]
}

export type Group = { anchor: string; title: string; description: string; endpoints: Endpoint[] }
export type Event = { anchor: string; title: string; operation: Operation; parameters: Parameter[] }
export type NamedObject = { anchor: string; title: string; name: string; schema: Schema }

export type Outline = {
  groups: Group[]
  events: Event[]
  objects: NamedObject[]
}

export function outlineOf(document: OpenApiDocument): Outline {
  const claim = anchors()
  return {
    groups: groupsOf(document, claim),
    events: eventsOf(document, claim),
    objects: objectsOf(document, claim),
  }
}

/** Returns each anchor once. A repeated name gets a number. */
function anchors(): (wish: string) => string {
  const taken = new Set(['content', 'contents', 'events', 'objects'])
  return (wish) => {
    const name = wish.replace(/[^\w.]+/g, '-').replace(/^-|-$/g, '') || 'part'
    let anchor = name
    for (let number = 2; taken.has(anchor); number++) anchor = `${name}-${number}`
    taken.add(anchor)
    return anchor
  }
}

function groupsOf(document: OpenApiDocument, claim: (wish: string) => string): Group[] {
  const endpoints = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    operationsOf(item ?? {}).map((found) => ({ path, ...found })),
  )
  const tagOf = (operation: Operation) => operation.tags?.[0] ?? 'Other'
  const described = new Map(document.tags?.map((tag) => [tag.name, tag.description ?? '']))
  const names = new Set([
    ...described.keys(),
    ...endpoints.map(({ operation }) => tagOf(operation)),
  ])

  return [...names].map((title) => ({
    anchor: claim(title.toLowerCase()),
    title,
    description: described.get(title) ?? '',
    endpoints: endpoints
      .filter(({ operation }) => tagOf(operation) === title)
      .map((endpoint) => {
        const { method, path, operation } = endpoint
        const anchor = claim(operation.operationId ?? `${method}-${path}`)
        return { anchor, title: operation.summary ?? path, ...endpoint }
      }),
  }))
}

function eventsOf(document: OpenApiDocument, claim: (wish: string) => string): Event[] {
  return Object.entries(document.webhooks ?? {}).flatMap(([title, item]) =>
    operationsOf(inlined<PathItem>(item)).map(({ operation, parameters }) => ({
      anchor: claim(title),
      title,
      operation,
      parameters,
    })),
  )
}

function operationsOf(item: PathItem) {
  return Object.keys(item).flatMap((key) => {
    const method = methods.find((known) => known === key)
    const operation = method && item[method]
    if (!operation) return []
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    return [{ method, operation, parameters: parameters.map((part) => inlined<Parameter>(part)) }]
  })
}

/** Named objects that other parts refer to get their own table. */
function objectsOf(document: OpenApiDocument, claim: (wish: string) => string): NamedObject[] {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const name of refsIn(part)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  const items = [...Object.values(document.paths ?? {}), ...Object.values(document.webhooks ?? {})]
  for (const item of items) {
    for (const { operation, parameters } of operationsOf(inlined<PathItem>(item ?? {}))) {
      follow([operation.responses, parameters, partsOfBody(operation, schemas)])
    }
  }
  return Object.entries(schemas)
    .filter(([name, schema]) => used.has(name) && isObject(schema, schemas))
    .map(([name, schema]) => {
      const title = schema.title ?? name
      return { anchor: claim(title.toLowerCase()), title, name, schema }
    })
}

/**
 * The fields of a body are shown with its operation, so only the schemas that they refer to need a
 * table.
 */
function partsOfBody(operation: Operation, schemas: Record<string, Schema>): unknown[] {
  if (!operation.requestBody) return []
  return Object.values(inlined(operation.requestBody).content).map(({ schema = {} }) => {
    const name = refName(schema)
    return name === undefined ? schema : schemas[name]
  })
}

function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  if ('$ref' in part && typeof part.$ref === 'string') return [refName({ $ref: part.$ref }) ?? '']
  return Object.values(part).flatMap(refsIn)
}
