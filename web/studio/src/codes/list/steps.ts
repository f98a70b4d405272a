import { useState } from 'react'
import { type ApiProblem, asProblem } from '../../api/problem.ts'

export interface Progress {
  done: number
  total: number
}

/** A step succeeds or fails as a whole; small steps show progress. */
const stepSize = 100

/** Sends the ids of many codes step by step, until all are sent or a step fails. */
export const useSteps = () => {
  const [progress, setProgress] = useState<Progress | null>(null)
  const run = async (ids: readonly string[], send: (ids: string[]) => Promise<unknown>) => {
    let problem: ApiProblem | null = null
    let done = 0
    while (done < ids.length && !problem) {
      setProgress({ done, total: ids.length })
      const step = ids.slice(done, done + stepSize)
      try {
        await send(step)
        done += step.length
      } catch (error) {
        problem = asProblem(error)
      }
    }
    setProgress(null)
    return { sent: ids.slice(0, done), problem }
  }
  return { progress, run }
}
