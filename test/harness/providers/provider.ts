import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { patienceMs } from '../checks/eventually.ts'
import { type Finish, type Format, formatOf, type Usage } from './provider.formats.ts'

/** The provider's reaction to a request. Default: it answers `Hello there!`. */
export interface Script {
  tokens?: string[]
  /** Before the first token. */
  firstDelayMs?: number
  /** Between two tokens. */
  delayMs?: number
  finish?: Finish
  /** Null: not reported. */
  usage?: Usage | null
  /** Instead of an answer, with its message. */
  status?: number
  headers?: Record<string, string>
  message?: string
  /**
   * Fails after this number of tokens, or before there is a status: it becomes silent, breaks the
   * connection, ends without a finish, or reports an error.
   */
  fault?: { after: number | 'request'; by: 'stall' | 'cut' | 'end' | 'error' }
  /** One byte at a time, so that characters arrive in parts. */
  bytewise?: boolean
}

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** Resolves when the answer has ended, with whether it was complete. */
  ended: Promise<boolean>
}

type Scripting = Script | ((asked: Asked, number: number) => Script)

export type Provider = Awaited<ReturnType<typeof startProvider>>

/**
 * An AI provider that speaks as OpenAI, Anthropic, Google and Ollama do, over real HTTP:
 *
 *     const provider = await startProvider(t)
 *     provider.answerWith({ tokens: ['Good', ' morning'], fault: { after: 1, by: 'stall' } })
 *     // The first is 1.
 *     provider.answerWith((asked, number) => (number === 1 ? { status: 429 } : {}))
 */
export const startProvider = async (
  t: { after(end: () => unknown): void },
  scripting: Scripting = {},
) => {
  const requests: Asked[] = []
  const arrivals = new EventEmitter()
  arrivals.setMaxListeners(0)
  const end = new AbortController()
  let script = scripting
  let ollamaModels: string[] = []
  let connections = 0

  const server = createServer(async (request, response) => {
    if (request.url === '/api/tags') {
      const models = ollamaModels.map((name) => ({ name, model: name }))
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ models }))
      return
    }
    const asked = await askedOf(request, response)
    const format = formatOf(asked.path)
    if (!format) {
      response.writeHead(404).end()
      return
    }
    requests.push(asked)
    const current = typeof script === 'function' ? script(asked, requests.length) : script
    arrivals.emit('request')
    await perform(current, format, response, end.signal).catch(() => response.destroy())
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const stop = async () => {
    end.abort()
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  t.after(stop)
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    /** In the format of OLLAMA_HOST. */
    host,
    /** The requests of all providers, distinguished by path. */
    url: `http://${host}/v1`,
    requests,
    /** The number of connections ever made. */
    connections: () => connections,
    /** Refuses connections from now on. */
    stop,
    answerWith(next: Scripting) {
      script = next
    },
    /** The models that a local Ollama would list. */
    listModels(names: string[]) {
      ollamaModels = names
    },
    /** Waits for this number of requests. */
    async waitFor(count: number): Promise<Asked[]> {
      const signal = AbortSignal.timeout(patienceMs)
      while (requests.length < count) {
        await once(arrivals, 'request', { signal }).catch(() =>
          assert.fail(`${requests.length} of ${count} requests came`),
        )
      }
      return requests
    },
  }
}

const askedOf = async (request: IncomingMessage, response: ServerResponse): Promise<Asked> => {
  const ended = new Promise<boolean>((resolve) => {
    response.on('close', () => resolve(response.writableFinished))
  })
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: JSON.parse((await text(request)) || '{}'),
    ended,
  }
}

/** Rejects when the provider stops meanwhile. */
const perform = async (
  script: Script,
  format: Format,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  const { status = 200, headers = {}, message = `Status ${status}`, fault } = script
  if (fault?.after === 'request') {
    if (fault.by !== 'stall') response.destroy()
    return
  }
  if (status !== 200) {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(format.refusal(status, message)))
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers })
  await writeAnswer(script, format, response, signal)
}

const writeAnswer = async (
  script: Script,
  format: Format,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  const { tokens = ['Hello', ' there', '!'], fault, delayMs = 0, firstDelayMs = 0 } = script
  const { finish = 'stop', usage = { input: 11, output: tokens.length } } = script
  const write = (events: string[]) => {
    const bytes = Buffer.from(events.join(''))
    if (!script.bytewise) response.write(bytes)
    else for (let at = 0; at < bytes.length; at++) response.write(bytes.subarray(at, at + 1))
  }
  response.flushHeaders()
  write(format.begin)
  for (const [index, token] of tokens.entries()) {
    const waitMs = index === 0 ? firstDelayMs : delayMs
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    if (index === fault?.after) return breakOff(fault.by, format, response)
    if (response.destroyed) return
    write([format.token(token)])
  }
  if (fault?.after === tokens.length) return breakOff(fault.by, format, response)
  write(format.end(finish, usage))
  response.end()
}

const breakOff = (by: string, format: Format, response: ServerResponse): void => {
  if (by === 'error') response.end(format.failure('Something broke.'))
  else if (by === 'end') response.end()
  // Written data must have been sent before the connection breaks.
  else if (by === 'cut') response.write('\n', () => response.destroy())
}
