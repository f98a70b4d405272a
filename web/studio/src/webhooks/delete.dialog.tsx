import { useNavigate } from '@tanstack/react-router'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import type { Webhook } from './state.tsx'

export const DeleteDialog = (props: { webhook: Webhook; onClose: () => void }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const { id } = props.webhook
  const tell = useToast()
  const navigate = useNavigate()
  const remove = useChange('delete', '/v1/webhooks/{id}')
  const confirm = () =>
    remove.mutate(
      { params: { path: { id } } },
      {
        async onSuccess() {
          // Leave the page first: it would request the deleted webhook again.
          await navigate({ to: '/$slug/webhooks', params: { slug } })
          tell(words.isDeleted)
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      onConfirm={confirm}
      title={words.deleteTitle}
      text={words.deleteText}
      action={words.delete}
      isDanger
      change={remove}
    />
  )
}
