import type { VisitorTexts } from '#contract/translations.ts'
import { isoTime, secondMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { foldForSearch } from '../../platform/text/text.ts'
import { answerOf, noteOf } from './answer-events.ts'
import { readCitations } from './citations.ts'
import { handlingSentence, nameFor } from './people.sentences.ts'
import type { ConversationRow, HandlingState, MessageRow, SaidMessage } from './visits.store.ts'

/** A running answer belongs to the process that renews its lease. */
export const turnLeaseMs = 15 * secondMs

const blankMessage = {
  user_id: null,
  client_id: null,
  text: '',
  text_folded: '',
  model: null,
  tokens_reserved: 0,
  tokens_in: null,
  tokens_out: null,
  cost_micros: null,
  error_code: null,
  is_retryable: null,
  rating: null,
  rating_comment: null,
  is_truncated: null,
  outcome: null,
  outcome_reported: null,
  citations: null,
  streamed_text: null,
  offer: null,
  notice: null,
  finished_at: null,
  lease_until: null,
}

export const blankConversation = {
  status: 'open' as const,
  reason: null,
  turns: 0,
  messages_count: 0,
  tokens_in: 0,
  tokens_out: 0,
  cost_micros: 0,
  rating: null,
  rating_comment: null,
  started_at: null,
  ended_at: null,
  handling: 'assistant' as const,
  assignee_id: null,
  waits_until: null,
  offer: null,
}

/** A message of the visitor. */
export const visitorMessage = (
  conversation: ConversationRow,
  input: { text: string; client_id?: string },
  now: number,
): MessageRow => ({
  ...blankMessage,
  id: newId('msg', now),
  conversation_id: conversation.id,
  turn: conversation.turns + 1,
  role: 'visitor',
  client_id: input.client_id ?? null,
  text: input.text,
  text_folded: foldForSearch(input.text),
  status: 'done',
  created_at: now,
  finished_at: now,
})

/** A message of the owner, who answers a question that the assistant could not answer. */
export const ownerMessage = (
  conversation: ConversationRow,
  text: string,
  userId: string,
  now: number,
): MessageRow => ({
  ...visitorMessage(conversation, { text }, now),
  role: 'owner',
  user_id: userId,
})

/** An answer that has no text yet. */
export const emptyAnswer = (
  conversation: ConversationRow,
  tokensReserved: number,
  now: number,
): MessageRow => ({
  ...blankMessage,
  id: newId('msg', now),
  conversation_id: conversation.id,
  turn: conversation.turns + 1,
  role: 'assistant',
  status: 'running',
  tokens_reserved: tokensReserved,
  created_at: now,
  lease_until: now + turnLeaseMs,
})

interface VisitParts {
  texts: Pick<VisitorTexts, 'title' | 'welcomeMessage'>
  said: SaidMessage[]
  states: HandlingState[]
  /** Whether the visitor can ask for a person. */
  hasHandoff: boolean
}

export const asVisit = (
  conversation: ConversationRow,
  { texts: { title, welcomeMessage }, said, states, hasHandoff }: VisitParts,
) => ({
  conversation_id: conversation.id,
  status: conversation.status,
  reason: conversation.reason,
  demo: conversation.is_demo === 1,
  // The public title: visitors must not see the internal name.
  name: title,
  welcome_message: welcomeMessage,
  messages: said.map((message) => ({
    message_id: message.id,
    role: message.role,
    name: message.name,
    text: message.text,
    status: message.status,
    retryable: message.is_retryable === 1,
    rating: message.rating,
    truncated: message.is_truncated === 1,
    outcome: message.outcome,
    citations: readCitations(message.citations),
    note: noteOf(answerOf(message), conversation.language),
    created_at: isoTime(message.created_at),
  })),
  last_event_id: lastEventId(conversation, said, states),
  rating: conversation.rating,
  handling: conversation.handling,
  person: personOf(conversation, states.at(-1)),
  offer: hasHandoff && conversation.offer !== null ? ('handoff' as const) : null,
  notice: currentNotice(conversation, said, states.at(-1)),
})

const personOf = ({ handling, language }: ConversationRow, last: HandlingState | undefined) =>
  handling === 'person' ? { name: nameFor(last?.name ?? null, language) } : null

/** What the service says about who answers, until somebody has said something else. */
const currentNotice = (
  { handling, language }: ConversationRow,
  said: SaidMessage[],
  last: HandlingState | undefined,
): string | null => {
  const isOver = handling === 'assistant' && (said.at(-1)?.turn ?? 0) > (last?.turn ?? 0)
  return last && !isOver ? handlingSentence(last, language) : null
}

/** The id of the event from which a stream continues after this view. */
const lastEventId = (
  { turns }: ConversationRow,
  said: MessageRow[],
  states: HandlingState[],
): string | null => {
  const answers = said.filter(({ role }) => role !== 'visitor')
  // A message of the owner waits behind a running answer.
  const running = answers.find(({ status }) => status === 'running')
  if (running) return `${running.turn}-${running.text.length}`
  return answers.length + states.length === 0 ? null : `${turns}-end`
}
