import type { Registry } from 'prom-client'
import { signInMail } from '../../features/accounts/sign-in.mail.ts'
import {
  type PlanMeaning,
  paymentFailedMail,
  planChangedMail,
} from '../../features/billing/billing.mail.ts'
import { limitNearMail, limitReachedMail } from '../../features/billing/limits.mail.ts'
import { badRatingsMail } from '../../features/notifications/ratings.mail.ts'
import { summaryMail } from '../../features/notifications/summary.mail.ts'
import { invitationMail } from '../../features/organizations/invitation.mail.ts'
import { webhookDeactivatedMail, webhookFailingMail } from '../../features/webhooks/webhook.mail.ts'
import {
  createMail,
  type MailKinds,
  type MailTexts,
  type Reader,
  type ReadQuotes,
} from '../../platform/mail/mail.ts'
import { createMailMetrics } from '../../platform/mail/metrics.ts'
import { createMailTransport } from '../../platform/mail/transport.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

interface MailDeps extends LoggedBase {
  registry: Registry
  /** Created when a mail is sent, so no token is stored. */
  links: {
    invitation: (invitationId: string, expiresAt: number) => string
    signIn: (signInId: string, next: string | null | undefined) => string
    unsubscribe: (reader: Reader) => string
  }
  brandOf: Parameters<typeof createMail>[0]['brandOf']
  quotes: ReadQuotes
  meaningOf: (change: MailKinds['planChanged']) => PlanMeaning
  smtpUrl: string | null
  from: string
  outboxDir: string
  baseUrl: string
}

/** The mail queue, the texts and the transport. */
export const createMailSlice = (deps: MailDeps) => {
  const { links, meaningOf, baseUrl } = deps
  const studio = { link: `${baseUrl}/studio` }
  const planPage = ({ organizationId }: { organizationId?: string }) =>
    organizationId ? { link: `${baseUrl}/studio/${organizationId}/plan` } : studio
  /** A page of the reader's organization. */
  const pageOf = (reader: Reader | undefined, path: string) =>
    reader ? `${baseUrl}/studio/${reader.organizationId}/${path}` : studio.link
  /** The reader's language, the page that the mail is about, and how to stop such mails. */
  const forReader = (reader: Reader | undefined, path: string) => ({
    language: reader?.language ?? 'en',
    link: pageOf(reader, path),
    choice: reader?.chosen
      ? { unsubscribe: links.unsubscribe(reader), settings: pageOf(reader, 'notifications') }
      : null,
  })
  const texts: MailTexts = {
    invitation: (data) =>
      invitationMail({ ...data, link: links.invitation(data.invitationId, data.expiresAt) }),
    signIn: (data) => signInMail({ ...data, link: links.signIn(data.signInId, data.next) }),
    webhookFailing: (data) =>
      webhookFailingMail({ ...data, ...forReader(data.reader, `webhooks/${data.webhookId}`) }),
    webhookDeactivated: (data) =>
      webhookDeactivatedMail({ ...data, ...forReader(data.reader, `webhooks/${data.webhookId}`) }),
    planChanged: (data) => planChangedMail({ ...data, ...meaningOf(data), ...planPage(data) }),
    paymentFailed: (data) => paymentFailedMail({ ...data, ...planPage(data) }),
    limitNear: (data) => limitNearMail({ ...data, ...forReader(data.reader, 'plan') }),
    limitReached: (data) => limitReachedMail({ ...data, ...forReader(data.reader, 'plan') }),
    badRatings: ({ reader, ...data }) =>
      badRatingsMail({
        ...data,
        ...forReader(reader, 'conversations?rating=down'),
        linkTo: (conversationId) => pageOf(reader, `conversations/${conversationId}`),
      }),
    summary: ({ reader, ...data }) =>
      summaryMail({
        ...data,
        ...forReader(reader, 'insight?period=7d'),
        linkTo: (path) => pageOf(reader, path),
      }),
  }
  const ended = createMailMetrics(deps)
  const transport = createMailTransport(deps)
  return { rules: { mail: createMail({ ...deps, texts, transport, ended }) } }
}
