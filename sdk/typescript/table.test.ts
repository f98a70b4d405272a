import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { operationsIn } from '../../src/platform/http/openapi/names.ts'
import { describeService } from '../../src/service/document.ts'
import { streamed, table } from './src/table.ts'

test('every operation of the document is in the table, and every call exists', async () => {
  const { paths = {} } = await describeService('http://localhost:3000')
  const operations = operationsIn({ info: { title: '', version: '' }, paths })
  const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const called = Object.values(table).flatMap((calls) => Object.values<string>(calls))
  assert.deepEqual(called.toSorted(), documented.toSorted())
  const streams = operations
    .filter(({ operation }) => JSON.stringify(operation).includes('text/event-stream'))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  assert.deepEqual([...streamed].toSorted(), streams.toSorted())
})

test('the SDK is at most 12 KB, minified and compressed', async () => {
  const built = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: 'src/index.ts', formats: ['es'] },
      minify: true,
      rolldownOptions: { output: { minify: true } },
    },
  })
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk] = chunks
  assert.ok(chunks.length === 1 && chunk?.type === 'chunk')
  const { length } = gzipSync(chunk.code)
  console.log(`# ${length} bytes`)
  assert.ok(length > 1000 && length <= 12_000, `${length} bytes`)
})
