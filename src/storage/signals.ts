/** What processes tell each other after a commit. Nothing depends on it but promptness. */
export type Signal =
  | { kind: 'code-changed'; shortId: string }
  | { kind: 'scans-recorded'; organizationId: string }
  | { kind: 'events-added'; organizationId: string }
  | { kind: 'deliveries-due'; webhookId: string }
  /** An answer has grown or ended, or the conversation has. */
  | { kind: 'conversation-changed'; conversationId: string }
  /** Whichever process runs an answer in this conversation must end it now. */
  | { kind: 'turn-stopped'; conversationId: string }
  /** Something may have been missed: whoever keeps anything must look again. */
  | { kind: 'reconnected' }

export interface Signals {
  /** To every process of the service, this one included. */
  send(signal: Signal): void
  /** Answers how to stop listening. */
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
