import type { ChatKind } from '#contract/handling.ts'
import { runUnaudited } from '../../platform/change.ts'
import { type Change, type Context, readContext, type Service } from '../../platform/context.ts'
import { minuteMs, secondMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { handleDue, settleDue } from '../../platform/store/due.ts'
import { sendOnce } from '../deliveries/deliveries.ts'
import type { Answerer } from '../organizations/handoffs.ts'
import { type NoticeWords, noticeWords } from './notice.words.ts'
import * as store from './notices.store.ts'
import { pushRequest, type Subscription } from './push.ts'

declare module '../../platform/context.ts' {
  interface Service {
    noticeWorker: { wake(): void }
  }
}

/** The address and the chat id of a target, as they are encrypted. */
export interface TargetSecret {
  url: string
  chatId: string | null
}

/** Tells the devices of the members and the chat tools, in the transaction of the hand-off. */
export const queueNotices = async (
  change: Change<unknown>,
  {
    organizationId,
    conversationId,
    members,
  }: { organizationId: string; conversationId: string; members: Answerer[] },
) => {
  const { db } = change
  const now = change.now()
  const row = {
    conversation_id: conversationId,
    chat_target_id: null,
    push_subscription_id: null,
    attempts: 0,
    due_at: now,
  }
  const targets = await store.listTargets(db, organizationId)
  const subscriptions = await store.listSubscriptions(
    db,
    members.map(({ userId }) => userId),
    now,
  )
  await store.insertNotices(db, [
    ...targets.map(({ id }) => ({ ...row, id: newId('ntc', now), chat_target_id: id })),
    ...subscriptions.map(({ id }) => ({ ...row, id: newId('ntc', now), push_subscription_id: id })),
  ])
  change.afterCommit(() => change.service.noticeWorker.wake())
}

/** The wait after each failed attempt. The last one is given up: the visitor does not wait for long. */
const retryMs = [5 * secondMs, 20 * secondMs]
/** Longer than an attempt takes; large, because others wait for the slowest one of a batch. */
const batch = { leaseMs: minuteMs, max: 100 }

/** Sends due notices. Returns the time until the next one is due. */
export const sendNotices = (service: Service): Promise<number> =>
  handleDue(service, store.queue, batch, (due) =>
    Promise.all(due.map((notice) => trySending(readContext(service, null), notice))),
  )

/** An error of one notice must not keep others from being settled. Its lease ends by itself. */
const trySending = async (context: Context<null>, notice: store.NoticeRow) => {
  const { id: noticeId, attempts } = notice
  try {
    await sendOne(context, notice)
  } catch (error) {
    context.service.log.error({ err: error, noticeId, attempts }, 'a notice could not be sent')
    if (attempts > retryMs.length) {
      await runUnaudited(context.service, (change) => store.removeNotice(change.db, noticeId))
    }
  }
}

const sendOne = async (context: Context<null>, notice: store.NoticeRow) => {
  const { service, db } = context
  const settle = (work: (change: Change<null>) => Promise<void>) => runUnaudited(service, work)
  const drop = () => settle((change) => store.removeNotice(change.db, notice.id))
  const waiting = await store.findWaiting(db, notice.conversation_id)
  const request = waiting && (await requestFor(context, notice, waiting))
  // Somebody has come, or the wait is over.
  if (!request) return await drop()
  const { status, error } = await sendOnce(context, { ...request, owner: waiting.organizationId })
  const { push_subscription_id: subscriptionId, attempts, id: noticeId } = notice
  if (error === null) return await drop()
  service.log.warn({ noticeId, attempts, status, error }, 'a notice of a waiting visitor failed')
  // The browser has ended the subscription.
  if (subscriptionId !== null && (status === 404 || status === 410)) {
    return await settle((change) => store.removeSubscription(change.db, subscriptionId))
  }
  const waitMs = retryMs[attempts - 1]
  if (waitMs === undefined) return await drop()
  await settle(async (change) => {
    await settleDue(change.db, store.queue, notice, { due_at: change.now() + waitMs })
  })
}

type Waiting = NonNullable<Awaited<ReturnType<typeof store.findWaiting>>>

/** Null when the target was removed. None of them has a word of the visitor. */
const requestFor = async (context: Context<null>, notice: store.NoticeRow, waiting: Waiting) => {
  const { db, service } = context
  const { organizationId, codeName, id: conversationId } = waiting
  const link = `${service.address.baseUrl}/studio/${organizationId}/conversations/${conversationId}`
  if (notice.chat_target_id !== null) {
    const target = await store.findTarget(db, organizationId, notice.chat_target_id)
    const wordsIn = ({ text }: NoticeWords) => text(codeName ?? '')
    return target ? await chatRequest(context, target, { wordsIn, link }) : null
  }
  const found = await store.findSubscription(db, notice.push_subscription_id ?? '')
  if (!found) return null
  const subscription = JSON.parse(service.secrets.decrypt(found.sealed)) as Subscription
  const { title, text } = noticeWords(found.language ?? 'en')
  const now = context.now()
  return await pushRequest(context, {
    subscription,
    text: JSON.stringify({ title, body: text(codeName ?? ''), url: link, tag: conversationId }),
    ttlSeconds: Math.max(1, Math.ceil(((waiting.waitsUntil ?? now) - now) / secondMs)),
    now,
  })
}

/** The body that each tool takes. */
const chatBody = (
  kind: ChatKind,
  chatId: string | null,
  { text, link }: { text: string; link: string },
): object => {
  const message = `${text}\n${link}`
  if (kind === 'discord') return { content: message, allowed_mentions: { parse: [] } }
  if (kind === 'telegram') return { chat_id: chatId, text: message }
  if (kind !== 'teams') return { text: message }
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text, wrap: true }],
    actions: [{ type: 'Action.OpenUrl', title: link, url: link }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, content: card }] }
}

interface ChatMessage {
  wordsIn: (words: NoticeWords) => string
  link: string
}

/** In the language of the owner. */
export const chatRequest = async (
  { db, service }: Pick<Context<unknown>, 'db' | 'service'>,
  { organization_id, kind, sealed }: store.TargetRow,
  { wordsIn, link }: ChatMessage,
) => {
  const { url, chatId } = JSON.parse(service.secrets.decrypt(sealed)) as TargetSecret
  const text = wordsIn(noticeWords(await store.ownerLanguage(db, organization_id)))
  return {
    url,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(chatBody(kind, chatId, { text, link })),
  }
}
