import { text } from 'node:stream/consumers'
import { type Citation, type Qpr, QprError } from '../../../sdk/typescript/src/index.ts'
import {
  CommandError,
  Interrupted,
  note,
  type Output,
  oneLine,
  print,
  printJson,
  printText,
  stopOnSignal,
} from '../command.ts'
import { connect, type ServiceOptions, targetOf } from './target.ts'

type Talk = Awaited<ReturnType<Qpr['talk']>>

/** Tries to reach the service again after a lost connection. */
const reconnections = 5
/** Stopping and closing must not hold up the end of the command. */
const goodbye = { timeoutMs: 3000 }

type Options = Pick<ServiceOptions, 'server'> & Output

export const ask = async (shortId: string, question: string, options: Options) => {
  const { server } = targetOf(options)
  const asked = question === '-' ? await text(process.stdin) : question
  const signal = stopOnSignal()
  try {
    const talk = await connect({ server, key: null }).talk(shortId, { signal })
    await converse(talk, { asked, json: options.json === true, signal })
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

/** The text before the first mark of a citation: the end of the answer cannot change it. */
const finalPart = (text: string): string => {
  const mark = /\[(?:\d|$)/.exec(text)
  return text.slice(0, mark?.index).trimEnd()
}

/**
 * Prints an answer as it arrives. From its first mark on it waits for the end, which removes the
 * marks whose quotes are not in their passages.
 */
const createWriter = (isSilent: boolean) => {
  let text = ''
  let printed = ''
  const printUpTo = (part: string) => {
    // It is longer than before, because its beginning does not change.
    if (!isSilent) printText(part.slice(printed.length))
    printed = part
  }
  return {
    text: () => text,
    add(words: string) {
      text += words
      printUpTo(finalPart(text))
    },
    end(answer: string) {
      text = answer
      printUpTo(answer)
    },
  }
}

const citationLine = ({ number, title, page, url }: Citation): string => {
  const place = page === null ? title : `${title}, page ${page}`
  return oneLine(`[${number}] ${place}${url === null ? '' : `, ${url}`}`)
}

const converse = async (talk: Talk, { asked, json, signal }: Asking) => {
  const { conversation_id, demo } = talk
  try {
    const writer = createWriter(json)
    let citations: Citation[] = []
    let notice: string | null = null
    for await (const part of talk.say(asked, { signal, maxRetries: reconnections })) {
      if (part.type === 'delta') writer.add(part.text)
      else {
        writer.end(part.answer)
        citations = part.citations
        notice = part.notice ?? null
      }
    }
    if (json) {
      const { messages } = await talk.get({ signal })
      const message_id = messages.findLast(({ role }) => role === 'assistant')?.message_id
      const text = writer.text()
      return printJson({ conversation_id, message_id, demo, text, citations, notice })
    }
    print()
    for (const citation of citations) print(citationLine(citation))
    // The answer claims that a person was told.
    if (notice) note(notice)
    if (demo) note('The demo responder answered: the service has no model.')
  } finally {
    // Without it the conversation ends by itself, after some time.
    if (signal.aborted) await talk.stop(goodbye).catch(() => undefined)
    await talk.close(goodbye).catch(() => undefined)
  }
}
