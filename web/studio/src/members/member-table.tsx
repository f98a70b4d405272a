import { useState } from 'react'
import { useAccount } from '../api/account.ts'
import type { Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Notice } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useWords } from '../words/words.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleSelect } from './role-select.tsx'

export type Member = Schema<'Member'>

const fold = (email: string) => email.normalize('NFKC').toLowerCase()

export const MemberTable = ({ members }: { members: Member[] | undefined }) => {
  const { members: words, roles } = useWords()
  const { role: ownRole, id } = useOrganization()
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
  const onlyOwner = owners.length === 1 ? owners[0] : undefined

  return (
    <>
      <Table
        caption={words.title}
        rows={members}
        rowKey={(member) => member.id}
        skeletonRows={3}
        columns={[
          {
            key: 'email',
            header: words.columns.email,
            cell: (member) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {member.email}
                {isMe(member) && <Badge>{words.you}</Badge>}
              </span>
            ),
          },
          {
            key: 'role',
            header: words.columns.role,
            cell: (member) =>
              mayTouch(member) && !isOnlyOwner(member) ? (
                <RoleSelect member={member} isMe={isMe(member)} />
              ) : (
                roles[member.role]
              ),
          },
          {
            key: 'joined',
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
        <div className="mt-4">
          <Notice>
            {isMe(onlyOwner) ? words.youAreOnlyOwner : words.onlyOwner(onlyOwner.email)}
          </Notice>
        </div>
      )}
      {removing && (
        <RemoveDialog member={removing} isMe={isMe(removing)} onClose={() => setRemoving(null)} />
      )}
    </>
  )
}
