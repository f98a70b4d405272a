import { useState } from 'react'
import type { CodeStatus } from '#contract/statuses.ts'
import type { Input } from '../../../../../sdk/typescript/src/index.ts'
import { qpr } from '../../api/client.ts'
import { type ApiProblem, asProblem } from '../../api/problem.ts'
import { invalidate, useChange } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { useAsk } from '../../ui/ask.tsx'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import { type ListedCode, refreshCodes, takeFromLists } from './lists.ts'

/**
 * Archives or restores codes. They leave the list at once; the toast can undo it, and they return
 * to the list if the service refuses.
 */
export const useArchiving = () => {
  const words = useWords()
  const toast = useToast()
  const { progress, run } = useSteps()
  const setStatus = (ids: readonly string[], status: CodeStatus) =>
    run(ids, (step) => qpr.codes.archive({ ids: step, status }))

  /** `name`: of the code, where it is only one and the message names it. */
  const change = async (ids: readonly string[], status: CodeStatus, name?: string) => {
    const { codeList, code } = words
    const key = status === 'archived' ? 'archived' : 'unarchived'
    const putBack = takeFromLists(new Set(ids))
    const { sent, problem } = await setStatus(ids, status)
    if (problem) {
      putBack()
      takeFromLists(new Set(sent))
    }
    const undo = async () => {
      putBack()
      const back = await setStatus(sent, status === 'archived' ? 'active' : 'archived')
      if (back.problem) toast(problemText(words, back.problem))
      else if (name) toast(code[key === 'archived' ? 'unarchived' : 'archived'](name))
      await refreshCodes()
    }
    const sentence = name ? code[key](name) : codeList[key](sent.length)
    const done = sent.length > 0 ? sentence : ''
    const failed = problem ? problemText(words, problem) : ''
    toast([done, failed].filter(Boolean).join(' '), sent.length > 0 ? () => void undo() : undefined)
    await refreshCodes()
  }

  return { progress, change }
}

/**
 * Deletes a code. The deletion is permanent, so the name has to be typed. `onDeleted` is called before
 * anything is read again: the page of the code must be left first.
 */
export const useDeleting = (onDeleted?: () => Promise<void>) => {
  const { codeList, ui } = useWords()
  const ask = useAsk()
  const remove = useChange(qpr.codes.delete)
  return ({ id, name }: Pick<ListedCode, 'id' | 'name'>) =>
    ask({
      title: codeList.deleteTitle(name),
      text: codeList.deleteText,
      action: ui.delete,
      typeName: name,
      isDanger: true,
      async onConfirm() {
        await remove.mutateAsync([id])
        takeFromLists(new Set([id]))
        await onDeleted?.()
        void refreshCodes()
        void invalidate(queryClient, ['/v1/organizations'])
      },
      done: codeList.deleted(name),
    })
}

export type BulkChangeFields = Omit<Input<'PATCH /v1/qpr-codes/bulk'>, 'ids'>

/** Changes tags, style and model of many codes, or gives them the brand, step by step. */
export const useBulkChanging = () => {
  const words = useWords()
  const toast = useToast()
  const ask = useAsk()
  const { progress, run } = useSteps()

  const change = async (ids: readonly string[], changes: BulkChangeFields) => {
    let changed = 0
    const { problem } = await run(ids, async (step) => {
      changed += (await qpr.codes.updateMany({ ids: step, ...changes })).changed
    })
    const failed = problem ? problemText(words, problem) : ''
    const done = changed > 0 || !problem ? words.bulk.changed(changed) : ''
    toast([done, failed].filter(Boolean).join(' '))
    await refreshCodes()
    await queryClient.invalidateQueries({ queryKey: ['/v1/tags'] })
  }

  /** Removes the own style and logo of the codes; it cannot be undone, so it asks. */
  const applyBrand = (ids: readonly string[], onApplied: () => void) =>
    ask({
      title: words.bulk.applyBrandTitle(ids.length),
      text: words.bulk.applyBrandText,
      action: words.bulk.applyBrand,
      async onConfirm() {
        let changed = 0
        const { problem } = await run(ids, async (step) => {
          changed += (await qpr.codes.applyBrand({ ids: step })).changed
        })
        if (problem) throw problem
        onApplied()
        toast(words.bulk.brandApplied(changed))
        await refreshCodes()
      },
    })

  return { progress, change, applyBrand }
}

export interface Progress {
  done: number
  total: number
}

/** A step succeeds or fails as a whole; small steps show progress. */
const stepSize = 100

/** Sends the ids of many codes step by step, until all are sent or a step fails. */
const useSteps = () => {
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
