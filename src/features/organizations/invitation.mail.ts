import {
  layOut,
  type MailBrand,
  type Message,
  oneLine,
  readableTime,
} from '../../platform/mail/layout.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    invitation: {
      invitationId: string
      expiresAt: number
      /** Absent in mails that an earlier version queued. */
      organizationId?: string
      organizationName: string
      role: string
      /** Null when nobody has confirmed the address of the inviter. */
      inviterEmail: string | null
    }
  }
}

interface InvitationText {
  organizationName: string
  role: string
  inviterEmail: string | null
  expiresAt: number
  link: string
  brand?: MailBrand | null
}

const whatRolesDo: Record<string, string> = {
  owner:
    'As an owner you may do everything, including changing the plan and deleting the ' +
    'organization.',
  admin: 'As an admin you manage codes, members, webhooks and keys.',
  editor: 'As an editor you write, change and archive codes.',
  viewer: 'As a viewer you read codes, scans and conversations.',
}

export const invitationMail = (invitation: InvitationText): Message => {
  // A new member knows the public name rather than the internal one.
  const name = oneLine(invitation.brand?.name ?? invitation.organizationName)
  const { inviterEmail } = invitation
  const opening = inviterEmail === null ? 'You are invited' : `${inviterEmail} invites you`
  return layOut({
    brand: invitation.brand,
    subject: `${opening} to ${name}`,
    paragraphs: [
      `${opening} to join ${name} on QPR, the service for QR codes that talk.`,
      whatRolesDo[invitation.role] ?? '',
      `The invitation is valid until ${readableTime(invitation.expiresAt)}.`,
    ],
    button: { label: 'See the invitation', link: invitation.link },
    footnote: 'If you did not expect this mail, ignore it: nothing happens unless you accept.',
  })
}
