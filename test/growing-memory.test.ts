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
  'src/features/accounts/authenticator.ts keysUsedAt':
    'emptied every 5 s; one small entry for each key that exists',
  'src/features/accounts/authenticator.ts sessionsUsedAt':
    'emptied every 5 s; one small entry for each session that exists',
  'src/service/siblings.ts asked': 'one entry for each open request of metrics',
  'src/cli/program.ts groups': 'one entry for each group of commands',
  'src/cli/remote/tail.ts seen': 'conversations of the last seconds',
  'src/cli/processes.ts last': 'one entry for each process that runs',
  'src/cli/processes.ts open': 'one entry for each open request of metrics',
  'src/features/models/demo/facts.ts lines': 'of one prompt',
  'src/features/models/local-model.thread.ts models': 'one model for each service of the process',
  'src/features/answers/turns.ts newest': 'one entry for each answer that is being given',
  'src/features/answers/turns.ts running': 'one entry for each answer that is being given',
  'src/features/answers/turns.ts unsaved': 'one entry for each answer that is being given',
  'src/platform/http/change.ts inFlight': 'one hash for each open request',
  'src/platform/http/connections.ts open': 'one entry for each open connection',
  'src/platform/http/errors.ts routes': 'one entry for each route',
  'src/platform/kit/names.ts known': 'the hosts file and resolv.conf',
  'src/platform/kit/slots.ts waiting':
    'one entry for each turn of a job or look-up that waits for a place',
  'src/platform/http/output/streams.ts byTopic': 'one entry for each open stream',
  'src/platform/http/output/streams.ts open': 'one entry for each open request',
  'src/platform/http/input/metadata.ts open': 'of one request',
  'src/platform/http/schema.ts registered': 'one entry for each schema of ours',
  'src/platform/jobs/runner.ts turns': 'at most `maxTurns`',
  'src/platform/jobs/claiming.ts listeners': 'one entry for each runner',
  'src/platform/http/input/large-body.thread.ts next': 'of one body',
  'src/platform/http/server.ts made': 'one entry for each schema of ours',
  'src/platform/http/input/large-body.ts underWay': 'one entry for each open request',
  'src/platform/http/limits/slow-clients.ts sending': 'one entry for each open request',
  'src/platform/http/limits/rates.ts open': 'one entry for each caller with an open stream',
  'src/platform/http/input/validation.ts made': 'one entry for each schema of ours',
  'src/features/images/images.ts logos': 'of one print sheet',
  'src/features/images/images.ts places': 'of one print sheet',
  'src/features/images/images.ts underWay': 'one entry for each image that is being drawn',
  'src/features/codes/lead-form.ts errors': 'of one form',
  'src/features/codes/lead-form.ts keys': 'of one form',
  'src/features/drawing/logo-simplified.ts groups': 'of one drawing',
  'src/features/drawing/logo-simplified.ts paths': 'of one drawing',
  'src/features/drawing/logo-svg.ts open': 'of one drawing',
  'src/features/printing/pdf.ts logos': 'of one drawing',
  'src/features/printing/pdf-file.ts offsets': 'of one file',
  'src/features/printing/pdf-file.ts parts': 'of one file',
  'src/features/printing/piece-pdf.ts used': 'of one file',
  'src/features/drawing/png-file.ts parts': 'of one file',
  'src/features/printing/faces.ts items': 'of one drawing',
  'src/features/printing/faces.ts shortened': 'of one drawing',
  'src/features/printing/piece-pdf.ts fonts': 'of one file',
  'src/features/printing/font.ts loaded': 'one entry for each font of ours',
  'src/features/drawing/matrix.ts known': 'one entry for each of 40 versions and 4 levels',
  'src/platform/kit/bounded.ts caches': 'one entry for each cache of the program',
  'src/platform/kit/ids.ts sequences': 'one entry for each prefix of ids',
  'src/platform/text/email.ts patterns': 'one entry for each script of a fixed list',
  'src/platform/kit/agents.ts agents': 'one entry for each organization with an open connection',
  'src/platform/kit/names.ts owners': 'one entry for each organization with a look-up under way',
  'src/platform/kit/names.ts running': 'one entry for each look-up under way',
  'src/platform/kit/child.main.ts pieces': 'of one file',
  'src/platform/kit/child.ts longCallers':
    'one entry for each caller with long work in the last minute',
  'src/features/reading/blocks.ts blocks': 'of one document; the text of 2,000 pages',
  'src/features/reading/pdf.ts blocks': 'of one page',
  'src/features/reading/pptx.ts slides': 'of one file, of which 64 MB are read',
  'src/features/reading/pptx.ts texts': 'of one slide',
  'src/features/reading/split.ts pieces': 'of one document',
  'src/features/reading/xlsx.ts formats': 'of one file, of which 64 MB are read',
  'src/features/reading/xlsx.ts hidden': 'of one sheet; at most 1,000',
  'src/features/reading/xlsx.ts merged': 'of one sheet, of which 64 MB are read',
  'src/features/reading/xlsx.ts named': 'of one file, of which 64 MB are read',
  'src/features/reading/xlsx.ts rows': 'of one sheet, of which 64 MB are read',
  'src/features/reading/xlsx.ts sheets': 'of one file, of which 64 MB are read',
  'src/features/reading/xlsx.ts texts': 'of one file, of which 64 MB are read',
  'src/features/reading/office.ts relations': 'of one file, of which 64 MB are read',
  'src/platform/text/text-index.ts occurrences': 'the words of one index, which a budget bounds',
  'src/platform/text/text-index.ts seen': 'the words of one text',
  'src/features/models/demo/facts.ts facts': 'of one passage',
  'src/platform/text/terms.ts ofTopic': 'the topics of one question',
  'src/platform/text/text-index.ts byTerm': 'the words of one question',
  'src/platform/text/vocabulary.ts withTrigram': 'the words of one index, which a budget bounds',
  'src/features/retrieval/index.ts vectors': 'of one index, which a budget bounds',
  'src/features/retrieval/indexes.ts building': 'one entry for each index that is being built',
  'src/features/retrieval/thread.ts building': 'one entry for each index that is being built',
  'src/features/retrieval/index.ts indexes': 'a budget in bytes bounds it',
  'src/features/retrieval/thread.ts waiting': 'one entry for each search under way',
  'src/features/billing/stripe.sync.ts running': 'one entry for each open request',
  'src/features/billing/stripe.sync.ts waiting': 'one entry for each open request',
  'src/platform/kit/threads.ts waiting': 'at most 100 jobs of each caller with an open request',
  'src/features/answers/reading.ts order': 'of one answer',
  'src/platform/kit/log.ts lines': 'the lines of 5 ms',
  'src/features/questions/grouping.ts running':
    'one entry for each organization that is being grouped',
  'src/features/questions/similarity.ts seen': 'of one grouping',
  'src/features/questions/similarity.ts withVector': 'of one grouping',
  'src/features/questions/similarity.ts withWord': 'of one grouping',
  'src/features/questions/similarity.ts known': 'of one grouping',
  'src/features/questions/similarity.ts weights': 'of one question',
  'src/features/scans/locked-scans.ts locked':
    'one id for each code whose row was locked at its last scan',
  'src/features/scans/locked-scans.ts waiting':
    'one entry for each open request, until its deadline',
  'src/features/scans/recorder.ts queued': 'one entry for each open request, until its deadline',
  'src/platform/store/copy/copy.ts known':
    'one entry for each 5,000 rows, in the process of qpr copy',
  'src/platform/store/copy/sqlite-side.ts ordered': 'one entry for each table',
  'src/platform/store/copy/sqlite-side.ts statements': 'some for each table',
  'src/platform/store/postgres/postgres-hosts.ts connections': 'one entry for each connection',
  'src/platform/store/postgres/postgres-commits.ts left': 'at most the connections of the pool',
  'src/features/scans/rebuild.sums.ts sketches': 'of one step',
  'src/platform/kit/batcher.ts waiting':
    'one entry for each open request; deliveries are not claimed while 2,000 attempts of 4 KB wait',
  'src/platform/store/database.ts effects': 'of one transaction',
  'src/platform/store/postgres/postgres-client.ts names':
    'one entry for each prepared query of the program',
  'src/platform/store/postgres/postgres-signals.ts waiting':
    'sent within milliseconds; equal signals are one',
  'src/platform/store/signals.ts handlers':
    'one entry for each open stream and each part of the program',
  'src/platform/store/postgres/postgres-watch.ts clients':
    'one entry for each connection to the database',
  'src/features/deliveries/dispatcher.ts underWay':
    'the bytes of what is held are counted, and nothing is claimed beyond 32 MB',
  'src/features/deliveries/lanes.ts byOrganization': 'one entry for each of the lanes below',
  'src/features/deliveries/lanes.ts lanes':
    'one entry for each webhook with something due; tidied every 5 s',
  'src/features/deliveries/sender.ts chunks': '64 KB of one answer',
}

test('no collection that outlives a call grows without a bound', () => {
  const growing = files.flatMap(growingIn)
  assert.deepEqual(growing.toSorted(), Object.keys(allowed).toSorted())
})
