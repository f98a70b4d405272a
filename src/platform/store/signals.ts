/** Messages between processes after a commit. Losing one only causes a delay. */
export type Signal =
  | { kind: 'code-changed'; shortId: string }
  | { kind: 'scans-recorded'; organizationId: string }
  | { kind: 'events-added'; organizationId: string }
  | { kind: 'deliveries-due'; webhookId: string }
  /** The answer or the conversation has changed or ended. */
  | { kind: 'conversation-changed'; conversationId: string }
  /** A member is writing to the visitor of this conversation. */
  | { kind: 'typing'; conversationId: string }
  /** The process that runs an answer in this conversation must stop it now. */
  | { kind: 'turn-stopped'; conversationId: string }
  /** A background job is due. */
  | { kind: 'jobs-due' }
  /** The brand of an organization has changed, and with it the pages of its codes. */
  | { kind: 'brand-changed'; organizationId: string }
  /** The sources of an organization, or the codes that use them, have changed. */
  | { kind: 'knowledge-changed'; organizationId: string }
  /** An organization was deleted with its codes. */
  | { kind: 'organization-deleted'; organizationId: string }
  /** Signals may have been lost, so caches and streams must read again. */
  | { kind: 'reconnected' }

export interface Signals {
  /** Sends to every process of the service, including this one. */
  send(signal: Signal): void
  /** Returns a function that stops listening. */
  listen(handler: (signal: Signal) => void): () => void
}

/** Within this process. */
export const createLocalSignals = (): Signals => {
  const handlers = new Set<(signal: Signal) => void>()
  return {
    send: (signal) => {
      for (const handler of handlers) handler(signal)
    },
    listen: (handler) => {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
  }
}
