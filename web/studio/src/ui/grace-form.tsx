import { useWords } from '../words/words.tsx'
import { Select } from './field.tsx'
import { Form, useForm } from './form.tsx'

const graces = { now: 0, hour: 3600, day: 86_400, week: 604_800 } as const
type Grace = keyof typeof graces

interface GraceFormProps {
  label: string
  action: string
  rotate: (graceSeconds: number) => Promise<void>
}

/** Rotates a key or a secret, and asks when the current one expires. */
export const GraceForm = ({ label, action, rotate }: GraceFormProps) => {
  const { ui } = useWords()
  const form = useForm<{ grace: Grace }>({
    initial: { grace: 'day' },
    isFreeToLeave: true,
    save: ({ grace }) => rotate(graces[grace]),
  })
  return (
    <Form form={form} action={action} isAlwaysReady>
      <Select label={label} choices={ui.graces} {...form.field('grace')} />
    </Form>
  )
}
