import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { useAsk } from '../ui/ask.tsx'
import { IconButton } from '../ui/button.tsx'
import { copyText } from '../ui/copy.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

type Invitation = Schema<'Invitation'>

const changes: ['/v1/organizations/{id}/invitations'] = ['/v1/organizations/{id}/invitations']

/** Invitations that are not accepted yet. */
export const Invitations = () => {
  const { members, roles } = useWords()
  const { id, role: ownRole } = useOrganization()
  const query = useRead(qpr.invitations.list, id)
  return (
    <Section title={members.invitations}>
      <Table
        caption={members.invitations}
        query={query}
        rows={query.data?.invitations}
        rowKey={({ invitation_id }) => invitation_id}
        skeletonRows={1}
        empty={<p className="text-muted">{members.noInvitation}</p>}
        columns={[
          { header: members.columns.email, cell: ({ email }) => email },
          { header: members.columns.role, cell: ({ role }) => roles[role] },
          {
            header: members.columns.expires,
            cell: ({ expires_at }) => <Time at={expires_at} />,
          },
        ]}
        rowActions={(invitation) =>
          invitation.role !== 'owner' || ownRole === 'owner' ? (
            <InvitationMenu invitation={invitation} />
          ) : null
        }
      />
    </Section>
  )
}

const InvitationMenu = ({ invitation }: { invitation: Invitation }) => {
  const { members } = useWords()
  const { id } = useOrganization()
  const tell = useToast()
  const { email, invitation_id } = invitation
  const ask = useAsk()
  const revoke = useChange(qpr.invitations.revoke, { changes })
  const askToRevoke = () =>
    ask({
      title: members.revokeTitle(email),
      text: members.revokeText,
      action: members.revoke,
      isDanger: true,
      onConfirm: () => revoke.mutateAsync([id, invitation_id]),
      done: members.revoked(email),
    })
  const again = useChange(qpr.invitations.resend, {
    changes,
    onDone: () => tell(members.invited(email)),
  })
  const onError = useTellProblem()
  const resend = () => again.mutate([id, invitation_id], { onError })
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
      <MenuItem icon="trash" isDanger onSelect={askToRevoke}>
        {members.revoke}
      </MenuItem>
    </Menu>
  )
}
