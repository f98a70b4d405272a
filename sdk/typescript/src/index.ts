import { callOf } from './calls.ts'
import { Conversation } from './conversation.ts'
import { table } from './table.ts'
import { createTransport, type QprOptions } from './transport.ts'
import type { Call, CallOptions, Route, Schema } from './types.ts'
import { verifyWebhook } from './webhooks.ts'

export { type AnswerPart, type Citation, Conversation } from './conversation.ts'
export * from './errors.ts'
export { partsOf } from './parts.ts'
export { type QprOptions, randomKey } from './transport.ts'
export type {
  Answer,
  Arguments,
  Call,
  CallOptions,
  Input,
  Listing,
  Output,
  Route,
  Schema,
  StreamEvent,
} from './types.ts'
export { verifyWebhook, type WebhookEvent } from './webhooks.ts'

type Table = typeof table

/** `qpr.codes.create(…)`, `qpr.webhooks.list()` and all other operations. */
type Resources = {
  [Resource in keyof Table]: {
    [Name in keyof Table[Resource]]: Table[Resource][Name] extends infer R extends Route
      ? Call<R>
      : never
  }
}

export type Qpr = Resources & {
  webhooks: { verify: typeof verifyWebhook }
  /** Opens a conversation with a code, as a visitor. */
  talk(shortId: string, options?: CallOptions): Promise<Conversation & Schema<'OpenedConversation'>>
  /** A conversation that was opened earlier. */
  resume(token: string): Conversation
  /** Calls an operation by its name: `qpr.call('GET /v1/account')()`. */
  call<R extends Route>(route: R): Call<R>
}

/** The API of a QPR service. */
export const Qpr: new (options?: QprOptions) => Qpr = class {
  constructor(options: QprOptions = {}) {
    const send = createTransport(options)
    const call = (route: Route) => callOf(send, route)
    const resources = Object.entries(table).map(([resource, calls]) => [
      resource,
      Object.fromEntries(Object.entries(calls).map(([name, route]) => [name, call(route)])),
    ])
    const all = Object.fromEntries(resources) as Resources
    Object.assign(this, all, {
      call,
      webhooks: { ...all.webhooks, verify: verifyWebhook },
      resume: (token: string) => new Conversation(all.visitors, token),
      async talk(shortId: string, callOptions?: CallOptions) {
        const opened = await all.visitors.open(shortId, undefined, callOptions)
        return Object.assign(new Conversation(all.visitors, opened.token), opened)
      },
    })
  }
} as unknown as new (
  options?: QprOptions,
) => Qpr
