import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CommandError,
  Interrupted,
  note,
  print,
  printJson,
  safeText,
  stopOnSignal,
} from '../command.ts'
import type { Run } from '../line/table.ts'
import { call, callForJson } from './client.ts'
import { mayPass, readBlocks } from './event-stream.ts'
import { targetOf } from './target.ts'

interface Opened {
  conversation_id: string
  token: string
  demo: boolean
}

interface AnswerEvent {
  message_id: string
  text?: string
  message?: string
}

const mostReconnections = 10
const pauseMs = 500
/** Stopping and closing must not hold up the end of the command. */
const goodbyeMs = 3000

export const run: Run<'ask'> = async ({ short_id, question, server: named, json }) => {
  const { server } = targetOf({ server: named })
  const asked = question === '-' ? await text(process.stdin) : question
  const signal = stopOnSignal()
  try {
    const path = `/s/${encodeURIComponent(short_id)}/conversations`
    const opened = await callForJson<Opened>(server, path, { method: 'POST', signal })
    await converse({ server, signal, json, opened, asked })
  } catch (error) {
    throw signal.aborted ? new Interrupted() : error
  }
}

interface Conversing {
  server: string
  signal: AbortSignal
  json: boolean
  opened: Opened
  asked: string
}

const converse = async ({ server, signal, json, opened, asked }: Conversing) => {
  const conversation = `/c/${opened.token}`
  const write = (part: string) => {
    if (!json) process.stdout.write(safeText(part))
  }
  try {
    const { message_id } = await callForJson<{ message_id: string }>(
      server,
      `${conversation}/messages`,
      { method: 'POST', body: { text: asked }, signal },
    )
    const answer = await readAnswer({ server, conversation, message_id, signal, write })
    const { conversation_id, demo } = opened
    if (json) return printJson({ conversation_id, message_id, demo, text: answer })
    print()
    if (demo) note('The demo responder answered: the service has no model.')
  } finally {
    if (signal.aborted) await sayGoodbye(server, `${conversation}/stop`)
    await sayGoodbye(server, `${conversation}/close`)
  }
}

/** Without it the conversation ends by itself, after some time. */
const sayGoodbye = async (server: string, path: string) => {
  const signal = AbortSignal.timeout(goodbyeMs)
  await call(server, path, { method: 'POST', signal }).catch(() => undefined)
}

interface Reading {
  server: string
  conversation: string
  message_id: string
  signal: AbortSignal
  write: (part: string) => void
}

/** The text of the answer. A lost connection is resumed after the last event. */
const readAnswer = async (reading: Reading): Promise<string> => {
  const state = { answer: '', lastId: undefined as string | undefined }
  for (let tries = 0; tries < mostReconnections; tries++) {
    try {
      if (await readSome(reading, state)) return state.answer
    } catch (error) {
      if (reading.signal.aborted || !mayPass(error)) throw error
    }
    await wait(pauseMs, undefined, { signal: reading.signal })
  }
  throw new CommandError('The connection was lost before the answer was complete.')
}

/** Whether the answer is complete. */
const readSome = async (
  { server, conversation, message_id, signal, write }: Reading,
  state: { answer: string; lastId: string | undefined },
): Promise<boolean> => {
  const headers: Record<string, string> = state.lastId ? { 'Last-Event-ID': state.lastId } : {}
  const response = await call(server, `${conversation}/events`, { headers, signal })
  for await (const { id, type, body } of readBlocks(response)) {
    const event = JSON.parse(body || '{}') as AnswerEvent
    if (type === 'ended') throw new CommandError('The conversation ended before the answer.')
    if (event.message_id === message_id) {
      if (type === 'error') throw new CommandError(event.message ?? 'The answer failed.')
      if (type === 'finish') return true
      if (type === 'delta') {
        state.answer += event.text ?? ''
        write(event.text ?? '')
      }
    }
    state.lastId = id
  }
  return false
}
