import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/** A connection on which a test writes any bytes. */
export const openSocket = async (address: string): Promise<Socket> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  // A server that disconnects early is part of the test; the response shows what happened.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** In any way in which the connection ends. */
export const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve())
  })

/** The first response on a connection that the server closes. */
export const readAnswer = async (socket: Socket): Promise<RawAnswer> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await closed(socket)
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, text: rest.join('\r\n\r\n') }
}

/** For requests that `fetch` cannot send. The request must ask the server to close. */
export const sendRaw = async (address: string, request: string | Buffer): Promise<RawAnswer> => {
  const socket = await openSocket(address)
  const answer = readAnswer(socket)
  socket.write(request)
  return await answer
}
