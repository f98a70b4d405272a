import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeStatus } from '#contract/statuses.ts'
import { qpr } from '../../api/client.ts'
import { type ApiProblem, asProblem } from '../../api/problem.ts'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import { refreshCodes, takeFromLists } from './lists.ts'

export interface Progress {
  done: number
  total: number
}

/** A step succeeds or fails as a whole; small steps show progress. */
const stepSize = 100

/**
 * Archives or restores codes. They leave the list at once; the toast can undo it, and they return
 * to the list if the service refuses.
 */
export const useArchiving = () => {
  const words = useWords()
  const queryClient = useQueryClient()
  const tell = useToast()
  const [progress, setProgress] = useState<Progress | null>(null)

  const setStatus = async (ids: readonly string[], status: CodeStatus) => {
    const changed: string[] = []
    let problem: ApiProblem | null = null
    setProgress({ done: 0, total: ids.length })
    for (let from = 0; from < ids.length && !problem; from += stepSize) {
      const step = ids.slice(from, from + stepSize)
      try {
        await qpr.codes.archive({ ids: step, status })
        changed.push(...step)
        setProgress({ done: changed.length, total: ids.length })
      } catch (error) {
        problem = asProblem(error)
      }
    }
    setProgress(null)
    return { changed, problem }
  }

  /** `name`: of the code, where it is only one and the message names it. */
  const change = async (ids: readonly string[], status: CodeStatus, name?: string) => {
    const { codeList, code } = words
    const key = status === 'archived' ? 'archived' : 'unarchived'
    const putBack = takeFromLists(queryClient, new Set(ids))
    const { changed, problem } = await setStatus(ids, status)
    if (problem) {
      putBack()
      takeFromLists(queryClient, new Set(changed))
    }
    const undo = async () => {
      putBack()
      const back = await setStatus(changed, status === 'archived' ? 'active' : 'archived')
      if (back.problem) tell(problemText(words, back.problem))
      else if (name) tell(code[key === 'archived' ? 'unarchived' : 'archived'](name))
      await refreshCodes(queryClient)
    }
    const told = name ? code[key](name) : codeList[key](changed.length)
    const done = changed.length > 0 ? told : ''
    const failed = problem ? problemText(words, problem) : ''
    tell(
      [done, failed].filter(Boolean).join(' '),
      changed.length > 0 ? () => void undo() : undefined,
    )
    await refreshCodes(queryClient)
  }

  return { progress, change }
}
