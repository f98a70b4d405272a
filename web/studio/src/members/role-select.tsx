import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrganization } from '../api/organization.ts'
import { forget, useChange } from '../api/query.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { SelectBox } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'
import type { Member } from './member-table.tsx'

type Role = Member['role']

/** Those that the reader may grant: only owners make owners. */
export const useGrantableRoles = () => {
  const { roles } = useWords()
  const { role } = useOrganization()
  const { owner: _, ...others } = roles
  return role === 'owner' ? roles : (others as typeof roles)
}

/** Takes effect at once, with a way back; lowering oneself is asked about first. */
export const RoleSelect = ({ member, isMe }: { member: Member; isMe: boolean }) => {
  const words = useWords()
  const { members, roles: names } = words
  const { id } = useOrganization()
  const grantable = useGrantableRoles()
  const tell = useToast()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<Role | null>(null)
  const change = useChange('patch', '/v1/organizations/{id}/members/{member_id}')
  const shown = change.isPending ? change.variables.body.role : member.role

  const set = async (role: Role) => {
    const path = { id, member_id: member.id }
    await change.mutateAsync({ params: { path }, body: { role } })
    await forget(queryClient, ['/v1/organizations'])
  }
  const choose = async (role: Role) => {
    try {
      await set(role)
      tell(members.roleChanged(member.email, names[role]), () => {
        set(member.role).catch((error) => tell(problemText(words, error)))
      })
    } catch (error) {
      tell(problemText(words, error as Parameters<typeof problemText>[1]))
    }
  }
  const lower = async (role: Role) => {
    try {
      await set(role)
      setAsking(null)
    } catch {
      // The dialog says why.
    }
  }

  return (
    <>
      <SelectBox
        aria-label={members.roleOf(member.email)}
        value={shown}
        className="w-36"
        choices={grantable}
        onChange={(role) => {
          if (isMe) setAsking(role)
          else void choose(role)
        }}
      />
      {asking && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(null)}
          onConfirm={() => void lower(asking)}
          title={members.lowerTitle(names[asking])}
          text={members.lowerText}
          action={members.lower}
          change={change}
        />
      )}
    </>
  )
}
