import { APICallError, type EmbeddingModelV3 } from '@ai-sdk/provider'
import type { ScanLanguage } from '#contract/languages.ts'
import type { Context } from '../../platform/context.ts'
import { guessLanguage } from '../../platform/text/words.ts'
import { type ModelName, ollamaUrl } from './model-name.ts'
import { failureOf } from './providers.failures.ts'
import { idOf, loadSdk, missingSetting, type ProviderOptions, type Sdk } from './providers.ts'

declare module '../../platform/context.ts' {
  interface Service {
    embedder: Embedder | null
  }
}

/** The model that computes vectors; null: words decide alone. */
export const embedderOf = ({ service }: Pick<Context, 'service'>): Embedder | null =>
  service.embedder

export interface Embedder {
  /** `provider:model`. */
  id: string
  /** Null: the model is used for every language. */
  languages: readonly ScanLanguage[] | null
  /** The texts of one call. */
  textsAtOnce: number
  /** A vector for each text, in the same order. Organizations take turns with a model of this machine. */
  embed(texts: string[], organizationId: string, signal: AbortSignal): Promise<number[][]>
  /** Whether the model refuses the texts of the call that failed so; another try would not help. */
  refuses(error: unknown): boolean
  close(): Promise<void>
}

/** Whether vectors of a text mean something: the language of a short text may be unknown. */
export const understands = ({ languages }: Embedder, text: string): boolean => {
  if (languages === null) return true
  const language = guessLanguage(text)
  return language !== null && languages.includes(language)
}

/** Why a call failed, as a sentence without the provider's words, which may quote the texts. */
export const whyNoVectors = (error: unknown, { id }: Embedder): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? `${id} did not answer in time.`
    : failureOf(error, id, '').message

interface EmbedderOptions extends Pick<ProviderOptions, 'keys' | 'baseUrls'> {
  ollamaHost: string
}

/** Bad request, payload too large, unprocessable content. */
const refusals = new Set([400, 413, 422])

/** A provider's model that computes vectors. Its package is loaded on first use. */
export const createEmbedder = (name: ModelName, options: EmbedderOptions): Embedder => {
  const url = ollamaUrl(options.ollamaHost)
  const providers = {
    keys: options.keys,
    baseUrls: { ollama: url && `${url}/v1`, ...options.baseUrls },
  }
  let loading: Promise<Sdk> | undefined

  const load = async (): Promise<EmbeddingModelV3> => {
    const missing = missingSetting(name, providers)
    if (missing) throw new Error(`${idOf(name)} needs ${missing}.`)
    loading ??= loadSdk(name, providers)
    return (await loading).textEmbeddingModel(name.model)
  }

  return {
    id: idOf(name),
    languages: null,
    textsAtOnce: 64,
    refuses: (error) => APICallError.isInstance(error) && refusals.has(error.statusCode ?? 0),
    close: async () => undefined,
    async embed(values, _organizationId, abortSignal) {
      const { embeddings } = await (await load()).doEmbed({ values, abortSignal })
      if (embeddings.length !== values.length) throw new Error('A vector is missing.')
      return embeddings
    },
  }
}
