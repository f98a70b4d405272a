const lookMs = 300
const usualPort = 11434

/**
 * The address of OLLAMA_HOST, which is written as for Ollama itself: with or without a scheme and
 * a port, or as the address that the server listens on. Null when it is none.
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

/** The first model that an Ollama there can talk with; null when there is none. */
export const findOllamaModel = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(`${url}/api/tags`, { signal: AbortSignal.timeout(lookMs) })
    const { models } = (await response.json()) as { models: { name: string }[] }
    return models.find(({ name }) => !/embed/i.test(name))?.name ?? null
  } catch {
    // Nobody listens there, or something else does.
    return null
  }
}
