import { type EventType, eventTypes } from '#contract/event-types.ts'
import { type Config, parseConfig, readEnvironment } from '../../config/config.ts'
import { url } from '../../config/parsers.ts'
import { newWebhookSecret } from '../../webhooks/delivery/signature.ts'
import { type Command, CommandError, print, readArguments } from '../command.ts'
import { createForwarder } from './listen.forward.ts'
import { followEvents } from './listen.stream.ts'

export const command: Command = {
  usage: `
Usage: qpr listen --forward-to URL [OPTIONS]

  --forward-to URL     where to post each event, such as http://localhost:4000/webhooks
  --events TYPE,…      only these event types; default: all
  --organization ID    id or slug; default: the default organization of the key
  --server URL         the address of the service; default: QPR_BASE_URL
  --key KEY            an API key; default: QPR_API_KEY
  --secret whsec_…     the secret of the signatures; default: a new one, which is printed

Shows the events of an organization as they happen and posts each of them to URL, signed like a
delivery. Use it to try a receiver on a machine that cannot be reached from outside. Each event is
posted once. The webhooks and the delivery log of the service do not change. After a lost connection
it connects again and continues without losing events. Press Ctrl+C to stop.
`,
  async run(args) {
    const wish = readWish(args)
    const stopping = stopOnSignal()
    const forward = createForwarder({ ...wish, signal: stopping })
    const events = followEvents({ ...wish, signal: stopping, ...connectionLines(wish) })
    for await (const event of events) {
      if (!wish.events.has(event.type)) continue
      const time = new Date().toTimeString().slice(0, 8)
      const result = await forward(event)
      if (stopping.aborted) break
      print(`${time}  ${event.type.padEnd(widest)}  ${event.id}  ${result}`)
    }
  },
}

const widest = Math.max(...eventTypes.map((type) => type.length))

type Wish = ReturnType<typeof readWish>

const readWish = (args: string[]) => {
  const { values } = readArguments(args, {
    options: {
      'forward-to': { type: 'string' },
      events: { type: 'string' },
      organization: { type: 'string' },
      server: { type: 'string' },
      key: { type: 'string' },
      secret: { type: 'string' },
    },
  })
  const config = parseConfig(readEnvironment(process.cwd()))
  return {
    url: readTarget(values['forward-to']),
    events: new Set<string>(readEvents(values.events)),
    organization: values.organization,
    server: values.server === undefined ? config.QPR_BASE_URL : readServer(values.server),
    key: readKey(values.key, config),
    secret: readSecret(values.secret),
    timeoutMs: config.QPR_WEBHOOK_TIMEOUT_MS,
  }
}

const readTarget = (value: string | undefined): string => {
  if (value === undefined) throw new CommandError('Name the receiver: --forward-to URL.')
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new CommandError(
      '--forward-to must be an address such as http://localhost:4000/webhooks.',
    )
  }
  return value
}

const readEvents = (value: string | undefined): readonly EventType[] => {
  if (value === undefined) return eventTypes
  return value.split(',').map((name) => {
    const known = eventTypes.find((type) => type === name.trim())
    if (known) return known
    throw new CommandError(`--events: "${name}" is not one of ${eventTypes.join(', ')}.`)
  })
}

const readServer = (value: string): string => {
  try {
    return url(value)
  } catch (error) {
    throw new CommandError(`--server ${(error as Error).message}`)
  }
}

const readKey = (value: string | undefined, { QPR_API_KEY }: Config): string => {
  const key = value ?? QPR_API_KEY
  if (key !== null) return key
  throw new CommandError(
    'The key is missing. Name one with --key or QPR_API_KEY; qpr keys create creates one.',
  )
}

const readSecret = (value: string | undefined): string => {
  if (value === undefined) return newWebhookSecret()
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value)) return value
  throw new CommandError(
    '--secret must be whsec_ followed by base64, as in the response to a registration.',
  )
}

const stopOnSignal = (): AbortSignal => {
  const stopping = new AbortController()
  // Repeated signals are expected: Ctrl+C reaches the whole process group, and npm forwards it too.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort())
  return stopping.signal
}

const connectionLines = ({ server, url, secret }: Wish) => {
  let isFirst = true
  return {
    connected: () => {
      if (!isFirst) return print('Connected again. No event was lost.')
      isFirst = false
      print(`Events of       ${server}`)
      print(`Forwarded to    ${url}`)
      print(`Signed with     ${secret}`)
      print()
      print('Press Ctrl+C to stop.')
      print()
    },
    lost: () => print('The connection was lost. Connecting again.'),
  }
}
