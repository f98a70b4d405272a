import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { SecretOnce } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'

const graces = { now: 0, hour: 3600, day: 86_400, week: 604_800 } as const
type Grace = keyof typeof graces

/** A new text for the same key; the former one goes on for a while. */
export const RotateDialog = (props: { apiKey: Schema<'ApiKey'>; onClose: () => void }) => {
  const { keys: words } = useWords()
  const { id, name } = props.apiKey
  const [text, setText] = useState<string | null>(null)
  const rotate = useChange('post', '/v1/api-keys/{id}/rotate', { changes: ['/v1/api-keys'] })
  const form = useForm<{ grace: Grace }>({
    initial: { grace: 'day' },
    isFreeToLeave: true,
    async save({ grace }) {
      const init = { params: { path: { id } }, body: { grace_seconds: graces[grace] } }
      setText((await rotate.mutateAsync(init)).key)
    },
  })
  return (
    <Dialog isOpen onClose={props.onClose} title={words.rotateTitle(name)} text={words.rotateText}>
      {text === null ? (
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
      ) : (
        <SecretOnce secret={text} label={words.yourKey} onStored={props.onClose} />
      )}
    </Dialog>
  )
}
