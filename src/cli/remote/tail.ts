import {
  note,
  type Output,
  oneLine,
  paint,
  print,
  printJsonLine,
  stopOnSignal,
  UsageError,
} from '../command.ts'
import { followEvents } from './event-stream.ts'
import { createStarts, type Started } from './tail.starts.ts'
import { type ServiceOptions, targetWithKey } from './target.ts'

type Line =
  | { type: 'scan'; at: string; event_id: string; data: ScanData }
  | { type: 'conversation_started'; at: string; event_id: null; data: Started }
  | { type: 'conversation_ended'; at: string; event_id: string; data: EndedData }

interface ScanData {
  short_id: string
}

interface EndedData {
  short_id: string
  messages_count: number
  reason: string
  rating: string | null
}

interface Options extends ServiceOptions, Output {
  after?: string | undefined
}

export const tail = async ({ after, organization, json, ...flags }: Options) => {
  if (after !== undefined && !/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(after)) {
    throw new UsageError(
      '--after must be the id of an event, such as evt_01JB0000000000000000000000.',
    )
  }
  const target = targetWithKey(flags)
  const signal = stopOnSignal()
  const show = (line: Line) => (json ? printJsonLine(line) : print(textOf(line)))
  const source = { target, organization, after, signal }
  const starts = createStarts({
    ...source,
    show: (data) =>
      show({ type: 'conversation_started', at: data.started_at, event_id: null, data }),
  })
  let lastId = after
  let isConnected = false
  const events = followEvents({
    ...source,
    connected: (response) => {
      if (!isConnected) note(`Following ${target.server}. Press Ctrl+C to stop.`)
      isConnected = true
      starts.follow(response)
    },
    lost: () => note('The connection was lost. Connecting again.'),
    passed: (id) => {
      lastId = id
    },
  })
  const followAll = async () => {
    for await (const { id, type, body } of events) {
      const { created_at: at, data } = JSON.parse(body)
      if (type === 'scan.created') show({ type: 'scan', at, event_id: id, data })
      if (type !== 'conversation.completed') continue
      // A short conversation may end before its start was seen.
      await starts.fetchStarts()
      show({ type: 'conversation_ended', at, event_id: id, data })
    }
  }
  await Promise.race([followAll(), starts.failed])
  if (lastId !== undefined) note(`Continue with: qpr tail --after ${lastId}`)
}

const textOf = ({ type, at, data }: Line): string => {
  // This locale writes 2026-01-31 12:00:00.
  const time = paint('dim', new Date(at).toLocaleString('sv-SE'))
  if (type === 'scan') return `${time}  ${paint('cyan', 'scan         ')}  ${data.short_id}`
  const subject = `${time}  ${paint('green', 'conversation ')}  ${data.short_id}`
  if (type === 'conversation_started') {
    return `${subject}  started  ${oneLine(data.code_name)}: ${oneLine(data.first_message)}`
  }
  const rating = data.rating === null ? '' : `, rated ${data.rating}`
  return `${subject}  ended    ${data.messages_count} messages, ${data.reason}${rating}`
}
