import { type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Reader } from '../../platform/mail/mail.ts'

interface Told {
  memberId: string
  kind: NotificationKind
  since: number
}

const purpose = 'unsubscribe'

/** The links of RFC 8058. A link is signed, so it needs no row and no session. */
export const createUnsubscribeLinks = (
  secrets: Pick<Secrets, 'sign' | 'verify'>,
  baseUrl: string,
) => ({
  link({ memberId, chosen }: Reader): string {
    if (!chosen) throw new Error('This mail cannot be switched off.')
    const parts = [memberId, chosen.kind, String(chosen.since)]
    return `${baseUrl}/unsubscribe/${parts.join('.')}.${secrets.sign(purpose, ...parts)}`
  },

  read(token: string): Told {
    const [, memberId = '', kindText, since = '', signature = ''] =
      /^(mem_\w{1,40})\.([a-z_]{1,40})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
    const kind = notificationKinds.find((one) => one === kindText)
    if (!kind || !secrets.verify(signature, purpose, memberId, kind, since)) throw brokenLink()
    return { memberId, kind, since: Number(since) }
  },
})

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

const brokenLink = () =>
  problem(404, 'unknown_link', 'This link is incomplete. Open the link in the mail again.', {
    inGerman: 'Dieser Link ist unvollständig. Öffnen Sie den Link in der Mail noch einmal.',
  })
