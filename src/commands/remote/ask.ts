import { text } from 'node:stream/consumers'
import { type Qpr, QprError } from '../../../sdk/typescript/src/index.ts'
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
import { connect } from './client.ts'
import { targetOf } from './target.ts'

type Talk = Awaited<ReturnType<Qpr['talk']>>

/** Tries to reach the service again after a lost connection. */
const reconnections = 5
/** Stopping and closing must not hold up the end of the command. */
const goodbye = { timeoutMs: 3000 }

export const run: Run<'ask'> = async ({ short_id, question, server: named, json }) => {
  const { server } = targetOf({ server: named })
  const asked = question === '-' ? await text(process.stdin) : question
  const signal = stopOnSignal()
  try {
    const talk = await connect({ server, key: null }).talk(short_id, { signal })
    await converse(talk, { asked, json, signal })
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw error instanceof QprError ? new CommandError(error.message) : error
  }
}

interface Asking {
  asked: string
  json: boolean
  signal: AbortSignal
}

const converse = async (talk: Talk, { asked, json, signal }: Asking) => {
  const { conversation_id, demo } = talk
  try {
    let answer = ''
    for await (const part of talk.say(asked, { signal, maxRetries: reconnections })) {
      answer += part.text
      if (!json) process.stdout.write(safeText(part.text))
    }
    if (json) {
      const { messages } = await talk.get({ signal })
      const message_id = messages.findLast(({ role }) => role === 'assistant')?.message_id
      return printJson({ conversation_id, message_id, demo, text: answer })
    }
    print()
    if (demo) note('The demo responder answered: the service has no model.')
  } finally {
    // Without it the conversation ends by itself, after some time.
    if (signal.aborted) await talk.stop(goodbye).catch(() => undefined)
    await talk.close(goodbye).catch(() => undefined)
  }
}
