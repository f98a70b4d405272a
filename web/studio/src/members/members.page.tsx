import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { may, type Permission, roles } from '#contract/roles.ts'
import { useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import type { Member } from '../api/members.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { useAsk } from '../ui/ask.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { copyText } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Notice } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { MemberTable, useGrantableRoles } from './member-table.tsx'

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
  const isMailed = useIsMailed()
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
    done: ({ email }) => (isMailed ? members.invited : members.ready)(email.trim()),
  })
  return (
    <Dialog
      onClose={onClose}
      title={members.invite}
      text={isMailed ? members.inviteText : members.inviteByLink}
    >
      <Form form={form} action={isMailed ? members.send : members.create} isAlwaysReady>
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

/** From the table of permissions that the service uses, so the table is always correct. */
const abilities = {
  read: 'codes:read',
  write: 'codes:write',
  delete: 'codes:delete',
  export: 'conversations:export',
  webhooksRead: 'webhooks:read',
  webhooksWrite: 'webhooks:write',
  members: 'members:write',
  settings: 'organization:write',
  planRead: 'subscription:read',
  planWrite: 'subscription:write',
  deleteOrganization: 'organization:delete',
} as const satisfies Record<string, Permission>

const names = Object.keys(abilities) as (keyof typeof abilities)[]

const RoleTable = () => {
  const { members, roles: roleNames } = useWords()
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className="card relative overflow-x-auto"
    >
      <table className="w-full">
        <caption className="sr-only">{members.rolesTitle}</caption>
        <thead>
          <tr className="text-small text-muted">
            <td />
            {roles.map((role) => (
              <th key={role} scope="col" className="px-1.5 pt-4 pb-2 font-medium sm:w-24">
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((ability) => (
            <tr key={ability} className="border-t border-line">
              <th
                scope="row"
                className="py-2.5 pr-1 pl-3 text-left font-normal text-small sm:pl-4 sm:text-base"
              >
                {members.abilities[ability]}
              </th>
              {roles.map((role) => {
                const is = may(role, abilities[ability])
                return (
                  <td key={role} className="px-2 text-center">
                    {is && <Icon name="check" className="mx-auto text-accent" />}
                    <span className="sr-only">{is ? members.yes : members.no}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Invitation = Schema<'Invitation'>

/** Until it is known, mails are sent: most services do. */
const useIsMailed = () => useAccount().data?.mail_configured ?? true

const changes = ['/v1/organizations/{id}/invitations'] as const

/** Invitations that are not accepted yet. */
const Invitations = () => {
  const { members, roles } = useWords()
  const { id, role: ownRole } = useOrganization()
  const query = useRead(qpr.invitations.list, id)
  const isMailed = useIsMailed()
  return (
    <Section title={members.invitations}>
      {!isMailed && <Notice className="mb-4">{members.noMail}</Notice>}
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
            <span className="inline-flex items-center gap-1">
              <CopyLink invitation={invitation} />
              <InvitationMenu invitation={invitation} />
            </span>
          ) : null
        }
      />
    </Section>
  )
}

/** Read when it is copied, because each read is in the audit log. */
const CopyLink = ({ invitation }: { invitation: Invitation }) => {
  const { members } = useWords()
  const { id } = useOrganization()
  const toast = useToast()
  const isMailed = useIsMailed()
  const button = useRef<HTMLButtonElement>(null)
  const { email, invitation_id } = invitation
  const copy = useMutation({
    async mutationFn() {
      const { url } = await qpr.invitations.getLink(id, invitation_id)
      await copyText(url, button.current)
      toast(members.linkCopied(email))
    },
    onError: useTellProblem(),
    networkMode: 'always',
  })
  return (
    <Button
      ref={button}
      kind={isMailed ? 'quiet' : 'plain'}
      icon="copy"
      isPending={copy.isPending}
      aria-label={members.copyLinkOf(email)}
      onClick={() => copy.mutate()}
    >
      {members.copyLink}
    </Button>
  )
}

const InvitationMenu = ({ invitation }: { invitation: Invitation }) => {
  const { members } = useWords()
  const { id } = useOrganization()
  const toast = useToast()
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
  const isMailed = useIsMailed()
  const again = useChange(qpr.invitations.resend, {
    changes,
    onDone: () => toast(isMailed ? members.invited(email) : members.renewed(email)),
  })
  const onError = useTellProblem()
  const resend = () => again.mutate([id, invitation_id], { onError })
  const copy = async () => {
    await copyText(email)
    toast(members.addressCopied)
  }
  return (
    <Menu
      label={members.actionsOf(email)}
      trigger={<IconButton icon="more" label={members.actionsOf(email)} />}
    >
      <MenuItem icon="refresh" onSelect={resend}>
        {isMailed ? members.resend : members.renew}
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
