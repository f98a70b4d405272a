import type { DatabaseSync } from 'node:sqlite'
import { createBounded } from '../../kit/bounded.ts'

type ReadAll = (parameters: readonly unknown[]) => unknown[]

export interface AnswerCache {
  /** Wraps a statement: the same query on an unchanged database gets the cached result. */
  remember(readAll: ReadAll): ReadAll
  /** Called after a commit of our own writer. */
  drop(): void
  /** Changes whenever the results are dropped. */
  version(): number
}

const maxBytes = 24 * 2 ** 20

/**
 * Caches results of the reader until the next commit. Our own commits clear it directly. Commits of
 * another process (`qpr keys revoke`) change SQLite's data version, which is checked once per turn
 * of the event loop. A cached result therefore equals the result of the file.
 */
export const createAnswerCache = (reader: DatabaseSync): AnswerCache => {
  const dataVersion = reader.prepare('pragma data_version')
  const answers = createBounded<unknown[]>('answers', { bytes: maxBytes })
  let version: unknown
  let drops = 0
  let isChecked = false
  let statements = 0

  const drop = () => {
    answers.clear()
    drops += 1
    version = dataVersion.get()?.data_version
  }

  const dropStale = () => {
    if (dataVersion.get()?.data_version !== version) drop()
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
        // Frozen, because requests share the rows from here on.
        answers.set(question, Object.freeze(rows.map(Object.freeze)) as unknown[])
        return rows
      }
    },
    drop,
    version() {
      if (!isChecked) dropStale()
      return drops
    },
  }
}
