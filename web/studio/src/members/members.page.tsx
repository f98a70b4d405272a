import { useState } from 'react'
import { useMay, useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Page, Section } from '../ui/page.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { RoleTable } from './role-table.tsx'

/** Who belongs to the organization, who is invited, and what a role means. */
export const MembersPage = () => {
  const { members } = useWords()
  const { id } = useOrganization()
  const may = useMay()
  const [isInviting, setIsInviting] = useState(false)
  const { data, error, refetch } = useApi('/v1/organizations/{id}/members', {
    params: { path: { id } },
  })
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
        {error && !data ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : (
          <MemberTable members={data?.members} />
        )}
      </div>
      {may('invitations:read') && <Invitations />}
      <Section title={members.rolesTitle} text={members.rolesText}>
        <RoleTable />
      </Section>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}
