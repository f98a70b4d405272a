import { attempt, readStored, replaceAddress, store } from './browser.ts'
import { root, shortId } from './dom.ts'
import type { Answer } from './messages.ts'

// The state of the conversation. The other modules import this one, and it imports none of them
// but their types: a module that reports something emits an event, and others react to it.

export interface Unsent {
  text: string
  /** The page chooses it: the service answers a message that arrives twice only once. */
  client_id: string
}

const key = `qpr ${shortId}`

/** What survives a reload. */
export const saved: { token?: string; unsent: Unsent[] } = attempt(() => {
  const { token, unsent = [] } = JSON.parse(readStored(key) ?? '{}')
  return { token, unsent: [...unsent] }
}) ?? { unsent: [] }

export const save = () => store(key, JSON.stringify(saved))

export const talk = {
  /** The answer that is awaited or being written; hidden while its message cannot be sent. */
  current: undefined as Answer | undefined,
  isSending: false,
  isStopped: false,
  hasEnded: false,
  /** A person answers, or is asked: no answer is awaited. */
  isWithPerson: false,
  /** Increases when the visitor starts over: replies to older requests are ignored. */
  round: 0,
}

/** By the service's message id. */
export const answers = new Map<string, Answer>()

/** The elements of the messages that have not been sent. */
export const waiting = new Map<Unsent, HTMLElement>()

export const isBusy = () => !!talk.current && !talk.current.element.hidden

export const path = (what: string) => `${root}/c/${saved.token}${what}`

/** Replaces the printed address, so that a reload does not count as a new scan. */
export const leaveScan = () => replaceAddress(`${root}/s/${shortId}/chat${location.search}`)

type Event =
  /** Another answer is awaited, or a part of it has arrived. */
  | 'progress'
  /** The page shows what the service stores: the stream can go on from here. */
  | 'synced'
  /** The service stores something that the page does not show. */
  | 'outdated'
  /** The stream is open. */
  | 'connected'
  /** A request or the stream got no response. */
  | 'lost'
  /** The next attempt has to wait: for as long as the service asks, or for the usual pause. */
  | 'delayed'

type Reaction = (waitMs?: number) => unknown
const reactions: [Event, Reaction][] = []

export const on = (event: Event, react: Reaction) => reactions.push([event, react])

export const reportEvent = (event: Event, waitMs?: number) => {
  for (const [name, react] of reactions) if (name === event) react(waitMs)
}

export const setCurrent = (answer?: Answer) => {
  talk.current = answer
  reportEvent('progress')
}

export const know = (answer: Answer, id: string) => {
  answer.id = id
  answers.set(id, answer)
}
