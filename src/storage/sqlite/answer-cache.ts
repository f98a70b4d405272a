import type { DatabaseSync } from 'node:sqlite'
import { createBounded } from '../../kit/bounded.ts'

type ReadAll = (parameters: readonly unknown[]) => unknown[]

export interface AnswerCache {
  /** Wraps one statement: the same question to an unchanged database gets the same answer. */
  remember(readAll: ReadAll): ReadAll
  /** Our own writer has committed. */
  drop(): void
}

const mostBytes = 24 * 2 ** 20

/**
 * Answers of the reader, kept until anything is committed. Our own commits are told; those of
 * another process (`qpr keys revoke`) change SQLite's data version, which is asked once in every
 * turn of the event loop. So an answer from here is the one that the file would give.
 */
export const createAnswerCache = (reader: DatabaseSync): AnswerCache => {
  const dataVersion = reader.prepare('pragma data_version')
  const answers = createBounded<unknown[]>('answers', { bytes: mostBytes })
  let version: unknown
  let isChecked = false
  let statements = 0

  const dropStale = () => {
    const current = dataVersion.get()?.data_version
    if (current !== version) {
      answers.clear()
      version = current
    }
    isChecked = true
    setImmediate(() => {
      isChecked = false
    })
  }

  return {
    remember(readAll) {
      statements += 1
      const prefix = statements
      return (parameters) => {
        if (!isChecked) dropStale()
        const question = `${prefix}${JSON.stringify(parameters)}`
        const known = answers.get(question)
        if (known) return known
        const rows = readAll(parameters)
        // Shared between requests from here on.
        answers.set(question, Object.freeze(rows.map(Object.freeze)) as unknown[])
        return rows
      }
    },
    drop: answers.clear,
  }
}
