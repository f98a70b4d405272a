/** The words that the script of the visitor's page needs; the service writes them into the page. */
export const scriptWords = [
  'assistant',
  'send',
  'stop',
  'copied',
  'thanks',
  'why',
  'stopped',
  'unsent',
  'offline',
  'reconnecting',
  'kept',
  'closed',
  'timedOut',
  'limit',
  'forgotten',
  'failed',
] as const

export type ScriptWords = Record<(typeof scriptWords)[number], string>
