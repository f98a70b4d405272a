import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { SecretOnce } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { GraceForm } from '../ui/grace-form.tsx'
import { useFormat, useWords } from '../words/words.tsx'

/** Rotates the secret and shows the new one once. The old one stays valid for a while. */
export const RotateDialog = (props: { id: string; onClose: () => void }) => {
  const { webhooks: words } = useWords()
  const { instant } = useFormat()
  const [rotated, setRotated] = useState<Schema<'RotatedWebhook'> | null>(null)
  const change = useChange('post', '/v1/webhooks/{id}/rotate-secret', {
    changes: ['/v1/webhooks/{id}'],
  })
  const rotate = async (grace_seconds: number) => {
    const path = { id: props.id }
    setRotated(await change.mutateAsync({ params: { path }, body: { grace_seconds } }))
  }
  const until = rotated?.former_secret_expires_at
  const ending = until ? words.formerCounts(instant(until)) : words.formerEnded
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={words.rotateTitle}
      text={rotated ? ending : words.rotateText}
    >
      {rotated ? (
        <SecretOnce secret={rotated.secret} label={words.newSecret} onStored={props.onClose} />
      ) : (
        <GraceForm label={words.grace} action={words.rotate} rotate={rotate} />
      )}
    </Dialog>
  )
}
