import {
  documentMethods,
  type OpenApiDocument,
} from '../../../src/platform/http/openapi/document.ts'
import { expanded } from '../../../web/docs/expanded.ts'

/** Every operation of the document, with its parameters. */
export const operationsOf = (document: OpenApiDocument) =>
  Object.entries(expanded(document).paths ?? {}).flatMap(([path, item = {}]) =>
    documentMethods.flatMap((lower) => {
      const operation = item[lower]
      if (!operation) return []
      const method = lower.toUpperCase()
      const parameters = (operation.parameters ?? []).filter((parameter) => 'name' in parameter)
      return [{ name: `${method} ${path}`, method, path, operation, parameters }]
    }),
  )

/** The routes of a server as `METHOD /path`, from the tree that Fastify prints. */
export const routesIn = (tree: string): string[] => {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*── )(\S+)(?: \((.+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4 - 1
    above.splice(depth)
    above[depth] = part
    const path = above.join('')
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`)
  })
}
