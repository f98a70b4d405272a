import assert from 'node:assert/strict'
import type { Citation } from '../../../src/features/conversations/citations.ts'
import type { Provider } from '../providers/provider.ts'
import { type Block, followStream } from '../receivers/live-stream.ts'
import type { Service } from '../service/service.ts'
import { createCode } from './given.ts'

export interface Opened {
  conversation_id: string
  token: string
  welcome_message: string
  demo: boolean
}

export interface Visit {
  conversation_id: string
  status: 'open' | 'ended'
  reason: string | null
  demo: boolean
  name: string
  welcome_message: string
  messages: {
    message_id: string
    role: 'visitor' | 'assistant' | 'owner'
    text: string
    status: 'running' | 'done' | 'stopped' | 'failed'
    retryable: boolean
    rating: 'up' | 'down' | null
    truncated: boolean
    outcome: 'answered' | 'partly' | 'unknown' | null
    citations: Citation[]
    note: string | null
    created_at: string
  }[]
  last_event_id: string | null
  rating: string | null
}

/** Settings with which the service uses this provider. */
export const asking = (provider: Provider) => ({
  QPR_AI_MODEL: 'compatible:fake',
  QPR_AI_BASE_URL: provider.url,
})

type Talker = Pick<Service, 'address' | 'get' | 'post' | 'delete'>

/** A visitor in an open conversation. */
export const openTalk = async (service: Talker, shortId: string, headers = {}) => {
  const path = `/s/${shortId}/conversations`
  const opened = await service.post<Opened>(path, undefined, { key: null, headers })
  assert.equal(opened.status, 201, opened.text)
  return visitorWith(service, opened.body)
}

export type Visitor = Awaited<ReturnType<typeof openTalk>>

/** A new code, and a visitor in a conversation with it. */
export const talkWithNewCode = async (service: Service, fields: object = {}) => {
  const code = await createCode(service, fields)
  return { code, ...(await openTalk(service, code.short_id)) }
}

const visitorWith = (service: Talker, opened: Opened) => {
  const path = (rest = '') => `/c/${opened.token}${rest}`
  const anonymous = { key: null }
  const say = (text: string, fields: object = {}) =>
    service.post<{ message_id: string; code: string; detail: string }>(
      path('/messages'),
      { text, ...fields },
      anonymous,
    )
  const follow = (after?: string) =>
    followStream(
      { address: service.address, key: null },
      path('/events'),
      after === undefined ? {} : { 'Last-Event-ID': after },
    )

  return {
    ...opened,
    say,
    follow,
    path,
    view: async () => (await service.get<Visit>(path(), anonymous)).body,
    post: (rest: string, body?: object) =>
      service.post<{ message_id: string; code: string }>(path(rest), body, anonymous),
    forget: () => service.delete(path(), anonymous),
    /** Sends a message and waits for the end of the answer. */
    async ask(text: string) {
      const { status, body } = await say(text)
      assert.equal(status, 202, JSON.stringify(body))
      return await readTurn(await follow(), body.message_id)
    },
  }
}

export interface Turn {
  text: string
  /** The event that ended it. */
  end: Block
  deltas: Block[]
}

/** Reads the events of one answer to its end, and closes the stream. */
export const readTurn = async (
  stream: Awaited<ReturnType<typeof followStream>>,
  messageId: string,
): Promise<Turn> => {
  const deltas: Block[] = []
  for (;;) {
    const block = await stream.next()
    assert.ok(block, 'the stream ended before the answer')
    const data = JSON.parse(block.data)
    if (data.message_id !== messageId) continue
    if (block.event === 'delta') {
      deltas.push(block)
      continue
    }
    stream.close()
    const text = deltas.map((delta): string => JSON.parse(delta.data).text).join('')
    return { text, end: block, deltas }
  }
}
