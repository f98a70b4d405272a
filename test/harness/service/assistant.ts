// An assistant that speaks the Model Context Protocol, with the library that assistants use.
import assert from 'node:assert/strict'
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'

export const newestRevision = '2026-07-28'

/** How the client agrees on a revision: the newest, or the handshake of 2025. */
export type Era = { pin: string } | 'legacy'

type Ending = { after(end: () => Promise<void>): void }

export const connectOver = async (
  t: Ending,
  transport: Transport,
  era: Era = { pin: newestRevision },
) => {
  const client = new Client(
    { name: 'an-assistant', version: '1.0.0' },
    { versionNegotiation: { mode: era } },
  )
  t.after(() => client.close())
  await client.connect(transport)
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input })
    return {
      text: textOf(result),
      data: result.structuredContent as Record<string, unknown> | undefined,
      isError: result.isError ?? false,
    }
  }
  return {
    client,
    call,
    /** The data of a call that succeeds. */
    async ask<T>(name: string, input: Record<string, unknown> = {}): Promise<T> {
      const { text, data, isError } = await call(name, input)
      assert.equal(isError, false, text)
      return data as T
    },
  }
}

/** Connects to an address over HTTP. */
export const connectTo = (t: Ending, address: string, key: string | null, era?: Era) =>
  connectOver(
    t,
    new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: key === null ? {} : { Authorization: `Bearer ${key}` } },
    }),
    era,
  )

const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')
