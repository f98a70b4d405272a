import type { Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

export const RevokeDialog = (props: { apiKey: Schema<'ApiKey'>; onClose: () => void }) => {
  const { keys: words } = useWords()
  const { id, name } = props.apiKey
  const tell = useToast()
  const revoke = useChange('delete', '/v1/api-keys/{id}', {
    changes: ['/v1/api-keys'],
    onDone() {
      props.onClose()
      tell(words.isRevoked(name))
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      onConfirm={() => revoke.mutate({ params: { path: { id } } })}
      title={words.revokeTitle(name)}
      text={words.revokeText}
      action={words.revoke}
      isDanger
      change={revoke}
    />
  )
}
