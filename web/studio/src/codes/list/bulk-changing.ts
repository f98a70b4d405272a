import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '../../../../../sdk/typescript/src/index.ts'
import { qpr } from '../../api/client.ts'
import { useAsk } from '../../ui/ask.tsx'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from '../../words/problems.ts'
import { useWords } from '../../words/words.tsx'
import { refreshCodes } from './lists.ts'
import { useSteps } from './steps.ts'

export type BulkChangeFields = Omit<Input<'PATCH /v1/qpr-codes/bulk'>, 'ids'>

/** Changes tags, style and model of many codes, or gives them the brand, step by step. */
export const useBulkChanging = () => {
  const words = useWords()
  const queryClient = useQueryClient()
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
    await refreshCodes(queryClient)
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
        await refreshCodes(queryClient)
      },
    })

  return { progress, change, applyBrand }
}
