// `Service` is one object for the whole program, and every feature may add parts to it. The compiler
// lets every file read every part, so these tests keep the parts apart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'
import { parse, visitAll } from './harness/checks/expressions.ts'
import { filesIn } from './harness/checks/imports.ts'

interface Read {
  file: string
  /** The name of a part of `Service`. */
  part: string
}

/** `features/codes` of `features/codes/codes.ts`. */
const folderOf = (file: string) => file.split('/').slice(0, 2).join('/')

const sources = filesIn('src')
  .filter((file) => /^(features|platform)\//.test(file))
  .map((file) => {
    const nodes: ts.Node[] = []
    visitAll(parse(`src/${file}`), (node) => nodes.push(node))
    return { file, nodes }
  })

/** The folder of each part: of its feature, or of the platform. */
const declared = new Map(
  sources.flatMap(({ file, nodes }) =>
    nodes
      .filter((node) => ts.isInterfaceDeclaration(node))
      .filter(({ name }) => name.text === 'Service')
      .flatMap(({ members }) => members.map(({ name }) => [name?.getText(), folderOf(file)])),
  ),
)

/** `service` or `context.service`. */
const isService = (node: ts.Node | undefined): boolean =>
  node !== undefined && /(^|\.)service$/.test(node.getText())

/** `Service` or `Pick<Service, …>`. */
const isServiceType = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && /^(Pick<)?Service\b/.test(type.getText())

/** Whether a pattern takes the service apart: `{ plans } = service`, `{ service: { plans } }`. */
const takesServiceApart = ({ parent }: ts.ObjectBindingPattern): boolean =>
  ts.isBindingElement(parent)
    ? isService(parent.propertyName)
    : isService(parent.initializer) || isServiceType(parent.type)

const partsReadBy = (node: ts.Node): string[] => {
  if (ts.isPropertyAccessExpression(node) && isService(node.expression)) return [node.name.text]
  if (!ts.isObjectBindingPattern(node) || !takesServiceApart(node)) return []
  return node.elements.map(({ propertyName, name }) => (propertyName ?? name).getText())
}

const reads = sources.flatMap(({ file, nodes }) =>
  nodes.flatMap(partsReadBy).map((part): Read => ({ file, part })),
)

const printed = ({ file, part }: Read) => `${file} reads service.${part}`

test('only the feature that declares a part of the service reads it', () => {
  assert.ok(declared.size > 25)
  assert.ok(reads.length > 100)
  const unknown = reads.filter(({ part }) => !declared.has(part))
  assert.deepEqual(unknown.map(printed), [])
  const foreign = reads.filter(({ file, part }) => {
    const owner = declared.get(part) ?? ''
    return owner.startsWith('features/') && owner !== folderOf(file)
  })
  assert.deepEqual(foreign.map(printed), [])
})

// The other tests know the service by this name.
test('a variable that holds the service is called service', () => {
  const others = sources.flatMap(({ file, nodes }) =>
    nodes
      .filter((node) => ts.isParameter(node) || ts.isVariableDeclaration(node))
      .filter(({ name, type, initializer }) => {
        const holdsService = isServiceType(type) || isService(initializer)
        return holdsService && ts.isIdentifier(name) && name.text !== 'service'
      })
      .map(({ name }) => `${file}: ${name.getText()}`),
  )
  assert.deepEqual(others, [])
})

/** Parts with a life of their own run outside of any context. */
const outsideOfContexts: Record<string, string> = {
  'features/billing/stripe.sync.ts': 'compares with Stripe, between two transactions',
  'features/deliveries/delivery.ts': 'a gauge, read by Prometheus',
  'features/deliveries/dispatcher.ts': 'a loop: which deliveries are due',
  'features/deliveries/retention.store.ts': 'drops partitions, each in a transaction of its own',
  'features/knowledge/readers.ts': 'hands the chunks of a file to a child process',
  'features/retrieval/retrieval.ts': 'a cache that many requests share',
  'features/retrieval/sets.ts': 'a cache that many requests share',
  'features/scans/recorder.ts': 'writes the scans of many requests at once',
}

/** `database.db`, or `{ db } = database`. */
const readsDatabase = (node: ts.Node): boolean => {
  if (ts.isPropertyAccessExpression(node)) return /(^|\.)database\.db$/.test(node.getText())
  if (!ts.isObjectBindingPattern(node) || ts.isBindingElement(node.parent)) return false
  const { initializer } = node.parent
  return /(^|\.)database$/.test(initializer?.getText() ?? '') && /\bdb\b/.test(node.getText())
}

test('rules read the database of their context', () => {
  const reading = sources.filter(
    ({ file, nodes }) => file.startsWith('features/') && nodes.some(readsDatabase),
  )
  const found = reading.map(({ file }) => file).sort()
  assert.deepEqual(found, Object.keys(outsideOfContexts))
})
