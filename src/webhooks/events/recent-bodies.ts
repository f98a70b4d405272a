import { createBounded } from '../../kit/bounded.ts'

export type RecentBodies = ReturnType<typeof createRecentBodies>

/**
 * The bodies of the last events that this process has committed: most deliveries are made within a
 * moment of their event, and need not ask the database for what was just written.
 */
export const createRecentBodies = () => {
  const bodies = createBounded<string>('event_bodies', { bytes: 16 * 2 ** 20 })
  return {
    keep: (eventId: string, body: string) => bodies.set(eventId, body),
    get: (eventId: string): string | undefined => bodies.get(eventId),
  }
}
