import type { Registry } from 'prom-client'
import type { LoggedBase } from '../storage/database.ts'
import { createMail, type MailKinds, type MailTexts } from './mail.ts'
import { createMailMetrics } from './metrics.ts'
import {
  limitNearMail,
  limitReachedMail,
  type PlanMeaning,
  paymentFailedMail,
  planChangedMail,
} from './texts/billing.ts'
import { invitationMail } from './texts/invitation.ts'
import { signInMail } from './texts/sign-in.ts'
import { webhookDeactivatedMail, webhookFailingMail } from './texts/webhook.ts'
import { createMailTransport } from './transport.ts'

interface MailDeps extends LoggedBase {
  registry: Registry
  /** Created when a mail is sent, so no token is stored. */
  links: {
    invitation: (invitationId: string, expiresAt: number) => string
    signIn: (signInId: string, next: string | null | undefined) => string
  }
  brandOf: Parameters<typeof createMail>[0]['brandOf']
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
  const docs = { link: `${baseUrl}/docs` }
  const texts: MailTexts = {
    invitation: (data) =>
      invitationMail({ ...data, link: links.invitation(data.invitationId, data.expiresAt) }),
    signIn: (data) => signInMail({ ...data, link: links.signIn(data.signInId, data.next) }),
    webhookFailing: (data) => webhookFailingMail({ ...data, ...docs }),
    webhookDeactivated: (data) => webhookDeactivatedMail({ ...data, ...docs }),
    planChanged: (data) => planChangedMail({ ...data, ...meaningOf(data), ...studio }),
    paymentFailed: (data) => paymentFailedMail({ ...data, ...studio }),
    limitNear: (data) => limitNearMail({ ...data, ...studio }),
    limitReached: (data) => limitReachedMail({ ...data, ...studio }),
  }
  const ended = createMailMetrics(deps)
  const transport = createMailTransport(deps)
  return { rules: { mail: createMail({ ...deps, texts, transport, ended }) } }
}
