import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createModelFolder } from '../features/models/local-model.fixture.ts'
import { createThreads } from '../platform/kit/threads.ts'
import { parseConfig } from './config/config.ts'
import { embedderIn } from './settings.ts'

test('the model for vectors is a provider, a complete folder, or none', async (t) => {
  const embedderOf = (value: string) =>
    embedderIn(parseConfig({ QPR_AI_EMBEDDING_MODEL: value }), createThreads)
  assert.equal(embedderOf('none'), null)
  assert.equal(embedderOf('openai:small')?.id, 'openai:small')
  assert.match(embedderOf(`local:${await createModelFolder(t)}`)?.id ?? '', /^local:qpr-model-/)
  assert.throws(
    () => embedderOf('local:/nowhere'),
    /^Error: QPR_AI_EMBEDDING_MODEL: \/nowhere has no onnx\/model_quantized\.onnx\.$/,
  )
  assert.throws(() => embedderOf('anthropic:one'), /must be local:FOLDER, none, or provider:model/)
})
