import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { SecretOnce } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useFormat, useWords } from '../words/words.tsx'

const graces = { now: 0, hour: 3600, day: 86_400, week: 604_800 } as const
type Grace = keyof typeof graces

/** A new secret, once; the former one goes on counting for a while. */
export const RotateDialog = (props: { id: string; onClose: () => void }) => {
  const { webhooks: words } = useWords()
  const { instant } = useFormat()
  const [rotated, setRotated] = useState<Schema<'RotatedWebhook'> | null>(null)
  const rotate = useChange('post', '/v1/webhooks/{id}/rotate-secret', {
    changes: ['/v1/webhooks/{id}'],
  })
  const form = useForm<{ grace: Grace }>({
    initial: { grace: 'day' },
    isFreeToLeave: true,
    async save({ grace }) {
      const init = { params: { path: { id: props.id } }, body: { grace_seconds: graces[grace] } }
      setRotated(await rotate.mutateAsync(init))
    },
  })
  if (rotated === null) {
    return (
      <Dialog isOpen onClose={props.onClose} title={words.rotateTitle} text={words.rotateText}>
        <Form form={form} action={words.rotate} isAlwaysReady>
          <Select
            label={words.grace}
            choices={(Object.keys(graces) as Grace[]).map((value) => ({
              value,
              label: words.graces[value],
            }))}
            {...form.field('grace')}
          />
        </Form>
      </Dialog>
    )
  }
  const until = rotated.former_secret_expires_at
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={words.rotateTitle}
      text={until === null ? words.formerEnded : words.formerCounts(instant(until))}
    >
      <SecretOnce secret={rotated.secret} label={words.newSecret} onStored={props.onClose} />
    </Dialog>
  )
}
