import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertBooks } from '../harness/receivers/books.ts'
import { newMachine, testKey } from '../harness/service/process.ts'
import { openSocket, readAnswer } from '../harness/service/raw.ts'

const body = JSON.stringify({ name: 'Harbour Hotel', prompt: 'You are the concierge.' })
const head =
  'POST /v1/qpr-codes HTTP/1.1\r\nHost: localhost\r\n' +
  `Authorization: Bearer ${testKey}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n`

/** A request whose head the service has read, while it waits for the rest. */
const beginRequest = async (address: string) => {
  const socket = await openSocket(address)
  // The interim response shows that the service has begun.
  socket.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'))
  await once(socket, 'data')
  const answer = readAnswer(socket)
  return { socket, answer, finish: () => socket.write(body) }
}

const isRefused = async (address: string): Promise<void> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const [error] = await Promise.race([
    once(socket, 'error'),
    once(socket, 'connect').then(() => [{ code: 'it was accepted' }]),
  ]).catch((reason) => [reason])
  socket.destroy()
  assert.equal(error.code, 'ECONNREFUSED')
}

/** The service prints it when it reaches the time limit of a stop. */
const cutShort = /stopped before all work was finished/

test('SIGTERM under 16 writers: exit code 0 without a delay, and every acknowledged write is stored', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve()
  const load = startWriters(service.address)
  await load.acknowledges(100)
  const { code, signal, stdout } = await service.stop('SIGTERM')
  assert.deepEqual({ code, signal }, { code: 0, signal: null })
  assert.doesNotMatch(stdout, cutShort)
  await load.done
  assert.deepEqual(load.refusals, [])
  await assertBooks(`sqlite:${join(machine.folder, 'data', 'qpr.db')}`, load)
})

test('at SIGTERM running requests get their response, also after a second signal, new connections are refused, and kept-alive ones delay nothing', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve()
  const idle = await openSocket(service.address)
  const requests = await Promise.all(
    Array.from({ length: 16 }, () => beginRequest(service.address)),
  )
  service.kill('SIGTERM')
  await eventually(() => isRefused(service.address))
  // With `npm start`, Ctrl+C arrives twice: from the terminal and from npm.
  service.kill('SIGINT')
  service.kill('SIGTERM')
  for (const request of requests) request.finish()
  const answers = await Promise.all(requests.map(({ answer }) => answer))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const { code, stdout } = await service.exited
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, cutShort)
  idle.destroy()
  const acknowledged = answers.map(({ text }): string => JSON.parse(text).id)
  await assertBooks(`sqlite:${join(machine.folder, 'data', 'qpr.db')}`, { acknowledged })
})

test('a client that hangs does not delay the stop beyond its time limit', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve()
  const { socket } = await beginRequest(service.address)
  const { code, stdout } = await service.stop('SIGTERM')
  assert.equal(code, 0)
  assert.match(stdout, cutShort)
  socket.destroy()
})
