import { layOut, type Message, readableTime } from '../../platform/mail/layout.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    signIn: { signInId: string; expiresAt: number; next?: string | null }
  }
}

export const signInMail = ({ expiresAt, link }: { expiresAt: number; link: string }): Message =>
  layOut({
    subject: 'Your sign-in link for QPR',
    paragraphs: [
      'Someone, probably you, asked to sign in to QPR with this address.',
      `The link works once, until ${readableTime(expiresAt)}.`,
    ],
    button: { label: 'Sign in', link },
    footnote: 'If it was not you, ignore this mail. Signing in is not possible without the link.',
  })
