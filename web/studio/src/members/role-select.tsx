import { qpr } from '../api/client.ts'
import type { Member } from '../api/members.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useAsk } from '../ui/ask.tsx'
import { SelectBox } from '../ui/field.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

type Role = Member['role']

/** The roles that the user may grant: only owners make owners. */
export const useGrantableRoles = () => {
  const { roles } = useWords()
  const { role } = useOrganization()
  const { owner: _, ...others } = roles
  return role === 'owner' ? roles : (others as typeof roles)
}

/** Takes effect at once and can be undone. Changing the user's own role asks first. */
export const RoleSelect = ({ member, isMe }: { member: Member; isMe: boolean }) => {
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
