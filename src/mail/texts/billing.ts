import { layOut, type MailBrand, type Message, oneLine, readableTime } from './layout.ts'

interface PlanText {
  organizationName: string
  plan: string
  link: string
  brand?: MailBrand | null
}

const footnote = 'You get this mail because you are an owner of the organization.'

/** The effect of a plan change for the owner. */
export interface PlanMeaning {
  isUpgrade: boolean
  /** Days for which the next plan keeps scans and conversations; null: unlimited. */
  retentionDays: number | null
}

interface PlanChangedText extends PlanText, PlanMeaning {
  previousPlan: string
  /** When a cancelled plan ends; null when the change has taken effect. */
  cancelAt: number | null
}

/** After a downgrade owners must know what is deleted and what stays. */
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

interface LimitText extends PlanText {
  limit: 'scans_per_month' | 'messages_per_month'
  used: number
  maximum: number
  until: number
}

const counted = { scans_per_month: 'scans', messages_per_month: 'messages' }

const whenUsedUp = {
  scans_per_month:
    'Nothing stops when you reach the limit: printed codes keep working, and scans are still ' +
    'counted.',
  messages_per_month:
    'When you reach the limit, visitors are told that no more questions can be answered this ' +
    'month. Printed codes keep working.',
}

const nowUsedUp = {
  scans_per_month:
    'Nothing stops: printed codes keep working, and scans are still counted. If this happens ' +
    'every month, consider a larger plan.',
  messages_per_month:
    'Visitors are told that no more questions can be answered this month. Printed codes keep ' +
    'working.',
}

const number = (value: number): string => value.toLocaleString('en-GB')

const onceAMonth = `${footnote} It is sent once a month.`

/** Sent at 80 percent. */
export const limitNearMail = (text: LimitText): Message => {
  const name = oneLine(text.organizationName)
  const what = counted[text.limit]
  return layOut({
    brand: text.brand,
    subject: `${name} has used most of its ${what} for this month`,
    paragraphs: [
      `${number(text.used)} of ${number(text.maximum)} ${what} this month are used (plan ` +
        `${text.plan}).`,
      whenUsedUp[text.limit],
      `The count starts again on ${readableTime(text.until)}. The limits of a larger plan ` +
        'apply immediately.',
    ],
    button: { label: 'Open plan and usage', link: text.link },
    footnote: onceAMonth,
  })
}

export const limitReachedMail = (text: LimitText): Message => {
  const name = oneLine(text.organizationName)
  const what = counted[text.limit]
  return layOut({
    brand: text.brand,
    subject: `${name} has used all of its ${what} for this month`,
    paragraphs: [
      `All ${number(text.maximum)} ${what} of this month are used (plan ${text.plan}).`,
      nowUsedUp[text.limit],
      `The count starts again on ${readableTime(text.until)}. The limits of a larger plan ` +
        'apply immediately.',
    ],
    button: { label: 'Open plan and usage', link: text.link },
    footnote: onceAMonth,
  })
}
