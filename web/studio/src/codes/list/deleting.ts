import { useQueryClient } from '@tanstack/react-query'
import { qpr } from '../../api/client.ts'
import { invalidate, useChange } from '../../api/query.ts'
import { useAsk } from '../../ui/ask.tsx'
import { useWords } from '../../words/words.tsx'
import { type ListedCode, refreshCodes, takeFromLists } from './lists.ts'

/**
 * Deletes a code. The deletion is permanent, so the name has to be typed. `onDeleted` is called before
 * anything is read again: the page of the code must be left first.
 */
export const useDeleting = (onDeleted?: () => Promise<void>) => {
  const { codeList, ui } = useWords()
  const queryClient = useQueryClient()
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
        takeFromLists(queryClient, new Set([id]))
        await onDeleted?.()
        void refreshCodes(queryClient)
        void invalidate(queryClient, ['/v1/organizations'])
      },
      done: codeList.deleted(name),
    })
}
