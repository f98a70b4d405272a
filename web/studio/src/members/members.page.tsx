import { useState } from 'react'
import { useMay } from '../api/organization.ts'
import { Button } from '../ui/button.tsx'
import { Page, Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
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
