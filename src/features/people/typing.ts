import type { Context } from '../../platform/context.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { type Clock, secondMs } from '../../platform/kit/clock.ts'
import type { Signals } from '../../platform/store/signals.ts'

declare module '../../platform/context.ts' {
  interface Service {
    typing: Typing
  }
}

/** A visitor is told at most once in this time that a person is writing. */
export const typingMs = 3 * secondMs

type Typing = ReturnType<typeof createTyping>

/** When a member last wrote, by conversation. Created before the streams, which a signal wakes. */
export const createTyping = (signals: Signals, clock: Clock) => {
  const lastAt = createBounded<number>('typing', { bytes: 2 ** 18 })
  signals.listen((sent) => {
    if (sent.kind === 'typing') lastAt.set(sent.conversationId, clock.now())
  })
  return { lastAt: (conversationId: string): number => lastAt.get(conversationId) ?? 0 }
}

export const typingAt = ({ service }: Context<unknown>, conversationId: string): number =>
  service.typing.lastAt(conversationId)

/** Tells the readers in every process. Nothing is stored. */
export const emitTyping = ({ service }: Pick<Context, 'service'>, conversationId: string) =>
  service.database.signals.send({ kind: 'typing', conversationId })
