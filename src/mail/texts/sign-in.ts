import { layOut, type Message, readableTime } from './layout.ts'

export const signInMail = ({ expiresAt, link }: { expiresAt: number; link: string }): Message =>
  layOut({
    subject: 'Your sign-in link for QPR',
    paragraphs: [
      'Somebody, most likely you, asked to sign in to QPR with this address.',
      `The link works once, until ${readableTime(expiresAt)}.`,
    ],
    button: { label: 'Sign in', link },
    footnote: 'If you did not ask for it, ignore this mail: without the link nobody gets in.',
  })
