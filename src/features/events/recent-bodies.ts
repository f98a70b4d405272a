import { createBounded } from '../../platform/kit/bounded.ts'

export type RecentBodies = ReturnType<typeof createRecentBodies>

/**
 * Caches the bodies of the latest events of this process: most deliveries are sent right after
 * their event and need not read it again.
 */
export const createRecentBodies = () => {
  const bodies = createBounded<string>('event_bodies', { bytes: 16 * 2 ** 20 })
  return {
    set: (eventId: string, body: string) => bodies.set(eventId, body),
    get: (eventId: string): string | undefined => bodies.get(eventId),
  }
}
