import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { type Clock, systemClock } from '../../../src/platform/kit/clock.ts'
import { freePort } from '../service/ports.ts'
import { type Asked, createAnswers, refusal } from './stripe.answers.ts'
import { parseForm } from './stripe.form.ts'
import { createThings, type StripeEvent } from './stripe.things.ts'

/** The fault of a request. */
export interface StripeFault {
  /** Instead of the response. */
  status?: number
  /** The response is created at once and sent later. */
  delayMs?: number
  until?: Promise<unknown>
  /** It never responds, or disconnects. */
  by?: 'hang' | 'cut'
}

type Faulting = StripeFault | ((asked: Asked) => StripeFault | undefined)

interface Sending {
  secret?: string
  /** The time of the signature, in seconds. */
  timestamp?: number
  /** Sent instead of the signed body. */
  body?: string
  signature?: string | null
}

export type FakeStripe = Awaited<ReturnType<typeof startStripe>>

/**
 * Stripe, over real HTTP, with the real SDK at the other end:
 *
 *     const stripe = await startStripe(t)
 *     stripe.failWith({ status: 500 })
 *     const subscription = stripe.pay(checkoutUrl)
 *     await stripe.send(address, stripe.events.at(-1))
 */
export const startStripe = async (
  t: { after(end: () => unknown): void },
  clock: Clock = systemClock,
) => {
  const things = createThings(clock)
  const answer = createAnswers(things)
  const requests: Asked[] = []
  const arrivals = new EventEmitter()
  arrivals.setMaxListeners(0)
  const port = await freePort()
  const secretKey = 'sk_test_that_only_tests_know'
  const webhookSecret = 'whsec_that_only_tests_know'
  let faulting: Faulting = {}
  let server: Server | null = null

  const handle = async (asked: Asked, response: ServerResponse) => {
    requests.push(asked)
    const fault = (typeof faulting === 'function' ? faulting(asked) : faulting) ?? {}
    arrivals.emit('request')
    if (fault.by === 'cut') return void response.destroy()
    if (fault.by === 'hang') return
    const isKnown = asked.headers.authorization === `Bearer ${secretKey}`
    const { status, body } = !isKnown
      ? refusal(401, 'Invalid API Key provided')
      : fault.status
        ? refusal(fault.status, `Status ${fault.status}`)
        : answer(asked)
    if (fault.delayMs) await delay(fault.delayMs)
    await fault.until
    response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_1' })
    response.end(JSON.stringify(body))
  }

  const start = async () => {
    server = createServer(async (request, response) => {
      const { pathname, search } = new URL(request.url ?? '', 'http://stripe.test')
      const form = parseForm((await text(request)) || search)
      const { method = '', headers } = request
      await handle({ method, path: pathname, form, headers }, response)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  const stop = async () => {
    server?.closeAllConnections()
    if (server?.listening) await new Promise((resolve) => server?.close(resolve))
  }

  await start()
  t.after(stop)

  return {
    ...things,
    url: `http://127.0.0.1:${port}`,
    secretKey,
    webhookSecret,
    requests,
    /** Refuses connections until `comeBack`. */
    goAway: stop,
    comeBack: start,
    failWith(next: Faulting) {
      faulting = next
    },
    /** The requests, as `GET /v1/subscriptions`. */
    asked: (question: string) =>
      requests.filter(({ method, path }) => `${method} ${path}` === question),

    /** Waits for this number of requests. */
    async waitFor(question: string, count = 1): Promise<void> {
      const signal = AbortSignal.timeout(20_000)
      const seen = () =>
        requests.filter(({ method, path }) => `${method} ${path}` === question).length
      while (seen() < count) {
        await once(arrivals, 'request', { signal }).catch(() =>
          assert.fail(`${question} was asked ${seen()} times, not ${count}`),
        )
      }
    },

    /** Posts an event like Stripe. Returns the status. */
    async send(address: string, event: StripeEvent | undefined, sending: Sending = {}) {
      assert.ok(event, 'there is such an event')
      const payload = JSON.stringify(event, null, 2)
      const { secret = webhookSecret, timestamp = things.now(), body = payload } = sending
      const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      const signature = sending.signature === undefined ? signed : sending.signature
      const response = await fetch(`${address}/billing/stripe`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          ...(signature !== null && { 'Stripe-Signature': signature }),
        },
        body,
      })
      const problem = (await response.json()) as { code?: string; detail?: string }
      return { status: response.status, ...problem }
    },
  }
}
