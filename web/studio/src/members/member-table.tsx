import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { dropOrganization, useMay, useOrganization } from '../api/organization.ts'
import { forget, queryOf, useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge, Notice } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { RoleSelect } from './role-select.tsx'

export type Member = Schema<'Member'>

const fold = (email: string) => email.normalize('NFKC').toLowerCase()

export const MemberTable = () => {
  const { members: words, roles } = useWords()
  const organization = useOrganization()
  const { role: ownRole, id } = organization
  const query = useQuery(queryOf(qpr.members.list, id))
  const members = query.data?.members
  const remove = useChange(qpr.members.remove)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tell = useToast()
  const { data: account } = useAccount()
  const may = useMay()
  const [removing, setRemoving] = useState<Member | null>(null)
  const isMe = ({ email }: Member) =>
    account !== undefined && fold(email) === fold(account.user.email)
  const owners = members?.filter(({ role }) => role === 'owner') ?? []
  const isOnlyOwner = ({ role }: Member) => role === 'owner' && owners.length === 1
  const mayTouch = ({ role }: Member) =>
    may('members:write') && (role !== 'owner' || ownRole === 'owner')
  const isHome = account?.default_organization_id === id
  const confirm = async (member: Member) => {
    await remove.mutateAsync([id, member.id])
    if (isMe(member)) {
      tell(words.left(organization.name))
      await dropOrganization(queryClient, organization, () => navigate({ to: '/' }))
    } else {
      tell(words.removed(member.email))
      await forget(queryClient, ['/v1/organizations'])
    }
  }
  const onlyOwner = owners.length === 1 ? owners[0] : undefined

  return (
    <>
      <Table
        caption={words.title}
        query={query}
        rows={members}
        rowKey={(member) => member.id}
        skeletonRows={3}
        columns={[
          {
            header: words.columns.email,
            cell: (member) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {member.email}
                {isMe(member) && <Badge>{words.you}</Badge>}
              </span>
            ),
          },
          {
            header: words.columns.role,
            cell: (member) =>
              mayTouch(member) && !isOnlyOwner(member) ? (
                <RoleSelect member={member} isMe={isMe(member)} />
              ) : (
                roles[member.role]
              ),
          },
          {
            header: words.columns.joined,
            cell: ({ joined_at }) => <Time at={joined_at} />,
          },
        ]}
        rowActions={(member) => {
          if (isOnlyOwner(member)) return null
          if (isMe(member)) {
            return isHome ? null : (
              <Button kind="quiet" onClick={() => setRemoving(member)}>
                {words.leave}
              </Button>
            )
          }
          return mayTouch(member) ? (
            <Button
              kind="quiet"
              aria-label={words.removeOne(member.email)}
              onClick={() => setRemoving(member)}
            >
              {words.remove}
            </Button>
          ) : null
        }}
      />
      {onlyOwner && may('members:write') && (
        <Notice className="mt-4">
          {isMe(onlyOwner) ? words.youAreOnlyOwner : words.onlyOwner(onlyOwner.email)}
        </Notice>
      )}
      {removing && (
        <ConfirmDialog
          onClose={() => setRemoving(null)}
          onConfirm={() => confirm(removing)}
          title={
            isMe(removing) ? words.leaveTitle(organization.name) : words.removeTitle(removing.email)
          }
          text={isMe(removing) ? words.leaveText : words.removeText}
          action={isMe(removing) ? words.leave : words.remove}
          isDanger
        />
      )}
    </>
  )
}
