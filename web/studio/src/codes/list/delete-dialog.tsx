import { useQueryClient } from '@tanstack/react-query'
import { forget, useChange } from '../../api/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/words.tsx'
import { type ListedCode, refreshCodes, takeFromLists } from './lists.ts'

/** There is no way back from here, so the name has to be typed. */
const DeleteDialog = (props: {
  code: Pick<ListedCode, 'id' | 'name'>
  onClose: () => void
  /** Before anything is read again: the page of a code has to be left first. */
  onDeleted?: () => Promise<void>
}) => {
  const { code, onClose, onDeleted } = props
  const { codeList, ui } = useWords()
  const queryClient = useQueryClient()
  const tell = useToast()
  const remove = useChange('delete', '/v1/qpr-codes/{id}')
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { path: { id: code.id } } })
    } catch {
      return
    }
    takeFromLists(queryClient, new Set([code.id]))
    onClose()
    await onDeleted?.()
    tell(codeList.deleted(code.name))
    await refreshCodes(queryClient)
    await forget(queryClient, ['/v1/organizations'])
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={codeList.deleteTitle(code.name)}
      text={codeList.deleteText}
      action={ui.delete}
      typeName={code.name}
      isDanger
      change={remove}
    />
  )
}

export default DeleteDialog
