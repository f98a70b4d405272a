import type { Code } from './given.ts'

/** Creates codes in parallel, each with its Idempotency-Key, until it is stopped. */
export const startKeyedWriters = (address: string, key: string, writers = 8) => {
  const acknowledged: { id: string; at: number }[] = []
  /** The number of refusals by their code; `no_answer` if the service did not answer. */
  const refused: Record<string, number> = {}
  let longestMs = 0
  let isOver = false

  const create = async (idempotencyKey: string): Promise<string | null> => {
    const sentAt = performance.now()
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    }
    const body = JSON.stringify({ name: idempotencyKey, prompt: 'Hi.' })
    const answer = await fetch(`${address}/v1/qpr-codes`, { method: 'POST', headers, body })
      .then(async (response) => (await response.json()) as Code & { code?: string })
      .catch(() => ({ id: undefined, code: 'no_answer' }))
    longestMs = Math.max(longestMs, performance.now() - sentAt)
    if (answer.id !== undefined) {
      acknowledged.push({ id: answer.id, at: performance.now() })
      return null
    }
    const code = answer.code ?? 'unknown'
    refused[code] = (refused[code] ?? 0) + 1
    return code
  }

  const write = async (writer: number) => {
    for (let number = 0; !isOver; number++) {
      // A refused request is repeated with its key, as the response says.
      while (!isOver && (await create(`writer ${writer} number ${number}`)) !== null) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  const running = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    acknowledged,
    refused,
    longestMs: () => Math.round(longestMs),
    async stop() {
      isOver = true
      await running
    },
  }
}
