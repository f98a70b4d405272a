import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { isDeep } from './depth.ts'
import { waysToMatch } from './expressions.bound.ts'
import type { Expression } from './expressions.ts'

/** Far more than any expression needs, and still cheap at one position of a text. */
const maxWays = 100_000_000

/** The expressions that may take more than linear time, each with recheck's result. */
export const slowExpressions = async (expressions: Expression[]): Promise<string[]> => {
  const unique = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]))]
  const slow: string[] = []
  const known = readKnown()
  const left = unique.filter(([text, { source, flags, place }]) => {
    const ways = waysToMatch(source, flags)
    if (ways > maxWays && Number.isFinite(ways)) slow.push(`${place} ${text} has ${ways} ways`)
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
  // Each loads recheck, which takes a second of processor time.
  const length = Math.min(availableParallelism(), left.length)
  await Promise.all(Array.from({ length }, work))
  // Without those that are no longer in the sources.
  keepKnown(unique.map(([text]) => text).filter((text) => known.has(text)))
  return slow
}

/**
 * Expressions that recheck has proved linear, which takes half a minute for all of them. The file
 * is part of the repository; the long form checks everything again.
 */
const file = new URL('../../regular-expressions.json', import.meta.url)

const readKnown = (): Set<string> =>
  isDeep ? new Set() : new Set(JSON.parse(readFileSync(file, 'utf8')))

const keepKnown = (known: string[]) => {
  const text = `${JSON.stringify(known.sort(), null, 2)}\n`
  if (text !== readFileSync(file, 'utf8')) writeFileSync(file, text)
}
