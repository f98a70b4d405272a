import { type EventType, eventTypes } from '#contract/event-types.ts'
import { requestOf } from '../../features/deliveries/attempt.ts'
import { createSigner, newWebhookSecret } from '../../features/webhooks/signature.ts'
import { newId } from '../../platform/kit/ids.ts'
import { parseConfig, readEnvironment } from '../../service/config/config.ts'
import {
  note,
  type Output,
  print,
  printJsonLine,
  reasonOf,
  stopOnSignal,
  UsageError,
} from '../command.ts'
import { followEvents, type StreamedEvent } from './event-stream.ts'
import { type ServiceOptions, targetWithKey } from './target.ts'

interface Options extends ServiceOptions, Output {
  forwardTo: string
  events?: string | undefined
  secret?: string | undefined
}

export const listen = async (options: Options) => {
  const wish = readWish(options)
  const signal = stopOnSignal()
  const forward = createForwarder({ ...wish, signal })
  const say = options.json ? note : print
  const events = followEvents({ ...wish, signal, ...connectionLines(wish, say) })
  for await (const { id, type, body } of events) {
    if (!wish.events.has(type)) continue
    const result = await forward({ id, type, body })
    if (signal.aborted) break
    if (options.json) printJsonLine({ event: type, id, ...result })
    else print(textOf(type, id, result))
  }
}

const widest = Math.max(...eventTypes.map((type) => type.length))

const textOf = (type: string, id: string, { status, error, duration_ms }: Forwarded): string => {
  const time = new Date().toTimeString().slice(0, 8)
  return `${time}  ${type.padEnd(widest)}  ${id}  ${status ?? error}  ${duration_ms} ms`
}

type ClaimRequest = ReturnType<typeof readWish>

const readWish = (options: Options) => {
  const url = readTarget(options.forwardTo)
  const events = new Set<string>(readEvents(options.events))
  const secret = readSecret(options.secret)
  const { QPR_WEBHOOK_TIMEOUT_MS } = parseConfig(readEnvironment(process.cwd()))
  return {
    url,
    events,
    organization: options.organization,
    target: targetWithKey(options),
    secret,
    timeoutMs: QPR_WEBHOOK_TIMEOUT_MS,
  }
}

const readTarget = (value: string): string => {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new UsageError('--forward-to must be an address such as http://localhost:4000/webhooks.')
  }
  return value
}

const readEvents = (value: string | undefined): readonly EventType[] => {
  if (value === undefined) return eventTypes
  return value.split(',').map((name) => {
    const known = eventTypes.find((type) => type === name.trim())
    if (known) return known
    throw new UsageError(`--events: "${name}" is not one of ${eventTypes.join(', ')}.`)
  })
}

const readSecret = (value: string | undefined): string => {
  if (value === undefined) return newWebhookSecret()
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value)) return value
  throw new UsageError(
    '--secret must be whsec_ followed by base64, as in the response to a registration.',
  )
}

const connectionLines = ({ target, url, secret }: ClaimRequest, say: (line: string) => void) => {
  let isFirst = true
  return {
    connected: () => {
      if (!isFirst) return say('Connected again. No event was lost.')
      isFirst = false
      say(`Events of       ${target.server}`)
      say(`Forwarded to    ${url}`)
      say(`Signed with     ${secret}`)
      say('')
      say('Press Ctrl+C to stop.')
      say('')
    },
    lost: () => say('The connection was lost. Connecting again.'),
  }
}

interface ForwarderOptions {
  url: string
  secret: string
  timeoutMs: number
  signal: AbortSignal
}

interface Forwarded {
  /** Null without a response; then `error` says why. */
  status: number | null
  error: string | null
  duration_ms: number
}

/** Posts an event like a first delivery. */
const createForwarder = ({ url, secret, timeoutMs, signal }: ForwarderOptions) => {
  // Secrets of webhooks are encrypted in the database; this one is plain text.
  const sign = createSigner({ decrypt: (text) => text })
  const target = { url, secret, former_secret: null, former_secret_until: null }

  const send = async ({
    id,
    type,
    body,
  }: StreamedEvent): Promise<Omit<Forwarded, 'duration_ms'>> => {
    const now = Date.now()
    const message = { event: type, eventId: id, deliveryId: newId('dlv', now), attempt: 1, body }
    const { headers } = requestOf(sign, target, message, now)
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      await response.body?.cancel()
      return { status: response.status, error: null }
    } catch (error) {
      const reason = timeout.aborted
        ? `no answer within ${timeoutMs / 1000} s`
        : `no answer (${reasonOf(error)})`
      return { status: null, error: reason }
    }
  }

  return async (event: StreamedEvent): Promise<Forwarded> => {
    const startedAt = performance.now()
    const result = await send(event)
    return { ...result, duration_ms: Math.round(performance.now() - startedAt) }
  }
}
