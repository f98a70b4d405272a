import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { SecretOnce } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { GraceForm } from '../ui/grace-form.tsx'
import { useWords } from '../words/words.tsx'

/** Rotates a key. The current value keeps working until its grace period ends. */
export const RotateDialog = (props: { apiKey: Schema<'ApiKey'>; onClose: () => void }) => {
  const { keys: words } = useWords()
  const { id, name } = props.apiKey
  const [value, setValue] = useState<string | null>(null)
  const change = useChange('post', '/v1/api-keys/{id}/rotate', { changes: ['/v1/api-keys'] })
  const rotate = async (grace_seconds: number) => {
    const { key } = await change.mutateAsync({ params: { path: { id } }, body: { grace_seconds } })
    setValue(key)
  }
  return (
    <Dialog isOpen onClose={props.onClose} title={words.rotateTitle(name)} text={words.rotateText}>
      {value === null ? (
        <GraceForm label={words.grace} action={words.rotate} rotate={rotate} />
      ) : (
        <SecretOnce secret={value} label={words.yourKey} onStored={props.onClose} />
      )}
    </Dialog>
  )
}
