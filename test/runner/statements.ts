import { appendFileSync } from 'node:fs'
import { Client } from 'pg'
import { WatchedClient } from '../../src/platform/store/postgres/postgres-connection.ts'

/** Texts that the service sent. They are written to the file of the runner once. */
const sent = new Set<string>()

let fresh: string[] = []

/**
 * Records the text of every statement that the service sends to PostgreSQL in this process. Tests
 * read the database of the service too, and migrations change all of it at once, so a text that is
 * new is attributed by its stack.
 */
export const recordStatements = () => {
  const query = Client.prototype.query as (...args: unknown[]) => unknown
  Client.prototype.query = function recorded(this: Client, ...args: unknown[]) {
    if (this instanceof WatchedClient) record(textOf(args[0]))
    return query.apply(this, args)
  } as typeof Client.prototype.query
}

/** Appends the texts that are new since the last call, one as JSON on each line. */
export const saveStatements = (file: string) => {
  if (fresh.length > 0)
    appendFileSync(file, fresh.map((text) => `${JSON.stringify(text)}\n`).join(''))
  fresh = []
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as { text: string }).text

const record = (text: string) => {
  if (sent.has(text) || isOfOthers(stack())) return
  sent.add(text)
  fresh.push(text)
}

const stack = (): string => {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const { stack: frames = '' } = new Error()
  Error.stackTraceLimit = before
  return frames
}

/** The nearest frame outside the storage layer and the libraries decides. */
const isOfOthers = (frames: string): boolean => {
  const caller = frames.split('\n').find((frame) => isOurs.test(frame) && !isPlumbing.test(frame))
  return caller !== undefined && isOther.test(caller)
}

const isOurs = /\/(src|test)\//
const isPlumbing =
  /node_modules|\/src\/platform\/store\/(postgres\/|prepared|together|bulk)|\/test\/runner\//
const isOther = /\/test\/|\.test\.ts|\/src\/platform\/store\/migrations\//
