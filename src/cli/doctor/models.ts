import { createEmbedder, type Embedder } from '../../features/models/embeddings.ts'
import { type Model, ModelFailure } from '../../features/models/model.ts'
import { ollamaUrl, modelName as parseName } from '../../features/models/model-name.ts'
import { createModels } from '../../features/models/models.ts'
import { failureOf, providerText } from '../../features/models/providers.failures.ts'
import { idOf, missingSetting } from '../../features/models/providers.ts'
import { installOfPictures, languagesOfPictures } from '../../features/reading/pictures.ts'
import { secondMs, systemClock } from '../../platform/kit/clock.ts'
import { createLog } from '../../platform/kit/log.ts'
import { createThreads } from '../../platform/kit/threads.ts'
import type { Config } from '../../service/config/config.ts'
import { embedderIn, modelOptions } from '../../service/settings.ts'
import { type Finding, isTimeout, ok, reason, wrong } from './finding.ts'

export const modelPatienceMs = 10 * secondMs
/** A slow machine reads the model from its disk first. */
const localPatienceMs = 60 * secondMs

const message = { role: 'visitor' as const, text: 'Answer with the word: ok' }

/** Asks each configured model for one word. */
export const checkModels = async (config: Config): Promise<Finding[]> => {
  const options = {
    ...modelOptions(config, systemClock, createLog('silent')),
    firstTokenMs: modelPatienceMs,
    stallMs: modelPatienceMs,
  }
  // Without the choices of codes, `choices()` are the default models.
  const models = await createModels({ ...options, choices: [] })
  const ids = new Set([...models.choices(), ...options.choices.map(idOf)])
  if (ids.size === 0) return [ok('model', `${models.describe()}. Set QPR_AI_MODEL.`)]
  const check = async (id: string): Promise<Finding> => {
    const model = models.byName(id)
    if (model) return await askModel(model)
    return wrong('model', `${id} needs ${missingSetting(parseName(id), options)}.`)
  }
  return await Promise.all([...ids].map(check))
}

const askModel = async (model: Model): Promise<Finding> => {
  const { id } = model
  const request = {
    system: 'This is a test of the connection.',
    prompt: '',
    messages: [message],
    // A few models refuse less.
    maxOutputTokens: 16,
    signal: AbortSignal.timeout(modelPatienceMs),
  }
  try {
    // The first part is enough, and ends the call.
    for await (const _part of model.stream(request)) break
    return ok('model', `${id} answers`)
  } catch (error) {
    // A model that reasons has used up the few tokens before its first word.
    if (error instanceof ModelFailure && error.code === 'model_empty') {
      return ok('model', `${id} answers`)
    }
    return wrong('model', `${sentence(error, id)} Check QPR_AI_MODEL and the provider's key.`)
  }
}

/** Asks the model that computes vectors for one. */
export const checkEmbedding = async (config: Config): Promise<Finding[]> => {
  const choice = config.QPR_AI_EMBEDDING_MODEL
  if (choice?.kind !== 'provider') return [await checkLocal(config)]
  const { name } = choice
  const options = modelOptions(config, systemClock, createLog('silent'))
  const embedder = createEmbedder(name, options)
  const { id } = embedder
  const baseUrls = { ollama: ollamaUrl(options.ollamaHost), ...options.baseUrls }
  const missing = missingSetting(name, { keys: options.keys, baseUrls })
  if (missing) return [wrong('embedding', `${id} needs ${missing}.`)]
  try {
    const [vector = []] = await embedder.embed(
      [message.text],
      '',
      AbortSignal.timeout(modelPatienceMs),
    )
    if (vector.length === 0) throw new ModelFailure('model_empty', `${id} sent an empty vector.`)
    return [ok('embedding', `${id} answers with ${vector.length} dimensions`)]
  } catch (error) {
    const secrets = Object.values(options.keys).filter((key) => typeof key === 'string')
    const request = { system: '', messages: [message] }
    const text = providerText(error, { secrets, model: name.model, request })
    const failure = isTimeout(error) ? error : failureOf(error, id, text)
    return [
      wrong(
        'embedding',
        `${sentence(failure, id)} Check QPR_AI_EMBEDDING_MODEL and the provider's key.`,
      ),
    ]
  }
}

const withoutEmbedding =
  'no embedding model is set: the search compares words. The package qpr-embedding-model of the ' +
  'release finds English passages in other words, without a network.'

const checkLocal = async (config: Config): Promise<Finding> => {
  let embedder: Embedder | null = null
  try {
    embedder = embedderIn(config, createThreads)
    if (!embedder) return ok('embedding', withoutEmbedding)
    const { id, languages } = embedder
    const signal = AbortSignal.timeout(localPatienceMs)
    const [vector = []] = await embedder.embed([message.text], '', signal)
    const use = languages ? `, for texts in ${languages.join(', ')}` : ''
    return ok('embedding', `${id} answers with ${vector.length} dimensions${use}`)
  } catch (error) {
    return wrong('embedding', reason(error))
  } finally {
    await embedder?.close()
  }
}

/** Which pictures of text can be read; without the packages nothing else suffers. */
export const checkPictures = async (): Promise<Finding[]> => {
  const languages = await languagesOfPictures()
  const text =
    languages.length > 0
      ? `photos and scans are read in: ${languages.join(', ')}`
      : `photos and scans are read only by a model that sees pictures; to read them on this machine, run ${installOfPictures}`
  return [ok('pictures', text)]
}

/** A provider's own words may end without a full stop. */
const sentence = (error: unknown, id: string): string => {
  if (isTimeout(error)) return `${id} did not answer within ${modelPatienceMs / secondMs} s.`
  const text = reason(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
