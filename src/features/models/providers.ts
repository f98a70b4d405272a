import type {
  EmbeddingModelV3,
  LanguageModelV3,
  LanguageModelV3Prompt,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { type Model, ModelFailure, type ModelRequest, messagesWithDocuments } from './model.ts'
import type { ModelName } from './model-name.ts'
import { cutOff, failureOf, failureOfFinish, providerText } from './providers.failures.ts'

type Provider = ModelName['provider']

export interface ProviderOptions extends Patience {
  keys: Partial<Record<Provider, string | null>>
  /** Required for `compatible` and `ollama`. The other providers have a known base URL. */
  baseUrls: Partial<Record<Provider, string | null>>
}

/** Follows no redirect, because the key must reach only the provider. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

export const idOf = ({ provider, model }: ModelName): string => `${provider}:${model}`

/** The name of the setting that is missing for this provider; null when it is complete. */
export const missingSetting = (
  { provider }: ModelName,
  { keys, baseUrls }: Pick<ProviderOptions, 'keys' | 'baseUrls'>,
): string | null => {
  const { key, baseUrl } = needs[provider]
  if (key && !keys[provider]) return key
  return baseUrl && !baseUrls[provider] ? baseUrl : null
}

const needs: Record<Provider, { key?: string; baseUrl?: string }> = {
  openai: { key: 'OPENAI_API_KEY' },
  anthropic: { key: 'ANTHROPIC_API_KEY' },
  google: { key: 'GOOGLE_GENERATIVE_AI_API_KEY' },
  ollama: { baseUrl: 'OLLAMA_HOST' },
  compatible: { baseUrl: 'QPR_AI_BASE_URL' },
}

/** The package of a provider. Anthropic has no models for vectors; the setting refuses them. */
export interface Sdk {
  chat(model: string): LanguageModelV3
  textEmbeddingModel(model: string): EmbeddingModelV3
}

type Load = (apiKey: string, baseURL: string) => Promise<Sdk>

// Each package takes 0.2 s and 23 MB to load, so load only those in use, on first use.
const loadCompatible: Load = async (apiKey, baseURL) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const options = { name: 'compatible', baseURL, includeUsage: true, fetch: fetchHere }
  const sdk = createOpenAICompatible(apiKey ? { ...options, apiKey } : options)
  return { chat: sdk.chatModel, textEmbeddingModel: sdk.textEmbeddingModel }
}

const loaders: Record<Provider, Load> = {
  async openai(apiKey, baseURL) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ apiKey, baseURL, fetch: fetchHere })
  },
  async anthropic(apiKey, baseURL) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, baseURL, fetch: fetchHere })
  },
  async google(apiKey, baseURL) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    const sdk = createGoogleGenerativeAI({ apiKey, baseURL, fetch: fetchHere })
    // Google's API takes the model name in the path. All others take it in the body.
    const chat = (model: string) => sdk.chat(model.split('/').map(encodeURIComponent).join('/'))
    return { chat, textEmbeddingModel: sdk.textEmbeddingModel }
  },
  ollama: loadCompatible,
  compatible: loadCompatible,
}

export const loadSdk = (
  { provider }: ModelName,
  options: Pick<ProviderOptions, 'keys' | 'baseUrls'>,
): Promise<Sdk> => loaders[provider](options.keys[provider] ?? '', baseUrlOf(provider, options))

// Set explicitly, because the packages would otherwise read them from environment variables.
const knownBaseUrls: Partial<Record<Provider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** An address without a path gets the provider's usual path: not every tool expects it there. */
const baseUrlOf = (provider: Provider, { baseUrls }: Pick<ProviderOptions, 'baseUrls'>): string => {
  const known = knownBaseUrls[provider]
  const own = baseUrls[provider]
  if (!own) return known ?? ''
  const { origin, pathname } = new URL(own)
  return known && pathname === '/' ? `${origin}${new URL(known).pathname}` : own
}

/**
 * Sends one request without retries: the fallback models and the visitor's retry cover failures.
 */
export const createModel = (name: ModelName, options: ProviderOptions): Model => {
  const id = idOf(name)
  let loading: Promise<Sdk> | undefined

  const load = async (): Promise<LanguageModelV3> => {
    const missing = missingSetting(name, options)
    if (missing) throw new ModelFailure('model_refused', `${id} needs ${missing}.`)
    loading ??= loadSdk(name, options)
    return (await loading).chat(name.model)
  }

  const textOf = (error: unknown, request: ModelRequest): string => {
    const secrets = Object.values(options.keys).filter((key) => typeof key === 'string')
    const { system, messages, passages = [] } = request
    const known = [system, ...passages.flatMap(({ title, text }) => [title, text])].join('\n')
    return providerText(error, {
      secrets,
      model: name.model,
      request: { system: known, messages },
    })
  }

  return {
    id,
    isDemo: false,
    async *stream(request) {
      const watch = watchCall(request.signal, options)
      let hasText = false
      let isOver = false
      let isRead = false
      // An answer of white space alone is empty, and a fallback model may still take over.
      let space = ''
      try {
        for await (const part of await ask(await load(), request, watch.signal)) {
          if (part.type === 'text-delta' && part.delta !== '') {
            watch.heard()
            if (!hasText) {
              space += part.delta
              if (space.trim() === '') continue
              hasText = true
              yield { kind: 'model', id }
            }
            yield { kind: 'text', text: space || part.delta }
            space = ''
          } else if (part.type === 'error') {
            throw part.error
          } else if (part.type === 'finish') {
            const failure = failureOfFinish(part.finishReason, hasText, id)
            isOver = failure === null
            if (isOver) watch.finished()
            if (isOver && part.finishReason.unified === 'length') yield { kind: 'truncated' }
            const usage = usageOf(part.usage)
            // A refused request may be billed too.
            if (isOver || usage.tokensIn !== null) yield usage
            if (failure) throw failure
          }
        }
        isRead = true
        if (!isOver) throw cutOff(id)
      } catch (error) {
        // After the end of the answer, a connection error does not matter.
        if (isOver) return
        throw watch.failure(id) ?? failureOf(error, id, textOf(error, request))
      } finally {
        watch.end(isRead)
      }
    },
  }
}

const ask = async (model: LanguageModelV3, request: ModelRequest, abortSignal: AbortSignal) => {
  const { system, picture, maxOutputTokens } = request
  const prompt: LanguageModelV3Prompt = [{ role: 'system', content: system }]
  for (const { role, text } of messagesWithDocuments(request)) {
    // An answer that failed before its first word is empty, and providers refuse empty messages.
    if (text.trim() === '') continue
    const content = [{ type: 'text' as const, text }]
    prompt.push(role === 'visitor' ? { role: 'user', content } : { role, content })
  }
  const last = prompt.at(-1)
  if (picture && last?.role === 'user') {
    last.content.unshift({ type: 'file', mediaType: picture.mediaType, data: picture.base64 })
  }
  return (await model.doStream({ prompt, maxOutputTokens, abortSignal })).stream
}

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV3Usage) => ({
  kind: 'usage' as const,
  tokensIn: inputTokens.total ?? null,
  tokensOut: outputTokens.total ?? null,
})

interface Patience {
  /** The maximum time from the request to the first word. */
  firstTokenMs: number
  /** The maximum time between two words. */
  stallMs: number
}

// Wait for the end of the response, because only a fully read connection can be reused.
const closingMs = 250

const watchCall = (asked: AbortSignal, { firstTokenMs, stallMs }: Patience) => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  asked.addEventListener('abort', abort)
  if (asked.aborted) abort()

  let waitMs = firstTokenMs
  let timer = setTimeout(abort, waitMs)
  const wait = (nextMs: number) => {
    clearTimeout(timer)
    waitMs = nextMs
    timer = setTimeout(abort, waitMs)
  }
  let hasBegun = false

  return {
    /** Aborts the call when the caller aborts it, or when the model stalls. */
    signal: controller.signal,
    heard() {
      if (hasBegun) timer.refresh()
      else wait(stallMs)
      hasBegun = true
    },
    finished: () => wait(closingMs),
    /** The failure if the model stalled, otherwise null. Throws if the caller aborted the call. */
    failure(id: string): ModelFailure | null {
      asked.throwIfAborted()
      if (!controller.signal.aborted) return null
      const detail = `${id} said nothing for ${waitMs} ms.`
      return new ModelFailure('model_stalled', detail)
    },
    /** Closes a connection that is still open. An abort costs as much as reading twenty tokens. */
    end(isRead: boolean) {
      clearTimeout(timer)
      asked.removeEventListener('abort', abort)
      if (!isRead) abort()
    },
  }
}
