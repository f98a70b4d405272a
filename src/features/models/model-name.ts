import { type Parse, refuse } from '../../platform/kit/parsers.ts'

const providers = ['openai', 'anthropic', 'google', 'ollama', 'compatible'] as const

export interface ModelName {
  provider: (typeof providers)[number]
  model: string
}

/** Some providers put the name into a URL path, so it must not change the path. */
const isModelName = (name: string): boolean =>
  /^[^\s?#\p{C}]+$/u.test(name) &&
  !name.includes('..') &&
  name.split('/').every((part) => part !== '' && part !== '.')

/** Where vectors come from: a provider, or a model in a folder of this machine. */
export type EmbeddingChoice = { kind: 'none' } | LocalChoice | ProviderChoice
type LocalChoice = { kind: 'local'; folder: string | null }
type ProviderChoice = { kind: 'provider'; name: ModelName }

/** Anthropic has no models for vectors. */
export const embeddingModel: Parse<EmbeddingChoice> = (value) => {
  if (value === 'none') return { kind: 'none' }
  const [, folder] = /^local:(.+)$/.exec(value) ?? []
  if (folder) return { kind: 'local', folder }
  const name = value.startsWith('anthropic:') ? null : findModelName(value)
  if (name) return { kind: 'provider', name }
  return refuse(
    'must be local:FOLDER, none, or provider:model with one of openai, google, ollama, ' +
      `compatible, not "${value}".`,
  )
}

/** Null when the text is not `provider:model`. */
export const findModelName = (value: string): ModelName | null => {
  const [, name, rest] = /^([a-z]+):(.+)$/.exec(value) ?? []
  const provider = providers.find((one) => one === name)
  return provider && rest && isModelName(rest) ? { provider, model: rest } : null
}

export const modelName: Parse<ModelName> = (value) =>
  findModelName(value) ??
  refuse(`must be provider:model with one of ${providers.join(', ')}, not "${value}".`)

export interface ModelPrice {
  model: string
  inputPerMillion: number
  outputPerMillion: number
}

export const price: Parse<ModelPrice> = (value) => {
  const [, name, input, output] =
    /^([a-z]+:\S+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(value) ?? []
  return name
    ? { model: name, inputPerMillion: Number(input), outputPerMillion: Number(output) }
    : refuse(`must be provider:model=input/output such as openai:gpt=0.15/0.60, not "${value}".`)
}

const timeoutMs = 300
const usualPort = 11434

/**
 * The URL of OLLAMA_HOST, in the format of Ollama itself: with or without scheme and port, or as a
 * listen address. Null when it is invalid.
 */
export const ollamaUrl = (host: string): string | null => {
  const hasScheme = /^https?:\/\//.test(host)
  const address = hasScheme ? host : `http://${host}`
  if (host === '' || !URL.canParse(address)) return null
  const url = new URL(address)
  if (!hasScheme && url.port === '') url.port = String(usualPort)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  return url.href.replace(/\/{1,9}$/, '')
}

/** The first chat model of the Ollama server at this URL; null when it has none. */
export const findOllamaModel = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(`${url}/api/tags`, { signal: AbortSignal.timeout(timeoutMs) })
    const { models } = (await response.json()) as { models: { name: string }[] }
    return models.find(({ name }) => !/embed/i.test(name))?.name ?? null
  } catch {
    // No server listens at this URL, or it is not Ollama.
    return null
  }
}
