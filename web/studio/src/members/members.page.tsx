import { useState } from 'react'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Page, Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { Invitations } from './invitations.tsx'
import { type Member, MemberTable } from './member-table.tsx'
import { useGrantableRoles } from './role-select.tsx'
import { RoleTable } from './role-table.tsx'

/** Members, invitations, and what each role may do. */
export const MembersPage = () => {
  const { members } = useWords()
  const may = useMay()
  const [isInviting, setIsInviting] = useState(false)
  return (
    <Page
      title={members.title}
      action={
        may('invitations:write') && (
          <Button kind="primary" icon="plus" onClick={() => setIsInviting(true)}>
            {members.invite}
          </Button>
        )
      }
    >
      <div className="mb-10">
        <MemberTable />
      </div>
      {may('invitations:read') && <Invitations />}
      <Section title={members.rolesTitle} text={members.rolesText}>
        <RoleTable />
      </Section>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}

const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { members, errors } = useWords()
  const { id } = useOrganization()
  const grantable = useGrantableRoles()
  const invite = useChange(qpr.members.invite, { changes: ['/v1/organizations'] })
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
    save: ({ email, role }) => invite.mutateAsync([id, { email: email.trim(), role }]),
    done: ({ email }) => members.invited(email.trim()),
  })
  return (
    <Dialog onClose={onClose} title={members.invite} text={members.inviteText}>
      <Form form={form} action={members.send} isAlwaysReady>
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
