import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { waysToMatch } from './expressions.bound.ts'
import type { Expression } from './expressions.ts'

/** Far more than any expression needs, and still cheap at one position of a text. */
const maxWays = 100_000_000

/** The expressions that may take more than linear time, each with recheck's result. */
export const slowExpressions = async (expressions: Expression[]): Promise<string[]> => {
  const unique = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]))]
  const slow: string[] = []
  const left = unique.filter(([text, { source, flags, place }]) => {
    const ways = waysToMatch(source, flags)
    if (ways > maxWays && Number.isFinite(ways)) slow.push(`${place} ${text} has ${ways} ways`)
    return !Number.isFinite(ways)
  })
  const work = async () => {
    const worker = new Worker(new URL('expressions.worker.ts', import.meta.url))
    for (let next = left.pop(); next; next = left.pop()) {
      const [text, expression] = next
      worker.postMessage(expression)
      const [complaint] = await once(worker, 'message')
      if (complaint) slow.push(`${expression.place} ${text} ${complaint}`)
    }
    await worker.terminate()
  }
  // Each loads recheck, which takes a second of processor time.
  const length = Math.min(availableParallelism(), left.length)
  await Promise.all(Array.from({ length }, work))
  return slow
}
