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
