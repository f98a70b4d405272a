import { useState } from 'react'
import { useWords } from '../words/words.tsx'
import { SecretOnce } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Select } from './field.tsx'
import { Form, useForm } from './form.tsx'

const graces = { now: 0, hour: 3600, day: 86_400, week: 604_800 }

interface Rotated {
  secret: string
  /** Replaces the text of the dialog. */
  text?: string
}

interface RotateDialogProps {
  title: string
  text: string
  action: string
  /** Label of the question when the current value expires. */
  grace: string
  /** Label of the new value. */
  label: string
  rotate: (graceSeconds: number) => Promise<Rotated>
  onClose: () => void
}

/** Rotates a key or a secret, asks when the current one expires, and shows the new one once. */
export const RotateDialog = (props: RotateDialogProps) => {
  const { title, text, action, grace, label, rotate, onClose } = props
  const { ui } = useWords()
  const [rotated, setRotated] = useState<Rotated | null>(null)
  const form = useForm<{ grace: keyof typeof graces }>({
    initial: { grace: 'day' },
    isFreeToLeave: true,
    save: async (values) => setRotated(await rotate(graces[values.grace])),
  })
  return (
    <Dialog onClose={onClose} title={title} text={rotated?.text ?? text}>
      {rotated ? (
        <SecretOnce secret={rotated.secret} label={label} onStored={onClose} />
      ) : (
        <Form form={form} action={action} isAlwaysReady staysOpen>
          <Select label={grace} choices={ui.graces} {...form.field('grace')} />
        </Form>
      )}
    </Dialog>
  )
}
