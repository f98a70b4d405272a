import { useQueryClient } from '@tanstack/react-query'
import type { CodeStatus } from '#contract/statuses.ts'
import { qpr } from '../../api/client.ts'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import { refreshCodes, takeFromLists } from './lists.ts'
import { useSteps } from './steps.ts'

/**
 * Archives or restores codes. They leave the list at once; the toast can undo it, and they return
 * to the list if the service refuses.
 */
export const useArchiving = () => {
  const words = useWords()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { progress, run } = useSteps()
  const setStatus = (ids: readonly string[], status: CodeStatus) =>
    run(ids, (step) => qpr.codes.archive({ ids: step, status }))

  /** `name`: of the code, where it is only one and the message names it. */
  const change = async (ids: readonly string[], status: CodeStatus, name?: string) => {
    const { codeList, code } = words
    const key = status === 'archived' ? 'archived' : 'unarchived'
    const putBack = takeFromLists(queryClient, new Set(ids))
    const { sent, problem } = await setStatus(ids, status)
    if (problem) {
      putBack()
      takeFromLists(queryClient, new Set(sent))
    }
    const undo = async () => {
      putBack()
      const back = await setStatus(sent, status === 'archived' ? 'active' : 'archived')
      if (back.problem) toast(problemText(words, back.problem))
      else if (name) toast(code[key === 'archived' ? 'unarchived' : 'archived'](name))
      await refreshCodes(queryClient)
    }
    const sentence = name ? code[key](name) : codeList[key](sent.length)
    const done = sent.length > 0 ? sentence : ''
    const failed = problem ? problemText(words, problem) : ''
    toast([done, failed].filter(Boolean).join(' '), sent.length > 0 ? () => void undo() : undefined)
    await refreshCodes(queryClient)
  }

  return { progress, change }
}
