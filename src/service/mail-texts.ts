import { addressMail } from '../features/accounts/address.mail.ts'
import { quoteAddressChange } from '../features/accounts/address-changes.ts'
import { signInMail } from '../features/accounts/sign-in.mail.ts'
import { signInLink } from '../features/accounts/sign-ins.ts'
import { paymentFailedMail, planChangedMail } from '../features/billing/billing.mail.ts'
import { limitNearMail, limitReachedMail } from '../features/billing/limits.mail.ts'
import { quoteWaitingVisitor, visitorWaitsMail } from '../features/notifications/handoff.ts'
import { unsubscribeLink } from '../features/notifications/notifications.ts'
import { badRatingsMail } from '../features/notifications/ratings.mail.ts'
import { quoteRatings } from '../features/notifications/ratings.ts'
import { summaryMail } from '../features/notifications/summary.mail.ts'
import { quoteSummary } from '../features/notifications/summary.ts'
import { unansweredMail } from '../features/notifications/unanswered.mail.ts'
import { quoteUnanswered } from '../features/notifications/unanswered.ts'
import { brandForMail } from '../features/organizations/brands.ts'
import { invitationMail } from '../features/organizations/invitation.mail.ts'
import { invitationLink } from '../features/organizations/invitations.ts'
import { meaningOf } from '../features/plans/plans.ts'
import { webhookDeactivatedMail, webhookFailingMail } from '../features/webhooks/webhook.mail.ts'
import type { Context } from '../platform/context.ts'
import type { ForReader, MailReader, MailTexts } from '../platform/mail/mail.ts'

interface About extends ForReader {
  organizationId?: string
}

/** Read when the mail is sent: the brand may have changed since. */
const brandOf = async ({ db }: Context<null>, { organizationId, reader }: About) => {
  const id = organizationId ?? reader?.organizationId
  return id === undefined ? null : await brandForMail(db, id)
}

/** A page of an organization in the Studio; without an organization, the Studio. */
const pageOf = ({ service }: Context<null>, organizationId: string | undefined, path: string) => {
  const studio = `${service.address.baseUrl}/studio`
  return organizationId ? `${studio}/${organizationId}/${path}` : studio
}

/** The reader's language, the page that the mail is about, and how to stop such mails. */
const forReader = (context: Context<null>, reader: MailReader | undefined, path: string) => ({
  language: reader?.language ?? 'en',
  link: pageOf(context, reader?.organizationId, path),
  choice: reader?.chosen
    ? {
        unsubscribe: unsubscribeLink(context, reader),
        settings: pageOf(context, reader.organizationId, 'notifications'),
      }
    : null,
})

/** The text of each kind of mail, with links to the pages of this service. */
export const mailTexts: MailTexts = {
  invitation: async (context, data) =>
    invitationMail({
      ...data,
      brand: await brandOf(context, data),
      link: invitationLink(context, data.invitationId, data.expiresAt),
    }),
  signIn: async (context, data) =>
    signInMail({ ...data, link: signInLink(context, data.signInId, data.next) }),
  addressConfirm: async (context, data) => {
    const quoted = await quoteAddressChange(context, 'confirm', data.changeId)
    return quoted && addressMail('confirm', { ...data, ...quoted })
  },
  addressUndo: async (context, data) => {
    const quoted = await quoteAddressChange(context, 'undo', data.changeId)
    return quoted && addressMail('undo', { ...data, ...quoted })
  },
  webhookFailing: async (context, data) =>
    webhookFailingMail({
      ...data,
      brand: await brandOf(context, data),
      ...forReader(context, data.reader, `webhooks/${data.webhookId}`),
    }),
  webhookDeactivated: async (context, data) =>
    webhookDeactivatedMail({
      ...data,
      brand: await brandOf(context, data),
      ...forReader(context, data.reader, `webhooks/${data.webhookId}`),
    }),
  planChanged: async (context, data) =>
    planChangedMail({
      ...data,
      ...meaningOf(context.service.plans, data),
      brand: await brandOf(context, data),
      link: pageOf(context, data.organizationId, 'plan'),
    }),
  paymentFailed: async (context, data) =>
    paymentFailedMail({
      ...data,
      brand: await brandOf(context, data),
      link: pageOf(context, data.organizationId, 'plan'),
    }),
  limitNear: async (context, data) =>
    limitNearMail({ ...data, ...forReader(context, data.reader, 'plan') }),
  limitReached: async (context, data) =>
    limitReachedMail({ ...data, ...forReader(context, data.reader, 'plan') }),
  badRatings: async (context, data) => {
    const { reader } = data
    const quoted = await quoteRatings(context, data)
    if (!quoted) return null
    return badRatingsMail({
      ...data,
      ...quoted,
      ...forReader(context, reader, 'conversations?rating=down'),
      linkTo: (conversationId) =>
        pageOf(context, reader.organizationId, `conversations/${conversationId}`),
    })
  },
  unansweredQuestions: async (context, data) => {
    const { reader } = data
    const quoted = await quoteUnanswered(context, data)
    if (!quoted) return null
    return unansweredMail({
      ...data,
      ...quoted,
      ...forReader(context, reader, 'questions'),
      linkTo: (conversationId) =>
        pageOf(context, reader.organizationId, `conversations/${conversationId}`),
    })
  },
  visitorWaits: async (context, data) => {
    const quoted = await quoteWaitingVisitor(context, data)
    if (!quoted) return null
    return visitorWaitsMail({
      ...data,
      ...quoted,
      brand: await brandOf(context, data),
      ...forReader(context, data.reader, `conversations/${data.conversationId}`),
    })
  },
  summary: async (context, data) => {
    const { reader } = data
    const contents = await quoteSummary(context, data)
    if (!contents) return null
    return summaryMail({
      ...data,
      ...contents,
      ...forReader(context, reader, 'insight?period=7d'),
      linkTo: (path) => pageOf(context, reader.organizationId, path),
    })
  },
}
