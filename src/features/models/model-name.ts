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

/** Anthropic has no models for vectors. */
export const embeddingModel: Parse<ModelName> = (value) => {
  const name = modelName(value)
  if (name.provider !== 'anthropic') return name
  return refuse(
    `must be provider:model with one of openai, google, ollama, compatible, not "${value}".`,
  )
}

export const modelName: Parse<ModelName> = (value) => {
  const [, name, rest] = /^([a-z]+):(.+)$/.exec(value) ?? []
  const provider = providers.find((one) => one === name)
  return provider && rest && isModelName(rest)
    ? { provider, model: rest }
    : refuse(`must be provider:model with one of ${providers.join(', ')}, not "${value}".`)
}

export interface Price {
  model: string
  inputPerMillion: number
  outputPerMillion: number
}

export const price: Parse<Price> = (value) => {
  const [, name, input, output] =
    /^([a-z]+:\S+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(value) ?? []
  return name
    ? { model: name, inputPerMillion: Number(input), outputPerMillion: Number(output) }
    : refuse(`must be provider:model=input/output such as openai:gpt=0.15/0.60, not "${value}".`)
}
