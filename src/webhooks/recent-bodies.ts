const most = 2000

export type RecentBodies = ReturnType<typeof createRecentBodies>

/**
 * The bodies of the last events that this process has committed: most deliveries are made within a
 * moment of their event, and need not ask the database for what was just written.
 */
export const createRecentBodies = () => {
  const bodies = new Map<string, string>()
  return {
    keep(eventId: string, body: string) {
      if (bodies.size >= most) bodies.clear()
      bodies.set(eventId, body)
    },
    get: (eventId: string): string | undefined => bodies.get(eventId),
  }
}
