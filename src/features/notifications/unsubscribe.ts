import { type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import type { Context } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { MailReader } from '../../platform/mail/mail.ts'

/** The notification that a link switches off. */
export interface LinkedChoice {
  memberId: string
  kind: NotificationKind
  since: number
}

type Signing = Pick<Context<unknown>, 'service'>

const purpose = 'unsubscribe'

/** The link of RFC 8058. It is signed, so it needs no row and no session. */
export const unsubscribeLink = ({ service }: Signing, { memberId, chosen }: MailReader): string => {
  if (!chosen) throw new Error('This mail cannot be switched off.')
  const { baseUrl } = service.address
  const parts = [memberId, chosen.kind, String(chosen.since)]
  return `${baseUrl}/unsubscribe/${parts.join('.')}.${service.secrets.sign(purpose, ...parts)}`
}

/** The notification that the token of a link is about. Throws for a token that is not ours. */
export const readUnsubscribeToken = ({ service }: Signing, token: string): LinkedChoice => {
  const [, memberId = '', kindText, since = '', signature = ''] =
    /^(mem_\w{1,40})\.([a-z_]{1,40})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  const kind = notificationKinds.find((one) => one === kindText)
  if (!kind || !service.secrets.verify(signature, purpose, memberId, kind, since)) {
    throw brokenLink()
  }
  return { memberId, kind, since: Number(since) }
}

const brokenLink = () =>
  problem(404, 'unknown_link', 'This link is incomplete. Open the link in the mail again.', {
    translations: {
      de: 'Dieser Link ist unvollständig. Öffnen Sie den Link in der Mail noch einmal.',
      fr: 'Ce lien est incomplet. Ouvrez à nouveau le lien de l’e-mail.',
      es: 'Este enlace está incompleto. Vuelva a abrir el enlace del correo.',
      it: 'Questo link è incompleto. Apra di nuovo il link dell’e-mail.',
    },
  })
