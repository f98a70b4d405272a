import assert from 'node:assert/strict'
import type { Scan } from './scans.ts'

interface Followed {
  address: string
  key: string
}

/** Follows the live stream of scans as an EventSource would, until the test lets go of it. */
export const followScans = async (
  { address, key }: Followed,
  query = '',
  headers: Record<string, string> = {},
) => {
  const abort = new AbortController()
  const response = await fetch(`${address}/v1/scans/stream${query}`, {
    signal: abort.signal,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const events = readEvents(response)

  return {
    headers: response.headers,
    /** The next scan; null when the service ended the stream. */
    async next(): Promise<Scan | null> {
      const { done, value } = await events.next()
      return done ? null : value
    },
    close: () => abort.abort(),
  }
}

async function* readEvents(response: Response): AsyncGenerator<Scan, undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      // A comment keeps the connection alive.
      if (block.startsWith(':')) continue
      const [, id, data] = /^id: (\d+)\nevent: scan\ndata: (.*)$/.exec(block) ?? []
      const scan = JSON.parse(data ?? 'null') as Scan | null
      assert.ok(scan, block)
      assert.equal(String(scan.id), id)
      yield scan
    }
  }
}
