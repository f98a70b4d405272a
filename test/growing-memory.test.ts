// A collection that outlives a call and grows with the calls is a bounded cache, or is listed here
// with its bound.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { parse, textOf, visitAll } from './harness/checks/expressions.ts'

const files = globSync(['src/**/*.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
}).filter((file) => !/\.(test|testing|fixture|fixture-\w+)\.ts$/.test(file))

const collections = ['Map', 'Set']
const adding = ['set', 'add', 'push', 'unshift']

/** The text of a file that creates one. */
const mayGrow = /new (Map|Set)\b|\[\s*\]/

/** Whether a declaration creates a Map, a Set, or an empty list. */
const isCollection = ({ initializer }: ts.VariableDeclaration | ts.PropertyDeclaration) =>
  initializer !== undefined &&
  ((ts.isNewExpression(initializer) && collections.includes(initializer.expression.getText())) ||
    (ts.isArrayLiteralExpression(initializer) && initializer.elements.length === 0))

/** The name to which `x.set(…)` or `this.x.set(…)` adds. */
const addedTo = (node: ts.Node): string | undefined => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
  const { expression, name } = node.expression
  if (!adding.includes(name.text)) return
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}

/** Collections to which a function adds after the function that created them has returned. */
const growingIn = (path: string): string[] => {
  // Parsing takes most of the time.
  if (!mayGrow.test(textOf(path))) return []
  const file = parse(path)
  const found: string[] = []
  visitAll(file, (declaration) => {
    const isProperty = ts.isPropertyDeclaration(declaration)
    if (!isProperty && !ts.isVariableDeclaration(declaration)) return
    if (!isCollection(declaration)) return
    const name = declaration.name.getText()
    const owner = isProperty ? declaration.parent : functionAround(declaration)
    let isGrowing = false
    visitAll(owner ?? file, (node) => {
      if (addedTo(node) === name && functionAround(node) !== owner) isGrowing = true
    })
    if (isGrowing) found.push(`${path} ${name}`)
  })
  return found
}

const functionAround = (node: ts.Node): ts.Node | undefined =>
  ts.findAncestor(node.parent, ts.isFunctionLike)

/** Each with its bound. */
const allowed: Record<string, string> = {
  'src/accounts/authenticator.ts keysUsedAt':
    'emptied every 5 s; one small entry for each key that exists',
  'src/accounts/authenticator.ts sessionsUsedAt':
    'emptied every 5 s; one small entry for each session that exists',
  'src/app/siblings.ts asked': 'one entry for each open request of metrics',
  'src/commands/remote/tail.starts.ts seen': 'conversations of the last seconds',
  'src/commands/shared-metrics.ts last': 'one entry for each process that runs',
  'src/commands/shared-metrics.ts open': 'one entry for each open request of metrics',
  'src/conversations/models/demo/answers.ts given': 'of one answer',
  'src/conversations/models/demo/reader.ts block': 'of one prompt',
  'src/conversations/models/demo/reader.ts sentences': 'of one prompt',
  'src/conversations/turns/turns.ts newest': 'one entry for each answer that is being given',
  'src/conversations/turns/turns.ts running': 'one entry for each answer that is being given',
  'src/conversations/turns/turns.ts unsaved': 'one entry for each answer that is being given',
  'src/http/change.ts inFlight': 'one hash for each open request',
  'src/http/connections.ts open': 'one entry for each open connection',
  'src/http/errors.ts routes': 'one entry for each route',
  'src/http/input/large-body.thread.ts validators': 'one entry for each schema of ours',
  'src/http/operations/request-metrics.ts all': 'one entry for each route and method',
  'src/http/operations/request-metrics.ts ofUrl': 'one entry for each route',
  'src/http/output/streams.ts byTopic': 'one entry for each open stream',
  'src/http/output/streams.ts open': 'one entry for each open request',
  'src/http/input/metadata.ts open': 'of one request',
  'src/http/input/outline.ts members': 'of one body',
  'src/http/schema.ts registered': 'one entry for each schema of ours',
  'src/jobs/runner.ts turns': 'at most `maxTurns`',
  'src/jobs/slots.ts waiting': 'one entry for each turn that has not ended',
  'src/jobs/suspects.ts listeners': 'one entry for each runner',
  'src/kit/canonical.ts next': 'of one body',
  'src/kit/histogram.ts known': 'one entry for each model of the settings',
  'src/kit/histogram.ts tallies': 'one entry for each route and method, or model',
  'src/http/output/serialization.ts made': 'one entry for each schema of ours',
  'src/http/limits/large-bodies.ts underWay': 'one entry for each open request',
  'src/http/limits/slow-senders.ts sending': 'one entry for each open request',
  'src/http/limits/stream-limit.ts open': 'one entry for each caller with an open stream',
  'src/http/input/validation.ts made': 'one entry for each schema of ours',
  'src/images/images.ts logos': 'of one print sheet',
  'src/images/images.ts places': 'of one print sheet',
  'src/images/images.ts underWay': 'one entry for each image that is being drawn',
  'src/images/logo/simplified.ts groups': 'of one drawing',
  'src/images/logo/simplified.ts paths': 'of one drawing',
  'src/images/logo/svg.ts open': 'of one drawing',
  'src/images/pdf/drawing.ts logos': 'of one drawing',
  'src/images/pdf/file.ts offsets': 'of one file',
  'src/images/pdf/file.ts parts': 'of one file',
  'src/images/pdf/written-font.ts used': 'of one file',
  'src/images/png/file.ts parts': 'of one file',
  'src/images/print/faces.ts items': 'of one drawing',
  'src/images/print/faces.ts shortened': 'of one drawing',
  'src/images/print/pdf.ts fonts': 'of one file',
  'src/images/text/font.ts loaded': 'one entry for each font of ours',
  'src/images/code/reserve.ts known': 'one entry for each of 40 versions and 4 levels',
  'src/kit/bounded.ts caches': 'one entry for each cache of the program',
  'src/kit/ids.ts sequences': 'one entry for each prefix of ids',
  'src/kit/scripts.ts patterns': 'one entry for each script of a fixed list',
  'src/kit/names.ts kept': 'some thousand host names, each of 253 characters at most',
  'src/kit/child.main.ts pieces': 'of one file',
  'src/kit/child.ts longCallers': 'one entry for each caller with long work in the last minute',
  'src/knowledge/processing/blocks.ts blocks': 'of one document; the text of 2,000 pages',
  'src/knowledge/processing/pdf.ts blocks': 'of one page',
  'src/knowledge/processing/split.ts pieces': 'of one document',
  'src/knowledge/retrieval/index.ts occurrences': 'the words of one index, which a budget bounds',
  'src/knowledge/retrieval/index.ts seen': 'the words of one passage',
  'src/knowledge/retrieval/index.ts vectors': 'of one index, which a budget bounds',
  'src/knowledge/retrieval/indexes.ts building': 'one entry for each index that is being built',
  'src/knowledge/retrieval/search.thread.ts building':
    'one entry for each index that is being built',
  'src/knowledge/retrieval/shelf.ts indexes': 'a budget in bytes bounds it',
  'src/knowledge/retrieval/thread.ts waiting': 'one entry for each search under way',
  'src/knowledge/web/connections.ts owners':
    'one entry for each organization with a request of a website under way, and for 2 s after it',
  'src/kit/turnstile.ts owners': 'one entry for each organization with a look-up under way',
  'src/kit/one-at-a-time.ts running': 'one entry for each open request',
  'src/kit/one-at-a-time.ts waiting': 'one entry for each open request',
  'src/kit/fair-queue.ts waiting': 'at most 100 jobs of each caller with an open request',
  'src/conversations/turns/marks.ts order': 'of one answer',
  'src/http/server.ts quotedRoutes': 'one entry for each route',
  'src/kit/log.ts lines': 'the lines of 5 ms',
  'src/knowledge/retrieval/vectors.ts scores': 'of one search',
  'src/learning/grouping.ts running': 'one entry for each organization that is being grouped',
  'src/learning/likeness.ts seen': 'of one grouping',
  'src/learning/likeness.ts withVector': 'of one grouping',
  'src/learning/likeness.ts withWord': 'of one grouping',
  'src/learning/vocabulary.ts known': 'of one grouping',
  'src/learning/vocabulary.ts trigrams': 'of one grouping',
  'src/learning/vocabulary.ts withTrigram': 'of one grouping',
  'src/scans/recording/locked-scans.ts locked':
    'one id for each code whose row was locked at its last scan',
  'src/scans/recording/locked-scans.ts waiting':
    'one entry for each open request, until its deadline',
  'src/scans/recording/recorder.ts queued': 'one entry for each open request, until its deadline',
  'src/storage/copy/copy.ts known': 'one entry for each 5,000 rows, in the process of qpr copy',
  'src/storage/copy/sqlite-side.ts ordered': 'one entry for each table',
  'src/storage/copy/sqlite-side.ts statements': 'some for each table',
  'src/storage/postgres/postgres-hosts.ts connections': 'one entry for each connection',
  'src/storage/postgres/postgres-commits.ts left': 'at most the connections of the pool',
  'src/scans/sums/rebuild.sums.ts sketches': 'of one step',
  'src/kit/batcher.ts waiting':
    'one entry for each open request; deliveries are not claimed while 2,000 attempts of 4 KB wait',
  'src/storage/database.ts effects': 'of one transaction',
  'src/storage/postgres/postgres-client.ts names':
    'one entry for each prepared query of the program',
  'src/storage/postgres/postgres-signals.ts waiting':
    'sent within milliseconds; equal signals are one',
  'src/storage/signals.ts handlers': 'one entry for each open stream and each part of the program',
  'src/storage/postgres/postgres-watch.ts clients': 'one entry for each connection to the database',
  'src/webhooks/delivery/dispatcher.ts underWay':
    'the bytes of what is held are counted, and nothing is claimed beyond 32 MB',
  'src/webhooks/delivery/lanes.ts byOrganization': 'one entry for each of the lanes below',
  'src/webhooks/delivery/lanes.ts lanes':
    'one entry for each webhook with something due; tidied every 5 s',
  'src/webhooks/delivery/sender.connections.ts all':
    'one entry for each attempt under way, and for 4 s after it',
  'src/webhooks/delivery/sender.connections.ts idle':
    'one entry for each attempt under way, and for 4 s after it',
  'src/webhooks/delivery/sender.ts chunks': '64 KB of one answer',
}

test('no collection that outlives a call grows without a bound', () => {
  const growing = files.flatMap(growingIn)
  assert.deepEqual(growing.toSorted(), Object.keys(allowed).toSorted())
})
