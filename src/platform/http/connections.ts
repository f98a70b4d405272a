import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import { methods, wrongMethod } from './errors.ts'
import { type Problem, problem, problemBody, problemContentType } from './problem.ts'

const known = new WeakMap<Server, Set<Socket>>()

/** The open connections of a server. Shared, because each listener is kept for every connection. */
export const connectionsOf = (server: Server): ReadonlySet<Socket> => {
  const connections = known.get(server)
  if (connections) return connections
  const open = new Set<Socket>()
  known.set(server, open)
  function remove(this: Socket) {
    open.delete(this)
  }
  server.on('connection', (connection) => {
    open.add(connection)
    connection.on('close', remove)
  })
  return open
}

const parserProblems: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: problem(431, 'headers_too_large', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: problem(408, 'request_timeout', 'The request took too long to arrive.'),
}
const malformed = problem(400, 'malformed_request', 'This is not a valid HTTP request.')

// An import of node:http would load all of undici, which takes a tenth of the start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** The latest response of each connection, to which malformed bytes may belong. */
const responses = new WeakMap<Duplex, ServerResponse>()

export const noteResponses = (server: Server) => {
  server.on('request', (request, response) => responses.set(request.socket, response))
}

/**
 * A request that the parser refuses never reaches a route, so the response goes to the bare socket.
 */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): unknown => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const refusal = parserProblems[error.code ?? ''] ?? malformed
  const response = responses.get(socket)
  if (response && !response.req.complete) {
    // The bytes belong to this request. If it already has a response, the client would take a
    // second one for the response to its next request.
    return response.headersSent ? hangUp(socket) : answerOnSocket(refusal, socket)
  }
  // The bytes follow a complete request, whose response comes first.
  if (response && !response.writableFinished) {
    return response.once('finish', () => answerOnSocket(refusal, socket))
  }
  answerOnSocket(refusal, socket)
}

const hangUp = (socket: Duplex) => {
  socket.end()
  destroyLater(socket)
}

/** Closes the connection after the client had time to read. */
const destroyLater = (socket: Duplex) => {
  setTimeout(() => socket.destroy(), secondMs).unref()
}

/** Node refuses these requests without a body; send our problem+json instead. */
export const answerNodeRefusals = (server: Server) => {
  server.on('connect', (_request, socket) =>
    answerOnSocket(wrongMethod('CONNECT', methods), socket),
  )
  server.on('checkExpectation', (request) => answerOnSocket(expectationFailed, request.socket))
}

const expectationFailed = problem(
  417,
  'expectation_failed',
  'The only supported Expect header is 100-continue.',
)

const answerOnSocket = (refusal: Problem, socket: Duplex) => {
  if (!socket.writable) return
  const requestId = newRequestId()
  const body = JSON.stringify(problemBody(refusal, requestId))
  const headers = {
    ...refusal.headers,
    'Content-Type': problemContentType,
    'Content-Length': Buffer.byteLength(body),
    'Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`,
  )
  destroyLater(socket)
}

/**
 * Always generated here and never taken from the caller, because it must be unique and safe in a
 * log line.
 */
export const newRequestId = (): string => newId('req', Date.now())

const closeEveryMs = 50

/**
 * Closing waits for responses, not for connections: a kept-alive or unused connection would delay
 * it until its time-out.
 */
export const hangUpWhenClosing = (app: FastifyInstance) => {
  const connections = connectionsOf(app.server)
  let timer: NodeJS.Timeout | undefined

  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      // Node counts connections that have not sent a byte as busy.
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
    }, closeEveryMs)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
