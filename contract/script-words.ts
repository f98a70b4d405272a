/** The words that the script of the visitor's page needs; the service writes them into the page. */
export const scriptWords = [
  'stop',
  'stopped',
  'unsent',
  'offline',
  'reconnecting',
  'kept',
  'failed',
] as const

export type ScriptWords = Record<(typeof scriptWords)[number], string>

/** The words of the part that is loaded on first use; it has them in all languages. */
export const laterWords = [
  'copied',
  'closed',
  'timedOut',
  'limit',
  'thanks',
  'why',
  'send',
  'cancel',
  'failed',
  'deleteTitle',
  'deleteText',
  'deleteNow',
  'forgotten',
  'assistant',
  'human',
  'typing',
  'opens',
  'sent',
] as const

export type LaterWords = Record<(typeof laterWords)[number], string>
