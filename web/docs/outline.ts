// The reference as a list of parts in reading order, each with its anchor.

import {
  documentMethods,
  inlined,
  type Method,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
} from '../../src/platform/http/openapi/document.ts'
import { isObject } from '../../src/platform/http/openapi/schema.ts'

export interface Event {
  anchor: string
  title: string
  operation: Operation
  parameters: Parameter[]
}

export interface Endpoint extends Event {
  method: Method
  path: string
}

export const outlineOf = (document: OpenApiDocument) => {
  const endpoints = Object.entries(document.paths ?? {}).flatMap(([path, item = {}]) =>
    operationsOf(item).map((found) => ({
      ...found,
      path,
      anchor: anchorOf(found.operation.operationId ?? path),
      title: found.operation.summary ?? path,
    })),
  )
  const groups = (document.tags ?? []).map(({ name, description = '' }) => ({
    anchor: anchorOf(name),
    title: name,
    description,
    endpoints: endpoints.filter(({ operation }) => operation.tags?.includes(name)),
  }))
  const events = Object.entries(document.webhooks ?? {}).flatMap(([title, item]) =>
    operationsOf(inlined<PathItem>(item)).map((found) => ({
      ...found,
      anchor: anchorOf(title),
      title,
    })),
  )
  const schemas = document.components?.schemas ?? {}
  const objects = Object.entries(schemas)
    .filter(([, schema]) => isObject(schema, schemas))
    .map(([name, schema]) => {
      const { title = name } = schema
      return { anchor: anchorOf(title), title, name, schema }
    })
  return { groups, events, objects }
}

/** VitePress writes the anchors of links in lower case. */
const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^\w.]+/g, '-')

const operationsOf = (item: PathItem) =>
  Object.keys(item).flatMap((key) => {
    const method = documentMethods.find((known) => known === key)
    const operation = method && item[method]
    if (!operation) return []
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    return [{ method, operation, parameters: parameters.map((part) => inlined<Parameter>(part)) }]
  })
