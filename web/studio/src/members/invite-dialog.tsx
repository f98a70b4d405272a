import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import type { Member } from './member-table.tsx'
import { useGrantableRoles } from './role-select.tsx'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { members, errors, ui } = useWords()
  const { id } = useOrganization()
  const tell = useToast()
  const grantable = useGrantableRoles()
  const invite = useChange('post', '/v1/organizations/{id}/members', {
    changes: ['/v1/organizations'],
  })
  const form = useForm<{ email: string; role: Member['role'] }>({
    initial: { email: '', role: 'editor' },
    isFreeToLeave: true,
    check: ({ email }) => ({
      email:
        email.trim() === ''
          ? errors.fields.required
          : /^[^\s@]+@[^\s@]+$/.test(email.trim())
            ? undefined
            : members.noAddress,
    }),
    save: ({ email, role }) =>
      invite.mutateAsync({ params: { path: { id } }, body: { email: email.trim(), role } }),
    onSaved: ({ email }) => {
      tell(members.invited(email.trim()))
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={members.invite} text={members.inviteText}>
      <Form
        form={form}
        action={members.send}
        isAlwaysReady
        others={<Button onClick={onClose}>{ui.cancel}</Button>}
      >
        <TextField label={members.email} type="email" autoComplete="off" {...form.field('email')} />
        <Select
          label={members.columns.role}
          hint={members.does[form.values.role]}
          choices={grantable}
          {...form.field('role')}
        />
      </Form>
    </Dialog>
  )
}
