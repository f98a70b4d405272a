import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { dropOrganization, useOrganization } from '../api/organization.ts'
import { forget, useChange } from '../api/query.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import type { Member } from './member-table.tsx'

interface RemoveDialogProps {
  member: Member
  isMe: boolean
  onClose: () => void
}

/** Removes somebody, or lets the reader leave. */
export const RemoveDialog = ({ member, isMe, onClose }: RemoveDialogProps) => {
  const { members } = useWords()
  const organization = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tell = useToast()
  const remove = useChange('delete', '/v1/organizations/{id}/members/{member_id}')
  const confirm = async () => {
    const path = { id: organization.id, member_id: member.id }
    try {
      await remove.mutateAsync({ params: { path } })
    } catch {
      return
    }
    onClose()
    if (isMe) {
      tell(members.left(organization.name))
      await dropOrganization(queryClient, organization, () => navigate({ to: '/' }))
    } else {
      tell(members.removed(member.email))
      await forget(queryClient, ['/v1/organizations'])
    }
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={isMe ? members.leaveTitle(organization.name) : members.removeTitle(member.email)}
      text={isMe ? members.leaveText : members.removeText}
      action={isMe ? members.leave : members.remove}
      isDanger
      change={remove}
    />
  )
}
