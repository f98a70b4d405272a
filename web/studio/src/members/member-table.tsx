import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { isSameAddress, type Member } from '../api/members.ts'
import { dropOrganization, useMay, useOrganization } from '../api/organization.ts'
import { invalidate, useChange } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { useRead } from '../api/read.ts'
import { useAsk } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { SelectBox } from '../ui/field.tsx'
import { Badge, Notice } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

export const MemberTable = () => {
  const { members: words, roles } = useWords()
  const organization = useOrganization()
  const { role: ownRole, id } = organization
  const query = useRead(qpr.members.list, id)
  const members = query.data?.members
  const remove = useChange(qpr.members.remove)
  const navigate = useNavigate()
  const ask = useAsk()
  const { data: account } = useAccount()
  const may = useMay()
  const isMe = ({ email }: Member) =>
    account !== undefined && isSameAddress(email, account.user.email)
  const owners = members?.filter(({ role }) => role === 'owner') ?? []
  const isOnlyOwner = ({ role }: Member) => role === 'owner' && owners.length === 1
  const mayTouch = ({ role }: Member) =>
    may('members:write') && (role !== 'owner' || ownRole === 'owner')
  const isHome = account?.default_organization_id === id
  const askToLeave = (me: Member) =>
    ask({
      title: words.leaveTitle(organization.name),
      text: words.leaveText,
      action: words.leave,
      isDanger: true,
      async onConfirm() {
        await remove.mutateAsync([id, me.id])
        await dropOrganization(organization, () => navigate({ to: '/' }))
      },
      done: words.left(organization.name),
    })
  const askToRemove = (member: Member) =>
    ask({
      title: words.removeTitle(member.email),
      text: words.removeText,
      action: words.remove,
      isDanger: true,
      async onConfirm() {
        await remove.mutateAsync([id, member.id])
        await invalidate(queryClient, ['/v1/organizations'])
      },
      done: words.removed(member.email),
    })
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
              <Button kind="quiet" onClick={() => askToLeave(member)}>
                {words.leave}
              </Button>
            )
          }
          return mayTouch(member) ? (
            <Button
              kind="quiet"
              aria-label={words.removeOne(member.email)}
              onClick={() => askToRemove(member)}
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
    </>
  )
}

type Role = Member['role']

/** The roles that the user may grant: only owners make owners. */
export const useGrantableRoles = () => {
  const { roles } = useWords()
  const { role } = useOrganization()
  const { owner: _, ...others } = roles
  return role === 'owner' ? roles : (others as typeof roles)
}

/** Takes effect at once and can be undone. Changing the user's own role asks first. */
const RoleSelect = ({ member, isMe }: { member: Member; isMe: boolean }) => {
  const { members, roles: names } = useWords()
  const { id } = useOrganization()
  const grantable = useGrantableRoles()
  const toast = useToast()
  const toastProblem = useTellProblem()
  const ask = useAsk()
  const change = useChange(qpr.members.update, { changes: ['/v1/organizations'] })
  const shown = change.isPending ? change.variables[2].role : member.role

  const set = (role: Role) => change.mutateAsync([id, member.id, { role }])
  const choose = async (role: Role) => {
    await set(role)
    const undo = () => void set(member.role).catch(toastProblem)
    toast(members.roleChanged(member.email, names[role]), undo)
  }
  const askFirst = (role: Role) =>
    ask({
      title: members.lowerTitle(names[role]),
      text: members.lowerText,
      action: members.lower,
      onConfirm: () => set(role),
    })

  return (
    <SelectBox
      aria-label={members.roleOf(member.email)}
      value={shown}
      className="w-36"
      choices={grantable}
      onChange={(role) => (isMe ? askFirst(role) : void choose(role).catch(toastProblem))}
    />
  )
}
