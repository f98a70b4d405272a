import { useQueryClient } from '@tanstack/react-query'
import { qpr } from '../../api/client.ts'
import { forget, useChange } from '../../api/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/words.tsx'
import { type ListedCode, refreshCodes, takeFromLists } from './lists.ts'

/** The deletion is permanent, so the name has to be typed. */
const DeleteDialog = (props: {
  code: Pick<ListedCode, 'id' | 'name'>
  onClose: () => void
  /** Called before anything is read again: the page of the code must be left first. */
  onDeleted?: () => Promise<void>
}) => {
  const { code, onClose, onDeleted } = props
  const { codeList, ui } = useWords()
  const queryClient = useQueryClient()
  const tell = useToast()
  const remove = useChange(qpr.codes.delete)
  const confirm = async () => {
    await remove.mutateAsync([code.id])
    takeFromLists(queryClient, new Set([code.id]))
    await onDeleted?.()
    tell(codeList.deleted(code.name))
    void refreshCodes(queryClient)
    void forget(queryClient, ['/v1/organizations'])
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={codeList.deleteTitle(code.name)}
      text={codeList.deleteText}
      action={ui.delete}
      typeName={code.name}
      isDanger
    />
  )
}

export default DeleteDialog
