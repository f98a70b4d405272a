import assert from 'node:assert/strict'

export interface Followed {
  address: string
  /** Null: the headers contain the cookie of a session. */
  key: string | null
}

export interface Block {
  id: string
  event: string
  data: string
}

/** Follows a live stream like an EventSource, until the test closes it. */
export const followStream = async (
  { address, key }: Followed,
  path: string,
  headers: Record<string, string> = {},
) => {
  const abort = new AbortController()
  const response = await fetch(address + path, {
    signal: abort.signal,
    headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), ...headers },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  let lastEventId = ''
  const blocks = readBlocks(response, (id) => {
    lastEventId = id
  })

  return {
    headers: response.headers,
    /** The id with which an EventSource would resume. */
    lastEventId: () => lastEventId,
    /** The next event; null when the service ended the stream. */
    async next(): Promise<Block | null> {
      const { done, value } = await blocks.next()
      return done ? null : value
    },
    close: () => abort.abort(),
  }
}

async function* readBlocks(
  response: Response,
  standsAt: (id: string) => void,
): AsyncGenerator<Block, undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      // A heartbeat, or the position at which the stream begins.
      if (block.startsWith(':')) {
        const [, id] = /^: open\nid: (\S+)$/.exec(block) ?? []
        if (id) standsAt(id)
        continue
      }
      const [, id, event, data] = /^id: (\S+)\nevent: (\S+)\ndata: (.*)$/.exec(block) ?? []
      assert.ok(id && event && data, block)
      standsAt(id)
      yield { id, event, data }
    }
  }
}
