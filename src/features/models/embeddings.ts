import type { EmbeddingModelV3 } from '@ai-sdk/provider'
import type { Context } from '../../platform/context.ts'
import { type ModelName, ollamaUrl } from './model-name.ts'
import { baseUrlOf, fetchHere, idOf, missingSetting, type ProviderOptions } from './providers.ts'

type Provider = ModelName['provider']
type Load = (model: string, key: string, baseURL: string) => Promise<EmbeddingModelV3>

const loadCompatible: Load = async (model, key, baseURL) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const options = { name: 'compatible', baseURL, fetch: fetchHere }
  return createOpenAICompatible(key ? { ...options, apiKey: key } : options).textEmbeddingModel(
    model,
  )
}

/** Anthropic has no such models; the setting refuses them. */
const loaders: Partial<Record<Provider, Load>> = {
  async openai(model, apiKey, baseURL) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ apiKey, baseURL, fetch: fetchHere }).textEmbeddingModel(model)
  },
  async google(model, apiKey, baseURL) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ apiKey, baseURL, fetch: fetchHere }).textEmbeddingModel(model)
  },
  ollama: loadCompatible,
  compatible: loadCompatible,
}

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
  /** A vector for each text, in the same order. */
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>
}

interface EmbedderOptions extends Pick<ProviderOptions, 'keys' | 'baseUrls'> {
  ollamaHost: string
}

/** The model that computes vectors; null without one. Its package is loaded on first use. */
export const createEmbedder = (
  name: ModelName | null,
  options: EmbedderOptions,
): Embedder | null => {
  if (!name) return null
  const url = ollamaUrl(options.ollamaHost)
  const providers = {
    keys: options.keys,
    baseUrls: { ollama: url && `${url}/v1`, ...options.baseUrls },
  }
  let loading: Promise<EmbeddingModelV3> | undefined

  const load = (): Promise<EmbeddingModelV3> => {
    const missing = missingSetting(name, providers)
    const loader = loaders[name.provider]
    if (missing || !loader) throw new Error(`${idOf(name)} needs ${missing ?? 'another provider'}.`)
    loading ??= loader(
      name.model,
      providers.keys[name.provider] ?? '',
      baseUrlOf(name.provider, providers),
    )
    return loading
  }

  return {
    id: idOf(name),
    async embed(values, abortSignal) {
      const { embeddings } = await (await load()).doEmbed({ values, abortSignal })
      if (embeddings.length !== values.length) throw new Error('A vector is missing.')
      return embeddings
    },
  }
}
