import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useApi, useChange } from '../api/query.ts'
import { IconButton } from '../ui/button.tsx'
import { copyText } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Section } from '../ui/page.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'

type Invitation = Schema<'Invitation'>

const changes = ['/v1/organizations/{id}/invitations'] as const

/** Those that nobody has accepted yet. */
export const Invitations = () => {
  const { members, roles } = useWords()
  const { id, role: ownRole } = useOrganization()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const { data, error, refetch } = useApi('/v1/organizations/{id}/invitations', {
    params: { path: { id } },
  })
  return (
    <Section title={members.invitations}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          caption={members.invitations}
          rows={data?.invitations}
          rowKey={({ invitation_id }) => invitation_id}
          skeletonRows={1}
          empty={<p className="text-muted">{members.noInvitation}</p>}
          columns={[
            { key: 'email', header: members.columns.email, cell: ({ email }) => email },
            { key: 'role', header: members.columns.role, cell: ({ role }) => roles[role] },
            {
              key: 'expires',
              header: members.columns.expires,
              cell: ({ expires_at }) => <Time at={expires_at} />,
            },
          ]}
          rowActions={(invitation) =>
            invitation.role !== 'owner' || ownRole === 'owner' ? (
              <InvitationMenu invitation={invitation} onRevoke={() => setRevoking(invitation)} />
            ) : null
          }
        />
      )}
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  )
}

const InvitationMenu = (props: { invitation: Invitation; onRevoke: () => void }) => {
  const words = useWords()
  const { members } = words
  const { id } = useOrganization()
  const tell = useToast()
  const { email, invitation_id } = props.invitation
  const again = useChange('post', '/v1/organizations/{id}/invitations/{invitation_id}/resend', {
    changes: [...changes],
  })
  const resend = () =>
    again.mutate(
      { params: { path: { id, invitation_id } } },
      {
        onSuccess: () => tell(members.invited(email)),
        onError: (error) => tell(problemText(words, error)),
      },
    )
  const copy = async () => {
    await copyText(email)
    tell(members.addressCopied)
  }
  return (
    <Menu
      label={members.actionsOf(email)}
      trigger={<IconButton icon="more" label={members.actionsOf(email)} />}
    >
      <MenuItem icon="refresh" onSelect={resend}>
        {members.resend}
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => void copy()}>
        {members.copyAddress}
      </MenuItem>
      <MenuItem icon="trash" isDanger onSelect={props.onRevoke}>
        {members.revoke}
      </MenuItem>
    </Menu>
  )
}

const RevokeDialog = (props: { invitation: Invitation; onClose: () => void }) => {
  const { members } = useWords()
  const { id } = useOrganization()
  const tell = useToast()
  const { email, invitation_id } = props.invitation
  const revoke = useChange('delete', '/v1/organizations/{id}/invitations/{invitation_id}', {
    changes: [...changes],
    onDone: () => {
      props.onClose()
      tell(members.revoked(email))
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      onConfirm={() => revoke.mutate({ params: { path: { id, invitation_id } } })}
      title={members.revokeTitle(email)}
      text={members.revokeText}
      action={members.revoke}
      isDanger
      change={revoke}
    />
  )
}
