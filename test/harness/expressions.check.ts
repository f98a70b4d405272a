import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { waysToMatch } from './expressions.bound.ts'
import type { Expression } from './expressions.ts'

/** Far more than any expression needs, and still cheap at one position of a text. */
const mostWays = 100_000_000

/** The expressions that may take more than linear time, each with recheck's result. */
export const slowExpressions = async (expressions: Expression[]): Promise<string[]> => {
  const unique = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]))]
  const slow: string[] = []
  const known = readKnown()
  const left = unique.filter(([text, { source, flags, place }]) => {
    const ways = waysToMatch(source, flags)
    if (ways > mostWays && Number.isFinite(ways)) slow.push(`${place} ${text} has ${ways} ways`)
    return !Number.isFinite(ways) && !known.has(text)
  })
  const work = async () => {
    const worker = new Worker(new URL('expressions.worker.ts', import.meta.url))
    for (let next = left.pop(); next; next = left.pop()) {
      const [text, expression] = next
      worker.postMessage(expression)
      const [complaint] = await once(worker, 'message')
      if (!complaint) known.add(text)
      else slow.push(`${expression.place} ${text} ${complaint}`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  keepKnown(known)
  return slow
}

// Beside the packages, so that another version of recheck uses another file.
const folder = new URL('../../node_modules/.cache/expressions/', import.meta.url)
const file = new URL('recheck-4.5.json', folder)

/** Cached results of recheck, which takes half a minute for all expressions. */
const readKnown = (): Set<string> => {
  try {
    return new Set(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return new Set()
  }
}

const keepKnown = (known: Set<string>) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify([...known]))
}
