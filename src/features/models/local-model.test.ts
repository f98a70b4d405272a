import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { entryFile } from '../../platform/kit/project.ts'
import { createThreads } from '../../platform/kit/threads.ts'
import { understands } from './embeddings.ts'
import { createModelFolder } from './local-model.fixture.ts'
import {
  createLocalEmbedder,
  findLocalModel,
  IncompleteModel,
  localThreads,
} from './local-model.ts'

const open = async (t: TestContext, folder: string) => {
  const model = findLocalModel(folder)
  assert.ok(model)
  const embedder = createLocalEmbedder(
    model,
    createThreads({ ...localThreads, file: entryFile('embedding-thread') }),
  )
  t.after(() => embedder.close())
  return embedder
}

const signal = () => AbortSignal.timeout(60_000)

test('a model in a folder gives each text the mean of its tokens, of at most 256', async (t) => {
  const folder = await createModelFolder(t)
  const embedder = await open(t, folder)
  assert.equal(embedder.id, `local:${basename(folder)}-7`)
  const vectors = await embedder.embed(
    ['Sauna', 'a novel novel', 'word '.repeat(700)],
    'a',
    signal(),
  )
  const shown = vectors.map((vector) => vector.map((one) => Number(one.toFixed(3))))
  // The first and the last token of a text are marks.
  assert.deepEqual(shown, [
    [3.007, 0.01, 0.003],
    [0.01, 3.606, 0.005],
    [0.01, 0.01, 0.256],
  ])
})

test('questions are answered between two passages, also beside many calls of another organization', async (t) => {
  const embedder = await open(t, await createModelFolder(t))
  const order: string[] = []
  const done = (name: string) => () => order.push(name)
  const passages = embedder.embed(Array(50).fill('passage'), 'a', signal()).then(done('all'))
  await embedder.embed(['question'], 'a', signal()).then(done('question'))
  await passages
  await assert.rejects(embedder.embed(['late'], 'a', AbortSignal.abort()), { name: 'AbortError' })

  const calls = Array.from({ length: 40 }, () => embedder.embed(['many'], 'a', signal()))
  const ended = Promise.allSettled(calls).then((all) => {
    order.push('many')
    return all.filter(({ status }) => status === 'rejected').length
  })
  await embedder.embed(['question'], 'b', signal()).then(done('other'))
  // One of them runs, and 32 wait.
  assert.equal(await ended, 7)
  assert.deepEqual(order, ['question', 'all', 'other', 'many'])
})

test('a model with languages is used only for texts that are surely in one of them', async (t) => {
  const english = await open(t, await createModelFolder(t, ['en']))
  assert.ok(understands(english, 'Where is the sauna?'))
  assert.ok(!understands(english, 'Wo ist die Sauna?'))
  assert.ok(!understands(english, 'sauna'))
  assert.ok(understands(await open(t, await createModelFolder(t)), 'Wo ist die Sauna?'))
})

test('a folder without a file of the model is refused by the name of the file', async (t) => {
  for (const name of ['onnx/model_quantized.onnx', 'tokenizer.json', 'tokenizer_config.json']) {
    const folder = await createModelFolder(t)
    await rm(join(folder, name))
    const message = `${folder} has no ${name}.`
    assert.throws(() => findLocalModel(folder), new IncompleteModel(message))
  }
})
