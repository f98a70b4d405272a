import {
  layOut,
  type MailBrand,
  type Message,
  oneLine,
  readableTime,
} from '../../platform/mail/layout.ts'
import type { Plan } from '../../platform/store/tables.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    planChanged: {
      /** Absent in mails that an earlier version queued. */
      organizationId?: string
      organizationName: string
      plan: Plan
      previousPlan: Plan
      /** The end of a cancelled plan that continues until then. */
      cancelAt: number | null
    }
    paymentFailed: {
      organizationId?: string
      organizationName: string
      plan: string
      graceUntil: number | null
    }
  }
}

interface PlanText {
  organizationName: string
  plan: string
  link: string
  brand?: MailBrand | null
}

const footnote = 'You get this mail because you are an owner of the organization.'

/** The effect of a plan change for the owner. */
interface PlanMeaning {
  isUpgrade: boolean
  /** Days for which the next plan keeps scans and conversations; null: unlimited. */
  retentionDays: number | null
}

interface PlanChangedText extends PlanText, PlanMeaning {
  previousPlan: string
  /** When a cancelled plan ends; null when the change has taken effect. */
  cancelAt: number | null
}

/** After a downgrade owners must know which data is deleted and which is kept. */
const whatStays = (days: number | null): string[] => [
  'The change deletes nothing now. If you use more than the plan includes, everything keeps ' +
    'working, but you cannot add more. Printed codes keep working.',
  ...(days === null
    ? []
    : [
        `The smaller plan keeps scans and conversations for ${number(days)} days. Older ones ` +
          'are deleted when you have had the plan for 30 days. Totals stay.',
      ]),
]

export const planChangedMail = (text: PlanChangedText): Message => {
  const { plan, previousPlan, cancelAt, isUpgrade, retentionDays, link } = text
  const name = oneLine(text.organizationName)
  const button = { label: 'Open the plan', link }
  if (cancelAt !== null) {
    return layOut({
      brand: text.brand,
      subject: `The plan of ${name} was cancelled`,
      paragraphs: [
        `The plan ${plan} of ${name} was cancelled. It stays active until ` +
          `${readableTime(cancelAt)}. Then the organization moves to the plan free.`,
        ...whatStays(retentionDays),
      ],
      button,
      footnote,
    })
  }
  return layOut({
    brand: text.brand,
    subject: `The plan of ${name} is now ${plan}`,
    paragraphs: [
      `${name} has moved from the plan ${previousPlan} to the plan ${plan}.`,
      ...(isUpgrade ? ['Your new limits apply now.'] : whatStays(retentionDays)),
    ],
    button,
    footnote,
  })
}

export const paymentFailedMail = ({
  organizationName,
  plan,
  graceUntil,
  link,
  brand,
}: PlanText & { graceUntil: number | null }): Message => {
  const name = oneLine(organizationName)
  return layOut({
    brand,
    subject: `A payment for ${name} failed`,
    paragraphs: [
      `The last payment for the plan ${plan} of ${name} failed.`,
      graceUntil === null
        ? 'Please check your card, or enter another one.'
        : `Please check your card, or enter another one, before ${readableTime(graceUntil)}. ` +
          'Until then you keep the plan. After that the organization moves to the plan free.',
      'Printed codes keep working in any case.',
    ],
    button: { label: 'Check the payment', link },
    footnote,
  })
}

const number = (value: number): string => value.toLocaleString('en-GB')
