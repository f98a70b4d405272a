import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '../../../../../sdk/typescript/src/index.ts'
import { qpr } from '../../api/client.ts'
import { type ApiProblem, asProblem } from '../../api/problem.ts'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import type { Progress } from './archiving.ts'
import { refreshCodes } from './lists.ts'

type Body = Input<'PATCH /v1/qpr-codes/bulk'>
export type BulkChanges = Omit<Body, 'ids'>

/** A step succeeds or fails as a whole; small steps show progress. */
const stepSize = 100

/** Changes tags, style and model of many codes, step by step. */
export const useBulkChanging = () => {
  const words = useWords()
  const queryClient = useQueryClient()
  const tell = useToast()
  const [progress, setProgress] = useState<Progress | null>(null)

  const change = async (ids: readonly string[], changes: BulkChanges) => {
    let changed = 0
    let problem: ApiProblem | null = null
    for (let from = 0; from < ids.length && !problem; from += stepSize) {
      setProgress({ done: from, total: ids.length })
      const step = ids.slice(from, from + stepSize)
      try {
        changed += (await qpr.codes.updateMany({ ids: step, ...changes })).changed
      } catch (error) {
        problem = asProblem(error)
      }
    }
    setProgress(null)
    const failed = problem ? problemText(words, problem) : ''
    const done = changed > 0 || !problem ? words.bulk.changed(changed) : ''
    tell([done, failed].filter(Boolean).join(' '))
    await refreshCodes(queryClient)
    await queryClient.invalidateQueries({ queryKey: ['/v1/tags'] })
  }

  return { progress, change }
}
